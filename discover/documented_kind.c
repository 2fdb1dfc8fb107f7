/* Which files are documents for people who build the project, by their names. */
#include "core/path.h"
#include "core/word_list.h"
#include "discover/documented.h"
#include <string.h>

static gboolean ends_as_text(const char *name, gsize length)
{
    static const char *const endings[] = {".markdown", ".md", ".rst", ".tex", ".adoc", ".txt"};
    for (gsize i = 0; i < G_N_ELEMENTS(endings); i++) {
        gsize ending = strlen(endings[i]);
        if (length > ending && strncmp(name + length - ending, endings[i], ending) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean documented_is_manual(const TreeFile *file)
{
    static const char *const beginnings[] = {"README", "INSTALL", "BUILD"};
    const char *name = path_base(file->path);
    if (file->linked) {
        return FALSE;
    }
    /* "options.rst.in" is a page that the build fills in; "CMakeLists.txt.in" is none. */
    if (file->kind == TREE_TEMPLATE) {
        return g_str_has_suffix(name, ".in") && !g_str_has_suffix(name, ".txt.in") &&
               ends_as_text(name, strlen(name) - strlen(".in"));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(beginnings) && file->kind == TREE_OTHER; i++) {
        if (g_str_has_prefix(name, beginnings[i])) {
            return TRUE;
        }
    }
    return file->kind == TREE_OTHER && ends_as_text(name, strlen(name));
}

gboolean documented_tells_history(const char *path)
{
    static const char *const words[] = {"change", "release", "news", "history", "whatsnew", NULL};
    g_autofree char *name = g_path_get_basename(path);
    g_autofree char *lower = g_ascii_strdown(name, -1);
    return word_list_begins(words, lower);
}
