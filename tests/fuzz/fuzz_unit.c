/* One entry of a compile database, and the response files that its command names. The input is the
 * entry; lines "@@@" begin the files, whose names are below. */
#include "container/build/process.h"
#include "container/build/unit.h"
#include <glib/gstdio.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 8192u

static const char *const file_names[] = {"one.rsp", "two.rsp", "three.rsp"};

/* A tree of a few files, made anew for each input, as files are what is read. */
static char *write_files(char **texts)
{
    char *folder = g_dir_make_tmp("xaas-fuzz-XXXXXX", NULL);
    for (guint i = 0; i < G_N_ELEMENTS(file_names) && texts[i] != NULL; i++) {
        g_autofree char *path = g_build_filename(folder, file_names[i], NULL);
        g_assert_true(g_file_set_contents(path, texts[i], -1, NULL));
    }
    return folder;
}

/* What a command is shown as can be read again. */
static void check_words(Arena *arena, const GPtrArray *words)
{
    g_autoptr(GPtrArray) ended = g_ptr_array_copy((GPtrArray *)words, NULL, NULL);
    g_ptr_array_add(ended, NULL);
    g_autofree char *text = process_command_text((const char *const *)ended->pdata);
    const GPtrArray *again = command_words(arena, text, NULL);
    g_assert_nonnull(again);
    g_assert_cmpuint(again->len, ==, words->len);
    for (guint i = 0; i < words->len; i++) {
        g_assert_cmpstr(again->pdata[i], ==, words->pdata[i]);
    }
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size > INPUT_BYTES_MAX) {
        return 0;
    }
    g_autofree char *whole = g_strndup((const char *)data, size);
    g_auto(GStrv) texts = g_strsplit(whole, "@@@\n", 1 + (int)G_N_ELEMENTS(file_names));
    json_t *entry = texts[0] == NULL ? NULL : json_loads(texts[0], 0, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(Compilers) compilers =
        compilers_load(XAAS_SOURCE_ROOT "/container/knowledge", &error);
    g_assert_no_error(error);
    g_autofree char *folder = write_files(texts[0] == NULL ? texts : texts + 1);
    g_autoptr(Sandbox) sandbox = sandbox_new(ISOLATION_NONE, NULL, folder, 0, &error);
    g_autoptr(Arena) arena = arena_new();
    const UnitReader reader = {.arena = arena,
                               .compilers = compilers,
                               .sandbox = sandbox,
                               .configuration = "fuzz",
                               .build = folder};
    const Unit *unit = entry == NULL ? NULL : unit_from_entry(&reader, entry, 0, &error);
    if (unit != NULL) {
        check_words(arena, unit->original);
        check_words(arena, unit->options);
        g_assert_true(g_path_is_absolute(unit->source));
        g_assert_true(unit_kind_has_bitcode(unit->kind) == (unit->why_not == NULL));
    }
    json_decref(entry);
    for (guint i = 0; i < G_N_ELEMENTS(file_names); i++) {
        g_autofree char *path = g_build_filename(folder, file_names[i], NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
    return 0;
}
