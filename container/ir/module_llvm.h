/* A module as LLVM's C API knows it, for those who look into it, optimise it and
 * generate code. */
#pragma once

#include "container/ir/canonical.h"
#include <llvm-c/Types.h>

/* Stays the module's. */
LLVMModuleRef module_llvm(const Module *self);
/* The last error that LLVM reported about the module; NULL: none. Stays the module's. */
const char *module_complaint(const Module *self);
/* A function's own target attributes, "target-cpu"="..." and so on, as LLVM prints them; "" where
 * it has none. The caller frees it. */
char *module_target_of(LLVMValueRef function);
/* Gives the target, text as above, to a function that has none of its own: one with the default of
 * its unit, or one that the frontend made without any. */
void module_give_target(Module *self, LLVMValueRef function, const char *target);
/* The same, whatever target the function has. */
void module_replace_target(Module *self, LLVMValueRef function, const char *target);
/* What the instruction calls; NULL when it calls nothing. */
LLVMValueRef module_callee(LLVMValueRef instruction);
