/* From what was recorded under guards to facts with conditions. */
#include "discover/cmake/facts_build.h"

#include "discover/cmake/facts_option.h"
#include "discover/cmake/facts_refused.h"
#include "discover/cmake/guard_link.h"
#include "discover/cmake/pure.h"
#include <string.h>

typedef struct {
    const FactsSource *source;
    Facts *facts;
    GHashTable *options; /* OptionRecord * -> Option * */
    GuardLinks *links;
    GHashTable *plain_defaults; /* OptionRecord * -> const char *: see plain_default() */
} Build;

/* The option whose value the text is; NULL for all else. */
static OptionRecord *option_of_hole(const FactsSource *self, const char *text)
{
    const Symbol *symbol = symbols_of_hole(self->symbols, text);
    return symbol != NULL && symbol->kind == CONDITION_SUBJECT_OPTION
               ? recorder_option(self->recorder, symbol->name, FALSE)
               : NULL;
}

/* Symbols that one is computed from, and those that these are. */
#define ORIGINS_DEPTH_MAX 8u

/* `seen` says by symbol how many steps were left when it was looked into: texts that are one of
 * several, which are again, lead to the same ones in many ways. */
static void add_option_of(const Build *build, const Symbol *symbol, GPtrArray *options,
                          GHashTable *seen, guint left)
{
    const FactsSource *self = build->source;
    if (GPOINTER_TO_UINT(g_hash_table_lookup(seen, symbol)) > left) {
        return;
    }
    g_hash_table_insert(seen, (gpointer)symbol, GUINT_TO_POINTER(left + 1));
    if (symbol->kind == CONDITION_SUBJECT_OPTION) {
        OptionRecord *option = recorder_option(self->recorder, symbol->name, FALSE);
        if (option != NULL && !g_ptr_array_find(options, option, NULL)) {
            g_ptr_array_add(options, option);
        }
    }
    for (const SymbolId *origin = symbol->origins; *origin != SYMBOL_NONE && left > 0; origin++) {
        add_option_of(build, symbols_at(self->symbols, *origin), options, seen, left - 1);
    }
}

static void add_options_of(guint variable, GPtrArray *options, gpointer data)
{
    const Build *build = data;
    const Atom *atom = symbols_atom(build->source->symbols, variable);
    if (atom->symbol != SYMBOL_NONE) {
        g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
        add_option_of(build, symbols_at(build->source->symbols, atom->symbol), options, seen,
                      ORIGINS_DEPTH_MAX);
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

/* Defaults of other options that a default depends on, and those that these do. */
#define DEFAULTS_DEPTH_MAX 8u

static const char *default_of(Build *build, const OptionRecord *record, guint depth);

/* Whether the condition can hold where nobody gives the options that it is about. */
static gboolean holds_by_default(Build *build, Guard when, guint depth)
{
    symbols_expand(build->source->symbols, when, &when);
    g_autoptr(GArray) support = guard_support(build->source->guards, when);
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    for (guint i = 0; i < support->len; i++) {
        add_options_of(g_array_index(support, guint, i), options, build);
    }
    g_autoptr(GArray) literals = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    for (guint i = 0; i < options->len; i++) {
        const char *text = default_of(build, options->pdata[i], depth + 1);
        if (text != NULL) {
            assume_text(options->pdata[i], text, literals, build);
        }
    }
    return guard_can_hold(build->source->guards, when,
                          (const GuardLiteral *)(const void *)literals->data, literals->len);
}

/* The only one of several texts that can be it where nobody gives anything; NULL: more can. */
static const char *only_text(Build *build, const GArray *defaults, guint depth)
{
    const char *only = NULL;
    guint count = 0;
    for (guint i = 0; i < defaults->len && count < 2; i++) {
        const GuardedText *text = &g_array_index(defaults, GuardedText, i);
        if (defaults->len == 1 || holds_by_default(build, text->when, depth)) {
            only = text->text;
            count++;
        }
    }
    return count == 1 ? only : NULL;
}

static const char *find_default(Build *build, const OptionRecord *record, guint depth)
{
    const DefinitionRecord *first =
        record->definitions->len > 0 ? record->definitions->pdata[0] : NULL;
    if (first == NULL || record->symbol == SYMBOL_NONE || depth >= DEFAULTS_DEPTH_MAX) {
        return NULL;
    }
    const char *text = only_text(build, first->defaults, depth);
    if (text == NULL || !text_has_hole(text)) {
        return text;
    }
    const OptionRecord *other = option_of_hole(build->source, text);
    return other != NULL ? default_of(build, other, depth + 1) : NULL;
}

/* Each is worked out once; one that depends on itself has none while that is done. */
static const char *default_of(Build *build, const OptionRecord *record, guint depth)
{
    gpointer known = NULL;
    if (g_hash_table_lookup_extended(build->plain_defaults, record, NULL, &known)) {
        return known;
    }
    g_hash_table_insert(build->plain_defaults, (gpointer)record, NULL);
    const char *text = find_default(build, record, depth);
    g_hash_table_insert(build->plain_defaults, (gpointer)record, (gpointer)text);
    return text;
}

static const char *plain_default(gpointer option, gpointer data)
{
    return default_of(data, option, 0);
}

static GPtrArray *texts_of(gpointer option, const char *value, gpointer data)
{
    (void)option;
    (void)data;
    GPtrArray *texts = g_ptr_array_new();
    g_ptr_array_add(texts, (gpointer)value);
    return texts;
}

/* All values of the option that some condition compares it with, or looks for among its elements.
 */
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
    const GArray *const known[] = {symbol->values, symbol->elements};
    for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
        for (guint k = 0; k < known[i]->len; k++) {
            const char *value = g_array_index(known[i], SymbolValue, k).value;
            /* Nothing given is no value to choose. */
            if (*value != '\0' &&
                !g_ptr_array_find_with_equal_func(values, value, g_str_equal, NULL)) {
                g_ptr_array_add(values, (gpointer)value);
            }
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

static void pass_to(Build *build, const OptionRecord *record, const OptionLink *link)
{
    Option *option = record != NULL ? g_hash_table_lookup(build->options, record) : NULL;
    if (option == NULL) {
        return;
    }
    if (option->passed == NULL) {
        option->passed = arena_array(build->source->arena);
    }
    OptionLink *added = arena_new0(build->source->arena, OptionLink);
    *added = *link;
    g_ptr_array_add((GPtrArray *)option->passed, added);
}

/* One value that such a variable may get. */
static void note_passed_value(Build *build, const OptionRecord *variable,
                              const DefinitionRecord *definition, const GuardedText *value)
{
    const FactsSource *self = build->source;
    Guard when = guard_and(self->guards, definition->exists, value->when);
    symbols_expand(self->symbols, when, &when);
    if (guard_is_false(when)) {
        return;
    }
    Effect *effect = arena_new0(self->arena, Effect);
    *effect = (Effect){.kind = EFFECT_VARIABLE,
                       .name = variable->name,
                       .when = symbols_condition(self->symbols, when),
                       .at = definition->at};
    const GPtrArray *links = guard_is_true(when) ? NULL : guard_links_of(build->links, when);
    for (guint i = 0; links != NULL && i < links->len; i++) {
        const GuardLink *link = links->pdata[i];
        pass_to(build, link->option, &(OptionLink){effect, link->values, link->alone});
    }
    const char *text = value->text;
    pass_to(build, text != NULL ? option_of_hole(self, text) : NULL,
            &(OptionLink){effect, NULL, FALSE});
}

/* "set(OTHER_USE_X ${USE_X} CACHE INTERNAL "")" that nothing reads: a build that is downloaded or
 * that stands elsewhere is told. */
static void note_passed(Build *build, const OptionRecord *variable)
{
    for (guint i = 0; !variable->read && i < variable->definitions->len; i++) {
        const DefinitionRecord *definition = variable->definitions->pdata[i];
        for (guint k = 0; definition->type == OPTION_INTERNAL && definition->own &&
                          k < definition->defaults->len;
             k++) {
            note_passed_value(build, variable, definition,
                              &g_array_index(definition->defaults, GuardedText, k));
        }
    }
}

/* "#define LIMIT ${--with-limit}": whatever is given for the option is what it leads to, also where
 * the condition says nothing of it. */
static void link_owner(Build *build, const Effect *effect, const EffectRecord *record)
{
    const OptionRecord *owner = recorder_option(build->source->recorder, record->owner, FALSE);
    const Option *option = owner != NULL ? g_hash_table_lookup(build->options, owner) : NULL;
    for (guint i = 0; option != NULL && i < option->links->len; i++) {
        if (((const OptionLink *)option->links->pdata[i])->effect == effect) {
            return;
        }
    }
    if (option != NULL) {
        OptionLink *added = arena_new0(build->source->arena, OptionLink);
        *added = (OptionLink){effect, NULL, TRUE};
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
        exists = facts_option_without(self, exists, record->symbol);
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
    Build build = {.source = self,
                   .facts = facts,
                   .options = g_hash_table_new(NULL, NULL),
                   .plain_defaults = g_hash_table_new(NULL, NULL)};
    build.links = guard_links_new(&link_methods, self->guards, self->arena, &build);
    const GPtrArray *options = recorder_options(self->recorder);
    for (guint i = 0; i < options->len; i++) {
        Option *option = facts_option_build(self, options->pdata[i]);
        if (option != NULL) {
            g_ptr_array_add(facts->options, option);
            g_hash_table_insert(build.options, options->pdata[i], option);
        }
    }
    for (guint i = 0; i < options->len; i++) {
        if (g_hash_table_contains(build.options, options->pdata[i])) {
            link_existence(&build, options->pdata[i]);
        }
        note_passed(&build, options->pdata[i]);
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
        if (record->owner != NULL) {
            link_owner(&build, effect, record);
        }
    }
    facts_refused_build(self, facts);
    g_ptr_array_extend(facts->targets, (GPtrArray *)recorder_targets(self->recorder), NULL, NULL);
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
    g_hash_table_unref(build.plain_defaults);
    guard_links_free(build.links);
}
