#include "core/file.h"
#include "core/json.h"
#include "core/specification_update.h"
#include "discover/program/commands.h"
#include "discover/program/people.h"
#include "discover/program/print_table.h"
#include "discover/specify.h"
#include <string.h>

static gboolean write_document(const char *path, json_t *document, GError **error)
{
    g_autofree char *text = json_document_text(document);
    json_decref(document);
    return file_write(path, text, strlen(text), error);
}

static gboolean write_facts(const DiscoverOptions *options, const Facts *facts, GError **error)
{
    return (options->facts == NULL || write_document(options->facts, facts_json(facts), error)) &&
           (options->ledger == NULL ||
            write_document(options->ledger, facts_ledger_json(facts), error));
}

/* The specification that is there; NULL when there is none, or something else that is theirs to
 * name as output. */
static const Specification *load_present(const char *path, Arena *arena)
{
    return g_file_test(path, G_FILE_TEST_IS_REGULAR) ? specification_load(arena, path, NULL) : NULL;
}

/* Whether a file in the layout of the SC'25 labels may be one that was written before: by its keys,
 * for it does not say what it is. */
static gboolean is_reference(const char *text, gsize length)
{
    json_t *document = json_loadb(text, length, 0, NULL);
    gboolean is = json_object_get(document, "gpu_build") != NULL;
    json_decref(document);
    return is;
}

/* Whether a text that is no specification is what this program has written before, and not
 * somebody's matrix, labels or sources, whose name was given by mistake. One with nothing in it is
 * nobody's. */
static gboolean is_own(const char *text, gsize length, SpecificationFormat format)
{
    return length == 0 ||
           (format == FORMAT_MARKDOWN && g_str_has_prefix(text, SPECIFICATION_MARKDOWN_TITLE)) ||
           (format == FORMAT_REFERENCE && is_reference(text, length));
}

/* Whether a new specification may take the place of a file that cannot be read as one, for the
 * reason `unread`. A specification that an editor's slip or the marks of a merge have damaged holds
 * what people decided all the same; so may a file that nobody can look into. */
static gboolean may_replace_other(const char *path, SpecificationFormat format,
                                  const GError *unread, GError **error)
{
    g_autofree char *shown = g_filename_display_name(path);
    gsize length = 0;
    g_autofree char *text = file_read(path, YAML_BYTES_MAX, &length, error);
    if (text == NULL) {
        g_prefix_error(error,
                       "%s may hold decisions of people and is not written over; name another "
                       "file, or remove it: ",
                       shown);
        return FALSE;
    }
    if (g_strstr_len(text, (gssize)length, SPECIFICATION_SCHEMA_BEGINNING) != NULL) {
        g_propagate_prefixed_error(error, g_error_copy(unread),
                                   "%s may hold decisions of people and is not written over; mend "
                                   "it, or remove it: ",
                                   shown);
        return FALSE;
    }
    if (!is_own(text, length, format)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT,
                    "%s is there and is no specification, and is not written over; name another "
                    "file, or remove it",
                    shown);
        return FALSE;
    }
    return TRUE;
}

/* Whether a new specification may take the place of what is there. */
static gboolean may_replace(const char *path, SpecificationFormat format, Arena *arena,
                            GError **error)
{
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        return TRUE;
    }
    g_autoptr(GError) unread = NULL;
    gsize length = 0;
    g_autofree char *text = file_read(path, YAML_BYTES_MAX, &length, &unread);
    g_autoptr(YamlDocument) document =
        text == NULL ? NULL : yaml_parse(text, length, path, &unread);
    const Specification *present =
        document == NULL ? NULL : specification_from_yaml(arena, document, &unread);
    if (present == NULL) {
        return may_replace_other(path, format, unread, error);
    }
    g_autoptr(YamlComments) comments =
        yaml_comments_read(text, length, document, specification_identity);
    if (people_have_worked(present, comments)) {
        g_autofree char *shown = g_filename_display_name(path);
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "%s holds what people decided or wrote; --update keeps it (or remove the file)",
                    shown);
        return FALSE;
    }
    return TRUE;
}

/* Where a specification says what it is: behind a few lines of comments at most. */
#define SCHEMA_WITHIN 4096u

/* FALSE and an error when facts or a ledger would take the place of a specification, and with it of
 * what people have decided. */
static gboolean spares_specification(const char *option, const char *path, GError **error)
{
    gsize length = 0;
    g_autofree char *text = path != NULL && g_file_test(path, G_FILE_TEST_IS_REGULAR)
                                ? file_read(path, YAML_BYTES_MAX, &length, NULL)
                                : NULL;
    if (text == NULL || g_strstr_len(text, (gssize)MIN(length, SCHEMA_WITHIN),
                                     SPECIFICATION_SCHEMA_BEGINNING) == NULL) {
        return TRUE;
    }
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                "--%s: %s is a specification, and is not written over; name another file", option,
                path);
    return FALSE;
}

/* The specification as it should stand in the file. NULL and an error when the present file forbids
 * it. */
static char *specification_for(const DiscoverOptions *options, const Analysis *analysis,
                               Specification *specification, const char *path, GError **error)
{
    YamlComments *comments = NULL;
    if (options->update && g_file_test(path, G_FILE_TEST_EXISTS)) {
        if (!specification_update_from(specification, path, &comments, error)) {
            return NULL;
        }
    } else if (!options->update && !may_replace(path, options->format, analysis->arena, error)) {
        /* Asked before, but an analysis with a model takes long enough for people to decide. */
        return NULL;
    }
    /* What a model said in that layout is written as it said it, with names and versions that a
     * specification has no place for. */
    const json_t *reply = analysis->model != NULL ? model_grounded_reply(analysis->model) : NULL;
    char *text = reply != NULL && options->format == FORMAT_REFERENCE
                     ? json_document_text(reply)
                     : specification_text(specification, options->format, comments);
    g_clear_pointer(&comments, yaml_comments_free);
    return text;
}

/* `read` is the digest of what was there before; NULL: nothing, or no file. A decision that went
 * into the file since it was read is not written over. */
static gboolean write_specification(const char *path, const char *read, const char *text,
                                    GError **error)
{
    return read != NULL ? file_replace(path, read, text, error)
                        : file_write(path, text, strlen(text), error);
}

static guint count_status(const Specification *specification, PointStatus status)
{
    guint count = 0;
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = g_ptr_array_index(specification->points, i);
        count += point->status == status;
    }
    return count;
}

static guint count_lost(const Specification *specification)
{
    guint count = 0;
    for (guint i = 0; i < specification->ledger->len; i++) {
        count += ((const LedgerCount *)g_ptr_array_index(specification->ledger, i))->lost;
    }
    return count;
}

static guint count_differences(const Specification *specification)
{
    return specification->points->len - count_status(specification, STATUS_SAME);
}

static void print_model(const Terminal *out, const Model *model)
{
    g_autofree char *summary = model_summary(model);
    g_auto(GStrv) lines = g_strsplit(summary, "\n", -1);
    for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++) {
        g_autofree char *safe = terminal_text(lines[i]);
        fprintf(out->stream, "%s\n", safe);
    }
}

static void report(const DiscoverOptions *options, const Analysis *analysis,
                   const Specification *specification, const char *written, const Terminal *out)
{
    if (options->json) {
        json_t *summary = summary_json(analysis, specification, written);
        if (options->update) {
            json_object_set_new(summary, "new",
                                json_integer(count_status(specification, STATUS_NEW)));
            json_object_set_new(summary, "changed",
                                json_integer(count_status(specification, STATUS_CHANGED)));
            json_object_set_new(summary, "gone",
                                json_integer(count_status(specification, STATUS_GONE)));
        }
        if (analysis->model != NULL) {
            json_object_set_new(summary, "model", model_json(analysis->model));
        }
        g_autofree char *text = json_document_text(summary);
        json_decref(summary);
        fputs(text, out->stream);
        return;
    }
    gboolean shows_reach = print_table(out, analysis, specification);
    guint points = count_points(analysis, specification);
    guint others = count_rejected(analysis);
    guint gaps = analysis->facts->ledger->len;
    g_autofree char *safe = written != NULL ? terminal_text(written) : NULL;
    guint lost = count_lost(specification);
    fprintf(out->stream, "\n%s%s%s%u %s, %u other %s, %u ledger %s",
            written != NULL ? "Wrote " : "", written != NULL ? safe : "",
            written != NULL ? ": " : "", points, count_noun(points, "point", "points"), others,
            count_noun(others, "option", "options"), gaps, count_noun(gaps, "entry", "entries"));
    if (lost > 0) {
        fprintf(out->stream, " (%u %s lost)", lost, count_noun(lost, "variable", "variables"));
    }
    fputc('\n', out->stream);
    if (shows_reach) {
        terminal_print(out, STYLE_FAINT,
                       "REACH counts source lines/files that hang on the option\n");
    }
    g_autofree char *unread = analysis_unread(analysis);
    if (unread != NULL) {
        g_autofree char *unread_safe = terminal_text(unread);
        fprintf(out->stream, "%s\n", unread_safe);
    }
    if (analysis->model != NULL) {
        print_model(out, analysis->model);
    }
    if (options->update) {
        fprintf(out->stream, "Against the file before: %u new, %u changed, %u gone\n",
                count_status(specification, STATUS_NEW),
                count_status(specification, STATUS_CHANGED),
                count_status(specification, STATUS_GONE));
    }
}

static ExitStatus refuse(const Terminal *err, const GError *error)
{
    g_autofree char *message = terminal_text(error->message);
    fprintf(err->stream, "xaas-discover: %s\n", message);
    if (error->domain == PROGRAM_ERROR) {
        return (ExitStatus)error->code;
    }
    return error->domain == FILE_ERROR ? EXIT_STATUS_ENVIRONMENT : EXIT_STATUS_INPUT;
}

/* What people decided in the file that is there is not up for question. */
static void ask_model(const DiscoverOptions *options, const Analysis *analysis,
                      const Specification *present, const Terminal *err)
{
    g_autoptr(GHashTable) settled = present == NULL ? NULL : people_settled_options(present);
    g_autofree char *folder_name = g_path_get_basename(tree_root(analysis->tree));
    ModelSubject subject = {.facts = analysis->facts,
                            .knowledge = analysis->knowledge,
                            .sources = analysis->sources,
                            .folder_name = folder_name,
                            .tree = analysis->tree,
                            .decisions = analysis->decisions,
                            .settled = settled,
                            .diagnostics = analysis->diagnostics,
                            .arena = analysis->arena};
    Progress progress = progress_on(err, !options->quiet);
    model_ask(analysis->model, &subject, &progress);
}

static gboolean has_findings(const DiscoverOptions *options, const Analysis *analysis,
                             const Specification *specification)
{
    if (options->update) {
        return count_differences(specification) > 0;
    }
    return diagnostics_count(analysis->diagnostics, DIAGNOSTIC_WARNING) > 0 ||
           diagnostics_count(analysis->diagnostics, DIAGNOSTIC_ERROR) > 0;
}

static gboolean has_place(const char *path, GError **error)
{
    return path == NULL || file_may_write(path, error);
}

/* Whether the specification is only compared with the file that is there. */
static gboolean only_compares(const DiscoverOptions *options)
{
    return options->check && options->update;
}

static gboolean specification_has_place(const DiscoverOptions *options, const char *path,
                                        GError **error)
{
    if (only_compares(options)) {
        return TRUE;
    }
    g_autoptr(Arena) arena = arena_new();
    return has_place(path, error) &&
           (options->update || may_replace(path, options->format, arena, error));
}

static gboolean outputs_have_place(const DiscoverOptions *options, GError **error)
{
    if (!has_place(options->facts, error) || !has_place(options->ledger, error) ||
        !spares_specification("facts", options->facts, error) ||
        !spares_specification("ledger", options->ledger, error)) {
        return FALSE;
    }
    return options->output == NULL || specification_has_place(options, options->output, error);
}

gboolean cmd_discover_may_write(const DiscoverOptions *options, const Terminal *err,
                                ExitStatus *status)
{
    g_autoptr(GError) error = NULL;
    gboolean may = outputs_have_place(options, &error);
    if (!may) {
        *status = refuse(err, error);
    }
    return may;
}

ExitStatus cmd_discover(const DiscoverOptions *options, const Analysis *analysis,
                        const Terminal *out, const Terminal *err)
{
    g_autofree char *path =
        options->output != NULL
            ? g_strdup(options->output)
            : g_strconcat(analysis->name, specification_format_suffix(options->format), NULL);
    g_autoptr(GError) error = NULL;
    const char *outputs = discover_options_outputs(options, path);
    if (outputs != NULL) {
        g_set_error(&error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "%s: %s", path, outputs);
        return refuse(err, error);
    }
    const Specification *present = options->update ? load_present(path, analysis->arena) : NULL;
    if (analysis->model != NULL) {
        /* A name that nobody gave is known only now, and what comes next costs. */
        if (!specification_has_place(options, path, &error)) {
            return refuse(err, error);
        }
        ask_model(options, analysis, present, err);
    }
    if (present != NULL) {
        people_keep_points(present, analysis);
    }
    print_diagnostics(err, analysis, discover_options_severity(options));
    Specification *specification =
        specify(analysis->facts, analysis->decisions, analysis->sources, analysis->arena);
    specification->model =
        analysis->model != NULL ? model_record(analysis->model, analysis->arena) : NULL;
    g_autofree char *read = file_checksum(path, YAML_BYTES_MAX, NULL);
    g_autofree char *text = specification_for(options, analysis, specification, path, &error);
    if (text == NULL || !write_facts(options, analysis->facts, &error) ||
        (!only_compares(options) && !write_specification(path, read, text, &error))) {
        return refuse(err, error);
    }
    if (!discover_options_fill_stdout(options) && (options->json || !options->quiet)) {
        report(options, analysis, specification, only_compares(options) ? NULL : path, out);
    }
    if (analysis->model != NULL && model_failed(analysis->model)) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    return options->check && has_findings(options, analysis, specification) ? EXIT_STATUS_FINDINGS
                                                                            : EXIT_STATUS_DONE;
}
