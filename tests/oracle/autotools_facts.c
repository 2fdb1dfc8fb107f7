/* Prints what the Autotools reader finds in a tree, as the files of --facts and --ledger have it:
 * autotools_facts STUBS FOLDER [--ledger] */
#include "discover/autotools/autotools_reader.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s STUBS FOLDER [--ledger]\n", argv[0]);
        return 2;
    }
    g_autoptr(Arena) arena = arena_new();
    Diagnostics *diagnostics = diagnostics_new();
    Facts *facts = facts_new(arena);
    g_autoptr(GError) error = NULL;
    g_autoptr(Tree) tree = tree_open(argv[2], diagnostics, &error);
    const AutotoolsReadOptions options = {.stub_folder = argv[1]};
    if (tree == NULL || !autotools_read(tree, &options, facts, diagnostics, &error)) {
        fprintf(stderr, "%s\n", error->message);
        diagnostics_free(diagnostics);
        return 3;
    }
    facts_finish(facts);
    gboolean ledger = argc > 3 && strcmp(argv[3], "--ledger") == 0;
    json_t *json = ledger ? facts_ledger_json(facts) : facts_json(facts);
    json_dumpf(json, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(json);
    diagnostics_free(diagnostics);
    return 0;
}
