#include "core/path.h"
#include <string.h>

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

char *path_folder(const char *path)
{
    return g_strndup(path, path_folder_length(path));
}

gsize path_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (gsize)(slash - path) : 0;
}

char *path_join(const char *folder, const char *name)
{
    return *folder != '\0' ? g_strconcat(folder, "/", name, NULL) : g_strdup(name);
}

guint path_depth(const char *path)
{
    guint depth = 0;
    for (; path != NULL && *path != '\0'; path++) {
        depth += *path == '/' ? 1 : 0;
    }
    return depth;
}

gboolean path_lies_in(const char *path, const char *folder)
{
    gsize length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

gboolean path_is_below(const char *path, const char *folder)
{
    gsize length = strlen(folder);
    return length == 0 || (strncmp(path, folder, length) == 0 && path[length] == '/');
}
