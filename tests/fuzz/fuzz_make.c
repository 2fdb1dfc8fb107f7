/* The Make reader, from bytes to facts: lines, survey, walk under guards. The input is a Makefile;
 * lines "@@@" begin the further files of a small project, whose names are below. What must hold of
 * any facts is asserted. */
#include "discover/make/make_reader.h"
#include "tests/fuzz/facts_check.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 16384u

/* A file of settings, two that are copied, two that are chosen, a part's makefile, and a program.
 */
static const char *const file_names[] = {"Makefile",       "config.mk",     "make.inc.example",
                                         "make.inc.gnu",   "arch/Make.one", "arch/Make.two",
                                         "parts/Makefile", "detect",        NULL};

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size > INPUT_BYTES_MAX) {
        return 0;
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = fuzz_tree(data, size, file_names, diagnostics);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    const MakeReadOptions options = {.side_folders = NULL};
    make_read(tree, &options, facts, diagnostics);
    facts_finish(facts);
    facts_check(facts, FALSE);
    return 0;
}
