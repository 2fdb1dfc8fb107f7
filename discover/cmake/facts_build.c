/* From what was recorded under guards to facts with conditions. */
#include "discover/cmake/facts_build.h"
#include "discover/cmake/comment_list.h"
#include "discover/cmake/guard_link.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* Comment lines above a definition that are kept. */
#define COMMENT_LINES_MAX 30u

typedef struct {
    const FactsSource *source;
    Facts *facts;
    GHashTable *options; /* OptionRecord * -> Option * */
    GuardLinks *links;
} Build;

/* Links
 * ---------------------------------------------------------------------------------------------- */

static const char *plain_default(gpointer option, gpointer data)
{
    (void)data;
    const OptionRecord *record = option;
    const DefinitionRecord *first =
        record->definitions->len > 0 ? record->definitions->pdata[0] : NULL;
    if (first == NULL || first->defaults->len != 1 || record->symbol == SYMBOL_NONE) {
        return NULL;
    }
    const char *text = g_array_index(first->defaults, GuardedText, 0).text;
    return text != NULL && !text_has_hole(text) ? text : NULL;
}

static void add_option_of(const Build *build, const Symbol *symbol, GPtrArray *options, guint depth)
{
    const FactsSource *self = build->source;
    if (symbol->kind == CONDITION_SUBJECT_OPTION) {
        OptionRecord *option = recorder_option(self->recorder, symbol->name, FALSE);
        if (option != NULL && !g_ptr_array_find(options, option, NULL)) {
            g_ptr_array_add(options, option);
        }
    }
    for (const SymbolId *origin = symbol->origins; *origin != SYMBOL_NONE && depth < 8; origin++) {
        add_option_of(build, symbols_at(self->symbols, *origin), options, depth + 1);
    }
}

/* Whether a condition turns out to be impossible once names are taken for what they stand for. */
static gboolean never(const FactsSource *self, Guard guard)
{
    Guard expanded;
    symbols_expand(self->symbols, guard, &expanded);
    return guard_is_false(expanded);
}

static void add_options_of(guint variable, GPtrArray *options, gpointer data)
{
    const Build *build = data;
    const Atom *atom = symbols_atom(build->source->symbols, variable);
    if (atom->symbol != SYMBOL_NONE) {
        add_option_of(build, symbols_at(build->source->symbols, atom->symbol), options, 0);
    }
}

static void assume_text(gpointer option, const char *text, GArray *literals, gpointer data)
{
    const Build *build = data;
    const Symbol *symbol =
        symbols_at(build->source->symbols, ((const OptionRecord *)option)->symbol);
    if (symbol->boolean) {
        text = cmake_is_true(text) ? "ON" : "OFF";
    }
    symbol_literals(symbol, text, literals);
}

static GPtrArray *texts_of(gpointer option, const char *value, gpointer data)
{
    (void)option;
    (void)data;
    GPtrArray *texts = g_ptr_array_new();
    g_ptr_array_add(texts, (gpointer)value);
    return texts;
}

/* All values of the option that some condition compares it with. */
static GPtrArray *known_values(gpointer option, gpointer data)
{
    const Build *build = data;
    const OptionRecord *record = option;
    if (record->symbol == SYMBOL_NONE) {
        return NULL;
    }
    const Symbol *symbol = symbols_at(build->source->symbols, record->symbol);
    GPtrArray *values = g_ptr_array_new();
    if (symbol->boolean) {
        g_ptr_array_add(values, (gpointer) "ON");
        g_ptr_array_add(values, (gpointer) "OFF");
        return values;
    }
    for (guint i = 0; i < symbol->values->len; i++) {
        const char *value = g_array_index(symbol->values, SymbolValue, i).value;
        if (*value != '\0') { /* nothing given is no value to choose */
            g_ptr_array_add(values, (gpointer)value);
        }
    }
    return values;
}

static Guard existence(gpointer option, gpointer data)
{
    const FactsSource *self = ((const Build *)data)->source;
    const OptionRecord *record = option;
    Guard exists = record->definitions->len > 0 ? GUARD_FALSE : GUARD_TRUE;
    for (guint i = 0; i < record->definitions->len; i++) {
        const DefinitionRecord *definition = record->definitions->pdata[i];
        if (definition->type != OPTION_INTERNAL) {
            exists = guard_or(self->guards, exists, definition->exists);
        }
    }
    symbols_expand(self->symbols, exists, &exists);
    return exists;
}

static const GuardLinkMethods link_methods = {.add_options = add_options_of,
                                              .values = known_values,
                                              .plain_default = plain_default,
                                              .texts = texts_of,
                                              .existence = existence,
                                              .assume = assume_text};

static void link_effect(Build *build, const Effect *effect, Guard when)
{
    const GPtrArray *links = guard_links_of(build->links, when);
    for (guint i = 0; i < links->len; i++) {
        const GuardLink *link = links->pdata[i];
        const Option *option = g_hash_table_lookup(build->options, link->option);
        if (option == NULL) {
            continue;
        }
        OptionLink *added = arena_new0(build->source->arena, OptionLink);
        *added = (OptionLink){effect, link->values, link->alone};
        g_ptr_array_add((GPtrArray *)option->links, added);
    }
}

static Effect *effect_build(Build *build, const EffectRecord *record)
{
    Effect *effect = arena_new0(build->source->arena, Effect);
    *effect = (Effect){.kind = record->kind,
                       .name = record->name,
                       .detail = record->detail,
                       .file = record->file,
                       .required = record->required,
                       .when = symbols_condition(build->source->symbols, record->when),
                       .at = record->at};
    g_ptr_array_add(build->facts->effects, effect);
    return effect;
}

/* Options
 * -------------------------------------------------------------------------------------------- */

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

static Definition *definition_build(const FactsSource *self, const DefinitionRecord *record)
{
    Definition *definition = arena_new0(self->arena, Definition);
    GPtrArray *defaults = arena_array(self->arena);
    for (guint i = 0; i < record->defaults->len; i++) {
        const GuardedText *text = &g_array_index(record->defaults, GuardedText, i);
        DefaultValue *value = arena_new0(self->arena, DefaultValue);
        g_autofree char *readable =
            text->text != NULL ? symbols_readable(self->symbols, text->text) : NULL;
        *value = (DefaultValue){readable != NULL ? arena_intern(self->arena, readable) : NULL,
                                symbols_condition_given(self->symbols, text->when, record->exists)};
        g_ptr_array_add(defaults, value);
    }
    *definition = (Definition){.at = record->at,
                               .declared_at = record->declared_at,
                               .text = record->text,
                               .help = record->help,
                               .type = record->type,
                               .force = record->force,
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

/* One that is only asked whether it is true has two values, though nobody lists them. */
static gboolean is_undeclared_switch(const FactsSource *self, OptionRecord *record)
{
    if (!is_undeclared(self, record) || !symbols_at(self->symbols, record->symbol)->boolean) {
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
        vendored = definition->type == OPTION_INTERNAL || never(self, definition->exists) ||
                   self->is_vendored(self->data, definition->at.path);
    }
    for (guint i = 0; i < record->uses->len && record->definitions->len == 0 && vendored; i++) {
        vendored = self->is_vendored(self->data, g_array_index(record->uses, Span, i).path);
    }
    return vendored;
}

/* A choice also allows what it defaults to. */
static void add_default_values(const FactsSource *self, OptionRecord *record, const Option *option)
{
    if (record->values->len == 0 || option->type == OPTION_BOOL) {
        return;
    }
    for (guint d = 0; d < record->definitions->len; d++) {
        const DefinitionRecord *definition = record->definitions->pdata[d];
        for (guint i = 0; i < definition->defaults->len; i++) {
            const char *text = g_array_index(definition->defaults, GuardedText, i).text;
            if (text != NULL && *text != '\0' && !text_has_hole(text)) {
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
            if (text != NULL && *text != '\0' && !text_has_hole(text)) {
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
        if (((const AllowedValue *)record->values->pdata[i])->origin != VALUE_DEFAULT) {
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

/* What the condition says whatever the symbol is. */
static Guard without_symbol(const FactsSource *self, Guard guard, SymbolId symbol)
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
    Guard without = without_symbol(self, expanded, symbol->id);
    if (guard_same(without, expanded)) {
        return guard;
    }
    return absent ? without_symbol(
                        self,
                        guard_and(self->guards, expanded, symbol_equals(self->symbols, symbol, "")),
                        symbol->id)
                  : without;
}

/* For a switch OFF is an answer like any other, so only texts are there whenever nobody gave them.
 */
static void leave_out_own_say(const FactsSource *self, const OptionRecord *record)
{
    Symbol *symbol =
        record->symbol != SYMBOL_NONE ? symbols_at(self->symbols, record->symbol) : NULL;
    if (symbol == NULL || !symbol->given || symbol->boolean) {
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

static void option_build(Build *build, OptionRecord *record)
{
    const FactsSource *self = build->source;
    gboolean undeclared = is_undeclared(self, record);
    OptionType type = undeclared ? OPTION_UNTYPED : first_type(record);
    if (type == OPTION_INTERNAL) {
        return;
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
    gboolean two_values = type == OPTION_BOOL || is_undeclared_switch(self, record);
    option->free_form = !two_values && !declares_values(record);
    option->number = record->number;
    option->asks_whether = record->asks_whether;
    option->only_given = record->only_given;
    option->one_way = record->one_way;
    option->stands_for = record->stands_for;
    GPtrArray *definitions = arena_array(self->arena);
    for (guint i = 0; i < record->definitions->len; i++) {
        const DefinitionRecord *definition = record->definitions->pdata[i];
        if (definition->type != OPTION_INTERNAL && !never(self, definition->exists)) {
            g_ptr_array_add(definitions, definition_build(self, definition));
        }
    }
    if (definitions->len == 0 && !undeclared) {
        return;
    }
    option->definitions = definitions;
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
    option->comment =
        undeclared ? NULL : comment_above(self, &((Definition *)definitions->pdata[0])->at);
    if (option->comment == NULL) {
        option->comment = comment_list_text(self, option->name);
    }
    g_ptr_array_add(build->facts->options, option);
    g_hash_table_insert(build->options, record, option);
}

/* "Exists only under a condition" is something that the options of the condition lead to. The
 * option's own say in it, as in "if(NOT X) set(X ... CACHE ...)", is that it can be given. */
static void link_existence(Build *build, const OptionRecord *record)
{
    const FactsSource *self = build->source;
    if (record->definitions->len == 0) {
        return;
    }
    Guard exists = GUARD_FALSE;
    for (guint i = 0; i < record->definitions->len; i++) {
        exists = guard_or(self->guards, exists,
                          ((const DefinitionRecord *)record->definitions->pdata[i])->exists);
    }
    symbols_expand(self->symbols, exists, &exists);
    if (record->symbol != SYMBOL_NONE) {
        exists = without_symbol(self, exists, record->symbol);
    }
    if (guard_is_true(exists)) {
        return;
    }
    const EffectRecord effect = {.kind = EFFECT_OPTION,
                                 .name = record->name,
                                 .when = exists,
                                 .at =
                                     ((const DefinitionRecord *)record->definitions->pdata[0])->at};
    link_effect(build, effect_build(build, &effect), exists);
}

void facts_build(const FactsSource *self, Facts *facts)
{
    Build build = {self, facts, g_hash_table_new(NULL, NULL), NULL};
    build.links = guard_links_new(&link_methods, self->guards, self->arena, &build);
    const GPtrArray *options = recorder_options(self->recorder);
    for (guint i = 0; i < options->len; i++) {
        option_build(&build, options->pdata[i]);
    }
    for (guint i = 0; i < options->len; i++) {
        if (g_hash_table_contains(build.options, options->pdata[i])) {
            link_existence(&build, options->pdata[i]);
        }
    }
    const GPtrArray *effects = recorder_effects(self->recorder);
    for (guint i = 0; i < effects->len; i++) {
        const EffectRecord *record = effects->pdata[i];
        Guard when;
        symbols_expand(self->symbols, record->when, &when);
        if (guard_is_false(when)) {
            continue;
        }
        Effect *effect = effect_build(&build, record);
        if (!guard_is_true(when)) {
            link_effect(&build, effect, when);
        }
    }
    const GPtrArray *constraints = recorder_constraints(self->recorder);
    for (guint i = 0; i < constraints->len; i++) {
        const ConstraintRecord *record = constraints->pdata[i];
        if (never(self, record->when)) {
            continue;
        }
        Constraint *constraint = arena_new0(self->arena, Constraint);
        *constraint = (Constraint){symbols_condition(self->symbols, record->when), record->message,
                                   record->at};
        g_ptr_array_add(facts->constraints, constraint);
    }
    if (guards_give_ups(self->guards) > 0) {
        g_autofree char *count = g_strdup_printf("%u operations", guards_give_ups(self->guards));
        Span whole = {self->file, 0, 0};
        recorder_ledger(self->recorder, whole, "limit: condition size", count, NULL);
    }
    const GPtrArray *ledger = recorder_ledger_entries(self->recorder);
    for (guint i = 0; i < ledger->len; i++) {
        g_ptr_array_add(facts->ledger, ledger->pdata[i]);
    }
    g_hash_table_unref(build.options);
    guard_links_free(build.links);
}
