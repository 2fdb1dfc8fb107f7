#include "discover/cmake/submodules.h"
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

GPtrArray *submodules_absent(const Tree *tree)
{
    GPtrArray *found = submodules_read(tree);
    for (guint i = found->len; i > 0; i--) {
        if (!submodule_is_absent(found->pdata[i - 1], tree)) {
            g_ptr_array_remove_index(found, i - 1);
        }
    }
    return found;
}

/* Shorter names begin others by chance. */
#define STEM_BYTES_MIN 3u

/* Whether the text begins with the last part of the path, whatever stands between letters in
 * either, and goes on behind a '_'. */
gboolean submodules_name_begins(const char *name, const char *variable)
{
    const char *slash = name != NULL ? strrchr(name, '/') : NULL;
    const char *stem = slash != NULL ? slash + 1 : name;
    gsize length = stem == NULL                     ? 0
                   : g_str_has_suffix(stem, ".git") ? strlen(stem) - strlen(".git")
                                                    : strlen(stem);
    gsize letters = 0;
    for (gsize i = 0; i < length; i++) {
        if (!g_ascii_isalnum(stem[i])) {
            continue;
        }
        variable += *variable == '_' ? 1 : 0;
        if (g_ascii_tolower(*variable) != g_ascii_tolower(stem[i])) {
            return FALSE;
        }
        variable++;
        letters++;
    }
    return letters >= STEM_BYTES_MIN && *variable == '_';
}

gboolean submodule_is_named_in(const Submodule *self, const char *variable)
{
    return submodules_name_begins(self->path, variable) ||
           submodules_name_begins(self->url, variable);
}

/* Whether the project tells people what it is for, or leaves declaring it to others. */
static gboolean is_told(const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const char *help = ((const Definition *)option->definitions->pdata[i])->help;
        if (help != NULL && *help != '\0') {
            return TRUE;
        }
    }
    return option->definitions->len == 0;
}

void submodules_mark_options(const Tree *tree, Facts *facts)
{
    g_autoptr(GPtrArray) absent = submodules_absent(tree);
    for (guint i = 0; i < facts->options->len; i++) {
        Option *option = facts->options->pdata[i];
        gboolean others = option->builder == BUILDER_CMAKE && !option->vendored && is_told(option);
        for (guint k = 0; others && k < absent->len; k++) {
            option->of_absent =
                option->of_absent || submodule_is_named_in(absent->pdata[k], option->name);
        }
    }
}

static gboolean has_path(const Submodule *submodule)
{
    return submodule->path != NULL && *submodule->path != '\0';
}

GHashTable *submodules_by_path(const GPtrArray *submodules)
{
    GHashTable *table = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < submodules->len; i++) {
        Submodule *one = submodules->pdata[i];
        if (has_path(one) && !g_hash_table_contains(table, one->path)) {
            g_hash_table_insert(table, one->path, one);
        }
    }
    return table;
}

/* Cuts the last part off; FALSE where there is but one. */
static gboolean go_up(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
    return slash != NULL;
}

GHashTable *submodules_by_outer(const GPtrArray *submodules)
{
    GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < submodules->len; i++) {
        Submodule *one = submodules->pdata[i];
        g_autofree char *path = g_strdup(has_path(one) ? one->path : "");
        while (go_up(path)) {
            gboolean several = g_hash_table_contains(table, path);
            g_hash_table_insert(table, g_strdup(path), several ? NULL : one);
        }
    }
    return table;
}

const Submodule *submodules_find(GHashTable *by_path, const char *path)
{
    if (path == NULL || g_hash_table_size(by_path) == 0) {
        return NULL;
    }
    g_autofree char *folder = g_strdup(path);
    const Submodule *found = g_hash_table_lookup(by_path, folder);
    while (found == NULL && go_up(folder)) {
        found = g_hash_table_lookup(by_path, folder);
    }
    return found;
}
