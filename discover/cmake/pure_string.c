/* string(): dispatch, and the sub-commands that fit in a few lines. */
#include "discover/cmake/pure_internal.h"
#include <stdlib.h>
#include <string.h>

static gboolean run_append(PureCall *call, const PureRow *row, GError **error)
{
    if (call->argc < 3) {
        return TRUE;
    }
    const char *value = pure_variable(call, row);
    const char *added = pure_join(call, call->argv, 2, call->argc, "");
    if (added == NULL) {
        return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "the result is too long");
    }
    gboolean at_end = strcmp(row->name, "APPEND") == 0;
    g_auto(PureText) text = PURE_TEXT_INIT;
    const char *parts[] = {at_end ? value : added, at_end ? added : value};
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (parts[i] != NULL) {
            pure_text_append(&text, parts[i], strlen(parts[i]));
        }
    }
    return pure_set_text(call, row, &text, error);
}

static gboolean join_from(PureCall *call, const PureRow *row, guint first, const char *glue,
                          GError **error)
{
    const char *text = pure_join(call, call->argv, first, call->argc, glue);
    if (text == NULL) {
        return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "the result is too long");
    }
    call->assign(call, pure_output(call, row), text);
    return TRUE;
}

static gboolean run_concat(PureCall *call, const PureRow *row, GError **error)
{
    return join_from(call, row, 2, "", error);
}

static gboolean run_join(PureCall *call, const PureRow *row, GError **error)
{
    /* A hole may have come from an unquoted reference, and stand for several arguments. */
    const char *glue = call->argv[1];
    if (*glue != '\0' && strcmp(glue, ";") != 0 && pure_has_hole_from(call, 3)) {
        return pure_unknown(call, row);
    }
    return join_from(call, row, 3, glue, error);
}

static gboolean run_case(PureCall *call, const PureRow *row, GError **error)
{
    gboolean upper = strcmp(row->name, "TOUPPER") == 0;
    const char *text =
        pure_map_bytes(call, row->operation, call->argv[1], upper ? pure_upper : pure_lower);
    return pure_set(call, row, text, error);
}

static gboolean run_length(PureCall *call, const PureRow *row, G_GNUC_UNUSED GError **error)
{
    const char *text = call->argv[1];
    return text_has_hole(text) ? pure_unknown(call, row)
                               : pure_set_number(call, row, (gint64)strlen(text));
}

/* What is known of a text before its first hole. */
static gsize known_prefix(const char *text)
{
    return *text == HOLE_BEGIN ? 0 : (gsize)(pure_piece_end(text) - text);
}

static gboolean run_substring(PureCall *call, const PureRow *row, GError **error)
{
    const char *text = call->argv[1];
    if (text_has_hole(call->argv[2]) || text_has_hole(call->argv[3])) {
        return pure_unknown(call, row);
    }
    int begin = atoi(call->argv[2]);
    int length = atoi(call->argv[3]);
    gsize known = known_prefix(text);
    gboolean holes = text[known] != '\0';
    if (begin < 0 || length < -1 || (!holes && (gsize)begin > known)) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE,
                         "begin %d and length %d do not fit the text \"%s\"", begin, length, text);
    }
    if ((gsize)begin > known) {
        return pure_unknown(call, row);
    }
    gsize rest = strlen(text) - (gsize)begin;
    if (length == -1 || (!holes && (gsize)length > rest)) {
        return pure_set_length(call, row, text + begin, rest, error);
    }
    if ((gsize)begin + (gsize)length > known) {
        return pure_unknown(call, row);
    }
    return pure_set_length(call, row, text + begin, (gsize)length, error);
}

static gboolean run_find(PureCall *call, const PureRow *row, GError **error)
{
    const char *text = call->argv[1];
    const char *wanted = call->argv[2];
    gboolean reverse = call->argc == 5;
    if ((reverse && strcmp(call->argv[4], "REVERSE") != 0) ||
        strcmp(call->argv[3], "REVERSE") == 0) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE,
                         "only REVERSE can follow the result's name");
    }
    gsize known = known_prefix(text);
    gboolean holes = text[known] != '\0';
    if (text_has_hole(wanted) || (holes && reverse)) {
        return pure_unknown(call, row);
    }
    const char *found =
        reverse ? g_strrstr(text, wanted) : g_strstr_len(text, (gssize)known, wanted);
    if (found == NULL) {
        /* Found behind the first hole would say nothing about the position. */
        return holes ? pure_unknown(call, row) : pure_set_number(call, row, -1);
    }
    if (reverse && *wanted == '\0') {
        found = text + known;
    }
    return pure_set_number(call, row, found - text);
}

static gboolean run_strip(PureCall *call, const PureRow *row, GError **error)
{
    const char *stripped = pure_strip(call, call->argv[1]);
    return stripped == NULL ? pure_unknown(call, row) : pure_set(call, row, stripped, error);
}

static gboolean run_genex_strip(PureCall *call, const PureRow *row, GError **error)
{
    if (text_has_hole(call->argv[1])) {
        return pure_unknown(call, row);
    }
    return pure_set(call, row, pure_genex_strip(call, call->argv[1]), error);
}

static gboolean run_repeat(PureCall *call, const PureRow *row, GError **error)
{
    const char *text = call->argv[1];
    unsigned long times = 0;
    if (text_has_hole(call->argv[2])) {
        return pure_unknown(call, row);
    }
    if (!pure_to_ulong(call->argv[2], &times)) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "\"%s\" is not a count",
                         call->argv[2]);
    }
    gsize length = strlen(text);
    if (length > 0 && times > PURE_RESULT_MAX_BYTES / length) {
        return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "the result is too long");
    }
    char *result = arena_alloc(call->arena, length * times + 1);
    for (gsize i = 0; length > 0 && i < times; i++) {
        memcpy(result + i * length, text, length);
    }
    call->assign(call, pure_output(call, row), result);
    return TRUE;
}

static gboolean run_compare(PureCall *call, const PureRow *row, GError **error)
{
    /* Which orders make the comparison true. */
    static const struct {
        const char *name;
        gboolean less;
        gboolean equal;
        gboolean greater;
    } modes[] = {
        {"EQUAL", FALSE, TRUE, FALSE},   {"NOTEQUAL", TRUE, FALSE, TRUE},
        {"LESS", TRUE, FALSE, FALSE},    {"LESS_EQUAL", TRUE, TRUE, FALSE},
        {"GREATER", FALSE, FALSE, TRUE}, {"GREATER_EQUAL", FALSE, TRUE, TRUE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(modes); i++) {
        if (strcmp(modes[i].name, call->argv[1]) == 0) {
            int order = 0;
            if (!pure_compare(call->argv[2], call->argv[3], &order)) {
                return pure_unknown(call, row);
            }
            gboolean holds = order < 0   ? modes[i].less
                             : order > 0 ? modes[i].greater
                                         : modes[i].equal;
            return pure_set(call, row, holds ? "1" : "0", error);
        }
    }
    return pure_fail(call, row, error, PURE_ERROR_USAGE, "\"%s\" is no comparison", call->argv[1]);
}

static gboolean run_replace(PureCall *call, const PureRow *row, GError **error)
{
    const char *match = call->argv[1];
    const char *replacement = call->argv[2];
    const char *text = pure_join(call, call->argv, 4, call->argc, "");
    if (text == NULL) {
        return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "the input is too long");
    }
    gsize match_length = strlen(match);
    /* A hole may hold the match or a part of it; only one byte cannot lie partly in it. */
    if (text_has_hole(match) || (match_length > 1 && text_has_hole(text))) {
        return pure_unknown(call, row);
    }
    if (match_length == 0) {
        return pure_set(call, row, text, error);
    }
    gsize replacement_length = strlen(replacement);
    g_auto(PureText) result = PURE_TEXT_INIT;
    while (*text != '\0' && !result.full) {
        const char *end = pure_piece_end(text);
        if (*text == HOLE_BEGIN) {
            const char *input = arena_printf(call->arena, "%.*s\x1f%s\x1f%s", (int)(end - text),
                                             text, match, replacement);
            const char *hole = call->derive(call, row->operation, input);
            pure_text_append(&result, hole, strlen(hole));
            text = end;
            continue;
        }
        /* Where there are holes the match is one byte, and so it cannot be found across a piece's
         * end. */
        const char *found = NULL;
        while (!result.full &&
               (found = match_length == 1 ? memchr(text, *match, (gsize)(end - text))
                                          : strstr(text, match)) != NULL) {
            pure_text_append(&result, text, (gsize)(found - text));
            pure_text_append(&result, replacement, replacement_length);
            text = found + match_length;
        }
        pure_text_append(&result, text, (gsize)(end - text));
        text = end;
    }
    return pure_set_text(call, row, &result, error);
}

static gboolean run_ascii(PureCall *call, const PureRow *row, GError **error)
{
    if (pure_has_hole_from(call, 1)) {
        return pure_unknown(call, row);
    }
    g_auto(PureText) result = PURE_TEXT_INIT;
    for (guint i = 1; i + 1 < call->argc; i++) {
        int code = atoi(call->argv[i]);
        if (code <= 0 || code > 255) {
            return pure_fail(call, row, error, PURE_ERROR_USAGE, "%s is no character's code",
                             call->argv[i]);
        }
        char byte = (char)code;
        if (byte == HOLE_BEGIN || byte == HOLE_END) {
            return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED,
                             "the byte %d is used for unknown parts of texts", code);
        }
        pure_text_append(&result, &byte, 1);
    }
    return pure_set_text(call, row, &result, error);
}

static gboolean run_hex(PureCall *call, const PureRow *row, GError **error)
{
    const char *text = call->argv[1];
    if (text_has_hole(text)) {
        return pure_unknown(call, row);
    }
    static const char digits[] = "0123456789abcdef";
    gsize length = strlen(text);
    if (length > PURE_RESULT_MAX_BYTES / 2) {
        return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "the result is too long");
    }
    char *result = arena_alloc(call->arena, 2 * length + 1);
    for (gsize i = 0; i < length; i++) {
        result[2 * i] = digits[(guchar)text[i] >> 4];
        result[2 * i + 1] = digits[(guchar)text[i] & 15];
    }
    call->assign(call, pure_output(call, row), result);
    return TRUE;
}

static char identifier_byte(char byte)
{
    return g_ascii_isalnum(byte) ? byte : '_';
}

static gboolean run_make_c_identifier(PureCall *call, const PureRow *row, GError **error)
{
    const char *text = call->argv[1];
    /* A digit gets an underscore before it when it comes first, which a hole before it may prevent.
     */
    if (*text == HOLE_BEGIN) {
        const char *end = pure_piece_end(text);
        if (*end == HOLE_BEGIN || g_ascii_isdigit(*end) || text_has_hole(end)) {
            return pure_unknown(call, row);
        }
    }
    const char *operation = row->operation;
    if (*text != HOLE_BEGIN) {
        operation = "string(MAKE_C_IDENTIFIER) within a text";
    }
    const char *result = pure_map_bytes(call, operation, text, identifier_byte);
    if (g_ascii_isdigit(*text)) {
        result = arena_printf(call->arena, "_%s", result);
    }
    return pure_set(call, row, result, error);
}

/* What depends on the time or on chance is a hole, though an equal one for an equal call. */
static gboolean run_random(PureCall *call, const PureRow *row, GError **error)
{
    if (call->argc == 3 || call->argc == 5) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "an option lacks its value");
    }
    return pure_unknown(call, row);
}

static const PureRow rows[] = {
    {"APPEND", "string(APPEND)", run_append, 2, 0, 1, 1},
    {"ASCII", "string(ASCII)", run_ascii, 3, 0, 0, -1},
    {"COMPARE", "string(COMPARE)", run_compare, 5, 0, 0, 4},
    {"CONCAT", "string(CONCAT)", run_concat, 2, 0, 0, 1},
    {"CONFIGURE", "string(CONFIGURE)", pure_string_configure, 3, 0, 0, 2},
    {"FIND", "string(FIND)", run_find, 4, 5, 0, 3},
    {"GENEX_STRIP", "string(GENEX_STRIP)", run_genex_strip, 3, 3, 0, 2},
    {"HEX", "string(HEX)", run_hex, 3, 3, 0, 2},
    {"JOIN", "string(JOIN)", run_join, 3, 0, 0, 2},
    {"JSON", "string(JSON)", pure_string_json, 2, 0, 0, 1},
    {"LENGTH", "string(LENGTH)", run_length, 3, 3, 0, 2},
    {"MAKE_C_IDENTIFIER", "string(MAKE_C_IDENTIFIER)", run_make_c_identifier, 3, 3, 0, 2},
    {"MD5", "string(MD5)", pure_string_hash, 3, 3, 0, 1},
    {"PREPEND", "string(PREPEND)", run_append, 2, 0, 1, 1},
    {"RANDOM", "string(RANDOM)", run_random, 2, 0, 0, -1},
    {"REGEX", "string(REGEX)", pure_string_regex, 2, 0, 0, 3},
    {"REPEAT", "string(REPEAT)", run_repeat, 4, 4, 0, 3},
    {"REPLACE", "string(REPLACE)", run_replace, 5, 0, 0, 3},
    {"SHA1", "string(SHA1)", pure_string_hash, 3, 3, 0, 1},
    {"SHA224", "string(SHA224)", pure_string_hash, 3, 3, 0, 1},
    {"SHA256", "string(SHA256)", pure_string_hash, 3, 3, 0, 1},
    {"SHA384", "string(SHA384)", pure_string_hash, 3, 3, 0, 1},
    {"SHA3_224", "string(SHA3_224)", pure_string_hash, 3, 3, 0, 1},
    {"SHA3_256", "string(SHA3_256)", pure_string_hash, 3, 3, 0, 1},
    {"SHA3_384", "string(SHA3_384)", pure_string_hash, 3, 3, 0, 1},
    {"SHA3_512", "string(SHA3_512)", pure_string_hash, 3, 3, 0, 1},
    {"SHA512", "string(SHA512)", pure_string_hash, 3, 3, 0, 1},
    {"STRIP", "string(STRIP)", run_strip, 3, 3, 0, 2},
    {"SUBSTRING", "string(SUBSTRING)", run_substring, 5, 5, 0, 4},
    {"TIMESTAMP", "string(TIMESTAMP)", pure_string_timestamp, 2, 4, 0, 1},
    {"TOLOWER", "string(TOLOWER)", run_case, 3, 0, 0, 2},
    {"TOUPPER", "string(TOUPPER)", run_case, 3, 0, 0, 2},
    {"UUID", "string(UUID)", pure_string_uuid, 2, 0, 0, 1},
};

gboolean pure_string(PureCall *call, GError **error)
{
    return pure_dispatch(call, "string", rows, G_N_ELEMENTS(rows), error);
}
