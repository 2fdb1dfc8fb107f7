#include "container/lower/keep_early.h"
#include "container/ir/symbol_text.h"
#include "core/word_list.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <string.h>

/* Every processor of an architecture that is known here passes vectors of so many bits in the same
 * registers. */
#define VECTOR_BITS_SAME 128u

typedef struct {
    Module *module;
    const LowerRequest *request;
    GPtrArray *early;    /* LLVMValueRef: functions, in the order in which they were found */
    GHashTable *seen;    /* the same, a set */
    GPtrArray *given;    /* LLVMValueRef: functions whose addresses these functions name */
    guint given_added;   /* so many of them are early because of `by_address` */
    GHashTable *visited; /* variables looked through for those, a set */
    gboolean by_address; /* whether one of them, or what it calls, calls by an address */
} Early;

static void add(Early *self, LLVMValueRef function)
{
    if (!LLVMIsDeclaration(function) && g_hash_table_add(self->seen, function)) {
        g_ptr_array_add(self->early, function);
    }
}

/* ---- where it begins ------------------------------------------------------------------------- */

static gboolean runs_by_itself(LLVMValueRef variable)
{
    static const char *const names[] = {"llvm.global_ctors", "llvm.global_dtors"};
    static const char *const sections[] = {".init_array", ".preinit_array", ".fini_array",
                                           ".ctors",      ".dtors",         NULL};
    gsize length = 0;
    const char *name = LLVMGetValueName2(variable, &length);
    const char *section = LLVMGetSection(variable);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_str_equal(name, names[i])) {
            return TRUE;
        }
    }
    return section != NULL && word_list_begins(sections, section);
}

/* Functions that a constant names, be it by way of the module's own variables: tables of virtual
 * functions among them. These may form long lists. */
static void functions_of(Early *self, LLVMValueRef value, GPtrArray *found)
{
    g_autoptr(GPtrArray) next = g_ptr_array_new();
    g_ptr_array_add(next, value);
    while (next->len > 0) {
        LLVMValueRef one = g_ptr_array_steal_index_fast(next, next->len - 1);
        if (LLVMIsAConstant(one) == NULL) {
            continue;
        }
        if (LLVMIsAFunction(one) != NULL) {
            g_ptr_array_add(found, one);
        } else if (LLVMIsAGlobalVariable(one) != NULL) {
            LLVMValueRef initial = LLVMGetInitializer(one);
            if (initial != NULL && g_hash_table_add(self->visited, one)) {
                g_ptr_array_add(next, initial);
            }
        } else if (LLVMIsAGlobalAlias(one) != NULL) {
            g_ptr_array_add(next, LLVMAliasGetAliasee(one));
        } else {
            int count = LLVMGetNumOperands(one);
            for (int i = 0; i < count; i++) {
                g_ptr_array_add(next, LLVMGetOperand(one, (unsigned)i));
            }
        }
    }
}

/* What sets a variable of a thread up runs where another unit first names the variable (Itanium
 * C++ ABI, "Thread-local storage"). */
static gboolean starts_thread_variable(LLVMValueRef value)
{
    gsize length = 0;
    return g_str_has_prefix(LLVMGetValueName2(value, &length), "_ZTH");
}

static void add_thread_roots(LLVMModuleRef module, Early *self, GPtrArray *found)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function != NULL;
         function = LLVMGetNextFunction(function)) {
        if (starts_thread_variable(function)) {
            g_ptr_array_add(found, function);
        }
    }
    for (LLVMValueRef alias = LLVMGetFirstGlobalAlias(module); alias != NULL;
         alias = LLVMGetNextGlobalAlias(alias)) {
        if (starts_thread_variable(alias)) {
            functions_of(self, LLVMAliasGetAliasee(alias), found);
        }
    }
}

static void add_roots(Early *self)
{
    LLVMModuleRef module = module_llvm(self->module);
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    for (LLVMValueRef variable = LLVMGetFirstGlobal(module); variable != NULL;
         variable = LLVMGetNextGlobal(variable)) {
        if (runs_by_itself(variable) && LLVMGetInitializer(variable) != NULL) {
            functions_of(self, LLVMGetInitializer(variable), found);
        }
    }
    for (LLVMValueRef chosen = LLVMGetFirstGlobalIFunc(module); chosen != NULL;
         chosen = LLVMGetNextGlobalIFunc(chosen)) {
        functions_of(self, LLVMGetGlobalIFuncResolver(chosen), found);
    }
    add_thread_roots(module, self, found);
    for (guint i = 0; i < found->len; i++) {
        add(self, found->pdata[i]);
    }
    /* What an initialiser fills is looked through anew where it names it. */
    g_hash_table_remove_all(self->visited);
}

/* ---- what it may not need -------------------------------------------------------------------- */

static gboolean refuse(LLVMValueRef function, const char *why, GError **error)
{
    gsize length = 0;
    g_autofree char *name = symbol_text(LLVMGetValueName2(function, &length));
    g_set_error(error, LOWER_ERROR, LOWER_ERROR_EARLY,
                "the function %s runs before the program can choose among its units, and %s, "
                "which the target may lack, so that its unit cannot keep a target of its own; name "
                "another target, or have all units keep theirs (--target recorded)",
                name, why);
    return FALSE;
}

static gboolean is_wide(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMScalableVectorTypeKind) {
        return TRUE;
    }
    if (kind != LLVMVectorTypeKind) {
        return FALSE;
    }
    LLVMTypeRef element = LLVMGetElementType(type);
    /* A vector of pointers is no argument in any language that is known here. */
    unsigned bits = LLVMGetTypeKind(element) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(element)
                    : LLVMGetTypeKind(element) == LLVMHalfTypeKind ||
                            LLVMGetTypeKind(element) == LLVMBFloatTypeKind
                        ? 16
                    : LLVMGetTypeKind(element) == LLVMFloatTypeKind ? 32
                                                                    : 64;
    return LLVMGetVectorSize(type) * bits > VECTOR_BITS_SAME;
}

/* Wide vectors are passed in other registers where the processor has them. */
static gboolean passes_wide(LLVMTypeRef signature)
{
    unsigned count = LLVMCountParamTypes(signature);
    g_autofree LLVMTypeRef *types = g_new0(LLVMTypeRef, count + 1);
    LLVMGetParamTypes(signature, types);
    types[count] = LLVMGetReturnType(signature);
    for (unsigned i = 0; i <= count; i++) {
        if (is_wide(types[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "llvm.x86.avx2.psad.bw" is one for the machines that LLVM calls "x86-64". */
static gboolean is_for_machine(const Early *self, LLVMValueRef intrinsic)
{
    static const char common[] = "llvm.";
    gsize length = 0;
    const char *name = LLVMGetValueName2(intrinsic, &length) + strlen(common);
    g_autofree char *first = g_strndup(name, strcspn(name, "."));
    LLVMTargetRef target = NULL;
    char *message = NULL;
    gboolean failed =
        LLVMGetTargetFromTriple(LLVMGetTarget(module_llvm(self->module)), &target, &message) != 0;
    LLVMDisposeMessage(message);
    return failed || g_str_has_prefix(LLVMGetTargetName(target), first);
}

/* ---- what it calls --------------------------------------------------------------------------- */

static LLVMValueRef aliased(LLVMValueRef value)
{
    while (LLVMIsAGlobalAlias(value) != NULL) {
        value = LLVMAliasGetAliasee(value);
    }
    return value;
}

/* A function that runs, wherever it is defined. */
static void take_callee(Early *self, LLVMValueRef function, LLVMTypeRef signature)
{
    add(self, function);
    if (LLVMIsDeclaration(function) &&
        callees_calls(self->request->callees, function, signature) != CALLEE_CALLS_NONE) {
        self->by_address = TRUE;
    }
}

/* What it calls may stand in a variable in place of the call. */
static void take_call_of_own(Early *self, LLVMValueRef callee, LLVMValueRef call)
{
    unsigned count = LLVMGetNumArgOperands(call);
    gboolean named = FALSE;
    for (unsigned i = 0; i < count; i++) {
        if (!callees_takes(self->request->callees, callee, i)) {
            continue;
        }
        LLVMValueRef given = aliased(LLVMGetOperand(call, i));
        named = TRUE;
        if (LLVMIsAFunction(given) != NULL) {
            take_callee(self, given, LLVMGlobalGetValueType(given));
        } else if (LLVMIsAConstantPointerNull(given) == NULL) {
            self->by_address = TRUE;
        }
    }
    self->by_address = self->by_address || !named;
}

static gboolean take_call(Early *self, LLVMValueRef function, LLVMValueRef call, GError **error)
{
    LLVMValueRef callee = aliased(LLVMGetCalledValue(call));
    LLVMTypeRef signature = LLVMGetCalledFunctionType(call);
    if (LLVMIsAInlineAsm(callee) != NULL) {
        gsize length = 0;
        LLVMGetInlineAsmAsmString(callee, &length);
        return length == 0 || refuse(function, "has assembly", error);
    }
    if (LLVMIsAFunction(callee) == NULL) {
        self->by_address = TRUE;
    } else if (LLVMGetIntrinsicID(callee) != 0) {
        return !is_for_machine(self, callee) ||
               refuse(function, "has instructions of its machine", error);
    } else if (LLVMIsDeclaration(callee) &&
               callees_calls(self->request->callees, callee, signature) == CALLEE_CALLS_OWN) {
        take_call_of_own(self, callee, call);
    } else {
        take_callee(self, callee, signature);
    }
    return !passes_wide(signature) || refuse(function, "passes wide vectors", error);
}

/* Linkers take any unit's copy of it, and what is made by another unit's copy is used by all. */
static gboolean is_of_several(LLVMValueRef function)
{
    LLVMLinkage linkage = LLVMGetLinkage(function);
    return linkage != LLVMExternalLinkage && linkage != LLVMInternalLinkage &&
           linkage != LLVMPrivateLinkage;
}

/* An instruction's operands but for the function that it calls, which comes last. Objects that
 * several units have (inline variables, static ones of inline functions) may come into being here,
 * and the others call what their tables name without looking. */
static void take_addresses(Early *self, LLVMValueRef instruction)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    LLVMValueRef callee = module_callee(instruction);
    gboolean taken = callee != NULL && LLVMIsAFunction(aliased(callee)) != NULL;
    int count = LLVMGetNumOperands(instruction) - (taken ? 1 : 0);
    for (int i = 0; i < count; i++) {
        functions_of(self, LLVMGetOperand(instruction, (unsigned)i), found);
    }
    for (guint i = 0; i < found->len; i++) {
        if (is_of_several(found->pdata[i])) {
            add(self, found->pdata[i]);
        } else {
            g_ptr_array_add(self->given, found->pdata[i]);
        }
    }
}

/* One whose target the project wrote in the source may run if that target is there. */
static gboolean may_have_own(const Early *self, LLVMValueRef function)
{
    g_autofree char *own = module_target_of(function);
    return *own == '\0' ||
           target_covers(LLVMGetTarget(module_llvm(self->module)), self->request->usual, own);
}

static gboolean take_function(Early *self, LLVMValueRef function, GError **error)
{
    if (!may_have_own(self, function)) {
        return refuse(function, "has a target of its own", error);
    }
    if (passes_wide(LLVMGlobalGetValueType(function))) {
        return refuse(function, "passes wide vectors", error);
    }
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef instruction = LLVMGetFirstInstruction(block); instruction != NULL;
             instruction = LLVMGetNextInstruction(instruction)) {
            if (module_callee(instruction) != NULL &&
                !take_call(self, function, instruction, error)) {
                return FALSE;
            }
            take_addresses(self, instruction);
        }
    }
    return TRUE;
}

static gboolean follow(Early *self, GError **error)
{
    for (guint i = 0; i < self->early->len; i++) {
        if (!take_function(self, self->early->pdata[i], error)) {
            return FALSE;
        }
        /* Nobody knows which address it calls: any that it could have. */
        while (self->by_address && self->given_added < self->given->len) {
            add(self, self->given->pdata[self->given_added++]);
        }
    }
    return TRUE;
}

gboolean keep_early(Module *module, const LowerRequest *request, GError **error)
{
    g_autoptr(GPtrArray) early = g_ptr_array_new();
    g_autoptr(GPtrArray) given = g_ptr_array_new();
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) visited = g_hash_table_new(NULL, NULL);
    Early self = {.module = module,
                  .request = request,
                  .early = early,
                  .seen = seen,
                  .given = given,
                  .visited = visited};
    add_roots(&self);
    if (!follow(&self, error)) {
        return FALSE;
    }
    for (guint i = 0; i < early->len; i++) {
        module_give_target(module, early->pdata[i], request->usual);
    }
    return TRUE;
}
