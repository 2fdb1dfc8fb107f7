/* Compares a text with a golden file. With UPDATE=1 in the environment the file is written instead,
 * so that `git diff` shows what a change means. */
#pragma once

#include <glib.h>
#include <string.h>

static inline void assert_golden(const char *text, const char *path)
{
    if (g_strcmp0(g_getenv("UPDATE"), "1") == 0) {
        g_assert_true(g_file_set_contents(path, text, -1, NULL));
        return;
    }
    g_autofree char *expected = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &expected, NULL, &error);
    g_assert_no_error(error);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_auto(GStrv) wanted = g_strsplit(expected, "\n", -1);
    for (guint i = 0; lines[i] != NULL || wanted[i] != NULL; i++) {
        if (g_strcmp0(lines[i], wanted[i]) != 0) {
            g_error("%s:%u: expected \"%s\", got \"%s\"", path, i + 1,
                    wanted[i] == NULL ? "the end" : wanted[i],
                    lines[i] == NULL ? "the end" : lines[i]);
        }
    }
}

static inline int golden_compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds a test "prefix/NAME" for each entry of `folder`, in the order of their names; `test` is
 * given the entry's path. */
static inline void golden_add_cases(const char *folder, const char *prefix, GTestDataFunc test)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) entries = g_dir_open(folder, 0, &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(entries)) != NULL;) {
        g_ptr_array_add(names, g_strdup(name));
    }
    g_assert_cmpuint(names->len, >, 0);
    g_ptr_array_sort(names, golden_compare_names);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *path = g_strdup_printf("%s/%s", prefix, (char *)names->pdata[i]);
        g_test_add_data_func_full(path, g_build_filename(folder, names->pdata[i], NULL), test,
                                  g_free);
    }
}
