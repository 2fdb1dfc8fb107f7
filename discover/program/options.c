#include "discover/program/options.h"
#include <stddef.h>
#include <string.h>

GQuark program_error_quark(void)
{
    return g_quark_from_static_string("xaas-program-error");
}

static const char format_names[] =
#define X(id, text, suffix) " " text
    SPECIFICATION_FORMATS(X);
#undef X

#define FIELD(member) offsetof(DiscoverOptions, member)

static const DiscoverOptionRow rows[] = {
    {"output", 'o', TAKES_FILE, "FILE", "write the specification to FILE; - for standard output",
     "Without this option it is written to NAME.xaas.yaml in the current folder, where NAME is the "
     "project's. The file is replaced only when its new contents are complete.",
     FIELD(output)},
    {"format", 'f', TAKES_FORMAT, "FORMAT", "yaml (default), json, markdown or reference-json",
     "reference-json is the layout of the label files published with the SC'25 paper.",
     FIELD(format_text)},
    {"update", 'u', TAKES_NOTHING, NULL, "keep what people decided in the file that is there",
     "Reviews, decisions and comments of the present file are kept; points that are new, changed "
     "or "
     "gone are marked as such.",
     FIELD(update)},
    {"check", 0, TAKES_NOTHING, NULL, "exit with status 1 when there are findings",
     "With --update a finding is a point that is new, changed or gone, and the file stays as it "
     "is; "
     "else it is a warning or an error.",
     FIELD(check)},
    {"explain", 'e', TAKES_TEXT, "OPTION", "explain one build option instead",
     "Shows where it is defined and through which wrappers, its values, its defaults and their "
     "conditions, what it turns on, which macros and how many source lines hang on it, and why it "
     "was "
     "put in its category. Nothing is written.",
     FIELD(explain)},
    {"facts", 0, TAKES_FILE, "FILE", "write all that was read, as JSON",
     "Every option, effect and constraint, with file and line.", FIELD(facts)},
    {"ledger", 0, TAKES_FILE, "FILE", "write what could not be followed, as JSON",
     "Each entry has its place, the reason and the names whose value is not known from there on.",
     FIELD(ledger)},
    {"concrete", 0, TAKES_NOTHING, NULL, "follow one configuration instead of all",
     "The build description is followed with the values given by -D and the answers of "
     "--environment.",
     FIELD(concrete)},
    {"define", 'D', TAKES_TEXTS, "NAME=VALUE", "give an option a value, with --concrete",
     "May be repeated. NAME:TYPE=VALUE is read as well, as CMake does.", FIELD(definitions)},
    {"environment", 0, TAKES_FILE, "FILE", "answers of checks, with --concrete",
     "A file in the form of CMakeCache.txt: what find_package, check_* and try_compile found on "
     "some "
     "machine.",
     FIELD(environment)},
    {"knowledge", 0, TAKES_FOLDER, "FOLDER", "read the knowledge files in FOLDER",
     "They say which technologies there are and how they show. Default: those that were installed.",
     FIELD(knowledge)},
    {"stubs", 0, TAKES_FOLDER, "FOLDER", "read the stubs of CMake modules in FOLDER",
     "They stand in for the modules that CMake brings. Default: those that were installed.",
     FIELD(stubs)},
    {"jobs", 'j', TAKES_NUMBER, "N", "scan sources with N threads; default: one a processor", NULL,
     FIELD(jobs)},
    {"json", 0, TAKES_NOTHING, NULL, "show the summary as JSON instead of a table", NULL,
     FIELD(json)},
    {"quiet", 'q', TAKES_NOTHING, NULL, "show errors only", NULL, FIELD(quiet)},
    {"verbose", 'v', TAKES_NOTHING, NULL, "show every diagnostic, notes as well", NULL,
     FIELD(verbose)},
    {"help", 'h', TAKES_NOTHING, NULL, "show this text", NULL, FIELD(help)},
    {"version", 0, TAKES_NOTHING, NULL, "show the version", NULL, FIELD(version)},
    {.name = NULL},
};

const DiscoverOptionRow *discover_option_rows(void)
{
    return rows;
}

static GOptionArg parser_kind(OptionTakes takes)
{
    switch (takes) {
    case TAKES_NOTHING:
        return G_OPTION_ARG_NONE;
    case TAKES_FILE:
    case TAKES_FOLDER:
        return G_OPTION_ARG_FILENAME;
    case TAKES_NUMBER:
        return G_OPTION_ARG_INT;
    case TAKES_FORMAT:
    case TAKES_TEXT:
        return G_OPTION_ARG_STRING;
    case TAKES_TEXTS:
        return G_OPTION_ARG_STRING_ARRAY;
    }
    g_assert_not_reached();
}

/* The parser writes through the pointers of its entries, so they are made for one struct. */
static GOptionContext *context_for(DiscoverOptions *options)
{
    GOptionEntry entries[G_N_ELEMENTS(rows)] = {0};
    for (gsize i = 0; rows[i].name != NULL; i++) {
        entries[i] = (GOptionEntry){.long_name = rows[i].name,
                                    .short_name = rows[i].letter,
                                    .arg = parser_kind(rows[i].takes),
                                    .arg_data = (char *)options + rows[i].offset,
                                    .description = rows[i].help,
                                    .arg_description = rows[i].argument};
    }
    GOptionContext *context = g_option_context_new("PROJECT");
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_set_summary(context,
                                 "Reads the build description of PROJECT, without running it, and "
                                 "writes its specialization points.");
    g_autoptr(GString) statuses = g_string_new("Exit status:");
#define X(id, number, text) g_string_append_printf(statuses, "\n  %d  %s", number, text);
    EXIT_STATUSES(X)
#undef X
    g_option_context_set_description(context, statuses->str);
    g_option_context_add_main_entries(context, entries, NULL);
    return context;
}

char *discover_options_help(void)
{
    g_autoptr(DiscoverOptions) unused = g_new0(DiscoverOptions, 1);
    g_autoptr(GOptionContext) context = context_for(unused);
    return g_option_context_get_help(context, TRUE, NULL);
}

void discover_options_free(DiscoverOptions *self)
{
    if (self == NULL) {
        return;
    }
    g_free(self->project);
    g_free(self->output);
    g_free(self->facts);
    g_free(self->ledger);
    g_free(self->explain);
    g_free(self->format_text);
    g_free(self->environment);
    g_free(self->knowledge);
    g_free(self->stubs);
    g_strfreev(self->definitions);
    g_free(self);
}

static gboolean read_format(DiscoverOptions *self, GError **error)
{
    if (self->format_text == NULL || specification_format_parse(self->format_text, &self->format)) {
        return TRUE;
    }
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                "--format %s is not known; it takes one of%s", self->format_text, format_names);
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

static gboolean takes_value(char letter)
{
    for (const DiscoverOptionRow *row = rows; row->name != NULL; row++) {
        if (letter != 0 && row->letter == letter) {
            return row->takes != TAKES_NOTHING;
        }
    }
    return FALSE;
}

/* GLib's parser wants "-D A=1"; people write -DA=1, as they do with cmake. */
static char **split_attached(char *const *arguments)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    gboolean options_end = FALSE;
    for (; *arguments != NULL; arguments++) {
        const char *argument = *arguments;
        options_end = options_end || strcmp(argument, "--") == 0;
        if (!options_end && argument[0] == '-' && argument[1] != '-' && takes_value(argument[1]) &&
            argument[2] != '\0') {
            g_autofree char *letter = g_strndup(argument, 2);
            g_strv_builder_add(builder, letter);
            argument += 2;
        }
        g_strv_builder_add(builder, argument);
    }
    return g_strv_builder_end(builder);
}

DiscoverOptions *discover_options_parse(char *const *arguments, GError **error)
{
    g_autoptr(DiscoverOptions) self = g_new0(DiscoverOptions, 1);
    g_autoptr(GOptionContext) context = context_for(self);
    g_auto(GStrv) rest = split_attached(arguments);
    g_autoptr(GError) parse_error = NULL;
    if (!g_option_context_parse_strv(context, &rest, &parse_error)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "%s", parse_error->message);
        return NULL;
    }
    if (self->help || self->version) {
        return g_steal_pointer(&self);
    }
    /* The parser leaves a "--" that stands before arguments. */
    guint first = rest[1] != NULL && strcmp(rest[1], "--") == 0 ? 2 : 1;
    guint count = g_strv_length(rest);
    if (count <= first) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "no project was given");
        return NULL;
    }
    if (count > first + 1) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "one project at a time; %s is too much", rest[first + 1]);
        return NULL;
    }
    self->project = g_strdup(rest[first]);
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
