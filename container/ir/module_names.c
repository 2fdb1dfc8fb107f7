#include "container/ir/module_names.h"
#include "container/ir/module_llvm.h"
#include <llvm-c/Core.h>
#include <string.h>

/* Texts are in `texts`, each once. */
typedef struct {
    GPtrArray *defines; /* const char * */
    GPtrArray *needs;   /* const char * */
    GPtrArray *threads; /* const char *: of what it needs, variables of threads */
    gboolean unclear;   /* its assembly may need and define anything */
} Names;

struct ModuleNames {
    GMutex lock;
    GStringChunk *texts;
    GHashTable *modules; /* const char * -> Names * */
};

static void names_free(gpointer data)
{
    Names *names = data;
    g_ptr_array_unref(names->defines);
    g_ptr_array_unref(names->needs);
    g_ptr_array_unref(names->threads);
    g_free(names);
}

ModuleNames *module_names_new(void)
{
    ModuleNames *self = g_new0(ModuleNames, 1);
    g_mutex_init(&self->lock);
    self->texts = g_string_chunk_new(64 * 1024);
    self->modules = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, names_free);
    return self;
}

void module_names_free(ModuleNames *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->modules);
        g_string_chunk_free(self->texts);
        g_mutex_clear(&self->lock);
        g_free(self);
    }
}

/* What only this module sees is nothing to others. A body that is there for the optimiser alone is
 * another module's to define, and one that goes when its own module does not use it may be gone. */
static void add_value(ModuleNames *self, Names *names, LLVMValueRef value)
{
    gsize length = 0;
    const char *text = LLVMGetValueName2(value, &length);
    LLVMLinkage linkage = LLVMGetLinkage(value);
    gboolean is_local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage ||
                        linkage == LLVMAppendingLinkage;
    gboolean is_intrinsic = LLVMIsAFunction(value) != NULL && LLVMGetIntrinsicID(value) != 0;
    if (is_local || is_intrinsic || g_str_has_prefix(text, "llvm.")) {
        return;
    }
    const char *name = g_string_chunk_insert_const(self->texts, text);
    gboolean is_left = LLVMIsDeclaration(value) || linkage == LLVMAvailableExternallyLinkage;
    gboolean may_go = linkage == LLVMLinkOnceAnyLinkage || linkage == LLVMLinkOnceODRLinkage;
    if (!is_left && !may_go) {
        g_ptr_array_add(names->defines, (gpointer)name);
    } else if (is_left && linkage != LLVMExternalWeakLinkage && LLVMGetFirstUse(value) != NULL) {
        gboolean is_thread = LLVMIsAGlobalVariable(value) != NULL && LLVMIsThreadLocal(value);
        g_ptr_array_add(is_thread ? names->threads : names->needs, (gpointer)name);
    }
}

/* Assembly whose text is empty only keeps the optimiser away. */
static gboolean is_assembly(LLVMValueRef instruction)
{
    gboolean is_call = LLVMIsACallInst(instruction) != NULL ||
                       LLVMIsAInvokeInst(instruction) != NULL ||
                       LLVMGetInstructionOpcode(instruction) == LLVMCallBr;
    LLVMValueRef callee = is_call ? LLVMGetCalledValue(instruction) : NULL;
    gsize length = 0;
    if (callee != NULL && LLVMIsAInlineAsm(callee) != NULL) {
        LLVMGetInlineAsmAsmString(callee, &length);
    }
    return length > 0;
}

static gboolean has_assembly(LLVMModuleRef llvm)
{
    gsize length = 0;
    LLVMGetModuleInlineAsm(llvm, &length);
    for (LLVMValueRef function = LLVMGetFirstFunction(llvm); length == 0 && function != NULL;
         function = LLVMGetNextFunction(function)) {
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
             block = LLVMGetNextBasicBlock(block)) {
            for (LLVMValueRef instruction = LLVMGetFirstInstruction(block); instruction != NULL;
                 instruction = LLVMGetNextInstruction(instruction)) {
                if (is_assembly(instruction)) {
                    return TRUE;
                }
            }
        }
    }
    return length > 0;
}

void module_names_add(ModuleNames *self, const char *digest, const Module *module)
{
    LLVMModuleRef llvm = module_llvm(module);
    Names *names = g_new0(Names, 1);
    *names = (Names){g_ptr_array_new(), g_ptr_array_new(), g_ptr_array_new(), FALSE};
    names->unclear = has_assembly(llvm);
    g_mutex_lock(&self->lock);
    for (LLVMValueRef value = LLVMGetFirstFunction(llvm); value != NULL;
         value = LLVMGetNextFunction(value)) {
        add_value(self, names, value);
    }
    for (LLVMValueRef value = LLVMGetFirstGlobal(llvm); value != NULL;
         value = LLVMGetNextGlobal(value)) {
        add_value(self, names, value);
    }
    for (LLVMValueRef value = LLVMGetFirstGlobalAlias(llvm); value != NULL;
         value = LLVMGetNextGlobalAlias(value)) {
        add_value(self, names, value);
    }
    for (LLVMValueRef value = LLVMGetFirstGlobalIFunc(llvm); value != NULL;
         value = LLVMGetNextGlobalIFunc(value)) {
        add_value(self, names, value);
    }
    g_hash_table_insert(self->modules, g_string_chunk_insert_const(self->texts, digest), names);
    g_mutex_unlock(&self->lock);
}

/* ---- what is open ---------------------------------------------------------------------------- */

/* LLVM's text has the characters of a name that are not plain as their numbers. */
static void append_name(GString *text, const char *name)
{
    g_string_append(text, "@\"");
    for (const char *c = name; *c != '\0'; c++) {
        if (g_ascii_isgraph(*c) && *c != '"' && *c != '\\') {
            g_string_append_c(text, *c);
        } else {
            g_string_append_printf(text, "\\%02X", (guint)(guchar)*c);
        }
    }
    g_string_append_c(text, '"');
}

typedef struct {
    GHashTable *known; /* const char *: what was taken, a set */
    GString *text;
    GString *table; /* the items of a table of what is needed */
    guint items;
    guint threads; /* variables of threads: each has a function that asks for its address */
} Opening;

static void append_open(Opening *self, const GPtrArray *names, GHashTable *defined,
                        gboolean is_thread)
{
    for (guint i = 0; i < names->len; i++) {
        if (g_hash_table_contains(defined, names->pdata[i]) ||
            !g_hash_table_add(self->known, names->pdata[i])) {
            continue;
        }
        append_name(self->text, names->pdata[i]);
        g_string_append_printf(self->text, " = external %sglobal i8\n",
                               is_thread ? "thread_local " : "");
        if (is_thread) {
            g_string_append_printf(self->text,
                                   "define ptr @xaas.thread.%u() {\n  %%a = call ptr "
                                   "@llvm.threadlocal.address.p0(ptr ",
                                   self->threads++);
            append_name(self->text, names->pdata[i]);
            g_string_append(self->text, ")\n  ret ptr %a\n}\n");
        } else {
            g_string_append(self->table, self->items++ > 0 ? ", ptr " : "ptr ");
            append_name(self->table, names->pdata[i]);
        }
    }
}

/* FALSE when nobody knows what one of them leaves open. */
static gboolean append_group(const ModuleNames *self, Opening *opening, const GPtrArray *digests)
{
    g_autoptr(GHashTable) defined = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) modules = g_ptr_array_new();
    for (guint i = 0; i < digests->len; i++) {
        const Names *names = g_hash_table_lookup(self->modules, digests->pdata[i]);
        if (names == NULL || names->unclear) {
            return FALSE;
        }
        g_ptr_array_add(modules, (gpointer)names);
        for (guint k = 0; k < names->defines->len; k++) {
            g_hash_table_add(defined, names->defines->pdata[k]);
        }
    }
    for (guint i = 0; i < modules->len; i++) {
        const Names *names = modules->pdata[i];
        append_open(opening, names->needs, defined, FALSE);
        append_open(opening, names->threads, defined, TRUE);
    }
    return TRUE;
}

char *module_names_open(const ModuleNames *self, const GPtrArray *groups, const char *triple)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GString) table = g_string_new(NULL);
    g_string_printf(text, "target triple = \"%s\"\ndeclare ptr @llvm.threadlocal.address.p0(ptr)\n",
                    triple);
    Opening opening = {.known = known, .text = text, .table = table};
    for (guint i = 0; i < groups->len; i++) {
        if (!append_group(self, &opening, groups->pdata[i])) {
            return NULL;
        }
    }
    if (opening.items > 0) {
        g_string_append_printf(text, "@xaas.table = global [%u x ptr] [%s]\n", opening.items,
                               table->str);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}
