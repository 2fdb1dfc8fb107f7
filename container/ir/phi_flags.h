/* Fast-math flags of phi instructions, which LLVM's reader of text loses.
 *
 * LLVM 19 (LLParser::parseInstruction) takes flags over only where nothing follows the instruction,
 * so that "phi contract float ..., !dbg !1", which it writes itself, comes back without them. */
#pragma once

#include <glib.h>
#include <llvm-c/Core.h>

/* Gives the phis of the module, which was read from the text, the flags that they have there. */
void phi_flags_restore(LLVMModuleRef module, const char *text, gsize length);
