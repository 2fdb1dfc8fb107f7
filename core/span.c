#include "core/span.h"

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

gboolean span_same_line(const Span *a, const Span *b)
{
    return a->line == b->line && g_strcmp0(a->path, b->path) == 0;
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
