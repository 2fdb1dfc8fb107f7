#include "container/ir/dependence.h"
#include "container/ir/module_llvm.h"
#include "core/word_list.h"
#include <llvm-c/Core.h>
#include <string.h>

#define VECTOR_BITS_EVERYWHERE 128u
#define TYPE_DEPTH_MAX 16u

static const char wide_vectors[] =
    "vectors of more than 128 bits, which are passed as the target can";

static guint vector_bits(LLVMTypeRef vector)
{
    LLVMTypeRef element = LLVMGetElementType(vector);
    guint bits = 64;
    switch (LLVMGetTypeKind(element)) {
    case LLVMIntegerTypeKind:
        bits = LLVMGetIntTypeWidth(element);
        break;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        bits = 16;
        break;
    case LLVMFloatTypeKind:
        bits = 32;
        break;
    case LLVMVoidTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
    case LLVMLabelTypeKind:
    case LLVMFunctionTypeKind:
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
    case LLVMPointerTypeKind:
    case LLVMVectorTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMX86_MMXTypeKind:
    case LLVMTokenTypeKind:
    case LLVMScalableVectorTypeKind:
    case LLVMX86_AMXTypeKind:
    case LLVMTargetExtTypeKind:
        break;
    }
    return bits * LLVMGetVectorSize(vector);
}

/* How a type is passed, or computed with, may depend on the target's features. */
static const char *type_dependence(LLVMTypeRef type, guint depth)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        /* In memory a vector of truth values is one. */
        return LLVMGetIntTypeWidth(type) > VECTOR_BITS_EVERYWHERE ? wide_vectors : NULL;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        return "16-bit floating point, which some targets compute with and others widen";
    case LLVMVectorTypeKind:
        if (type_dependence(LLVMGetElementType(type), depth) != NULL) {
            return type_dependence(LLVMGetElementType(type), depth);
        }
        return vector_bits(type) > VECTOR_BITS_EVERYWHERE ? wide_vectors : NULL;
    case LLVMScalableVectorTypeKind:
    case LLVMX86_AMXTypeKind:
    case LLVMX86_MMXTypeKind:
    case LLVMTargetExtTypeKind:
        return "types of one target only";
    case LLVMArrayTypeKind:
        return depth == 0 ? NULL : type_dependence(LLVMGetElementType(type), depth - 1);
    case LLVMStructTypeKind:
        for (unsigned i = 0; depth > 0 && i < LLVMCountStructElementTypes(type); i++) {
            const char *found = type_dependence(LLVMStructGetTypeAtIndex(type, i), depth - 1);
            if (found != NULL) {
                return found;
            }
        }
        return NULL;
    case LLVMFunctionTypeKind: {
        unsigned count = LLVMCountParamTypes(type);
        g_autofree LLVMTypeRef *parameters = g_new(LLVMTypeRef, count + 1);
        LLVMGetParamTypes(type, parameters);
        const char *found = type_dependence(LLVMGetReturnType(type), depth);
        for (unsigned i = 0; found == NULL && i < count; i++) {
            found = type_dependence(parameters[i], depth);
        }
        return found;
    }
    case LLVMVoidTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
    case LLVMLabelTypeKind:
    case LLVMPointerTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMTokenTypeKind:
        return NULL;
    }
    return "a type that is not known here";
}

/* Where a function or, with `call`, a call has attributes. */
static LLVMAttributeRef *attributes_at(LLVMValueRef value, gboolean call, guint index,
                                       unsigned *count)
{
    *count = call ? LLVMGetCallSiteAttributeCount(value, index)
                  : LLVMGetAttributeCountAtIndex(value, index);
    LLVMAttributeRef *attributes = g_new(LLVMAttributeRef, *count + 1);
    if (call) {
        LLVMGetCallSiteAttributes(value, index, attributes);
    } else {
        LLVMGetAttributesAtIndex(value, index, attributes);
    }
    return attributes;
}

/* What is passed or returned in memory is a pointer to its type, which only an attribute tells:
 * another target passes the same in registers. */
static const char *memory_dependence(LLVMValueRef value, gboolean call, guint parameters)
{
    const char *found = NULL;
    for (guint i = 1; found == NULL && i <= parameters; i++) {
        unsigned count = 0;
        g_autofree LLVMAttributeRef *attributes = attributes_at(value, call, i, &count);
        for (unsigned k = 0; found == NULL && k < count; k++) {
            found = LLVMIsTypeAttribute(attributes[k])
                        ? type_dependence(LLVMGetTypeAttributeValue(attributes[k]), TYPE_DEPTH_MAX)
                        : NULL;
        }
    }
    return found;
}

static gboolean is_wide_atomic(LLVMValueRef instruction)
{
    LLVMTypeRef type = NULL;
    if (LLVMIsAAtomicRMWInst(instruction) != NULL ||
        LLVMIsAAtomicCmpXchgInst(instruction) != NULL) {
        type = LLVMTypeOf(LLVMGetOperand(instruction, 1));
    } else if ((LLVMIsALoadInst(instruction) != NULL || LLVMIsAStoreInst(instruction) != NULL) &&
               LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic) {
        type = LLVMIsALoadInst(instruction) != NULL ? LLVMTypeOf(instruction)
                                                    : LLVMTypeOf(LLVMGetOperand(instruction, 0));
    }
    return type != NULL && LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(type) > 64;
}

/* An alignment that is assumed: OpenMP's aligned() without a number takes the target's. Which it
 * was does not show any more, but it is a number; one that is worked out is the program's. */
static gboolean assumes_alignment(LLVMValueRef call)
{
    for (unsigned i = 0; i < LLVMGetNumOperandBundles(call); i++) {
        LLVMOperandBundleRef bundle = LLVMGetOperandBundleAtIndex(call, i);
        size_t length = 0;
        const char *tag = LLVMGetOperandBundleTag(bundle, &length);
        gboolean aligns = length == strlen("align") && strncmp(tag, "align", length) == 0 &&
                          LLVMGetNumOperandBundleArgs(bundle) > 1 &&
                          LLVMIsAConstantInt(LLVMGetOperandBundleArgAtIndex(bundle, 1)) != NULL;
        LLVMDisposeOperandBundle(bundle);
        if (aligns) {
            return TRUE;
        }
    }
    return FALSE;
}

static const char *instruction_dependence(LLVMValueRef instruction)
{
    const char *found = type_dependence(LLVMTypeOf(instruction), TYPE_DEPTH_MAX);
    if (found != NULL) {
        return found;
    }
    if (is_wide_atomic(instruction)) {
        return "atomic operations of 16 bytes, which some targets do by a call";
    }
    LLVMValueRef callee = module_callee(instruction);
    if (callee == NULL) {
        return NULL;
    }
    if (assumes_alignment(instruction)) {
        return "an assumed alignment, which may be the target's for vectors";
    }
    if (LLVMIsAInlineAsm(callee) != NULL) {
        return "inline assembly";
    }
    found = type_dependence(LLVMGetCalledFunctionType(instruction), TYPE_DEPTH_MAX);
    return found != NULL ? found
                         : memory_dependence(instruction, TRUE, LLVMGetNumArgOperands(instruction));
}

/* Intrinsics of one architecture's instructions exist only where the features are; those of
 * everybody have their names without one. */
static gboolean is_target_intrinsic(const char *name)
{
    static const char *const prefixes[] = {
        "llvm.x86.",  "llvm.aarch64.", "llvm.arm.",       "llvm.ppc.",  "llvm.riscv.", "llvm.s390.",
        "llvm.nvvm.", "llvm.amdgcn.",  "llvm.loongarch.", "llvm.mips.", "llvm.wasm.",  "llvm.ve.",
        NULL};
    return word_list_begins(prefixes, name);
}

/* Whether a function has vector variants (OpenMP's declare simd), which are named by attributes.
 * For x86 clang names those of all its vector sets; elsewhere the features decide. */
static gboolean has_chosen_variants(LLVMValueRef function)
{
    const char *triple = LLVMGetTarget(LLVMGetGlobalParent(function));
    unsigned count =
        LLVMGetAttributeCountAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
    if (count == 0 || g_str_has_prefix(triple, "x86_64") || g_str_has_prefix(triple, "i386") ||
        g_str_has_prefix(triple, "i686")) {
        return FALSE;
    }
    g_autofree LLVMAttributeRef *attributes = g_new(LLVMAttributeRef, count);
    LLVMGetAttributesAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attributes);
    for (unsigned i = 0; i < count; i++) {
        unsigned length = 0;
        const char *kind = LLVMIsStringAttribute(attributes[i])
                               ? LLVMGetStringAttributeKind(attributes[i], &length)
                               : NULL;
        if (kind != NULL && length > strlen("_ZGV") && g_str_has_prefix(kind, "_ZGV")) {
            return TRUE;
        }
    }
    return FALSE;
}

static const char *function_dependence(LLVMValueRef function)
{
    g_autofree char *target = module_target_of(function);
    if (*target != '\0') {
        return "functions with a target of their own, which adds to the default's features";
    }
    gsize length = 0;
    const char *name = LLVMGetValueName2(function, &length);
    if (is_target_intrinsic(name)) {
        return "instructions of one target only";
    }
    if (has_chosen_variants(function)) {
        return "vector variants of a function, which the target chooses";
    }
    if (g_str_has_prefix(name, "__atomic_")) {
        return "atomic operations by a call, which some targets do themselves";
    }
    const char *found = type_dependence(LLVMGlobalGetValueType(function), TYPE_DEPTH_MAX);
    found = found != NULL ? found : memory_dependence(function, FALSE, LLVMCountParams(function));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); found == NULL && block != NULL;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef instruction = LLVMGetFirstInstruction(block);
             found == NULL && instruction != NULL;
             instruction = LLVMGetNextInstruction(instruction)) {
            found = instruction_dependence(instruction);
        }
    }
    return found;
}

const char *module_target_dependence(Module *self)
{
    gsize length = 0;
    if (*LLVMGetModuleInlineAsm(module_llvm(self), &length) != '\0') {
        return "assembly of the module";
    }
    for (LLVMValueRef function = LLVMGetFirstFunction(module_llvm(self)); function != NULL;
         function = LLVMGetNextFunction(function)) {
        const char *found = function_dependence(function);
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}
