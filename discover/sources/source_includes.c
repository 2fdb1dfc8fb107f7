#include "discover/sources/source_index_private.h"
#include <string.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* The operand of an #include that is a plain name. The caller frees it; NULL for any other line. */
static char *included_name(const char *line)
{
    line = skip_blanks(line);
    if (*line != '#') {
        return NULL;
    }
    line = skip_blanks(line + 1);
    if (!g_str_has_prefix(line, "include")) {
        return NULL;
    }
    line = skip_blanks(line + strlen("include"));
    const char *end = *line == '"'   ? strchr(line + 1, '"')
                      : *line == '<' ? strchr(line + 1, '>')
                                     : NULL;
    return end != NULL ? g_strndup(line + 1, (gsize)(end - line - 1)) : NULL;
}

/* Whether the line ends inside a block comment. What quotes may hide is not asked: a name too few
 * is read then. */
static gboolean ends_in_comment(const char *line, gboolean inside)
{
    for (const char *mark; (mark = strstr(line, inside ? "*/" : "/*")) != NULL; line = mark + 2) {
        inside = !inside;
    }
    return inside;
}

static void include_clear(gpointer data)
{
    g_free(((SourceInclude *)data)->name);
}

GArray *source_index_includes(const SourceIndex *self, guint file)
{
    GArray *includes = g_array_new(FALSE, FALSE, sizeof(SourceInclude));
    g_array_set_clear_func(includes, include_clear);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    if (!tree_read_into(self->tree, g_ptr_array_index(self->files, file), bytes, NULL)) {
        return includes;
    }
    char *next = (char *)bytes->data;
    gboolean comment = FALSE;
    for (guint number = 1; next != NULL && includes->len < SOURCE_INCLUDES_MAX; number++) {
        char *line = next;
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        char *name = comment ? NULL : included_name(line);
        if (name != NULL) {
            SourceInclude include = {number, name};
            g_array_append_val(includes, include);
        }
        comment = ends_in_comment(line, comment);
    }
    return includes;
}
