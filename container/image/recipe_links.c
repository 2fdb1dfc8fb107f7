#include "container/image/recipe_links.h"
#include "container/build/workspace.h"
#include "container/image/layout.h"
#include "core/json.h"
#include "core/text_order.h"
#include <string.h>

struct RecipeLinks {
    const ConfigureRequest *request;
    const BuiltConfiguration *built;
    GHashTable *ends;        /* char * -> char *: "source/a" -> "source/b" */
    GHashTable *leading_out; /* char *: a set */
};

static const char source_folder[] = SANDBOX_SOURCE "/", build_folder[] = SANDBOX_BUILD "/";

RecipeLinks *recipe_links_new(const ConfigureRequest *request, const BuiltConfiguration *built)
{
    RecipeLinks *self = g_new0(RecipeLinks, 1);
    self->request = request;
    self->built = built;
    self->ends = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->leading_out = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return self;
}

void recipe_links_free(RecipeLinks *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->ends);
        g_hash_table_unref(self->leading_out);
        g_free(self);
    }
}

gboolean recipe_links_is_ours(const char *path)
{
    return g_str_has_prefix(path, source_folder) || g_str_has_prefix(path, build_folder);
}

const char *recipe_links_relative(const char *path, gboolean *is_source)
{
    *is_source = g_str_has_prefix(path, source_folder);
    return path + strlen(*is_source ? source_folder : build_folder);
}

char *recipe_links_host(const RecipeLinks *self, const char *path)
{
    if (!recipe_links_is_ours(path)) {
        return NULL;
    }
    gboolean is_source = FALSE;
    const char *relative = recipe_links_relative(path, &is_source);
    g_autofree char *sources = sandbox_source_folder(self->request->sandbox, self->built->build);
    return g_build_filename(is_source ? sources : self->built->build, relative, NULL);
}

/* ---- following ------------------------------------------------------------------------------- */

/* Where the link `host`, `path` inside the sandbox, leads to: "build/..." or "source/...", there or
 * not. NULL when it is none, or leads elsewhere. The caller frees it. */
static char *link_end(const ConfigureRequest *request, const BuiltConfiguration *built,
                      const char *host, const char *path)
{
    g_autofree char *target = g_file_read_link(host, NULL);
    if (target == NULL) {
        return NULL;
    }
    if (request->sandbox->isolation != ISOLATION_BUBBLEWRAP) {
        char *neutral = sandbox_neutral_text(request->sandbox, built->build, target);
        g_free(target);
        target = neutral;
    }
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *canonical = g_canonicalize_filename(target, folder);
    return recipe_links_is_ours(canonical) && layer_path_fault(canonical + 1) == NULL
               ? g_strdup(canonical + 1)
               : NULL;
}

/* The first part of a path that is a link; NULL: there is none. The caller frees it. */
static char *first_link(const RecipeLinks *self, const char *path)
{
    gboolean is_source = FALSE;
    const char *at = recipe_links_relative(path, &is_source);
    while (at != NULL) {
        at = strchr(at, '/');
        g_autofree char *part = at == NULL ? g_strdup(path) : g_strndup(path, (gsize)(at - path));
        g_autofree char *host = recipe_links_host(self, part);
        if (g_file_test(host, G_FILE_TEST_IS_SYMLINK)) {
            return g_steal_pointer(&part);
        }
        at = at == NULL ? NULL : at + 1;
    }
    return NULL;
}

char *recipe_links_follow(RecipeLinks *self, const char *path)
{
    g_autofree char *left = g_strdup(path);
    for (guint turn = 0; turn < RECIPE_DEPTH_MAX; turn++) {
        g_autofree char *link = recipe_links_is_ours(left) ? first_link(self, left) : NULL;
        if (link == NULL) {
            return g_steal_pointer(&left);
        }
        g_autofree char *host = recipe_links_host(self, link);
        g_autofree char *end = link_end(self->request, self->built, host, link);
        gboolean fits = g_hash_table_size(self->ends) < RECIPE_FILES_MAX;
        if (end == NULL || !fits || layer_path_fault(link + 1) != NULL) {
            g_hash_table_add(self->leading_out, g_strdup(link));
            return NULL;
        }
        char *next = g_strconcat("/", end, left + strlen(link), NULL);
        g_hash_table_insert(self->ends, g_strdup(link + 1), g_strdup(end));
        g_free(left);
        left = next;
    }
    return NULL;
}

/* ---- what is told of them -------------------------------------------------------------------- */

static GPtrArray *sorted(GHashTable *set)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, set);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        g_ptr_array_add(list, g_strdup(key));
    }
    g_ptr_array_sort(list, text_order);
    return list;
}

static void add_link(json_t *list, const char *path, const char *end)
{
    json_array_append_new(
        list, json_pack("{s:o, s:o}", "path", json_of_text(path), "to", json_of_text(end)));
}

json_t *recipe_links_json(const RecipeLinks *self)
{
    g_autoptr(GPtrArray) paths = sorted(self->ends);
    json_t *list = json_array();
    for (guint i = 0; i < paths->len; i++) {
        add_link(list, paths->pdata[i], g_hash_table_lookup(self->ends, paths->pdata[i]));
    }
    return list;
}

GPtrArray *recipe_links_leading_out(const RecipeLinks *self)
{
    return sorted(self->leading_out);
}

void recipe_add_links(const Recipe *self, const ConfigureRequest *request,
                      const BuiltConfiguration *built, const GPtrArray *links)
{
    json_t *list = json_array();
    for (guint i = 0; i < links->len; i++) {
        g_autofree char *host = g_build_filename(built->build, links->pdata[i], NULL);
        g_autofree char *path = g_strconcat(SANDBOX_BUILD, "/", links->pdata[i], NULL);
        g_autofree char *end = link_end(request, built, host, path);
        if (end != NULL && layer_path_fault(path + 1) == NULL) {
            add_link(list, path + 1, end);
        }
    }
    json_object_set_new(self->document, "links", list);
}
