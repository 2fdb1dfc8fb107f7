#include "discover/facts_values.h"

#include <string.h>

/* Fewer items in brackets are a remark as a rule: "(CUDA, HIP)" beside an option without default.
 */
#define BRACKET_ITEMS_MIN 3u

/* One list as it is read from a place in a text. */
typedef struct {
    GPtrArray *items; /* char * */
    gboolean bars;    /* separated by '|' */
    gboolean joined;  /* by more than commas: "or", "and", '/', '|', ';' */
    const char *end;  /* behind the last item */
} List;

static List *list_new(void)
{
    List *self = g_new0(List, 1);
    self->items = g_ptr_array_new_with_free_func(g_free);
    return self;
}

static void list_free(List *self)
{
    g_ptr_array_unref(self->items);
    g_free(self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(List, list_free)

static gboolean is_item_byte(char byte)
{
    return g_ascii_isalnum(byte) || (byte != '\0' && strchr("_.+-", byte) != NULL);
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\n");
}

/* One word, in quotes or not, with a remark behind it as in "pack[built-in]"; NULL when there is
 * none. A point at its end belongs to the sentence. */
static const char *read_item(const char *at, char **item)
{
    char quote = *at == '\'' || *at == '"' || *at == '`' ? *at : '\0';
    const char *begin = quote != '\0' ? at + 1 : at;
    const char *end = begin;
    while (is_item_byte(*end)) {
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
        end += *end == quote ? 1 : 0;
    }
    if (*end == '[') {
        const char *close = strchr(end, ']');
        end = close != NULL ? close + 1 : end;
    }
    return end;
}

/* Behind ", ", " or ", ", and ", "/", "|", ";"; NULL when no separator is there. */
static const char *read_separator(const char *at, List *list)
{
    static const char *const words[] = {"or", "and", NULL};
    const char *next = skip_blanks(at);
    gboolean mark = *next != '\0' && strchr(",/|;", *next) != NULL;
    list->bars = list->bars || *next == '|';
    list->joined = list->joined || (mark && *next != ',');
    next = mark ? skip_blanks(next + 1) : next;
    for (gsize i = 0; words[i] != NULL; i++) {
        gsize length = strlen(words[i]);
        if (strncmp(next, words[i], length) == 0 && g_ascii_isspace(next[length])) {
            list->joined = TRUE;
            return skip_blanks(next + length);
        }
    }
    return mark ? next : NULL;
}

static List *read_list(const char *at)
{
    g_autoptr(List) list = list_new();
    gboolean quoted = FALSE;
    while (at != NULL && list->items->len <= HELP_VALUES_MAX) {
        char *item = NULL;
        const char *end = read_item(at, &item);
        gboolean plain = g_ascii_isalnum(*at);
        /* "\"internal\", or a valid directory name": words for something else. */
        if (end == NULL || (quoted && plain && *end == ' ' && g_ascii_isalpha(end[1]))) {
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

/* The single words in parentheses: "64-bit (64) or 32-bit (32)". */
static List *read_remarks(const char *help)
{
    g_autoptr(List) list = list_new();
    for (const char *at = strchr(help, '('); at != NULL; at = strchr(at + 1, '(')) {
        char *item = NULL;
        const char *end = read_item(at + 1, &item);
        if (end == NULL || *end != ')' || list->items->len == HELP_VALUES_MAX) {
            g_free(item);
            return NULL;
        }
        g_ptr_array_add(list->items, item);
    }
    return g_steal_pointer(&list);
}

static gboolean has_item(const GPtrArray *items, const char *text)
{
    for (guint i = 0; i < items->len; i++) {
        if (g_ascii_strcasecmp(items->pdata[i], text) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a default, or each of several that it joins with ';', is listed. */
static gboolean has_default(const GPtrArray *items, const char *value)
{
    g_auto(GStrv) parts = g_strsplit(value, ";", -1);
    guint found = 0;
    for (char **part = parts; *part != NULL; part++) {
        if (!has_item(items, *part)) {
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
static gboolean is_prose(const List *list)
{
    return list->items->len == 2 && !list->joined && g_ascii_isspace(*list->end) &&
           g_ascii_islower(*skip_blanks(list->end));
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
static gboolean goes_on(const List *list)
{
    const char *rest = skip_blanks(list->end);
    const char *last = list->items->pdata[list->items->len - 1];
    rest = skip_blanks(rest + (*rest == ',' ? 1 : 0));
    return g_str_has_prefix(rest, "...") || g_ascii_strcasecmp(last, "etc") == 0;
}

static gboolean is_offered(const char *help, const char *begin, const List *list,
                           const GPtrArray *defaults)
{
    if (list == NULL || list->items->len < 2 || is_prose(list) || gives_examples(help, begin) ||
        goes_on(list)) {
        return FALSE;
    }
    if (defaults->len > 0) {
        return fits_defaults(list->items, defaults);
    }
    return list->bars ||
           (list->items->len >= BRACKET_ITEMS_MIN && is_bracketed(help, begin, list->end));
}

/* Each once; a single one is no choice. */
static GPtrArray *take(Arena *arena, const List *list)
{
    GPtrArray *values = g_ptr_array_new();
    for (guint i = 0; i < list->items->len; i++) {
        if (!has_item(values, list->items->pdata[i])) {
            g_ptr_array_add(values, (gpointer)arena_intern(arena, list->items->pdata[i]));
        }
    }
    if (values->len < 2) {
        g_ptr_array_set_size(values, 0);
    }
    return values;
}

/* The value that a line is about: "AUTO - leaves it to the program", "1: SSE", "* USM"; NULL when
 * it is about none. */
static char *read_line_item(const char *line)
{
    const char *at = skip_blanks(line);
    gboolean marked = *at == '-' || *at == '*';
    char *item = NULL;
    const char *end = read_item(marked ? skip_blanks(at + 1) : at, &item);
    if (end != NULL) {
        const char *next = skip_blanks(end);
        gboolean dash = next > end && *next == '-' && g_ascii_isspace(next[1]);
        gboolean colon = *next == ':' && (g_ascii_isspace(next[1]) || next[1] == '\0');
        if (dash || colon || (marked && *next == '\0')) {
            return item;
        }
    }
    g_free(item);
    return NULL;
}

/* Values that are each explained in a line of their own, below a line that ends with a colon. */
static List *read_lines(const char *help)
{
    g_auto(GStrv) lines = g_strsplit(help, "\n", -1);
    g_autoptr(List) list = list_new();
    for (guint i = 0; lines[i] != NULL; i++) {
        g_strchomp(lines[i]);
        if (!g_str_has_suffix(lines[i], ":") || strstr(lines[i], "xample") != NULL) {
            continue;
        }
        for (guint k = i + 1; lines[k] != NULL && list->items->len < HELP_VALUES_MAX; k++) {
            g_strchomp(lines[k]);
            char *item = read_line_item(lines[k]);
            if (item == NULL) {
                break;
            }
            g_ptr_array_add(list->items, item);
        }
        if (list->items->len >= 2) {
            return g_steal_pointer(&list);
        }
        g_ptr_array_set_size(list->items, 0);
    }
    return NULL;
}

/* A list that the text announces: "Possible values are: GEN9, GEN11." The default need not be in
 * it; NULL when there is none. */
static List *read_announced(const char *help)
{
    static const char *const phrases[] = {"values are",  "value are", "options are",
                                          "choices are", "values:",   "one of"};
    static const char of_name[] = "values for ";
    g_autofree char *lower = g_ascii_strdown(help, -1);
    for (gsize i = 0; i < G_N_ELEMENTS(phrases); i++) {
        const char *found = strstr(lower, phrases[i]);
        if (found == NULL) {
            continue;
        }
        const char *at = help + (found - lower) + strlen(phrases[i]);
        g_autoptr(List) list = read_list(skip_blanks(at + (*at == ':' ? 1 : 0)));
        if (list != NULL && list->items->len >= 2) {
            return g_steal_pointer(&list);
        }
    }
    /* "Valid values for MODE are 'a' and 'b'." */
    const char *named = strstr(lower, of_name);
    const char *verb = named != NULL ? strchr(named + strlen(of_name), ' ') : NULL;
    if (verb != NULL && g_str_has_prefix(verb, " are ")) {
        g_autoptr(List) list = read_list(skip_blanks(help + (verb - lower) + strlen(" are ")));
        if (list != NULL && list->items->len >= 2) {
            return g_steal_pointer(&list);
        }
    }
    return NULL;
}

/* The listed values, and the default where it is one word. */
static GPtrArray *take_announced(Arena *arena, List *list, const GPtrArray *defaults)
{
    const char *fallback = defaults->len > 0 ? defaults->pdata[0] : "";
    char *item = NULL;
    const char *end = read_item(fallback, &item);
    if (end != NULL && *end == '\0' && !has_default(list->items, fallback)) {
        g_ptr_array_insert(list->items, 0, item);
    } else {
        g_free(item);
    }
    return take(arena, list);
}

GPtrArray *facts_help_values(Arena *arena, const char *help, const GPtrArray *defaults)
{
    g_autofree char *text = g_strndup(help, HELP_BYTES_MAX);
    g_autoptr(List) lines = read_lines(text);
    g_autoptr(List) announced = lines == NULL ? read_announced(text) : g_steal_pointer(&lines);
    if (announced != NULL) {
        return take_announced(arena, announced, defaults);
    }
    for (const char *at = text; *at != '\0'; at++) {
        if (at > text && (is_item_byte(at[-1]) || strchr("'\"`", at[-1]) != NULL)) {
            continue; /* not where a word begins */
        }
        g_autoptr(List) list = read_list(at);
        if (is_offered(text, at, list, defaults)) {
            return take(arena, list);
        }
    }
    g_autoptr(List) remarks = read_remarks(text);
    if (remarks != NULL && fits_defaults(remarks->items, defaults)) {
        return take(arena, remarks);
    }
    return g_ptr_array_new();
}

/* ---- the options of a project ---------------------------------------------------------------- */

static gboolean may_be_listed(const Option *option)
{
    switch (option->type) {
    case OPTION_STRING:
    case OPTION_UNTYPED:
        break;
    case OPTION_BOOL:
    case OPTION_PATH:
    case OPTION_FILEPATH:
    case OPTION_INTERNAL:
        return FALSE;
    }
    for (guint i = 0; option->values != NULL && i < option->values->len; i++) {
        if (((const AllowedValue *)option->values->pdata[i])->origin == VALUE_DECLARED) {
            return FALSE;
        }
    }
    return option->definitions != NULL;
}

/* Defaults that are texts; what a variable or function gives is none. */
static GPtrArray *known_defaults(const Option *option)
{
    GPtrArray *defaults = g_ptr_array_new();
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        for (guint k = 0; definition->defaults != NULL && k < definition->defaults->len; k++) {
            const char *value = ((const DefaultValue *)definition->defaults->pdata[k])->value;
            if (value != NULL && *value != '\0' && strstr(value, "${") == NULL) {
                g_ptr_array_add(defaults, (gpointer)value);
            }
        }
    }
    return defaults;
}

static void add_help_values(Facts *facts, Option *option)
{
    g_autoptr(GPtrArray) defaults = known_defaults(option);
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        if (definition->help == NULL) {
            continue;
        }
        g_autoptr(GPtrArray) listed = facts_help_values(facts->arena, definition->help, defaults);
        if (listed->len == 0) {
            continue;
        }
        GPtrArray *values = arena_array(facts->arena);
        for (guint k = 0; k < listed->len; k++) {
            AllowedValue *value = arena_new0(facts->arena, AllowedValue);
            *value = (AllowedValue){
                .value = listed->pdata[k], .origin = VALUE_HELP, .at = definition->at};
            g_ptr_array_add(values, value);
        }
        for (guint k = 0; option->values != NULL && k < option->values->len; k++) {
            AllowedValue *value = option->values->pdata[k];
            if (!has_item(listed, value->value)) {
                g_ptr_array_add(values, value);
            }
        }
        option->values = values;
        option->free_form = TRUE;
        return;
    }
}

/* "if(A STREQUAL B)" compares with what B holds, and when B is an option that is no value of A. */
static void drop_names(const Facts *facts, Option *option)
{
    GPtrArray *kept = arena_array(facts->arena);
    for (guint i = 0; option->values != NULL && i < option->values->len; i++) {
        AllowedValue *value = option->values->pdata[i];
        if (value->origin != VALUE_COMPARED || facts_option(facts, value->value) == NULL) {
            g_ptr_array_add(kept, value);
        }
    }
    if (option->values != NULL && kept->len < option->values->len) {
        option->values = kept;
    }
}

void facts_complete_values(Facts *facts)
{
    for (guint i = 0; i < facts->options->len; i++) {
        Option *option = facts->options->pdata[i];
        drop_names(facts, option);
        if (may_be_listed(option)) {
            add_help_values(facts, option);
        }
    }
}
