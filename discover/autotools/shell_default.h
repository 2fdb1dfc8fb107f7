/* The default of a switch of a script that somebody wrote by hand: what its help says, what the
 * script does before it looks at its arguments, else what its form suggests. */
#pragma once

#include "discover/autotools/shell_lookups.h"

/* `help` may be NULL; `negative`: the switch is given as "--disable-x". NULL: it depends, or is not
 * known. */
const char *shell_default_of_switch(const ShellLookups *lookups, const char *name, const char *help,
                                    gboolean negative);
