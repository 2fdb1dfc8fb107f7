#include "container/select/select.h"
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
const RecordType preferences_type = {.name = "preferences",
                                     .size = sizeof(Preferences),
                                     .fields = preferences_type_fields,
                                     .field_count = G_N_ELEMENTS(preferences_type_fields),
                                     .check = check_preferences};

const Preferences *preferences_load(Arena *arena, const char *path, GError **error)
{
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    return document == NULL
               ? NULL
               : record_read(&preferences_type, arena, document, yaml_root(document), error);
}
