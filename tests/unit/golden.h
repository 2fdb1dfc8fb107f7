/* Compares a text with a golden file. With UPDATE=1 in the environment the file is written instead,
 * so that `git diff` shows what a change means. */
#pragma once

#include <glib.h>

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
