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
                                         "parts/Makefile", "detect"};
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
    /* A makefile without sources builds no program. A NULL name ends the list. */
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "main.c", "", names[0], contents[0], names[1], contents[1],
                      names[2], contents[2], names[3], contents[3], names[4], contents[4], names[5],
                      contents[5], names[6], contents[6], names[7], contents[7], NULL);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    const MakeReadOptions options = {.side_folders = NULL};
    make_read(tree, &options, facts, diagnostics);
    facts_finish(facts);
    facts_check(facts, FALSE);
    return 0;
}
