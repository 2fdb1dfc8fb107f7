#include "container/lower/sections.h"
#include <glib.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>

static gboolean is_free(LLVMValueRef value)
{
    const char *section = LLVMGetSection(value);
    return !LLVMIsDeclaration(value) && LLVMGetComdat(value) == NULL &&
           (section == NULL || *section == '\0');
}

static void give_section(LLVMValueRef value, const char *prefix)
{
    gsize length = 0;
    const char *name = LLVMGetValueName2(value, &length);
    g_autofree char *own = g_strdup_printf("%s.%.*s", prefix, (int)length, name);
    LLVMSetSection(value, own);
}

void sections_of_functions(LLVMModuleRef module)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function != NULL;
         function = LLVMGetNextFunction(function)) {
        if (is_free(function)) {
            give_section(function, ".text");
        }
    }
}

/* Whether a constant holds no address: numbers, and arrays and structures of them. */
static gboolean is_plain(LLVMValueRef constant)
{
    if (LLVMIsAConstantDataSequential(constant) != NULL || LLVMIsAConstantInt(constant) != NULL ||
        LLVMIsAConstantFP(constant) != NULL || LLVMIsAConstantPointerNull(constant) != NULL ||
        LLVMIsAConstantAggregateZero(constant) != NULL || LLVMIsAUndefValue(constant) != NULL) {
        return TRUE;
    }
    gboolean plain = LLVMIsAConstantArray(constant) != NULL ||
                     LLVMIsAConstantStruct(constant) != NULL ||
                     LLVMIsAConstantVector(constant) != NULL;
    int count = plain ? LLVMGetNumOperands(constant) : 0;
    for (int i = 0; plain && i < count; i++) {
        plain = is_plain(LLVMGetOperand(constant, (unsigned)i));
    }
    return plain;
}

/* NULL: it stays where it is. */
static const char *prefix_of(LLVMValueRef global)
{
    LLVMValueRef value = LLVMGetInitializer(global);
    LLVMLinkage linkage = LLVMGetLinkage(global);
    if (value == NULL || linkage == LLVMCommonLinkage || linkage == LLVMPrivateLinkage ||
        linkage == LLVMAppendingLinkage || linkage == LLVMAvailableExternallyLinkage) {
        return NULL;
    }
    gboolean zero = LLVMIsNull(value);
    if (LLVMIsThreadLocal(global)) {
        return zero ? ".tbss" : ".tdata";
    }
    if (!LLVMIsGlobalConstant(global)) {
        return zero ? ".bss" : ".data";
    }
    return is_plain(value) && LLVMGetUnnamedAddress(global) != LLVMGlobalUnnamedAddr ? ".rodata"
                                                                                     : NULL;
}

void sections_of_data(LLVMModuleRef module)
{
    for (LLVMValueRef global = LLVMGetFirstGlobal(module); global != NULL;
         global = LLVMGetNextGlobal(global)) {
        const char *prefix = is_free(global) ? prefix_of(global) : NULL;
        if (prefix != NULL) {
            give_section(global, prefix);
        }
    }
}
