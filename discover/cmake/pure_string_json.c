/* string(JSON): reading and changing JSON texts along a path of members and indexes. */
#include "discover/cmake/pure_internal.h"
#include "discover/cmake/pure_json_text.h"
#include <string.h>

typedef json_t Json;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Json, json_decref)

/* One call. `path` is what remains of the arguments. When it fails, `problem` is what CMake puts
 * into the error variable, and `failed_path` how much of `path` goes into the result: -1 for none.
 */
typedef struct {
    PureCall *call;
    const PureRow *row;
    const char *const *path;
    guint length;
    const char *problem;
    int failed_path;
    gboolean unclear; /* whether it fails at all is not known */
} Query;

static gboolean G_GNUC_PRINTF(3, 4)
    query_fail(Query *self, int failed_path, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    self->problem = arena_strdup(self->call->arena, message);
    self->failed_path = failed_path;
    return FALSE;
}

static const char *type_name(const Json *value)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "OBJECT",  [JSON_ARRAY] = "ARRAY", [JSON_STRING] = "STRING",
        [JSON_INTEGER] = "NUMBER", [JSON_REAL] = "NUMBER", [JSON_TRUE] = "BOOLEAN",
        [JSON_FALSE] = "BOOLEAN",  [JSON_NULL] = "NULL",
    };
    return names[json_typeof(value)];
}

static gboolean parse_index(Query *self, const char *text, int failed_path, gsize limit,
                            gsize *index)
{
    unsigned long number = 0;
    if (!pure_to_ulong(text, &number)) {
        return query_fail(self, failed_path, "expected an array index, got: '%s'", text);
    }
    *index = (guint32)number;
    if (*index >= limit) {
        return query_fail(self, failed_path,
                          "expected an index less than %" G_GSIZE_FORMAT " got '%s'", limit, text);
    }
    return TRUE;
}

/* The value at the path's first `length` steps, NULL when there is none. */
static Json *resolve(Query *self, Json *root, guint length)
{
    Json *value = root;
    for (guint i = 0; i < length; i++) {
        const char *step = self->path[i];
        if (json_is_array(value)) {
            gsize index = 0;
            if (!parse_index(self, step, (int)i + 1, json_array_size(value), &index)) {
                return NULL;
            }
            value = json_array_get(value, index);
            continue;
        }
        const char *so_far = pure_join(self->call, self->path, 0, i + 1, " ");
        if (!json_is_object(value)) {
            query_fail(
                self, (int)i + 1,
                "invalid path '%s', need element of OBJECT or ARRAY type to lookup '%s' got %s",
                so_far, step, type_name(value));
            return NULL;
        }
        Json *member = json_object_get(value, step);
        if (member == NULL) {
            query_fail(self, (int)i + 1, "member '%s' not found", so_far);
            return NULL;
        }
        value = member;
    }
    return value;
}

static Json *read_text(Query *self, const char *text)
{
    Json *value = NULL;
    switch (json_text_read(text, &value)) {
    case JSON_TEXT_READ:
        break;
    case JSON_TEXT_UNCLEAR:
        self->unclear = TRUE;
        break;
    case JSON_TEXT_MALFORMED:
        /* The rest of the message is the library's, with positions. */
        query_fail(self, -1, "failed parsing json string: %s",
                   self->call->derive(self->call, "JSON parser's message", text));
        break;
    }
    return value;
}

static gboolean need_container(Query *self, const char *mode, const Json *value)
{
    if (json_is_object(value) || json_is_array(value)) {
        return TRUE;
    }
    return query_fail(self, (int)self->length,
                      "%s needs to be called with an element of type ARRAY or OBJECT, got %s", mode,
                      type_name(value));
}

/* A mode's work: `root` is the text read, and the result goes to `out`. */
typedef gboolean (*ModeRun)(Query *self, Json *root, GString *out);

static gboolean mode_get(Query *self, Json *root, GString *out)
{
    const Json *value = resolve(self, root, self->length);
    if (value == NULL) {
        return FALSE;
    }
    switch (json_typeof(value)) {
    case JSON_OBJECT:
    case JSON_ARRAY:
        json_text_write(value, out);
        break;
    case JSON_STRING:
        g_string_append(out, json_string_value(value));
        break;
    case JSON_INTEGER:
    case JSON_REAL:
        json_text_write_number(value, out);
        break;
    case JSON_TRUE:
        g_string_append(out, "ON");
        break;
    case JSON_FALSE:
        g_string_append(out, "OFF");
        break;
    case JSON_NULL:
        break;
    }
    return TRUE;
}

static gboolean mode_type(Query *self, Json *root, GString *out)
{
    const Json *value = resolve(self, root, self->length);
    if (value != NULL) {
        g_string_append(out, type_name(value));
    }
    return value != NULL;
}

static gboolean mode_length(Query *self, Json *root, GString *out)
{
    const Json *value = resolve(self, root, self->length);
    if (value == NULL || !need_container(self, "LENGTH", value)) {
        return FALSE;
    }
    gsize size = json_is_array(value) ? json_array_size(value) : json_object_size(value);
    g_string_append_printf(out, "%" G_GSIZE_FORMAT, size);
    return TRUE;
}

static gboolean mode_member(Query *self, Json *root, GString *out)
{
    if (self->length == 0) {
        return query_fail(self, -1, "missing member index");
    }
    const char *text = self->path[--self->length];
    const Json *value = resolve(self, root, self->length);
    if (value == NULL) {
        return FALSE;
    }
    if (!json_is_object(value)) {
        return query_fail(self, (int)self->length,
                          "MEMBER needs to be called with an element of type OBJECT, got %s",
                          type_name(value));
    }
    gsize index = 0;
    if (!parse_index(self, text, (int)self->length + 1, json_object_size(value), &index)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) names = json_text_names(value);
    g_string_append(out, g_ptr_array_index(names, index));
    return TRUE;
}

static gboolean mode_remove(Query *self, Json *root, GString *out)
{
    if (self->length == 0) {
        return query_fail(self, -1, "missing member or index to remove");
    }
    const char *step = self->path[--self->length];
    Json *value = resolve(self, root, self->length);
    if (value == NULL || !need_container(self, "REMOVE", value)) {
        return FALSE;
    }
    if (json_is_array(value)) {
        gsize index = 0;
        if (!parse_index(self, step, (int)self->length + 1, json_array_size(value), &index)) {
            return FALSE;
        }
        json_array_remove(value, index);
    } else {
        json_object_del(value, step);
    }
    json_text_write(root, out);
    return TRUE;
}

static gboolean mode_set(Query *self, Json *root, GString *out)
{
    if (self->length < 2) {
        return query_fail(self, -1,
                          self->length == 0 ? "missing new value remove"
                                            : "missing member name to add");
    }
    const char *text = self->path[self->length - 1];
    const char *step = self->path[self->length - 2];
    self->length -= 2;
    Json *value = resolve(self, root, self->length);
    if (value == NULL) {
        return FALSE;
    }
    g_autoptr(Json) added = read_text(self, text);
    if (added == NULL) {
        return FALSE;
    }
    gsize index = 0;
    if (json_is_object(value)) {
        json_object_set(value, step, added);
    } else if (!json_is_array(value)) {
        return query_fail(self, -1,
                          "SET needs to be called with an element of type OBJECT or ARRAY, got %s",
                          type_name(value));
    } else if (!parse_index(self, step, (int)self->length + 1, G_MAXUINT32, &index)) {
        return FALSE;
    } else if (index < json_array_size(value)) {
        json_array_set(value, index, added);
    } else {
        json_array_append(value, added);
    }
    json_text_write(root, out);
    return TRUE;
}

static gboolean mode_equal(Query *self, Json *root, GString *out)
{
    if (self->length == 0) {
        return query_fail(self, -1, "missing second json string argument");
    }
    g_autoptr(Json) other = read_text(self, self->path[0]);
    if (other == NULL) {
        return FALSE;
    }
    g_string_append(out, json_equal(root, other) ? "ON" : "OFF");
    return TRUE;
}

static const struct {
    const char *name;
    ModeRun run;
} modes[] = {
    {"GET", mode_get},       {"TYPE", mode_type}, {"MEMBER", mode_member}, {"LENGTH", mode_length},
    {"REMOVE", mode_remove}, {"SET", mode_set},   {"EQUAL", mode_equal},
};

static gboolean run_query(Query *self, GString *out)
{
    if (self->length == 0) {
        return query_fail(self, -1, "missing mode argument");
    }
    guint mode = 0;
    while (mode < G_N_ELEMENTS(modes) && strcmp(modes[mode].name, self->path[0]) != 0) {
        mode++;
    }
    if (mode == G_N_ELEMENTS(modes)) {
        return query_fail(
            self, -1,
            "got an invalid mode '%s', expected one of GET, TYPE, MEMBER, LENGTH, REMOVE, "
            "SET,  EQUAL",
            self->path[0]);
    }
    if (self->length == 1) {
        return query_fail(self, -1, "missing json string argument");
    }
    g_autoptr(Json) root = read_text(self, self->path[1]);
    if (root == NULL) {
        return FALSE;
    }
    self->path += 2;
    self->length -= 2;
    return modes[mode].run(self, root, out);
}

static const char *failed_result(Query *self)
{
    if (self->failed_path < 0) {
        return "NOTFOUND";
    }
    const char *path = pure_join(self->call, self->path, 0, (guint)self->failed_path, "-");
    return arena_printf(self->call->arena, "%s-NOTFOUND", path == NULL ? "" : path);
}

gboolean pure_string_json(PureCall *call, const PureRow *row, GError **error)
{
    const char *error_variable = NULL;
    guint first = 2;
    if (call->argc > 3 && strcmp(call->argv[2], "ERROR_VARIABLE") == 0) {
        error_variable = call->argv[3];
        first = 4;
    }
    Query self = {
        .call = call, .row = row, .path = call->argv + first, .length = call->argc - first};
    g_autoptr(GString) out = g_string_new(NULL);
    gboolean holes = pure_has_hole_from(call, first);
    gboolean well = !holes && run_query(&self, out);
    if (well) {
        if (error_variable != NULL) {
            call->assign(call, error_variable, "NOTFOUND");
        }
        return pure_set_length(call, row, out->str, out->len, error);
    }
    if (error_variable != NULL && !holes && !self.unclear) {
        call->assign(call, call->argv[1], failed_result(&self));
        call->assign(call, error_variable, self.problem);
        return TRUE;
    }
    if (error_variable != NULL) {
        call->assign(call, error_variable, pure_derive(call, row, "ERROR_VARIABLE"));
    }
    if (holes) {
        return pure_unknown(call, row);
    }
    if (self.unclear) {
        return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "the JSON text is not strict");
    }
    return pure_fail(call, row, error, PURE_ERROR_USAGE, "%s", self.problem);
}
