/* Bitcode for a linker that optimises the whole program, and how it stands beside native code.
 *
 * LLVM's C API writes bitcode without the summary that thin link-time optimisation needs. The pass
 * that makes objects of both kinds ("fat" ones: LLVM's documentation, "FatLTO") writes it with one
 * into a constant of the module, from where it is taken. */
#pragma once

#include <glib.h>
#include <llvm-c/Types.h>

/* clang-format off */
#define WHOLE_PROGRAMS(X)                                                           \
    X(NONE, "none")                                                                 \
    X(THIN, "thin") /* units stay apart and take over from others what helps */     \
    X(FULL, "full") /* all units of a program or library become one */
/* clang-format on */

typedef enum {
#define X(id, text) WHOLE_PROGRAM_##id,
    WHOLE_PROGRAMS(X)
#undef X
} WholeProgram;

/* FALSE when no kind has that name. */
gboolean whole_program_parse(const char *text, WholeProgram *kind);
const char *whole_program_text(WholeProgram kind);

/* The passes that leave what bitcode_take takes, for a level as LLVM calls it ("O3"): what a unit
 * gets before the link. The caller frees it. */
char *bitcode_passes(WholeProgram kind, const char *level);
/* The bitcode that those passes left; NULL when they did not. Borrowed from the module. */
const char *bitcode_take(LLVMModuleRef module, gsize *length);
/* Puts bitcode into the section of a module's object that such linkers look for and that is no part
 * of a program. After all passes, before code is generated. */
void bitcode_embed(LLVMModuleRef module, const char *bytes, gsize length);
