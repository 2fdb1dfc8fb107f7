#include "container/ir/phi_flags.h"
#include <string.h>

static const struct {
    const char *word;
    LLVMFastMathFlags flags;
} flag_words[] = {{"fast", LLVMFastMathAll},
                  {"reassoc", LLVMFastMathAllowReassoc},
                  {"nnan", LLVMFastMathNoNaNs},
                  {"ninf", LLVMFastMathNoInfs},
                  {"nsz", LLVMFastMathNoSignedZeros},
                  {"arcp", LLVMFastMathAllowReciprocal},
                  {"contract", LLVMFastMathAllowContract},
                  {"afn", LLVMFastMathApproxFunc}};

/* The flags that a list begins with. */
static LLVMFastMathFlags flags_at(const char *at, const char *end)
{
    LLVMFastMathFlags flags = LLVMFastMathNone, one;
    do {
        one = LLVMFastMathNone;
        for (gsize i = 0; i < G_N_ELEMENTS(flag_words); i++) {
            gsize length = strlen(flag_words[i].word);
            if ((gsize)(end - at) > length && at[length] == ' ' &&
                strncmp(at, flag_words[i].word, length) == 0) {
                one = flag_words[i].flags;
                at += length + 1;
                break;
            }
        }
        flags |= one;
    } while (one != LLVMFastMathNone);
    return flags;
}

/* Instructions with a result begin so, each in a line of its own; the flags of each phi, in the
 * text's order. */
static GArray *flags_in(const char *text, gsize length)
{
    static const char begin[] = "  %", assign[] = " = ", phi[] = "phi ";
    GArray *list = g_array_new(FALSE, FALSE, sizeof(LLVMFastMathFlags));
    const char *end = text + length;
    for (const char *line = text; line < end;) {
        const char *stop = memchr(line, '\n', (gsize)(end - line));
        stop = stop == NULL ? end : stop;
        const char *name = (gsize)(stop - line) > strlen(begin) && g_str_has_prefix(line, begin)
                               ? g_strstr_len(line, stop - line, assign)
                               : NULL;
        const char *what = name == NULL ? stop : name + strlen(assign);
        if ((gsize)(stop - what) > strlen(phi) && g_str_has_prefix(what, phi)) {
            LLVMFastMathFlags flags = flags_at(what + strlen(phi), stop);
            g_array_append_val(list, flags);
        }
        line = stop + 1;
    }
    return list;
}

/* In the module's order, which is the text's. */
static GPtrArray *phis_of(LLVMModuleRef module)
{
    GPtrArray *phis = g_ptr_array_new();
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function != NULL;
         function = LLVMGetNextFunction(function)) {
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
             block = LLVMGetNextBasicBlock(block)) {
            LLVMValueRef instruction = LLVMGetFirstInstruction(block);
            for (; instruction != NULL && LLVMIsAPHINode(instruction) != NULL;
                 instruction = LLVMGetNextInstruction(instruction)) {
                g_ptr_array_add(phis, instruction);
            }
        }
    }
    return phis;
}

void phi_flags_restore(LLVMModuleRef module, const char *text, gsize length)
{
    g_autoptr(GArray) flags = flags_in(text, length);
    g_autoptr(GPtrArray) phis = phis_of(module);
    /* Else the text is none that LLVM writes, and nothing tells which phi is which. */
    for (guint i = 0; flags->len == phis->len && i < phis->len; i++) {
        LLVMFastMathFlags wanted = g_array_index(flags, LLVMFastMathFlags, i);
        if (wanted != LLVMFastMathNone && LLVMCanValueUseFastMathFlags(phis->pdata[i])) {
            LLVMSetFastMathFlags(phis->pdata[i], wanted);
        }
    }
}
