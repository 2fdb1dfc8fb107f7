/* Functions to which the project gave a target of their own (by an attribute, a pragma, or as
 * clones) have what their unit's command allows and what the attribute adds. Where the unit's
 * default becomes another one, so must theirs: LLVM inlines nothing into a function that may not
 * use all that the inlined one may. */
#pragma once

#include "container/ir/canonical.h"

/* To be called before the default's functions get their target. `recorded` is what was the default
 * when the module was made, `given` what takes its place; both as LLVM prints attributes. A
 * function whose attribute names a processor of its own keeps it, as it does when a compiler is
 * told another default. */
void raise_own_targets(Module *module, const char *recorded, const char *given);
/* All of `recorded` that counts. The caller frees it. */
char *raise_key(const char *recorded);
