#include "discover/documented_comment.h"
#include <string.h>

/* Lines of one command that is commented out. */
#define COMMAND_LINES_MAX 32u

static gsize line_begin(const char *text, gsize at)
{
    while (at > 0 && text[at - 1] != '\n') {
        at--;
    }
    return at;
}

/* Behind the '#' of a line; NULL when it is no comment. */
static const char *comment_of(const char *line)
{
    line += strspn(line, " \t");
    return *line == '#' ? line + strspn(line, "# \t") : NULL;
}

/* Whether a command begins in the comment that is still open at `end`. */
static gboolean opens_command(const char *comment, const char *end)
{
    const char *at = comment + strspn(comment, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    const char *open = at + strspn(at, " ");
    if (at == comment || *open != '(') {
        return FALSE;
    }
    guint depth = 0;
    for (at = open; at < end; at++) {
        depth += *at == '(' ? 1 : 0;
        depth -= *at == ')' && depth > 0 ? 1 : 0;
    }
    return depth > 0;
}

gboolean documented_in_comment(const char *text, gsize begin)
{
    gsize line = line_begin(text, begin);
    if (comment_of(text + line) == NULL) {
        return FALSE;
    }
    for (guint i = 0; i < COMMAND_LINES_MAX; i++) {
        const char *comment = comment_of(text + line);
        if (comment == NULL) {
            break;
        }
        if (opens_command(comment, text + begin)) {
            return FALSE;
        }
        if (line == 0) {
            break;
        }
        line = line_begin(text, line - 1);
    }
    return TRUE;
}

/* Behind the name of a command that the line begins with, where its arguments open; NULL when it
 * begins with none. */
static const char *arguments_of(const char *line, gsize *name, gsize *length)
{
    *name = strspn(line, " \t");
    *length = strspn(line + *name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    const char *open = line + *name + *length;
    open += strspn(open, " \t");
    return *length > 0 && *open == '(' ? open : NULL;
}

gboolean documented_in_message(const char *text, gsize begin)
{
    static const char message[] = "message";
    gsize line = line_begin(text, begin);
    for (guint i = 0; i < COMMAND_LINES_MAX; i++) {
        gsize name;
        gsize length;
        const char *open = arguments_of(text + line, &name, &length);
        if (open != NULL && open < text + begin) {
            return length == strlen(message) &&
                   g_ascii_strncasecmp(text + line + name, message, length) == 0;
        }
        if (line == 0) {
            return FALSE;
        }
        line = line_begin(text, line - 1);
    }
    return FALSE;
}
