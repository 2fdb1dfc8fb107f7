/* What the building of facts asks the evaluator of CMake's language. */
#include "discover/builders.h"
#include "discover/cmake/evaluator.h"
#include "discover/cmake/facts_build.h"
#include <string.h>

/* A file belongs to a bundled copy of another project when a folder above it calls project(),
 * has a licence of its own, and is not all that the root leads to. */
static gboolean is_vendored(gpointer data, const char *path)
{
    Evaluator *self = data;
    g_autofree char *folder = g_path_get_dirname(path);
    while (strcmp(folder, ".") != 0 && strcmp(folder, "/") != 0) {
        if (g_hash_table_contains(self->project_folders, folder) &&
            tree_has_own_licence(self->tree, folder) &&
            !builders_root_leads_to(self->tree, folder)) {
            return TRUE;
        }
        char *above = g_path_get_dirname(folder);
        g_free(folder);
        folder = above;
    }
    return FALSE;
}

static const char *line_of(gpointer data, const char *path, guint line)
{
    const Evaluator *self = data;
    const SourceFile *file = g_hash_table_lookup(self->files, path);
    return file != NULL ? source_file_line(file, line) : NULL;
}

void evaluator_build_facts(Evaluator *self, Facts *facts)
{
    const FactsSource source = {
        .arena = self->arena,
        .guards = self->guards,
        .symbols = self->symbols,
        .recorder = self->recorder,
        .builder = BUILDER_CMAKE,
        .folder = self->folder,
        .file = arena_intern(self->arena, *self->folder == '\0' ? "CMakeLists.txt" : self->folder),
        .is_vendored = is_vendored,
        .line = line_of,
        .data = self};
    facts_build(&source, facts);
}
