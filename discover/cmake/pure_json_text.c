#include "discover/cmake/pure_json_text.h"
#include "core/text_order.h"
#include <string.h>

/* A one-line array is shorter than this. */
#define LINE_MARGIN 74

/* Copies a string literal; raw control bytes become escapes, which jansson insists on. */
static const char *copy_string(const char *at, GString *out)
{
    g_string_append_c(out, *at++);
    while (*at != '\0' && *at != '"') {
        if ((guchar)*at < 0x20) {
            g_string_append_printf(out, "\\u%04x", (guint)*at);
            at++;
            continue;
        }
        if (*at == '\\' && at[1] != '\0') {
            g_string_append_c(out, *at++);
        }
        g_string_append_c(out, *at++);
    }
    if (*at == '"') {
        g_string_append_c(out, *at++);
    }
    return at;
}

/* The end of the comment that begins here, or `at` when none does. One that is not closed is none.
 */
static const char *skip_comment(const char *at)
{
    if (at[0] == '/' && at[1] == '/') {
        return at + strcspn(at, "\n");
    }
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end == NULL ? at : end + 2;
    }
    return at;
}

/* Behind a comma: whether only blanks and comments come before a closing bracket. */
static gboolean closes_next(const char *at)
{
    for (;;) {
        const char *start = at;
        at += strspn(at, " \t\r\n");
        at = skip_comment(at);
        if (at == start) {
            return *at == ']' || *at == '}';
        }
    }
}

static char *to_strict(const char *text)
{
    GString *out = g_string_sized_new(strlen(text));
    gboolean value_before = FALSE; /* "[,]" is wrong for CMake also */
    for (const char *at = text; *at != '\0';) {
        const char *behind = skip_comment(at);
        if (behind != at) {
            g_string_append_c(out, ' ');
            at = behind;
        } else if (*at == '"') {
            at = copy_string(at, out);
            value_before = TRUE;
        } else if (*at == ',' && value_before && closes_next(at + 1)) {
            at++;
        } else {
            if (strchr(" \t\r\n", *at) == NULL) {
                value_before = strchr(",[{:", *at) == NULL;
            }
            g_string_append_c(out, *at++);
        }
    }
    return g_string_free(out, FALSE);
}

JsonTextOutcome json_text_read(const char *text, json_t **value)
{
    if (g_str_has_prefix(text, "\xEF\xBB\xBF")) {
        text += 3; /* a byte order mark */
    }
    g_autofree char *strict = to_strict(text);
    json_error_t problem;
    *value = json_loads(strict, JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, &problem);
    if (*value != NULL) {
        return JSON_TEXT_READ;
    }
    enum json_error_code code = json_error_code(&problem);
    if (code != json_error_invalid_syntax && code != json_error_premature_end_of_input) {
        return JSON_TEXT_UNCLEAR;
    }
    /* CMake's library reads some numbers that are none to jansson. */
    static const char token[] = "invalid token near '";
    const char *near = strstr(problem.text, token);
    if (near != NULL && strchr("0123456789+-.", near[strlen(token)]) != NULL) {
        return JSON_TEXT_UNCLEAR;
    }
    return JSON_TEXT_MALFORMED;
}

GPtrArray *json_text_names(const json_t *object)
{
    GPtrArray *names = g_ptr_array_new();
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)object, name, member)
    {
        g_ptr_array_add(names, (gpointer)name);
    }
    g_ptr_array_sort(names, text_order);
    return names;
}

void json_text_write_number(const json_t *number, GString *out)
{
    if (json_is_integer(number)) {
        g_string_append_printf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(number));
        return;
    }
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(text, sizeof text, "%.17g", json_real_value(number));
    g_string_append(out, text);
    if (strpbrk(text, ".e") == NULL) {
        g_string_append(out, ".0");
    }
}

static void write_string(const char *text, GString *out)
{
    g_string_append_c(out, '"');
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at)) {
        static const char special[] = "\"\\\b\f\n\r\t";
        static const char letters[] = "\"\\bfnrt";
        gunichar code = g_utf8_get_char(at);
        const char *found = code < 0x80 ? strchr(special, (int)code) : NULL;
        if (found != NULL) {
            g_string_append_c(out, '\\');
            g_string_append_c(out, letters[found - special]);
        } else if (code >= 0x10000) {
            code -= 0x10000;
            g_string_append_printf(out, "\\u%04x\\u%04x", 0xD800 + (code >> 10),
                                   0xDC00 + (code & 0x3FF));
        } else if (code < 0x20 || code >= 0x80) {
            g_string_append_printf(out, "\\u%04x", code);
        } else {
            g_string_append_c(out, (char)code);
        }
    }
    g_string_append_c(out, '"');
}

static void new_line(GString *out, guint depth)
{
    g_string_append_c(out, '\n');
    for (guint i = 0; i < depth; i++) {
        g_string_append(out, "  ");
    }
}

static gsize container_size(const json_t *value)
{
    return json_is_array(value) ? json_array_size(value) : json_object_size(value);
}

static void write_value(const json_t *value, guint depth, GString *out);

/* An array of scalars that fits goes on one line. */
static gboolean write_one_line(const json_t *array, GString *out)
{
    gsize size = json_array_size(array);
    if (size * 3 >= LINE_MARGIN) {
        return FALSE;
    }
    for (gsize i = 0; i < size; i++) {
        if (container_size(json_array_get(array, i)) > 0) {
            return FALSE;
        }
    }
    gsize before = out->len;
    g_string_append(out, "[ ");
    for (gsize i = 0; i < size; i++) {
        g_string_append(out, i > 0 ? ", " : "");
        write_value(json_array_get(array, i), 0, out);
    }
    g_string_append(out, " ]");
    if (out->len - before >= LINE_MARGIN) {
        g_string_truncate(out, before);
        return FALSE;
    }
    return TRUE;
}

static void write_array(const json_t *array, guint depth, gboolean named, GString *out)
{
    if (write_one_line(array, out)) {
        return;
    }
    if (named) {
        new_line(out, depth);
    }
    g_string_append_c(out, '[');
    for (gsize i = 0; i < json_array_size(array); i++) {
        g_string_append(out, i > 0 ? "," : "");
        new_line(out, depth + 1);
        write_value(json_array_get(array, i), depth + 1, out);
    }
    new_line(out, depth);
    g_string_append_c(out, ']');
}

static void write_object(const json_t *object, guint depth, gboolean named, GString *out)
{
    g_autoptr(GPtrArray) names = json_text_names(object);
    if (named) {
        new_line(out, depth);
    }
    g_string_append_c(out, '{');
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        const json_t *member = json_object_get(object, name);
        g_string_append(out, i > 0 ? "," : "");
        new_line(out, depth + 1);
        write_string(name, out);
        g_string_append(out, " : ");
        if (container_size(member) == 0) {
            write_value(member, depth + 1, out);
        } else if (json_is_array(member)) {
            write_array(member, depth + 1, TRUE, out);
        } else {
            write_object(member, depth + 1, TRUE, out);
        }
    }
    new_line(out, depth);
    g_string_append_c(out, '}');
}

static void write_value(const json_t *value, guint depth, GString *out)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        if (json_object_size(value) == 0) {
            g_string_append(out, "{}");
        } else {
            write_object(value, depth, FALSE, out);
        }
        break;
    case JSON_ARRAY:
        if (json_array_size(value) == 0) {
            g_string_append(out, "[]");
        } else {
            write_array(value, depth, FALSE, out);
        }
        break;
    case JSON_STRING:
        write_string(json_string_value(value), out);
        break;
    case JSON_INTEGER:
    case JSON_REAL:
        json_text_write_number(value, out);
        break;
    case JSON_TRUE:
        g_string_append(out, "true");
        break;
    case JSON_FALSE:
        g_string_append(out, "false");
        break;
    case JSON_NULL:
        g_string_append(out, "null");
        break;
    }
}

void json_text_write(const json_t *value, GString *out)
{
    write_value(value, 0, out);
}
