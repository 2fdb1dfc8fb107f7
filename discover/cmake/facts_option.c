#include "discover/cmake/facts_option.h"
#include "core/switch_word.h"
#include "discover/cmake/comment_list.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* Comment lines above a definition that are kept. */
#define COMMENT_LINES_MAX 30u

gboolean facts_option_never(const FactsSource *self, Guard guard)
{
    Guard expanded;
    symbols_expand(self->symbols, guard, &expanded);
    return guard_is_false(expanded);
}

/* The comment lines right above a place. */
static const char *comment_above(const FactsSource *self, const Span *at)
{
    guint first = at->line;
    while (first > 1 && at->line - first < COMMENT_LINES_MAX) {
        const char *line = self->line(self->data, at->path, first - 1);
        if (line == NULL || line[strspn(line, " \t")] != '#') {
            break;
        }
        first--;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = first; i < at->line; i++) {
        const char *line = self->line(self->data, at->path, i);
        line += strspn(line, " \t#");
        gsize length = strcspn(line, "\r\n");
        if (length > 0) {
            g_string_append(text, text->len > 0 ? "\n" : "");
            g_string_append_len(text, line, (gssize)length);
        }
    }
    return text->len > 0 ? arena_strdup(self->arena, text->str) : NULL;
}

/* Whether the text has pieces that may be there or not, too many to tell each way apart. */
static gboolean has_pieces(const FactsSource *self, const char *text)
{
    while (text != NULL && (text = strchr(text, HOLE_BEGIN)) != NULL) {
        const char *at = text;
        const Symbol *symbol = symbols_read_hole(self->symbols, &at);
        if (symbol != NULL && symbol->optional_text != NULL) {
            return TRUE;
        }
        text = at > text ? at : text + 1;
    }
    return FALSE;
}

static Definition *definition_build(const FactsSource *self, const DefinitionRecord *record)
{
    Definition *definition = arena_new0(self->arena, Definition);
    GPtrArray *defaults = arena_array(self->arena);
    for (guint i = 0; i < record->defaults->len; i++) {
        const GuardedText *text = &g_array_index(record->defaults, GuardedText, i);
        DefaultValue *value = arena_new0(self->arena, DefaultValue);
        g_autofree char *readable = text->text != NULL && !has_pieces(self, text->text)
                                        ? symbols_readable(self->symbols, text->text)
                                        : NULL;
        *value = (DefaultValue){readable != NULL ? arena_intern(self->arena, readable) : NULL,
                                symbols_condition_given(self->symbols, text->when, record->exists)};
        g_ptr_array_add(defaults, value);
    }
    *definition = (Definition){.at = record->at,
                               .declared_at = record->declared_at,
                               .text = record->text,
                               .help = record->help,
                               .help_form = record->help_form,
                               .type = record->type,
                               .force = record->force,
                               .result = record->result,
                               .order = record->order,
                               .exists = symbols_condition(self->symbols, record->exists),
                               .defaults = defaults,
                               .wrappers = record->wrappers};
    return definition;
}

static int compare_spans(gconstpointer a, gconstpointer b)
{
    return span_compare(a, b);
}

static int compare_definitions(gconstpointer a, gconstpointer b)
{
    const DefinitionRecord *const *x = a;
    const DefinitionRecord *const *y = b;
    if ((*x)->force != (*y)->force) {
        return (*x)->force ? 1 : -1;
    }
    int order = span_compare(&(*x)->at, &(*y)->at);
    return order != 0 ? order : span_compare(&(*x)->declared_at, &(*y)->declared_at);
}

/* The type that people see: that of the first definition that does not overwrite what they gave. */
static OptionType first_type(const OptionRecord *record)
{
    OptionType overwritten = OPTION_INTERNAL;
    for (guint i = 0; i < record->definitions->len; i++) {
        const DefinitionRecord *definition = record->definitions->pdata[i];
        if (definition->type != OPTION_INTERNAL && !definition->force) {
            return definition->type;
        }
        overwritten = overwritten == OPTION_INTERNAL ? definition->type : overwritten;
    }
    return overwritten;
}

/* Whether the project only reads it: somebody may give it, but nothing declares it. */
static gboolean is_undeclared(const FactsSource *self, const OptionRecord *record)
{
    return record->definitions->len == 0 && record->uses->len > 0 &&
           record->symbol != SYMBOL_NONE && symbols_at(self->symbols, record->symbol)->given;
}

/* "2", "17": a number that does not say on or off. */
static gboolean is_count(const char *text)
{
    return text != NULL && g_ascii_isdigit(*text) && text[strspn(text, G_CSET_DIGITS)] == '\0' &&
           strcmp(text, "0") != 0 && strcmp(text, "1") != 0;
}

/* "if(NOT DEFINED X) set(X 2)": the numbers that the project takes are values that people may give,
 * so it is no switch. */
static gboolean takes_numbers(const FactsSource *self, OptionRecord *record)
{
    g_autoptr(GPtrArray) numbers = g_ptr_array_new();
    gboolean count = FALSE;
    for (guint i = 0; i < record->fallbacks->len; i++) {
        const DefinitionRecord *fallback = record->fallbacks->pdata[i];
        for (guint k = 0; k < fallback->defaults->len; k++) {
            const GuardedText *number = &g_array_index(fallback->defaults, GuardedText, k);
            if (number->text == NULL || number->text[strspn(number->text, G_CSET_DIGITS)] != '\0') {
                return FALSE;
            }
            count = count || is_count(number->text);
            g_ptr_array_add(numbers, (gpointer)number->text);
        }
    }
    for (guint i = 0; count && numbers->len > 1 && i < numbers->len; i++) {
        const DefinitionRecord *first = record->fallbacks->pdata[0];
        recorder_value(self->recorder, record, numbers->pdata[i], VALUE_DECLARED, first->at);
    }
    return count;
}

/* One that is only asked whether it is true has two values, though nobody lists them. */
static gboolean is_undeclared_switch(const FactsSource *self, OptionRecord *record)
{
    if (!is_undeclared(self, record) || !symbols_at(self->symbols, record->symbol)->boolean ||
        takes_numbers(self, record)) {
        return FALSE;
    }
    Span at = g_array_index(record->uses, Span, 0);
    recorder_value(self->recorder, record, "ON", VALUE_COMPARED, at);
    recorder_value(self->recorder, record, "OFF", VALUE_COMPARED, at);
    return TRUE;
}

static gboolean is_vendored(const FactsSource *self, const OptionRecord *record)
{
    gboolean vendored = record->definitions->len > 0 || record->uses->len > 0;
    for (guint i = 0; i < record->definitions->len && vendored; i++) {
        const DefinitionRecord *definition = record->definitions->pdata[i];
        vendored = definition->type == OPTION_INTERNAL ||
                   facts_option_never(self, definition->exists) ||
                   self->is_vendored(self->data, definition->at.path);
    }
    for (guint i = 0; i < record->uses->len && record->definitions->len == 0 && vendored; i++) {
        vendored = self->is_vendored(self->data, g_array_index(record->uses, Span, i).path);
    }
    return vendored;
}

/* A choice also allows what it defaults to, if that is known before files are generated. */
static void add_default_values(const FactsSource *self, OptionRecord *record, const Option *option)
{
    if (record->values->len == 0 || option->type == OPTION_BOOL) {
        return;
    }
    for (guint d = 0; d < record->definitions->len; d++) {
        const DefinitionRecord *definition = record->definitions->pdata[d];
        for (guint i = 0; i < definition->defaults->len; i++) {
            const char *text = g_array_index(definition->defaults, GuardedText, i).text;
            if (text != NULL && *text != '\0' && !text_has_hole(text) &&
                strstr(text, "$<") == NULL) {
                recorder_value(self->recorder, record, text, VALUE_DEFAULT, definition->at);
            }
        }
    }
}

static gboolean has_word(const OptionRecord *record, const char *text)
{
    for (guint i = 0; i < record->words->len; i++) {
        if (g_ascii_strcasecmp(((const AllowedValue *)record->words->pdata[i])->value, text) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* One word, or words without the default, may be pieces of what the option is given. Where nothing
 * is the default, it says nothing of them. */
static gboolean words_are_values(const OptionRecord *record)
{
    gboolean known = FALSE;
    gboolean found = FALSE;
    for (guint d = 0; d < record->definitions->len && !found; d++) {
        const GArray *defaults =
            ((const DefinitionRecord *)record->definitions->pdata[d])->defaults;
        for (guint i = 0; i < defaults->len && !found; i++) {
            const char *text = g_array_index(defaults, GuardedText, i).text;
            if (text != NULL && *text != '\0' && !text_has_hole(text) &&
                !switch_word_is_none(text)) {
                known = TRUE;
                found = has_word(record, text);
            }
        }
    }
    return record->words->len >= 2 && (found || !known);
}

/* Words that a pattern asks for, or that names hold, are the values where nothing else tells any.
 */
static void add_words(const FactsSource *self, OptionRecord *record)
{
    for (guint i = 0; i < record->values->len; i++) {
        const AllowedValue *value = record->values->pdata[i];
        if (value->origin != VALUE_DEFAULT && !switch_word_is_none(value->value)) {
            return;
        }
    }
    for (guint i = 0; words_are_values(record) && i < record->words->len; i++) {
        const AllowedValue *word = record->words->pdata[i];
        recorder_value(self->recorder, record, word->value, word->origin, word->at);
    }
}

/* A project that compares a letter-case variant of a declared value means the declared one. */
static const GPtrArray *values_build(const FactsSource *self, const OptionRecord *record)
{
    GPtrArray *values = arena_array(self->arena);
    for (guint i = 0; i < record->values->len; i++) {
        AllowedValue *value = record->values->pdata[i];
        gboolean variant = FALSE;
        for (guint k = 0; k < record->values->len && value->origin != VALUE_DECLARED; k++) {
            const AllowedValue *other = record->values->pdata[k];
            variant = variant || (other->origin < value->origin &&
                                  g_ascii_strcasecmp(other->value, value->value) == 0);
        }
        if (!variant) {
            g_ptr_array_add(values, value);
        }
    }
    return values;
}

static gboolean declares_values(const OptionRecord *record)
{
    for (guint i = 0; i < record->values->len; i++) {
        if (((const AllowedValue *)record->values->pdata[i])->origin == VALUE_DECLARED) {
            return TRUE;
        }
    }
    return FALSE;
}

Guard facts_option_without(const FactsSource *self, Guard guard, SymbolId symbol)
{
    g_autoptr(GArray) support = guard_support(self->guards, guard);
    for (guint i = 0; i < support->len; i++) {
        guint variable = g_array_index(support, guint, i);
        if (symbols_atom(self->symbols, variable)->symbol == symbol) {
            guard = guard_or(self->guards, guard_restrict(self->guards, guard, variable, TRUE),
                             guard_restrict(self->guards, guard, variable, FALSE));
        }
    }
    return guard;
}

/* The guard without the option's own say, as in "if(NOT X) set(X ... CACHE ...)": where a person
 * gives it, it is there as well. With `absent` where nobody does. */
static Guard without_own_say(const FactsSource *self, Symbol *symbol, Guard guard, gboolean absent)
{
    Guard expanded = guard;
    symbols_expand(self->symbols, guard, &expanded);
    Guard without = facts_option_without(self, expanded, symbol->id);
    if (guard_same(without, expanded)) {
        return guard;
    }
    return absent ? facts_option_without(
                        self,
                        guard_and(self->guards, expanded, symbol_equals(self->symbols, symbol, "")),
                        symbol->id)
                  : without;
}

/* if(NOT X) option(X ...) endif(): where a person has given the switch it is there as well. With a
 * second declaration X may be asked for what the first one says. */
static void leave_out_own_truth(const FactsSource *self, const Symbol *symbol,
                                const OptionRecord *record)
{
    if (!symbol->boolean || symbol->given || record->definitions->len != 1) {
        return;
    }
    DefinitionRecord *definition = record->definitions->pdata[0];
    definition->exists = facts_option_without(self, definition->exists, symbol->id);
    for (guint k = 0; k < definition->defaults->len; k++) {
        GuardedText *text = &g_array_index(definition->defaults, GuardedText, k);
        text->when = facts_option_without(self, text->when, symbol->id);
    }
}

/* For a switch OFF is an answer like any other, so only texts are there whenever nobody gave them.
 */
static void leave_out_own_say(const FactsSource *self, const OptionRecord *record)
{
    Symbol *symbol =
        record->symbol != SYMBOL_NONE ? symbols_at(self->symbols, record->symbol) : NULL;
    if (symbol == NULL) {
        return;
    }
    if (!symbol->given || symbol->boolean) {
        leave_out_own_truth(self, symbol, record);
        return;
    }
    for (guint i = 0; i < record->definitions->len; i++) {
        DefinitionRecord *definition = record->definitions->pdata[i];
        if (definition->force || definition->type == OPTION_INTERNAL) {
            continue; /* it overwrites what was given, where that is so */
        }
        definition->exists = without_own_say(self, symbol, definition->exists, FALSE);
        for (guint k = 0; k < definition->defaults->len; k++) {
            GuardedText *text = &g_array_index(definition->defaults, GuardedText, k);
            text->when = without_own_say(self, symbol, text->when, TRUE);
        }
    }
}

/* The guard whatever the option's own text is. */
static Guard without_symbol(const FactsSource *self, const Symbol *symbol, Guard guard)
{
    Guard expanded = guard;
    symbols_expand(self->symbols, guard, &expanded);
    return facts_option_without(self, expanded, symbol->id);
}

/* What the project takes where nobody gives the option, without saying so each time. */
static GPtrArray *fallbacks_build(const FactsSource *self, const OptionRecord *record)
{
    GPtrArray *fallbacks = arena_array(self->arena);
    Symbol *symbol = symbols_at(self->symbols, record->symbol);
    g_ptr_array_sort(record->fallbacks, compare_definitions);
    for (guint i = 0; i < record->fallbacks->len; i++) {
        DefinitionRecord *fallback = record->fallbacks->pdata[i];
        fallback->exists = without_symbol(self, symbol, fallback->exists);
        for (guint k = 0; k < fallback->defaults->len; k++) {
            GuardedText *text = &g_array_index(fallback->defaults, GuardedText, k);
            text->when = without_symbol(self, symbol, text->when);
        }
        if (!facts_option_never(self, fallback->exists)) {
            g_ptr_array_add(fallbacks, definition_build(self, fallback));
        }
    }
    return fallbacks;
}

/* Whether the option is read there: "if(NOT X)", right above the set(X ...) of those who do not
 * give it. */
static gboolean is_read_at(const Option *option, const char *path, guint line)
{
    for (guint i = 0; i < option->uses->len; i++) {
        const Span *use = option->uses->pdata[i];
        if (use->line == line && g_strcmp0(use->path, path) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What a comment says where it is declared, or, of one that nothing declares, where the project
 * gives it a value itself. */
static const char *comment_build(const FactsSource *self, const Option *option)
{
    const GPtrArray *places =
        option->definitions->len > 0 ? option->definitions : option->fallbacks;
    const char *comment = NULL;
    if (places != NULL && places->len > 0) {
        Span at = ((const Definition *)places->pdata[0])->at;
        gboolean asked = places == option->fallbacks && is_read_at(option, at.path, at.line - 1);
        at.line -= asked ? 1 : 0;
        comment = comment_above(self, &at);
    }
    return comment != NULL ? comment : comment_list_text(self, option->name);
}

Option *facts_option_build(const FactsSource *self, OptionRecord *record)
{
    gboolean undeclared = is_undeclared(self, record);
    OptionType type = undeclared ? OPTION_UNTYPED : first_type(record);
    if (type == OPTION_INTERNAL) {
        return NULL;
    }
    g_ptr_array_sort(record->definitions, compare_definitions);
    leave_out_own_say(self, record);
    Option *option = arena_new0(self->arena, Option);
    option->name = record->name;
    option->builder = self->builder;
    option->folder = self->folder;
    option->type = type;
    option->advanced = record->advanced;
    option->by_modules = undeclared && !record->read;
    option->checked = !undeclared && self->builder == BUILDER_CMAKE &&
                      symbols_has(self->symbols, CONDITION_SUBJECT_PROBE, record->name);
    gboolean two_values = type == OPTION_BOOL || is_undeclared_switch(self, record);
    option->free_form = !two_values && (undeclared || record->list || !declares_values(record));
    option->number = record->number;
    option->asks_whether = record->asks_whether;
    option->off_unset =
        undeclared && two_values && record->off_unset && record->fallbacks->len == 0;
    option->only_given = record->only_given;
    option->one_way = record->one_way;
    option->stands_for = record->stands_for;
    option->outdated = record->outdated;
    GPtrArray *definitions = arena_array(self->arena);
    for (guint i = 0; i < record->definitions->len; i++) {
        const DefinitionRecord *definition = record->definitions->pdata[i];
        if (definition->type != OPTION_INTERNAL && !facts_option_never(self, definition->exists)) {
            g_ptr_array_add(definitions, definition_build(self, definition));
        }
    }
    if (definitions->len == 0 && !undeclared) {
        return NULL;
    }
    option->definitions = definitions;
    option->fallbacks = undeclared ? fallbacks_build(self, record) : NULL;
    option->vendored = is_vendored(self, record);
    add_words(self, record);
    add_default_values(self, record, option);
    option->values = values_build(self, record);
    option->links = arena_array(self->arena);
    g_array_sort(record->uses, compare_spans);
    GPtrArray *uses = arena_array(self->arena);
    for (guint i = 0; i < record->uses->len; i++) {
        Span *use = arena_new0(self->arena, Span);
        *use = g_array_index(record->uses, Span, i);
        g_ptr_array_add(uses, use);
    }
    option->uses = uses;
    option->comment = comment_build(self, option);
    return option;
}
