/* What code generation knows about the C library.
 *
 * A code generator that is started through LLVM's C API is told about no library function at all,
 * and so does not expand what the compiler's own would: short comparisons of memory, and square
 * roots whose argument is not negative. These passes know the library when they run in a pipeline,
 * and the square roots that are left of them become an operation that needs no library to be known.
 */
#pragma once

#include <llvm-c/Types.h>

/* To be run after the level's pipeline, unless nothing is optimised. */
#define LIBRARY_PASSES "function(mergeicmps,expand-memcmp,partially-inline-libcalls)"

/* After these passes. */
void library_calls_resolve(LLVMModuleRef module);
