#include "container/lower/lower.h"
#include "container/ir/assembly_reads.h"
#include "container/ir/module_llvm.h"
#include "container/lower/constructors.h"
#include "container/lower/keep.h"
#include "container/lower/library.h"
#include "container/lower/raise.h"
#include "container/lower/sections.h"
#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

G_DEFINE_QUARK(xaas - lower - error, lower_error)

/* LLVM's pipeline for the level, and what its code generator would not do by itself. */
static char *passes_of(const Pipeline *pipeline)
{
    gboolean first = pipeline->before != NULL;
    return g_strdup_printf("%s%sdefault<%s>%s", first ? pipeline->before : "", first ? "," : "",
                           pipeline->passes,
                           pipeline->level == LLVMCodeGenLevelNone ? "" : "," LIBRARY_PASSES);
}

void lowered_clear(Lowered *self)
{
    g_clear_pointer(&self->bytes, g_free);
    g_clear_pointer(&self->own_targets, g_ptr_array_unref);
    g_clear_pointer(&self->exposed, g_ptr_array_unref);
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

/* clang sets these for its own pipeline from the same words. It sets vectorizing, too; here the
 * pipeline's name decides that (pipeline.c). */
static gboolean run_passes(LLVMModuleRef module, LLVMTargetMachineRef machine,
                           const LowerRequest *request, const char *passes, GError **error)
{
    const Pipeline *pipeline = request->pipeline;
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopUnrolling(options, pipeline->unroll);
    LLVMPassBuilderOptionsSetLoopInterleaving(options, pipeline->unroll);
    LLVMPassBuilderOptionsSetCallGraphProfile(options, TRUE);
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

/* Functions whose features are not the usual ones were given them by the project: by an attribute,
 * or by the command of a unit that keeps its target. */
static GPtrArray *own_targets(LLVMModuleRef module, const LowerRequest *request)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *usual = target_value(
        request->usual != NULL ? request->usual : request->attributes, "target-features");
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

static LLVMMemoryBufferRef emit(const Module *module, LLVMTargetMachineRef machine,
                                const LowerRequest *request, GError **error)
{
    LLVMModuleRef llvm = module_llvm(module);
    constructors_place(llvm);
    library_calls_resolve(llvm);
    if (request->pipeline->function_sections) {
        sections_of_functions(llvm);
    }
    if (request->pipeline->data_sections) {
        sections_of_data(llvm);
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

/* A module with its target, and the machine that code is made for. */
typedef struct {
    Module *module;
    LLVMTargetMachineRef machine;
    GPtrArray *exposed; /* as in Lowered */
} Lowering;

static void lowering_clear(Lowering *self)
{
    g_clear_pointer(&self->machine, LLVMDisposeTargetMachine);
    g_clear_pointer(&self->module, module_free);
    g_clear_pointer(&self->exposed, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Lowering, lowering_clear)

static gboolean lowering_begin(Lowering *self, const LowerRequest *request, GError **error)
{
    self->module = module_parse(request->text, request->length, error);
    if (self->module == NULL) {
        return FALSE;
    }
    /* Builds leave no such module; an image from elsewhere may have one. */
    const char *reads = module_assembly_reads(self->module);
    if (reads != NULL) {
        g_set_error(error, LOWER_ERROR, LOWER_ERROR_CODE,
                    "its assembly may read a file of this machine (%s); build the image again",
                    reads);
        return FALSE;
    }
    self->exposed =
        request->usual == NULL ? NULL : g_ptr_array_new_with_free_func((GDestroyNotify)g_free);
    if (request->usual != NULL && !keep_apart(self->module, request, self->exposed, error)) {
        return FALSE;
    }
    if (request->recorded != NULL) {
        raise_own_targets(self->module, request->recorded, request->attributes);
    }
    module_set_target(self->module, request->attributes);
    self->machine = machine_new(module_llvm(self->module), request, error);
    return self->machine != NULL;
}

/* What the unit's frontend would have written for link-time optimisation. */
static gboolean make_bitcode(const LowerRequest *request, Lowered *result, GError **error)
{
    g_auto(Lowering) lowering = {0};
    g_autofree char *passes = bitcode_passes(request->whole_program, request->pipeline->passes);
    if (!lowering_begin(&lowering, request, error) ||
        !run_passes(module_llvm(lowering.module), lowering.machine, request, passes, error)) {
        return FALSE;
    }
    LLVMModuleRef llvm = module_llvm(lowering.module);
    const char *bytes = bitcode_take(llvm, &result->length);
    if (bytes == NULL) {
        g_set_error(error, LOWER_ERROR, LOWER_ERROR_PASSES, "LLVM leaves no bitcode after %s",
                    passes);
        return FALSE;
    }
    result->own_targets = own_targets(llvm, request);
    result->bytes = g_memdup2(bytes, result->length);
    return TRUE;
}

/* `bitcode` (bytes NULL: none) goes into the object. */
static gboolean make_code(const LowerRequest *request, const Lowered *bitcode, Lowered *result,
                          GError **error)
{
    g_auto(Lowering) lowering = {0};
    g_autofree char *passes = passes_of(request->pipeline);
    if (!lowering_begin(&lowering, request, error) ||
        !run_passes(module_llvm(lowering.module), lowering.machine, request, passes, error)) {
        return FALSE;
    }
    result->own_targets = own_targets(module_llvm(lowering.module), request);
    result->exposed = g_steal_pointer(&lowering.exposed);
    if (bitcode->bytes != NULL) {
        bitcode_embed(module_llvm(lowering.module), bitcode->bytes, bitcode->length);
    }
    LLVMMemoryBufferRef buffer = emit(lowering.module, lowering.machine, request, error);
    if (buffer == NULL) {
        return FALSE;
    }
    result->length = LLVMGetBufferSize(buffer);
    result->bytes = g_memdup2(LLVMGetBufferStart(buffer), result->length);
    LLVMDisposeMemoryBuffer(buffer);
    return TRUE;
}

static gboolean make(const LowerRequest *request, Lowered *result, GError **error)
{
    g_auto(Lowered) bitcode = {0};
    switch (request->form) {
    case LOWER_CODE:
        return make_code(request, &bitcode, result, error);
    case LOWER_BITCODE:
        return make_bitcode(request, result, error);
    case LOWER_BOTH:
        return make_bitcode(request, &bitcode, error) &&
               make_code(request, &bitcode, result, error);
    }
    return FALSE;
}

gboolean lower_module(const LowerRequest *request, Lowered *result, GError **error)
{
    *result = (Lowered){0};
    target_prepare();
    if (!make(request, result, error)) {
        lowered_clear(result);
        return FALSE;
    }
    return TRUE;
}
