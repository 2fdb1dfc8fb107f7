/* What becomes of the path that stands for the prefix, in each kind of file. */
#include "container/build/workspace.h"
#include "container/deploy/relocate.h"
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define PLACE "/a/place/that-stands_for/the/prefix0"
#define RECIPE(relocatable, prefix) "{\"relocatable\": " relocatable ", \"prefix\": " prefix "}"

static Relocation *relocation(const char *recipe, const char *prefix, GError **error)
{
    json_t *document = json_loads(recipe, 0, NULL);
    Relocation *made = NULL;
    gboolean read = relocation_new(document, prefix, &made, error);
    g_assert_true(read || made == NULL);
    json_decref(document);
    return made;
}

static void test_recipes(void)
{
    static const struct {
        const char *recipe;
        const char *prefix;
        int code; /* -1: no relocation, and no error */
    } rows[] = {
        {"{}", "/p", -1},
        {RECIPE("false", "\"" PLACE "\""), "/p", -1},
        {RECIPE("true", "null"), "/p", RELOCATION_ERROR_MALFORMED},
        {RECIPE("true", "\"/\""), "/p", RELOCATION_ERROR_MALFORMED},
        {RECIPE("true", "\"" PLACE "/\""), "/p", RELOCATION_ERROR_MALFORMED},
        {RECIPE("true", "\"" PLACE "\\\\\""), "/p", RELOCATION_ERROR_MALFORMED},
        {RECIPE("true", "\"no" PLACE "\""), "/p", RELOCATION_ERROR_MALFORMED},
        {RECIPE("true", "\"" PLACE "\""), PLACE "1", RELOCATION_ERROR_PREFIX},
        {RECIPE("true", "\"" PLACE "\""), "/p$HOME", RELOCATION_ERROR_PREFIX},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(Relocation) made = relocation(rows[i].recipe, rows[i].prefix, &error);
        g_assert_null(made);
        g_assert_true(rows[i].code < 0 ? error == NULL
                                       : g_error_matches(error, RELOCATION_ERROR, rows[i].code));
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(Relocation) longest = relocation(RECIPE("true", "\"" PLACE "\""), PLACE, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(relocation_prefix(longest), ==, PLACE);
}

static void test_texts(void)
{
    g_autoptr(Relocation) self = relocation(RECIPE("true", "\"" PLACE "\""), "/p \303\244", NULL);
    g_autofree char *module = relocation_module(self, "c\"" PLACE "/x\\00\" c\"" PLACE "\\00\"");
    g_autofree char *slashes = g_strnfill(strlen(PLACE) - strlen("/p \303\244"), '/');
    g_autofree char *wanted =
        g_strdup_printf("c\"/p \\C3\\A4%s/x\\00\" c\"/p \\C3\\A4%s\\00\"", slashes, slashes);
    g_assert_cmpstr(module, ==, wanted);
    g_autofree char *other = relocation_module(self, "c\"/a/place\"");
    g_assert_cmpstr(other, ==, "c\"/a/place\"");
    json_t *document =
        json_loads("{\"" PLACE "\": [\"-Wl,-rpath," PLACE "/lib:" PLACE "\", 1]}", 0, NULL);
    relocation_json(self, document);
    g_autofree char *text = json_dumps(document, JSON_COMPACT);
    g_assert_cmpstr(text, ==, "{\"" PLACE "\":[\"-Wl,-rpath,/p \303\244/lib:/p \303\244\",1]}");
    json_decref(document);
}

static char *bytes_of(const char *folder, const char *name, gsize *length)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    char *bytes = NULL;
    g_assert_true(g_file_get_contents(path, &bytes, length, NULL));
    return bytes;
}

static void write_file(const char *folder, const char *name, const char *bytes, gsize length,
                       int mode)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *parent = g_path_get_dirname(path);
    g_assert_cmpint(g_mkdir_with_parents(parent, 0700), ==, 0);
    g_assert_true(g_file_set_contents_full(path, bytes, (gssize)length, 0, mode, NULL));
    g_assert_cmpint(g_chmod(path, mode), ==, 0);
}

static void test_files(void)
{
    static const char binary[] = "\177ELF\0" PLACE "/x\0after", late_binary[] = "\0" PLACE;
    g_autoptr(Relocation) self = relocation(RECIPE("true", "\"" PLACE "\""), "/p", NULL);
    g_autofree char *top = g_dir_make_tmp("xaas-relocate-XXXXXX", NULL);
    g_autofree char *folder = g_build_filename(top, "in", NULL);
    write_file(folder, "a/run.sh", "#!" PLACE "/bin/sh\n", strlen("#!" PLACE "/bin/sh\n"), 0755);
    write_file(folder, "a/lib.o", binary, sizeof binary, 0644);
    write_file(folder, "empty", "", 0, 0644);
    write_file(top, "outside", PLACE, strlen(PLACE), 0644);
    g_autofree char *link = g_build_filename(folder, "link", NULL);
    g_assert_cmpint(symlink("../outside", link), ==, 0);
    g_auto(RelocationLeft) before = {0};
    relocation_left(self, folder, &before);
    g_assert_cmpuint(before.files->len, ==, 2);
    g_assert_cmpstr(before.files->pdata[0], ==, "a/lib.o");
    g_assert_cmpstr(before.files->pdata[1], ==, "a/run.sh");
    g_assert_cmpuint(before.unread->len, ==, 0);
    g_autoptr(GError) error = NULL;
    g_assert_true(relocation_folder(self, folder, &error));
    g_assert_no_error(error);
    g_auto(RelocationLeft) after = {0};
    relocation_left(self, folder, &after);
    g_assert_cmpuint(after.files->len, ==, 0);
    gsize length = 0;
    g_autofree char *text = bytes_of(folder, "a/run.sh", &length);
    g_assert_cmpstr(text, ==, "#!/p/bin/sh\n");
    GStatBuf status;
    g_autofree char *script = g_build_filename(folder, "a", "run.sh", NULL);
    g_assert_cmpint(g_stat(script, &status), ==, 0);
    g_assert_cmpuint(status.st_mode & 0777, ==, 0755);
    g_autofree char *object = bytes_of(folder, "a/lib.o", &length);
    g_assert_cmpuint(length, ==, sizeof binary);
    g_assert_cmpint(memcmp(object, "\177ELF\0/p//", strlen("\177ELF") + 5), ==, 0);
    g_assert_cmpint(memcmp(object + length - sizeof "/x\0after", "/x\0after", sizeof "/x\0after"),
                    ==, 0);
    g_autofree char *outside = bytes_of(top, "outside", &length);
    g_assert_cmpstr(outside, ==, PLACE);
    write_file(folder, "late", late_binary, sizeof late_binary - 1, 0644);
    g_auto(RelocationLeft) late = {0};
    relocation_left(self, folder, &late);
    g_assert_cmpuint(late.files->len, ==, 1);
    /* Half of it is in an instruction. */
    write_file(folder, "cut", PLACE, RELOCATION_LENGTH_LEAST, 0644);
    g_auto(RelocationLeft) cut = {0};
    relocation_left(self, folder, &cut);
    g_assert_cmpuint(cut.files->len, ==, 2);
    folder_remove(top);
}

/* Folders that are nested too deeply stand for all that cannot be read: nothing else keeps root
 * out. */
static void test_unread(void)
{
    g_autoptr(Relocation) self = relocation(RECIPE("true", "\"" PLACE "\""), "/p", NULL);
    g_autofree char *top = g_dir_make_tmp("xaas-relocate-XXXXXX", NULL);
    g_autoptr(GString) deep = g_string_new(NULL);
    for (guint i = 0; i <= RELOCATION_DEPTH_MAX; i++) {
        g_string_append(deep, i == 0 ? "d" : "/d");
    }
    g_autofree char *file = g_strconcat(deep->str, "/far", NULL);
    write_file(top, file, PLACE, strlen(PLACE), 0644);
    write_file(top, "near", PLACE, strlen(PLACE), 0644);
    g_auto(RelocationLeft) left = {0};
    relocation_left(self, top, &left);
    g_assert_cmpuint(left.files->len, ==, 1);
    g_assert_cmpstr(left.files->pdata[0], ==, "near");
    g_assert_cmpuint(left.unread->len, ==, 1);
    g_assert_cmpstr(left.unread->pdata[0], ==, deep->str);
    /* folder_remove() does not go as deep at once. */
    for (gsize length = deep->len; length > 0; length = length > 100 ? length - 100 : 0) {
        g_string_truncate(deep, length);
        g_autofree char *part = g_build_filename(top, deep->str, NULL);
        folder_remove(part);
    }
    folder_remove(top);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/relocate/recipes", test_recipes);
    g_test_add_func("/container/relocate/texts", test_texts);
    g_test_add_func("/container/relocate/files", test_files);
    g_test_add_func("/container/relocate/unread", test_unread);
    return g_test_run();
}
