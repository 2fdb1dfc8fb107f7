/* Packages whose configuration files lie in the tree: a part of the project that the rest of it
 * looks for, find_package(NAME PATHS ${CMAKE_CURRENT_SOURCE_DIR}/../part). Where the search also
 * names a place outside, find_package(NAME HINTS $ENV{NAME_ROOT} ${PROJECT_SOURCE_DIR}/cmake), the
 * file in the tree stands in for that of an installed package, and what it declares is that
 * package's. */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

/* NAMEConfig.cmake or name-config.cmake, right in the folder or in its cmake/; NULL when there is
 * none. */
static SourceFile *configuration_in(Evaluator *self, const char *folder, const char *package)
{
    static const char *const below[] = {"", "cmake/", "CMake/"};
    g_autofree char *small = g_ascii_strdown(package, -1);
    for (guint i = 0; i < G_N_ELEMENTS(below); i++) {
        g_autofree char *first = g_strdup_printf("%s/%s%sConfig.cmake", folder, below[i], package);
        g_autofree char *second = g_strdup_printf("%s/%s%s-config.cmake", folder, below[i], small);
        const char *const names[] = {first, second};
        for (guint k = 0; k < G_N_ELEMENTS(names); k++) {
            g_autofree char *path = evaluator_tree_path(self, names[k]);
            if (path != NULL && tree_find(self->tree, path) != NULL) {
                return evaluator_load(self, path);
            }
        }
    }
    return NULL;
}

/* Whether the place to look in is the machine's: an environment variable or something that a person
 * gives, in front or alone, or an absolute path that is neither in the tree nor where it is built.
 */
static gboolean is_outside(const Evaluator *self, const char *place)
{
    return *place == HOLE_BEGIN ||
           (*place == '/' && !text_has_hole(place) && !g_str_has_prefix(place, self->source_root) &&
            !g_str_has_prefix(place, self->binary_root));
}

static SourceFile *configuration_of(Evaluator *self, const Call *call, const char *package)
{
    static const char *const places[] = {"HINTS", "PATHS", NULL};
    static const char *const others[] = {
        "NAMES",  "CONFIGS",    "PATH_SUFFIXES",       "NO_MODULE", "CONFIG", "REQUIRED",
        "QUIET",  "COMPONENTS", "OPTIONAL_COMPONENTS", "EXACT",     "ENV",    "REGISTRY_VIEW",
        "MODULE", "GLOBAL",     "NO_POLICY_SCOPE",     NULL};
    gboolean in_places = FALSE;
    gboolean outside = FALSE;
    SourceFile *found = NULL;
    for (guint i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        if (g_strv_contains(places, word)) {
            in_places = TRUE;
        } else if (g_strv_contains(others, word) || g_str_has_prefix(word, "NO_")) {
            outside = outside || (in_places && strcmp(word, "ENV") == 0);
            in_places = FALSE;
        } else if (in_places) {
            outside = outside || is_outside(self, word);
            found = found != NULL ? found : configuration_in(self, word, package);
        }
    }
    /* A project that looks for itself tests its installation. */
    if (found != NULL && outside && g_strcmp0(package, self->project_name) != 0) {
        g_hash_table_add(self->stand_ins, (gpointer)found->path);
    }
    return found;
}

gboolean command_run_package_in_tree(Evaluator *self, const Call *call, const char *package)
{
    SourceFile *file = configuration_of(self, call, package);
    if (file == NULL) {
        return FALSE;
    }
    g_autofree char *below = g_path_get_dirname(file->path);
    const char *folder = strcmp(below, ".") == 0
                             ? self->source_root
                             : arena_printf(self->arena, "%s/%s", self->source_root, below);
    g_autofree char *place = g_strdup_printf("%s_DIR", package);
    g_autofree char *found = g_strdup_printf("%s_FOUND", package);
    evaluator_set(self, place, folder);
    evaluator_set(self, found, "TRUE");
    evaluator_run_file(self, file, arena_intern(self->arena, folder));
    return TRUE;
}
