/* From what was followed under guards to facts with conditions. */
#include "discover/cmake/guard_link.h"
#include "discover/meson/reading.h"
#include <string.h>

/* ---- which option an effect hangs on (guard_link.h) ------------------------------------------ */

typedef struct {
    MesonReading *reading;
    GHashTable *facts; /* name -> Option * */
} Build;

static void add_options_of(guint variable, GPtrArray *options, gpointer data)
{
    const Build *build = data;
    unknowns_add_options(build->reading->unknowns, variable, build->facts, options);
}

static const MesonOption *read_as(gpointer option, gpointer data)
{
    const Build *build = data;
    return g_hash_table_lookup(build->reading->options, ((const Option *)option)->name);
}

static GPtrArray *known_values(gpointer option, gpointer data)
{
    GPtrArray *values = g_ptr_array_new();
    const MesonOption *read = read_as(option, data);
    if (read->type == MESON_OPTION_BOOLEAN) {
        g_ptr_array_add(values, (gpointer) "ON");
        g_ptr_array_add(values, (gpointer) "OFF");
        return values;
    }
    const GPtrArray *allowed = ((const Option *)option)->values;
    for (guint i = 0; i < allowed->len && i < GUARD_LINK_VALUES_MAX; i++) {
        g_ptr_array_add(values, (gpointer)((const AllowedValue *)allowed->pdata[i])->value);
    }
    return values;
}

static const char *plain_default(gpointer option, gpointer data)
{
    (void)data;
    const Definition *first = ((const Option *)option)->definitions->pdata[0];
    return ((const DefaultValue *)first->defaults->pdata[0])->value;
}

static GPtrArray *texts_of(gpointer option, const char *value, gpointer data)
{
    GPtrArray *texts = g_ptr_array_new();
    gboolean boolean = read_as(option, data)->type == MESON_OPTION_BOOLEAN;
    const char *text = boolean ? (strcmp(value, "ON") == 0 ? GUARD_LINK_OTHER : "") : value;
    g_ptr_array_add(texts, (gpointer)text);
    return texts;
}

static void assume_text(gpointer option, const char *text, GArray *literals, gpointer data)
{
    unknown_literals(read_as(option, data)->unknown, text, literals);
}

static const GuardLinkMethods link_methods = {.add_options = add_options_of,
                                              .values = known_values,
                                              .plain_default = plain_default,
                                              .texts = texts_of,
                                              .assume = assume_text};

/* ---- options --------------------------------------------------------------------------------- */

static void add_value(MesonReading *self, GPtrArray *values, const char *text, ValueOrigin origin,
                      Span at)
{
    for (guint i = 0; i < values->len; i++) {
        if (strcmp(((const AllowedValue *)values->pdata[i])->value, text) == 0) {
            return;
        }
    }
    AllowedValue *value = arena_new0(self->arena, AllowedValue);
    *value = (AllowedValue){.value = text, .origin = origin, .at = at};
    g_ptr_array_add(values, value);
}

/* Of a feature those that people decide between: "auto" leaves it to what is found. */
static GPtrArray *values_of(MesonReading *self, const MesonOption *option)
{
    GPtrArray *values = arena_array(self->arena);
    for (guint i = 0; i < option->choices->len; i++) {
        add_value(self, values, option->choices->pdata[i], VALUE_DECLARED, option->at);
    }
    if (option->type == MESON_OPTION_FEATURE) {
        add_value(self, values, "enabled", VALUE_DECLARED, option->at);
        add_value(self, values, "disabled", VALUE_DECLARED, option->at);
    }
    for (guint i = 0; option->type == MESON_OPTION_STRING && i < option->unknown->values->len;
         i++) {
        const char *text = g_array_index(option->unknown->values, UnknownValue, i).text;
        const Span *use = option->uses->len > 0 ? option->uses->pdata[0] : &option->at;
        add_value(self, values, text, VALUE_COMPARED, *use);
    }
    return values;
}

static GPtrArray *defaults_of(MesonReading *self, const MesonOption *option)
{
    DefaultValue *fallback = arena_new0(self->arena, DefaultValue);
    fallback->value = option->fallback;
    fallback->when = condition_true();
    if (option->type == MESON_OPTION_BOOLEAN && option->fallback != NULL) {
        fallback->value = strcmp(option->fallback, "true") == 0 ? "ON" : "OFF";
    }
    return arena_array_of(self->arena, fallback);
}

static void build_option(Build *build, const MesonOption *read)
{
    MesonReading *self = build->reading;
    OptionType type = read->type == MESON_OPTION_BOOLEAN ? OPTION_BOOL : OPTION_STRING;
    Definition *definition = facts_definition_new(self->arena, read->at, read->line, read->help,
                                                  type, defaults_of(self, read));
    Option *option = arena_new0(self->arena, Option);
    *option = (Option){.name = read->name,
                       .builder = BUILDER_MESON,
                       .folder = self->top,
                       .type = type,
                       .free_form = read->type == MESON_OPTION_STRING ||
                                    read->type == MESON_OPTION_ARRAY ||
                                    read->type == MESON_OPTION_INTEGER,
                       .number = read->type == MESON_OPTION_INTEGER,
                       .asks_whether = read->type == MESON_OPTION_FEATURE,
                       .definitions = arena_array_of(self->arena, definition),
                       .values = values_of(self, read),
                       .links = arena_array(self->arena),
                       .uses = read->uses,
                       .comment = read->deprecated ? "deprecated" : NULL};
    g_ptr_array_add(self->facts->options, option);
    g_hash_table_insert(build->facts, (gpointer)option->name, option);
}

/* ---- effects --------------------------------------------------------------------------------- */

static void add_link(MesonReading *self, Option *option, const Effect *effect,
                     const GPtrArray *values, gboolean alone)
{
    GPtrArray *links = (GPtrArray *)option->links;
    for (guint i = 0; i < links->len; i++) {
        if (((const OptionLink *)links->pdata[i])->effect == effect) {
            return;
        }
    }
    OptionLink *link = arena_new0(self->arena, OptionLink);
    *link = (OptionLink){effect, values, alone};
    g_ptr_array_add(links, link);
}

static void build_effect(Build *build, GuardLinks *links, const MesonEffect *read)
{
    MesonReading *self = build->reading;
    Effect *effect = arena_new0(self->arena, Effect);
    *effect = (Effect){.kind = read->kind,
                       .name = read->name,
                       .detail = read->detail,
                       .file = read->file,
                       .required = read->required,
                       .when = unknowns_condition(self->unknowns, read->when, GUARD_TRUE),
                       .at = read->at};
    if (effect->when->kind == CONDITION_FALSE) {
        return;
    }
    g_ptr_array_add(self->facts->effects, effect);
    const GPtrArray *found = guard_links_of(links, read->when);
    for (guint i = 0; i < found->len; i++) {
        const GuardLink *link = found->pdata[i];
        add_link(self, link->option, effect, link->values, link->alone);
    }
    Option *owner = read->owner != NULL ? g_hash_table_lookup(build->facts, read->owner) : NULL;
    if (owner != NULL) {
        add_link(self, owner, effect, NULL, TRUE);
    }
}

static void build_refusal(MesonReading *self, const MesonRefusal *refusal)
{
    const Condition *when = guard_is_true(refusal->when)
                                ? NULL
                                : unknowns_condition(self->unknowns, refusal->when, GUARD_TRUE);
    if (when != NULL && when->kind != CONDITION_FALSE) {
        Constraint *constraint = arena_new0(self->arena, Constraint);
        *constraint = (Constraint){when, refusal->message, refusal->at};
        g_ptr_array_add(self->facts->constraints, constraint);
    }
}

static guint effect_hash(gconstpointer data)
{
    const MesonEffect *effect = data;
    return g_str_hash(effect->name) ^ (guint)effect->kind ^ (effect->at.line * 31u);
}

static gboolean same_effect(gconstpointer a, gconstpointer b)
{
    const MesonEffect *x = a;
    const MesonEffect *y = b;
    return x->kind == y->kind && strcmp(x->name, y->name) == 0 &&
           g_strcmp0(x->detail, y->detail) == 0 && g_strcmp0(x->file, y->file) == 0 &&
           span_compare(&x->at, &y->at) == 0;
}

/* What several targets take from one place happens once, where any of them does. */
static GPtrArray *joined_effects(MesonReading *self)
{
    g_autoptr(GHashTable) known = g_hash_table_new(effect_hash, same_effect);
    GPtrArray *effects = g_ptr_array_new();
    for (guint i = 0; i < self->effects->len; i++) {
        MesonEffect *effect = &g_array_index(self->effects, MesonEffect, i);
        MesonEffect *first = g_hash_table_lookup(known, effect);
        if (first != NULL) {
            first->when = guard_or(self->guards, first->when, effect->when);
            first->required = first->required || effect->required;
        } else {
            g_hash_table_add(known, effect);
            g_ptr_array_add(effects, effect);
        }
    }
    return effects;
}

void meson_build_facts(MesonReading *self)
{
    /* What was read has its own room, however much the reading took. */
    guards_allow(self->guards, MESON_NODES_MAX);
    g_autoptr(GHashTable) facts = g_hash_table_new(g_str_hash, g_str_equal);
    Build build = {self, facts};
    g_autoptr(GuardLinks) links = guard_links_new(&link_methods, self->guards, self->arena, &build);
    for (guint i = 0; i < self->option_list->len; i++) {
        build_option(&build, self->option_list->pdata[i]);
    }
    g_autoptr(GPtrArray) effects = joined_effects(self);
    for (guint i = 0; i < effects->len; i++) {
        build_effect(&build, links, effects->pdata[i]);
    }
    for (guint i = 0; i < self->refusals->len; i++) {
        build_refusal(self, &g_array_index(self->refusals, MesonRefusal, i));
    }
}
