/* The Autotools reader, from bytes to facts: M4, shell, evaluator, Makefile.am, and configure
 * scripts written by hand. The input is a configure.ac; lines "@@@" begin the further files of a
 * small project, whose names are below. What must hold of any facts is asserted. XAAS_FUZZ_STUBS in
 * the environment names another folder of stubs. */
#include "discover/autotools/autotools_reader.h"
#include "tests/fuzz/facts_check.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 16384u
/* Enough for any seed; a file that asks for more is slow, not interesting. */
#define BYTES_OF_ONE_INPUT 400000u

static const char *const file_names[] = {
    "configure.ac", "m4/own.m4", "Makefile.am", "tools/configure", "tools/config/module.py", NULL};

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size > INPUT_BYTES_MAX) {
        return 0;
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = fuzz_tree(data, size, file_names, diagnostics);
    const char *stubs = g_getenv("XAAS_FUZZ_STUBS");
    const AutotoolsReadOptions options = {
        .stub_folder = stubs != NULL ? stubs : XAAS_SOURCE_ROOT "/discover/stubs",
        .most_bytes = BYTES_OF_ONE_INPUT};
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    g_autoptr(GError) error = NULL;
    g_assert_true(autotools_read(tree, &options, facts, &error));
    g_assert_no_error(error);
    facts_finish(facts);
    facts_check(facts, FALSE);
    return 0;
}
