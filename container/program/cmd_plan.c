/* xaas-container plan: from a specification and choices to a matrix of configurations. */
#include "container/plan/plan.h"
#include "container/program/subcommands.h"
#include "core/file.h"
#include "core/json.h"
#include "core/table.h"
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
    CommonOptions common;
    char *source;
    char *output;
    char *presets;
    char **vary;
    char **all;
    char **set;
    char **define;
    char **vary_define;
    char *folder;
    char *build_system;
    char *makefile;
    char **arguments;
    char **make_arguments;
    gboolean replace;
} PlanOptions;

#define FIELD(member) offsetof(PlanOptions, member)

static const OptionRow rows[] = {
    {"source", 0, TAKES_FOLDER, "DIR", "folder of the project; default: the current one", NULL,
     FIELD(source), NULL},
    {"vary", 0, TAKES_TEXTS, "POINT=V1,V2", "build the point with each of these values",
     "The point is named by its id or its option. Several points make all combinations; naming a "
     "point again adds values. A comma that belongs to a value is written \\,.",
     FIELD(vary), NULL},
    {"all", 0, TAKES_TEXTS, "POINT", "build the point with each value that is a choice of its own",
     "What the specification rejects as none (that it turns the thing off, or on without saying "
     "which) is named as left out, but for off where that is the default; --vary takes it.",
     FIELD(all), NULL},
    {"set", 0, TAKES_TEXTS, "POINT=V", "give the point this value in every configuration", NULL,
     FIELD(set), NULL},
    {"define", 'D', TAKES_TEXTS, "NAME=VALUE", "give an option that is no point a value", NULL,
     FIELD(define), NULL},
    {"vary-define", 0, TAKES_TEXTS, "NAME=V1,V2", "build with each of these values of it",
     "For what the specification does not know: --vary-define CMAKE_C_FLAGS=-march=x86-64-v2,"
     "-march=x86-64-v4.",
     FIELD(vary_define), NULL},
    {"folder", 0, TAKES_TEXT, "DIR", "the project is configured in this folder of it",
     "Default: its top, or the one folder where the specification says that the build system is.",
     FIELD(folder), NULL},
    {"build-system", 0, TAKES_TEXT, "NAME", "build with this: cmake, autotools or make",
     "Default: the first of these that the specification tells of. Projects with a configure script "
     "or with makefiles are built once for each configuration, while what is called is recorded.",
     FIELD(build_system), NULL},
    {"makefile", 0, TAKES_TEXT, "FILE", "build with this makefile in that folder (make -f)",
     "Default: the one that make reads by itself, or else the one that the specification names.",
     FIELD(makefile), NULL},
    {"argument", 0, TAKES_TEXTS, "WORD",
     "an argument of the configure script, or what make is to make",
     "For what is no option with a value: the machine's name that a configure script asks for, or "
     "targets of a makefile. May be given several times; the order is kept.",
     FIELD(arguments), NULL},
    {"make-argument", 0, TAKES_TEXTS, "WORD", "an argument of make, also behind a configure script",
     "What it is to make where its first rule is not that, or a variable as NAME=VALUE, which is "
     "also given when it installs. May be given several times; the order is kept.",
     FIELD(make_arguments), NULL},
    {"output", 'o', TAKES_FILE, "FILE", "write the matrix to FILE; default: matrix.yaml", NULL,
     FIELD(output), NULL},
    {"replace", 0, TAKES_NOTHING, NULL, "replace FILE also where it says something else",
     "Without it a matrix that somebody may have edited stays as it is.", FIELD(replace), NULL},
    {"presets", 0, TAKES_FILE, "FILE", "also write the matrix as CMake presets",
     "A file that exists is never replaced; CMakeUserPresets.json or a file that it includes is "
     "the place for them.",
     FIELD(presets), NULL},
    COMMON_ROWS,
};

static const char *const description[] = {
    "Combines the values that are to be varied and leaves out what the specification makes "
    "impossible: unmet requirements, conflicts, groups of which one member can be on, "
    "configurations that the project refuses. Each combination left out is shown with the reason. "
    "Nothing is built.",
    NULL};

static const ManualEntry examples[] = {
    {"xaas-container plan app.xaas.yaml --source app --vary SIMD=SSE2,AVX2 --set GPU=OFF",
     "Write matrix.yaml with two configurations."},
    {.subject = NULL}};

const CommandLine plan_command_line = {
    .program = "xaas-container plan",
    .purpose = "choose configurations of a specification",
    .summary = "Writes the matrix of configurations that a container is to hold.",
    .arguments = "SPECIFICATION",
    .argument_takes = TAKES_FILE,
    .rows = rows,
    .statuses = COMMON_STATUSES(NULL),
    .description = description,
    .examples = examples,
};

/* FALSE and an error when two outputs, or an output and the specification, are one. */
static gboolean outputs_are_apart(const PlanOptions *options, const char *specification,
                                  const char *output, GError **error)
{
    gboolean to_stdout = file_is_same(output, FILE_STANDARD_OUTPUT) ||
                         file_is_same(options->presets, FILE_STANDARD_OUTPUT);
    const char *wrong =
        file_is_same(output, specification) || file_is_same(options->presets, specification)
            ? "the specification itself is no place to write to"
        : file_is_same(output, options->presets)
            ? "the matrix and --presets go to the same file, which can hold one of "
              "the two only"
        : to_stdout && options->common.json
            ? "--json and a matrix or presets both write to standard output"
            : NULL;
    if (wrong != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "%s: %s", output, wrong);
    }
    return wrong == NULL;
}

/* Whether the matrix may be written: what somebody may have edited is only replaced on request. */
static gboolean may_replace(const char *path, const char *text, GError **error)
{
    g_autofree char *before = NULL;
    gsize length = 0;
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        return TRUE;
    }
    if (g_file_get_contents(path, &before, &length, NULL) && length == strlen(text) &&
        memcmp(before, text, length) == 0) {
        return TRUE;
    }
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT,
                "%s exists and says something else; --replace writes the new matrix there, "
                "-o FILE elsewhere",
                path);
    return FALSE;
}

/* The file is people's: what is there stays. */
static gboolean is_free(const char *path, GError **error)
{
    struct stat status;
    if (path == NULL || lstat(path, &status) != 0) {
        return TRUE;
    }
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_ENVIRONMENT,
                "%s exists and is not replaced; name another file", path);
    return FALSE;
}

static gboolean write_presets(const char *path, const Matrix *matrix, GError **error)
{
    g_autofree char *text = matrix_presets(matrix);
    return file_write(path, text, strlen(text), error);
}

static gboolean write_outputs(const PlanOptions *options, const char *output, const Matrix *matrix,
                              GError **error)
{
    g_autofree char *text = matrix_text(matrix);
    if (!options->replace && !may_replace(output, text, error)) {
        return FALSE;
    }
    /* What cannot be written again comes last: a second run would not replace it. */
    return is_free(options->presets, error) && file_write(output, text, strlen(text), error) &&
           (options->presets == NULL || write_presets(options->presets, matrix, error));
}

static void show(const Matrix *matrix, const char *output, const Console *console)
{
    static const TableColumn columns[] = {
        {.title = "configuration", .style = STYLE_NAME, .minimum = 12, .priority = 1},
        {.title = "settings", .minimum = 16, .priority = 2},
    };
    g_autoptr(Table) table = table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < matrix->configurations->len; i++) {
        const Configuration *configuration = matrix->configurations->pdata[i];
        table_add(table,
                  (const char *const[]){configuration->name,
                                        settings_text(matrix->arena, configuration->settings)});
    }
    table_print(table, &console->out);
    for (guint i = 0; i < matrix->dropped->len; i++) {
        const DroppedConfiguration *dropped = matrix->dropped->pdata[i];
        g_autofree char *settings = terminal_text(settings_text(matrix->arena, dropped->settings));
        fprintf(console->out.stream, "left out: %s\n", settings);
        for (guint k = 0; k < dropped->reasons->len; k++) {
            g_autofree char *reason = terminal_text(dropped->reasons->pdata[k]);
            fprintf(console->out.stream, "    %s\n", reason);
        }
    }
    guint chosen = matrix->configurations->len;
    guint left_out = matrix->dropped->len;
    fprintf(console->out.stream, "%u %s, %u %s left out; written to %s\n", chosen,
            count_noun(chosen, "configuration", "configurations"), left_out,
            count_noun(left_out, "combination", "combinations"), output);
}

static void show_json(const Matrix *matrix, const char *output, const Console *console)
{
    json_t *summary =
        json_pack("{s:i, s:i, s:o}", "configurations", (int)matrix->configurations->len, "left_out",
                  (int)matrix->dropped->len, "matrix", json_of_text(output));
    json_dumpf(summary, console->out.stream, JSON_INDENT(2));
    fputs("\n", console->out.stream);
    json_decref(summary);
}

/* The project's folder as the matrix names it, which is relative to the matrix's own. */
static char *source_from(const char *output, const char *source)
{
    g_autofree char *folder = g_path_get_dirname(output);
    g_autofree char *there = g_canonicalize_filename(folder, NULL);
    g_autofree char *here = g_get_current_dir();
    g_autofree char *full = g_canonicalize_filename(source, NULL);
    gsize length = strlen(there);
    if (g_path_is_absolute(source) || g_str_equal(there, here)) {
        return g_strdup(source);
    }
    if (strncmp(full, there, length) == 0 && (full[length] == '/' || full[length] == '\0')) {
        return g_strdup(full[length] == '/' ? full + length + 1 : ".");
    }
    return g_steal_pointer(&full);
}

/* A matrix may be made where the sources are not; one that is meant for another folder than it
 * names fails when it is built, which is late to hear of it. */
static void warn_of_source(const PlanOptions *options, const char *specification_path,
                           const Matrix *matrix, const Console *console)
{
    const char *source = options->source != NULL ? options->source : ".";
    g_autofree char *folder = g_build_filename(source, matrix->folder, NULL);
    g_autofree char *file = g_build_filename(folder, "CMakeLists.txt", NULL);
    g_autofree char *safe = terminal_text(folder);
    gboolean is_cmake = g_str_equal(matrix_build_system(matrix), BUILD_SYSTEM_CMAKE);
    if (is_cmake && !g_file_test(file, G_FILE_TEST_EXISTS)) {
        fprintf(
            console->err.stream,
            "xaas-container plan: %s has no CMakeLists.txt here; where that is not the project, "
            "correct `source` in the matrix, or give --source\n",
            safe);
        return;
    }
    const Specification *specification =
        specification_load(matrix->arena, specification_path, NULL);
    guint strange = specification == NULL ? 0 : plan_strange_options(specification, source);
    if (strange > 0) {
        fprintf(console->err.stream,
                "xaas-container plan: %s is hardly the project of the specification: none of its "
                "options (%u) stands in the file that is named for it; correct `source` in the "
                "matrix, or give --source\n",
                safe, strange);
    }
}

static ExitStatus plan(const void *given, char *const *arguments, const Console *console,
                       GError **error)
{
    const PlanOptions *options = given;
    g_autoptr(Arena) arena = arena_new();
    const char *output = options->output != NULL ? options->output : "matrix.yaml";
    if (!pairs_are_whole("vary", options->vary, error) ||
        !pairs_are_whole("set", options->set, error) ||
        !pairs_are_whole("define", options->define, error) ||
        !pairs_are_whole("vary-define", options->vary_define, error) ||
        !outputs_are_apart(options, arguments[0], output, error)) {
        return EXIT_STATUS_USAGE;
    }
    g_autofree char *source = source_from(output, options->source != NULL ? options->source : ".");
    const PlanRequest request = {.specification_path = arguments[0],
                                 .source = source,
                                 .vary = (const char *const *)options->vary,
                                 .all = (const char *const *)options->all,
                                 .set = (const char *const *)options->set,
                                 .define = (const char *const *)options->define,
                                 .vary_define = (const char *const *)options->vary_define,
                                 .folder = options->folder,
                                 .build_system = options->build_system,
                                 .makefile = options->makefile,
                                 .arguments = (const char *const *)options->arguments,
                                 .make_arguments = (const char *const *)options->make_arguments};
    g_autoptr(GError) failure = NULL;
    const Matrix *matrix = plan_matrix(arena, &request, &failure);
    if (g_error_matches(failure, PLAN_ERROR, PLAN_ERROR_REQUEST)) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, failure->message);
        return EXIT_STATUS_USAGE;
    }
    if (matrix == NULL) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return EXIT_STATUS_INPUT;
    }
    if (options->presets != NULL && matrix->build_system != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "--presets are CMake's, and these configurations are built with %s",
                    matrix->build_system);
        return EXIT_STATUS_USAGE;
    }
    if (!write_outputs(options, output, matrix, error)) {
        return EXIT_STATUS_INPUT;
    }
    if (options->common.json) {
        show_json(matrix, output, console);
    } else if (!options->common.quiet) {
        if (!file_is_same(output, FILE_STANDARD_OUTPUT) &&
            !file_is_same(options->presets, FILE_STANDARD_OUTPUT)) {
            show(matrix, output, console);
        }
        warn_of_source(options, arguments[0], matrix, console);
    }
    return EXIT_STATUS_DONE;
}

const Subcommand cmd_plan = {.name = "plan",
                             .line = &plan_command_line,
                             .options_size = sizeof(PlanOptions),
                             .positional = 1,
                             .act = plan,
                             .is_bad_input = container_error_is_bad_input};
