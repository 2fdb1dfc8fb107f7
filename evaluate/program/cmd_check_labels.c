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

/* One file; the number of findings. A file that cannot be read at all is one. */
static guint check_file(const char *path, const EvaluateOptions *options, const Terminal *out,
                        const Terminal *err)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    const Labels *labels = labels_load(arena, path, &error);
    if (labels == NULL) {
        g_autofree char *message = terminal_text(error->message);
        fprintf(err->stream, "%s\n", message);
        return 1;
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    labels_check(labels, options->source, diagnostics);
    guint found = print_diagnostics(err, diagnostics);
    g_autofree char *project = terminal_text(labels->project);
    fprintf(out->stream, "%s: %u points, %u other declarations%s, %u findings\n", project,
            labels->points->len, labels->others->len, labels->complete ? "" : ", partial", found);
    return found;
}

ExitStatus cmd_check_labels(const EvaluateOptions *options, const Terminal *out,
                            const Terminal *err)
{
    guint found = 0;
    for (gsize i = 0; options->arguments[i] != NULL; i++) {
        found += check_file(options->arguments[i], options, out, err);
    }
    return found > 0 ? EXIT_STATUS_FINDINGS : EXIT_STATUS_DONE;
}
