/* The Meson reader, from bytes to facts: tokens, syntax, walk under guards. The input is a
 * meson.build file; lines "@@@" begin the further files of a small project, whose names are below.
 * What must hold of any facts is asserted. */
#include "discover/meson/meson_reader.h"
#include "tests/fuzz/facts_check.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 16384u

static const char *const file_names[] = {"meson.build", "meson.options", "part/meson.build",
                                         "part/deep/meson.build"};
#define FILES_MAX G_N_ELEMENTS(file_names)

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size > INPUT_BYTES_MAX) {
        return 0;
    }
    g_autofree char *whole = g_strndup((const char *)data, size);
    g_auto(GStrv) texts = g_strsplit(whole, "@@@\n", FILES_MAX);
    const char *names[FILES_MAX] = {NULL};
    const char *contents[FILES_MAX] = {NULL};
    for (guint i = 0; i < FILES_MAX && texts[i] != NULL; i++) {
        names[i] = file_names[i];
        contents[i] = texts[i];
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    /* A NULL name ends the list. */
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "main.c", "", names[0], contents[0], names[1], contents[1],
                      names[2], contents[2], names[3], contents[3], NULL);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    meson_read(tree, facts, diagnostics);
    facts_finish(facts);
    facts_check(facts, FALSE);
    return 0;
}
