/* What the plain form of an option comes to, in a script that somebody wrote by hand: the arm of
 * "--with-x" sets a variable to a word, "with_x=yes", and one case over that variable says what the
 * word does, "case x$with_x in xyes) ;;". */
#pragma once

#include "discover/autotools/shell_lines.h"

typedef enum {
    SHELL_ANSWER_UNKNOWN, /* no case asks for it, more does, or the arm does something of its own */
    SHELL_ANSWER_NOTHING, /* the arm is empty: all that may be given is where something is */
    SHELL_ANSWER_OTHER,   /* the arm gives the word to another option's variable, no more */
} ShellAnswer;

/* For an option as patterns have it, "--with-x". `other`: the pattern of that other option, which
 * the caller frees; NULL where there is none. */
ShellAnswer shell_answer_of(const ShellLines *lines, const char *form, char **other);
