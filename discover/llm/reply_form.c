#include "discover/llm/reply_form.h"
#include "core/specification_formats.h"
#include "discover/llm/labels.h"
#include <string.h>

/* Schemas nest; deeper than any layout needs is not followed. */
#define DEPTH_MAX 12u

/* Sections of the layout beyond those of core/specification_formats.h. */
static const char *const other_sections[] = {"gpu_build", "compilers", "architectures",
                                             "build_system"};

static const char *section_name(const char *key)
{
    for (guint i = 0; i < SECTION_NONE; i++) {
        const char *name = reference_section_text((ReferenceSection)i);
        if (g_ascii_strcasecmp(name, key) == 0) {
            return name;
        }
    }
    for (gsize i = 0; i < G_N_ELEMENTS(other_sections); i++) {
        if (g_ascii_strcasecmp(other_sections[i], key) == 0) {
            return other_sections[i];
        }
    }
    return NULL;
}

/* Whether an object describes a value instead of being one: its "type" names a JSON type. An entry
 * of the layout has no such key but in build_system, where it names a build tool. */
static gboolean is_schema(const json_t *node)
{
    static const char *const types[] = {"object", "string", "boolean", "integer",
                                        "number", "array",  "null",    NULL};
    const json_t *type = json_object_get(node, "type");
    const char *word = json_string_value(json_is_array(type) ? json_array_get(type, 0) : type);
    return word != NULL && g_strv_contains(types, word);
}

static json_t *unwrap(const json_t *node, guint depth);

/* What a schema says of its value: a constant, a default, an example, the only word allowed. NULL
 * when it says nothing. */
static json_t *schema_value(const json_t *schema)
{
    static const char *const keys[] = {"const", "value", "default", "example"};
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        json_t *value = json_object_get(schema, keys[i]);
        if (value != NULL && !json_is_object(value)) {
            return json_incref(value);
        }
    }
    const json_t *examples = json_object_get(schema, "examples");
    const json_t *words = json_object_get(schema, "enum");
    if (json_array_size(examples) > 0) {
        return json_incref(json_array_get(examples, 0));
    }
    gboolean list = g_strcmp0(json_string_value(json_object_get(schema, "type")), "array") == 0;
    const json_t *items = json_object_get(schema, "items");
    if (list && json_array_size(json_object_get(items, "enum")) > 0) {
        return json_incref(json_object_get(items, "enum"));
    }
    return json_array_size(words) == 1 ? json_incref(json_array_get(words, 0)) : NULL;
}

static void unwrap_members(json_t *result, const json_t *members, guint depth)
{
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach((json_t *)members, key, value)
    {
        json_t *plain = unwrap(value, depth + 1);
        if (plain != NULL) {
            json_object_set_new(result, key, plain);
        }
    }
}

static json_t *unwrap(const json_t *node, guint depth)
{
    if (!json_is_object(node) || depth > DEPTH_MAX) {
        return json_incref((json_t *)node);
    }
    const json_t *properties = json_object_get(node, "properties");
    if (!is_schema(node)) {
        json_t *result = json_object();
        unwrap_members(result, json_is_object(properties) ? properties : node, depth);
        return result;
    }
    if (json_is_object(properties)) {
        json_t *result = json_object();
        unwrap_members(result, properties, depth);
        return result;
    }
    return schema_value(node);
}

static gboolean fits(const char *section, const json_t *value)
{
    static const char *const lists[] = {"compiler_flags", "optimization_build_flags",
                                        "architectures", NULL};
    if (strcmp(section, "internal_build") == 0) {
        return json_is_object(value) || json_is_array(value);
    }
    return g_strv_contains(lists, section) ? json_is_array(value) : json_is_object(value);
}

/* Bundled libraries by name, as the other sections have theirs, are a list of them. */
static json_t *list_internals(json_t *value)
{
    if (!json_is_object(value) || json_object_get(value, "library_name") != NULL ||
        json_object_get(value, "build_flag") != NULL) {
        return value;
    }
    json_t *list = json_array();
    const char *name = NULL;
    json_t *entry = NULL;
    json_object_foreach(value, name, entry)
    {
        if (json_is_object(entry)) {
            if (json_object_get(entry, "library_name") == NULL) {
                json_object_set_new(entry, "library_name", json_string(name));
            }
            json_array_append(list, entry);
        }
    }
    json_decref(value);
    return list;
}

static void take_sections(json_t *result, const json_t *from)
{
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach((json_t *)from, key, value)
    {
        const char *section = section_name(key);
        json_t *plain = section == NULL ? NULL : unwrap(value, 0);
        if (plain != NULL && strcmp(section, reference_section_text(SECTION_INTERNAL)) == 0) {
            plain = list_internals(plain);
        }
        if (plain != NULL && fits(section, plain) && json_object_get(result, section) == NULL &&
            (json_object_size(plain) > 0 || json_array_size(plain) > 0)) {
            json_object_set(result, section, plain);
        }
        json_decref(plain);
    }
}

json_t *reply_form_read(const char *text)
{
    json_t *object = labels_find_json(text, reference_section_text(SECTION_GPU));
    json_t *result = json_object();
    if (json_is_object(object)) {
        /* Where a schema and an answer are mixed, the answer comes first. */
        take_sections(result, object);
        take_sections(result, json_object_get(object, "properties"));
    }
    json_decref(object);
    if (json_object_size(result) == 0) {
        json_decref(result);
        return NULL;
    }
    return result;
}
