#include "discover/make/comment_values.h"
#include "core/identifier.h"
#include "core/word_list.h"
#include "discover/make/comment.h"
#include <string.h>

/* What introduces a list of values. */
static const char *const cues[] = {
    "one of",           "options:",       "options are",     "choices:",     "choices are",
    "choose from",      "choose between", "possible values", "valid values", "allowed values",
    "supported values", "valid options",  "values:",         "either",       "can be",
    "may be",           "must be",
};

/* Moves behind blanks and the words that only introduce. */
static const char *skip_introduction(const char *text)
{
    static const char *const words[] = {"are", "is", "for", "following", "the", "of"};
    gboolean more = TRUE;
    while (more) {
        text += strspn(text, " \t\n:={[(");
        more = FALSE;
        for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
            gsize length = strlen(words[i]);
            if (g_ascii_strncasecmp(text, words[i], length) == 0 &&
                (g_ascii_isspace(text[length]) || text[length] == ':')) {
                text += length;
                more = TRUE;
            }
        }
    }
    return text;
}

/* Moves behind what may stand between two values; FALSE when something else stands there. `last`:
 * "and", "or" are part of it. */
static gboolean skip_separator_told(const char **text, gboolean *last)
{
    const char *c = *text + strspn(*text, " \t\n");
    gboolean found = FALSE;
    *last = FALSE;
    if (*c != '\0' && strchr(",|/;", *c) != NULL) {
        c++;
        found = TRUE;
    }
    c += strspn(c, " \t\n");
    static const char *const words[] = {"or", "and"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        gsize length = strlen(words[i]);
        if (g_ascii_strncasecmp(c, words[i], length) == 0 && g_ascii_isspace(c[length])) {
            c += length + strspn(c + length, " \t\n");
            found = *last = TRUE;
        }
    }
    *text = c;
    return found;
}

static gboolean skip_separator(const char **text)
{
    gboolean last;
    return skip_separator_told(text, &last);
}

static gsize value_length(const char *text)
{
    gsize length = 0;
    while (g_ascii_isalnum(text[length]) || text[length] == '_' || text[length] == '+' ||
           (length > 0 && (text[length] == '-' || text[length] == '.') &&
            g_ascii_isalnum(text[length + 1]))) {
        length++;
    }
    return length;
}

static void read_list(Arena *arena, const char *text, GPtrArray *values)
{
    text = skip_introduction(text);
    gboolean last = FALSE;
    do {
        /* "32 and 64, which are widths": behind the last one the sentence goes on. */
        gboolean done = last;
        char quote = *text == '"' || *text == '\'' || *text == '`' ? *text : '\0';
        text += quote != '\0' ? 1 : 0;
        gsize length = value_length(text);
        if (length == 0) {
            return;
        }
        g_ptr_array_add(values, (gpointer)arena_intern_length(arena, text, length));
        text += length;
        text += quote != '\0' && (*text == quote || *text == '\'') ? 1 : 0;
        /* "a (the default), b" */
        const char *aside = text + strspn(text, " \t\n");
        const char *end = *aside == '(' ? strchr(aside, ')') : NULL;
        text = end != NULL ? end + 1 : text;
        if (done && *text == ',') {
            return;
        }
    } while (values->len < COMMENT_VALUES_MAX && skip_separator_told(&text, &last));
    /* "can be slow or fast for some": the last word goes on, so that this was a sentence. */
    if (g_ascii_isalnum(*text)) {
        g_ptr_array_set_size(values, 0);
    }
}

GPtrArray *comment_values(Arena *arena, const char *comment)
{
    GPtrArray *values = g_ptr_array_new();
    g_autofree char *lower = comment != NULL ? g_ascii_strdown(comment, -1) : NULL;
    for (guint i = 0; lower != NULL && i < G_N_ELEMENTS(cues) && values->len < 2; i++) {
        const char *cue = strstr(lower, cues[i]);
        if (cue != NULL) {
            g_ptr_array_set_size(values, 0);
            read_list(arena, comment + (cue - lower) + strlen(cues[i]), values);
        }
    }
    if (values->len < 2) {
        g_ptr_array_set_size(values, 0);
    }
    return values;
}

/* A longer remark in brackets is no meaning of a word. */
#define MEANING_BYTES_MAX 80u

/* Behind "WORD (meaning)", and what stands before the next one; NULL when it is no such word. */
static const char *skip_explained(const char *text)
{
    const char *aside = text + value_length(text);
    aside += strspn(aside, " \t\n");
    if (value_length(text) == 0 || *aside != '(') {
        return NULL;
    }
    const char *end = memchr(aside, ')', strnlen(aside, MEANING_BYTES_MAX));
    return end != NULL ? end + 1 : NULL;
}

GPtrArray *comment_explained(Arena *arena, const char *comment)
{
    GPtrArray *values = g_ptr_array_new();
    for (const char *c = comment; c != NULL && *c != '\0' && values->len < 2;) {
        g_ptr_array_set_size(values, 0);
        const char *word = c;
        for (const char *end = skip_explained(word);
             end != NULL && values->len < COMMENT_VALUES_MAX; end = skip_explained(word)) {
            g_ptr_array_add(values, (gpointer)arena_intern_length(arena, word, value_length(word)));
            word = end;
            if (!skip_separator(&word)) {
                break;
            }
        }
        gsize length = value_length(c);
        c += length > 0 ? length : 1;
    }
    if (values->len < 2) {
        g_ptr_array_set_size(values, 0);
    }
    return values;
}

/* The column in which what a line says of its first word begins, behind at least `gap` blanks; 0
 * when it says nothing. */
static gsize term_column(const char *line, gsize gap)
{
    gsize length = value_length(line);
    gsize blanks = strspn(line + length, " \t");
    const char *told = line + length + blanks;
    gboolean wide = blanks >= gap || (blanks > 0 && line[length] == '\t');
    return length > 0 && wide && (g_ascii_isalnum(*told) || *told == '(') ? length + blanks : 0;
}

/* Whether the line lists a word, where what is said of all begins in `column`. */
static gboolean is_wide_term(const char *line, gsize column)
{
    gsize told = term_column(line, 2);
    return told > 0 && (told == column || line[value_length(line)] == '\t');
}

/* The longest word has a single blank behind it, as any prose has: the list goes on below, or the
 * word is no plain one. A name in capitals below small letters is that of something else. */
static gboolean is_longest_term(char *const *lines, guint at, gsize column, const GPtrArray *before)
{
    const char *first = before->len > 0 ? before->pdata[0] : "";
    if (term_column(lines[at], 1) != column ||
        (g_ascii_islower(*first) && g_ascii_isupper(*lines[at]))) {
        return FALSE;
    }
    return strspn(lines[at], G_CSET_a_2_z) < value_length(lines[at]) ||
           (lines[at + 1] != NULL && is_wide_term(lines[at + 1], column));
}

/* "Remember": as a sentence begins. */
static gboolean is_capitalised(const char *word)
{
    return g_ascii_isupper(*word) && word[1] != '\0' &&
           word[1 + strspn(word + 1, G_CSET_a_2_z)] == '\0';
}

/* Where most of the words begin with small letters, those that do not are the first of sentences.
 */
static void drop_sentences(GPtrArray *values)
{
    guint capitalised = 0;
    for (guint i = 0; i < values->len; i++) {
        capitalised += is_capitalised(values->pdata[i]) ? 1 : 0;
    }
    for (guint i = values->len; 2 * capitalised < values->len && i > 0; i--) {
        if (is_capitalised(values->pdata[i - 1])) {
            g_ptr_array_remove_index(values, i - 1);
        }
    }
}

GPtrArray *comment_terms(Arena *arena, const char *comment)
{
    GPtrArray *values = g_ptr_array_new();
    g_auto(GStrv) lines = g_strsplit(comment != NULL ? comment : "", "\n", COMMENT_LINES_MAX);
    gsize column = 0;
    for (guint i = 0; lines[i] != NULL && column == 0; i++) {
        column = term_column(lines[i], 2);
    }
    for (guint i = 0; column > 0 && lines[i] != NULL; i++) {
        gboolean term = is_wide_term(lines[i], column) || is_longest_term(lines, i, column, values);
        if (term && values->len < COMMENT_VALUES_MAX) {
            g_ptr_array_add(values,
                            (gpointer)arena_intern_length(arena, lines[i], value_length(lines[i])));
        }
    }
    drop_sentences(values);
    if (values->len < 2) {
        g_ptr_array_set_size(values, 0);
    }
    return values;
}

/* Behind a list of values at `text`, as far as it goes. */
static const char *read_enclosed(Arena *arena, const char *text, GPtrArray *values)
{
    gboolean more = TRUE;
    while (more && values->len < COMMENT_VALUES_MAX) {
        gsize length = value_length(text);
        more = length > 0;
        if (more) {
            g_ptr_array_add(values, (gpointer)arena_intern_length(arena, text, length));
            text += length;
            more = skip_separator(&text);
        }
    }
    return text;
}

GPtrArray *comment_enclosed(Arena *arena, const char *comment)
{
    GPtrArray *values = g_ptr_array_new();
    for (const char *open = comment != NULL ? strpbrk(comment, "([") : NULL;
         open != NULL && values->len < 2; open = strpbrk(open + 1, "([")) {
        g_ptr_array_set_size(values, 0);
        const char *end = read_enclosed(arena, open + 1, values);
        if (*end != (*open == '(' ? ')' : ']')) {
            g_ptr_array_set_size(values, 0);
        }
    }
    if (values->len < 2) {
        g_ptr_array_set_size(values, 0);
    }
    return values;
}

GPtrArray *comment_own_values(Arena *arena, const char *comment, const char *name)
{
    GPtrArray *values = g_ptr_array_new();
    gsize length = strlen(name);
    const char *at = comment != NULL ? strstr(comment, name) : NULL;
    for (; at != NULL && values->len < COMMENT_VALUES_MAX; at = strstr(at + length, name)) {
        gboolean whole = at == comment || !identifier_has_byte(at[-1]);
        const char *sign = at + length + strspn(at + length, " \t");
        sign += strspn(sign, ":?");
        if (!whole || *sign != '=' || sign[1] == '=') {
            continue;
        }
        const char *value = sign + 1 + strspn(sign + 1, " \t'\"");
        const char *known = arena_intern_length(arena, value, value_length(value));
        if (*known != '\0' && !g_ptr_array_find_with_equal_func(values, known, g_str_equal, NULL)) {
            g_ptr_array_add(values, (gpointer)known);
        }
    }
    if (values->len < 2) {
        g_ptr_array_set_size(values, 0);
    }
    return values;
}

char *comment_spelled(const char *comment, const char *name)
{
    gsize length = strlen(name);
    const char *at = comment != NULL ? strstr(comment, name) : NULL;
    for (; at != NULL; at = strstr(at + length, name)) {
        gboolean whole = at == comment || !identifier_has_byte(at[-1]);
        const char *sign = at + length + strspn(at + length, " \t");
        const char *value = sign + 1 + (*sign == '=' ? strspn(sign + 1, " \t'") : 0);
        gsize bytes = *sign == '=' ? strcspn(value, " \t\n\"'`") : 0;
        if (whole && bytes > 1 && *value == '-') {
            return g_strndup(value, bytes);
        }
    }
    return NULL;
}

/* Behind a number: " = word", ": word", " - word", or what is done then. */
static gboolean tells_meaning(const char *rest)
{
    gsize gap = strspn(rest, " \t");
    const char *mark = rest + gap;
    if (*mark == ':' || *mark == '=' || (*mark == '-' && gap > 0 && mark[1] == ' ')) {
        mark += 1 + strspn(mark + 1, " \t>");
        return g_ascii_isalpha(*mark);
    }
    static const char *const verbs[] = {"use ",     "uses ",    "means ", "select ",
                                        "selects ", "enables ", "gives ", NULL};
    mark += *mark == ',' ? 1 + strspn(mark + 1, " \t") : 0;
    return word_list_begins(verbs, mark);
}

/* A longer number is a size, a year or the like. */
#define MEANT_DIGITS_MAX 2u

GPtrArray *comment_numbers(Arena *arena, const char *comment)
{
    GPtrArray *values = g_ptr_array_new();
    for (const char *c = comment; c != NULL && *c != '\0' && values->len < COMMENT_VALUES_MAX;
         c++) {
        gboolean begins = c == comment || strchr(" \t\n(,;", c[-1]) != NULL;
        gboolean above = g_str_has_prefix(c, ">0"); /* any such number: the first one will do */
        gsize sign = *c == '-' ? 1 : 0;
        gsize length = above ? 2 : strspn(c + sign, "0123456789");
        gsize end = above ? 2 : sign + length;
        if (length > 0 && length <= MEANT_DIGITS_MAX && begins && tells_meaning(c + end)) {
            const char *known = above ? "1" : arena_intern_length(arena, c, end);
            if (!g_ptr_array_find_with_equal_func(values, known, g_str_equal, NULL)) {
                g_ptr_array_add(values, (gpointer)known);
            }
        }
        c += length > 0 ? end - 1 : 0;
    }
    if (values->len < 2) {
        g_ptr_array_set_size(values, 0);
    }
    return values;
}

/* Words of sentences. */
static gboolean joins_words(const char *word, gsize length)
{
    return (length == 2 && g_ascii_strncasecmp(word, "or", length) == 0) ||
           (length == 3 && g_ascii_strncasecmp(word, "and", length) == 0);
}

/* The words of a line that is nothing but plain words; nothing of any other. */
static void read_bare_line(Arena *arena, const char *line, GPtrArray *values)
{
    guint first = values->len;
    for (const char *word = line; *word != '\0';) {
        gsize length = value_length(word);
        gboolean ends =
            length > 0 && (word[length] == '\0' || strchr(" \t,", word[length]) != NULL);
        if (!ends || joins_words(word, length) || values->len == COMMENT_VALUES_MAX) {
            g_ptr_array_set_size(values, (gint)first);
            return;
        }
        g_ptr_array_add(values, (gpointer)arena_intern_length(arena, word, length));
        word += length + strspn(word + length, " \t,");
    }
}

GPtrArray *comment_bare_words(Arena *arena, const char *comment)
{
    GPtrArray *values = g_ptr_array_new();
    g_auto(GStrv) lines = g_strsplit(comment != NULL ? comment : "", "\n", COMMENT_LINES_MAX);
    for (guint i = 0; lines[i] != NULL && values->len < 2; i++) {
        g_ptr_array_set_size(values, 0);
        read_bare_line(arena, lines[i], values);
    }
    if (values->len < 2) {
        g_ptr_array_set_size(values, 0);
    }
    return values;
}

/* Whether a line is nothing but words that only a list has so: all of them with commas in between,
 * or all of them in capitals. */
static gboolean is_plain_list(const char *line)
{
    return g_regex_match_simple(
        "^(?:[\\w+.-]+(?:, *[\\w+.-]+)+|[A-Z0-9_]+(?: +[A-Z0-9_]+)+) *\\.?$", line, 0, 0);
}

GPtrArray *comment_plain_list(Arena *arena, const char *comment)
{
    GPtrArray *values = g_ptr_array_new();
    g_auto(GStrv) lines = g_strsplit(comment != NULL ? comment : "", "\n", COMMENT_LINES_MAX);
    for (guint i = 0; lines[i] != NULL && values->len < 2; i++) {
        g_ptr_array_set_size(values, 0);
        if (is_plain_list(lines[i])) {
            read_bare_line(arena, lines[i], values);
        }
    }
    if (values->len < 2) {
        g_ptr_array_set_size(values, 0);
    }
    return values;
}
