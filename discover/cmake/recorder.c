#include "discover/cmake/recorder.h"
#include "discover/cmake/guard_gather.h"
#include <string.h>

/* The record comes first: an entry is its own key. */
typedef struct {
    EffectRecord record;
    GArray *whens; /* guard_gather() */
} EffectEntry;

/* The record comes first: it is what others see. */
typedef struct {
    ConstraintRecord record;
    GArray *whens;
} ConstraintEntry;

/* More words that patterns ask an option for are not kept. */
#define OPTION_WORDS_MAX 64u

struct Recorder {
    Arena *arena;
    Guards *guards;
    GHashTable *by_name; /* name -> OptionRecord * */
    GPtrArray *options;
    GHashTable *outdated;   /* name -> Span *: of those that are not declared yet */
    GHashTable *effect_set; /* EffectEntry * by its record's kind, place and names; itself */
    GPtrArray *effects;     /* EffectEntry * */
    GHashTable *constraint_set;
    GPtrArray *constraints; /* ConstraintEntry * */
    GHashTable *target_set; /* name -> BuiltTarget * */
    GPtrArray *targets;
    GHashTable *ledger_set;
    GPtrArray *ledger;
};

/* Names and paths are interned; no detail and an empty one are the same. */
static const char *or_null(const char *text)
{
    return text != NULL && *text != '\0' ? text : NULL;
}

static guint effect_hash(gconstpointer data)
{
    const EffectRecord *effect = data;
    guint hash = (guint)effect->kind * 31u + effect->at.line;
    hash = hash * 31u + g_direct_hash(effect->name);
    hash = hash * 31u + g_direct_hash(or_null(effect->detail));
    return hash * 31u + g_direct_hash(or_null(effect->file));
}

static gboolean effect_equal(gconstpointer a, gconstpointer b)
{
    const EffectRecord *x = a;
    const EffectRecord *y = b;
    return x->kind == y->kind && x->name == y->name && or_null(x->detail) == or_null(y->detail) &&
           or_null(x->file) == or_null(y->file) && x->at.line == y->at.line &&
           g_strcmp0(x->at.path, y->at.path) == 0;
}

Recorder *recorder_new(Arena *arena, Guards *guards)
{
    Recorder *self = g_new0(Recorder, 1);
    self->arena = arena;
    self->guards = guards;
    self->by_name = g_hash_table_new(g_str_hash, g_str_equal);
    self->options = g_ptr_array_new();
    self->outdated = g_hash_table_new(g_str_hash, g_str_equal);
    self->effect_set = g_hash_table_new(effect_hash, effect_equal);
    self->effects = g_ptr_array_new();
    self->constraint_set = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->constraints = g_ptr_array_new();
    self->target_set = g_hash_table_new(g_str_hash, g_str_equal);
    self->targets = g_ptr_array_new();
    self->ledger_set = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->ledger = g_ptr_array_new();
    return self;
}

static void free_defaults(const GPtrArray *definitions)
{
    for (guint i = 0; i < definitions->len; i++) {
        g_array_unref(((DefinitionRecord *)definitions->pdata[i])->defaults);
    }
}

void recorder_free(Recorder *self)
{
    if (self == NULL) {
        return;
    }
    for (guint i = 0; i < self->options->len; i++) {
        OptionRecord *option = self->options->pdata[i];
        free_defaults(option->definitions);
        free_defaults(option->fallbacks);
        g_hash_table_unref(option->value_set);
        g_ptr_array_unref(option->words);
        g_hash_table_unref(option->use_set);
        g_array_unref(option->uses);
    }
    g_hash_table_unref(self->by_name);
    g_hash_table_unref(self->outdated);
    g_ptr_array_unref(self->options);
    for (guint i = 0; i < self->effects->len; i++) {
        g_clear_pointer(&((EffectEntry *)self->effects->pdata[i])->whens, g_array_unref);
    }
    g_hash_table_unref(self->effect_set);
    g_ptr_array_unref(self->effects);
    for (guint i = 0; i < self->constraints->len; i++) {
        g_clear_pointer(&((ConstraintEntry *)self->constraints->pdata[i])->whens, g_array_unref);
    }
    g_hash_table_unref(self->constraint_set);
    g_ptr_array_unref(self->constraints);
    g_hash_table_unref(self->target_set);
    g_ptr_array_unref(self->targets);
    g_hash_table_unref(self->ledger_set);
    g_ptr_array_unref(self->ledger);
    g_free(self);
}

OptionRecord *recorder_option(Recorder *self, const char *name, gboolean make)
{
    OptionRecord *option = g_hash_table_lookup(self->by_name, name);
    if (option == NULL && make) {
        option = arena_new0(self->arena, OptionRecord);
        option->name = arena_intern(self->arena, name);
        option->definitions = arena_array(self->arena);
        option->fallbacks = arena_array(self->arena);
        option->values = arena_array(self->arena);
        option->value_set = g_hash_table_new(g_str_hash, g_str_equal);
        option->words = g_ptr_array_new();
        option->uses = g_array_new(FALSE, FALSE, sizeof(Span));
        option->use_set = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        option->symbol = SYMBOL_NONE;
        const Span *outdated = g_hash_table_lookup(self->outdated, name);
        option->outdated = outdated != NULL ? *outdated : option->outdated;
        g_hash_table_insert(self->by_name, (gpointer)option->name, option);
        g_ptr_array_add(self->options, option);
    }
    return option;
}

void recorder_outdated(Recorder *self, const char *name, Span at)
{
    OptionRecord *option = recorder_option(self, name, FALSE);
    if (option == NULL && !g_hash_table_contains(self->outdated, name)) {
        Span *place = arena_new0(self->arena, Span);
        *place = at;
        g_hash_table_insert(self->outdated, (gpointer)arena_intern(self->arena, name), place);
    } else if (option != NULL && option->outdated.path == NULL) {
        option->outdated = at;
    }
}

static DefinitionRecord *define(Recorder *self, GPtrArray *definitions, Span at, Span declared_at,
                                Guard when)
{
    for (guint i = 0; i < definitions->len; i++) {
        DefinitionRecord *known = definitions->pdata[i];
        if (span_compare(&known->at, &at) == 0 &&
            span_compare(&known->declared_at, &declared_at) == 0) {
            known->exists = guard_or(self->guards, known->exists, when);
            known->order = i + 1 == definitions->len ? known->order : 0;
            return known;
        }
    }
    DefinitionRecord *definition = arena_new0(self->arena, DefinitionRecord);
    definition->at = at;
    definition->declared_at = declared_at;
    definition->exists = when;
    definition->defaults = g_array_new(FALSE, FALSE, sizeof(GuardedText));
    definition->wrappers = arena_array(self->arena);
    g_ptr_array_add(definitions, definition);
    definition->order = definitions->len;
    return definition;
}

DefinitionRecord *recorder_define(Recorder *self, OptionRecord *option, Span at, Span declared_at,
                                  Guard when)
{
    return define(self, option->definitions, at, declared_at, when);
}

/* Takes away where the place is no longer what decides; FALSE: it decides nowhere any more. */
static gboolean narrow(const Recorder *self, DefinitionRecord *definition, Guard when)
{
    definition->exists = guard_minus(self->guards, definition->exists, when);
    for (guint i = 0; i < definition->defaults->len; i++) {
        GuardedText *text = &g_array_index(definition->defaults, GuardedText, i);
        text->when = guard_minus(self->guards, text->when, when);
    }
    return !guard_is_false(definition->exists);
}

void recorder_hide(Recorder *self, OptionRecord *option, Guard when)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        DefinitionRecord *definition = option->definitions->pdata[i];
        if (!guard_is_false(guard_minus(self->guards, definition->exists, when))) {
            narrow(self, definition, when);
        }
    }
}

DefinitionRecord *recorder_fallback(Recorder *self, OptionRecord *option, Span at, Guard when)
{
    for (guint i = option->fallbacks->len; i-- > 0;) {
        DefinitionRecord *before = option->fallbacks->pdata[i];
        if (!narrow(self, before, when)) {
            g_array_unref(before->defaults);
            g_ptr_array_remove_index(option->fallbacks, i);
        }
    }
    if (option->fallbacks->len >= RECORDED_DEFAULTS_MAX) {
        recorder_ledger(self, at, "limit: defaults", "many", NULL);
        return NULL;
    }
    DefinitionRecord *fallback = define(self, option->fallbacks, at, at, when);
    fallback->order = 0; /* they exclude each other */
    return fallback;
}

void recorder_undeclare(OptionRecord *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        ((DefinitionRecord *)option->definitions->pdata[i])->order = 0;
    }
}

void recorder_default(Recorder *self, DefinitionRecord *definition, const char *text, Guard when)
{
    gboolean many = definition->defaults->len >= RECORDED_DEFAULTS_MAX;
    if (text != NULL && (many || strlen(text) > RECORDED_DEFAULT_BYTES_MAX)) {
        recorder_ledger(self, definition->at, "limit: defaults", many ? "many" : "long", NULL);
        text = NULL;
    }
    for (guint i = 0; i < definition->defaults->len; i++) {
        GuardedText *known = &g_array_index(definition->defaults, GuardedText, i);
        if (g_strcmp0(known->text, text) == 0) {
            known->when = guard_or(self->guards, known->when, when);
            return;
        }
    }
    GuardedText added = {text != NULL ? arena_intern(self->arena, text) : NULL, when};
    g_array_append_val(definition->defaults, added);
}

void recorder_value(Recorder *self, OptionRecord *option, const char *value, ValueOrigin origin,
                    Span at)
{
    AllowedValue *known = g_hash_table_lookup(option->value_set, value);
    if (known == NULL) {
        known = arena_new0(self->arena, AllowedValue);
        *known =
            (AllowedValue){.value = arena_intern(self->arena, value), .origin = origin, .at = at};
        g_hash_table_insert(option->value_set, (gpointer)known->value, known);
        g_ptr_array_add(option->values, known);
    } else if (origin < known->origin) {
        known->origin = origin;
        known->at = at;
    }
}

void recorder_word(Recorder *self, OptionRecord *option, const char *word, Span at)
{
    for (guint i = 0; i < option->words->len; i++) {
        if (strcmp(((const AllowedValue *)option->words->pdata[i])->value, word) == 0) {
            return;
        }
    }
    if (option->words->len < OPTION_WORDS_MAX) {
        AllowedValue *value = arena_new0(self->arena, AllowedValue);
        *value = (AllowedValue){
            .value = arena_intern(self->arena, word), .origin = VALUE_COMPARED, .at = at};
        g_ptr_array_add(option->words, value);
    }
}

void recorder_use(Recorder *self, OptionRecord *option, Span at)
{
    (void)self;
    option->read = TRUE;
    if (option->uses->len >= OPTION_USES_MAX) {
        return;
    }
    char *key = span_text(&at);
    if (g_hash_table_add(option->use_set, key)) {
        g_array_append_val(option->uses, at);
    }
}

void recorder_effect(Recorder *self, const EffectRecord *effect)
{
    EffectRecord interned = *effect;
    interned.name = arena_intern(self->arena, effect->name);
    interned.detail = effect->detail != NULL ? arena_intern(self->arena, effect->detail) : NULL;
    interned.file = effect->file != NULL ? arena_intern(self->arena, effect->file) : NULL;
    interned.owner = effect->owner != NULL ? arena_intern(self->arena, effect->owner) : NULL;
    EffectEntry *known = g_hash_table_lookup(self->effect_set, &interned);
    if (known != NULL) {
        guard_gather(&known->record.when, &known->whens, effect->when);
        known->record.required = known->record.required || effect->required;
        return;
    }
    if (self->effects->len >= RECORDER_EFFECTS_MAX) {
        recorder_ledger(self, effect->at, "limit: effects", "too many effects", NULL);
        return;
    }
    EffectEntry *entry = arena_new0(self->arena, EffectEntry);
    entry->record = interned;
    g_hash_table_add(self->effect_set, entry);
    g_ptr_array_add(self->effects, entry);
}

void recorder_constraint(Recorder *self, Guard when, const char *message, Span at)
{
    g_autofree char *key = g_strdup_printf("%s\1%u\1%s", at.path, at.line, message);
    ConstraintEntry *known = g_hash_table_lookup(self->constraint_set, key);
    if (known != NULL) {
        guard_gather(&known->record.when, &known->whens, when);
        return;
    }
    ConstraintEntry *added = arena_new0(self->arena, ConstraintEntry);
    added->record = (ConstraintRecord){when, arena_intern(self->arena, message), at};
    g_hash_table_insert(self->constraint_set, g_steal_pointer(&key), added);
    g_ptr_array_add(self->constraints, added);
}

void recorder_ledger(Recorder *self, Span at, const char *reason, const char *subject,
                     const char *const *lost)
{
    g_autofree char *key =
        g_strdup_printf("%s\1%u\1%s\1%s", at.path != NULL ? at.path : "", at.line, reason, subject);
    if (g_hash_table_contains(self->ledger_set, key)) {
        return;
    }
    LedgerEntry *entry = arena_new0(self->arena, LedgerEntry);
    GPtrArray *names = arena_array(self->arena);
    for (; lost != NULL && *lost != NULL; lost++) {
        g_ptr_array_add(names, (gpointer)arena_intern(self->arena, *lost));
    }
    *entry = (LedgerEntry){at, arena_intern(self->arena, reason),
                           arena_intern(self->arena, subject), names};
    g_hash_table_insert(self->ledger_set, g_steal_pointer(&key), entry);
    g_ptr_array_add(self->ledger, entry);
}

const GPtrArray *recorder_options(const Recorder *self)
{
    return self->options;
}

static void mark_definitions(const Recorder *self, const GPtrArray *definitions)
{
    for (guint d = 0; d < definitions->len; d++) {
        const DefinitionRecord *definition = definitions->pdata[d];
        guard_mark(self->guards, definition->exists);
        for (guint k = 0; k < definition->defaults->len; k++) {
            guard_mark(self->guards, g_array_index(definition->defaults, GuardedText, k).when);
        }
    }
}

void recorder_mark(const Recorder *self)
{
    for (guint i = 0; i < self->options->len; i++) {
        const OptionRecord *option = self->options->pdata[i];
        mark_definitions(self, option->definitions);
        mark_definitions(self, option->fallbacks);
    }
    for (guint i = 0; i < self->effects->len; i++) {
        const EffectEntry *entry = self->effects->pdata[i];
        guard_mark_gathered(self->guards, entry->record.when, entry->whens);
    }
    for (guint i = 0; i < self->constraints->len; i++) {
        const ConstraintEntry *entry = self->constraints->pdata[i];
        guard_mark_gathered(self->guards, entry->record.when, entry->whens);
    }
}

const GPtrArray *recorder_effects(Recorder *self)
{
    g_autoptr(GHashTable) joins = guard_joins_new();
    for (guint i = 0; i < self->effects->len; i++) {
        EffectEntry *entry = self->effects->pdata[i];
        guard_join_gathered(self->guards, &entry->record.when, &entry->whens, joins);
    }
    return self->effects;
}

const GPtrArray *recorder_constraints(Recorder *self)
{
    g_autoptr(GHashTable) joins = guard_joins_new();
    for (guint i = 0; i < self->constraints->len; i++) {
        ConstraintEntry *entry = self->constraints->pdata[i];
        guard_join_gathered(self->guards, &entry->record.when, &entry->whens, joins);
    }
    return self->constraints;
}

const GPtrArray *recorder_ledger_entries(const Recorder *self)
{
    return self->ledger;
}

void recorder_target(Recorder *self, const char *name, Span at)
{
    if (!g_hash_table_contains(self->target_set, name)) {
        BuiltTarget *target = arena_new0(self->arena, BuiltTarget);
        *target = (BuiltTarget){arena_intern(self->arena, name), at};
        g_hash_table_insert(self->target_set, (void *)target->name, target);
        g_ptr_array_add(self->targets, target);
    }
}

const GPtrArray *recorder_targets(const Recorder *self)
{
    return self->targets;
}
