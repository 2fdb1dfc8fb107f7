/* What the arms of a script's case over its arguments lead to: the variables that they set, and
 * what the script does elsewhere where these have that text. */
#pragma once

#include "discover/autotools/shell_lines.h"

#define SHELL_ARMS_LIBRARIES_MAX 16u

typedef struct {
    const ShellLines *lines;
    GHashTable
        *tests; /* "X=text" -> GArray of guint: lines (from 0) with "if" that ask just that */
    GHashTable *firsts; /* "X" -> the line (from 0) that sets it first */
    GHashTable *given;  /* "X" -> set of the texts that arms of options give it */
    GRegex *links;      /* "-lx" */
} ShellArms;

/* Looks at each line once. The lines have to live as long; the caller frees it. */
ShellArms *shell_arms_new(const ShellLines *lines);
void shell_arms_free(ShellArms *self);

/* The libraries that stand behind -l in the arm at the pattern on a line (from 0), or below "if"
 * that asks for nothing but a text that the arm gives to a variable. Elements are char *; the
 * caller unrefs it. */
GPtrArray *shell_arms_libraries(const ShellArms *self, guint index);

/* What the script begins with for a variable, in every case and above a line (from 0): the text
 * of "X=text", or of "X=${X:-text}". NULL when that is not known; the caller frees it. */
char *shell_arms_begin(const ShellArms *self, guint index, const char *variable);

/* Whether the arm only sets variables to what the script begins with, and another option's arm sets
 * one of them to something else: then its option is what is so when nobody says anything. */
gboolean shell_arms_repeat(const ShellArms *self, guint index);

/* Whether an arm that does so has a name that says no: then it takes that other option back. */
gboolean shell_arms_take_back(const ShellArms *self, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShellArms, shell_arms_free)
