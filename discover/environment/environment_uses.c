#include "discover/environment/environment_uses.h"
#include "discover/facts.h"
#include <string.h>

/* Values and definitions of one variable; more are left. */
#define COMPARED_MAX 64u
#define DEFINITIONS_MAX 64u

static const char name_marks[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_";
static const char blanks[] = " \t";

EnvironmentUse *environment_use_new(void)
{
    EnvironmentUse *self = g_new0(EnvironmentUse, 1);
    self->places = g_array_new(FALSE, FALSE, sizeof(Span));
    self->compared = g_ptr_array_new();
    self->compared_at = g_array_new(FALSE, FALSE, sizeof(Span));
    self->definitions = g_array_new(FALSE, FALSE, sizeof(EnvironmentDefinition));
    self->words = g_array_new(FALSE, FALSE, sizeof(EnvironmentWord));
    return self;
}

void environment_use_free(EnvironmentUse *self)
{
    g_array_unref(self->places);
    g_ptr_array_unref(self->compared);
    g_array_unref(self->compared_at);
    g_array_unref(self->definitions);
    g_array_unref(self->words);
    g_free(self);
}

/* A file while its lines are read. */
typedef struct {
    Arena *arena;
    const char *path;
    GHashTable *uses;
    GPtrArray
        *cases; /* EnvironmentUse * of the variable that each open "case" asks; NULL: another */
} Reading;

/* The name that a reference at `dollar` reads, and where the reference ends; NULL when it is none.
 * The caller frees it. */
static char *name_at(const char *dollar, const char **end)
{
    static const char cmake[] = "$ENV{";
    const char *begin = dollar + 1;
    char closing = '\0';
    if (g_str_has_prefix(dollar, cmake)) {
        begin = dollar + strlen(cmake);
        closing = '}';
    } else if (*begin == '{' || *begin == '(') {
        closing = *begin == '{' ? '}' : ')';
        begin++;
    }
    gsize length = strspn(begin, name_marks);
    *end = begin + length + (closing != '\0' && begin[length] == closing ? 1 : 0);
    return length > 0 ? g_strndup(begin, length) : NULL;
}

/* The definition that a word with a reference makes. */
static void note_definition(const Reading *self, EnvironmentUse *use, const char *line,
                            const char *dollar, const char *end, Span at)
{
    const char *begin = dollar;
    while (begin > line && strchr(" \t\"'=", begin[-1]) == NULL) {
        begin--;
    }
    gboolean in_name = g_str_has_prefix(begin, "-D");
    if (!in_name && begin > line && begin[-1] == '=') {
        for (begin--; begin > line && strchr(" \t\"'=", begin[-1]) == NULL;) {
            begin--;
        }
    }
    if (!g_str_has_prefix(begin, "-D")) {
        return;
    }
    use->builds = TRUE;
    if (use->definitions->len == DEFINITIONS_MAX) {
        use->cut = TRUE;
        return;
    }
    gsize before = strspn(begin + 2, name_marks);
    const EnvironmentDefinition definition = {
        .before = arena_intern_length(self->arena, begin + 2, before),
        .after = arena_intern_length(self->arena, end, in_name ? strspn(end, name_marks) : 0),
        .in_name = in_name,
        .at = at};
    if (in_name ? begin + 2 + before == dollar : before > 0) {
        g_array_append_val(use->definitions, definition);
    }
}

/* "${X:=1}", "${X:-yes}": what is taken where nobody sets it. */
static void note_assumed(const Reading *self, EnvironmentUse *use, const char *end)
{
    gboolean assumes =
        g_str_has_prefix(end, ":=") || g_str_has_prefix(end, ":-") || g_str_has_prefix(end, "=");
    const char *value = assumes ? strchr("=-", end[0]) != NULL ? end + 1 : end + 2 : "";
    char quote = *value == '"' ? '"' : '}';
    value += quote == '"' ? 1 : 0;
    gsize length = strspn(value, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.+-");
    if (use->assumed == NULL && length > 0 && value[length] == quote) {
        use->assumed = arena_intern_length(self->arena, value, length);
    }
}

static void read_references(const Reading *self, const char *line, Span at)
{
    for (const char *dollar = strchr(line, '$'); dollar != NULL; dollar = strchr(dollar + 1, '$')) {
        const char *end = NULL;
        g_autofree char *name = name_at(dollar, &end);
        EnvironmentUse *use = name != NULL ? g_hash_table_lookup(self->uses, name) : NULL;
        if (use == NULL) {
            continue;
        }
        if (use->places->len < OPTION_USES_MAX) {
            g_array_append_val(use->places, at);
        }
        use->builds = use->builds || dollar[1] == '(' || g_str_has_prefix(dollar, "$ENV{");
        note_definition(self, use, line, dollar, end, at);
        if (dollar[1] == '{') {
            note_assumed(self, use, end);
        }
    }
}

/* ---- case ------------------------------------------------------------------------------------ */

/* What "case $X in" asks; NULL for anything else than a variable. */
static EnvironmentUse *asked_by_case(const Reading *self, const char *line)
{
    const char *word = line + strlen("case");
    word += strspn(word, " \t\"");
    const char *end = NULL;
    g_autofree char *name = *word == '$' ? name_at(word, &end) : NULL;
    if (name == NULL) {
        return NULL;
    }
    end += strspn(end, "\"");
    gboolean alone = strspn(end, blanks) > 0 && g_str_has_prefix(end + strspn(end, blanks), "in");
    return alone ? g_hash_table_lookup(self->uses, name) : NULL;
}

static void note_compared(const Reading *self, EnvironmentUse *use, const char *pattern, Span at)
{
    const char *known = arena_intern(self->arena, pattern);
    gboolean plain = *pattern != '\0' && strpbrk(pattern, "*?[]$\\ ") == NULL;
    if (!plain || g_ptr_array_find(use->compared, known, NULL)) {
        return;
    }
    use->cut = use->cut || use->compared->len == COMPARED_MAX;
    if (use->compared->len < COMPARED_MAX) {
        g_ptr_array_add(use->compared, (gpointer)known);
        g_array_append_val(use->compared_at, at);
    }
}

/* "A | 'B')", with a bracket in front or not, and what the arm does behind. */
static void read_arm(const Reading *self, EnvironmentUse *use, const char *line, Span at)
{
    line += *line == '(' ? 1 : 0;
    gsize length = strcspn(line, "()$;&");
    if (line[length] != ')') {
        return;
    }
    g_autofree char *list = g_strndup(line, length);
    g_auto(GStrv) patterns = g_strsplit(g_strdelimit(list, "\"'", ' '), "|", -1);
    for (guint i = 0; patterns[i] != NULL; i++) {
        note_compared(self, use, g_strstrip(patterns[i]), at);
    }
}

static gboolean is_word(const char *line, const char *word)
{
    gsize length = strlen(word);
    return g_str_has_prefix(line, word) && strspn(line + length, name_marks) == 0;
}

static void follow_cases(const Reading *self, const char *line, Span at)
{
    guint open = self->cases->len;
    if (is_word(line, "case") && strstr(line, "esac") == NULL) {
        g_ptr_array_add(self->cases, asked_by_case(self, line));
    } else if (is_word(line, "esac") && open > 0) {
        g_ptr_array_set_size(self->cases, (int)open - 1);
    } else if (open > 0 && self->cases->pdata[open - 1] != NULL) {
        read_arm(self, self->cases->pdata[open - 1], line, at);
    }
}

/* Each variable's words are its own, whichever comes first here. */
static void read_words(const Reading *self, const char *text, char *const *lines)
{
    if (strstr(text, "for ") == NULL && strstr(text, "foreach ") == NULL) {
        return;
    }
    GHashTableIter iterator;
    gpointer name = NULL;
    gpointer use = NULL;
    g_hash_table_iter_init(&iterator, self->uses);
    while (g_hash_table_iter_next(&iterator, &name, &use)) {
        EnvironmentUse *of = use;
        if (strstr(text, name) != NULL) {
            environment_words_read(self->arena, self->path, lines, name, of->words);
            of->cut = of->cut || of->words->len == ENVIRONMENT_WORDS_MAX;
        }
    }
}

gboolean environment_uses_read(Arena *arena, const char *path, const char *text, GHashTable *uses)
{
    gboolean whole = TRUE;
    g_autoptr(GPtrArray) cases = g_ptr_array_new();
    const Reading reading = {arena, path, uses, cases};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    read_words(&reading, text, lines);
    for (guint i = 0; lines[i] != NULL; i++) {
        const char *line = g_strstrip(lines[i]);
        if (*line == '#' || *line == '\0') {
            continue;
        }
        /* Each reference looks back for the beginning of its word. */
        if (strlen(line) > USES_LINE_BYTES_MAX) {
            whole = whole && strchr(line, '$') == NULL;
            continue;
        }
        const Span at = {path, i + 1, 0};
        follow_cases(&reading, line, at);
        read_references(&reading, line, at);
    }
    return whole;
}
