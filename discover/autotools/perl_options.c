#include "discover/autotools/perl_options.h"
#include <string.h>

#define LIMIT "limit: options of a script"
#define LIMIT_TABLES "limit: tables of a script"

typedef struct {
    DeclaredOptions *options;
    const char *path; /* interned */
    char **lines;
    guint found;
    gboolean cut; /* there are more rows, which the ledger says */
} PerlReader;

/* A table that names are looked up in. */
typedef struct {
    char *name;
    const GPtrArray *words; /* const char *: what the value is compared with; NULL: nothing */
} Table;

static void table_clear(gpointer data)
{
    g_free(((Table *)data)->name);
}

/* "($name, $val) = ($arg =~ /(.*?)=(.*)/)", "my ($name, $val) = split(/=/, $arg)": the names of the
 * two halves. */
static GRegex *halves_regex(void)
{
    return g_regex_new("\\(\\s*\\$(\\w+)\\s*,\\s*\\$(\\w+)\\s*\\)\\s*=\\s*\\(?\\s*"
                       "(?:\\$\\w+\\s*=~|split\\b)[^;\\n]*=",
                       0, 0, NULL);
}

/* The words that a line compares the value with: "$val =~ 'on|off'", "$val eq 'on'". NULL for none.
 */
static const GPtrArray *words_compared(const PerlReader *self, const char *line, const char *value)
{
    g_autofree char *pattern = g_strdup_printf(
        "\\$%s\\s*(?:=~\\s*m?|eq\\s*)['\"/]\\^?\\(?(\\w+(?:\\|\\w+)*)\\)?\\$?['\"/]", value);
    g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    if (!g_regex_match(regex, line, 0, &match)) {
        return NULL;
    }
    Arena *arena = self->options->facts->arena;
    g_autofree char *list = g_match_info_fetch(match, 1);
    g_auto(GStrv) words = g_strsplit(list, "|", -1);
    GPtrArray *result = arena_array(arena);
    for (guint i = 0; words[i] != NULL; i++) {
        g_ptr_array_add(result, (gpointer)arena_intern(arena, words[i]));
    }
    return result;
}

static gboolean has_table(const GArray *tables, const char *name)
{
    for (guint i = 0; i < tables->len; i++) {
        if (strcmp(g_array_index(tables, Table, i).name, name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The tables that the script looks a name up in: "exists($Flags{$name})". */
static void add_tables(const PerlReader *self, GArray *tables, const char *name, const char *value)
{
    g_autofree char *pattern =
        g_strdup_printf("\\b(?:exists|defined)\\s*\\(?\\s*\\$(\\w+)\\s*\\{\\s*\\$%s\\s*\\}", name);
    g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
    for (guint i = 0; self->lines[i] != NULL; i++) {
        g_autoptr(GMatchInfo) match = NULL;
        if (!g_regex_match(regex, self->lines[i], 0, &match)) {
            continue;
        }
        g_autofree char *table = g_match_info_fetch(match, 1);
        if (has_table(tables, table)) {
            continue;
        }
        if (tables->len == PERL_TABLES_MAX) {
            declared_options_ledger(self->options, (Span){self->path, i + 1, 0}, LIMIT_TABLES,
                                    table);
            return;
        }
        const Table one = {g_steal_pointer(&table), words_compared(self, self->lines[i], value)};
        g_array_append_val(tables, one);
    }
}

/* The words of a comment: behind "#" where `text` begins with it; NULL for anything else. In the
 * arena. */
static const char *comment_of(Arena *arena, const char *text)
{
    text += strspn(text, " \t,");
    if (*text != '#') {
        return NULL;
    }
    g_autofree char *words = g_strdup(text + strspn(text, "# \t"));
    g_strchomp(words);
    return *words != '\0' ? arena_intern(arena, words) : NULL;
}

/* What stands for a value: 'on', "on", 3; NULL for what is worked out, and for undef. */
static const char *fallback_of(Arena *arena, const char *text, const char **behind)
{
    gboolean quoted = *text == '\'' || *text == '"';
    const char *begin = quoted ? text + 1 : text;
    const char quote[] = {quoted ? *text : ',', '\0'};
    gsize length = quoted ? strcspn(begin, quote) : strcspn(begin, ", \t#");
    *behind = begin + length + (quoted && begin[length] != '\0' ? 1 : 0);
    gboolean known = quoted || strspn(begin, G_CSET_DIGITS ".") == length;
    return known ? arena_intern_length(arena, begin, length) : NULL;
}

/* "'FAST' => 'on',  # runs fast" */
static void read_row(PerlReader *self, guint index, const Table *table, const GRegex *row)
{
    Arena *arena = self->options->facts->arena;
    const char *line = self->lines[index];
    g_autoptr(GMatchInfo) match = NULL;
    if (!g_regex_match(row, line, 0, &match)) {
        return;
    }
    const Span at = {self->path, index + 1, 0};
    if (self->found >= PERL_ROWS_MAX) {
        if (!self->cut) {
            declared_options_ledger(self->options, at, LIMIT, table->name);
        }
        self->cut = TRUE;
        return;
    }
    int end = 0;
    g_match_info_fetch_pos(match, 0, NULL, &end);
    g_autofree char *name = g_match_info_fetch(match, 1);
    const char *behind = NULL;
    const char *fallback = fallback_of(arena, line + end, &behind);
    const char *help = comment_of(arena, behind);
    if (help == NULL && index > 0) {
        help = comment_of(arena, self->lines[index - 1]);
    }
    g_autofree char *text = g_strstrip(g_strdup(line));
    const DeclaredOption option = {.name = arena_intern(arena, name),
                                   .help = help,
                                   .fallback = fallback,
                                   .values = table->words,
                                   .at = at,
                                   .declared_at = at,
                                   .help_at = SPAN_NONE,
                                   .text = arena_intern(arena, text)};
    declared_options_add(self->options, &option);
    self->found++;
}

/* Whether ")" closes the table in the line, outside of quotes and comments. */
static gboolean closes(const char *line)
{
    char quote = '\0';
    guint depth = 0;
    for (; *line != '\0' && (quote != '\0' || *line != '#'); line++) {
        if (quote != '\0') {
            quote = *line == quote ? '\0' : quote;
        } else if (*line == '\'' || *line == '"') {
            quote = *line;
        } else if (*line == '(') {
            depth++;
        } else if (*line == ')' && depth-- == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "%Flags = (" to ");". Rows that stand beside the name are not read. */
static void read_table(PerlReader *self, const Table *table)
{
    g_autofree char *pattern =
        g_strdup_printf("^\\s*(?:(?:my|our)\\s+)?%%%s\\s*=\\s*\\(", table->name);
    g_autoptr(GRegex) begin = g_regex_new(pattern, 0, 0, NULL);
    g_autoptr(GRegex) row =
        g_regex_new("^\\s*['\"]?(-{0,2}[A-Za-z][\\w-]*)['\"]?\\s*=>\\s*", 0, 0, NULL);
    gboolean inside = FALSE;
    for (guint i = 0; self->lines[i] != NULL; i++) {
        g_autoptr(GMatchInfo) match = NULL;
        int end = 0;
        if (inside) {
            read_row(self, i, table, row);
        } else if (g_regex_match(begin, self->lines[i], 0, &match)) {
            inside = TRUE;
            g_match_info_fetch_pos(match, 0, NULL, &end);
            const char *rest = self->lines[i] + end;
            if (strstr(rest, "=>") != NULL) {
                declared_options_ledger(self->options, (Span){self->path, i + 1, 0},
                                        "option's name not known", table->name);
            }
        }
        if (inside && closes(self->lines[i] + end)) {
            return;
        }
    }
}

guint perl_options_read(const char *path, const char *text, DeclaredOptions *options)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    PerlReader self = {options, arena_intern(options->facts->arena, path), lines, 0, FALSE};
    g_autoptr(GArray) tables = g_array_new(FALSE, FALSE, sizeof(Table));
    g_array_set_clear_func(tables, table_clear);
    g_autoptr(GRegex) halves = halves_regex();
    for (guint i = 0; lines[i] != NULL; i++) {
        g_autoptr(GMatchInfo) match = NULL;
        if (strchr(lines[i], '=') != NULL && g_regex_match(halves, lines[i], 0, &match)) {
            g_autofree char *name = g_match_info_fetch(match, 1);
            g_autofree char *value = g_match_info_fetch(match, 2);
            add_tables(&self, tables, name, value);
        }
    }
    for (guint i = 0; i < tables->len; i++) {
        read_table(&self, &g_array_index(tables, Table, i));
    }
    return self.found;
}
