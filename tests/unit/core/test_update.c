#include "core/file.h"
#include "core/specification_update.h"
#include "tests/unit/golden.h"
#include <glib/gstdio.h>
#include <string.h>

static char *update_path(const char *name, const char *file)
{
    return g_build_filename(XAAS_SOURCE_ROOT, "tests", "unit", "core", "update", name, file, NULL);
}

static char *updated(const char *old_path, const char *new_path)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(YamlComments) comments = NULL;
    Specification *self = specification_load(arena, new_path, &error);
    g_assert_no_error(error);
    g_assert_true(specification_update_from(self, old_path, &comments, &error));
    g_assert_no_error(error);
    return specification_text(self, FORMAT_YAML, comments);
}

/* The golden cases; a second update with the same findings changes nothing. */
static void test_case(gconstpointer name)
{
    g_autofree char *old_path = update_path(name, "old.yaml");
    g_autofree char *new_path = update_path(name, "new.yaml");
    g_autofree char *expected = update_path(name, "expected.yaml");
    g_autofree char *text = updated(old_path, new_path);
    assert_golden(text, expected);
    g_autofree char *again = updated(expected, new_path);
    g_assert_cmpstr(again, ==, text);
}

static void test_malformed(void)
{
    static const char *const texts[] = {
        "schema: [", "", "schema: xaas-spec/1\n", "\xff", "a: &x 1\nb: *x\n",
    };
    g_autofree char *new_path = update_path("kept", "new.yaml");
    g_autofree char *path = NULL;
    int descriptor = g_file_open_tmp("xaas-update-XXXXXX", &path, NULL);
    g_assert_cmpint(descriptor, >=, 0);
    g_close(descriptor, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_assert_true(file_write(path, texts[i], strlen(texts[i]), NULL));
        g_autoptr(Arena) arena = arena_new();
        g_autoptr(GError) error = NULL;
        g_autoptr(YamlComments) comments = NULL;
        Specification *self = specification_load(arena, new_path, NULL);
        g_autofree char *before = specification_text(self, FORMAT_YAML, NULL);
        g_assert_false(specification_update_from(self, path, &comments, &error));
        g_assert_nonnull(error);
        g_assert_nonnull(strstr(error->message, path));
        g_assert_null(comments);
        g_autofree char *after = specification_text(self, FORMAT_YAML, NULL);
        g_assert_cmpstr(before, ==, after);
        g_autofree char *left = file_read(path, 1000, NULL, NULL);
        g_assert_cmpstr(left, ==, texts[i]);
    }
    g_remove(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/update/kept", "kept", test_case);
    g_test_add_data_func("/update/person", "person", test_case);
    g_test_add_data_func("/update/comments", "comments", test_case);
    g_test_add_data_func("/update/builds", "builds", test_case);
    g_test_add_func("/update/malformed", test_malformed);
    return g_test_run();
}
