#include "discover/sources/source_index_private.h"
#include <string.h>

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* What stands behind the "#" of a directive; NULL for any other line. */
static const char *directive_of(const char *line)
{
    line = skip_blanks(line);
    return *line == '#' ? skip_blanks(line + 1) : NULL;
}

/* The operand of an #include that is a plain name. The caller frees it; NULL for any other
 * directive. */
static char *included_name(const char *directive)
{
    if (!g_str_has_prefix(directive, "include")) {
        return NULL;
    }
    const char *line = skip_blanks(directive + strlen("include"));
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

/* What is known of the part of an #if that is being read. */
typedef enum {
    PART_OPEN,   /* it asks for something */
    PART_NEVER,  /* "#if 0" */
    PART_ALWAYS, /* "#if 1" */
    PART_PAST,   /* behind one that is always taken */
} Part;

static gboolean begins_with_word(const char *directive, const char *word)
{
    gsize length = strlen(word);
    return strncmp(directive, word, length) == 0 && !g_ascii_isalnum(directive[length]) &&
           directive[length] != '_';
}

/* What a condition says by itself: only "0" and "1", alone, say something. */
static guint8 part_of(const char *condition)
{
    const char *at = skip_blanks(condition);
    if (*at != '0' && *at != '1') {
        return PART_OPEN;
    }
    const char *behind = skip_blanks(at + 1);
    gboolean alone = *behind == '\0' || *behind == '\r' || g_str_has_prefix(behind, "/*") ||
                     g_str_has_prefix(behind, "//");
    return !alone ? PART_OPEN : *at == '0' ? PART_NEVER : PART_ALWAYS;
}

/* Follows #if, #elif, #else and #endif; `parts` has a Part (guint8) for each #if around. */
static void follow(GArray *parts, const char *directive)
{
    if (begins_with_word(directive, "if") || begins_with_word(directive, "ifdef") ||
        begins_with_word(directive, "ifndef")) {
        guint8 part = begins_with_word(directive, "if") ? part_of(directive + 2) : PART_OPEN;
        g_array_append_val(parts, part);
    } else if (parts->len > 0 && begins_with_word(directive, "endif")) {
        g_array_set_size(parts, parts->len - 1);
    } else if (parts->len > 0 && g_str_has_prefix(directive, "el")) {
        guint8 *part = &g_array_index(parts, guint8, parts->len - 1);
        gboolean past = *part == PART_ALWAYS || *part == PART_PAST;
        *part = past                                  ? PART_PAST
                : begins_with_word(directive, "elif") ? part_of(directive + 4)
                                                      : PART_OPEN;
    }
}

/* Whether the part that is read is never compiled. */
static gboolean is_left_out(const GArray *parts)
{
    for (guint i = 0; i < parts->len; i++) {
        guint8 part = g_array_index(parts, guint8, i);
        if (part == PART_NEVER || part == PART_PAST) {
            return TRUE;
        }
    }
    return FALSE;
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
    g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(guint8));
    char *next = (char *)bytes->data;
    gboolean comment = FALSE;
    gboolean continued = FALSE; /* the line goes on with the one before */
    for (guint number = 1; next != NULL && includes->len < SOURCE_INCLUDES_MAX; number++) {
        char *line = next;
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        const char *directive = comment || continued ? NULL : directive_of(line);
        char *name = directive != NULL ? included_name(directive) : NULL;
        if (directive != NULL) {
            follow(parts, directive);
        }
        if (name != NULL && !is_left_out(parts)) {
            SourceInclude include = {number, name};
            g_array_append_val(includes, include);
        } else {
            g_free(name);
        }
        comment = ends_in_comment(line, comment);
        continued = g_str_has_suffix(line, "\\") || g_str_has_suffix(line, "\\\r");
    }
    return includes;
}
