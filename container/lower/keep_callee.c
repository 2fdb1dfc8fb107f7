#include "container/lower/keep_callee.h"
#include <llvm-c/Target.h>
#include <string.h>

/* Of the C, C++ and OpenMP runtimes: one of their arguments is a function, and they call no other.
 */
static const char *const calls_own[] = {"__cxa_atexit",    "__cxa_thread_atexit",
                                        "__cxa_throw",     "atexit",
                                        "at_quick_exit",   "bsearch",
                                        "call_once",       "on_exit",
                                        "pthread_create",  "pthread_once",
                                        "pthread_atfork",  "qsort",
                                        "__kmpc_fork_call"};

/* They copy, compare, count or give memory. */
static const char *const calls_none[] = {"__assert_fail",
                                         "__cxa_allocate_exception",
                                         "__cxa_begin_catch",
                                         "__cxa_free_exception",
                                         "__cxa_guard_abort",
                                         "__cxa_guard_acquire",
                                         "__cxa_guard_release",
                                         "__errno_location",
                                         "_Unwind_Resume",
                                         "_ZNSt8ios_base4InitC1Ev",
                                         "_ZNSt8ios_base4InitD1Ev",
                                         "calloc",
                                         "exit",
                                         "fclose",
                                         "fopen",
                                         "fprintf",
                                         "fputs",
                                         "free",
                                         "getenv",
                                         "malloc",
                                         "memchr",
                                         "memcmp",
                                         "memcpy",
                                         "memmove",
                                         "memset",
                                         "posix_memalign",
                                         "printf",
                                         "pthread_mutex_lock",
                                         "pthread_mutex_unlock",
                                         "puts",
                                         "realloc",
                                         "snprintf",
                                         "sscanf",
                                         "strcasecmp",
                                         "strchr",
                                         "strcmp",
                                         "strcpy",
                                         "strdup",
                                         "strlen",
                                         "strncmp",
                                         "strncpy",
                                         "strstr",
                                         "strtol",
                                         "strtoul"};

/* The same of C++: operators for memory, strings of characters, trees, what only throws. */
static const char *const calls_none_begin[] = {"_Znwm",
                                               "_Znam",
                                               "_ZdlPv",
                                               "_ZdaPv",
                                               "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIc"
                                               "EE",
                                               "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaI"
                                               "cEE",
                                               "_ZNSaIcE",
                                               "_ZSt17__throw_",
                                               "_ZSt18_Rb_tree_",
                                               "_ZSt19__throw_",
                                               "_ZSt20__throw_",
                                               "_ZSt24__throw_",
                                               "_ZSt28_Rb_tree_",
                                               "_ZSt29_Rb_tree_"};

static gboolean is_one_of(const char *name, const char *const *names, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        if (g_str_equal(name, names[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_known_none(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(calls_none_begin); i++) {
        if (g_str_has_prefix(name, calls_none_begin[i])) {
            return TRUE;
        }
    }
    return is_one_of(name, calls_none, G_N_ELEMENTS(calls_none));
}

/* Some structures with pointers are passed as integers. */
static gboolean can_hold_address(LLVMTypeRef type, unsigned address_bits)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind) {
        return LLVMGetIntTypeWidth(type) >= address_bits;
    }
    return kind != LLVMHalfTypeKind && kind != LLVMBFloatTypeKind && kind != LLVMFloatTypeKind &&
           kind != LLVMDoubleTypeKind && kind != LLVMX86_FP80TypeKind;
}

static gboolean can_be_given(LLVMValueRef function, LLVMTypeRef signature)
{
    unsigned address_bits =
        8 * LLVMPointerSize(LLVMGetModuleDataLayout(LLVMGetGlobalParent(function)));
    unsigned count = LLVMCountParamTypes(signature);
    g_autofree LLVMTypeRef *types = g_new0(LLVMTypeRef, count + 1);
    LLVMGetParamTypes(signature, types);
    for (unsigned i = 0; i < count; i++) {
        if (can_hold_address(types[i], address_bits)) {
            return TRUE;
        }
    }
    return LLVMIsFunctionVarArg(signature) != 0;
}

CalleeCalls callee_calls(LLVMValueRef function, LLVMTypeRef signature)
{
    gsize length = 0;
    const char *name = LLVMGetValueName2(function, &length);
    if (is_one_of(name, calls_own, G_N_ELEMENTS(calls_own))) {
        return CALLEE_CALLS_OWN;
    }
    return is_known_none(name) || !can_be_given(function, signature) ? CALLEE_CALLS_NONE
                                                                     : CALLEE_CALLS_ANY;
}
