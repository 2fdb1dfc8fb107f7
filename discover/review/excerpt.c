#include "discover/review/excerpt.h"
#include <string.h>

/* A file with the places where its lines begin. */
typedef struct {
    char *text;
    gsize length;
    GArray *starts; /* gsize */
} Lines;

struct Excerpts {
    const Tree *tree;
    GHashTable *files; /* path -> Lines *, whose text is NULL when it cannot be read */
};

static void lines_free(gpointer data)
{
    Lines *self = data;
    g_free(self->text);
    g_array_unref(self->starts);
    g_free(self);
}

void excerpt_free(Excerpt *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->lines);
        g_free(self);
    }
}

Excerpts *excerpts_new(const Tree *tree)
{
    Excerpts *self = g_new0(Excerpts, 1);
    self->tree = tree;
    self->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, lines_free);
    return self;
}

void excerpts_free(Excerpts *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->files);
        g_free(self);
    }
}

static const Lines *lines_of(Excerpts *self, const char *path)
{
    Lines *lines = g_hash_table_lookup(self->files, path);
    if (lines != NULL) {
        return lines;
    }
    if (g_hash_table_size(self->files) >= EXCERPT_FILES_MAX) {
        g_hash_table_remove_all(self->files);
    }
    lines = g_new0(Lines, 1);
    lines->starts = g_array_new(FALSE, FALSE, sizeof(gsize));
    lines->text = tree_read_text(self->tree, path, &lines->length, NULL);
    for (gsize start = 0; lines->text != NULL && start < lines->length;) {
        g_array_append_val(lines->starts, start);
        const char *end = memchr(lines->text + start, '\n', lines->length - start);
        start = end == NULL ? lines->length : (gsize)(end - lines->text) + 1;
    }
    g_hash_table_insert(self->files, g_strdup(path), lines);
    return lines;
}

static char *line_text(const Lines *lines, guint index)
{
    gsize start = g_array_index(lines->starts, gsize, index);
    gsize end = index + 1 < lines->starts->len ? g_array_index(lines->starts, gsize, index + 1)
                                               : lines->length;
    while (end > start && (lines->text[end - 1] == '\n' || lines->text[end - 1] == '\r')) {
        end--;
    }
    gboolean cut = end - start > EXCERPT_LINE_MAX;
    if (cut) {
        end = start + EXCERPT_LINE_MAX;
        /* Not in the middle of a character. */
        while (end > start && ((guchar)lines->text[end] & 0xC0) == 0x80) {
            end--;
        }
    }
    g_autofree char *text = g_strndup(lines->text + start, end - start);
    return g_strconcat(text, cut ? "…" : "", NULL);
}

Excerpt *excerpts_at(Excerpts *self, Span at)
{
    g_autofree char *path = at.path == NULL || at.line == 0 ? NULL : tree_normalize(at.path);
    if (path == NULL || tree_find(self->tree, path) == NULL) {
        return NULL;
    }
    const Lines *lines = lines_of(self, path);
    if (lines->text == NULL || at.line > lines->starts->len) {
        return NULL;
    }
    guint first = at.line > EXCERPT_BEFORE ? at.line - EXCERPT_BEFORE : 1;
    guint last = MIN(at.line + EXCERPT_AFTER, lines->starts->len);
    Excerpt *excerpt = g_new0(Excerpt, 1);
    excerpt->first = first;
    excerpt->lines = g_ptr_array_new_with_free_func(g_free);
    for (guint line = first; line <= last; line++) {
        g_ptr_array_add(excerpt->lines, line_text(lines, line - 1));
    }
    return excerpt;
}
