/* Words that a script written by hand lets stand behind an option: where the option's arm gives
 * what it was called with to a variable, the patterns of a case over that variable whose last arm
 * refuses all else, and the words of a list in which the variable is looked up. */
#pragma once

#include "discover/autotools/shell_lines.h"

#define SHELL_CHOICES_MAX 64u

typedef struct {
    const ShellLines *lines;
    GHashTable *tests;    /* variable -> GArray of guint: lines that may say which words it takes */
    GHashTable *lists;    /* "NAMES" -> number of the line "NAMES='a b c'" */
    GHashTable *patterns; /* "--x" -> what stands behind "--x=" in patterns */
} ShellChoices;

/* Looks at each line once. `lines` have to outlive it; the caller frees it. */
ShellChoices *shell_choices_new(const ShellLines *lines);
void shell_choices_free(ShellChoices *self);

/* "X="$(get_value $arg)"": the first variable that the arm at the pattern on a line (from 0) gives
 * something that is not a text of its own. NULL when there is none; the caller frees it. */
char *shell_choices_variable(const ShellLines *lines, guint index);

/* For the pattern on a line (from 0). Elements are char *; empty when there are none. The caller
 * unrefs it. */
GPtrArray *shell_choices_read(const ShellChoices *self, guint index);
/* The words of "--x=yes)" and "--x=no)", for the option "--x". Elements are char *; NULL where the
 * script takes any word, "--x=*)", or none. The caller unrefs it. */
GPtrArray *shell_choices_of_patterns(const ShellChoices *self, const char *pattern);
/* A word that has a pattern of its own. */
typedef struct {
    const char *word;
    guint line; /* from 0 */
} ShellNamedWord;

/* Of an option that takes any word, "--x=*)", those that have a pattern of their own,
 * "--x=download*)", and are no answer, yes or no. Elements are ShellNamedWord;
 * empty when there are none. The caller unrefs it. */
GArray *shell_choices_named(const ShellChoices *self, const char *pattern);
/* Whether the words say yes, or no, and nothing else. */
gboolean shell_choices_are_answers(const GPtrArray *words);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShellChoices, shell_choices_free)
