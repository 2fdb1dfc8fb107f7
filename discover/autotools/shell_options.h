/* Options of a configure script in shell that somebody wrote by hand.
 *
 * An option is what the script takes (a pattern like "--enable-x=*" of a case); its help is what
 * the script prints about it. What is only printed, or only taken, is in the ledger or has no help.
 */
#pragma once

#include "discover/autotools/declared_option.h"
#include "discover/autotools/shell_script.h"

/* The number of options. */
guint shell_options_read(const ShellScript *script, DeclaredOptions *options);
