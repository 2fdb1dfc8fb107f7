#include "discover/autotools/shell_tables.h"
#include <string.h>

#define NAME_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-"
/* Lines behind the name in which it is compared, and in which its value is taken. */
#define COMPARED_LINES_MAX 3u
#define TAKEN_LINES_MAX 8u
/* Places where names are put together; the next one is told, and no more are looked for. */
#define FORMS_MAX 64u

/* One place where names are put together. */
typedef struct {
    char *prefix; /* "-", "--with-" */
    char *table;
    guint line;
    gboolean value;
} Form;

static void form_free(gpointer data)
{
    Form *self = data;
    g_free(self->prefix);
    g_free(self->table);
    g_free(self);
}

static gboolean is_compared(const ShellLines *lines, guint index)
{
    for (guint i = index; i < lines->count && i < index + COMPARED_LINES_MAX; i++) {
        const char *line = lines->lines[i] + strspn(lines->lines[i], " \t");
        gboolean test = g_str_has_prefix(line, "if ") || g_str_has_prefix(line, "elif ") ||
                        g_str_has_prefix(line, "[ ") || g_str_has_prefix(line, "[[ ");
        if (test && strchr(line, '=') != NULL && shell_cases_use_value(lines->cases, line, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean takes_value(const ShellLines *lines, guint index)
{
    for (guint i = index; i < lines->count && i < index + TAKEN_LINES_MAX; i++) {
        const char *line = lines->lines[i] + strspn(lines->lines[i], " \t");
        if (strstr(line, "$2") != NULL || strstr(line, "${2") != NULL) {
            return TRUE;
        }
        if (strcmp(line, "fi") == 0) {
            return FALSE;
        }
    }
    return FALSE;
}

static GPtrArray *read_forms(const ShellLines *lines)
{
    GPtrArray *forms = g_ptr_array_new_with_free_func(form_free);
    g_autoptr(GRegex) regex = g_regex_new("[\"'](-[\\w-]*)[\"']?\\$\\{(\\w+)\\[", 0, 0, NULL);
    for (guint i = 0; i < lines->count && forms->len <= FORMS_MAX; i++) {
        g_autoptr(GMatchInfo) match = NULL;
        if (strstr(lines->lines[i], "${") != NULL &&
            g_regex_match(regex, lines->lines[i], 0, &match) && is_compared(lines, i)) {
            Form *form = g_new0(Form, 1);
            *form = (Form){g_match_info_fetch(match, 1), g_match_info_fetch(match, 2), i,
                           takes_value(lines, i)};
            /* What bash found last is the argument itself. */
            if (strcmp(form->table, "BASH_REMATCH") == 0) {
                form_free(form);
                continue;
            }
            g_ptr_array_add(forms, form);
        }
    }
    return forms;
}

/* Whether the help tells of all that begin so: "-<lib>". */
static gboolean tells_of_all(const ShellLines *lines, const char *prefix)
{
    g_autofree char *wanted = g_strconcat(prefix, "<", NULL);
    for (guint i = 0; i < lines->texts->len; i++) {
        const char *text = lines->texts->pdata[i];
        if (g_str_has_prefix(text + strspn(text, " \t["), wanted)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean has_plain(const GPtrArray *forms, const char *table)
{
    for (guint i = 0; i < forms->len && i < FORMS_MAX; i++) {
        const Form *form = forms->pdata[i];
        if (!form->value && strcmp(form->table, table) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "NAMES[$i]='zlib'   # comment": the word; NULL when the line is no row of the table. The caller
 * frees it. */
static char *row_of(const char *line, const char *table)
{
    const char *at = line + strspn(line, " \t");
    gsize length = strlen(table);
    if (!g_str_has_prefix(at, table) || at[length] != '[') {
        return NULL;
    }
    const char *close = strstr(at + length, "]=");
    const char *word = close != NULL ? close + 2 + strspn(close + 2, "\"'") : "";
    gsize width = strspn(word, NAME_BYTES);
    return width > 0 && (word[width] == '\0' || strchr("\"' \t;#", word[width]) != NULL)
               ? g_strndup(word, width)
               : NULL;
}

static void add_rows(ShellNamed *self, const ShellLines *lines, const Form *form)
{
    gboolean all = tells_of_all(lines, form->prefix);
    guint before = self->options->len;
    for (guint i = 0; i < lines->count; i++) {
        g_autofree char *row = row_of(lines->lines[i], form->table);
        g_autofree char *name = row != NULL ? g_strconcat(form->prefix, row, NULL) : NULL;
        if (name != NULL && (all || shell_lines_shown(lines, name) > 0)) {
            if (self->options->len == SHELL_TABLES_MAX) {
                shell_named_add_untold(self, name, i);
                return;
            }
            shell_named_add(self, (ShellNamedOption){.name = g_steal_pointer(&name),
                                                     .line = i,
                                                     .value = form->value});
        }
    }
    if (self->options->len == before) {
        shell_named_add_untold(self, form->prefix, form->line);
    }
}

ShellNamed *shell_tables_read(const ShellLines *lines)
{
    ShellNamed *self = shell_named_new();
    g_autoptr(GPtrArray) forms = read_forms(lines);
    for (guint i = 0; i < forms->len; i++) {
        const Form *form = forms->pdata[i];
        const char *bare = form->prefix + strspn(form->prefix, "-");
        gboolean negative = strcmp(bare, "no") == 0 || strcmp(bare, "no-") == 0;
        gboolean place = form->value && has_plain(forms, form->table);
        if (negative || place) {
            continue;
        }
        if (i < FORMS_MAX) {
            add_rows(self, lines, form);
        } else {
            shell_named_add_untold(self, form->prefix, form->line);
        }
    }
    return self;
}
