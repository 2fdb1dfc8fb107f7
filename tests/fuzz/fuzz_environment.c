/* Files of settings that people source, from bytes to facts. The input is such a file; lines "@@@"
 * begin the files that read its variables: a script, a makefile by another name, a file of CMake.
 * What must hold of any facts is asserted. */
#include "discover/environment/environment_reader.h"
#include "tests/fuzz/facts_check.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 16384u

static const char *const file_names[] = {"etc/bashrc", "build-all", "rules/all",
                                         "cmake/Find.cmake"};
#define FILES_MAX G_N_ELEMENTS(file_names)

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size > INPUT_BYTES_MAX) {
        return 0;
    }
    g_autofree char *whole = g_strndup((const char *)data, size);
    g_auto(GStrv) texts = g_strsplit(whole, "@@@\n", FILES_MAX);
    const char *contents[FILES_MAX] = {""};
    for (guint i = 0; i < FILES_MAX; i++) {
        contents[i] = i < g_strv_length(texts) ? texts[i] : "";
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, file_names[0], contents[0], file_names[1], contents[1],
                      file_names[2], contents[2], file_names[3], contents[3], NULL);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    const EnvironmentReadOptions options = {.side_folders = NULL};
    environment_read(tree, &options, facts);
    facts_finish(facts);
    facts_check(facts, FALSE);
    return 0;
}
