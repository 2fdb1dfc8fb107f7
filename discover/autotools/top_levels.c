#include "discover/autotools/top_levels.h"
#include "core/path.h"
#include "discover/autotools/autotools_reader.h"
#include "discover/autotools/configure.h"
#include "discover/builders.h"
#include <string.h>

/* What is found, and how near to the root. */
typedef struct {
    Arena *arena;
    GPtrArray *found; /* TopLevel * */
    guint nearest;
    guint most;
    const char *cut; /* the folder of the first for which there was no room */
} Search;

static void top_level_free(gpointer data)
{
    TopLevel *self = data;
    front_free(self->front);
    g_free(self);
}

/* Takes over the front. */
static void add_found(Search *search, guint depth, const char *folder, const char *script,
                      Front *front)
{
    gboolean known = FALSE;
    if (depth < search->nearest) {
        search->nearest = depth;
        g_ptr_array_set_size(search->found, 0);
        search->cut = NULL;
    }
    for (guint i = 0; i < search->found->len; i++) {
        known = known || strcmp(((TopLevel *)search->found->pdata[i])->folder, folder) == 0;
    }
    if (known || search->found->len >= search->most) {
        search->cut =
            known || search->cut != NULL ? search->cut : arena_intern(search->arena, folder);
        front_free(front);
        return;
    }
    TopLevel *top = g_new0(TopLevel, 1);
    *top = (TopLevel){arena_intern(search->arena, folder),
                      script != NULL ? arena_intern(search->arena, script) : NULL, front};
    g_ptr_array_add(search->found, top);
}

/* "configure", in the root or one folder below, that only calls the script beside a configure.ac
 * further down. */
static void add_front(Search *search, const Tree *tree, const char *path)
{
    g_autofree char *own = path_folder(path);
    g_autofree char *beside = configure_description_in(tree, own);
    g_autoptr(Front) front = beside == NULL ? front_of(tree, path) : NULL;
    if (front == NULL) {
        return;
    }
    const char *base = path_base(front->script);
    g_autofree char *folder = path_folder(front->script);
    g_autofree char *description = configure_description_in(tree, folder);
    if (description != NULL && g_str_has_prefix(base, "configure")) {
        add_found(search, path_depth(path), folder, path, g_steal_pointer(&front));
    }
}

GPtrArray *top_levels_find(const Tree *tree, Arena *arena, GHashTable *side_folders, guint most,
                           const char **cut)
{
    Search search = {arena, g_ptr_array_new_with_free_func(top_level_free), AUTOTOOLS_DEPTH_MAX,
                     most, NULL};
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        const char *name = path_base(file->path);
        guint depth = path_depth(file->path);
        if (depth > search.nearest) {
            continue;
        }
        if (file->kind == TREE_AUTOCONF && g_str_has_prefix(name, "configure.")) {
            g_autofree char *folder = path_folder(file->path);
            add_found(&search, depth, folder, NULL, NULL);
        } else if (depth <= FRONT_DEPTH_MAX && strcmp(name, "configure") == 0 &&
                   !tree_lies_in(file->path, side_folders) &&
                   !builders_lies_in_copy(tree, file->path)) {
            add_front(&search, tree, file->path);
        }
    }
    *cut = search.cut;
    return search.found;
}
