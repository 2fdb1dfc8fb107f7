/* Assembly in a module that takes in files when code is made of it. */
#pragma once

#include "container/ir/canonical.h"

/* By what assembly in the module reads a file when code is generated, or could, ".incbin" for
 * instance: the module is then not all of the unit, and one from elsewhere could take in any file
 * of the user's. NULL when nothing does. */
const char *module_assembly_reads(Module *self);
