#include "container/stages/compile.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "container/ir/assembly_reads.h"
#include "container/ir/canonical.h"
#include "container/ir/dependence.h"
#include "core/file.h"
#include "core/json.h"
#include <glib/gstdio.h>
#include <string.h>

G_DEFINE_QUARK(xaas - compile - error, compile_error)

#define JOB_BYTES_MAX (64u * 1024u * 1024u)
#define LOG_LINES_QUOTED 12u

void module_record_clear(ModuleRecord *self)
{
    g_clear_pointer(&self->digest, g_free);
    g_clear_pointer(&self->target, g_free);
    g_clear_pointer(&self->dependence, g_free);
    g_clear_pointer(&self->reads, g_free);
}

/* How the command of a job ended, beside its log. */
#define ENDING "status"

static json_t *load(const char *folder, const char *part, const char *key, GError **error)
{
    g_autofree char *path = workspace_path(folder, part, key, ".json");
    gsize length = 0;
    g_autofree char *text = file_read(path, JOB_BYTES_MAX, &length, error);
    json_error_t mistake;
    json_t *root = text == NULL ? NULL : json_loadb(text, length, 0, &mistake);
    if (text != NULL && root == NULL) {
        g_set_error(error, COMPILE_ERROR, COMPILE_ERROR_JOB, "%s is malformed; delete it", path);
    }
    return root;
}

/* Whether a record says all that this version asks for, and its module is one of the job. Keys
 * leave the target out: what depends on it was compiled for the one that came first in that run. */
static gboolean holds_for(const json_t *record, const CompileJob *job)
{
    const json_t *target = json_object_get(record, "target");
    const char *dependence = json_string_value(json_object_get(record, "dependence"));
    return json_object_get(record, "reads") != NULL &&
           json_object_get(record, "relocates") != NULL && target != NULL &&
           (dependence == NULL || g_strcmp0(json_string_value(target), job->target) == 0);
}

static void drop_older_record(const char *folder, const CompileJob *job)
{
    json_t *record = load(folder, "modules", job->key, NULL);
    if (record != NULL && !holds_for(record, job)) {
        g_autofree char *path = workspace_path(folder, "modules", job->key, ".json");
        g_unlink(path);
    }
    json_decref(record);
}

gboolean compile_job_write(const char *folder, const CompileJob *job, GError **error)
{
    drop_older_record(folder, job);
    json_t *root = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "configuration", json_of_text(job->configuration),
        "source", json_of_text(job->source), "command", json_of_vector(job->command), "vector",
        json_of_vector(job->vector), "target", json_of_text(job->target), "placeholder",
        json_of_text(job->placeholder), "compare_only", job->compare_only);
    g_autofree char *text = json_document_text(root);
    json_decref(root);
    g_autofree char *path = workspace_path(folder, "units", job->key, ".json");
    /* Ninja and the next run look at times: what has not changed stays. */
    g_autofree char *old = file_read(path, JOB_BYTES_MAX, NULL, NULL);
    return g_strcmp0(old, text) == 0 || file_write(path, text, strlen(text), error);
}

static char **vector_of(const json_t *job, const char *member)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    gsize index;
    const json_t *word;
    json_array_foreach(json_object_get(job, member), index, word)
    {
        if (json_is_string(word)) {
            g_strv_builder_add(builder, json_string_value(word));
        }
    }
    return g_strv_builder_end(builder);
}

char *compile_job_rule(const char *folder, const char *key)
{
    g_autofree char *path = workspace_path(folder, "modules", key, ".d");
    return file_read(path, JOB_BYTES_MAX, NULL, NULL);
}

char *compile_job_failure(const char *folder, const char *key)
{
    json_t *job = load(folder, "units", key, NULL);
    g_auto(GStrv) command = vector_of(job, "command");
    g_autofree char *text = process_command_text((const char *const *)command);
    g_autofree char *log = workspace_path(folder, "logs", key, ".txt");
    g_autofree char *said = file_read(log, JOB_BYTES_MAX, NULL, NULL);
    g_autofree char *tail = said == NULL ? NULL : process_last_lines(said, LOG_LINES_QUOTED);
    char *message =
        g_strdup_printf("configuration %s, %s: `%s`; its log is %s%s%s",
                        json_string_value(json_object_get(job, "configuration")),
                        json_string_value(json_object_get(job, "source")), text, log,
                        tail == NULL ? "" : " and ends with: ", tail == NULL ? "" : tail);
    json_decref(job);
    return message;
}

char *compile_job_source_error(const Failures *failures, const char *folder, const char *key)
{
    json_t *ending = load(folder, "logs", key, NULL);
    g_autofree char *log = workspace_path(folder, "logs", key, ".txt");
    g_autofree char *said = file_read(log, JOB_BYTES_MAX, NULL, NULL);
    const json_t *status = json_object_get(ending, ENDING);
    char *error = said != NULL && json_is_integer(status)
                      ? failures_source_error(failures, (int)json_integer_value(status), said)
                      : NULL;
    json_decref(ending);
    return error;
}

/* Where this is missing, something ended the job itself. */
static gboolean write_ending(const char *folder, const char *key, int status, GError **error)
{
    json_t *root = json_pack("{s:i}", ENDING, status);
    g_autofree char *text = json_document_text(root);
    json_decref(root);
    g_autofree char *path = workspace_path(folder, "logs", key, ".json");
    return file_write(path, text, strlen(text), error);
}

static gboolean write_record(const char *folder, const char *key, const ModuleRecord *record,
                             GError **error)
{
    json_t *root = json_pack("{s:s, s:o, s:o, s:o, s:b, s:i, s:I}", "digest", record->digest,
                             "target", json_of_text(record->target), "dependence",
                             json_of_text(record->dependence), "reads", json_of_text(record->reads),
                             "relocates", record->relocates, "explicit_targets",
                             (int)record->explicit_targets, "bytes", (json_int_t)record->bytes);
    g_autofree char *text = json_document_text(root);
    json_decref(root);
    g_autofree char *path = workspace_path(folder, "modules", key, ".json");
    return file_write(path, text, strlen(text), error);
}

gboolean module_record_read(const char *folder, const char *key, ModuleRecord *record,
                            GError **error)
{
    *record = (ModuleRecord){0};
    json_t *root = load(folder, "modules", key, error);
    if (root == NULL) {
        return FALSE;
    }
    record->digest = g_strdup(json_string_value(json_object_get(root, "digest")));
    record->target = g_strdup(json_string_value(json_object_get(root, "target")));
    record->dependence = g_strdup(json_string_value(json_object_get(root, "dependence")));
    record->reads = g_strdup(json_string_value(json_object_get(root, "reads")));
    record->relocates = json_is_true(json_object_get(root, "relocates"));
    record->explicit_targets = (guint)json_integer_value(json_object_get(root, "explicit_targets"));
    record->bytes = (guint64)json_integer_value(json_object_get(root, "bytes"));
    json_decref(root);
    if (record->digest == NULL) {
        g_set_error(error, COMPILE_ERROR, COMPILE_ERROR_JOB,
                    "modules/%s.json is malformed; delete it", key);
        return FALSE;
    }
    return TRUE;
}

static gboolean describe(const char *folder, const char *key, const json_t *job,
                         const char *bitcode, GError **error)
{
    g_autoptr(Module) module = module_load(bitcode, error);
    const char *target = json_string_value(json_object_get(job, "target"));
    if (module == NULL) {
        return FALSE;
    }
    g_auto(ModuleRecord) record = {.target = g_strdup(target)};
    record.explicit_targets = module_canonicalise(module, target == NULL ? "" : target);
    record.dependence = g_strdup(module_target_dependence(module));
    record.reads = g_strdup(module_assembly_reads(module));
    g_autofree char *text = module_text(module);
    record.digest = module_digest(text);
    const char *placeholder = json_string_value(json_object_get(job, "placeholder"));
    record.relocates = placeholder != NULL && strstr(text, placeholder) != NULL;
    if (!json_is_true(json_object_get(job, "compare_only"))) {
        g_autofree char *path = workspace_path(folder, "modules", key, ".bc");
        GStatBuf status;
        if (!module_write(module, path, error) || g_stat(path, &status) != 0) {
            return FALSE;
        }
        record.bytes = (guint64)status.st_size;
    }
    return write_record(folder, key, &record, error);
}

static gboolean is_done(const char *folder, const char *key, const json_t *job)
{
    g_auto(ModuleRecord) record = {0};
    g_autofree char *path = workspace_path(folder, "modules", key, ".bc");
    return module_record_read(folder, key, &record, NULL) &&
           (json_is_true(json_object_get(job, "compare_only")) ||
            g_file_test(path, G_FILE_TEST_IS_REGULAR));
}

/* What fails behind a compiler that was content is in no log yet: a disk that takes its output and
 * not the module, for instance. */
static void tell_in_log(const char *log, const GError *error)
{
    g_autofree char *said = file_read(log, JOB_BYTES_MAX, NULL, NULL);
    g_autofree char *text = g_strdup_printf("%s%s\n", said == NULL ? "" : said, error->message);
    file_write(log, text, strlen(text), NULL);
}

/* What the compiler says that it has read stays beside the module. */
static gboolean keep_rule(const char *folder, const char *key, const json_t *job, GError **error)
{
    g_autofree char *rule = workspace_path(folder, "scratch", key, ".d");
    gboolean keep = !json_is_true(json_object_get(job, "compare_only"));
    g_autofree char *text = keep ? file_read(rule, JOB_BYTES_MAX, NULL, NULL) : NULL;
    g_autofree char *path = workspace_path(folder, "modules", key, ".d");
    return !keep ||
           file_write(path, text == NULL ? "" : text, text == NULL ? 0 : strlen(text), error);
}

gboolean compile_job_run(const char *folder, const char *key, GError **error)
{
    json_t *job = load(folder, "units", key, error);
    if (job == NULL) {
        return FALSE;
    }
    if (is_done(folder, key, job)) {
        json_decref(job);
        return TRUE;
    }
    g_auto(GStrv) vector = vector_of(job, "vector");
    g_autofree char *log = workspace_path(folder, "logs", key, ".txt");
    g_autofree char *bitcode = workspace_path(folder, "scratch", key, ".bc");
    g_autofree char *ending = workspace_path(folder, "logs", key, ".json");
    g_unlink(ending);
    g_auto(ProcessResult) result = {0};
    gboolean done =
        process_run(&(ProcessRequest){.command = (const char *const *)vector, .log = log}, &result,
                    error) &&
        write_ending(folder, key, result.status, error);
    if (done && result.status != 0) {
        g_autofree char *failure = compile_job_failure(folder, key);
        g_set_error_literal(error, COMPILE_ERROR, COMPILE_ERROR_FAILED, failure);
        done = FALSE;
    }
    g_autoptr(GError) failure = NULL;
    gboolean described = done && keep_rule(folder, key, job, &failure) &&
                         describe(folder, key, job, bitcode, &failure);
    g_autofree char *rule = workspace_path(folder, "scratch", key, ".d");
    g_unlink(rule);
    g_unlink(bitcode);
    json_decref(job);
    if (failure != NULL) {
        tell_in_log(log, failure);
        g_propagate_error(error, g_steal_pointer(&failure));
    }
    return described;
}
