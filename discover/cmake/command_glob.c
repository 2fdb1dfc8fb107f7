/* file(GLOB) and what is like it: files of the tree, and those that were made before. */
#include "core/text_order.h"
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/pure_lexical_path.h"
#include "discover/cmake/record.h"
#include "discover/cmake/written_file.h"
#include <fnmatch.h>
#include <string.h>

#define GLOB_RESULTS_MAX 20000u

/* What a pattern is looked for with. `path` is the folder under way, with a '/' behind it, and
 * after each step what it was before. */
typedef struct {
    const Tree *tree;
    GlobTraits traits;
    GString *path;
    GPtrArray *found; /* char * */
} Glob;

/* One folder's pattern against the tree: each component may have wildcards. */
static void glob_folder(Glob *self, char *const *components)
{
    gsize length = self->path->len;
    g_string_truncate(self->path, length > 0 ? length - 1 : 0);
    const GPtrArray *children = tree_children(self->tree, self->path->str);
    g_string_append(self->path, length > 0 ? "/" : "");
    /* The tree's root itself has no components. */
    if (children == NULL || components[0] == NULL || self->found->len >= GLOB_RESULTS_MAX) {
        return;
    }
    gboolean last = components[1] == NULL;
    gboolean literal = strpbrk(components[0], "*?[") == NULL;
    gboolean recurse = (self->traits & GLOB_RECURSE) != 0;
    gboolean folders = (self->traits & GLOB_FOLDERS) != 0;
    for (guint i = 0; i < children->len; i++) {
        const char *name = children->pdata[i];
        gboolean fits =
            literal ? strcmp(name, components[0]) == 0 : fnmatch(components[0], name, 0) == 0;
        if (!fits && !(recurse && last)) {
            continue;
        }
        g_string_append(self->path, name);
        gboolean is_folder =
            (!last || recurse || !folders) && tree_is_folder(self->tree, self->path->str);
        /* Below, folders are listed by any name. */
        if (last && (is_folder ? folders && (fits || recurse) : fits)) {
            g_ptr_array_add(self->found, g_strdup(self->path->str));
        }
        if (is_folder) {
            g_string_append_c(self->path, '/');
            if (fits && !last) {
                glob_folder(self, components + 1);
            }
            if (recurse && last) {
                glob_folder(self, components);
            }
        }
        g_string_truncate(self->path, length);
    }
}

/* Makes of the absolute path what it is seen from `base`; "" for that itself. */
static void make_relative(char **path, Arena *arena, const char *base)
{
    const char *relative = lexical_path_relative_to(arena, *path, base);
    g_free(*path);
    *path = g_strdup(strcmp(relative, ".") == 0 ? "" : relative);
}

static char *listed(Evaluator *self, GPtrArray *found, const char *relative)
{
    if (relative != NULL) {
        g_autoptr(Arena) scratch = arena_new();
        g_autofree char *base = evaluator_absolute(self, relative, "CMAKE_CURRENT_SOURCE_DIR");
        const char *normal = lexical_path_normal(scratch, base);
        for (guint i = 0; i < found->len; i++) {
            make_relative((char **)&found->pdata[i], scratch, normal);
        }
    }
    g_ptr_array_sort(found, text_order);
    GString *list = g_string_new(NULL);
    for (guint i = 0; i < found->len; i++) {
        const char *path = found->pdata[i];
        if (i > 0) {
            if (strcmp(path, found->pdata[i - 1]) == 0) {
                continue;
            }
            g_string_append_c(list, ';');
        }
        g_string_append(list, path);
    }
    return g_string_free(list, FALSE);
}

/* Adds what of the tree fits the pattern and was not removed. FALSE when it is about other places.
 */
static gboolean add_from_tree(Evaluator *self, const char *pattern, GlobTraits traits,
                              GPtrArray *found)
{
    g_autofree char *path = evaluator_tree_path(self, pattern);
    if (path == NULL) {
        return FALSE;
    }
    g_auto(GStrv) components = g_strsplit(path, "/", -1);
    g_autoptr(GString) folder = g_string_new(NULL);
    g_autoptr(GPtrArray) in_tree = g_ptr_array_new_with_free_func(g_free);
    Glob glob = {self->tree, traits, folder, in_tree};
    glob_folder(&glob, components);
    for (guint i = 0; i < in_tree->len; i++) {
        g_autofree char *full =
            g_strdup_printf("%s/%s", self->source_root, (const char *)in_tree->pdata[i]);
        Guard removed = evaluator_removed(self, full);
        if (guard_meets(self->guards, self->path, guard_not(self->guards, removed))) {
            g_ptr_array_add(found, g_steal_pointer(&full));
        }
    }
    return TRUE;
}

void command_file_glob(Evaluator *self, const Call *call)
{
    if (call->argc < 2 || text_has_hole(call->argv[1])) {
        return;
    }
    const char *relative = NULL;
    gboolean recurse = strcmp(call->argv[0], "GLOB_RECURSE") == 0;
    GlobTraits traits = recurse ? GLOB_RECURSE : GLOB_FOLDERS;
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    gboolean unknown = FALSE;
    for (guint i = 2; i < call->argc; i++) {
        const char *word = call->argv[i];
        if (strcmp(word, "RELATIVE") == 0 && i + 1 < call->argc) {
            relative = call->argv[++i];
        } else if (strcmp(word, "LIST_DIRECTORIES") == 0 && i + 1 < call->argc) {
            gboolean listing = cmake_is_true(call->argv[++i]);
            traits = (recurse ? GLOB_RECURSE : 0) | (listing ? GLOB_FOLDERS : 0);
        } else if (strcmp(word, "CONFIGURE_DEPENDS") != 0 && strcmp(word, "FOLLOW_SYMLINKS") != 0) {
            evaluator_written_like(self, word, traits, found);
            unknown = !add_from_tree(self, word, traits, found) || unknown;
        }
    }
    if (unknown) {
        /* What else there is outside is not known. */
        evaluator_ledger(self, "unknown files", "file(GLOB)", NULL);
    }
    g_autofree char *list = listed(self, found, relative);
    evaluator_set(self, call->argv[1], list);
}

void command_aux_source_directory(Evaluator *self, const Call *call)
{
    if (call->argc < 2) {
        return;
    }
    g_autofree char *pattern = g_strdup_printf("%s/*.c*", call->argv[0]);
    const char *words[] = {"GLOB", call->argv[1], pattern};
    const guint8 quoted[] = {0, 0, 0};
    const Call glob = {.command = call->command, .argc = 3, .argv = words, .quoted = quoted};
    command_file_glob(self, &glob);
}
