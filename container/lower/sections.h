/* Sections of their own for functions and data, as -ffunction-sections and -fdata-sections make
 * them: LLVM's C API has no switch for either, so that each gets its section by name. */
#pragma once

#include <llvm-c/Types.h>

/* Both after all passes, before code is generated. What the project itself put into a section, or
 * what is chosen among several (a comdat), stays where it is. */
void sections_of_functions(LLVMModuleRef module);
/* Constants that a linker merges with equal ones, and those whose value has to be computed when a
 * program is loaded, stay where the code generator puts them: their sections depend on more than a
 * name can say. */
void sections_of_data(LLVMModuleRef module);
