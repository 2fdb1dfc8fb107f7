#include "discover/cmake/comment_list.h"

#include <string.h>

/* Lists farther down are about something else. */
#define LIST_LINES_MAX 400u
/* Lines that an explanation takes. */
#define TEXT_LINES_MAX 8u

/* The text of a comment line behind its '#'; NULL for other lines. */
static const char *comment_of(const FactsSource *self, guint number)
{
    const char *line = self->line(self->data, self->file, number);
    line = line != NULL ? line + strspn(line, " \t") : NULL;
    return line != NULL && *line == '#' ? line + strspn(line, "#") : NULL;
}

/* Where the text begins of a line like "- NAME text", "-DNAME: text", "* `NAME` - text", "NAME
 * text"; NULL when the line is about something else or says nothing, or has no mark of a list: a
 * sentence may begin with the name, too. */
static const char *text_about(const char *line, const char *name)
{
    line += strspn(line, " \t");
    gboolean marked = *line != '\0' && strchr("*-`", *line) != NULL;
    line += strspn(line, " \t*-`");
    line += marked && g_str_has_prefix(line, "D") && g_str_has_prefix(line + 1, name) ? 1 : 0;
    gsize length = strlen(name);
    if (strncmp(line, name, length) != 0) {
        return NULL;
    }
    const char *text = line + length;
    const char *begin = text + strspn(text, " \t:`-");
    marked = marked || *text == ':' || *text == '\t' || g_str_has_prefix(text, "  ");
    gboolean ended = marked && begin > text && (*begin == '"' || g_ascii_isalpha(*begin));
    return ended && strpbrk(begin, " \t") != NULL ? begin : NULL;
}

/* A line that belongs to the text before: indented farther than the line that began it. */
static gboolean goes_on(const char *line, gsize indent)
{
    return line != NULL && strspn(line, " \t") > indent && line[strspn(line, " \t\r\n")] != '\0' &&
           line[strspn(line, " \t")] != '-' && line[strspn(line, " \t")] != '*';
}

const char *comment_list_text(const FactsSource *self, const char *name)
{
    for (guint number = 1; number <= LIST_LINES_MAX; number++) {
        const char *line = comment_of(self, number);
        const char *text = line != NULL ? text_about(line, name) : NULL;
        if (text == NULL) {
            continue;
        }
        g_autoptr(GString) whole = g_string_new(NULL);
        gsize indent = strspn(line, " \t");
        for (guint next = number; next < number + TEXT_LINES_MAX; next++) {
            line = comment_of(self, next);
            if (next > number && !goes_on(line, indent)) {
                break;
            }
            text = next > number ? line + strspn(line, " \t") : text;
            g_string_append(whole, whole->len > 0 ? "\n" : "");
            g_string_append_len(whole, text, (gssize)strcspn(text, "\r\n"));
        }
        return arena_strdup(self->arena, whole->str);
    }
    return NULL;
}
