/* cmake_files_parse [--except FILE] [--table] FOLDER...
 *
 * Reads every CMakeLists.txt and *.cmake below the folders with the CMake grammar and lists those
 * with an error, as file:line:column. It fails when a file has an error and is not in the
 * exceptions, or is there and has none. An exception is a path relative to its folder, a tab and
 * the reason. With --table it prints a line of figures for each folder. Symbolic links are not
 * followed. */
#include "grammars/grammars.h"
#include <locale.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    GHashTable *exceptions; /* path -> reason; an entry is taken out when its file has an error */
    TSParser *parser;
    guint files;
    guint errors;
    guint unexpected;
    guint64 bytes;
    gint64 microseconds; /* of parsing alone, not of reading */
} Check;

static gboolean is_cmake_file(const char *name)
{
    return g_str_equal(name, "CMakeLists.txt") || g_str_has_suffix(name, ".cmake");
}

/* TRUE when the cursor's node is what CMake refuses, or an error that this grammar should never
 * have. */
static gboolean is_error(TSNode node)
{
    static const char *const kinds[] = {"ERROR", "stray", "unterminated", "unclosed", NULL};
    return g_strv_contains(kinds, ts_node_type(node)) || ts_node_is_missing(node);
}

/* Moves to the first error in the order of the text. The tree is three nodes deep. */
static gboolean find_error(TSTreeCursor *cursor)
{
    if (is_error(ts_tree_cursor_current_node(cursor))) {
        return TRUE;
    }
    if (!ts_tree_cursor_goto_first_child(cursor)) {
        return FALSE;
    }
    do {
        if (find_error(cursor)) {
            return TRUE;
        }
    } while (ts_tree_cursor_goto_next_sibling(cursor));
    ts_tree_cursor_goto_parent(cursor);
    return FALSE;
}

static void check_file(Check *self, const char *path, const char *relative)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(path, &text, &length, &error)) {
        g_printerr("%s\n", error->message);
        self->unexpected++;
        return;
    }
    gint64 start = g_get_monotonic_time();
    g_autoptr(TSTree) tree = ts_parser_parse_string(self->parser, NULL, text, (uint32_t)length);
    self->microseconds += g_get_monotonic_time() - start;
    self->files++;
    self->bytes += length;
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    gboolean found = find_error(&cursor);
    TSNode node = ts_tree_cursor_current_node(&cursor);
    ts_tree_cursor_delete(&cursor);
    if (!found) {
        return;
    }
    self->errors++;
    TSPoint point = ts_node_start_point(node);
    gboolean expected = g_hash_table_remove(self->exceptions, relative);
    self->unexpected += expected ? 0 : 1;
    g_print("%s:%u:%u: %s%s\n", path, point.row + 1, point.column + 1, ts_node_type(node),
            expected ? " (an exception)" : "");
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void check_folder(Check *self, const char *path, const char *relative)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) dir = g_dir_open(path, 0, &error);
    if (!dir) {
        g_printerr("%s\n", error->message);
        self->unexpected++;
        return;
    }
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const char *entry;
    while ((entry = g_dir_read_name(dir))) {
        g_ptr_array_add(names, g_strdup(entry));
    }
    g_ptr_array_sort(names, compare_names);
    for (guint i = 0; i < names->len; i++) {
        const char *name = names->pdata[i];
        g_autofree char *below = g_build_filename(path, name, NULL);
        g_autofree char *below_relative =
            *relative ? g_build_filename(relative, name, NULL) : g_strdup(name);
        if (g_file_test(below, G_FILE_TEST_IS_SYMLINK)) {
            continue;
        }
        if (g_file_test(below, G_FILE_TEST_IS_DIR)) {
            check_folder(self, below, below_relative);
        } else if (is_cmake_file(name)) {
            check_file(self, below, below_relative);
        }
    }
}

static GHashTable *read_exceptions(const char *path, GError **error)
{
    g_autoptr(GHashTable) table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autofree char *text = NULL;
    if (path && !g_file_get_contents(path, &text, NULL, error)) {
        return NULL;
    }
    g_auto(GStrv) lines = g_strsplit(text ? text : "", "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        if (lines[i][0] == '\0' || lines[i][0] == '#') {
            continue;
        }
        g_auto(GStrv) parts = g_strsplit(lines[i], "\t", 2);
        if (!parts[1]) {
            g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s:%u: no tab before a reason",
                        path, i + 1);
            return NULL;
        }
        g_hash_table_insert(table, g_strdup(parts[0]), g_strdup(parts[1]));
    }
    return g_steal_pointer(&table);
}

static void print_row(const char *folder, const Check *self)
{
    g_autofree char *name = g_path_get_basename(folder);
    double megabytes = (double)self->bytes / 1e6;
    double seconds = (double)self->microseconds / G_USEC_PER_SEC;
    g_print("%-14s %5u files %7.2f MB %3u errors %7.3f s %6.1f MB/s\n", name, self->files,
            megabytes, self->errors, seconds, seconds > 0 ? megabytes / seconds : 0.0);
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    g_autofree char *except = NULL;
    gboolean table = FALSE;
    g_auto(GStrv) folders = NULL;
    const GOptionEntry options[] = {
        {"except", 0, 0, G_OPTION_ARG_FILENAME, &except, "Files that CMake rejects too", "FILE"},
        {"table", 0, 0, G_OPTION_ARG_NONE, &table, "Print figures for each folder", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &folders, NULL, "FOLDER..."},
        G_OPTION_ENTRY_NULL,
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_add_main_entries(context, options, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GHashTable) exceptions = NULL;
    if (!g_option_context_parse(context, &argc, &argv, &error) ||
        !(exceptions = read_exceptions(except, &error))) {
        g_printerr("%s\n", error->message);
        return 2;
    }
    g_autoptr(TSParser) parser = ts_parser_new();
    guint unexpected = 0;
    guint files = 0;
    if (!ts_parser_set_language(parser, grammar_cmake())) {
        g_printerr("the tree-sitter library refuses the CMake parser's ABI\n");
        return 2;
    }
    for (guint i = 0; folders && folders[i]; i++) {
        Check check = {.exceptions = exceptions, .parser = parser};
        check_folder(&check, folders[i], "");
        unexpected += check.unexpected;
        files += check.files;
        if (table) {
            print_row(folders[i], &check);
        }
    }
    GHashTableIter iter;
    gpointer stale;
    g_hash_table_iter_init(&iter, exceptions);
    while (g_hash_table_iter_next(&iter, &stale, NULL)) {
        g_printerr("%s: listed as an exception, but it is not there or reads without an error\n",
                   (const char *)stale);
        unexpected++;
    }
    if (files == 0) {
        g_printerr("no CMake file found\n");
        return 2;
    }
    return unexpected > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
