#include "container/ir/assembly_reads.h"
#include "container/ir/module_llvm.h"
#include "core/identifier.h"
#include <llvm-c/Core.h>
#include <string.h>

/* The directives of LLVM's assembler that open a file, and those whose text could come out as one
 * of them; it takes capitals as well. */
static const char *const reading_directives[] = {".incbin", ".include", ".macro", ".irp"};

/* Whether an operand stands within the name of a directive, as in ".${0:c}": it can be any name. */
static gboolean completes_directive(const char *text)
{
    for (const char *dot = strchr(text, '.'); dot != NULL; dot = strchr(dot + 1, '.')) {
        const char *end = dot + 1 + identifier_length(dot + 1);
        if (*end == '$' && end[1] != '$') {
            return TRUE;
        }
    }
    return FALSE;
}

static const char *assembly_reads(const char *assembly, gsize length)
{
    g_autofree char *text = g_ascii_strdown(assembly, (gssize)length);
    for (gsize i = 0; i < G_N_ELEMENTS(reading_directives); i++) {
        if (strstr(text, reading_directives[i]) != NULL) {
            return reading_directives[i];
        }
    }
    return completes_directive(text) ? "a directive that an operand completes" : NULL;
}

static const char *function_assembly_reads(LLVMValueRef function, gboolean *has_assembly)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef instruction = LLVMGetFirstInstruction(block); instruction != NULL;
             instruction = LLVMGetNextInstruction(instruction)) {
            LLVMValueRef callee = module_callee(instruction);
            if (callee == NULL || LLVMIsAInlineAsm(callee) == NULL) {
                continue;
            }
            gsize length = 0;
            const char *assembly = LLVMGetInlineAsmAsmString(callee, &length);
            const char *found = assembly_reads(assembly, length);
            *has_assembly = TRUE;
            if (found != NULL) {
                return found;
            }
        }
    }
    return NULL;
}

/* An operand is printed by its symbol's name, which may be a directive that reads, or the beginning
 * of one that the text goes on. OpenMP's locks, ".gomp_critical_user_", are none. */
static gboolean is_called_like_directive(LLVMValueRef value)
{
    gsize length = 0;
    const char *name = LLVMGetValueName2(value, &length);
    if (*name != '.' || LLVMGetLinkage(value) == LLVMPrivateLinkage) {
        return FALSE;
    }
    g_autofree char *text = g_ascii_strdown(name, (gssize)length);
    for (gsize i = 0; i < G_N_ELEMENTS(reading_directives); i++) {
        if (g_str_has_prefix(text, reading_directives[i]) ||
            g_str_has_prefix(reading_directives[i], text)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean has_symbol_like_directive(Module *self)
{
    for (LLVMValueRef value = LLVMGetFirstFunction(module_llvm(self)); value != NULL;
         value = LLVMGetNextFunction(value)) {
        if (is_called_like_directive(value)) {
            return TRUE;
        }
    }
    for (LLVMValueRef value = LLVMGetFirstGlobal(module_llvm(self)); value != NULL;
         value = LLVMGetNextGlobal(value)) {
        if (is_called_like_directive(value)) {
            return TRUE;
        }
    }
    for (LLVMValueRef value = LLVMGetFirstGlobalAlias(module_llvm(self)); value != NULL;
         value = LLVMGetNextGlobalAlias(value)) {
        if (is_called_like_directive(value)) {
            return TRUE;
        }
    }
    return FALSE;
}

const char *module_assembly_reads(Module *self)
{
    gsize length = 0;
    const char *assembly = LLVMGetModuleInlineAsm(module_llvm(self), &length);
    const char *found = assembly_reads(assembly, length);
    gboolean has_assembly = FALSE;
    for (LLVMValueRef function = LLVMGetFirstFunction(module_llvm(self));
         found == NULL && function != NULL; function = LLVMGetNextFunction(function)) {
        found = function_assembly_reads(function, &has_assembly);
    }
    return found == NULL && has_assembly && has_symbol_like_directive(self)
               ? "a symbol that is called like a directive"
               : found;
}
