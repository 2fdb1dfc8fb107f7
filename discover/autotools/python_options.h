/* Options that Python modules declare: help.addArgument(SECTION, '-with-x=<bool>',
 * nargs.ArgBool(...)), and the add_argument and add_option of Python's own argument parsers.
 *
 * A class inherits what its bases declare, with its own name in it; so each class that no other is
 * derived from gives the options of its bases, as calling the method on an object of it would. */
#pragma once

#include "discover/autotools/declared_option.h"
#include "discover/tree.h"

#define PYTHON_FILES_MAX 5000u
#define PYTHON_BASES_MAX 12u /* classes up from a class */

/* Reads the script and all Python files in a folder of the tree and below (NULL: none). Argument
 * parsers of Python count in the script and in what it imports: other files are programs of their
 * own. The number of options. */
guint python_options_read(const Tree *tree, const char *script, const char *folder,
                          DeclaredOptions *options);
