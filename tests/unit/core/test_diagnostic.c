#include "core/diagnostic.h"

static void test_order(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    Span b2 = {.path = "b", .line = 2, .column = 1};
    Span a9 = {.path = "a", .line = 9};
    diagnostics_add(diagnostics, DIAGNOSTIC_WARNING, b2, "do this", "number %d", 1);
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, b2, NULL, "worse");
    diagnostics_add(diagnostics, DIAGNOSTIC_NOTE, a9, NULL, "first file");
    diagnostics_add(diagnostics, DIAGNOSTIC_WARNING, b2, "do this", "number %d", 1);
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, SPAN_NONE, NULL, "nowhere");
    const GPtrArray *list = diagnostics_list(diagnostics);
    static const char *const expected[] = {
        "error: nowhere",
        "a:9: note: first file",
        "b:2:1: error: worse",
        "b:2:1: warning: number 1; do this",
    };
    g_assert_cmpuint(list->len, ==, G_N_ELEMENTS(expected));
    for (guint i = 0; i < list->len; i++) {
        g_autofree char *text = diagnostic_text(list->pdata[i]);
        g_assert_cmpstr(text, ==, expected[i]);
    }
    g_assert_cmpuint(diagnostics_count(diagnostics, DIAGNOSTIC_ERROR), ==, 2);
    g_assert_cmpuint(diagnostics_count(diagnostics, DIAGNOSTIC_NOTE), ==, 1);
}

static void test_control_characters(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, SPAN_NONE, NULL, "a\x1b[2J\nb\xff");
    g_autofree char *text = diagnostic_text(diagnostics_list(diagnostics)->pdata[0]);
    g_assert_cmpstr(text, ==, "error: a [2J b\xef\xbf\xbd");
}

static gpointer add_many(gpointer data)
{
    for (guint i = 0; i < DIAGNOSTICS_MAX; i++) {
        Span at = {.path = "same", .line = i + 1};
        diagnostics_add(data, DIAGNOSTIC_NOTE, at, NULL, "from any thread");
    }
    return NULL;
}

static void test_threads_and_limit(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    GThread *threads[4];
    for (gsize i = 0; i < G_N_ELEMENTS(threads); i++) {
        threads[i] = g_thread_new("adds", add_many, diagnostics);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(threads); i++) {
        g_thread_join(threads[i]);
    }
    g_assert_cmpuint(diagnostics_list(diagnostics)->len, ==, DIAGNOSTICS_MAX);
    g_assert_cmpuint(diagnostics_dropped(diagnostics), ==, 0);
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, SPAN_NONE, NULL, "one too many");
    g_assert_cmpuint(diagnostics_dropped(diagnostics), ==, 1);
    g_assert_cmpuint(diagnostics_list(diagnostics)->len, ==, DIAGNOSTICS_MAX);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/diagnostic/order", test_order);
    g_test_add_func("/diagnostic/control-characters", test_control_characters);
    g_test_add_func("/diagnostic/threads-and-limit", test_threads_and_limit);
    return g_test_run();
}
