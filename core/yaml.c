#include "core/yaml.h"
#include "core/file.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

G_DEFINE_QUARK(xaas - yaml - error, yaml_error)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(yaml_parser_t, yaml_parser_delete)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(yaml_event_t, yaml_event_delete)

typedef struct {
    guint line;
    guint column;
} Place;

/* The places of one container's children, in order; `by_key` maps an object's key to an index into
 * `places` plus one. Jansson shares true, false and null between documents, so places are kept by
 * container and key, never by value. */
typedef struct {
    GArray *places;
    GHashTable *by_key;
} Places;

struct YamlDocument {
    char *file;
    json_t *root;
    GHashTable *places; /* const json_t * -> Places * */
};

static void places_free(Places *self)
{
    g_array_unref(self->places);
    g_clear_pointer(&self->by_key, g_hash_table_unref);
    g_free(self);
}

void yaml_document_free(YamlDocument *self)
{
    if (self == NULL) {
        return;
    }
    json_decref(self->root);
    g_hash_table_unref(self->places);
    g_free(self->file);
    g_free(self);
}

json_t *yaml_root(const YamlDocument *self)
{
    return self->root;
}

const char *yaml_file(const YamlDocument *self)
{
    return self->file;
}

static Span place_at(const YamlDocument *self, const Places *places, gsize index)
{
    Span span = {.path = self->file};
    if (places != NULL && index < places->places->len) {
        Place place = g_array_index(places->places, Place, index);
        span.line = place.line;
        span.column = place.column;
    }
    return span;
}

Span yaml_member_place(const YamlDocument *self, const json_t *container, const char *key)
{
    const Places *places = g_hash_table_lookup(self->places, container);
    guint found = places == NULL || places->by_key == NULL
                      ? 0
                      : GPOINTER_TO_UINT(g_hash_table_lookup(places->by_key, key));
    return place_at(self, found == 0 ? NULL : places, found == 0 ? 0 : found - 1);
}

Span yaml_item_place(const YamlDocument *self, const json_t *container, gsize index)
{
    return place_at(self, g_hash_table_lookup(self->places, container), index);
}

char *yaml_member_fault(const YamlDocument *self, const json_t *container, const char *key)
{
    Span place = yaml_member_place(self, container, key);
    return g_strdup_printf("%s:%u: \"%s\" is missing or malformed; restore the file that came with "
                           "this version",
                           place.path, place.line, key);
}

/* One container that is being filled. */
typedef struct {
    json_t *container;
    Places *places;
    char *key; /* an object's key whose value comes next; NULL: a key comes next */
} Level;

typedef struct {
    YamlDocument *document;
    GArray *levels; /* Level */
    guint values;
    gboolean seen_document;
    GError **error;
} Builder;

static void level_clear(gpointer data)
{
    g_free(((Level *)data)->key);
}

static gboolean fail_at(Builder *builder, YamlError code, const yaml_mark_t *mark,
                        const char *message)
{
    g_set_error(builder->error, YAML_ERROR, (int)code, "%s:%zu:%zu: %s", builder->document->file,
                mark->line + 1, mark->column + 1, message);
    return FALSE;
}

/* Whether a plain scalar is an integer of the core schema, which jansson can hold. */
static json_t *integer_of(const char *text)
{
    const char *digits = text + (text[0] == '-' || text[0] == '+' ? 1 : 0);
    if (*digits == '\0' || digits[strspn(digits, "0123456789")] != '\0') {
        return NULL;
    }
    errno = 0;
    gint64 value = g_ascii_strtoll(text, NULL, 10);
    return errno == 0 ? json_integer(value) : NULL;
}

static json_t *real_of(const char *text)
{
    gboolean digit = FALSE;
    for (const char *at = text; *at != '\0'; at++) {
        if (strchr("0123456789.eE+-", *at) == NULL) {
            return NULL;
        }
        digit = digit || g_ascii_isdigit(*at);
    }
    char *end = NULL;
    double value = digit ? g_ascii_strtod(text, &end) : 0;
    return digit && *end == '\0' ? json_real(value) : NULL; /* NULL for infinity, too */
}

static json_t *plain_value(const char *text)
{
    static const struct {
        const char *text;
        char value;
    } words[] = {
        {"", 'n'},     {"~", 'n'},    {"null", 'n'},  {"Null", 'n'},  {"NULL", 'n'},  {"true", 't'},
        {"True", 't'}, {"TRUE", 't'}, {"false", 'f'}, {"False", 'f'}, {"FALSE", 'f'},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_str_equal(text, words[i].text)) {
            return words[i].value == 'n' ? json_null() : json_boolean(words[i].value == 't');
        }
    }
    json_t *number = integer_of(text);
    if (number == NULL) {
        number = real_of(text);
    }
    return number == NULL ? json_string(text) : number;
}

/* Puts a value where it belongs; takes the reference. */
static gboolean add_value(Builder *builder, json_t *value, const yaml_mark_t *mark)
{
    if (++builder->values > YAML_VALUES_MAX) {
        json_decref(value);
        return fail_at(builder, YAML_ERROR_LIMIT, mark, "too many values; split the file");
    }
    if (builder->levels->len == 0) {
        builder->document->root = value;
        return TRUE;
    }
    Level *level = &g_array_index(builder->levels, Level, builder->levels->len - 1);
    if (json_is_array(level->container)) {
        Place place = {(guint)mark->line + 1, (guint)mark->column + 1};
        g_array_append_val(level->places->places, place);
        json_array_append_new(level->container, value);
    } else {
        json_object_set_new(level->container, level->key, value);
        g_clear_pointer(&level->key, g_free);
    }
    return TRUE;
}

static gboolean expects_key(const Builder *builder)
{
    if (builder->levels->len == 0) {
        return FALSE;
    }
    const Level *level = &g_array_index(builder->levels, Level, builder->levels->len - 1);
    return json_is_object(level->container) && level->key == NULL;
}

static gboolean begin_container(Builder *builder, json_t *container, const yaml_mark_t *mark)
{
    if (expects_key(builder)) {
        json_decref(container);
        return fail_at(builder, YAML_ERROR_UNSUPPORTED, mark,
                       "a key must be text; put a name before the colon");
    }
    if (builder->levels->len >= YAML_DEPTH_MAX) {
        json_decref(container);
        return fail_at(builder, YAML_ERROR_LIMIT, mark, "nested too deeply; flatten it");
    }
    Places *places = g_new0(Places, 1);
    places->places = g_array_new(FALSE, FALSE, sizeof(Place));
    if (json_is_object(container)) {
        places->by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    }
    if (!add_value(builder, container, mark)) {
        places_free(places);
        return FALSE;
    }
    g_hash_table_insert(builder->document->places, container, places);
    Level level = {.container = container, .places = places};
    g_array_append_val(builder->levels, level);
    return TRUE;
}

static gboolean add_key(Builder *builder, const char *key, const yaml_mark_t *mark)
{
    Level *level = &g_array_index(builder->levels, Level, builder->levels->len - 1);
    guint first = GPOINTER_TO_UINT(g_hash_table_lookup(level->places->by_key, key));
    if (first != 0) {
        Place place = g_array_index(level->places->places, Place, first - 1);
        g_autofree char *message = g_strdup_printf(
            "the key \"%s\" is there twice, first in line %u; remove one", key, place.line);
        return fail_at(builder, YAML_ERROR_SYNTAX, mark, message);
    }
    Place place = {(guint)mark->line + 1, (guint)mark->column + 1};
    g_array_append_val(level->places->places, place);
    g_hash_table_insert(level->places->by_key, g_strdup(key),
                        GUINT_TO_POINTER(level->places->places->len));
    level->key = g_strdup(key);
    return TRUE;
}

static gboolean add_scalar(Builder *builder, const yaml_event_t *event)
{
    const yaml_mark_t *mark = &event->start_mark;
    const char *text = (const char *)event->data.scalar.value;
    const char *tag = (const char *)event->data.scalar.tag;
    if (tag != NULL && !g_str_equal(tag, YAML_STR_TAG) && !g_str_equal(tag, "!")) {
        return fail_at(builder, YAML_ERROR_UNSUPPORTED, mark,
                       "tags are not supported; remove the word after the exclamation mark");
    }
    if (strlen(text) != event->data.scalar.length) {
        return fail_at(builder, YAML_ERROR_UNSUPPORTED, mark,
                       "the text has a NUL character in it; remove the \\0");
    }
    if (expects_key(builder)) {
        return add_key(builder, text, mark);
    }
    gboolean plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && tag == NULL;
    json_t *value = plain ? plain_value(text) : json_string(text);
    if (value == NULL) {
        return fail_at(builder, YAML_ERROR_UNSUPPORTED, mark, "the text is not UTF-8");
    }
    return add_value(builder, value, mark);
}

/* FALSE and an error when the event is refused. */
static gboolean take_event(Builder *builder, const yaml_event_t *event)
{
    const yaml_mark_t *mark = &event->start_mark;
    const char *tag = NULL;
    switch (event->type) {
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        return TRUE;
    case YAML_DOCUMENT_START_EVENT:
        if (builder->seen_document) {
            return fail_at(builder, YAML_ERROR_UNSUPPORTED, mark,
                           "a second document begins; keep one a file");
        }
        builder->seen_document = TRUE;
        return TRUE;
    case YAML_ALIAS_EVENT:
        return fail_at(builder, YAML_ERROR_UNSUPPORTED, mark,
                       "aliases (*name) are not supported; write the value out");
    case YAML_SCALAR_EVENT:
        return add_scalar(builder, event);
    case YAML_SEQUENCE_START_EVENT:
        tag = (const char *)event->data.sequence_start.tag;
        break;
    case YAML_MAPPING_START_EVENT:
        tag = (const char *)event->data.mapping_start.tag;
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        g_array_set_size(builder->levels, builder->levels->len - 1);
        return TRUE;
    }
    if (tag != NULL) {
        return fail_at(builder, YAML_ERROR_UNSUPPORTED, mark,
                       "tags are not supported; remove the word after the exclamation mark");
    }
    return begin_container(
        builder, event->type == YAML_MAPPING_START_EVENT ? json_object() : json_array(), mark);
}

/* libyaml gives a reader's error (bad UTF-8, control characters) an offset only. */
static void set_parser_error(Builder *builder, const yaml_parser_t *parser, const char *text,
                             gsize length)
{
    yaml_mark_t mark = parser->problem_mark;
    const char *remedy = "check the indentation and the quotes there";
    if (parser->error == YAML_READER_ERROR) {
        mark = (yaml_mark_t){0};
        for (gsize i = 0; i < parser->problem_offset && i < length; i++) {
            mark.line += text[i] == '\n' ? 1 : 0;
            mark.column = text[i] == '\n' ? 0 : mark.column + 1;
        }
        remedy = "save the file as UTF-8 without control characters";
    }
    g_autofree char *context =
        parser->context == NULL ? g_strdup("")
                                : g_strdup_printf("%s that begins in line %zu, ", parser->context,
                                                  parser->context_mark.line + 1);
    g_autofree char *message = g_strdup_printf(
        "%s%s; %s", context, parser->problem == NULL ? "malformed YAML" : parser->problem, remedy);
    fail_at(builder, YAML_ERROR_SYNTAX, &mark, message);
}

/* libyaml lets the mark pass, but as a column of the first line, in which no "---" may stand. */
void yaml_skip_mark(const char **text, gsize *length)
{
    static const char mark[] = "\xEF\xBB\xBF";
    if (*length >= strlen(mark) && memcmp(*text, mark, strlen(mark)) == 0) {
        *text += strlen(mark);
        *length -= strlen(mark);
    }
}

YamlDocument *yaml_parse(const char *text, gsize length, const char *file, GError **error)
{
    g_autoptr(YamlDocument) document = g_new0(YamlDocument, 1);
    document->file = g_strdup(file);
    document->places = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)places_free);
    if (length > YAML_BYTES_MAX) {
        g_set_error(error, YAML_ERROR, YAML_ERROR_LIMIT, "%s: larger than %u bytes; split the file",
                    file, YAML_BYTES_MAX);
        return NULL;
    }
    yaml_skip_mark(&text, &length);
    g_autoptr(GArray) levels = g_array_new(FALSE, FALSE, sizeof(Level));
    g_array_set_clear_func(levels, level_clear);
    Builder builder = {.document = document, .levels = levels, .error = error};
    g_auto(yaml_parser_t) parser;
    yaml_parser_initialize(&parser);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    for (gboolean more = TRUE; more;) {
        g_auto(yaml_event_t) event = {0};
        if (!yaml_parser_parse(&parser, &event)) {
            set_parser_error(&builder, &parser, text, length);
            return NULL;
        }
        if (!take_event(&builder, &event)) {
            return NULL;
        }
        more = event.type != YAML_STREAM_END_EVENT;
    }
    if (document->root == NULL) {
        document->root = json_null();
    }
    return g_steal_pointer(&document);
}

YamlDocument *yaml_load(const char *path, GError **error)
{
    gsize length = 0;
    g_autofree char *text = file_read(path, YAML_BYTES_MAX, &length, error);
    return text == NULL ? NULL : yaml_parse(text, length, path, error);
}
