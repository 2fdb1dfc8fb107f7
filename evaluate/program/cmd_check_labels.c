#include "core/file.h"
#include "evaluate/labels_check.h"
#include "evaluate/program/commands.h"

static guint print_diagnostics(const Terminal *err, Diagnostics *diagnostics)
{
    const GPtrArray *list = diagnostics_list(diagnostics);
    for (guint i = 0; i < list->len; i++) {
        g_autofree char *line = diagnostic_text(list->pdata[i]);
        g_autofree char *safe = terminal_text(line);
        fprintf(err->stream, "%s\n", safe);
    }
    return list->len;
}

/* One file; FALSE when it is not there, or nobody may read it. What cannot be understood as labels
 * is a finding. */
static gboolean check_file(const char *path, const EvaluateOptions *options, const Terminal *out,
                           const Terminal *err, guint *findings)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    const Labels *labels = labels_load(arena, path, &error);
    if (labels == NULL) {
        g_autofree char *message = terminal_text(error->message);
        fprintf(err->stream, "%s\n", message);
        ++*findings;
        return error->domain != FILE_ERROR;
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    labels_check(labels, options->source, diagnostics);
    guint found = print_diagnostics(err, diagnostics);
    g_autofree char *project = terminal_text(labels->project);
    fprintf(out->stream, "%s: %u points, %u other declarations%s, %u findings\n", project,
            labels->points->len, labels->others->len, labels->complete ? "" : ", partial", found);
    *findings += found;
    return TRUE;
}

ExitStatus cmd_check_labels(const EvaluateOptions *options, const Terminal *out,
                            const Terminal *err)
{
    const char *source = options->source;
    if (source != NULL && !g_file_test(source, G_FILE_TEST_IS_DIR)) {
        g_autofree char *safe = terminal_text(source);
        fprintf(err->stream,
                "xaas-evaluate: there is no folder %s; --source names that of the labelled "
                "sources\n",
                safe);
        return EXIT_STATUS_INPUT;
    }
    guint findings = 0;
    gboolean readable = TRUE;
    for (gsize i = 0; options->arguments[i] != NULL; i++) {
        readable &= check_file(options->arguments[i], options, out, err, &findings);
    }
    if (!readable) {
        return EXIT_STATUS_INPUT;
    }
    return findings > 0 ? EXIT_STATUS_FINDINGS : EXIT_STATUS_DONE;
}
