/* Symbolic links, of which layers of ours hold none: the recipe names them. */
#include "container/build/workspace.h"
#include "container/image/layout.h"
#include "container/image/recipe.h"
#include "core/json.h"
#include <stdlib.h>
#include <string.h>

char *recipe_link_end(const ConfigureRequest *request, const BuiltConfiguration *built,
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
    gboolean ours = g_str_has_prefix(canonical, SANDBOX_BUILD "/") ||
                    g_str_has_prefix(canonical, SANDBOX_SOURCE "/");
    return ours && layer_path_fault(canonical + 1) == NULL ? g_strdup(canonical + 1) : NULL;
}

static void add_link(json_t *list, const char *path, const char *end)
{
    json_array_append_new(
        list, json_pack("{s:o, s:o}", "path", json_of_text(path), "to", json_of_text(end)));
}

json_t *recipe_links_json(GHashTable *links)
{
    guint count = 0;
    g_autofree char **paths = (char **)g_hash_table_get_keys_as_array(links, &count);
    qsort(paths, count, sizeof(char *), texts_compare);
    json_t *list = json_array();
    for (guint i = 0; i < count; i++) {
        add_link(list, paths[i], g_hash_table_lookup(links, paths[i]));
    }
    return list;
}

void recipe_add_links(const Recipe *self, const ConfigureRequest *request,
                      const BuiltConfiguration *built, const GPtrArray *links)
{
    json_t *list = json_array();
    for (guint i = 0; i < links->len; i++) {
        g_autofree char *host = g_build_filename(built->build, links->pdata[i], NULL);
        g_autofree char *path = g_strconcat(SANDBOX_BUILD, "/", links->pdata[i], NULL);
        g_autofree char *end = recipe_link_end(request, built, host, path);
        if (end != NULL && layer_path_fault(path + 1) == NULL) {
            add_link(list, path + 1, end);
        }
    }
    json_object_set_new(self->document, "links", list);
}
