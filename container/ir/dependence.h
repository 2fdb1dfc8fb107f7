/* Whether the code of a module hangs on the CPU that it was compiled for, beyond the attributes
 * that are set aside: only where it does not may one module stand for several CPUs. */
#pragma once

#include "container/ir/canonical.h"

/* Why clang could have made something else of the same tokens for another CPU; NULL when nothing in
 * the module depends on it. docs/decisions/0010-proof.md has the list with the reasons. */
const char *module_target_dependence(Module *self);
