/* Words that a script written by hand lets stand behind an option: where the option's arm gives
 * what it was called with to a variable, the patterns of a case over that variable whose last arm
 * refuses all else, and the words of a list in which the variable is looked up. */
#pragma once

#include "discover/autotools/shell_lines.h"

#define SHELL_CHOICES_MAX 64u

/* For the pattern on a line (from 0). Elements are char *; empty when there are none. The caller
 * unrefs it. */
GPtrArray *shell_choices_read(const ShellLines *lines, guint index);
/* The words of "--x=yes)" and "--x=no)", for the option "--x". Elements are char *; NULL where the
 * script takes any word, "--x=*)", or none. The caller unrefs it. */
GPtrArray *shell_choices_of_patterns(const ShellLines *lines, const char *pattern);
/* Whether the words say yes, or no, and nothing else. */
gboolean shell_choices_are_answers(const GPtrArray *words);
