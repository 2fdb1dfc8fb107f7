#include "core/markdown.h"
#include "core/terminal.h"
#include <string.h>

static char *plain(const char *text)
{
    return terminal_blanked(text == NULL ? "" : text);
}

/* Without brackets no parenthesis begins a link, and within a word "_" is no markup. */
static gboolean is_markup(const char *text, const char *at)
{
    gboolean within = *at == '_' && at > text && g_ascii_isalnum(at[-1]) && g_ascii_isalnum(at[1]);
    return !within && strchr("\\`*_[]#|>~", *at) != NULL;
}

void markdown_append_text(GString *out, const char *text)
{
    g_autofree char *line = plain(text);
    for (const char *at = line; *at != '\0'; at++) {
        if (*at == '<' || *at == '&') {
            g_string_append(out, *at == '<' ? "&lt;" : "&amp;");
        } else {
            if (is_markup(line, at)) {
                g_string_append_c(out, '\\');
            }
            g_string_append_c(out, *at);
        }
    }
}

/* How many bytes come before the mark that makes a list, a line or a heading of the text; -1: none
 * does. A mark stands before a blank, or is all that there is. */
static gssize begins_block(const char *text)
{
    gsize digits = strspn(text, "0123456789");
    const char *mark = text + digits;
    if (*mark == '\0' || strchr(digits > 0 ? ".)" : "-+=", *mark) == NULL) {
        return -1;
    }
    gboolean alone = mark[strspn(mark, "-= ")] == '\0';
    return alone || mark[1] == ' ' || mark[1] == '\0' ? (gssize)digits : -1;
}

void markdown_append_line(GString *out, const char *text)
{
    g_autofree char *line = g_strchug(plain(text));
    gssize before = begins_block(line);
    if (before >= 0) {
        g_string_append_len(out, line, before);
        g_string_append_c(out, '\\');
    }
    markdown_append_text(out, line + MAX(before, 0));
}

void markdown_append_code(GString *out, const char *text)
{
    g_autofree char *line = plain(text);
    gsize longest = 0;
    gsize run = 0;
    for (const char *at = line; *at != '\0'; at++) {
        run = *at == '`' ? run + 1 : 0;
        longest = MAX(longest, run);
    }
    g_autofree char *fence = g_strnfill(longest + 1, '`');
    const char *blank = longest > 0 || *line == '\0' ? " " : "";
    g_string_append_printf(out, "%s%s%s%s%s", fence, blank, line, blank, fence);
}

void markdown_append_cell_code(GString *out, const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, "|", -1);
    g_autofree char *escaped = g_strjoinv("\\|", parts);
    markdown_append_code(out, escaped);
}
