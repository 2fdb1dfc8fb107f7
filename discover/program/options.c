#include "discover/program/options.h"
#include <stddef.h>
#include <string.h>

static const char *const format_names[] = {
#define X(id, text, suffix) text,
    SPECIFICATION_FORMATS(X)
#undef X
        NULL};

#define FIELD(member) offsetof(DiscoverOptions, member)

static const OptionRow rows[] = {
    {"output", 'o', TAKES_FILE, "FILE", "write the specification to FILE; - for standard output",
     "Without this option it is written to NAME.xaas.yaml in the current folder, where NAME is the "
     "project's. The file is replaced only when its new contents are complete.",
     FIELD(output), NULL},
    {"format", 'f', TAKES_CHOICE, "FORMAT", "yaml (default), json, markdown or reference-json",
     "reference-json is the layout of the label files published with the SC'25 paper.",
     FIELD(format_text), format_names},
    {"update", 'u', TAKES_NOTHING, NULL, "keep what people decided in the file that is there",
     "Reviews, decisions and comments of the present file are kept; points that are new, changed "
     "or "
     "gone are marked as such.",
     FIELD(update), NULL},
    {"check", 0, TAKES_NOTHING, NULL, "exit with status 1 when there are findings",
     "With --update a finding is a point that is new, changed or gone, and the file stays as it "
     "is; "
     "else it is a warning or an error.",
     FIELD(check), NULL},
    {"explain", 'e', TAKES_TEXT, "OPTION", "explain one build option instead",
     "Shows where it is defined and through which wrappers, its values, its defaults and their "
     "conditions, what it turns on, which macros and how many source lines hang on it, and why it "
     "was "
     "put in its category. Nothing is written.",
     FIELD(explain), NULL},
    {"facts", 0, TAKES_FILE, "FILE", "write all that was read, as JSON",
     "Every option, effect and constraint, with file and line.", FIELD(facts), NULL},
    {"ledger", 0, TAKES_FILE, "FILE", "write what could not be followed, as JSON",
     "Each entry has its place, the reason and the names whose value is not known from there on.",
     FIELD(ledger), NULL},
    {"concrete", 0, TAKES_NOTHING, NULL, "follow one configuration instead of all",
     "The build description is followed with the values given by -D and the answers of "
     "--environment.",
     FIELD(concrete), NULL},
    {"define", 'D', TAKES_TEXTS, "NAME=VALUE", "give an option a value, with --concrete",
     "May be repeated. NAME:TYPE=VALUE is read as well, as CMake does.", FIELD(definitions), NULL},
    {"environment", 0, TAKES_FILE, "FILE", "answers of checks, with --concrete",
     "A file in the form of CMakeCache.txt: what find_package, check_* and try_compile found on "
     "some "
     "machine.",
     FIELD(environment), NULL},
    {"knowledge", 0, TAKES_FOLDER, "FOLDER", "read the knowledge files in FOLDER",
     "They say which technologies there are and how they show. Default: those that were installed.",
     FIELD(knowledge), NULL},
    {"stubs", 0, TAKES_FOLDER, "FOLDER", "read the stubs of CMake modules in FOLDER",
     "They stand in for the modules that CMake brings. Default: those that were installed.",
     FIELD(stubs), NULL},
    {"jobs", 'j', TAKES_NUMBER, "N", "scan sources with N threads; default: one a processor", NULL,
     FIELD(jobs), NULL},
    {"json", 0, TAKES_NOTHING, NULL, "show the summary as JSON instead of a table", NULL,
     FIELD(json), NULL},
    {"quiet", 'q', TAKES_NOTHING, NULL, "show errors only", NULL, FIELD(quiet), NULL},
    {"verbose", 'v', TAKES_NOTHING, NULL, "show every diagnostic, notes as well", NULL,
     FIELD(verbose), NULL},
    {"help", 'h', TAKES_NOTHING, NULL, "show this text", NULL, FIELD(help), NULL},
    {"version", 0, TAKES_NOTHING, NULL, "show the version", NULL, FIELD(version), NULL},
    {.name = NULL},
};

static const char *const description[] = {
    "Reads the build description in the folder PROJECT and its sources, and writes the build "
    "options that choose hardware or performance libraries as a specification that a maintainer "
    "can review: each with its category, values, defaults, conditions, and the file and line of "
    "every claim.",
    "Nothing of the project is run, no compiler is called and no network is used. What could not "
    "be followed is in the ledger.",
    NULL};

static const ManualEntry environment[] = {
    {"XAAS_DATA_DIR",
     "A folder with the data files (knowledge, stubs) to use instead of the installed ones."},
    {"NO_COLOR", "No colours, even on a terminal."},
    {"COLUMNS", "The width that the table is fitted to."},
    {.subject = NULL}};

static const ManualEntry examples[] = {
    {"xaas-discover gromacs/", "Write gromacs.xaas.yaml and show its points."},
    {"xaas-discover --explain GMX_SIMD gromacs/", "Show all that is known about one option."},
    {"xaas-discover --update --check gromacs/",
     "Fail when the project has points that nobody has reviewed."},
    {.subject = NULL}};

const CommandLine discover_command_line = {
    .program = "xaas-discover",
    .purpose = "find the specialization points of an HPC project",
    .summary = "Reads the build description of PROJECT, without running it, and writes its "
               "specialization points.",
    .arguments = "PROJECT",
    .argument_takes = TAKES_FOLDER,
    .rows = rows,
    .statuses = {[EXIT_STATUS_DONE] = "done",
                 [EXIT_STATUS_FINDINGS] = "--check found something",
                 [EXIT_STATUS_USAGE] =
                     "the command line makes no sense, or names an unknown option",
                 [EXIT_STATUS_INPUT] =
                     "the project cannot be read, or has no build system that is read",
                 [EXIT_STATUS_ENVIRONMENT] =
                     "the environment does not allow it: output not writable, data missing"},
    .description = description,
    .environment = environment,
    .examples = examples,
};

char *discover_options_help(void)
{
    return command_line_help(&discover_command_line);
}

void discover_options_free(DiscoverOptions *self)
{
    if (self == NULL) {
        return;
    }
    command_line_clear(&discover_command_line, self);
    g_free(self->project);
    g_free(self);
}

static gboolean read_format(DiscoverOptions *self, GError **error)
{
    if (self->format_text == NULL || specification_format_parse(self->format_text, &self->format)) {
        return TRUE;
    }
    g_autofree char *names = g_strjoinv(" ", (char **)format_names);
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                "--format %s is not known; it takes one of %s", self->format_text, names);
    return FALSE;
}

/* Options that contradict each other are refused rather than silently ranked. */
static const char *contradiction(const DiscoverOptions *self)
{
    gboolean to_stdout = self->output != NULL && strcmp(self->output, "-") == 0;
    if (self->jobs < 0) {
        return "--jobs takes a number of threads";
    }
    if (self->quiet && self->verbose) {
        return "--quiet and --verbose exclude each other";
    }
    if (to_stdout && self->json) {
        return "--json and --output - both write to standard output";
    }
    if (to_stdout && self->update) {
        return "--update changes a file, but --output - names none";
    }
    if (self->update && self->format != FORMAT_YAML) {
        return "--update keeps what people wrote into YAML; it does not go with --format";
    }
    if (self->explain != NULL &&
        (self->update || self->check || self->json || self->output != NULL)) {
        return "--explain writes nothing but its explanation; it does not go with --output, "
               "--update, "
               "--check or --json";
    }
    if (!self->concrete && self->definitions != NULL) {
        return "--define goes with --concrete only";
    }
    if (!self->concrete && self->environment != NULL) {
        return "--environment goes with --concrete only";
    }
    for (char **definition = self->definitions; definition != NULL && *definition != NULL;
         definition++) {
        if (strchr(*definition, '=') == NULL || **definition == '=' || **definition == ':') {
            return "--define takes NAME=VALUE";
        }
    }
    return NULL;
}

DiscoverOptions *discover_options_parse(char *const *arguments, GError **error)
{
    g_autoptr(DiscoverOptions) self = g_new0(DiscoverOptions, 1);
    g_auto(GStrv) rest = NULL;
    if (!command_line_parse(&discover_command_line, self, arguments, &rest, error)) {
        return NULL;
    }
    if (self->help || self->version) {
        return g_steal_pointer(&self);
    }
    if (rest[0] == NULL) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "no project was given");
        return NULL;
    }
    if (rest[1] != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "one project at a time; %s is too much", rest[1]);
        return NULL;
    }
    self->project = g_strdup(rest[0]);
    if (!read_format(self, error)) {
        return NULL;
    }
    const char *wrong = contradiction(self);
    if (wrong != NULL) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, wrong);
        return NULL;
    }
    return g_steal_pointer(&self);
}
