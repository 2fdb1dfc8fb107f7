#include "container/deploy/apart.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "container/deploy/cache.h"
#include "core/file.h"
#include <errno.h>
#include <gio/gio.h>
#include <llvm-c/Support.h>
#include <string.h>

G_DEFINE_QUARK(xaas - apart - error, apart_error)

#define PROGRAM "xaas-container"
/* What lowering reads of the data files. */
static const char *const knowledge_files[] = {"lowering.yaml", "callees.yaml"};
#define BYTES_MAX (4u * 1024u * 1024u * 1024u - 1u)
#define LINES_QUOTED 4u
/* Has LLVM print all options, and end the process. */
#define LIST_OPTIONS "--help-list-hidden"

struct Apart {
    char *folder;
    Sandbox *sandbox;
    GHashTable *options; /* char *: names without dashes, a set */
};

void apart_free(Apart *self)
{
    if (self != NULL) {
        g_clear_pointer(&self->sandbox, sandbox_free);
        g_clear_pointer(&self->options, g_hash_table_unref);
        folder_remove(self->folder);
        g_free(self->folder);
        g_free(self);
    }
}

static char *file_of(const char *folder, const char *name, const char *ending)
{
    return g_strdup_printf("%s/%s.%s", folder, name, ending);
}

static gboolean write_json(const char *path, json_t *document, GError **error)
{
    g_autofree char *text = json_dumps(document, JSON_COMPACT);
    json_decref(document);
    return file_write(path, text, strlen(text), error);
}

/* ---- here ------------------------------------------------------------------------------------ */

static gboolean copy_into(const char *folder, const char *from, const char *name, GError **error)
{
    g_autofree char *to = g_build_filename(folder, name, NULL);
    g_autoptr(GFile) source = g_file_new_for_path(from);
    g_autoptr(GFile) target = g_file_new_for_path(to);
    return g_file_copy(source, target, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, error);
}

static gboolean copy_knowledge(const char *folder, const char *knowledge, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(knowledge_files); i++) {
        g_autofree char *from = g_build_filename(knowledge, knowledge_files[i], NULL);
        if (!copy_into(folder, from, knowledge_files[i], error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Takes over the question. FALSE and an error with the process's last words. */
static gboolean ask(const Apart *self, const char *name, json_t *question, ProcessResult *result,
                    GError **error)
{
    g_autofree char *path = file_of(self->folder, name, "json");
    if (!write_json(path, question, error)) {
        return FALSE;
    }
    const char *folder = sandbox_build(self->sandbox, self->folder);
    g_autofree char *program = g_build_filename(folder, PROGRAM, NULL);
    const char *const command[] = {program, "lower", folder, name, NULL};
    const SandboxRequest request = {
        .command = command, .build = self->folder, .build_is_writable = TRUE};
    g_auto(GStrv) inside = sandbox_command(self->sandbox, &request);
    const ProcessRequest process = {.command = (const char *const *)inside};
    if (!process_run(&process, result, error)) {
        return FALSE;
    }
    if (result->status != 0) {
        g_autofree char *words = process_last_lines(result->err, LINES_QUOTED);
        g_set_error(error, APART_ERROR, APART_ERROR_FAILED,
                    "with its options for LLVM (-mllvm) the process ended with status %d and said: "
                    "%s",
                    result->status, words);
        return FALSE;
    }
    return TRUE;
}

/* Lines are "  --name=<value>  - what it does". */
static gboolean list_options(Apart *self, GError **error)
{
    g_auto(ProcessResult) result = {0};
    if (!ask(self, "options", json_object(), &result, error)) {
        return FALSE;
    }
    self->options = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_auto(GStrv) lines = g_strsplit(result.out, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        const char *begin = *line + strspn(*line, " ");
        const char *name = begin + strspn(begin, "-");
        gsize length = strcspn(name, "= <");
        if (name > begin && length > 0) {
            g_hash_table_add(self->options, g_strndup(name, length));
        }
    }
    if (g_hash_table_size(self->options) == 0) {
        g_set_error_literal(error, APART_ERROR, APART_ERROR_FAILED,
                            "LLVM does not say which options it has");
        return FALSE;
    }
    return TRUE;
}

Apart *apart_new(const ApartRequest *request, GError **error)
{
    g_autoptr(Apart) self = g_new0(Apart, 1);
    self->folder = g_strdup(request->folder);
    if (g_mkdir_with_parents(self->folder, 0700) != 0) {
        g_set_error(error, APART_ERROR, APART_ERROR_FOLDER, "%s cannot be made: %s", self->folder,
                    g_strerror(errno));
        return NULL;
    }
    self->sandbox = sandbox_new(request->isolation, NULL, self->folder, 0, error);
    gboolean made =
        self->sandbox != NULL && copy_into(self->folder, request->program, PROGRAM, error) &&
        copy_knowledge(self->folder, request->knowledge, error) && list_options(self, error);
    return made ? g_steal_pointer(&self) : NULL;
}

gboolean apart_knows(const Apart *self, const char *option)
{
    const char *name = option + strspn(option, "-");
    g_autofree char *alone = g_strndup(name, strcspn(name, "="));
    return g_hash_table_contains(self->options, alone);
}

static gboolean take_answer(const Apart *self, const char *name, Lowered *result, GError **error)
{
    g_autofree char *object = file_of(self->folder, name, "o");
    g_autofree char *done = file_of(self->folder, name, "done");
    json_t *names = json_load_file(done, 0, NULL);
    object_take_names(result, names);
    json_decref(names);
    result->bytes = file_read(object, BYTES_MAX, &result->length, error);
    return result->bytes != NULL;
}

gboolean apart_lower(const Apart *self, guint number, const json_t *words,
                     const LowerRequest *request, Lowered *result, GError **error)
{
    *result = (Lowered){0};
    g_autofree char *name = g_strdup_printf("%u", number);
    g_autofree char *module = file_of(self->folder, name, "ll");
    g_auto(ProcessResult) process = {0};
    if (!file_write(module, request->text, request->length, error) ||
        !ask(self, name,
             json_pack("{s:O, s:s, s:s*, s:s*}", "words", words, "attributes", request->attributes,
                       "recorded", request->recorded, "usual", request->usual),
             &process, error) ||
        !take_answer(self, name, result, error)) {
        lowered_clear(result);
        return FALSE;
    }
    return TRUE;
}

/* ---- in the other process -------------------------------------------------------------------- */

/* LLVM takes a program's arguments, of which the first is the program. */
static void tell_llvm(char *const *options, guint count)
{
    g_autoptr(GPtrArray) arguments = g_ptr_array_new();
    g_ptr_array_add(arguments, (gpointer)PROGRAM);
    for (guint i = 0; i < count; i++) {
        g_ptr_array_add(arguments, options[i]);
    }
    LLVMParseCommandLineOptions((int)arguments->len, (const char *const *)arguments->pdata, NULL);
}

static gboolean lower(const char *folder, const char *name, const LowerRequest *request,
                      GError **error)
{
    g_auto(Lowered) lowered = {0};
    if (!lower_module(request, &lowered, error)) {
        return FALSE;
    }
    g_autofree char *object = file_of(folder, name, "o");
    g_autofree char *done = file_of(folder, name, "done");
    return write_json(done, object_names(&lowered), error) &&
           file_write(object, lowered.bytes, lowered.length, error);
}

/* `question` as in apart.h. */
static gboolean answer(const char *folder, const char *name, const json_t *question, GError **error)
{
    const char *attributes = json_string_value(json_object_get(question, "attributes"));
    if (attributes == NULL) {
        tell_llvm((char *[]){LIST_OPTIONS}, 1);
        return TRUE;
    }
    g_autoptr(PipelineRules) rules = pipeline_rules_load(folder, error);
    g_autoptr(Callees) callees = rules == NULL ? NULL : callees_load(folder, error);
    g_autoptr(Pipeline) pipeline =
        callees == NULL ? NULL : pipeline_new(rules, json_object_get(question, "words"));
    LowerRequest request = {.attributes = attributes,
                            .recorded = json_string_value(json_object_get(question, "recorded")),
                            .usual = json_string_value(json_object_get(question, "usual")),
                            .callees = callees,
                            .pipeline = pipeline,
                            .form = LOWER_CODE};
    g_autofree char *module = file_of(folder, name, "ll");
    g_autofree char *text =
        pipeline == NULL ? NULL : file_read(module, BYTES_MAX, &request.length, error);
    if (text == NULL) {
        return FALSE;
    }
    request.text = text;
    tell_llvm((char **)pipeline->llvm->pdata, pipeline->llvm->len);
    return lower(folder, name, &request, error);
}

gboolean apart_answer(const char *folder, const char *name, GError **error)
{
    g_autofree char *path = file_of(folder, name, "json");
    json_t *question = json_load_file(path, 0, NULL);
    if (question == NULL) {
        g_set_error(error, APART_ERROR, APART_ERROR_FOLDER, "%s cannot be read", path);
        return FALSE;
    }
    gboolean answered = answer(folder, name, question, error);
    json_decref(question);
    return answered;
}
