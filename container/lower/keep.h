/* Units that keep a target that the machine may lack, because the program looks at the machine
 * before it runs their code.
 *
 * That holds for what the others call by a name that such a unit alone has, or by an address that
 * it gave them. Two kinds of code run without anybody looking, and are dealt with here:
 *
 * - what runs by itself: initialisers and what ends them, resolvers, and all that these call or
 *   may have called by an address that they name. It gets the target that the machine has.
 * - copies of inline functions and of their tables, of which a linker takes any unit's. They become
 *   the unit's own; nobody else can rely on them, for whoever uses one has a copy. */
#pragma once

#include "container/ir/module_llvm.h"
#include "container/lower/lower.h"

/* Before the module has its target. Adds the names to `exposed` (char *) that other units still
 * could take from this one. FALSE and an error that names the function, when what runs by itself
 * cannot do with the target `request->usual`. */
gboolean keep_apart(Module *module, const LowerRequest *request, GPtrArray *exposed,
                    GError **error);
