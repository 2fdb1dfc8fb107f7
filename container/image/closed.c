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

static char *full_name(const char *directory, const char *name)
{
    return g_canonicalize_filename(
        name, directory != NULL && g_path_is_absolute(directory) ? directory : SANDBOX_BUILD);
}

/* As it would stand with isolation, like the recipe's paths. */
static char *neutral(const ClosedRequest *request, const char *path)
{
    return sandbox_neutral_text(request->sandbox, request->built->build, path);
}

/* The files that commands of a step read: full names, none where it changes its folder itself. */
static GHashTable *files_of(const ClosedRequest *request, const json_t *step, gboolean is_link)
{
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const char *directory = json_string_value(json_object_get(step, "directory"));
    const char *output = json_string_value(json_object_get(step, "output"));
    gsize index, k;
    const json_t *command, *word;
    json_array_foreach(json_object_get(step, "commands"), index, command)
    {
        if (g_strcmp0(json_string_value(json_array_get(command, 0)), "cd") == 0) {
            break;
        }
        gboolean reads = !is_link || needed_libraries_is_link(request->needed, command, output);
        json_array_foreach(reads ? command : NULL, k, word)
        {
            const char *text = json_string_value(word);
            if (text != NULL && *text != '-' && *text != '\0') {
                g_hash_table_add(names, full_name(directory, text));
            }
        }
    }
    return names;
}

/* The modules of the units that have their objects among the files; the units go into `seen`. */
static GPtrArray *modules_among(const ClosedRequest *request, GHashTable *files, GHashTable *seen)
{
    GPtrArray *digests = g_ptr_array_new();
    for (guint i = 0; i < request->built->units->len; i++) {
        BuiltUnit *unit = request->built->units->pdata[i];
        const char *output = unit->unit->output;
        g_autofree char *written = output == NULL ? NULL : neutral(request, output);
        g_autofree char *directory = neutral(request, unit->unit->directory);
        g_autofree char *full = written == NULL ? NULL : full_name(directory, written);
        if (unit->module != NULL && full != NULL && g_hash_table_contains(files, full)) {
            g_ptr_array_add(digests, (gpointer)unit->module);
            g_hash_table_add(seen, unit);
        }
    }
    return digests;
}

/* What is always taken together: an archive's units, and each unit by itself that is in none. What
 * stands in a link itself has found all that it needs there. Beside others, definitions count for
 * nothing: a test's own, or one of another library, is not there for whoever takes an archive. */
static GPtrArray *groups_of(const ClosedRequest *request)
{
    GPtrArray *groups = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    gsize index;
    const json_t *step;
    json_array_foreach(request->steps, index, step)
    {
        const char *kind = json_string_value(json_object_get(step, "kind"));
        gboolean is_link = g_strcmp0(kind, "link") == 0;
        if (is_link || g_strcmp0(kind, "archive") == 0) {
            g_autoptr(GHashTable) files = files_of(request, step, is_link);
            g_autoptr(GPtrArray) digests = modules_among(request, files, seen);
            if (!is_link) {
                g_ptr_array_add(groups, g_steal_pointer(&digests));
            }
        }
    }
    for (guint i = 0; i < request->built->units->len; i++) {
        BuiltUnit *unit = request->built->units->pdata[i];
        if (unit->module != NULL && !g_hash_table_contains(seen, unit)) {
            GPtrArray *alone = g_ptr_array_new();
            g_ptr_array_add(alone, (gpointer)unit->module);
            g_ptr_array_add(groups, alone);
        }
    }
    return groups;
}

/* Whether compilers call nothing in units that no source names. */
static gboolean calls_are_told(const ClosedRequest *request)
{
    for (guint i = 0; i < request->built->units->len; i++) {
        const BuiltUnit *unit = request->built->units->pdata[i];
        const GPtrArray *words = unit->unit->options;
        for (guint k = 0; unit->module != NULL && k < words->len; k++) {
            if (needed_libraries_calls(request->needed, words->pdata[k])) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

gboolean closed_by_links(const ClosedRequest *request)
{
    const char *triple = triple_of(request->built);
    if (request->names == NULL || triple == NULL || !calls_are_told(request)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) groups = groups_of(request);
    g_autofree char *text = module_names_open(request->names, groups, triple);
    g_autoptr(GBytes) object = text == NULL ? NULL : object_of(text, triple);
    g_autoptr(GPtrArray) programs = programs_of(request);
    gboolean closed = FALSE;
    for (guint i = 0; object != NULL && !closed && i < programs->len; i++) {
        closed = needed_libraries_suffice(request->needed, programs->pdata[i], request->steps,
                                          object, request->made);
    }
    return closed;
}
