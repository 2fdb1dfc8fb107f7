#include "discover/autotools/shell_help.h"
#include "core/point_flag.h"
#include <string.h>

/* Lines of help behind the one that names the option. */
#define HELP_LINES_MAX 12u
/* Words that a help text shows behind one option. */
#define PRINTED_VALUES_MAX 32u

guint shell_help_line(const ShellLines *lines, const char *name)
{
    if (!g_str_has_prefix(name, "--")) {
        return shell_lines_shown(lines, name);
    }
    const char *bare = name + strspn(name, "-");
    const char *tail = strchr(bare, '-') != NULL ? strchr(bare, '-') + 1 : bare;
    static const char *const ways[] = {"--enable-", "--disable-", "--with-", "--without-", "--"};
    guint first = 0;
    for (guint k = 0; k < G_N_ELEMENTS(ways); k++) {
        g_autofree char *form =
            g_strconcat(ways[k], k + 1 < G_N_ELEMENTS(ways) ? tail : bare, NULL);
        guint line = shell_lines_shown(lines, form);
        first = line > 0 && (first == 0 || line < first) ? line : first;
    }
    return first;
}

/* "echo '...'": a command that prints, all of it on its line; lines of a text that is printed as a
 * whole are none. */
static gboolean prints(const char *line)
{
    line += strspn(line, " \t");
    guint quotes = 0;
    for (const char *c = line; *c != '\0'; c++) {
        quotes += *c == '"' || *c == '\'' ? 1 : 0;
        c += *c == '\\' && c[1] != '\0' ? 1 : 0;
    }
    return quotes > 0 && quotes % 2 == 0 &&
           (g_str_has_prefix(line, "echo ") || g_str_has_prefix(line, "printf "));
}

/* Where the text behind the forms begins: behind the first wide gap, a colon, or the dots that lead
 * to it. NULL: in none of these ways. */
static const char *behind_gap(const char *text)
{
    static const char *const gaps[] = {"  ", " : ", " . ", " .."};
    const char *start = text + strspn(text, " \t[");
    const char *first = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(gaps); i++) {
        const char *gap = strstr(start, gaps[i]);
        first = gap != NULL && (first == NULL || gap < first) ? gap : first;
    }
    if (first == NULL) {
        return NULL;
    }
    first += strspn(first, " \t");
    gsize dots = strspn(first, ".");
    gboolean lead = dots > 2 || (dots > 0 && strspn(first + dots, " \t") > 0);
    return lead ? first + dots + strspn(first + dots, " \t") : first;
}

/* Where in a line that shows an option its text begins; 0: it has none behind a wide gap. */
static gsize text_column(const ShellLines *lines, guint line)
{
    if (line == 0 || line > lines->count) {
        return 0;
    }
    const char *text = lines->texts->pdata[line - 1];
    const char *behind = text[strspn(text, " \t[")] == '-' ? behind_gap(text) : NULL;
    return behind != NULL && *behind != '\0' ? (gsize)(behind - text) : 0;
}

/* "--with-the-longest-form what it does": a single blank, in front of the column in which the
 * texts of the options around begin. */
static const char *behind_blank(const ShellLines *lines, guint line)
{
    gsize column = 0;
    for (guint away = 1; away <= MIN(line, HELP_LINES_MAX) && column == 0; away++) {
        column = text_column(lines, line - away);
        column = column > 0 ? column : text_column(lines, line + away);
    }
    const char *text = lines->texts->pdata[line - 1];
    const char *form = text + strspn(text, " \t[");
    const char *blank = strchr(form, ' ');
    return blank != NULL && (gsize)(blank + 1 - text) == column ? blank + 1 : NULL;
}

/* The name of the option that a line shows, without "--enable-" and the like; its length. */
static const char *bare_form(const char *text, gsize *length)
{
    const char *form = text + strspn(text, " \t[");
    form = g_str_has_prefix(form, "--no-") ? form + strlen("--no-") : argument_subject(form);
    *length = strcspn(form, " \t=[]");
    return form;
}

/* Whether both lines show the same option, as "--enable-x" and "--disable-x" do. */
static gboolean is_opposite(const char *text, const char *other)
{
    gsize length;
    gsize other_length;
    const char *form = bare_form(text, &length);
    const char *other_form = bare_form(other, &other_length);
    return length == other_length && strncmp(form, other_form, length) == 0;
}

char *shell_help_text(const ShellLines *lines, guint line)
{
    GString *help = g_string_new(NULL);
    gboolean commands = prints(lines->lines[line - 1]);
    for (guint i = line - 1; i < lines->count && i < line + HELP_LINES_MAX; i++) {
        const char *text = lines->texts->pdata[i];
        const char *start = text + strspn(text, " \t[");
        if (*start == '\0' && help->len == 0) {
            continue;
        }
        /* Several forms may share the text below the last of them, which is not that of another
         * option with a text of its own. */
        if (i > line - 1 && *start == '-' && help->len == 0) {
            if (behind_gap(text) != NULL && !is_opposite(lines->texts->pdata[line - 1], text)) {
                break;
            }
            continue;
        }
        gboolean next = i > line - 1 && (g_array_index(lines->begins, gboolean, i) ||
                                         (commands && !prints(lines->lines[i])));
        if (next || (i > line - 1 && (*start == '-' || *start == '\0' || start == text))) {
            break;
        }
        if (i == line - 1) {
            const char *behind = behind_gap(text);
            behind = behind != NULL ? behind : behind_blank(lines, line);
            start = behind != NULL ? behind : "";
            start += g_str_has_prefix(start, ": ") ? 2 : 0;
        }
        g_auto(GStrv) words = g_strsplit_set(start, " \t", -1);
        for (guint k = 0; words[k] != NULL; k++) {
            if (*words[k] != '\0') {
                g_string_append_printf(help, "%s%s", help->len > 0 ? " " : "", words[k]);
            }
        }
    }
    return g_string_free(help, FALSE);
}

/* The "P" of "--precision P   how exact": one blank behind the option, and more behind the word. */
static const char *next_argument(Arena *arena, const char *text, const char *name)
{
    const char *start = text + strspn(text, " \t[");
    if (!g_str_has_prefix(start, name) || start[strlen(name)] != ' ') {
        return NULL;
    }
    const char *word = start + strlen(name) + 1;
    gsize length = strcspn(word, " \t");
    gboolean ends = word[length] == '\0' || word[length] == '\t' || word[length + 1] == ' ' ||
                    g_str_has_prefix(word + length, " : ");
    /* Alone on the line, a word in small letters may be the help. */
    gboolean stands = strspn(word, G_CSET_A_2_Z G_CSET_DIGITS "_") >= length || *word == '<';
    return ends && length > 0 && *word != '-' && (stands || word[length] != '\0')
               ? arena_strndup(arena, word, length)
               : NULL;
}

/* The "=" behind the form of an option in a line, which is none of "[default=no]"; NULL. */
static const char *sign_of_form(const char *line)
{
    for (const char *sign = strchr(line, '='); sign != NULL; sign = strchr(sign + 1, '=')) {
        const char *begin = sign;
        while (begin > line && strchr(" \t[(,", begin[-1]) == NULL) {
            begin--;
        }
        gboolean optional = sign > line && sign[-1] == '[';
        if (*begin == '-' || optional) {
            return sign;
        }
    }
    return NULL;
}

const char *shell_help_argument(const ShellLines *lines, guint line, const char *name, Arena *arena)
{
    const char *text = line > 0 ? lines->texts->pdata[line - 1] : "";
    const char *start = text + strspn(text, " \t[");
    const char *sign = sign_of_form(text);
    /* Only a long form is looked for anywhere in the line. */
    if (sign != NULL && !g_str_has_prefix(name, "--") && sign != start + strlen(name)) {
        sign = NULL;
    }
    gsize width = sign != NULL ? strcspn(sign + 1, " \t") : 0;
    const char *next = next_argument(arena, text, name);
    return next != NULL ? next : width > 0 ? arena_strndup(arena, sign + 1, width) : NULL;
}

GPtrArray *shell_help_values(const ShellLines *lines, const char *name)
{
    GPtrArray *values = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *form = g_strconcat(name, "=", NULL);
    const GArray *described = lines->described;
    for (guint i = 0; i < described->len && values->len < PRINTED_VALUES_MAX; i++) {
        const char *text = lines->texts->pdata[g_array_index(described, guint, i) - 1];
        const char *start = text + strspn(text, " \t[");
        if (!g_str_has_prefix(start, form)) {
            continue;
        }
        const char *word = start + strlen(form);
        gsize length = strspn(word, G_CSET_a_2_z G_CSET_DIGITS "_+-");
        if (length > 0 && (word[length] == '\0' || strchr(" \t]", word[length]) != NULL)) {
            g_autofree char *value = g_strndup(word, length);
            if (!g_ptr_array_find_with_equal_func(values, value, g_str_equal, NULL)) {
                g_ptr_array_add(values, g_steal_pointer(&value));
            }
        }
    }
    return values;
}

const char *shell_help_default_in_front(const char *help)
{
    return help == NULL                      ? NULL
           : g_str_has_prefix(help, "[no]")  ? "no"
           : g_str_has_prefix(help, "[yes]") ? "yes"
                                             : NULL;
}
