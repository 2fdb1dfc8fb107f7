/* Options of a configure script in shell that somebody wrote by hand.
 *
 * An option is what the script takes (a pattern like "--enable-x=*" of a case); its help is what
 * the script prints about it. What is only printed, or only taken, is in the ledger or has no help.
 */
#pragma once

#include "discover/autotools/declared_option.h"

/* The number of options. `path` is of the file, `text` its contents. */
guint shell_options_read(const char *path, const char *text, DeclaredOptions *options);
