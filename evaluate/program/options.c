#include "evaluate/program/options.h"
#include "core/word_list.h"
#include <stddef.h>
#include <string.h>

#define ROW(member) offsetof(EvaluateOptions, member)

static const OptionRow rows[] = {
    {"labels", 'l', TAKES_FILE, "FILE", "what is right: a file of labels",
     "Either in the form of docs/xaas-labels-1.schema.json, or a label file published with the "
     "SC'25 paper. All predictions are scored against it.",
     ROW(labels), NULL},
    {"datasets", 'd', TAKES_FOLDER, "FOLDER", "find the labels of each project in FOLDER",
     "FOLDER/PROJECT/labels.yaml. A prediction's project is what the specification says, else what "
     "its file's name begins with.",
     ROW(datasets), NULL},
    {"split", 0, TAKES_TEXT, "NAME", "score the projects of one split only, with --datasets",
     "FOLDER/splits.yaml says which projects are in which split. Predictions of other projects are "
     "passed over and named.",
     ROW(split), NULL},
    {"metric", 'm', TAKES_CHOICE, "METRIC", "strict (default) or sc25",
     "strict: a point is right when its category and its flag (name and value) are. sc25: as the "
     "paper scored, field by field; it needs labels and predictions in the paper's layout.",
     ROW(metric_text), metric_names},
    {"sc25", 0, TAKES_TEXT, "SWITCHES", "what else the sc25 metric does, separated by commas",
     "simd-names and cmake-flags are the study's two normalisations; tuning-flags scores the list "
     "of optimisation flags as well; algebra-flags and null-names (together: revised) are what "
     "the study's second script, for llama.cpp, did differently.",
     ROW(sc25_text), NULL},
    {"runs", 'r', TAKES_NOTHING, NULL, "each PREDICTION is a folder with the runs of one method",
     "The scores of its files make one group with minimum, median, mean, maximum and a bootstrap "
     "interval; groups are compared with each other. NAME=FOLDER gives a group another name. A "
     "file statistics.json (the study's record of times and tokens) is passed over.",
     ROW(runs), NULL},
    {"details", 0, TAKES_NOTHING, NULL,
     "list everything that was wrong, with the places on both sides",
     "Each false positive and false negative with its reason; without this option they are only "
     "counted.",
     ROW(details), NULL},
    {"format", 'f', TAKES_CHOICE, "FORMAT", "table (default), json, csv, markdown or html",
     "html is one file with all plots in it, for screens and for paper.", ROW(format_text),
     report_format_names},
    {"json", 0, TAKES_NOTHING, NULL, "the same as --format json", NULL, ROW(json), NULL},
    {"csv", 0, TAKES_NOTHING, NULL, "the same as --format csv", NULL, ROW(csv), NULL},
    {"output", 'o', TAKES_FILE, "FILE", "write the report to FILE; - (default) is standard output",
     "The file is replaced only when its new contents are complete.", ROW(output), NULL},
    {"min-f1", 0, TAKES_FRACTION, "X", "exit with status 1 when an F1 is below X",
     "For continuous integration: every prediction, with --runs the mean of every group, has to "
     "reach X, a number from 0 to 1. Where labels are partial it is the recall that has to.",
     ROW(min_f1), NULL},
    {"seed", 0, TAKES_NUMBER, "N", "seed of the resampling; the same seed gives the same intervals",
     NULL, ROW(seed), NULL},
    {"check-labels", 0, TAKES_NOTHING, NULL,
     "check label files instead; exit status 1 when they are wrong",
     "The arguments are label files. Looks for points that are there twice, flags that do not "
     "spell their option and value, and options with points in two categories.",
     ROW(check_labels), NULL},
    {"source", 0, TAKES_FOLDER, "FOLDER", "with --check-labels: look up every place in this source",
     "The one label file's project, in the labelled version.", ROW(source), NULL},
    {"help", 'h', TAKES_NOTHING, NULL, "show this text", NULL, ROW(help), NULL},
    {"version", 0, TAKES_NOTHING, NULL, "show the version", NULL, ROW(version), NULL},
    {.name = NULL},
};

static const char *const description[] = {
    "Compares specifications of specialization points with labelled projects, and shows precision, "
    "recall and F1, for each category and overall, with every miss and every invention.",
    "A PREDICTION is a specification (YAML or JSON), a file in the layout that the SC'25 paper's "
    "models answered in, or a folder of such files. One that is empty or malformed scores 0: it is "
    "counted, named and never left out of a mean.",
    NULL};

static const ManualEntry environment[] = {{"NO_COLOR", "No colours, even on a terminal."},
                                          {"COLUMNS", "The width that tables are fitted to."},
                                          {.subject = NULL}};

static const ManualEntry examples[] = {
    {"xaas-evaluate --datasets datasets gromacs.xaas.yaml", "Score one specification."},
    {"xaas-evaluate --labels gromacs/labels.json --metric sc25 --runs gromacs/*/",
     "The SC'25 table from the recorded replies of several models."},
    {"xaas-evaluate --datasets datasets --min-f1 0.9 *.xaas.yaml",
     "Fail when one of the specifications has become worse."},
    {"xaas-evaluate --check-labels --source gromacs-2022.5 datasets/gromacs/labels.yaml",
     "Check labels against the labelled source."},
    {.subject = NULL}};

const CommandLine evaluate_command_line = {
    .program = "xaas-evaluate",
    .purpose = "score specialization points against labelled projects",
    .summary = "Compares specifications with labelled projects: precision, recall, F1.",
    .arguments = "PREDICTION...",
    .argument_takes = TAKES_FILE,
    .rows = rows,
    .statuses = {[EXIT_STATUS_DONE] = "done",
                 [EXIT_STATUS_FINDINGS] =
                     "an F1 is below --min-f1, or --check-labels found something",
                 [EXIT_STATUS_USAGE] = "the command line makes no sense",
                 [EXIT_STATUS_INPUT] = "labels cannot be read, or are missing for a project",
                 [EXIT_STATUS_ENVIRONMENT] =
                     "the environment does not allow it: output not writable"},
    .description = description,
    .environment = environment,
    .examples = examples,
};

void evaluate_options_free(EvaluateOptions *self)
{
    if (self == NULL) {
        return;
    }
    command_line_clear(&evaluate_command_line, self);
    g_strfreev(self->arguments);
    g_free(self);
}

static gboolean read_choices(EvaluateOptions *self, GError **error)
{
    guint metric = METRIC_STRICT;
    guint format = self->json ? REPORT_JSON : self->csv ? REPORT_CSV : REPORT_TABLE;
    word_list_find(metric_names, self->metric_text, &metric);
    word_list_find(report_format_names, self->format_text, &format);
    self->metric = (Metric)metric;
    self->format = (ReportFormat)format;
    g_autofree char *unknown = NULL;
    if (!sc25_switches_parse(self->sc25_text, &self->switches, &unknown)) {
        g_autofree char *list = g_strjoinv(" ", (char **)sc25_switch_names);
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "--sc25 does not know \"%s\"; it takes some of %s", unknown, list);
        return FALSE;
    }
    return TRUE;
}

/* What --min-f1 holds that the command line does not mention. */
#define NOT_GIVEN (-G_MAXDOUBLE)

/* A check for "nan" would never find anything. */
static gboolean is_f1(double number)
{
    return number >= 0 && number <= 1;
}

/* Options that contradict each other are refused rather than silently ranked. */
static const char *contradiction(const EvaluateOptions *self)
{
    if (self->arguments[0] == NULL) {
        return self->check_labels ? "no label file was given" : "no prediction was given";
    }
    if (self->check_labels) {
        if (self->labels != NULL || self->datasets != NULL || self->runs ||
            self->min_f1 != NOT_GIVEN) {
            return "--check-labels goes with --source and label files only";
        }
        return self->source != NULL && self->arguments[1] != NULL
                   ? "--source is of one project; give its label file alone"
                   : NULL;
    }
    if (self->source != NULL) {
        return "--source goes with --check-labels only";
    }
    if ((self->labels == NULL) == (self->datasets == NULL)) {
        return "say what is right: one of --labels FILE and --datasets FOLDER";
    }
    if (self->split != NULL && self->datasets == NULL) {
        return "--split goes with --datasets only";
    }
    if (self->sc25_text != NULL && self->metric != METRIC_SC25) {
        return "--sc25 goes with --metric sc25 only";
    }
    if ((self->json && self->csv) || ((self->json || self->csv) && self->format_text != NULL)) {
        return "one format at a time: --format, --json or --csv";
    }
    return self->min_f1 != NOT_GIVEN && !is_f1(self->min_f1) ? "--min-f1 takes a number from 0 to 1"
                                                             : NULL;
}

EvaluateOptions *evaluate_options_parse(char *const *arguments, GError **error)
{
    g_autoptr(EvaluateOptions) self = g_new0(EvaluateOptions, 1);
    self->min_f1 = NOT_GIVEN;
    if (!command_line_parse(&evaluate_command_line, self, arguments, &self->arguments, error)) {
        return NULL;
    }
    if (self->help || self->version) {
        return g_steal_pointer(&self);
    }
    if (!read_choices(self, error)) {
        return NULL;
    }
    const char *wrong = contradiction(self);
    if (wrong != NULL) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, wrong);
        return NULL;
    }
    return g_steal_pointer(&self);
}
