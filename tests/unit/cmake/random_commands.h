/* What the programs of random_program.h call: commands that compute texts, lists, numbers and
 * paths, or keep them elsewhere than in a variable. Where a command would refuse a list that is not
 * there, that is asked before.
 *
 * "@1", "@2" stand for variables and "@f", "@g" for files, each the same throughout, and "@n" for a
 * number that no other pattern gets. */
#pragma once

#include <glib.h>

extern const char *const random_commands[];
extern const guint random_command_count;
