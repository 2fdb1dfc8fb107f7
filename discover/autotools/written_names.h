/* Names of macros that a program defines before M4 runs, in a file that is not in the tree:
 * "m4_define([part_$name], [1])" in autogen.pl. What the program finds is not known, only what such
 * names look like. */
#pragma once

#include <glib.h>

/* Further definitions of a program are not looked at. */
#define WRITTEN_NAMES_MAX 64u
/* So many letters at least begin a name that goes on with something unknown. */
#define WRITTEN_NAME_BEGIN_MIN 4u

/* Adds a GPatternSpec * for each definition in the text of a program, whatever the language.
 * FALSE: there are more. */
gboolean written_names_add(GPtrArray *patterns, const char *text);
/* Whether one of them may be that name. */
gboolean written_names_has(const GPtrArray *patterns, const char *name);
