/* The Meson reader, from bytes to facts: tokens, syntax, walk under guards. The input is a
 * meson.build file; lines "@@@" begin the further files of a small project, whose names are below.
 * What must hold of any facts is asserted. */
#include "discover/meson/meson_reader.h"
#include "tests/fuzz/facts_check.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 16384u

static const char *const file_names[] = {"meson.build", "meson.options", "part/meson.build",
                                         "part/deep/meson.build", NULL};

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size > INPUT_BYTES_MAX) {
        return 0;
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = fuzz_tree(data, size, file_names, diagnostics);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    meson_read(tree, facts, diagnostics);
    facts_finish(facts);
    facts_check(facts, FALSE);
    return 0;
}
