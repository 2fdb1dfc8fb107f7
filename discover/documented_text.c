#include "discover/documented_text.h"
#include <string.h>

#define BLANKS " \t"
/* Around a name: "**`NAME`**". */
#define MARKS "`*\"'"
/* Lines that a list's row goes on for. */
#define ROW_LINES_MAX 6u

gboolean documented_is_markdown(const char *path)
{
    return g_str_has_suffix(path, ".md") || g_str_has_suffix(path, ".markdown");
}

void documented_hide_comments(char *text, gsize length)
{
    static const char open[] = "<!--";
    static const char close[] = "-->";
    char *at = text;
    while ((at = g_strstr_len(at, (gssize)(length - (gsize)(at - text)), open)) != NULL) {
        char *end = g_strstr_len(at, (gssize)(length - (gsize)(at - text)), close);
        if (end == NULL) {
            return;
        }
        end += sizeof close - 1;
        for (; at < end; at++) {
            *at = *at == '\n' || *at == '\r' ? *at : ' ';
        }
    }
}

/* Behind what a row of a list begins with, "* ", "- " or "1. "; NULL for another line. */
static const char *behind_bullet(const char *line)
{
    line += strspn(line, BLANKS);
    gsize digits = strspn(line, G_CSET_DIGITS);
    gboolean numbered = digits > 0 && (line[digits] == '.' || line[digits] == ')');
    gboolean bullet = *line != '\0' && strchr("*-+", *line) != NULL;
    const char *behind = numbered ? line + digits + 1 : line + 1;
    gboolean row = (numbered || bullet) && (*behind == ' ' || *behind == '\t');
    return row ? behind + strspn(behind, BLANKS) : NULL;
}

/* Whether nothing but marks and "-D" stands between the two. */
static gboolean leads_to(const char *from, const char *name)
{
    from += strspn(from, MARKS);
    from += g_str_has_prefix(from, "-D") ? 2 : 0;
    return from == name;
}

/* Behind the name, the value that is shown with it and the marks around both. */
static const char *behind_name(const char *at)
{
    if (*at == ':' && g_ascii_isupper(at[1])) {
        at += 1 + strspn(at + 1, G_CSET_A_2_Z); /* "NAME:BOOL=ON" */
    }
    if (*at == '=') {
        at += strcspn(at, BLANKS MARKS "|\r\n");
    }
    return at + strspn(at, MARKS);
}

/* The last column of a table's row that says something, from its first divider on. */
static char *last_column(const char *row)
{
    g_autofree char *line = g_strndup(row, strcspn(row, "\r\n"));
    g_auto(GStrv) columns = g_strsplit(line, "|", -1);
    const char *last = NULL;
    for (guint i = 1; columns[i] != NULL; i++) {
        const char *column = g_strstrip(columns[i]);
        last = g_ascii_isalpha(*column) && strchr(column, ' ') != NULL ? column : last;
    }
    return g_strdup(last);
}

/* Whether the line takes the row before it on. */
static gboolean goes_on(const char *line)
{
    const char *first = line + strspn(line, BLANKS);
    return *first != '\0' && strchr("\r\n|#<", *first) == NULL && behind_bullet(line) == NULL &&
           !g_str_has_prefix(first, "```");
}

/* The text of a list's row, with what takes it on; the caller frees it. */
static char *row_of_list(const char *behind)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < ROW_LINES_MAX && text->len < DOCUMENTED_ROW_BYTES_MAX; i++) {
        gsize length = strcspn(behind, "\r\n");
        g_string_append_len(text, behind, (gssize)MIN(length, DOCUMENTED_ROW_BYTES_MAX));
        behind += length;
        behind += *behind == '\r' ? 1 : 0;
        behind += *behind == '\n' ? 1 : 0;
        if (!goes_on(behind)) {
            break;
        }
        g_string_append_c(text, ' ');
        behind += strspn(behind, BLANKS);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* One line of plain text, without what joins it to the name; NULL for what is no sentence. */
static char *plain(const char *text)
{
    static const char *const dashes[] = {"\xe2\x80\x94", "\xe2\x80\x93"}; /* UTF-8 */
    text += strspn(text, BLANKS ":-=");
    for (guint i = 0; i < G_N_ELEMENTS(dashes); i++) {
        text += g_str_has_prefix(text, dashes[i]) ? strlen(dashes[i]) : 0;
    }
    text += strspn(text, BLANKS);
    g_autoptr(GString) out = g_string_new(NULL);
    for (; *text != '\0' && out->len < DOCUMENTED_ROW_BYTES_MAX; text++) {
        if (*text != '`' && *text != '*') {
            g_string_append_c(out, *text);
        }
    }
    g_autofree char *valid = g_strstrip(g_utf8_make_valid(out->str, -1));
    gboolean sentence = (g_ascii_isalpha(*valid) || *valid == '(') && strchr(valid, ' ') != NULL;
    return sentence ? g_steal_pointer(&valid) : NULL;
}

char *documented_row_text(const char *text, gsize begin, gsize end)
{
    const char *line = text + begin;
    while (line > text && line[-1] != '\n') {
        line--;
    }
    const char *row = behind_bullet(line);
    const char *table = line + strspn(line, BLANKS);
    gboolean in_table = *table == '|';
    if (in_table) {
        row = table + 1 + strspn(table + 1, BLANKS);
    }
    if (row == NULL || !leads_to(row, text + begin)) {
        return NULL;
    }
    const char *behind = behind_name(text + end);
    g_autofree char *said = in_table ? last_column(behind) : row_of_list(behind);
    return said != NULL ? plain(said) : NULL;
}
