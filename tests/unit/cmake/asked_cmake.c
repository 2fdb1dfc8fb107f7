#include "tests/unit/cmake/asked_cmake.h"
#include <jansson.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* Loops that double a list are short programs, too. */
#define CMAKE_SECONDS 5u
#define CMAKE_BYTES (1u << 30)
#define TRACE_BYTES (16u << 20)

/* Around the program: a script has no use for these commands. */
#define SCRIPT                                                                                     \
    "cmake_minimum_required(VERSION 3.25)\n"                                                       \
    "function(find_package)\nendfunction()\n"                                                      \
    "function(project)\nendfunction()\n"                                                           \
    "include(\"${CMAKE_CURRENT_LIST_DIR}/CMakeLists.txt\")\n"

/* set(O... VALUE... CACHE STRING ""); NULL for another set(). */
static char *option_line(guint line, json_t *words)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (gsize i = 0; i < json_array_size(words); i++) {
        const char *word = json_string_value(json_array_get(words, i));
        if (i > 0 && strcmp(word, "CACHE") == 0) {
            return g_strdup_printf("%u: %s", line, text->str);
        }
        g_string_append_printf(text, "%s%s", i == 0 ? "" : i == 1 ? "=" : ";", word);
    }
    return NULL;
}

/* The line of an entry of the trace; NULL for what nobody asks for. */
static char *traced_line(json_t *entry)
{
    const char *command;
    const char *file;
    json_int_t line;
    json_t *words;
    if (json_unpack(entry, "{s:s, s:s, s:I, s:o}", "cmd", &command, "file", &file, "line", &line,
                    "args", &words) != 0 ||
        !g_str_has_suffix(file, "/CMakeLists.txt") || json_array_size(words) == 0) {
        return NULL;
    }
    const char *first = json_string_value(json_array_get(words, 0));
    if (strcmp(command, "find_package") == 0) {
        return g_strdup_printf("%u: %s", (guint)line, first);
    }
    return strcmp(command, "set") == 0 && *first == 'O' ? option_line((guint)line, words) : NULL;
}

static GHashTable *traced_lines(const char *trace, const char *folder)
{
    GHashTable *lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(trace, &text, NULL, &error);
    g_assert_no_error(error);
    g_auto(GStrv) entries = g_strsplit(text, "\n", -1);
    for (char **at = entries; *at != NULL; at++) {
        json_t *entry = json_loads(*at, 0, NULL);
        g_autofree char *line = entry != NULL ? traced_line(entry) : NULL;
        if (line != NULL) {
            g_autoptr(GString) named = g_string_new(line);
            g_string_replace(named, folder, "/build", 0);
            g_hash_table_add(lines, g_strdup(named->str));
        }
        json_decref(entry);
    }
    return lines;
}

static void limit(gpointer data G_GNUC_UNUSED)
{
    setrlimit(RLIMIT_CPU, &(struct rlimit){CMAKE_SECONDS, CMAKE_SECONDS});
    setrlimit(RLIMIT_AS, &(struct rlimit){CMAKE_BYTES, CMAKE_BYTES});
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){TRACE_BYTES, TRACE_BYTES});
}

/* FALSE when it does not end, or needs too much. What it complains of, if it does, is to be freed.
 */
static gboolean run(char **words, const char *folder, char **complaint)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *told = NULL;
    gint status = 0;
    g_spawn_sync(folder, words, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, limit, NULL, NULL, &told, &status,
                 &error);
    g_assert_no_error(error);
    if (WIFSIGNALED(status)) {
        return FALSE;
    }
    *complaint = g_spawn_check_wait_status(status, NULL) ? NULL : g_steal_pointer(&told);
    return TRUE;
}

GHashTable *asked_cmake(const char *program, GHashTable *definitions)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("xaas-program-XXXXXX", &error);
    g_assert_no_error(error);
    g_autofree char *script = g_build_filename(folder, "script.cmake", NULL);
    g_autofree char *list = g_build_filename(folder, "CMakeLists.txt", NULL);
    g_autofree char *trace = g_build_filename(folder, "trace", NULL);
    g_file_set_contents(script, SCRIPT, -1, &error);
    g_assert_no_error(error);
    g_file_set_contents(list, program, -1, &error);
    g_assert_no_error(error);

    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(words, g_strdup(XAAS_CMAKE_COMMAND));
    GHashTableIter iter;
    gpointer name;
    gpointer value;
    g_hash_table_iter_init(&iter, definitions);
    while (g_hash_table_iter_next(&iter, &name, &value)) {
        g_ptr_array_add(words, g_strdup_printf("-D%s:STRING=%s", (char *)name, (char *)value));
    }
    g_ptr_array_add(words, g_strdup("--trace-expand"));
    g_ptr_array_add(words, g_strdup("--trace-format=json-v1"));
    g_ptr_array_add(words, g_strdup_printf("--trace-redirect=%s", trace));
    g_ptr_array_add(words, g_strdup("-P"));
    g_ptr_array_add(words, g_strdup(script));
    g_ptr_array_add(words, NULL);
    char *complaint = NULL;
    gboolean ended = run((char **)words->pdata, folder, &complaint);
    GHashTable *lines = ended ? traced_lines(trace, folder) : NULL;
    if (complaint != NULL) {
        g_hash_table_add(lines, complaint);
    }
    char *remove[] = {
        (char *)XAAS_CMAKE_COMMAND, (char *)"-E", (char *)"rm", (char *)"-rf", folder, NULL};
    g_assert_true(run(remove, NULL, &complaint));
    return lines;
}
