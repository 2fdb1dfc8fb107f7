/* A JSON Schema for editors says the same as the tables that the program reads and writes by. */
#pragma once

#include "core/record.h"
#include <string.h>

static json_t *load_schema(const char *file)
{
    g_autofree char *path = g_build_filename(XAAS_SOURCE_ROOT, "docs", file, NULL);
    json_error_t error;
    json_t *schema = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (schema == NULL) {
        g_error("%s:%d: %s", path, error.line, error.text);
    }
    return schema;
}

static char *definition_name(const RecordType *type)
{
    return g_strdelimit(g_strdup(type->name), " ", '_');
}

static void assert_text(const json_t *object, const char *key, const char *expected)
{
    g_assert_cmpstr(json_string_value(json_object_get(object, key)), ==, expected);
}

static void assert_reference(const json_t *object, const RecordType *type)
{
    g_autofree char *name = definition_name(type);
    g_autofree char *reference = g_strconcat("#/$defs/", name, NULL);
    assert_text(object, "$ref", reference);
}

static void assert_words(const json_t *property, const char *const *words)
{
    const json_t *list = json_object_get(property, "enum");
    g_assert_cmpuint(json_array_size(list), ==, g_strv_length((GStrv)words));
    for (gsize i = 0; words[i] != NULL; i++) {
        g_assert_cmpstr(json_string_value(json_array_get(list, i)), ==, words[i]);
    }
}

static void assert_string(const RecordField *field, const json_t *property)
{
    const json_t *type = json_object_get(property, "type");
    if (field->presence == FIELD_NULLABLE) {
        g_assert_cmpstr(json_string_value(json_array_get(type, 0)), ==, "string");
        g_assert_cmpstr(json_string_value(json_array_get(type, 1)), ==, "null");
    } else if (json_object_get(property, "const") == NULL) {
        g_assert_cmpstr(json_string_value(type), ==, "string");
    }
}

static void assert_property(const RecordField *field, const json_t *property)
{
    const char *description = json_string_value(json_object_get(property, "description"));
    g_assert_nonnull(description);
    g_assert_cmpuint(strlen(description), >, 4);
    const json_t *items = json_object_get(property, "items");
    switch (field->kind) {
    case FIELD_TEXT:
    case FIELD_CONDITION:
    case FIELD_PLACE:
        assert_string(field, property);
        break;
    case FIELD_FLAG:
        assert_text(property, "type", "boolean");
        break;
    case FIELD_COUNT:
        assert_text(property, "type", "integer");
        g_assert_cmpint(json_integer_value(json_object_get(property, "minimum")), ==, 0);
        break;
    case FIELD_FRACTION:
        assert_text(property, "type", "number");
        g_assert_cmpint(json_integer_value(json_object_get(property, "maximum")), ==, 1);
        break;
    case FIELD_WORD:
        assert_words(property, field->words);
        break;
    case FIELD_RECORD:
        assert_reference(property, field->type);
        break;
    case FIELD_RECORDS:
        assert_text(property, "type", "array");
        assert_reference(items, field->type);
        break;
    case FIELD_TEXTS:
        assert_text(property, "type", "array");
        assert_text(items, "type", "string");
        break;
    }
}

static gboolean is_listed(const json_t *list, const char *name)
{
    gsize index = 0;
    json_t *item = NULL;
    json_array_foreach(list, index, item)
    {
        if (g_strcmp0(json_string_value(item), name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* `seen` holds the definitions that were compared; it ends recursion and finds unused ones. */
static void assert_type(const RecordType *type, const json_t *schema, const json_t *definitions,
                        GHashTable *seen)
{
    assert_text(schema, "type", "object");
    g_assert_true(json_is_false(json_object_get(schema, "additionalProperties")));
    json_t *properties = json_object_get(schema, "properties");
    const json_t *required = json_object_get(schema, "required");
    g_assert_cmpuint(json_object_size(properties), ==, type->field_count);
    void *property = json_object_iter(properties);
    for (guint i = 0; i < type->field_count; i++) {
        const RecordField *field = &type->fields[i];
        g_test_message("%s.%s", type->name, field->name);
        g_assert_cmpstr(json_object_iter_key(property), ==, field->name);
        assert_property(field, json_object_iter_value(property));
        g_assert_cmpint(is_listed(required, field->name), ==, field->presence == FIELD_REQUIRED);
        property = json_object_iter_next(properties, property);
        if (field->type == NULL) {
            continue;
        }
        char *name = definition_name(field->type);
        const json_t *definition = json_object_get(definitions, name);
        g_assert_nonnull(definition);
        if (g_hash_table_add(seen, name)) {
            assert_type(field->type, definition, definitions, seen);
        }
    }
}

/* `file` is in docs/; `version` is what the schema's member "schema" has to be. */
static inline void assert_schema(const char *file, const RecordType *type, const char *version)
{
    json_t *schema = load_schema(file);
    const json_t *definitions = json_object_get(schema, "$defs");
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    assert_type(type, schema, definitions, seen);
    g_assert_cmpuint(g_hash_table_size(seen), ==, json_object_size(definitions));
    const json_t *member = json_object_get(json_object_get(schema, "properties"), "schema");
    g_assert_cmpstr(json_string_value(json_object_get(member, "const")), ==, version);
    json_decref(schema);
}

/* Every field and every word of a closed set is explained to people; `file` is in docs/. */
static inline void assert_documented(const char *file, const RecordType *root)
{
    g_autofree char *path = g_build_filename(XAAS_SOURCE_ROOT, "docs", file, NULL);
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_autoptr(GPtrArray) types = g_ptr_array_new();
    g_ptr_array_add(types, (gpointer)root);
    for (guint t = 0; t < types->len; t++) {
        const RecordType *type = types->pdata[t];
        for (guint i = 0; i < type->field_count; i++) {
            const RecordField *field = &type->fields[i];
            g_autofree char *row = g_strdup_printf("| `%s` |", field->name);
            if (strstr(text, row) == NULL) {
                g_error("%s does not explain %s of a %s", path, field->name, type->name);
            }
            for (gsize k = 0; field->words != NULL && field->words[k] != NULL; k++) {
                g_autofree char *word = g_strdup_printf("`%s`", field->words[k]);
                if (strstr(text, word) == NULL) {
                    g_error("%s does not explain the word %s", path, field->words[k]);
                }
            }
            if (field->type != NULL && !g_ptr_array_find(types, field->type, NULL)) {
                g_ptr_array_add(types, (gpointer)field->type);
            }
        }
    }
}
