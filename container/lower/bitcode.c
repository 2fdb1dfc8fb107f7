#include "container/lower/bitcode.h"
#include <llvm-c/Core.h>
#include <string.h>

#define SECTION ".llvm.lto"

static const char *const kinds[] = {
#define X(id, text) [WHOLE_PROGRAM_##id] = text,
    WHOLE_PROGRAMS(X)
#undef X
};

gboolean whole_program_parse(const char *text, WholeProgram *kind)
{
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (g_str_equal(kinds[i], text)) {
            *kind = (WholeProgram)i;
            return TRUE;
        }
    }
    return FALSE;
}

const char *whole_program_text(WholeProgram kind)
{
    return kinds[kind];
}

char *bitcode_passes(WholeProgram kind, const char *level)
{
    switch (kind) {
    case WHOLE_PROGRAM_THIN:
        return g_strdup_printf("thinlto-pre-link<%s>,embed-bitcode<thinlto>", level);
    case WHOLE_PROGRAM_FULL:
    case WHOLE_PROGRAM_NONE:
        break;
    }
    return g_strdup_printf("lto-pre-link<%s>,embed-bitcode", level);
}

const char *bitcode_take(LLVMModuleRef module, gsize *length)
{
    for (LLVMValueRef global = LLVMGetFirstGlobal(module); global != NULL;
         global = LLVMGetNextGlobal(global)) {
        const char *section = LLVMGetSection(global);
        LLVMValueRef bytes = LLVMGetInitializer(global);
        if (g_strcmp0(section, SECTION) == 0 && bytes != NULL && LLVMIsConstantString(bytes)) {
            return LLVMGetAsString(bytes, length);
        }
    }
    return NULL;
}

void bitcode_embed(LLVMModuleRef module, const char *bytes, gsize length)
{
    static const char name[] = "llvm.embedded.object", excluded[] = "exclude";
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef text = LLVMConstStringInContext2(context, bytes, length, TRUE);
    LLVMValueRef global = LLVMAddGlobal(module, LLVMTypeOf(text), name);
    LLVMSetInitializer(global, text);
    LLVMSetGlobalConstant(global, TRUE);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetSection(global, SECTION);
    LLVMSetAlignment(global, 1);
    /* Linkers that know nothing of it leave a section with this mark out. */
    LLVMGlobalSetMetadata(global,
                          LLVMGetMDKindIDInContext(context, excluded, (unsigned)strlen(excluded)),
                          LLVMMDNodeInContext2(context, NULL, 0));
}
