/* The log of a recorded build, to which whatever runs in the sandbox can write. Each line is one
 * call; a first line "installed" stands for no call, but for files in the stage, whose bytes are
 * "one", "two" and "three". What is made of it is a tree as CMake leaves it, or an error. */
#include "container/build/recorded.h"
#include "core/file.h"
#include <glib/gstdio.h>
#include <jansson.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 16384u
#define INSTALLED "installed\n"
#define BUILD "/build"

/* What is written into the folder, innermost last: all of it is taken away again. */
static const char *const folders[] = {
    "", RECORDED_TREE, RECORDED_OWN, RECORDED_STAGE, RECORDED_STAGE "/bin",
};
static const char *const stage_files[] = {"one", "two", "three"};
static const char *const written[] = {
    RECORDED_LOG,
    RECORDED_STAGE "/bin/link",
    RECORDED_STAGE "/bin/one",
    RECORDED_STAGE "/bin/two",
    RECORDED_STAGE "/bin/three",
    RECORDED_TREE "/brought.o",
    "build.ninja",
    "compile_commands.json",
    "cmake_install.cmake",
};

static const Compilers *compilers(void)
{
    static Compilers *loaded;
    if (loaded == NULL) {
        g_autoptr(GError) error = NULL;
        loaded = compilers_load(XAAS_SOURCE_ROOT "/container/knowledge", &error);
        g_assert_no_error(error);
    }
    return loaded;
}

/* A build tree with that log, in which the files lie that a log may name. */
static char *write_tree(const char *log, gsize size, gboolean installed)
{
    char *folder = g_dir_make_tmp("xaas-fuzz-XXXXXX", NULL);
    for (gsize i = 1; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename(folder, folders[i], NULL);
        g_assert_cmpint(g_mkdir(path, 0700), ==, 0);
    }
    for (gsize i = 0; installed && i < G_N_ELEMENTS(stage_files); i++) {
        g_autofree char *path =
            g_build_filename(folder, RECORDED_STAGE "/bin", stage_files[i], NULL);
        g_assert_true(g_file_set_contents(path, stage_files[i], -1, NULL));
    }
    g_autofree char *path = g_build_filename(folder, RECORDED_LOG, NULL);
    g_assert_true(g_file_set_contents(path, log, (gssize)size, NULL));
    g_autofree char *brought = g_build_filename(folder, RECORDED_TREE "/brought.o", NULL);
    g_assert_true(g_file_set_contents(brought, "brought", -1, NULL));
    return folder;
}

static void remove_tree(const char *folder)
{
    for (gsize i = 0; i < G_N_ELEMENTS(written); i++) {
        g_autofree char *path = g_build_filename(folder, written[i], NULL);
        g_unlink(path);
    }
    for (gsize i = G_N_ELEMENTS(folders); i-- > 0;) {
        g_autofree char *path = g_build_filename(folder, folders[i], NULL);
        /* Nothing else was written there. */
        g_assert_cmpint(g_rmdir(path), ==, 0);
    }
}

static char *text_of(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

/* Each lies in the build tree, and its commands have words. */
static void check_made(const Recorded *recorded, guint *kept, guint *objects)
{
    for (guint i = 0; i < recorded->made->len; i++) {
        const Made *made = recorded->made->pdata[i];
        g_assert_true(made->kept == (made->name != NULL));
        if (!made->kept) {
            continue;
        }
        g_autofree char *path = g_build_filename(BUILD, made->name, NULL);
        g_autofree char *plain = g_canonicalize_filename(path, "/");
        g_assert_cmpstr(path, ==, plain);
        g_assert_cmpuint(made->calls->len, >, 0);
        for (guint k = 0; k < made->calls->len; k++) {
            g_autoptr(GPtrArray) words = recorded_words(recorded, made, made->calls->pdata[k]);
            g_assert_cmpuint(words->len, >, 0);
        }
        (*kept)++;
        *objects += made->kind == MADE_OBJECT ? 1 : 0;
    }
}

/* Each line is one that we have written: none stands in a name or a command. */
static void check_graph(const char *folder, guint kept)
{
    static const char *const beginnings[] = {
        "ninja_required_version = ", "rule RECORDED_", "  command = $COMMAND",
        "  generator = 1",           "  COMMAND = ",   "build "};
    g_autofree char *text = text_of(folder, "build.ninja");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint found = 0;
    for (char **line = lines; *line != NULL; line++) {
        gboolean known = **line == '\0';
        for (gsize i = 0; i < G_N_ELEMENTS(beginnings); i++) {
            known = known || g_str_has_prefix(*line, beginnings[i]);
        }
        g_assert_true(known);
        g_assert_null(strchr(*line, '\r'));
        found += g_str_has_prefix(*line, "build ") ? 1 : 0;
        g_assert_false(g_str_has_prefix(*line, "build ") && strchr(*line, '|') != NULL);
    }
    g_assert_cmpuint(found, ==, kept);
}

static void check_database(const char *folder, guint objects)
{
    g_autofree char *text = text_of(folder, "compile_commands.json");
    json_t *entries = json_loads(text, 0, NULL);
    g_assert_cmpuint(json_array_size(entries), ==, objects);
    gsize index;
    const json_t *entry;
    json_array_foreach(entries, index, entry)
    {
        const char *directory = json_string_value(json_object_get(entry, "directory"));
        const char *file = json_string_value(json_object_get(entry, "file"));
        g_assert_true(g_path_is_absolute(directory));
        g_assert_true(g_path_is_absolute(file));
        g_assert_cmpuint(json_array_size(json_object_get(entry, "arguments")), >, 0);
    }
    json_decref(entries);
}

static void check_recorded(Recorded *recorded, const char *folder, GError **error)
{
    g_autofree char *stage = g_build_filename(folder, RECORDED_STAGE, NULL);
    guint kept = 0;
    guint objects = 0;
    if (!recorded_keep(recorded, stage, error)) {
        return;
    }
    check_made(recorded, &kept, &objects);
    g_autoptr(GError) anew = NULL;
    g_assert_true(recorded_sources_are_there(recorded, folder, &anew) == (anew == NULL));
    if (recorded_write_install(recorded, folder, error) &&
        recorded_write(recorded, folder, error)) {
        check_graph(folder, kept);
        check_database(folder, objects);
    }
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size > INPUT_BYTES_MAX) {
        return 0;
    }
    const char *log = (const char *)data;
    gboolean installed =
        size >= strlen(INSTALLED) && memcmp(log, INSTALLED, strlen(INSTALLED)) == 0;
    gsize before = installed ? strlen(INSTALLED) : 0;
    g_autofree char *folder = write_tree(log + before, size - before, installed);
    g_autofree char *path = g_build_filename(folder, RECORDED_LOG, NULL);
    g_autofree char *source = g_build_filename(folder, RECORDED_TREE, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(Arena) arena = arena_new();
    const GPtrArray *calls = recorded_calls(arena, path, &error);
    g_assert_true((calls == NULL) == (error != NULL));
    g_autoptr(Recorded) recorded =
        calls == NULL ? NULL : recorded_new(arena, compilers(), BUILD, source, calls, &error);
    g_assert_true((recorded == NULL) == (error != NULL));
    if (recorded != NULL) {
        check_recorded(recorded, folder, &error);
    }
    remove_tree(folder);
    return 0;
}
