#include "discover/program/options.h"
#include "core/file.h"
#include <stddef.h>
#include <string.h>

static const char *const format_names[] = {
#define X(id, text, suffix) text,
    SPECIFICATION_FORMATS(X)
#undef X
        NULL};

static const char *const mode_names[] = {
#define X(id, text) text,
    CONSULT_MODES(X)
#undef X
        NULL};

#define FIELD(member) offsetof(DiscoverOptions, member)

static const OptionRow rows[] = {
    {"output", 'o', TAKES_FILE, "FILE", "write the specification to FILE; - for standard output",
     "Without this option it is written to NAME.xaas.yaml in the current folder, where NAME is the "
     "project's. The file is replaced only when its new contents are complete, and never one that "
     "is no specification, or holds what people decided or wrote.",
     FIELD(output), NULL},
    {"format", 'f', TAKES_CHOICE, "FORMAT", "yaml (default), json, markdown or reference-json",
     "reference-json is the layout of the label files published with the SC'25 paper.",
     FIELD(format_text), format_names},
    {"update", 'u', TAKES_NOTHING, NULL, "keep what people decided in the file that is there",
     "Reviews, decisions and comments of the present file are kept; points that are new, changed "
     "or gone are marked as such.",
     FIELD(update), NULL},
    {"check", 0, TAKES_NOTHING, NULL, "exit with status 1 when there are findings",
     "With --update a finding is a point that is new, changed or gone, and the file stays as it "
     "is; else it is a warning or an error.",
     FIELD(check), NULL},
    {"explain", 'e', TAKES_TEXT, "OPTION", "explain one build option instead",
     "Shows where it is defined and through which wrappers, its values, its defaults and their "
     "conditions, what it turns on, which macros and how many source lines hang on it, and why it "
     "was put in its category. Nothing is written.",
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
     "some machine.",
     FIELD(environment), NULL},
    {"knowledge", 0, TAKES_FOLDER, "FOLDER", "read the knowledge files in FOLDER",
     "They say which technologies there are and how they show. Default: those that were installed.",
     FIELD(knowledge), NULL},
    {"stubs", 0, TAKES_FOLDER, "FOLDER", "read the stubs of CMake modules in FOLDER",
     "They stand in for the modules that CMake brings. Default: those that were installed.",
     FIELD(stubs), NULL},
    {"llm", 0, TAKES_TEXT, "PROVIDER:MODEL", "ask a language model, too",
     "PROVIDER is openai (and whatever speaks its chat completions), anthropic, gemini or ollama. "
     "The key is read from the provider's usual environment variable or --llm-key-file. Options "
     "and their help texts are sent to the endpoint; without this option nothing is sent anywhere.",
     FIELD(llm), NULL},
    {"llm-mode", 0, TAKES_CHOICE, "MODE", "assist (default), all, replace or whole-file",
     "assist: ask about what the rules leave open. all: ask about every option and keep "
     "disagreements as second opinions. replace: the model's labels count. whole-file: send the "
     "build file itself and check each claim of the answer against the facts.",
     FIELD(llm_mode_text), mode_names},
    {"llm-url", 0, TAKES_TEXT, "URL", "base URL of the endpoint",
     "Default: the provider's usual environment variable, else the vendor's own. Redirects are not "
     "followed.",
     FIELD(llm_url), NULL},
    {"llm-key-file", 0, TAKES_FILE, "FILE", "read the key from FILE", NULL, FIELD(llm_key_file),
     NULL},
    {"llm-parallel", 0, TAKES_NUMBER, "N", "send at most N requests at once; default: 4", NULL,
     FIELD(llm_parallel), NULL},
    {"llm-batch-tokens", 0, TAKES_NUMBER, "N", "keep requests below N tokens; default: 8000",
     "Counted by an estimate; the lower limit is 2000.", FIELD(llm_batch_tokens), NULL},
    {"llm-timeout", 0, TAKES_NUMBER, "SECONDS", "wait so long for an answer; default: 600", NULL,
     FIELD(llm_timeout), NULL},
    {"llm-retries", 0, TAKES_NUMBER, "N", "send a failed request N more times; default: 2",
     "Only failures that may pass are tried again.", FIELD(llm_retries), NULL},
    {"votes", 0, TAKES_NUMBER, "N", "ask N times and keep the majority; default: 1",
     "The confidence is then the share of answers that agree.", FIELD(llm_votes), NULL},
    {"llm-dry-run", 0, TAKES_FOLDER, "FOLDER", "write the requests to FOLDER, send none",
     "Their tokens are estimated and added up.", FIELD(llm_dry_run), NULL},
    {"llm-record", 0, TAKES_FOLDER, "FOLDER", "keep all answers in FOLDER", NULL, FIELD(llm_record),
     NULL},
    {"llm-replay", 0, TAKES_FOLDER, "FOLDER", "take the answers from FOLDER, use no network",
     "A question without a recording ends as one without an answer.", FIELD(llm_replay), NULL},
    {"no-cache", 0, TAKES_NOTHING, NULL, "neither use nor keep cached answers",
     "Complete answers are kept in the user's cache folder (XDG_CACHE_HOME) and used again for "
     "the same request.",
     FIELD(no_cache), NULL},
    {"prompt-dir", 0, TAKES_FOLDER, "FOLDER", "take what is said to the model from FOLDER",
     "Default: the prompts that were installed.", FIELD(prompt_folder), NULL},
    {"jobs", 'j', TAKES_NUMBER, "N", "scan sources with N threads; default, or 0: one a processor",
     NULL, FIELD(jobs), NULL},
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
    "xaas-discover-report(1), xaas-discover-review(1), xaas-discover-diff(1) and "
    "xaas-discover-export(1) are about what is done with a specification. A folder that is called "
    "like one of them is given as ./report.",
    "Nothing of the project is run, no compiler is called and, without --llm, no network is used. "
    "What could not be followed is in the ledger.",
    NULL};

static const ManualEntry environment[] = {
    {"XAAS_DATA_DIR",
     "A folder with the data files (knowledge, prompts, stubs) to use instead of the installed "
     "ones."},
    {"OPENAI_API_KEY, ANTHROPIC_API_KEY, GOOGLE_API_KEY, GEMINI_API_KEY, OLLAMA_API_KEY",
     "The key for --llm, and with further names (docs/llm.md) the base URL."},
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
                     "the project cannot be read, or has no build system that is read; or the file "
                     "to replace is no specification, or a damaged one",
                 [EXIT_STATUS_ENVIRONMENT] =
                     "the environment does not allow it: output not writable, data missing; or a "
                     "model left some options without an answer (all is written, by the rules)"},
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

/* What a number holds that the command line does not mention. */
#define NOT_GIVEN (-1)

static gboolean mentions_model(const DiscoverOptions *self)
{
    const char *const texts[] = {self->llm_url,      self->llm_key_file, self->llm_mode_text,
                                 self->llm_dry_run,  self->llm_record,   self->llm_replay,
                                 self->prompt_folder};
    const int numbers[] = {self->llm_parallel, self->llm_votes, self->llm_batch_tokens,
                           self->llm_timeout, self->llm_retries};
    gboolean mentioned = self->no_cache;
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        mentioned = mentioned || texts[i] != NULL;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        mentioned = mentioned || numbers[i] != NOT_GIVEN;
    }
    return mentioned;
}

static gboolean is_below(int number, int least)
{
    return number != NOT_GIVEN && number < least;
}

static const char *model_contradiction(const DiscoverOptions *self)
{
    if (self->llm == NULL && mentions_model(self)) {
        return "options about a model go with --llm only";
    }
    if (self->llm != NULL && self->explain != NULL) {
        return "--explain shows what the rules say; it does not go with --llm";
    }
    if (self->llm_dry_run != NULL && (self->llm_replay != NULL || self->llm_record != NULL)) {
        return "--llm-dry-run sends nothing; it does not go with --llm-record or --llm-replay";
    }
    if (is_below(self->llm_votes, 1) || self->llm_votes > (int)CONSULT_VOTES_MAX) {
        return "--votes takes a number from 1 to 25";
    }
    if (is_below(self->llm_parallel, 1)) {
        return "--llm-parallel takes a number of requests";
    }
    if (is_below(self->llm_batch_tokens, (int)BATCH_TOKENS_MIN)) {
        return "--llm-batch-tokens takes a number of at least 2000";
    }
    if (is_below(self->llm_timeout, 1)) {
        return "--llm-timeout takes a number of seconds";
    }
    if (is_below(self->llm_retries, 0)) {
        return "--llm-retries takes a number";
    }
    return NULL;
}

DiagnosticSeverity discover_options_severity(const DiscoverOptions *self)
{
    return self->quiet ? DIAGNOSTIC_ERROR : self->verbose ? DIAGNOSTIC_NOTE : DIAGNOSTIC_WARNING;
}

const char *discover_options_outputs(const DiscoverOptions *self, const char *output)
{
    if (file_is_same(self->facts, self->ledger)) {
        return "--facts and --ledger name the same file, which can hold one of the two only";
    }
    if (file_is_same(output, self->facts)) {
        return "the specification and --facts go to the same file, which can hold one of the two "
               "only";
    }
    if (file_is_same(output, self->ledger)) {
        return "the specification and --ledger go to the same file, which can hold one of the two "
               "only";
    }
    return NULL;
}

gboolean discover_options_fill_stdout(const DiscoverOptions *self)
{
    return file_is_same(self->facts, FILE_STANDARD_OUTPUT) ||
           file_is_same(self->ledger, FILE_STANDARD_OUTPUT) ||
           file_is_same(self->output, FILE_STANDARD_OUTPUT);
}

/* Options that contradict each other are refused rather than silently ranked. */
static const char *contradiction(const DiscoverOptions *self)
{
    gboolean to_stdout = self->output != NULL && strcmp(self->output, "-") == 0;
    if (self->jobs < 0) {
        return "--jobs takes a number of threads, or 0 for one a processor";
    }
    if (self->quiet && self->verbose) {
        return "--quiet and --verbose exclude each other";
    }
    if (to_stdout && self->json) {
        return "--json and --output - both write to standard output";
    }
    if (discover_options_fill_stdout(self) && self->json) {
        return "--json and --facts or --ledger both write to standard output";
    }
    if (to_stdout && self->update) {
        return "--update changes a file, but --output - names none";
    }
    if (self->update && self->format != FORMAT_YAML) {
        return "--update keeps what people wrote into YAML; it does not go with --format";
    }
    if (self->explain != NULL &&
        (self->update || self->check || self->json || self->format_text != NULL ||
         self->output != NULL || self->facts != NULL || self->ledger != NULL)) {
        return "--explain writes nothing but its explanation; it does not go with --output, "
               "--format, --facts, --ledger, --update, --check or --json";
    }
    const char *outputs = discover_options_outputs(self, self->output);
    if (outputs != NULL) {
        return outputs;
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
    self->llm_parallel = self->llm_votes = self->llm_batch_tokens = NOT_GIVEN;
    self->llm_timeout = self->llm_retries = NOT_GIVEN;
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
    specification_format_parse(self->format_text, &self->format);
    consult_mode_parse(self->llm_mode_text, &self->llm_mode);
    const char *wrong = contradiction(self);
    wrong = wrong != NULL ? wrong : model_contradiction(self);
    if (wrong != NULL) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, wrong);
        return NULL;
    }
    return g_steal_pointer(&self);
}
