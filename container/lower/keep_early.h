/* Code that runs before a program can choose anything. */
#pragma once

#include "container/ir/module_llvm.h"
#include "container/lower/lower.h"

/* Gives the functions of a module that run by themselves, and those that they call, the target
 * `request->usual` in place of the unit's default. FALSE and an error that names a function that
 * needs more than that, or may. */
gboolean keep_early(Module *module, const LowerRequest *request, GError **error);
