/* Functions that run before main and after it.
 *
 * LLVM's code generator writes their addresses to .init_array or, as its C API has it, to .ctors,
 * which runs them backwards, or never with linkers that do not convert it. So they are put
 * into .init_array as data. */
#pragma once

#include <llvm-c/Types.h>

/* After all passes, before code is generated. */
void constructors_place(LLVMModuleRef module);
