/* A place in a file: what every claim of this toolkit points at.
 *
 * `path` is relative to the project's root, uses '/' and is owned by the arena (or string table) of
 * whoever made the span; spans are plain values and are copied freely. `line` and `column` count
 * from one; zero means "the file as a whole". Columns count bytes, as compilers do. */
#pragma once

#include <glib.h>

typedef struct {
    const char *path;
    guint line;
    guint column;
} Span;

#define SPAN_NONE ((Span){.path = NULL})

/* Orders by path, then line, then column, bytewise; a span without a path comes first. */
int span_compare(const Span *a, const Span *b);
/* Whether both are in the same line of the same file, whatever their columns. */
gboolean span_same_line(const Span *a, const Span *b);

/* "path:line", or "path" alone for a whole file, or "" for no place. The caller frees it. */
char *span_text(const Span *span);
