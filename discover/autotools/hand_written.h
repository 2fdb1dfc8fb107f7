/* configure scripts that no configure.ac tells of: what their own tables and help texts say of
 * options. */
#pragma once

#include "discover/facts.h"
#include "discover/tree.h"

/* Adds the options of each script named "configure" at the root of the tree or one folder below,
 * and of a configure.py at the root where no other has any, that is no output of Autoconf: of a
 * shell script those of its usage text, of a Python one those that its modules declare. A generated
 * script without its configure.ac is said to be skipped; its help is read. FALSE and an error when
 * the stub folder lacks the list of what the tools bring. */
gboolean hand_written_read(const Tree *tree, const char *stub_folder, Facts *facts, GError **error);
