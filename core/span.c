#include "core/span.h"
#include <string.h>

int span_compare(const Span *a, const Span *b)
{
    int order = g_strcmp0(a->path, b->path);
    if (order != 0) {
        return order;
    }
    if (a->line != b->line) {
        return a->line < b->line ? -1 : 1;
    }
    if (a->column != b->column) {
        return a->column < b->column ? -1 : 1;
    }
    return 0;
}

char *span_text(const Span *span)
{
    if (span->path == NULL) {
        return g_strdup("");
    }
    if (span->line == 0) {
        return g_strdup(span->path);
    }
    return g_strdup_printf("%s:%u", span->path, span->line);
}

guint span_path_depth(const char *path)
{
    guint depth = 0;
    for (; path != NULL && *path != '\0'; path++) {
        depth += *path == '/' ? 1 : 0;
    }
    return depth;
}

gboolean span_path_lies_in(const char *path, const char *folder)
{
    gsize length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}
