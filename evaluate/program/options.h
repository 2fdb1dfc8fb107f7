/* What the command line of xaas-evaluate asks for; evaluate_command_line describes every option. */
#pragma once

#include "core/command_line.h"
#include "evaluate/metric.h"

typedef struct {
    /* As given, NULL or 0 when not. Owned by the struct. */
    char *labels;
    char *datasets;
    char *metric_text;
    char *sc25_text;
    char *format_text;
    char *output;
    char *source;
    char *split;
    double min_f1; /* negative when not given */
    int seed;
    gboolean runs, details, json, csv, check_labels, help, version;
    char **arguments; /* predictions, or label files */
    /* Read from the texts. */
    Metric metric;
    ReportFormat format;
    Sc25Switches switches;
} EvaluateOptions;

void evaluate_options_free(EvaluateOptions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(EvaluateOptions, evaluate_options_free)

extern const CommandLine evaluate_command_line;

/* NULL and an error for a person when the command line makes no sense. With --help or --version the
 * rest isn't checked. `arguments` is the program's argv, NULL-terminated, and stays as it is. */
EvaluateOptions *evaluate_options_parse(char *const *arguments, GError **error);
