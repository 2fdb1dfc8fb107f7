#include "container/lower/constructors.h"
#include <glib.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#define PRIORITY_DEFAULT 65535u

typedef struct {
    const char *list;    /* LLVM's name for the array of {priority, function, associated} */
    const char *section; /* sections are run in the order of priorities by linkers */
} Kind;

static void place(LLVMModuleRef module, const Kind *kind, LLVMValueRef entry)
{
    LLVMValueRef function = LLVMGetOperand(entry, 1);
    LLVMValueRef associated = LLVMGetOperand(entry, 2);
    if (LLVMIsAConstantPointerNull(function) != NULL) {
        return;
    }
    unsigned long long priority = LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0));
    LLVMValueRef slot = LLVMAddGlobal(module, LLVMTypeOf(function), "");
    LLVMSetInitializer(slot, function);
    LLVMSetLinkage(slot, LLVMPrivateLinkage);
    LLVMSetAlignment(slot, LLVMPointerSize(LLVMGetModuleDataLayout(module)));
    g_autofree char *section = priority == PRIORITY_DEFAULT
                                   ? g_strdup(kind->section)
                                   : g_strdup_printf("%s.%llu", kind->section, priority);
    LLVMSetSection(slot, section);
    /* What is initialised and dropped with a duplicate takes its constructor along. */
    LLVMComdatRef comdat =
        LLVMIsAGlobalObject(associated) != NULL ? LLVMGetComdat(associated) : NULL;
    if (comdat != NULL) {
        LLVMSetComdat(slot, comdat);
    }
}

void constructors_place(LLVMModuleRef module)
{
    static const Kind kinds[] = {{"llvm.global_ctors", ".init_array"},
                                 {"llvm.global_dtors", ".fini_array"}};
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        LLVMValueRef list = LLVMGetNamedGlobal(module, kinds[i].list);
        LLVMValueRef entries = list == NULL ? NULL : LLVMGetInitializer(list);
        int count = entries == NULL || LLVMIsAConstantArray(entries) == NULL
                        ? 0
                        : LLVMGetNumOperands(entries);
        for (int k = 0; k < count; k++) {
            LLVMValueRef entry = LLVMGetOperand(entries, (unsigned)k);
            if (LLVMIsAConstantStruct(entry) != NULL) {
                place(module, &kinds[i], entry);
            }
        }
        if (list != NULL) {
            LLVMDeleteGlobal(list);
        }
    }
}
