#include "core/record.h"
#include "core/condition.h"
#include "core/json.h"
#include <string.h>

G_DEFINE_QUARK(xaas - record - error, record_error)

#define MEMBER(Type, record, field) (*(Type *)((char *)(record) + (field)->offset))
#define CONST_MEMBER(Type, record, field)                                                          \
    (*(Type const *)((const char *)(record) + (field)->offset))

static json_t *records_json(const RecordType *type, const GPtrArray *records)
{
    json_t *array = json_array();
    for (guint i = 0; records != NULL && i < records->len; i++) {
        json_array_append_new(array, record_json(type, records->pdata[i]));
    }
    return array;
}

static json_t *condition_string(const Condition *condition)
{
    if (condition == NULL) {
        return json_null();
    }
    g_autofree char *text = condition_text(condition);
    return json_of_text(text);
}

static json_t *field_json(const RecordField *field, const void *record)
{
    switch (field->kind) {
    case FIELD_TEXT:
        return json_of_text(CONST_MEMBER(const char *, record, field));
    case FIELD_FLAG:
        return json_boolean(CONST_MEMBER(gboolean, record, field));
    case FIELD_COUNT:
        return json_integer(CONST_MEMBER(guint, record, field));
    case FIELD_FRACTION:
        return json_real(CONST_MEMBER(double, record, field));
    case FIELD_WORD:
        return json_string(field->words[CONST_MEMBER(guint, record, field)]);
    case FIELD_CONDITION:
        return condition_string(CONST_MEMBER(const Condition *, record, field));
    case FIELD_PLACE:
        return json_of_span(CONST_MEMBER(Span, record, field));
    case FIELD_RECORD:
        return CONST_MEMBER(const void *, record, field) == NULL
                   ? json_null()
                   : record_json(field->type, CONST_MEMBER(const void *, record, field));
    case FIELD_RECORDS:
        return records_json(field->type, CONST_MEMBER(const GPtrArray *, record, field));
    case FIELD_TEXTS:
        return json_of_texts(CONST_MEMBER(const GPtrArray *, record, field));
    }
    return NULL;
}

/* Whether an optional field says nothing. */
static gboolean is_unset(const RecordField *field, const void *record, const json_t *value)
{
    switch (field->kind) {
    case FIELD_FLAG:
        return !CONST_MEMBER(gboolean, record, field);
    case FIELD_COUNT:
    case FIELD_WORD:
        return CONST_MEMBER(guint, record, field) == 0;
    case FIELD_RECORDS:
    case FIELD_TEXTS:
        return json_array_size(value) == 0;
    case FIELD_TEXT:
    case FIELD_FRACTION:
    case FIELD_CONDITION:
    case FIELD_PLACE:
    case FIELD_RECORD:
        break;
    }
    return json_is_null(value);
}

json_t *record_json(const RecordType *type, const void *record)
{
    json_t *object = json_object();
    for (guint i = 0; i < type->field_count; i++) {
        const RecordField *field = &type->fields[i];
        json_t *value = field_json(field, record);
        if (field->presence == FIELD_OPTIONAL && is_unset(field, record, value)) {
            json_decref(value);
        } else {
            json_object_set_new(object, field->name, value);
        }
    }
    return object;
}

Span record_place(Arena *arena, const char *text)
{
    const char *colon = strrchr(text, ':');
    guint64 line = 0;
    if (colon == NULL || !g_ascii_string_to_unsigned(colon + 1, 10, 1, G_MAXUINT, &line, NULL)) {
        return (Span){.path = arena_intern(arena, text)};
    }
    return (Span){.path = arena_intern_length(arena, text, (gsize)(colon - text)),
                  .line = (guint)line};
}

typedef struct {
    const RecordType *type;
    Arena *arena;
    const YamlDocument *document;
    const json_t *object;
    GError **error;
} Reader;

static gboolean fail(const Reader *reader, Span place, const char *format, ...) G_GNUC_PRINTF(3, 4);

static gboolean fail(const Reader *reader, Span place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *where =
        place.line == 0 ? g_strdup(place.path)
                        : g_strdup_printf("%s:%u:%u", place.path, place.line, place.column);
    g_set_error(reader->error, RECORD_ERROR, RECORD_ERROR_MALFORMED, "%s: %s", where, message);
    return FALSE;
}

/* "a, b or c", for messages. */
static char *enumeration(const char *const *words)
{
    GString *text = g_string_new(NULL);
    for (gsize i = 0; words[i] != NULL; i++) {
        if (i > 0) {
            g_string_append(text, words[i + 1] == NULL ? " or " : ", ");
        }
        g_string_append(text, words[i]);
    }
    return g_string_free(text, FALSE);
}

/* "text", "a number", ...: what a value is, and what to do when it should have been text. */
static gboolean fail_kind(const Reader *reader, Span place, const char *name, const char *wanted,
                          const json_t *value)
{
    static const char *const kinds[] = {
        [JSON_OBJECT] = "a mapping", [JSON_ARRAY] = "a list",  [JSON_STRING] = "text",
        [JSON_INTEGER] = "a number", [JSON_REAL] = "a number", [JSON_TRUE] = "true",
        [JSON_FALSE] = "false",      [JSON_NULL] = "nothing",
    };
    gboolean quotable = g_str_has_prefix(wanted, "text") && !json_is_object(value) &&
                        !json_is_array(value) && !json_is_null(value);
    return fail(reader, place, "\"%s\" must be %s, but is %s; %s", name, wanted,
                kinds[json_typeof(value)],
                quotable ? "put it in double quotes" : "see docs/spec-format.md");
}

static gboolean read_texts(const Reader *reader, const RecordField *field, void *record,
                           const json_t *value)
{
    GPtrArray *texts = MEMBER(GPtrArray *, record, field);
    gsize index = 0;
    json_t *item = NULL;
    json_array_foreach(value, index, item)
    {
        if (!json_is_string(item)) {
            return fail_kind(reader, yaml_item_place(reader->document, value, index), field->name,
                             "text in each item", item);
        }
        g_ptr_array_add(texts, arena_strdup(reader->arena, json_string_value(item)));
    }
    return TRUE;
}

static gboolean read_records(const Reader *reader, const RecordField *field, void *record,
                             const json_t *value)
{
    GPtrArray *records = MEMBER(GPtrArray *, record, field);
    gsize index = 0;
    json_t *item = NULL;
    json_array_foreach(value, index, item)
    {
        if (!json_is_object(item)) {
            return fail_kind(reader, yaml_item_place(reader->document, value, index), field->name,
                             "a mapping in each item", item);
        }
        void *inner =
            record_read(field->type, reader->arena, reader->document, item, reader->error);
        if (inner == NULL) {
            return FALSE;
        }
        g_ptr_array_add(records, inner);
    }
    return TRUE;
}

static gboolean read_word(const Reader *reader, const RecordField *field, void *record,
                          const char *text, Span place)
{
    for (guint i = 0; field->words[i] != NULL; i++) {
        if (g_str_equal(field->words[i], text)) {
            MEMBER(guint, record, field) = i;
            return TRUE;
        }
    }
    g_autofree char *words = enumeration(field->words);
    return fail(reader, place, "\"%s\" cannot be \"%s\"; write %s", field->name, text, words);
}

static gboolean read_condition(const Reader *reader, const RecordField *field, void *record,
                               const char *text, Span place)
{
    g_autoptr(GError) cause = NULL;
    const Condition *condition = condition_parse(reader->arena, text, &cause);
    if (condition == NULL) {
        return fail(reader, place, "\"%s\": %s; write for example \"A=x and not B\"", field->name,
                    cause->message);
    }
    MEMBER(const Condition *, record, field) = condition;
    return TRUE;
}

static gboolean read_text(const Reader *reader, const RecordField *field, void *record,
                          const char *text, Span place)
{
    if (field->kind == FIELD_WORD) {
        return read_word(reader, field, record, text, place);
    }
    if (field->kind == FIELD_CONDITION) {
        return read_condition(reader, field, record, text, place);
    }
    if (field->kind == FIELD_PLACE) {
        MEMBER(Span, record, field) = record_place(reader->arena, text);
    } else {
        MEMBER(const char *, record, field) = arena_strdup(reader->arena, text);
    }
    return TRUE;
}

static gboolean read_field(const Reader *reader, const RecordField *field, void *record,
                           const json_t *value)
{
    Span place = yaml_member_place(reader->document, reader->object, field->name);
    if (json_is_null(value) && field->presence != FIELD_REQUIRED) {
        return TRUE;
    }
    switch (field->kind) {
    case FIELD_TEXT:
    case FIELD_WORD:
    case FIELD_CONDITION:
    case FIELD_PLACE:
        return json_is_string(value)
                   ? read_text(reader, field, record, json_string_value(value), place)
                   : fail_kind(reader, place, field->name, "text", value);
    case FIELD_FLAG:
        MEMBER(gboolean, record, field) = json_is_true(value);
        return json_is_boolean(value)
                   ? TRUE
                   : fail_kind(reader, place, field->name, "true or false", value);
    case FIELD_COUNT:
        if (!json_is_integer(value) || json_integer_value(value) < 0 ||
            json_integer_value(value) > G_MAXUINT) {
            return fail_kind(reader, place, field->name, "a whole number from 0 on", value);
        }
        MEMBER(guint, record, field) = (guint)json_integer_value(value);
        return TRUE;
    case FIELD_FRACTION:
        if (!json_is_number(value) || json_number_value(value) < 0 ||
            json_number_value(value) > 1) {
            return fail_kind(reader, place, field->name, "a number from 0 to 1", value);
        }
        MEMBER(double, record, field) = json_number_value(value);
        return TRUE;
    case FIELD_RECORD:
        if (!json_is_object(value)) {
            return fail_kind(reader, place, field->name, "a mapping", value);
        }
        MEMBER(void *, record, field) =
            record_read(field->type, reader->arena, reader->document, value, reader->error);
        return MEMBER(void *, record, field) != NULL;
    case FIELD_RECORDS:
        return json_is_array(value) ? read_records(reader, field, record, value)
                                    : fail_kind(reader, place, field->name, "a list", value);
    case FIELD_TEXTS:
        return json_is_array(value) ? read_texts(reader, field, record, value)
                                    : fail_kind(reader, place, field->name, "a list", value);
    }
    return FALSE;
}

/* A misspelt field would otherwise be dropped without a word when the file is written again. */
static gboolean refuse_unknown(const Reader *reader)
{
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach((json_t *)reader->object, key, value)
    {
        g_autoptr(GPtrArray) names = g_ptr_array_new();
        gboolean known = FALSE;
        for (guint i = 0; i < reader->type->field_count; i++) {
            known = known || g_str_equal(key, reader->type->fields[i].name);
            g_ptr_array_add(names, (gpointer)reader->type->fields[i].name);
        }
        g_ptr_array_add(names, NULL);
        if (!known) {
            g_autofree char *list = enumeration((const char *const *)names->pdata);
            return fail(reader, yaml_member_place(reader->document, reader->object, key),
                        "a %s has no field \"%s\"; it can have %s", reader->type->name, key, list);
        }
    }
    return TRUE;
}

/* The place of an object is that of its first member. */
static Span object_place(const Reader *reader)
{
    void *first = json_object_iter((json_t *)reader->object);
    return yaml_member_place(reader->document, reader->object,
                             first == NULL ? "" : json_object_iter_key(first));
}

/* What does not say what it is may be anything: its fields are not looked at. Compared are the
 * names before the version: "xaas-matrix" of "xaas-matrix/1". */
static gboolean refuse_other_document(const Reader *reader)
{
    const char *wanted = reader->type->schema;
    const json_t *said = json_object_get(reader->object, "schema");
    const char *schema = json_string_value(said);
    gsize length = wanted == NULL ? 0 : strcspn(wanted, "/") + 1;
    if (wanted != NULL && said == NULL) {
        return fail(reader, (Span){.path = yaml_file(reader->document)},
                    "this is no %s; one begins with \"schema: %s\"", reader->type->name, wanted);
    }
    if (wanted == NULL || schema == NULL || strncmp(schema, wanted, length) == 0) {
        return TRUE;
    }
    return fail(reader, yaml_member_place(reader->document, reader->object, "schema"),
                "this is \"%s\", and a %s is \"%s\"; name another file", schema, reader->type->name,
                wanted);
}

void *record_read(const RecordType *type, Arena *arena, const YamlDocument *document,
                  const json_t *object, GError **error)
{
    Reader reader = {type, arena, document, object, error};
    void *record = arena_alloc(arena, type->size);
    if (!refuse_other_document(&reader) || !refuse_unknown(&reader)) {
        return NULL;
    }
    for (guint i = 0; i < type->field_count; i++) {
        const RecordField *field = &type->fields[i];
        if (field->kind == FIELD_RECORDS || field->kind == FIELD_TEXTS) {
            MEMBER(GPtrArray *, record, field) = arena_array(arena);
        }
        const json_t *value = json_object_get(object, field->name);
        if (value == NULL && field->presence == FIELD_REQUIRED) {
            fail(&reader, object_place(&reader), "this %s has no \"%s\"; add it", type->name,
                 field->name);
            return NULL;
        }
        if (value != NULL && !read_field(&reader, field, record, value)) {
            return NULL;
        }
    }
    const char *field = NULL;
    g_autofree char *problem = type->check == NULL ? NULL : type->check(record, arena, &field);
    if (problem != NULL) {
        fail(&reader, yaml_member_place(document, object, field), "%s", problem);
        return NULL;
    }
    return record;
}
