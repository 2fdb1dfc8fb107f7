/* Files of settings that people source, from bytes to facts. The input is such a file; lines "@@@"
 * begin the files that read its variables: a script, a makefile by another name, a file of CMake.
 * What must hold of any facts is asserted. */
#include "discover/environment/environment_reader.h"
#include "tests/fuzz/facts_check.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 16384u

static const char *const file_names[] = {"etc/bashrc", "build-all", "rules/all", "cmake/Find.cmake",
                                         NULL};

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size > INPUT_BYTES_MAX) {
        return 0;
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = fuzz_tree(data, size, file_names, diagnostics);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    const EnvironmentReadOptions options = {.side_folders = NULL};
    environment_read(tree, &options, facts);
    facts_finish(facts);
    facts_check(facts, FALSE);
    return 0;
}
