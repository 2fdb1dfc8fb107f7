#include "core/file.h"
#include "evaluate/evaluation.h"
#include "evaluate/program/commands.h"
#include "evaluate/program/print_scores.h"
#include "evaluate/report.h"
#include <string.h>

static ExitStatus refuse(const Terminal *err, const GError *error)
{
    g_autofree char *message = terminal_text(error->message);
    fprintf(err->stream, "xaas-evaluate: %s\n", message);
    return error->domain == PROGRAM_ERROR ? (ExitStatus)error->code : EXIT_STATUS_ENVIRONMENT;
}

/* NULL for the format that is printed as it goes. */
static char *report_text(const EvaluateOptions *options, const Evaluation *evaluation)
{
    switch (options->format) {
    case REPORT_TABLE:
        return NULL;
    case REPORT_JSON:
        return report_json(evaluation, options->details);
    case REPORT_CSV:
        return report_csv(evaluation);
    case REPORT_MARKDOWN:
        return report_markdown(evaluation, options->details);
    case REPORT_HTML:
        return report_html(evaluation, options->details);
    }
    g_assert_not_reached();
}

/* FALSE and an error when the report would take the place of what it is about, which people have
 * labelled or decided. */
static gboolean spares_inputs(const EvaluateOptions *options, const Evaluation *evaluation,
                              GError **error)
{
    for (guint i = 0; options->output != NULL && i < evaluation->read->len; i++) {
        if (file_is_same(evaluation->read->pdata[i], options->output)) {
            g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                        "%s is one of the files that are compared; name another file to write to",
                        options->output);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean show(const EvaluateOptions *options, const Evaluation *evaluation,
                     const Terminal *out, GError **error)
{
    const char *path = options->output == NULL ? FILE_STANDARD_OUTPUT : options->output;
    g_autofree char *text = report_text(options, evaluation);
    if (text != NULL) {
        return file_write(path, text, strlen(text), error);
    }
    if (options->output == NULL) {
        print_scores(out, evaluation, options->details);
        return TRUE;
    }
    /* The table in a file is what would be printed where nothing is a terminal. */
    char *buffer = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&buffer, &length);
    Terminal plain = {.stream = stream, .width = TERMINAL_WIDTH_PIPED};
    print_scores(&plain, evaluation, options->details);
    fclose(stream);
    gboolean written = file_write(path, buffer, length, error);
    free(buffer);
    return written;
}

ExitStatus cmd_evaluate(const EvaluateOptions *options, const Terminal *out, const Terminal *err)
{
    EvaluationRequest request = {.labels = options->labels,
                                 .datasets = options->datasets,
                                 .split = options->split,
                                 .metric = options->metric,
                                 .switches = options->switches,
                                 .runs = options->runs,
                                 .seed = (guint32)options->seed,
                                 .arguments = options->arguments};
    g_autoptr(GError) error = NULL;
    g_autoptr(Evaluation) evaluation = evaluation_run(&request, &error);
    if (evaluation == NULL || !spares_inputs(options, evaluation, &error) ||
        !show(options, evaluation, out, &error)) {
        return refuse(err, error);
    }
    for (guint i = 0; i < evaluation->mismatches->len; i++) {
        g_autofree char *safe = terminal_text(evaluation->mismatches->pdata[i]);
        fprintf(err->stream, "xaas-evaluate: warning: %s\n", safe);
    }
    g_auto(GStrv) below = evaluation_below(evaluation, options->min_f1);
    for (gsize i = 0; below[i] != NULL; i++) {
        g_autofree char *safe = terminal_text(below[i]);
        fprintf(err->stream, "xaas-evaluate: %s, less than --min-f1 asks for\n", safe);
    }
    return below[0] == NULL ? EXIT_STATUS_DONE : EXIT_STATUS_FINDINGS;
}
