#include "container/lower/library.h"
#include <glib.h>
#include <llvm-c/Core.h>
#include <string.h>

/* Names of the C standard (7.12.7.5) that round like the operation of IEEE 754. */
static gboolean is_square_root(LLVMValueRef function)
{
    static const char *const names[] = {"sqrt", "sqrtf", "sqrtl"};
    gsize length = 0;
    const char *name = LLVMGetValueName2(function, &length);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) {
            return LLVMIsDeclaration(function) && LLVMCountParams(function) == 1;
        }
    }
    return FALSE;
}

/* Whether the call itself says that it touches no memory, and so sets no errno. */
static gboolean touches_nothing(LLVMValueRef call)
{
    static const char memory[] = "memory";
    LLVMAttributeRef attribute =
        LLVMGetCallSiteEnumAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                     LLVMGetEnumAttributeKindForName(memory, strlen(memory)));
    return attribute != NULL && LLVMGetEnumAttributeValue(attribute) == 0;
}

static void resolve(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call)
{
    static const char name[] = "llvm.sqrt";
    LLVMTypeRef type = LLVMTypeOf(call);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef operation = LLVMGetIntrinsicDeclaration(module, id, &type, 1);
    LLVMValueRef argument = LLVMGetOperand(call, 0);
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef result =
        LLVMBuildCall2(builder, LLVMGlobalGetValueType(operation), operation, &argument, 1, "");
    LLVMSetFastMathFlags(result, LLVMGetFastMathFlags(call));
    LLVMReplaceAllUsesWith(call, result);
    LLVMInstructionEraseFromParent(call);
}

static gboolean is_resolved(LLVMValueRef instruction)
{
    LLVMValueRef callee =
        LLVMIsACallInst(instruction) != NULL ? LLVMGetCalledValue(instruction) : NULL;
    return callee != NULL && LLVMIsAFunction(callee) != NULL && is_square_root(callee) &&
           touches_nothing(instruction);
}

void library_calls_resolve(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function != NULL;
         function = LLVMGetNextFunction(function)) {
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
             block = LLVMGetNextBasicBlock(block)) {
            LLVMValueRef next = NULL;
            for (LLVMValueRef at = LLVMGetFirstInstruction(block); at != NULL; at = next) {
                next = LLVMGetNextInstruction(at);
                if (is_resolved(at)) {
                    resolve(module, builder, at);
                }
            }
        }
    }
    LLVMDisposeBuilder(builder);
}
