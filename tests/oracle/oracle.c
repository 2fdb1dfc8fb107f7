/* oracle truth TRACE --root DIR --build DIR -o FILE
 * oracle compare TRUTH FACTS [--name NAME] [--cache CMakeCache.txt] [--folder DIR] [--symbolic]
 *                [--exact | --complete] [--verbose]
 * oracle environment TRUTH CMakeCache.txt -o FILE
 * oracle count TRUTH [--name NAME]
 *
 * `environment` is the cache without the options of the truth: what the reader may be told about
 * the machine, but not the answers that it is asked for. What the readers find, measured by what
 * real CMake does. `compare` prints one line of the table in docs/oracle.md; `--verbose` lists each
 * difference after it. The exit status is 1 when something went wrong or, with `--exact`, when
 * anything differs; with `--complete`, when anything but a default does: in the symbolic domain a
 * value that was given for no option is not foreseen.
 */
#include "core/file.h"
#include "core/json.h"
#include "tests/oracle/answers.h"
#include "tests/oracle/compare.h"
#include "tests/oracle/truth.h"
#include <stdlib.h>
#include <string.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(json_t, json_decref)

typedef struct {
    char *root;
    char *build;
    char *output;
    char *name;
    char *cache;
    char *folder;
    gboolean symbolic;
    gboolean exact;
    gboolean complete;
    gboolean verbose;
    char **operands;
} Arguments;

#define CACHE_SIZE_MAX ((gsize)64 << 20)

static json_t *load(const char *path, GError **error)
{
    json_error_t problem;
    json_t *document = json_load_file(path, 0, &problem);
    if (document == NULL) {
        g_set_error(error, TRUTH_ERROR, TRUTH_ERROR_TRACE, "%s:%d: %s", path, problem.line,
                    problem.text);
    }
    return document;
}

static gboolean write_truth(const Arguments *arguments, GError **error)
{
    TruthOptions options = {.root = arguments->root, .build = arguments->build};
    g_autoptr(json_t) truth = truth_read(arguments->operands[1], &options, error);
    if (truth == NULL) {
        return FALSE;
    }
    g_autofree char *contents = json_document_text(truth);
    return file_write(arguments->output == NULL ? FILE_STANDARD_OUTPUT : arguments->output,
                      contents, strlen(contents), error);
}

/* NAME:TYPE=VALUE; comments start with # or //. */
static GHashTable *read_cache(const char *path, GError **error)
{
    g_autofree char *contents = file_read(path, CACHE_SIZE_MAX, NULL, error);
    if (contents == NULL) {
        return NULL;
    }
    GHashTable *cache = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_auto(GStrv) lines = g_strsplit(contents, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        char *equals = strchr(*line, '=');
        if (**line == '#' || **line == '/' || equals == NULL) {
            continue;
        }
        char *colon = g_strrstr_len(*line, equals - *line, ":");
        if (colon != NULL) {
            g_hash_table_insert(cache, g_strndup(*line, (gsize)(colon - *line)),
                                g_strdup(equals + 1));
        }
    }
    return cache;
}

static double percent(guint part, guint whole)
{
    return whole == 0 ? 100.0 : 100.0 * part / whole;
}

static void print_row(const char *name, const Comparison *row, gboolean symbolic)
{
    g_print("| %s | %s | %u | %u (%.1f %%) | %u (%.1f %%) | %u | %u/%u | %u/%u | %u | %u |\n", name,
            symbolic ? "symbolic" : "concrete", row->options, row->found,
            percent(row->found, row->options), row->defaults, percent(row->defaults, row->found),
            row->types, row->same_choices, row->choices, row->found_modules, row->modules,
            row->invented, row->explained);
}

/* FALSE without an error: something differs, and that was not allowed. */
static gboolean compare(const Arguments *arguments, GError **error)
{
    g_autoptr(json_t) truth = load(arguments->operands[1], error);
    if (truth == NULL) {
        return FALSE;
    }
    g_autoptr(json_t) facts = load(arguments->operands[2], error);
    if (facts == NULL) {
        return FALSE;
    }
    g_autoptr(GHashTable) cache = NULL;
    if (arguments->cache != NULL) {
        cache = read_cache(arguments->cache, error);
        if (cache == NULL) {
            return FALSE;
        }
    }
    CompareOptions options = {.folder = arguments->folder == NULL ? "" : arguments->folder,
                              .symbolic = arguments->symbolic,
                              .cache = cache};
    Comparison comparison;
    g_autoptr(GPtrArray) report = g_ptr_array_new_with_free_func(g_free);
    compare_facts(truth, facts, &options, &comparison, report);
    print_row(arguments->name == NULL ? "-" : arguments->name, &comparison, arguments->symbolic);
    for (guint i = 0; arguments->verbose && i < report->len; i++) {
        g_print("    %s\n", (const char *)report->pdata[i]);
    }
    return (!arguments->exact && !arguments->complete) ||
           comparison_exact(&comparison, arguments->exact);
}

/* A line that is no entry is kept: comments, blank lines. */
static gboolean is_answer(GHashTable *names, const char *line)
{
    const char *colon = strchr(line, ':');
    g_autofree char *name = colon == NULL ? NULL : g_strndup(line, (gsize)(colon - line));
    return name != NULL && g_hash_table_contains(names, name);
}

static gboolean write_environment(const Arguments *arguments, GError **error)
{
    g_autoptr(json_t) truth = load(arguments->operands[1], error);
    g_autofree char *contents =
        truth == NULL ? NULL : file_read(arguments->operands[2], CACHE_SIZE_MAX, NULL, error);
    if (contents == NULL) {
        return FALSE;
    }
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    gsize index;
    json_t *option;
    json_array_foreach(json_object_get(truth, "options"), index, option)
    {
        const char *name = json_string_value(json_object_get(option, "name"));
        g_hash_table_add(names, (gpointer)(name == NULL ? "" : name));
    }
    g_autoptr(GString) kept = g_string_new(NULL);
    g_auto(GStrv) lines = g_strsplit(contents, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        if (!is_answer(names, *line)) {
            g_string_append_printf(kept, "%s%s", *line, line[1] == NULL ? "" : "\n");
        }
    }
    answers_append(json_object_get(truth, "answers"), kept);
    return file_write(arguments->output == NULL ? FILE_STANDARD_OUTPUT : arguments->output,
                      kept->str, kept->len, error);
}

static gboolean count(const Arguments *arguments, GError **error)
{
    g_autoptr(json_t) truth = load(arguments->operands[1], error);
    if (truth == NULL) {
        return FALSE;
    }
    g_print("%s: %zu options, %zu internal, %zu through CMake's modules\n",
            arguments->name == NULL ? arguments->operands[1] : arguments->name,
            json_array_size(json_object_get(truth, "options")),
            json_array_size(json_object_get(truth, "internal")),
            json_array_size(json_object_get(truth, "modules")));
    return TRUE;
}

static gboolean run(const Arguments *arguments, GError **error)
{
    guint operands = arguments->operands == NULL ? 0 : g_strv_length(arguments->operands);
    const char *verb = operands == 0 ? "" : arguments->operands[0];
    if (strcmp(verb, "truth") == 0 && operands == 2 && arguments->root != NULL &&
        arguments->build != NULL) {
        return write_truth(arguments, error);
    }
    if (strcmp(verb, "compare") == 0 && operands == 3) {
        return compare(arguments, error);
    }
    if (strcmp(verb, "environment") == 0 && operands == 3) {
        return write_environment(arguments, error);
    }
    if (strcmp(verb, "count") == 0 && operands == 2) {
        return count(arguments, error);
    }
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "usage: oracle truth TRACE --root DIR --build DIR [-o FILE] | oracle compare TRUTH "
                "FACTS [--name NAME] [--cache FILE] [--folder DIR] [--symbolic] "
                "[--exact | --complete] [--verbose] | oracle environment TRUTH CACHE [-o FILE] | "
                "oracle count TRUTH");
    return FALSE;
}

int main(int argc, char **argv)
{
    Arguments arguments = {0};
    const GOptionEntry entries[] = {
        {"root", 0, 0, G_OPTION_ARG_FILENAME, &arguments.root, "The tree that was traced", "DIR"},
        {"build", 0, 0, G_OPTION_ARG_FILENAME, &arguments.build, "Its build folder", "DIR"},
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.output, "Where the truth goes",
         "FILE"},
        {"name", 0, 0, G_OPTION_ARG_STRING, &arguments.name, "What the row is called", "NAME"},
        {"cache", 0, 0, G_OPTION_ARG_FILENAME, &arguments.cache, "The CMakeCache.txt of that run",
         "FILE"},
        {"folder", 0, 0, G_OPTION_ARG_STRING, &arguments.folder,
         "Where in the tree the configured CMakeLists.txt is", "DIR"},
        {"symbolic", 0, 0, G_OPTION_ARG_NONE, &arguments.symbolic,
         "The facts speak of all configurations", NULL},
        {"exact", 0, 0, G_OPTION_ARG_NONE, &arguments.exact, "Fail when anything differs", NULL},
        {"complete", 0, 0, G_OPTION_ARG_NONE, &arguments.complete,
         "Fail when anything but a default differs", NULL},
        {"verbose", 0, 0, G_OPTION_ARG_NONE, &arguments.verbose, "List the differences", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments.operands, NULL, NULL},
        G_OPTION_ENTRY_NULL};
    g_autoptr(GOptionContext) context = g_option_context_new("VERB");
    g_option_context_add_main_entries(context, entries, NULL);
    g_autoptr(GError) error = NULL;
    gboolean done =
        g_option_context_parse(context, &argc, &argv, &error) && run(&arguments, &error);
    if (error != NULL) {
        g_printerr("oracle: %s\n", error->message);
    }
    char **texts[] = {&arguments.root, &arguments.build, &arguments.output,
                      &arguments.name, &arguments.cache, &arguments.folder};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_free(*texts[i]);
    }
    g_strfreev(arguments.operands);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
