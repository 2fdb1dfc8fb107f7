#include "container/image/closed.h"
#include "container/ir/module_llvm.h"
#include "container/lower/target.h"
#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <string.h>

/* What clang says of the target that it generates code for. NULL when no unit says it. */
static const char *triple_of(const BuiltConfiguration *built)
{
    for (guint i = 0; i < built->units->len; i++) {
        const BuiltUnit *unit = built->units->pdata[i];
        char *const *words =
            unit->module == NULL || unit->proof == NULL ? NULL : unit->proof->frontend->rest;
        for (; words != NULL && *words != NULL; words++) {
            if (g_str_equal(*words, "-triple") && words[1] != NULL) {
                return words[1];
            }
        }
    }
    return NULL;
}

/* An object for a shared library. NULL when LLVM makes none. */
static GBytes *object_of(const char *text, const char *triple)
{
    LLVMTargetRef target = NULL;
    char *message = NULL;
    g_autoptr(Module) module = module_parse(text, strlen(text), NULL);
    target_prepare();
    if (module == NULL || LLVMGetTargetFromTriple(triple, &target, &message)) {
        LLVMDisposeMessage(message);
        return NULL;
    }
    LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
        target, triple, "", "", LLVMCodeGenLevelDefault, LLVMRelocPIC, LLVMCodeModelDefault);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    LLVMSetModuleDataLayout(module_llvm(module), layout);
    LLVMMemoryBufferRef buffer = NULL;
    gboolean failed = LLVMTargetMachineEmitToMemoryBuffer(machine, module_llvm(module),
                                                          LLVMObjectFile, &message, &buffer) != 0;
    GBytes *bytes =
        failed ? NULL : g_bytes_new(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
    g_clear_pointer(&buffer, LLVMDisposeMemoryBuffer);
    LLVMDisposeMessage(message);
    LLVMDisposeTargetData(layout);
    LLVMDisposeTargetMachine(machine);
    return bytes;
}

static void add_once(GPtrArray *programs, const char *program)
{
    if (program != NULL &&
        !g_ptr_array_find_with_equal_func(programs, program, g_str_equal, NULL)) {
        g_ptr_array_add(programs, (gpointer)program);
    }
}

/* Those that link, and those that compile: what a language needs its own compiler knows. */
static GPtrArray *programs_of(const ClosedRequest *request)
{
    GPtrArray *programs = g_ptr_array_new();
    gsize index, k;
    const json_t *step, *command;
    json_array_foreach(request->steps, index, step)
    {
        gboolean is_link = g_strcmp0(json_string_value(json_object_get(step, "kind")), "link") == 0;
        json_array_foreach(is_link ? json_object_get(step, "commands") : NULL, k, command)
        {
            const char *output = json_string_value(json_object_get(step, "output"));
            if (needed_libraries_is_link(request->needed, command, output)) {
                add_once(programs, json_string_value(json_array_get(command, 0)));
            }
        }
    }
    for (guint i = 0; i < request->built->units->len; i++) {
        const BuiltUnit *unit = request->built->units->pdata[i];
        const GPtrArray *words = unit->unit->original;
        if (unit->module != NULL && words->len > 0) {
            add_once(programs, words->pdata[0]);
        }
    }
    return programs;
}

gboolean closed_by_links(const ClosedRequest *request)
{
    const char *triple = triple_of(request->built);
    if (request->names == NULL || triple == NULL) {
        return FALSE;
    }
    g_autoptr(GPtrArray) digests = g_ptr_array_new();
    for (guint i = 0; i < request->built->units->len; i++) {
        const BuiltUnit *unit = request->built->units->pdata[i];
        if (unit->module != NULL) {
            g_ptr_array_add(digests, (gpointer)unit->module);
        }
    }
    g_autofree char *text = module_names_open(request->names, digests, triple);
    g_autoptr(GBytes) object = text == NULL ? NULL : object_of(text, triple);
    g_autoptr(GPtrArray) programs = programs_of(request);
    gboolean closed = FALSE;
    for (guint i = 0; object != NULL && !closed && i < programs->len; i++) {
        closed = needed_libraries_suffice(request->needed, programs->pdata[i], request->steps,
                                          object, request->made);
    }
    return closed;
}
