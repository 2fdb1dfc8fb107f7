/* What a project searches for of itself. Its tests and examples are built with an installed copy as
 * well: find_package(NAME) in their folder brings what the copy was built with, NAME_USE_X, while
 * the same names in the project's own files are what people give. */
#include "discover/cmake/text_words.h"
#include "discover/cmake/undeclared_search.h"

#include <string.h>

#define DESCRIPTION "CMakeLists.txt"

static void take_project(const char *name, const GArray *words, gpointer data)
{
    char **own = data;
    if (*own == NULL && words->len > 0 && strcmp(name, "project") == 0) {
        *own = g_strdup(g_array_index(words, TextWord, 0).text);
    }
}

char *undeclared_own_name(const Tree *tree)
{
    g_autofree char *text = tree_read_text(tree, DESCRIPTION, NULL, NULL);
    g_autofree char *own = NULL;
    if (text != NULL) {
        text_commands(text, take_project, &own);
    }
    return own != NULL && text_is_name(own) ? g_steal_pointer(&own) : NULL;
}

void undeclared_enter_file(Search *search, const char *path)
{
    search->path = path;
    if (search->apart != NULL && !g_str_has_prefix(path, search->apart)) {
        g_clear_pointer(&search->apart, g_free);
    }
}

gboolean undeclared_finds_itself(Search *search, const char *package)
{
    const char *slash = strrchr(search->path, '/');
    if (search->own == NULL || g_ascii_strcasecmp(package, search->own) != 0 || slash == NULL ||
        strcmp(slash + 1, DESCRIPTION) != 0) {
        return FALSE;
    }
    if (search->apart == NULL) {
        search->apart = g_strndup(search->path, (gsize)(slash + 1 - search->path));
    }
    return TRUE;
}

gboolean undeclared_is_brought(const Search *search, const char *name)
{
    gsize length = search->apart != NULL ? strlen(search->own) : 0;
    return length > 0 && g_ascii_strncasecmp(name, search->own, length) == 0 && name[length] == '_';
}
