/* How a call to a pure command begins and ends: dispatch, results, give-ups. */
#include "discover/cmake/pure_internal.h"
#include <stdlib.h>
#include <string.h>

static int compare_row(const void *name, const void *row)
{
    return strcmp(name, ((const PureRow *)row)->name);
}

static gboolean looks_like_variable(const char *text)
{
    if (!g_ascii_isalpha(*text) && *text != '_') {
        return FALSE;
    }
    while (g_ascii_isalnum(*text) || *text == '_' || *text == '-' || *text == '.') {
        text++;
    }
    return *text == '\0';
}

/* A sub-command of a newer CMake may write any of the variables that its arguments name. */
static void derive_all_names(PureCall *call, const char *command)
{
    const char *input = arena_strdup(call->arena, call->argv[0]);
    for (guint i = 1; i < call->argc; i++) {
        if (looks_like_variable(call->argv[i])) {
            const char *operation = arena_printf(call->arena, "argument %u of %s", i, command);
            call->assign(call, call->argv[i], call->derive(call, operation, input));
        }
    }
}

gboolean pure_dispatch(PureCall *call, const char *command, const PureRow *rows, gsize count,
                       GError **error)
{
    if (call->argc == 0) {
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "%s needs arguments", command);
        return FALSE;
    }
    const PureRow *row = bsearch(call->argv[0], rows, count, sizeof *rows, compare_row);
    if (row == NULL) {
        derive_all_names(call, command);
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "%s has no sub-command \"%s\"", command,
                    call->argv[0]);
        return FALSE;
    }
    if (call->argc < row->minimum || (row->maximum != 0 && call->argc > row->maximum)) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "%u arguments are too %s", call->argc,
                         call->argc < row->minimum ? "few" : "many");
    }
    return row->run(call, row, error);
}

/* The arguments' number when they are too few to have the output. */
static guint output_position(const PureCall *call, const PureRow *row)
{
    guint distance = (guint)ABS(row->output);
    if (row->output < 0) {
        return distance <= call->argc ? call->argc - distance : call->argc;
    }
    return MIN(distance, call->argc);
}

const char *pure_output(const PureCall *call, const PureRow *row)
{
    guint position = output_position(call, row);
    return position == call->argc ? NULL : call->argv[position];
}

const char *pure_variable(PureCall *call, const PureRow *row)
{
    if (row->variable == 0 || row->variable >= call->argc) {
        return NULL;
    }
    return call->lookup(call, call->argv[row->variable]);
}

gboolean pure_set_length(PureCall *call, const PureRow *row, const char *value, gsize length,
                         GError **error)
{
    if (length > PURE_RESULT_MAX_BYTES) {
        return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "the result is too long");
    }
    call->assign(call, pure_output(call, row), arena_strndup(call->arena, value, length));
    return TRUE;
}

gboolean pure_set(PureCall *call, const PureRow *row, const char *value, GError **error)
{
    return pure_set_length(call, row, value, strlen(value), error);
}

gboolean pure_set_number(PureCall *call, const PureRow *row, gint64 value)
{
    const char *text = arena_printf(call->arena, "%" G_GINT64_FORMAT, value);
    call->assign(call, pure_output(call, row), text);
    return TRUE;
}

gboolean pure_set_on_off(PureCall *call, const PureRow *row, gboolean value)
{
    call->assign(call, pure_output(call, row), value ? "ON" : "OFF");
    return TRUE;
}

const char *pure_input(PureCall *call, const PureRow *row)
{
    /* The unit separator keeps ("a", "b") and ("a b") apart; the name of a result does not matter,
     * and a variable that is read counts with its value. */
    static const char separator[] = "\x1f";
    guint output = output_position(call, row);
    g_autoptr(GString) input = g_string_new(NULL);
    for (guint i = 0; i < call->argc; i++) {
        if (i == row->variable && i > 0) {
            const char *value = pure_variable(call, row);
            g_string_append(input, value == NULL ? "" : value);
        } else if (i != output) {
            g_string_append(input, call->argv[i]);
        }
        g_string_append(input, separator);
    }
    return arena_strndup(call->arena, input->str, input->len);
}

const char *pure_derive(PureCall *call, const PureRow *row, const char *part)
{
    const char *operation = row->operation;
    if (part != NULL) {
        operation = arena_printf(call->arena, "%s of %s", part, row->operation);
    }
    return call->derive(call, operation, pure_input(call, row));
}

gboolean pure_unknown(PureCall *call, const PureRow *row)
{
    const char *output = pure_output(call, row);
    if (output != NULL) {
        call->assign(call, output, pure_derive(call, row, NULL));
    }
    return TRUE;
}

gboolean pure_fail(PureCall *call, const PureRow *row, GError **error, PureError code,
                   const char *format, ...)
{
    pure_unknown(call, row);
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, PURE_ERROR, (int)code, "%s: %s", row->operation, message);
    return FALSE;
}

gboolean pure_has_hole_from(const PureCall *call, guint first)
{
    for (guint i = first; i < call->argc; i++) {
        if (text_has_hole(call->argv[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

void pure_text_append(PureText *self, const char *text, gsize length)
{
    if (self->text->len + length > PURE_RESULT_MAX_BYTES) {
        self->full = TRUE;
    }
    if (!self->full) {
        g_string_append_len(self->text, text, (gssize)length);
    }
}

void pure_text_clear(PureText *self)
{
    if (self->text != NULL) {
        g_string_free(g_steal_pointer(&self->text), TRUE);
    }
}

gboolean pure_set_text(PureCall *call, const PureRow *row, const PureText *text, GError **error)
{
    gsize length = text->full ? PURE_RESULT_MAX_BYTES + 1 : text->text->len;
    return pure_set_length(call, row, text->text->str, length, error);
}

const char *pure_map_bytes(PureCall *call, const char *operation, const char *text,
                           char (*map)(char byte))
{
    if (!text_has_hole(text)) {
        gsize length = strlen(text);
        char *result = arena_alloc(call->arena, length + 1);
        for (gsize i = 0; i < length; i++) {
            result[i] = map(text[i]);
        }
        result[length] = '\0';
        return result;
    }
    g_autoptr(GString) result = g_string_new(NULL);
    for (const char *piece = text; *piece != '\0';) {
        const char *end = pure_piece_end(piece);
        if (*piece == HOLE_BEGIN) {
            const char *hole = arena_strndup(call->arena, piece, (gsize)(end - piece));
            g_string_append(result, call->derive(call, operation, hole));
        } else {
            for (const char *at = piece; at < end; at++) {
                g_string_append_c(result, map(*at));
            }
        }
        piece = end;
    }
    return arena_strndup(call->arena, result->str, result->len);
}
