#include "discover/cmake/submodules.h"
#include "core/span.h"
#include <string.h>

#define SUBMODULES ".gitmodules"

static void submodule_free(gpointer data)
{
    Submodule *self = data;
    g_free(self->path);
    g_free(self->url);
    g_free(self);
}

/* "path = other/part" and "url = ...", below a line "[submodule ...]" each. */
GPtrArray *submodules_read(const Tree *tree)
{
    GPtrArray *found = g_ptr_array_new_with_free_func(submodule_free);
    if (tree_find(tree, SUBMODULES) == NULL) {
        return found;
    }
    g_autofree char *text = tree_read_text(tree, SUBMODULES, NULL, NULL);
    g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);
    Submodule *last = NULL;
    for (guint i = 0; lines[i] != NULL; i++) {
        char *line = g_strstrip(lines[i]);
        char *equals = strchr(line, '=');
        if (line[0] == '[') {
            last = g_new0(Submodule, 1);
            g_ptr_array_add(found, last);
        } else if (last != NULL && equals != NULL) {
            gboolean path = g_str_has_prefix(line, "path");
            if (path || g_str_has_prefix(line, "url")) {
                char **field = path ? &last->path : &last->url;
                g_free(*field);
                *field = g_strstrip(g_strdup(equals + 1));
            }
        }
    }
    return found;
}

gboolean submodule_is_absent(const Submodule *self, const Tree *tree)
{
    const GPtrArray *children = self->path != NULL ? tree_children(tree, self->path) : NULL;
    return children == NULL || children->len == 0;
}

const Submodule *submodules_find(const GPtrArray *submodules, const char *path)
{
    for (guint i = 0; path != NULL && i < submodules->len; i++) {
        const Submodule *one = submodules->pdata[i];
        if (one->path != NULL && *one->path != '\0' && span_path_lies_in(path, one->path)) {
            return one;
        }
    }
    return NULL;
}
