#include "plain_scan.h"
#include <string.h>

/* A byte of the text after continued lines were joined and comments and literals blanked out. */
typedef struct {
    char byte;
    guint line;
} Cell;

static GArray *join_lines(const char *text)
{
    GArray *cells = g_array_new(FALSE, FALSE, sizeof(Cell));
    guint line = 1;
    for (const char *at = text; *at != '\0'; at++) {
        if (at[0] == '\\' && at[1] == '\n') {
            line++;
            at++;
        } else {
            Cell cell = {*at == '\t' ? ' ' : *at, line};
            g_array_append_val(cells, cell);
            line += *at == '\n';
        }
    }
    for (guint i = 0; i < 32; i++) { /* so that looking ahead needs no care */
        Cell end = {'\0', line};
        g_array_append_val(cells, end);
    }
    return cells;
}

#define BYTE(i) (g_array_index(cells, Cell, (i)).byte)

static gboolean is_word(char byte)
{
    return g_ascii_isalnum(byte) || byte == '_';
}

static void blank(GArray *cells, guint from, guint to)
{
    for (guint i = from; i < to; i++) {
        BYTE(i) = ' ';
    }
}

static guint literal_end(GArray *cells, guint at)
{
    char quote = BYTE(at);
    for (at++; BYTE(at) != quote && BYTE(at) != '\n' && BYTE(at) != '\0'; at++) {
        at += BYTE(at) == '\\' && BYTE(at + 1) != '\0';
    }
    return BYTE(at) == quote ? at + 1 : at;
}

/* Raw strings are expected to be R"( ... )". */
static void blank_comments(GArray *cells)
{
    guint at = 0;
    while (BYTE(at) != '\0') {
        guint from = at;
        if (BYTE(at) == '/' && BYTE(at + 1) == '/') {
            while (BYTE(at) != '\n' && BYTE(at) != '\0') {
                at++;
            }
            blank(cells, from, at);
        } else if (BYTE(at) == '/' && BYTE(at + 1) == '*') {
            at += 2;
            while (BYTE(at) != '\0' && !(BYTE(at) == '*' && BYTE(at + 1) == '/')) {
                at++;
            }
            at = BYTE(at) == '\0' ? at : at + 2;
            blank(cells, from, at);
        } else if (BYTE(at) == 'R' && BYTE(at + 1) == '"' && BYTE(at + 2) == '(' &&
                   (at == 0 || !is_word(BYTE(at - 1)))) {
            while (BYTE(at) != '\0' && !(BYTE(at) == ')' && BYTE(at + 1) == '"')) {
                at++;
            }
            at = BYTE(at) == '\0' ? at : at + 2;
            blank(cells, from, at);
        } else if (BYTE(at) == '"' || BYTE(at) == '\'') {
            at = literal_end(cells, at);
            blank(cells, from, at);
        } else {
            at++;
        }
    }
}

/* An #if that is open: the macros of its conditions so far, and which lines are its directives. */
typedef struct {
    GHashTable *macros;
} Open;

static void open_free(gpointer data)
{
    g_hash_table_unref(((Open *)data)->macros);
    g_free(data);
}

static void add_macros(GHashTable *macros, GHashTable *lines, const char *condition)
{
    for (const char *at = condition; *at != '\0';) {
        const char *from = at;
        while (is_word(*at)) {
            at++;
        }
        if (at == from) {
            at++;
            continue;
        }
        g_autofree char *word = g_strndup(from, at - from);
        if (!g_ascii_isdigit(*word) && strcmp(word, "defined") != 0) {
            g_hash_table_add(macros, g_strdup(word));
            if (!g_hash_table_contains(lines, word)) {
                g_hash_table_insert(lines, g_strdup(word),
                                    g_array_new(FALSE, FALSE, sizeof(guint)));
            }
        }
    }
}

static void add_line(GHashTable *lines, GPtrArray *open, guint line)
{
    for (guint i = 0; i < open->len; i++) {
        GHashTableIter iter;
        gpointer macro;
        g_hash_table_iter_init(&iter, ((Open *)g_ptr_array_index(open, i))->macros);
        while (g_hash_table_iter_next(&iter, &macro, NULL)) {
            GArray *known = g_hash_table_lookup(lines, macro);
            if (known->len == 0 || g_array_index(known, guint, known->len - 1) != line) {
                g_array_append_val(known, line);
            }
        }
    }
}

/* Handles one joined line that begins with '#'. */
static void directive(GHashTable *lines, GPtrArray *open, const char *text, guint first, guint last)
{
    g_auto(GStrv) parts = g_strsplit_set(text, " ", 2);
    const char *word = parts[0];
    const char *rest = parts[0] == NULL || parts[1] == NULL ? "" : parts[1];
    gboolean begins = word != NULL && g_str_has_prefix(word, "if");
    gboolean goes_on = word != NULL && (g_str_has_prefix(word, "el")) && open->len > 0;
    gboolean ends = g_strcmp0(word, "endif") == 0 && open->len > 0;
    Open *group = NULL;
    if (goes_on || ends) { /* the directive itself hangs on the groups around its own */
        group = g_ptr_array_steal_index(open, open->len - 1);
    }
    for (guint line = first; line <= last; line++) {
        add_line(lines, open, line);
    }
    if (ends) {
        open_free(group);
        return;
    }
    if (begins) {
        group = g_new0(Open, 1);
        group->macros = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    }
    if (begins || goes_on) {
        if (strcmp(word, "else") != 0) {
            add_macros(group->macros, lines, rest);
        }
        g_ptr_array_add(open, group);
    }
}

GHashTable *plain_scan(const char *text)
{
    GHashTable *lines =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    g_autoptr(GArray) cells = join_lines(text);
    g_autoptr(GPtrArray) open = g_ptr_array_new_with_free_func(open_free);
    blank_comments(cells);
    g_autoptr(GString) joined = g_string_new(NULL);
    for (guint at = 0; BYTE(at) != '\0';) {
        guint from = at;
        g_string_truncate(joined, 0);
        while (BYTE(at) != '\n' && BYTE(at) != '\0') {
            /* Runs of blanks as one, none in front. */
            if (BYTE(at) != ' ' || (joined->len > 0 && joined->str[joined->len - 1] != ' ')) {
                g_string_append_c(joined, BYTE(at));
            }
            at++;
        }
        guint first = g_array_index(cells, Cell, from).line;
        guint last = g_array_index(cells, Cell, at).line;
        if (joined->str[0] == '#') {
            const char *rest = joined->str + 1;
            directive(lines, open, rest + (*rest == ' '), first, last);
        } else {
            for (guint line = first; line <= last; line++) {
                add_line(lines, open, line);
            }
        }
        at += BYTE(at) == '\n';
    }
    return lines;
}
