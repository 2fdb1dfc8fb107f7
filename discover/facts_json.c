/* Facts as JSON: the files that --facts and --ledger write (docs/facts-format.md). */
#include "core/json.h"
#include "core/text_order.h"
#include "discover/facts.h"

static json_t *json_of_condition(const Condition *condition)
{
    return condition == NULL ? json_true() : condition_json(condition);
}

static json_t *build_system_json(const BuildSystem *system)
{
    return json_pack("{s:s, s:o, s:o, s:o, s:b, s:b}", "type", builder_text(system->builder),
                     "folder", json_of_text(system->folder), "file", json_of_text(system->file),
                     "minimum_version", json_of_text(system->minimum_version), "vendored",
                     system->vendored, "read", system->read);
}

static json_t *definition_json(const Definition *definition)
{
    json_t *defaults = json_array();
    for (guint i = 0; definition->defaults != NULL && i < definition->defaults->len; i++) {
        const DefaultValue *value = definition->defaults->pdata[i];
        json_array_append_new(defaults, json_pack("{s:o, s:o}", "value", json_of_text(value->value),
                                                  "when", json_of_condition(value->when)));
    }
    json_t *wrappers = json_array();
    for (guint i = 0; definition->wrappers != NULL && i < definition->wrappers->len; i++) {
        const Wrapper *wrapper = definition->wrappers->pdata[i];
        json_array_append_new(wrappers,
                              json_pack("{s:o, s:o}", "command", json_of_text(wrapper->command),
                                        "at", json_of_span(wrapper->at)));
    }
    json_t *json = json_pack(
        "{s:o, s:o, s:o, s:o, s:s, s:b, s:o, s:o, s:o}", "at", json_of_span(definition->at),
        "declared_at", json_of_span(definition->declared_at), "text",
        json_of_text(definition->text), "help", json_of_text(definition->help), "type",
        option_type_text(definition->type), "force", definition->force, "exists",
        json_of_condition(definition->exists), "defaults", defaults, "wrappers", wrappers);
    if (definition->help_at.path != NULL) {
        json_object_set_new(json, "help_at", json_of_span(definition->help_at));
    }
    return json;
}

/* `places` maps an effect to its index in the document, plus one. */
static json_t *links_json(const GPtrArray *links, GHashTable *places)
{
    json_t *array = json_array();
    for (guint i = 0; links != NULL && i < links->len; i++) {
        const OptionLink *link = links->pdata[i];
        guint place = GPOINTER_TO_UINT(g_hash_table_lookup(places, link->effect));
        json_array_append_new(
            array, json_pack("{s:o, s:o, s:b}", "effect",
                             place == 0 ? json_null() : json_integer(place - 1), "values",
                             link->values == NULL ? json_null() : json_of_texts(link->values),
                             "alone", link->alone));
    }
    return array;
}

static json_t *definitions_json(const GPtrArray *definitions)
{
    json_t *array = json_array();
    for (guint i = 0; definitions != NULL && i < definitions->len; i++) {
        json_array_append_new(array, definition_json(definitions->pdata[i]));
    }
    return array;
}

static json_t *values_json(const GPtrArray *values)
{
    json_t *array = json_array();
    for (guint i = 0; values != NULL && i < values->len; i++) {
        const AllowedValue *value = values->pdata[i];
        json_array_append_new(
            array, json_pack("{s:o, s:s, s:o}", "value", json_of_text(value->value), "origin",
                             value_origin_text(value->origin), "at", json_of_span(value->at)));
    }
    return array;
}

static json_t *uses_json(const GPtrArray *uses)
{
    json_t *array = json_array();
    for (guint i = 0; uses != NULL && i < uses->len; i++) {
        json_array_append_new(array, json_of_span(*(const Span *)uses->pdata[i]));
    }
    return array;
}

/* What holds of few options is written only where it does. */
static void set_if(json_t *json, const char *key, gboolean holds)
{
    if (holds) {
        json_object_set_new(json, key, json_true());
    }
}

static json_t *option_json(const Option *option, GHashTable *places)
{
    json_t *json = json_pack("{s:o, s:s, s:o, s:s, s:b, s:b}", "name", json_of_text(option->name),
                             "builder", builder_text(option->builder), "folder",
                             json_of_text(option->folder), "type", option_type_text(option->type),
                             "advanced", option->advanced, "vendored", option->vendored);
    set_if(json, "by_modules", option->by_modules);
    set_if(json, "handed_on", option->handed_on);
    set_if(json, "unread", option->unread);
    set_if(json, "unread_by_all", option->unread_by_all);
    set_if(json, "of_absent", option->of_absent);
    set_if(json, "only_default", option->only_default);
    set_if(json, "checked", option->checked);
    set_if(json, "off_unset", option->off_unset);
    set_if(json, "only_given", option->only_given);
    set_if(json, "one_way", option->one_way);
    set_if(json, "unnamed", option->unnamed);
    set_if(json, "noted", option->noted);
    set_if(json, "only_where", option->only_where);
    if (option->stands_for != NULL) {
        json_object_set_new(json, "stands_for", json_of_text(option->stands_for));
    }
    json_object_set_new(json, "free_form", json_boolean(option->free_form));
    json_object_set_new(json, "comment", json_of_text(option->comment));
    if (option->example != NULL) {
        json_object_set_new(json, "example", json_of_text(option->example));
    }
    if (option->outdated.path != NULL) {
        json_object_set_new(json, "outdated", json_of_span(option->outdated));
    }
    if (option->documented.path != NULL) {
        json_object_set_new(json, "documented", json_of_span(option->documented));
    }
    json_object_set_new(json, "definitions", definitions_json(option->definitions));
    if (option->fallbacks != NULL && option->fallbacks->len > 0) {
        json_object_set_new(json, "fallbacks", definitions_json(option->fallbacks));
    }
    json_object_set_new(json, "values", values_json(option->values));
    json_object_set_new(json, "links", links_json(option->links, places));
    json_object_set_new(json, "uses", uses_json(option->uses));
    return json;
}

static json_t *effect_json(const Effect *effect)
{
    return json_pack("{s:s, s:o, s:o, s:o, s:b, s:o, s:o}", "kind", effect_kind_text(effect->kind),
                     "name", json_of_text(effect->name), "detail", json_of_text(effect->detail),
                     "file", json_of_text(effect->file), "required", effect->required, "when",
                     json_of_condition(effect->when), "at", json_of_span(effect->at));
}

static json_t *settings_json(const GPtrArray *settings)
{
    json_t *list = json_array();
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        json_array_append_new(
            list, json_pack("{s:o, s:o, s:s, s:o, s:o}", "option", json_of_text(setting->option),
                            "value", json_of_text(setting->value), "kind",
                            recipe_kind_text(setting->kind), "combination",
                            json_of_text(setting->combination), "at", json_of_span(setting->at)));
    }
    return list;
}

static json_t *exclusives_json(const GPtrArray *exclusives)
{
    json_t *list = json_array();
    for (guint i = 0; i < exclusives->len; i++) {
        const Exclusive *exclusive = exclusives->pdata[i];
        json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "options",
                                              json_of_texts(exclusive->options), "message",
                                              json_of_text(exclusive->message), "at",
                                              json_of_span(exclusive->at)));
    }
    return list;
}

json_t *facts_json(const Facts *self)
{
    json_t *build_systems = json_array();
    for (guint i = 0; i < self->build_systems->len; i++) {
        json_array_append_new(build_systems, build_system_json(self->build_systems->pdata[i]));
    }
    json_t *effects = json_array();
    g_autoptr(GHashTable) places = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < self->effects->len; i++) {
        g_hash_table_insert(places, self->effects->pdata[i], GUINT_TO_POINTER(i + 1));
        json_array_append_new(effects, effect_json(self->effects->pdata[i]));
    }
    json_t *options = json_array();
    for (guint i = 0; i < self->options->len; i++) {
        json_array_append_new(options, option_json(self->options->pdata[i], places));
    }
    json_t *constraints = json_array();
    for (guint i = 0; i < self->constraints->len; i++) {
        const Constraint *constraint = self->constraints->pdata[i];
        json_array_append_new(constraints, json_pack("{s:o, s:o, s:o}", "when",
                                                     json_of_condition(constraint->when), "message",
                                                     json_of_text(constraint->message), "at",
                                                     json_of_span(constraint->at)));
    }
    json_t *project =
        json_pack("{s:o, s:o, s:o}", "name", json_of_text(self->project_name), "version",
                  json_of_text(self->project_version), "at", json_of_span(self->project_at));
    json_t *facts = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "schema", "xaas-facts/1", "project",
                              project, "build_systems", build_systems, "options", options,
                              "effects", effects, "constraints", constraints);
    if (self->exclusives->len > 0) {
        json_object_set_new(facts, "exclusives", exclusives_json(self->exclusives));
    }
    if (self->settings->len > 0) {
        json_object_set_new(facts, "settings", settings_json(self->settings));
    }
    return facts;
}

json_t *facts_ledger_json(const Facts *self)
{
    json_t *entries = json_array();
    g_autoptr(GHashTable) counts = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) reasons = g_ptr_array_new();
    for (guint i = 0; i < self->ledger->len; i++) {
        const LedgerEntry *entry = self->ledger->pdata[i];
        json_array_append_new(
            entries, json_pack("{s:o, s:o, s:o, s:o}", "at", json_of_span(entry->at), "reason",
                               json_of_text(entry->reason), "subject", json_of_text(entry->subject),
                               "lost", json_of_texts(entry->lost)));
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, entry->reason));
        if (count == 0) {
            g_ptr_array_add(reasons, (gpointer)entry->reason);
        }
        g_hash_table_insert(counts, (gpointer)entry->reason, GUINT_TO_POINTER(count + 1));
    }
    g_ptr_array_sort(reasons, text_order);
    json_t *summary = json_object();
    for (guint i = 0; i < reasons->len; i++) {
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, reasons->pdata[i]));
        json_object_set_new(summary, reasons->pdata[i], json_integer(count));
    }
    return json_pack("{s:s, s:o, s:o}", "schema", "xaas-ledger/1", "counts", summary, "entries",
                     entries);
}
