/* Which of the lists in a help text or a comment offer an option's values. */
#include "core/text_list.h"
#include "core/word_list.h"
#include "discover/facts_values.h"
#include "discover/value_list.h"

#include <string.h>

/* Fewer items in brackets are a remark as a rule: "(CUDA, HIP)" beside an option without default.
 */
#define BRACKET_ITEMS_MIN 3u

/* The single words in parentheses: "64-bit (64) or 32-bit (32)". */
static ValueList *read_remarks(const char *help)
{
    g_autoptr(ValueList) list = value_list_new();
    for (const char *at = strchr(help, '('); at != NULL; at = strchr(at + 1, '(')) {
        char *item = NULL;
        const char *end = value_list_item(at + 1, &item);
        if (end == NULL || *end != ')' || list->items->len == HELP_VALUES_MAX) {
            g_free(item);
            return NULL;
        }
        g_ptr_array_add(list->items, item);
    }
    return g_steal_pointer(&list);
}

/* Whether a default, or each of several that it joins with ';', is listed. */
static gboolean has_default(const GPtrArray *items, const char *value)
{
    g_auto(GStrv) parts = g_strsplit(value, ";", -1);
    guint found = 0;
    for (char **part = parts; *part != NULL; part++) {
        if (!value_list_has(items, *part)) {
            return FALSE;
        }
        found++;
    }
    return found > 0;
}

static gboolean fits_defaults(const GPtrArray *items, const GPtrArray *defaults)
{
    for (guint i = 0; i < defaults->len; i++) {
        if (has_default(items, defaults->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_bracketed(const char *help, const char *begin, const char *end)
{
    static const char *const pairs[] = {"()", "[]", "{}", "<>"};
    for (gsize i = 0; begin > help && i < G_N_ELEMENTS(pairs); i++) {
        if (begin[-1] == pairs[i][0] && *end == pairs[i][1]) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "If not 0, it overrides ...": two words with a comma between them, and the sentence goes on. */
static gboolean is_prose(const ValueList *list)
{
    return list->items->len == 2 && !list->joined && g_ascii_isspace(*list->end) &&
           g_ascii_islower(*value_list_skip_blanks(list->end));
}

/* "(e.g., 80;90)": there are more than are named. */
static gboolean gives_examples(const char *help, const char *begin)
{
    static const char *const phrases[] = {"e.g.", "for example", "for instance", "such as"};
    while (begin > help && strchr(" \t\n,:'\"`(", begin[-1]) != NULL) {
        begin--;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(phrases); i++) {
        gsize length = strlen(phrases[i]);
        if ((gsize)(begin - help) >= length &&
            g_ascii_strncasecmp(begin - length, phrases[i], length) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "(cc35,cc70,...)", "x, y, etc.": the same. */
static gboolean goes_on(const ValueList *list)
{
    const char *rest = value_list_skip_blanks(list->end);
    const char *last = list->items->pdata[list->items->len - 1];
    rest = value_list_skip_blanks(rest + (*rest == ',' ? 1 : 0));
    return g_str_has_prefix(rest, "...") || g_ascii_strcasecmp(last, "etc") == 0;
}

/* Whether the word at `begin` is the first that a text says, or says what something is: "as ring or
 * torus". In "the ring or torus" and "where it is, or fetch" more words make the first item. */
static gboolean begins_values(const char *help, const char *begin)
{
    static const char *const words[] = {"as", "be", "to", "either", "between", NULL};
    const char *end = begin;
    while (end > help && strchr(" \t\n'\"`", end[-1]) != NULL) {
        end--;
    }
    if (end == help || strchr(":=([{<", end[-1]) != NULL) {
        return TRUE;
    }
    const char *word = end;
    while (word > help && g_ascii_isalpha(word[-1])) {
        word--;
    }
    g_autofree char *before = g_ascii_strdown(word, end - word);
    return g_strv_contains(words, before);
}

/* "ring or leave it empty", "8.0 or newer": the sentence goes on, or its last word gives no value.
 */
static gboolean says_more(const ValueList *list)
{
    static const char *const words[] = {"above",  "better", "blank", "else",    "empty", "greater",
                                        "higher", "later",  "newer", "nothing", "other", NULL};
    return g_ascii_isalnum(*value_list_skip_blanks(list->end)) ||
           word_list_has_caseless(words, list->items->pdata[list->items->len - 1]);
}

/* "The machine as ring or torus": the project itself asks for one of them, and for one it does not.
 * In other letters a text speaks of the thing, and what people give is the project's word. */
static gboolean has_compared(const ValueList *list, const GPtrArray *compared)
{
    guint asked = 0;
    for (guint i = 0; list->joined && i < list->items->len; i++) {
        const char *item = list->items->pdata[i];
        asked += text_list_has(compared, item);
    }
    return asked > 0 && asked < list->items->len;
}

static gboolean is_offered(const char *help, const char *begin, const ValueList *list,
                           const KnownValues *known)
{
    if (list == NULL || list->items->len < 2 || is_prose(list) || gives_examples(help, begin) ||
        goes_on(list)) {
        return FALSE;
    }
    if (list->ranked && list->items->len < BRACKET_ITEMS_MIN) {
        return FALSE; /* "only for n > 2" */
    }
    if (begins_values(help, begin) && !says_more(list) && has_compared(list, known->compared)) {
        return TRUE;
    }
    if (known->defaults->len > 0) {
        return fits_defaults(list->items, known->defaults);
    }
    return list->bars || list->ranked ||
           (list->items->len >= BRACKET_ITEMS_MIN && is_bracketed(help, begin, list->end));
}

/* "(scalar sse avx)": words in brackets with nothing between them; the default has to be one. */
static ValueList *read_bracketed(const char *help, const GPtrArray *defaults)
{
    static const char *const pairs[] = {"()", "[]", "{}", "<>"};
    for (const char *at = help; *at != '\0'; at++) {
        for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
            /* "set(X a b)" in a comment is a command. */
            if (*at != pairs[i][0] || (at > help && value_list_is_item_byte(at[-1]))) {
                continue;
            }
            const char ends[] = {pairs[i][1], '\0'};
            g_autoptr(ValueList) list = value_list_read_spaced(at + 1, ends);
            if (list != NULL && *list->end == pairs[i][1] &&
                list->items->len >= BRACKET_ITEMS_MIN && fits_defaults(list->items, defaults)) {
                return g_steal_pointer(&list);
            }
        }
    }
    return NULL;
}

/* Each once; a single one is no choice. */
static GPtrArray *take(Arena *arena, const ValueList *list)
{
    GPtrArray *values = g_ptr_array_new();
    for (guint i = 0; i < list->items->len; i++) {
        if (!value_list_has(values, list->items->pdata[i])) {
            g_ptr_array_add(values, (gpointer)arena_intern(arena, list->items->pdata[i]));
        }
    }
    if (values->len < 2) {
        g_ptr_array_set_size(values, 0);
    }
    return values;
}

/* The list that a phrase announces: with marks between its words, or, where the default is one of
 * them, with blanks only. */
static ValueList *read_behind(const char *at, const GPtrArray *defaults)
{
    at = value_list_skip_blanks(at + (*at == ':' || *at == '=' ? 1 : 0));
    g_autoptr(ValueList) list = value_list_read(at);
    if (list != NULL && list->items->len >= 2) {
        return g_steal_pointer(&list);
    }
    g_autoptr(ValueList) spaced = value_list_read_spaced(at, ",;\n)]");
    return spaced != NULL && fits_defaults(spaced->items, defaults) ? g_steal_pointer(&spaced)
                                                                    : NULL;
}

/* A list that the text announces: "Possible values are: GEN9, GEN11." The default need not be in
 * it behind the first phrases; behind the others it has to be. NULL when there is none. */
static ValueList *read_announced(const char *help, const GPtrArray *defaults)
{
    static const struct {
        const char *phrase;
        gboolean certain;
    } phrases[] = {{"values are", TRUE},      {"value are", TRUE},     {"options are", TRUE},
                   {"choices are", TRUE},     {"values:", TRUE},       {"one of", TRUE},
                   {"options:", FALSE},       {"choices:", FALSE},     {"supported:", FALSE},
                   {"available:", FALSE},     {"valid:", FALSE},       {"allowed:", FALSE},
                   {"possible:", FALSE},      {"supported=", FALSE},   {"available=", FALSE},
                   {"allowed values", FALSE}, {"valid values", FALSE}, {"possible values", FALSE}};
    static const char of_name[] = "values for ";
    g_autofree char *lower = g_ascii_strdown(help, -1);
    for (gsize i = 0; i < G_N_ELEMENTS(phrases); i++) {
        const char *found = strstr(lower, phrases[i].phrase);
        if (found == NULL) {
            continue;
        }
        const char *at = help + (found - lower) + strlen(phrases[i].phrase);
        g_autoptr(ValueList) list = read_behind(at, defaults);
        if (list != NULL && (phrases[i].certain || fits_defaults(list->items, defaults))) {
            return g_steal_pointer(&list);
        }
    }
    /* "Valid values for MODE are 'a' and 'b'." */
    const char *named = strstr(lower, of_name);
    const char *verb = named != NULL ? strchr(named + strlen(of_name), ' ') : NULL;
    if (verb != NULL && g_str_has_prefix(verb, " are ")) {
        return read_behind(help + (verb - lower) + strlen(" are "), defaults);
    }
    return NULL;
}

/* The listed values, and the default where it is one word. */
static GPtrArray *take_announced(Arena *arena, ValueList *list, const GPtrArray *defaults)
{
    const char *fallback = defaults->len > 0 ? defaults->pdata[0] : "";
    char *item = NULL;
    const char *end = value_list_item(fallback, &item);
    if (end != NULL && *end == '\0' && !has_default(list->items, fallback)) {
        g_ptr_array_insert(list->items, 0, item);
    } else {
        g_free(item);
    }
    return take(arena, list);
}

/* Lines that nothing announces count when the default is the value of one. */
static ValueList *read_lines(const char *text, const GPtrArray *defaults)
{
    gboolean announced = FALSE;
    g_autoptr(ValueList) list = value_list_read_lines(text, &announced);
    return list != NULL && (announced || fits_defaults(list->items, defaults))
               ? g_steal_pointer(&list)
               : NULL;
}

/* "0 = none, 1 = OpenMP", wherever it begins; the default has to be explained, too. */
static ValueList *read_explained(const char *help, const GPtrArray *defaults)
{
    for (const char *at = help; *at != '\0' && defaults->len > 0; at++) {
        if (at > help && value_list_is_item_byte(at[-1])) {
            continue;
        }
        g_autoptr(ValueList) list = value_list_read_explained(at);
        if (list != NULL && fits_defaults(list->items, defaults)) {
            return g_steal_pointer(&list);
        }
    }
    return NULL;
}

static GPtrArray *first_offer(Arena *arena, const char *text, const KnownValues *known)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (at > text && (value_list_is_item_byte(at[-1]) || strchr("'\"`", at[-1]) != NULL)) {
            continue; /* not where a word begins */
        }
        g_autoptr(ValueList) list = value_list_read(at);
        if (is_offered(text, at, list, known)) {
            return take(arena, list);
        }
    }
    return NULL;
}

GPtrArray *facts_help_values(Arena *arena, const char *help, const KnownValues *known)
{
    const GPtrArray *defaults = known->defaults;
    g_autofree char *text = g_strndup(help, HELP_BYTES_MAX);
    g_autoptr(ValueList) lines = read_lines(text, defaults);
    g_autoptr(ValueList) announced =
        lines == NULL ? read_announced(text, defaults) : g_steal_pointer(&lines);
    if (announced != NULL) {
        return take_announced(arena, announced, defaults);
    }
    g_autoptr(ValueList) explained = read_explained(text, defaults);
    if (explained != NULL) {
        return take(arena, explained);
    }
    GPtrArray *offer = first_offer(arena, text, known);
    if (offer != NULL) {
        return offer;
    }
    g_autoptr(ValueList) bracketed = read_bracketed(text, defaults);
    if (bracketed != NULL) {
        return take(arena, bracketed);
    }
    g_autoptr(ValueList) remarks = read_remarks(text);
    if (remarks != NULL && fits_defaults(remarks->items, defaults)) {
        return take(arena, remarks);
    }
    return g_ptr_array_new();
}
