#include "container/select/select.h"
#include "core/choice.h"
#include "core/record_table.h"

static char *check_preference(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const Preference *self = record;
    Category category;
    *field = self->category != NULL ? "category" : "option";
    if ((self->option == NULL) == (self->category == NULL)) {
        return g_strdup("an entry names an option or a category; write one of them");
    }
    return self->category == NULL || category_parse(self->category, &category)
               ? NULL
               : g_strdup_printf("\"%s\" is no category; docs/spec-format.md lists them",
                                 self->category);
}

static const RecordField preference_type_fields[] = {
    FIELD(Preference, option, "option", TEXT, OPTIONAL),
    FIELD(Preference, category, "category", TEXT, OPTIONAL),
    FIELD(Preference, values, "values", TEXTS, REQUIRED),
};
TYPE(preference_type, Preference, "preference", .check = check_preference);

static char *check_preferences(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const Preferences *self = record;
    *field = "schema";
    if (!g_str_equal(self->schema, PREFERENCES_SCHEMA)) {
        return g_strdup_printf("this version reads \"%s\", not \"%s\"; correct it",
                               PREFERENCES_SCHEMA, self->schema);
    }
    *field = "order";
    for (guint i = 0; i < self->order->len; i++) {
        Category category;
        if (!category_parse(self->order->pdata[i], &category)) {
            return g_strdup_printf("\"%s\" is no category; docs/spec-format.md lists them",
                                   (const char *)self->order->pdata[i]);
        }
    }
    return NULL;
}

static const RecordField preferences_type_fields[] = {
    FIELD(Preferences, schema, "schema", TEXT, REQUIRED),
    FIELD(Preferences, order, "order", TEXTS, OPTIONAL),
    FIELD(Preferences, prefer, "prefer", RECORDS, OPTIONAL, .type = &preference_type),
    FIELD(Preferences, refuse, "refuse", RECORDS, OPTIONAL, .type = &preference_type),
};
const RecordType preferences_type = {.name = "file of preferences",
                                     .size = sizeof(Preferences),
                                     .fields = preferences_type_fields,
                                     .field_count = G_N_ELEMENTS(preferences_type_fields),
                                     .check = check_preferences,
                                     .schema = PREFERENCES_SCHEMA};

const Preferences *preferences_load(Arena *arena, const char *path, GError **error)
{
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    return document == NULL
               ? NULL
               : record_read(&preferences_type, arena, document, yaml_root(document), error);
}

/* ---- what they meet -------------------------------------------------------------------------- */

static gboolean find_value(const Preference *self, const char *value, guint *index)
{
    for (guint i = 0; value != NULL && i < self->values->len; i++) {
        if (values_are_same(self->values->pdata[i], value)) {
            *index = i;
            return TRUE;
        }
    }
    return FALSE;
}

gboolean preference_meets(const Preference *self, const Judgement *judgement, guint *index)
{
    Category category;
    if (self->category != NULL && category_parse(self->category, &category)) {
        const NeedTechnology *technology = judgement->technology[category];
        return find_value(self, technology == NULL ? "none" : technology->id, index);
    }
    const GPtrArray *settings = judgement->offer->settings;
    for (guint i = 0; i < settings->len; i++) {
        const OfferSetting *setting = settings->pdata[i];
        if (g_strcmp0(setting->option, self->option) == 0) {
            return find_value(self, setting->value, index);
        }
    }
    return FALSE;
}

static gboolean is_technology(const Needs *needs, const Preference *preference, const char *id)
{
    const NeedTechnology *technology = needs_technology_called(needs, id);
    return g_str_equal(id, "none") ||
           (technology != NULL &&
            g_str_equal(category_text(technology->category), preference->category));
}

static void add_unmet(const Selector *self, const Preference *preference, const GPtrArray *settings,
                      GPtrArray *unmet)
{
    for (guint i = 0; i < preference->values->len; i++) {
        const char *value = preference->values->pdata[i];
        gboolean option = FALSE;
        gboolean met =
            preference->category != NULL && is_technology(self->needs, preference, value);
        for (guint k = 0; preference->option != NULL && k < settings->len; k++) {
            const Setting *setting = settings->pdata[k];
            gboolean same = g_str_equal(setting->option, preference->option);
            option = option || same;
            met = met || (same && values_are_same(setting->value, value));
        }
        if (preference->option != NULL && !option) {
            g_ptr_array_add(unmet, arena_printf(self->arena, "there is no option %s to choose by",
                                                preference->option));
            return;
        }
        if (!met) {
            g_ptr_array_add(unmet, arena_printf(self->arena, "%s is never %s",
                                                preference->option != NULL ? preference->option
                                                                           : preference->category,
                                                value));
        }
    }
}

GPtrArray *preferences_unmet(const Selector *self, const GPtrArray *settings)
{
    GPtrArray *unmet = arena_array(self->arena);
    const Preferences *preferences = self->preferences;
    for (guint i = 0; preferences != NULL && i < preferences->prefer->len; i++) {
        add_unmet(self, preferences->prefer->pdata[i], settings, unmet);
    }
    for (guint i = 0; preferences != NULL && i < preferences->refuse->len; i++) {
        add_unmet(self, preferences->refuse->pdata[i], settings, unmet);
    }
    return unmet;
}
