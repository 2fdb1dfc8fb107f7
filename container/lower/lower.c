#include "container/lower/lower.h"
#include "container/ir/module_llvm.h"
#include "container/lower/constructors.h"
#include "container/lower/library.h"
#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

G_DEFINE_QUARK(xaas - lower - error, lower_error)

/* LLVM's pipeline for the level, and what its code generator would not do by itself. */
static char *passes_of(const Pipeline *pipeline)
{
    return pipeline->level == LLVMCodeGenLevelNone
               ? g_strdup_printf("default<%s>", pipeline->passes)
               : g_strdup_printf("default<%s>," LIBRARY_PASSES, pipeline->passes);
}

void lowered_clear(Lowered *self)
{
    g_clear_pointer(&self->bytes, g_free);
    g_clear_pointer(&self->own_targets, g_ptr_array_unref);
}

static LLVMTargetMachineRef machine_new(LLVMModuleRef module, const LowerRequest *request,
                                        GError **error)
{
    const char *triple = LLVMGetTarget(module);
    LLVMTargetRef target = NULL;
    char *message = NULL;
    if (LLVMGetTargetFromTriple(triple, &target, &message)) {
        g_set_error(error, LOWER_ERROR, LOWER_ERROR_TARGET, "this LLVM makes no code for %s: %s",
                    triple, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    g_autofree char *cpu = target_value(request->attributes, "target-cpu");
    g_autofree char *features = target_value(request->attributes, "target-features");
    LLVMTargetMachineOptionsRef options = LLVMCreateTargetMachineOptions();
    LLVMTargetMachineOptionsSetCPU(options, cpu);
    LLVMTargetMachineOptionsSetFeatures(options, features);
    LLVMTargetMachineOptionsSetCodeGenOptLevel(options, request->pipeline->level);
    LLVMTargetMachineOptionsSetRelocMode(options, request->pipeline->relocation);
    LLVMTargetMachineOptionsSetCodeModel(options, request->pipeline->code_model);
    LLVMTargetMachineRef machine = LLVMCreateTargetMachineWithOptions(target, triple, options);
    LLVMDisposeTargetMachineOptions(options);
    return machine;
}

/* clang sets these for its own pipeline from the same words. */
static gboolean run_passes(LLVMModuleRef module, LLVMTargetMachineRef machine,
                           const LowerRequest *request, GError **error)
{
    const Pipeline *pipeline = request->pipeline;
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopVectorization(options, pipeline->vectorize);
    LLVMPassBuilderOptionsSetSLPVectorization(options, pipeline->slp);
    LLVMPassBuilderOptionsSetLoopUnrolling(options, pipeline->unroll);
    LLVMPassBuilderOptionsSetLoopInterleaving(options, pipeline->unroll);
    LLVMPassBuilderOptionsSetCallGraphProfile(options, TRUE);
    g_autofree char *passes = passes_of(pipeline);
    LLVMErrorRef failure = LLVMRunPasses(module, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (failure != NULL) {
        char *message = LLVMGetErrorMessage(failure);
        g_set_error(error, LOWER_ERROR, LOWER_ERROR_PASSES, "LLVM does not run %s: %s", passes,
                    message);
        LLVMDisposeErrorMessage(message);
        return FALSE;
    }
    return TRUE;
}

static char *features_of(LLVMValueRef function)
{
    static const char name[] = "target-features";
    LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
        function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
    unsigned length = 0;
    const char *value = attribute == NULL ? "" : LLVMGetStringAttributeValue(attribute, &length);
    return g_strndup(value, length);
}

/* Functions whose features are not the default's were given them by the project. */
static GPtrArray *own_targets(LLVMModuleRef module, const char *attributes)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *usual = target_value(attributes, "target-features");
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function != NULL;
         function = LLVMGetNextFunction(function)) {
        g_autofree char *features = features_of(function);
        if (!LLVMIsDeclaration(function) && *features != '\0' && !g_str_equal(features, usual)) {
            gsize length = 0;
            const char *name = LLVMGetValueName2(function, &length);
            g_ptr_array_add(names, g_strndup(name, length));
        }
    }
    return names;
}

/* What the compiler's -ffunction-sections makes of functions that nothing else places. */
static void give_sections(LLVMModuleRef module)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function != NULL;
         function = LLVMGetNextFunction(function)) {
        const char *section = LLVMGetSection(function);
        if (!LLVMIsDeclaration(function) && LLVMGetComdat(function) == NULL &&
            (section == NULL || *section == '\0')) {
            gsize length = 0;
            const char *name = LLVMGetValueName2(function, &length);
            g_autofree char *own = g_strdup_printf(".text.%.*s", (int)length, name);
            LLVMSetSection(function, own);
        }
    }
}

static LLVMMemoryBufferRef emit(const Module *module, LLVMTargetMachineRef machine,
                                const LowerRequest *request, GError **error)
{
    LLVMModuleRef llvm = module_llvm(module);
    constructors_place(llvm);
    library_calls_resolve(llvm);
    if (request->pipeline->function_sections) {
        give_sections(llvm);
    }
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL;
    gboolean failed =
        LLVMTargetMachineEmitToMemoryBuffer(machine, llvm, LLVMObjectFile, &message, &buffer);
    const char *complaint = failed ? message : module_complaint(module);
    if (complaint != NULL) {
        g_set_error(error, LOWER_ERROR, LOWER_ERROR_CODE, "LLVM makes no code of it: %s",
                    complaint);
        g_clear_pointer(&buffer, LLVMDisposeMemoryBuffer);
    }
    LLVMDisposeMessage(message);
    return buffer;
}

gboolean lower_module(const LowerRequest *request, Lowered *result, GError **error)
{
    *result = (Lowered){0};
    target_prepare();
    g_autoptr(Module) module = module_parse(request->text, request->length, error);
    if (module == NULL) {
        return FALSE;
    }
    module_set_target(module, request->attributes);
    LLVMModuleRef llvm = module_llvm(module);
    LLVMTargetMachineRef machine = machine_new(llvm, request, error);
    if (machine == NULL) {
        return FALSE;
    }
    LLVMMemoryBufferRef buffer = NULL;
    if (run_passes(llvm, machine, request, error)) {
        result->own_targets = own_targets(llvm, request->attributes);
        buffer = emit(module, machine, request, error);
    }
    LLVMDisposeTargetMachine(machine);
    if (buffer == NULL) {
        lowered_clear(result);
        return FALSE;
    }
    result->length = LLVMGetBufferSize(buffer);
    result->bytes = g_memdup2(LLVMGetBufferStart(buffer), result->length);
    LLVMDisposeMemoryBuffer(buffer);
    return TRUE;
}
