#include "discover/autotools/option_lists.h"
#include "core/text_order.h"
#include "discover/autotools/option_form.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* What stands between the words of a list. */
#define SEPARATORS ",;:+| "
#define NAME_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"
#define WORD_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.+-"

/* What a name that is put together begins with: less fits too many. */
#define COMPOSED_BYTES_MIN 3u
/* Variables of one such name. */
#define COMPOSED_MAX 64u

/* The option of which the text is the hole, and nothing else; NULL: none. */
static OptionState *option_of_text(Configure *self, const char *text)
{
    g_autofree char *value = NULL;
    return text != NULL && symbols_of_hole(self->symbols, text) != NULL
               ? configure_option_of(self, text, "", &value)
               : NULL;
}

/* The text of an echo without the quotes around it. The caller frees it. */
static char *unquoted(const char *text)
{
    gsize length = strlen(text);
    gboolean quoted = length >= 2 && (*text == '"' || *text == '\'') && text[length - 1] == *text;
    return quoted ? g_strndup(text + 1, length - 2) : g_strdup(text);
}

/* What prints a text, and what makes a list of words of it: parts them, or writes them small. */
typedef enum { PRINTS, PARTS, EDITS, WRITES_SMALL, PATTERN_COUNT } PatternKind;

static const GRegex *pattern_for(PatternKind kind)
{
    static const char *const patterns[PATTERN_COUNT] = {
        [PRINTS] = "^(?:echo|printf ++[\"']?%s(?:\\\\?n)?[\"']?) ++",
        [PARTS] = "^tr ++(?:-s ++)?([\"']?)[,;:+|]\\1 ++([\"']?)(?:[,;: ]|\\\\?n|\\\\?012)\\2\\z",
        [EDITS] = "^[^ |]++ ++(?:-e ++)?([\"']?)s(.)\\[?[,;:+|]+\\]?\\2(?:[,; ]|\\\\?n)\\2g?\\1\\z",
        [WRITES_SMALL] = "^tr ++(?:-s ++)?([\"']?)(?:\\[?A-Z\\]?|\\[:upper:\\])\\1 "
                         "++([\"']?)(?:\\[?a-z\\]?|\\[:lower:\\])\\2\\z",
    };
    static GRegex *compiled[PATTERN_COUNT];
    static gsize done = 0;
    if (g_once_init_enter(&done)) {
        for (guint i = 0; i < PATTERN_COUNT; i++) {
            compiled[i] = g_regex_new(patterns[i], G_REGEX_RAW, 0, NULL);
        }
        g_once_init_leave(&done, 1);
    }
    return compiled[kind];
}

/* What the command puts between the words of a list; the caller frees it. NULL when it does
 * something else with what is printed. */
static char *printed_list(const char *command, gboolean *lower)
{
    const char *bar = strchr(command, '|');
    if (bar == NULL) {
        return NULL;
    }
    g_autofree char *print = g_strstrip(g_strndup(command, (gsize)(bar - command)));
    g_autofree char *filter = g_strstrip(g_strdup(bar + 1));
    g_autoptr(GMatchInfo) match = NULL;
    int begin = 0;
    if (!g_regex_match(pattern_for(PRINTS), print, 0, &match) ||
        !g_match_info_fetch_pos(match, 0, NULL, &begin)) {
        return NULL;
    }
    *lower = g_regex_match(pattern_for(WRITES_SMALL), filter, 0, NULL);
    gboolean listed = *lower || g_regex_match(pattern_for(PARTS), filter, 0, NULL) ||
                      g_regex_match(pattern_for(EDITS), filter, 0, NULL);
    return listed ? unquoted(print + begin) : NULL;
}

/* Whether its help speaks of several words at once. */
static gboolean is_list(const OptionState *state)
{
    const DefinitionRecord *definition = state->record->definitions->pdata[0];
    const char *const texts[] = {state->argument, definition->help};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        if (texts[i] != NULL &&
            g_regex_match_simple("\\blists?\\b|\\bseparated\\b|one or more|any of|,\\.\\.\\.",
                                 texts[i], G_REGEX_CASELESS, 0)) {
            return TRUE;
        }
    }
    return FALSE;
}

Value *option_lists_output(Configure *self, const Value *command)
{
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    gboolean of_option = FALSE;
    gboolean known = TRUE;
    for (guint i = 0; known && i < command->count; i++) {
        const Alternative *alternative = &command->alternatives[i];
        gboolean lower = FALSE;
        g_autofree char *text =
            alternative->text != NULL ? printed_list(alternative->text, &lower) : NULL;
        const OptionState *state = option_of_text(self, text);
        gboolean option = state != NULL && (lower || is_list(state));
        known = text != NULL && (option || !text_has_hole(text));
        of_option = of_option || option;
        if (known && !option) {
            g_autofree char *words =
                lower ? g_ascii_strdown(text, -1) : g_strdelimit(g_strdup(text), SEPARATORS, ' ');
            value_builder_add(builder, words, alternative->when);
        } else if (known) {
            value_builder_add(builder, text, alternative->when);
        }
    }
    g_autoptr(Value) result = value_builder_end(builder);
    return known && of_option ? g_steal_pointer(&result) : NULL;
}

gboolean option_lists_asks(Configure *self, const char *text, const char *pattern, char **list,
                           char **word)
{
    gsize length = strlen(pattern);
    gsize bytes = strlen(text);
    if (length < 3 || *pattern != '*' || pattern[length - 1] != '*') {
        return FALSE;
    }
    char separator = bytes > 2 && strchr(SEPARATORS, *text) != NULL ? *text : '\0';
    gsize edge = separator != '\0' ? 1 : 0;
    if (length < 3 + 2 * edge ||
        (edge > 0 && (text[bytes - 1] != separator || pattern[1] != separator ||
                      pattern[length - 2] != separator))) {
        return FALSE;
    }
    g_autofree char *inside = g_strndup(text + edge, bytes - 2 * edge);
    g_autofree char *asked = g_strndup(pattern + 1 + edge, length - 2 - 2 * edge);
    OptionState *state = option_of_text(self, inside);
    if (state == NULL || asked[strspn(asked, WORD_BYTES)] != '\0' || *asked == '-' ||
        *asked == '.' || (edge == 0 && !is_list(state))) {
        return FALSE;
    }
    *list = g_steal_pointer(&inside);
    *word = g_steal_pointer(&asked);
    return TRUE;
}

/* "grep", "egrep", "$GREP". */
static gboolean is_search(Configure *self, const Word *word)
{
    static const char *const names[] = {"grep", "egrep", "fgrep", "GREP", "EGREP", "FGREP", NULL};
    const char *name = word_literal(self->arena, word);
    if (name == NULL && word->count == 1 && word->parts[0].kind == PART_VARIABLE) {
        name = word->parts[0].text;
    }
    return name != NULL && g_strv_contains(names, name);
}

/* The word behind "grep -q"; NULL where it is none, or where lines without it are looked for. With
 * a dot or a plus in it the word is a pattern, but for -F. `loose` becomes TRUE where -w or -i say
 * what is like it. */
static const char *searched_word(Configure *self, const Node *command, gboolean *loose)
{
    if (command->kind != NODE_SIMPLE || command->words->len < 2 ||
        !is_search(self, command->words->pdata[0])) {
        return NULL;
    }
    gboolean fixed = FALSE;
    for (guint i = 1; i < command->words->len; i++) {
        const char *word = word_literal(self->arena, command->words->pdata[i]);
        if (word == NULL || (*word == '-' && word[1 + strspn(word + 1, "qiwsF")] != '\0')) {
            return NULL;
        }
        if (*word == '-') {
            fixed = fixed || strchr(word, 'F') != NULL;
            *loose = *loose || strpbrk(word, "iw") != NULL;
            continue;
        }
        gboolean plain = *word != '\0' && *word != '.' && word[strspn(word, WORD_BYTES)] == '\0' &&
                         (fixed || strpbrk(word, ".+") == NULL);
        return plain && i + 1 == command->words->len ? word : NULL;
    }
    return NULL;
}

/* Whether the text has the word or not however one looks: as part of another, and in any case. */
static gboolean is_clear(const char *text, const char *word)
{
    g_autofree char *lower = g_ascii_strdown(text, -1);
    g_autofree char *lower_word = g_ascii_strdown(word, -1);
    if (strstr(lower, lower_word) == NULL) {
        return TRUE;
    }
    g_auto(GStrv) words = g_strsplit_set(text, SEPARATORS, -1);
    return g_strv_contains((const char *const *)words, word);
}

gboolean option_lists_searches(Configure *self, const Node *pipe, Guard *found)
{
    const Node *first = pipe->items->len == 2 ? pipe->items->pdata[0] : NULL;
    if (first == NULL || first->kind != NODE_SIMPLE || first->words->len != 2 ||
        g_strcmp0(word_literal(self->arena, first->words->pdata[0]), "echo") != 0) {
        return FALSE;
    }
    const Node *second = pipe->items->pdata[1];
    gboolean loose = FALSE;
    const char *word = second != NULL ? searched_word(self, second, &loose) : NULL;
    g_autoptr(Value) value = word != NULL ? configure_word(self, first->words->pdata[1]) : NULL;
    gboolean of_list = FALSE;
    gboolean known = value != NULL;
    for (guint i = 0; known && i < value->count; i++) {
        const char *text = value->alternatives[i].text;
        const OptionState *state = option_of_text(self, text);
        of_list = of_list || (state != NULL && is_list(state));
        known = state != NULL
                    ? is_list(state)
                    : text == NULL || (!text_has_hole(text) && (!loose || is_clear(text, word)));
    }
    if (!known || !of_list) {
        return FALSE;
    }
    g_autofree char *pattern = g_strdup_printf("*%s*", word);
    *found = configure_matches(self, value, pattern, TRUE, VALUE_COMPARED);
    return TRUE;
}

/* The names that the script reads, "$name" and "${name", sorted, each once. */
static const GPtrArray *read_names(Configure *self)
{
    if (self->read_names != NULL) {
        return self->read_names;
    }
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    self->read_names = g_ptr_array_new_with_free_func(g_free);
    for (const char *at = strchr(self->script, '$'); at != NULL; at = strchr(at + 1, '$')) {
        const char *begin = at + (at[1] == '{' ? 2 : 1);
        g_autofree char *name = g_strndup(begin, strspn(begin, NAME_BYTES));
        if (*name != '\0' && !g_hash_table_contains(seen, name)) {
            g_hash_table_add(seen, name);
            g_ptr_array_add(self->read_names, g_steal_pointer(&name));
        }
    }
    g_ptr_array_sort(self->read_names, text_order);
    return self->read_names;
}

/* Where the names begin that are not less than this one. */
static guint first_name(const GPtrArray *names, const char *begin)
{
    guint low = 0;
    for (guint high = names->len; low < high;) {
        guint middle = low + (high - low) / 2;
        if (strcmp(names->pdata[middle], begin) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Whether the script itself gives the variable nothing but texts that it has written down. */
static gboolean is_own_text(const ShellVariable *variable)
{
    for (guint i = 0; variable->value != NULL && i < variable->value->count; i++) {
        const char *text = variable->value->alternatives[i].text;
        if (text != NULL && text_has_hole(text)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Gives each variable of the script that is called so, and is of no option, its value where its
 * word, which stands between `begin` and `end`, is in the list. */
static void assign_composed(Configure *self, const char *list, const char *begin, const char *end,
                            const char *value)
{
    const GPtrArray *names = read_names(self);
    gsize around = strlen(begin) + strlen(end);
    g_autoptr(Value) given = value_of_text(list);
    const Guard path = self->path;
    Kept kept = {.guards = {&path}};
    kept_add(&self->kept, &kept);
    guint count = 0;
    for (guint i = first_name(names, begin); i < names->len; i++) {
        const char *name = names->pdata[i];
        gsize length = strlen(name);
        if (!g_str_has_prefix(name, begin)) {
            break;
        }
        if (length <= around || !g_str_has_suffix(name, end) ||
            g_hash_table_contains(self->options, name) ||
            !is_own_text(configure_variable(self, name))) {
            continue;
        }
        if (count++ >= COMPOSED_MAX) {
            configure_ledger(self, self->at, "limit: names that hold values", begin);
            break;
        }
        g_autofree char *word = g_strndup(name + strlen(begin), length - around);
        g_autoptr(Value) asked = value_of_text(word);
        self->path =
            guard_and(self->guards, path, configure_equals(self, given, asked, VALUE_COMPARED));
        configure_assign(self, name, value_of_text(value));
        self->path = path;
    }
    kept_drop(&self->kept, &kept);
}

gboolean option_lists_assigns(Configure *self, const char *text)
{
    const char *hole = strchr(text, HOLE_BEGIN);
    const char *behind = hole;
    if (hole == NULL || (gsize)(hole - text) < COMPOSED_BYTES_MIN ||
        strspn(text, NAME_BYTES) != (gsize)(hole - text) ||
        symbols_read_hole(self->symbols, &behind) == NULL) {
        return FALSE;
    }
    gsize end = strspn(behind, NAME_BYTES);
    g_autofree char *list = g_strndup(hole, (gsize)(behind - hole));
    const OptionState *state = option_of_text(self, list);
    if (state == NULL || !is_list(state) || behind[end] != '=' || text_has_hole(behind + end) ||
        strpbrk(behind + end, "$`;") != NULL) {
        return FALSE;
    }
    g_autofree char *first = g_strndup(text, (gsize)(hole - text));
    g_autofree char *last = g_strndup(behind, end);
    g_autofree char *value = unquoted(behind + end + 1);
    assign_composed(self, list, first, last, value);
    return TRUE;
}
