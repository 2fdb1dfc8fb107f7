/* A module as LLVM's C API knows it, for those who optimise it and generate code. */
#pragma once

#include "container/ir/canonical.h"
#include <llvm-c/Types.h>

/* Stays the module's. */
LLVMModuleRef module_llvm(const Module *self);
/* The last error that LLVM reported about the module; NULL: none. Stays the module's. */
const char *module_complaint(const Module *self);
