#include "discover/autotools/shell_sourced.h"
#include "core/path.h"
#include <string.h>

static void sourced_free(gpointer data)
{
    ShellSourced *self = data;
    g_free(self->path);
    g_free(self);
}

/* The file where the name leads to, or somewhere near: it may lie in a folder beside the script
 * that this goes to first. The caller frees it; NULL when there is none, or more than one. */
static char *file_near(const Tree *tree, const char *folder, const char *name)
{
    char *exact = tree_normalize_in(folder, name);
    if (exact != NULL && tree_find(tree, exact) != NULL) {
        return exact;
    }
    g_free(exact);
    const char *base = path_base(name);
    gsize length = strlen(folder);
    char *result = NULL;
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        gboolean below = length == 0 || (g_str_has_prefix(path, folder) && path[length] == '/');
        const char *rest = path + (length > 0 && below ? length + 1 : 0);
        const char *first = strchr(rest, '/');
        gboolean near = below && (first == NULL || strchr(first + 1, '/') == NULL);
        if (!near || strcmp(path_base(path), base) != 0) {
            continue;
        }
        if (result != NULL) {
            g_free(result);
            return NULL;
        }
        result = g_strdup(path);
    }
    return result;
}

GPtrArray *shell_sourced_files(const Tree *tree, const char *folder, const char *text,
                               gboolean *cut)
{
    g_autoptr(GRegex) regex = g_regex_new("(?:^|&&|;|\\b(?:then|do|else)\\b)[ \\t]*(?:\\.|source)[ "
                                          "\\t]+\"?(?:\\$\\{?\\w+\\}?/)?([\\w./-]+)",
                                          G_REGEX_RAW | G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    GPtrArray *files = g_ptr_array_new_with_free_func(sourced_free);
    guint line = 0;
    int counted = 0;
    g_regex_match(regex, text, 0, &match);
    for (guint looked_at = 0; g_match_info_matches(match); looked_at++) {
        if (looked_at == SHELL_SOURCED_MAX) {
            *cut = TRUE;
            break;
        }
        g_autofree char *name = g_match_info_fetch(match, 1);
        g_autofree char *path = file_near(tree, folder, name);
        int at = counted;
        g_match_info_fetch_pos(match, 0, &at, NULL);
        for (; counted < at; counted++) {
            line += text[counted] == '\n' ? 1 : 0;
        }
        if (path != NULL) {
            ShellSourced *sourced = g_new0(ShellSourced, 1);
            *sourced = (ShellSourced){g_steal_pointer(&path), line};
            g_ptr_array_add(files, sourced);
        }
        g_match_info_next(match, NULL);
    }
    return files;
}
