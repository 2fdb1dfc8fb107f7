#include "discover/value_list.h"

#include <string.h>

/* A column of values begins farther to the right than words of a sentence stand apart. */
#define COLUMN_BLANKS_MIN 2u

ValueList *value_list_new(void)
{
    ValueList *self = g_new0(ValueList, 1);
    self->items = g_ptr_array_new_with_free_func(g_free);
    return self;
}

void value_list_free(ValueList *self)
{
    g_ptr_array_unref(self->items);
    g_free(self);
}

gboolean value_list_is_item_byte(char byte)
{
    return g_ascii_isalnum(byte) || (byte != '\0' && strchr("_.+-", byte) != NULL);
}

const char *value_list_skip_blanks(const char *at)
{
    return at + strspn(at, " \t\n");
}

gboolean value_list_has(const GPtrArray *items, const char *text)
{
    for (guint i = 0; i < items->len; i++) {
        if (g_ascii_strcasecmp(items->pdata[i], text) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Behind "[built-in]" or " (default)". */
static const char *skip_remark(const char *end)
{
    static const char of_default[] = "(default";
    const char *next = end + strspn(end, " ");
    gboolean tells = g_ascii_strncasecmp(next, of_default, strlen(of_default)) == 0;
    const char *close = *end == '[' ? strchr(end, ']') : tells ? strchr(next, ')') : NULL;
    return close != NULL ? close + 1 : end;
}

/* Behind "\"merom\" (65nm Core2)": what explains a value in quotation marks that others follow. */
static const char *skip_aside(const char *end)
{
    const char *open = end + strspn(end, " ");
    const char *close = *open == '(' ? strpbrk(open + 1, "()") : NULL;
    return close != NULL && *close == ')' && close[1] == ',' ? close + 1 : end;
}

/* The blank of "\"zen 4\",": a value of two words in quotation marks, in a list. */
static gboolean is_inner_blank(const char *at)
{
    if (*at != ' ') {
        return FALSE;
    }
    gsize length = 1;
    while (value_list_is_item_byte(at[length])) {
        length++;
    }
    return length > 1 && at[length] == '"' && at[length + 1] == ',';
}

/* A point at its end belongs to the sentence. */
const char *value_list_item(const char *at, char **item)
{
    char quote = *at == '\'' || *at == '"' || *at == '`' ? *at : '\0';
    const char *begin = quote != '\0' ? at + 1 : at;
    const char *end = begin;
    while (value_list_is_item_byte(*end) || (*at == '"' && is_inner_blank(end))) {
        end++;
    }
    while (end > begin && end[-1] == '.') {
        end--;
    }
    if (end == begin || !g_ascii_isalnum(*begin)) {
        return NULL;
    }
    *item = g_strndup(begin, (gsize)(end - begin));
    if (quote != '\0') {
        end = *end == quote ? skip_aside(end + 1) : end;
    }
    return skip_remark(end);
}

/* Behind ", ", " or ", ", and ", "/", "|", ";", ">"; NULL when no separator is there. */
static const char *read_separator(const char *at, ValueList *list)
{
    static const char *const words[] = {"or", "and", NULL};
    const char *next = value_list_skip_blanks(at);
    gboolean mark = *next != '\0' && strchr(",/|;>", *next) != NULL;
    if (*next == '>' && list->items->len > 1 && !list->ranked) {
        return NULL; /* "<a, b> c" */
    }
    list->bars = list->bars || *next == '|';
    list->ranked = list->ranked || *next == '>';
    list->joined = list->joined || (mark && *next != ',');
    next = mark ? value_list_skip_blanks(next + 1) : next;
    for (gsize i = 0; words[i] != NULL; i++) {
        gsize length = strlen(words[i]);
        if (strncmp(next, words[i], length) == 0 && g_ascii_isspace(next[length])) {
            list->joined = TRUE;
            return value_list_skip_blanks(next + length);
        }
    }
    return mark ? next : NULL;
}

static gboolean is_article(const char *word)
{
    static const char *const articles[] = {"a", "an", "any", "the", NULL};
    return g_strv_contains(articles, word);
}

static gboolean is_number(const char *item)
{
    return *item != '\0' && item[strspn(item, "0123456789")] == '\0';
}

/* Words that make sentences; none of them is a value beside others without a mark between them. */
static gboolean is_of_sentence(const char *word)
{
    static const char *const words[] = {
        "a",       "an",       "are",   "as",     "at",      "be",   "by",   "can",
        "default", "defaults", "do",    "for",    "from",    "if",   "in",   "instead",
        "is",      "it",       "more",  "must",   "needs",   "not",  "of",   "only",
        "other",   "see",      "set",   "should", "support", "than", "that", "the",
        "then",    "these",    "this",  "to",     "use",     "used", "uses", "using",
        "version", "when",     "which", "with",   "without", "you",  "your", "requires",
        "option",  NULL};
    g_autofree char *lower = g_ascii_strdown(word, -1);
    return g_strv_contains(words, lower);
}

/* Behind "gcc-*", "*xlc*": what stands for many values, of which none is called so. NULL: no such
 * thing is there. */
static const char *skip_glob(const char *at)
{
    const char *end = at;
    gsize stars = 0;
    for (; *end == '*' || value_list_is_item_byte(*end); end++) {
        stars += *end == '*' ? 1 : 0;
    }
    return stars > 0 && (gsize)(end - at) > stars ? end : NULL;
}

ValueList *value_list_read(const char *at)
{
    g_autoptr(ValueList) list = value_list_new();
    gboolean quoted = FALSE;
    while (at != NULL && list->items->len <= HELP_VALUES_MAX) {
        const char *glob = skip_glob(at);
        if (glob != NULL) {
            /* Elsewhere stars may be there to make a word stand out. */
            at = list->bars ? read_separator(glob, list) : NULL;
            continue;
        }
        char *item = NULL;
        const char *end = value_list_item(at, &item);
        gboolean plain = g_ascii_isalnum(*at);
        /* "\"internal\", or a valid directory name", "on, off or a folder", "a or b, which is
         * wide": words for something else. */
        gboolean goes_on = end != NULL && plain && *end == ' ' && g_ascii_isalpha(end[1]);
        /* "x86: 64; POWER: 128": what the next number is for. */
        gboolean label = end != NULL && list->items->len > 0 && end[0] == ':' && end[1] == ' ' &&
                         is_number(list->items->pdata[0]) && !is_number(item);
        if (end == NULL || label ||
            (goes_on &&
             (quoted || is_article(item) || (list->items->len >= 2 && is_of_sentence(item))))) {
            g_free(item);
            break;
        }
        quoted = quoted || !plain;
        g_ptr_array_add(list->items, item);
        list->end = end;
        at = read_separator(end, list);
    }
    return list->items->len <= HELP_VALUES_MAX ? g_steal_pointer(&list) : NULL;
}

ValueList *value_list_read_spaced(const char *at, const char *ends)
{
    g_autoptr(ValueList) list = value_list_new();
    list->joined = TRUE;
    for (at = value_list_skip_blanks(at); *at != '\0' && strchr(ends, *at) == NULL;) {
        static const char word_or[] = "or ";
        if (list->items->len > 0 && g_str_has_prefix(at, word_or)) {
            at = value_list_skip_blanks(at + strlen(word_or));
        }
        char *item = NULL;
        const char *end = value_list_item(at, &item);
        if (end == NULL) {
            return NULL;
        }
        g_ptr_array_add(list->items, item);
        list->end = end;
        gboolean closes = *end == '\0' || strchr(ends, *end) != NULL || *end == '.';
        if (is_of_sentence(item) || list->items->len > HELP_VALUES_MAX ||
            (!closes && !g_ascii_isspace(*end))) {
            return NULL;
        }
        at = value_list_skip_blanks(end);
        if (*end == '.') {
            break;
        }
    }
    return list->items->len >= 2 ? g_steal_pointer(&list) : NULL;
}

/* What an explanation goes up to. */
static const char *end_of_explanation(const char *at)
{
    guint depth = 0;
    for (; *at != '\0'; at++) {
        depth += *at == '(' ? 1 : 0;
        if (depth > 0) {
            depth -= *at == ')' ? 1 : 0;
        } else if (strchr(",;\n|)]", *at) != NULL) {
            break;
        }
    }
    return at;
}

/* Numbers with a gap between them may be examples of what a size can be. */
static gboolean are_apart(const char *before, const char *number)
{
    gsize digits = strspn(before, G_CSET_DIGITS);
    gboolean numbers = before[digits] == '\0' && number[strspn(number, G_CSET_DIGITS)] == '\0';
    return numbers && g_ascii_strtoull(number, NULL, 10) != g_ascii_strtoull(before, NULL, 10) + 1;
}

ValueList *value_list_read_explained(const char *at)
{
    g_autoptr(ValueList) list = value_list_new();
    list->joined = TRUE;
    while (list->items->len < HELP_VALUES_MAX) {
        char *item = NULL;
        const char *end = value_list_item(at, &item);
        if (end == NULL) {
            break;
        }
        const char *mark = end + strspn(end, " ");
        /* "0 - none, 1 - OpenMP" */
        gboolean apart = *mark == '-' && mark > end && g_ascii_isspace(mark[1]);
        gboolean explains = (*mark == '=' && mark[1] != '=') || apart ||
                            (*mark == ':' && g_ascii_isspace(mark[1]) && mark == end);
        const char *text = explains ? mark + 1 + strspn(mark + 1, " ") : mark;
        if (!explains || !g_ascii_isalpha(*text)) {
            g_free(item);
            break;
        }
        if (*mark == '-' && list->items->len > 0 &&
            are_apart(list->items->pdata[list->items->len - 1], item)) {
            g_free(item);
            return NULL;
        }
        g_ptr_array_add(list->items, item);
        list->end = end_of_explanation(text);
        if (*list->end == '\0' || strchr(",;\n|", *list->end) == NULL) {
            break;
        }
        at = value_list_skip_blanks(list->end + 1);
    }
    return list->items->len >= 2 ? g_steal_pointer(&list) : NULL;
}

/* How a line shows the value that it is about. */
typedef enum {
    LINE_OF_NONE,
    LINE_MARKED,
    LINE_EXPLAINED,
    LINE_MARKED_TEXT, /* "* mkl Intel's" */
    LINE_IN_COLUMNS
} LineKind;

/* "default|auto" before its explanation: the item takes all of them. What follows. */
static const char *with_alternatives(const char *end, char **item)
{
    while (*end == '|') {
        char *further = NULL;
        const char *next = value_list_item(end + 1, &further);
        if (next == NULL) {
            break;
        }
        char *joined = g_strconcat(*item, "|", further, NULL);
        g_free(further);
        g_free(*item);
        *item = joined;
        end = next;
    }
    return end;
}

static void add_alternatives(ValueList *list, const char *item)
{
    g_auto(GStrv) words = g_strsplit(item, "|", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        g_ptr_array_add(list->items, g_strdup(words[i]));
    }
}

/* The value that a line is about: "AUTO - leaves it to the program", "1: SSE", "* USM", "mkl
 * Intel's library". The caller frees `item`. */
static LineKind read_line_item(const char *line, char **item)
{
    const char *at = value_list_skip_blanks(line);
    gboolean marked = *at == '-' || *at == '*';
    const char *end = value_list_item(marked ? value_list_skip_blanks(at + 1) : at, item);
    if (end == NULL) {
        return LINE_OF_NONE;
    }
    end = with_alternatives(end, item);
    const char *next = value_list_skip_blanks(end);
    gboolean dash = next > end && *next == '-' && g_ascii_isspace(next[1]);
    gboolean colon = *next == ':' && (g_ascii_isspace(next[1]) || next[1] == '\0');
    if (marked && (dash || colon || *next == '\0')) {
        return LINE_MARKED;
    }
    if (dash || colon) {
        return LINE_EXPLAINED;
    }
    if (marked) {
        return LINE_MARKED_TEXT;
    }
    return (gsize)(next - end) >= COLUMN_BLANKS_MIN && *next != '\0' ? LINE_IN_COLUMNS
                                                                     : LINE_OF_NONE;
}

/* A line that goes on with what the one above says is further in than that one. */
static gboolean goes_on(const char *line, const char *item_line)
{
    gsize indent = strspn(line, " \t");
    return line[indent] != '\0' && indent > strspn(item_line, " \t");
}

/* The values of lines of one kind from `first` on. */
static ValueList *read_lines_from(char **lines, guint first, gboolean announced)
{
    g_autoptr(ValueList) list = value_list_new();
    LineKind kind = LINE_OF_NONE;
    const char *last = NULL;
    for (guint i = first; lines[i] != NULL && list->items->len < HELP_VALUES_MAX; i++) {
        char *item = NULL;
        LineKind next = read_line_item(lines[i], &item);
        gboolean same = announced ? next == LINE_MARKED || next == LINE_EXPLAINED
                                  : kind == LINE_OF_NONE || next == kind;
        if (next == LINE_OF_NONE && last != NULL && goes_on(lines[i], last)) {
            g_free(item);
            continue;
        }
        if (next == LINE_OF_NONE || !same) {
            g_free(item);
            break;
        }
        kind = next;
        last = lines[i];
        add_alternatives(list, item);
        g_free(item);
    }
    return list->items->len >= 2 ? g_steal_pointer(&list) : NULL;
}

ValueList *value_list_read_lines(const char *text, gboolean *announced)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        g_strchomp(lines[i]);
    }
    *announced = TRUE;
    for (guint i = 0; lines[i] != NULL; i++) {
        if (g_str_has_suffix(lines[i], ":") && strstr(lines[i], "xample") == NULL) {
            ValueList *list = read_lines_from(lines, i + 1, TRUE);
            if (list != NULL) {
                return list;
            }
        }
    }
    *announced = FALSE;
    for (guint i = 0; lines[i] != NULL; i++) {
        ValueList *list = read_lines_from(lines, i, FALSE);
        if (list != NULL) {
            return list;
        }
    }
    return NULL;
}
