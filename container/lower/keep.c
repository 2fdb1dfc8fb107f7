#include "container/lower/keep.h"
#include "container/lower/keep_early.h"
#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>
#include <string.h>

/* Linkers take one copy of what has such linkage, if there are several. */
static gboolean is_replaceable(LLVMValueRef value)
{
    switch (LLVMGetLinkage(value)) {
    case LLVMLinkOnceAnyLinkage:
    case LLVMLinkOnceODRLinkage:
    case LLVMLinkOnceODRAutoHideLinkage:
    case LLVMWeakAnyLinkage:
    case LLVMWeakODRLinkage:
    case LLVMExternalWeakLinkage:
    case LLVMCommonLinkage:
        return TRUE;
    case LLVMExternalLinkage:
    case LLVMAvailableExternallyLinkage:
    case LLVMAppendingLinkage:
    case LLVMInternalLinkage:
    case LLVMPrivateLinkage:
    case LLVMDLLImportLinkage:
    case LLVMDLLExportLinkage:
    case LLVMGhostLinkage:
    case LLVMLinkerPrivateLinkage:
    case LLVMLinkerPrivateWeakLinkage:
        return FALSE;
    }
    return TRUE;
}

/* LLVM drops it where its own unit does not use it, so that no other unit can rely on it. */
static gboolean is_copy(LLVMValueRef value)
{
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return linkage == LLVMLinkOnceODRLinkage || linkage == LLVMLinkOnceODRAutoHideLinkage;
}

static gboolean is_local(LLVMValueRef value)
{
    LLVMLinkage linkage = LLVMGetLinkage(value);
    return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/* What a unit's own copy is called and where it lies says nothing to linkers. */
static void make_local(LLVMValueRef value)
{
    if (LLVMIsAGlobalObject(value) != NULL) {
        LLVMSetComdat(value, NULL);
    }
    LLVMSetVisibility(value, LLVMDefaultVisibility);
    LLVMSetLinkage(value, LLVMInternalLinkage);
}

/* ---- whether anybody could tell two copies apart ----------------------------------------------
 */

/* Tables of virtual functions (Itanium C++ ABI, "Virtual Tables"): their entries are only called.
 */
static gboolean is_virtual_table(LLVMValueRef variable)
{
    gsize length = 0;
    const char *name = LLVMGetValueName2(variable, &length);
    return g_str_has_prefix(name, "_ZTV") || g_str_has_prefix(name, "_ZTC");
}

static gboolean only_calls(LLVMValueRef user, LLVMValueRef value)
{
    if (module_callee(user) != value) {
        return FALSE;
    }
    unsigned count = LLVMGetNumArgOperands(user);
    for (unsigned i = 0; i < count; i++) {
        if (LLVMGetOperand(user, i) == value) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Whether a function's address is nothing that could be compared: it is only called, there or from
 * a table, or its frontend says so, as of constructors. */
static gboolean is_only_called(LLVMValueRef value)
{
    if (LLVMIsAGlobalValue(value) != NULL &&
        LLVMGetUnnamedAddress(value) == LLVMGlobalUnnamedAddr) {
        return TRUE;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(value); use != NULL; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        gboolean good = LLVMIsAGlobalVariable(user) != NULL ? is_virtual_table(user)
                        : LLVMIsAConstant(user) != NULL     ? is_only_called(user)
                                                            : only_calls(user, value);
        if (!good) {
            return FALSE;
        }
    }
    return TRUE;
}

/* ---- what code it brings ----------------------------------------------------------------------
 */

typedef struct {
    GHashTable *users; /* LLVMValueRef: variables -> GPtrArray of those whose values name them */
    GHashTable *own;   /* LLVMValueRef: variables that name functions of this unit alone, a set */
    GPtrArray *fresh;  /* those of them whose users were not looked at yet */
} Reach;

static gboolean can_be_own(LLVMValueRef variable)
{
    return is_copy(variable) && LLVMIsGlobalConstant(variable) &&
           LLVMGetUnnamedAddress(variable) == LLVMGlobalUnnamedAddr;
}

static void mark(Reach *self, LLVMValueRef variable)
{
    if (g_hash_table_add(self->own, variable)) {
        g_ptr_array_add(self->fresh, variable);
    }
}

/* What stands in a variable's value, which is as deep as its type. */
static void note(Reach *self, LLVMValueRef variable, LLVMValueRef value)
{
    if (LLVMIsAConstant(value) == NULL) {
        return;
    }
    if (LLVMIsAFunction(value) != NULL) {
        if (is_local(value)) {
            mark(self, variable);
        }
    } else if (LLVMIsAGlobalVariable(value) != NULL) {
        GPtrArray *users = g_hash_table_lookup(self->users, value);
        if (users == NULL) {
            users = g_ptr_array_new();
            g_hash_table_insert(self->users, value, users);
        }
        g_ptr_array_add(users, variable);
    } else if (LLVMIsAGlobalAlias(value) != NULL) {
        if (is_local(value)) {
            note(self, variable, LLVMAliasGetAliasee(value));
        }
    } else {
        int count = LLVMGetNumOperands(value);
        for (int i = 0; i < count; i++) {
            note(self, variable, LLVMGetOperand(value, (unsigned)i));
        }
    }
}

/* Finds the variables that name functions of this unit alone, be it by way of what is or becomes
 * the unit's own, too. What they name otherwise is another unit's as well as this one's. */
static void find_own_code(Reach *self, LLVMModuleRef module)
{
    for (LLVMValueRef variable = LLVMGetFirstGlobal(module); variable != NULL;
         variable = LLVMGetNextGlobal(variable)) {
        LLVMValueRef initial = LLVMGetInitializer(variable);
        if (initial != NULL) {
            note(self, variable, initial);
        }
    }
    while (self->fresh->len > 0) {
        LLVMValueRef variable = g_ptr_array_steal_index_fast(self->fresh, self->fresh->len - 1);
        const GPtrArray *users = g_hash_table_lookup(self->users, variable);
        gboolean leads = users != NULL && (is_local(variable) || can_be_own(variable));
        for (guint i = 0; leads && i < users->len; i++) {
            mark(self, users->pdata[i]);
        }
    }
}

/* ---- the module ------------------------------------------------------------------------------ */

static void expose(GPtrArray *exposed, LLVMValueRef value)
{
    gsize length = 0;
    const char *name = LLVMGetValueName2(value, &length);
    g_ptr_array_add(exposed, g_strndup(name, length));
}

static void keep_functions(LLVMModuleRef module, GPtrArray *exposed)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function != NULL;
         function = LLVMGetNextFunction(function)) {
        if (LLVMIsDeclaration(function) || is_local(function) ||
            LLVMGetLinkage(function) == LLVMAvailableExternallyLinkage) {
            continue;
        }
        if (is_copy(function) && is_only_called(function)) {
            make_local(function);
        } else {
            expose(exposed, function);
        }
    }
    for (LLVMValueRef alias = LLVMGetFirstGlobalAlias(module); alias != NULL;
         alias = LLVMGetNextGlobalAlias(alias)) {
        if (is_copy(alias) && is_only_called(alias)) {
            make_local(alias);
        } else if (!is_local(alias)) {
            expose(exposed, alias);
        }
    }
    for (LLVMValueRef chosen = LLVMGetFirstGlobalIFunc(module); chosen != NULL;
         chosen = LLVMGetNextGlobalIFunc(chosen)) {
        if (!is_local(chosen)) {
            expose(exposed, chosen);
        }
    }
}

static void keep_variables(LLVMModuleRef module, GPtrArray *exposed)
{
    g_autoptr(GPtrArray) own = g_ptr_array_new();
    g_autoptr(GPtrArray) fresh = g_ptr_array_new();
    g_autoptr(GHashTable) reaching = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) users =
        g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
    Reach reach = {.users = users, .own = reaching, .fresh = fresh};
    find_own_code(&reach, module);
    for (LLVMValueRef variable = LLVMGetFirstGlobal(module); variable != NULL;
         variable = LLVMGetNextGlobal(variable)) {
        if (!is_replaceable(variable) || !g_hash_table_contains(reach.own, variable)) {
            continue;
        }
        if (can_be_own(variable)) {
            g_ptr_array_add(own, variable);
        } else {
            expose(exposed, variable);
        }
    }
    for (guint i = 0; i < own->len; i++) {
        make_local(own->pdata[i]);
    }
}

gboolean keep_apart(Module *module, const LowerRequest *request, GPtrArray *exposed, GError **error)
{
    if (!keep_early(module, request, error)) {
        return FALSE;
    }
    keep_functions(module_llvm(module), exposed);
    keep_variables(module_llvm(module), exposed);
    return TRUE;
}
