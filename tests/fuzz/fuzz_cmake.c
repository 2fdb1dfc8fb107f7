/* The CMake reader, from bytes to facts: grammar, lowering and evaluator, for all configurations
 * and for one. The input is a CMakeLists.txt; lines "@@@" begin the further files of a small
 * project, whose names are below. What must hold of any facts is asserted. XAAS_FUZZ_STUBS in the
 * environment names another folder of stubs (tests/fuzz/stubs is a small one, for speed). */
#include "discover/cmake/cmake_reader.h"
#include "tests/fuzz/facts_check.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

/* Enough for any seed; a file that asks for more is slow, not interesting. */
#define STEPS_OF_ONE_INPUT 20000u
#define INPUT_BYTES_MAX 16384u

static const char *const file_names[] = {"CMakeLists.txt", "sub/CMakeLists.txt",
                                         "cmake/extra.cmake", "cmake/FindThing.cmake",
                                         "config.h.in"};
#define FILES_MAX G_N_ELEMENTS(file_names)

static void read_project(char **texts, gboolean concrete)
{
    const char *names[FILES_MAX] = {NULL};
    for (guint i = 0; i < FILES_MAX && texts[i] != NULL; i++) {
        names[i] = file_names[i];
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    /* A NULL name ends the list. */
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, names[0], texts[0], names[1], texts[1], names[2], texts[2],
                      names[3], texts[3], names[4], texts[4], NULL);
    const char *stubs = g_getenv("XAAS_FUZZ_STUBS");
    const CmakeReadOptions options = {
        .stub_folder = stubs != NULL ? stubs : XAAS_SOURCE_ROOT "/discover/stubs",
        .concrete = concrete,
        .most_steps = STEPS_OF_ONE_INPUT};
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    g_autoptr(GError) error = NULL;
    g_assert_true(cmake_read(tree, &options, facts, diagnostics, &error));
    g_assert_no_error(error);
    facts_finish(facts);
    facts_check(facts, concrete);
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size > INPUT_BYTES_MAX) {
        return 0;
    }
    g_autofree char *whole = g_strndup((const char *)data, size);
    g_auto(GStrv) parts = g_strsplit(whole, "@@@\n", FILES_MAX);
    char *texts[FILES_MAX] = {NULL};
    for (guint i = 0; i < FILES_MAX && parts[i] != NULL; i++) {
        texts[i] = parts[i];
    }
    if (texts[0] == NULL) {
        return 0;
    }
    read_project(texts, FALSE);
    read_project(texts, TRUE);
    return 0;
}
