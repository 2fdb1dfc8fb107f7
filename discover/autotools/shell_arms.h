/* What the arms of a script's case over its arguments lead to: the variables that they set, and
 * what the script does elsewhere where these have that text. */
#pragma once

#include "discover/autotools/shell_lines.h"

#define SHELL_ARMS_LIBRARIES_MAX 16u

/* The libraries that stand behind -l in the arm at the pattern on a line (from 0), or below "if"
 * that asks for nothing but a text that the arm gives to a variable. Elements are char *; the
 * caller unrefs it. */
GPtrArray *shell_arms_libraries(const ShellLines *lines, guint index);

/* Whether the arm only sets variables to what the script begins with, and another arm sets one of
 * them to something else: then it takes that other option back. */
gboolean shell_arms_take_back(const ShellLines *lines, guint index);
