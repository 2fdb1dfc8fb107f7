/* string(): checksums, and the identifiers made from them. */
#include "discover/cmake/pure_internal.h"
#include <string.h>

static const struct {
    const char *name;
    GChecksumType type;
} algorithms[] = {
    {"MD5", G_CHECKSUM_MD5},       {"SHA1", G_CHECKSUM_SHA1},     {"SHA256", G_CHECKSUM_SHA256},
    {"SHA384", G_CHECKSUM_SHA384}, {"SHA512", G_CHECKSUM_SHA512},
};

gboolean pure_string_hash(PureCall *call, const PureRow *row, GError **error)
{
    const char *text = call->argv[2];
    for (guint i = 0; i < G_N_ELEMENTS(algorithms); i++) {
        if (strcmp(algorithms[i].name, row->name) == 0) {
            if (text_has_hole(text)) {
                return pure_unknown(call, row);
            }
            g_autofree char *digest = g_compute_checksum_for_string(algorithms[i].type, text, -1);
            return pure_set(call, row, digest, error);
        }
    }
    return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "this checksum is not computed");
}

#define UUID_BYTES 16
#define UUID_TEXT 36

static gboolean is_uuid_dash(guint position)
{
    return position == 8 || position == 13 || position == 18 || position == 23;
}

static gboolean parse_uuid(const char *text, guint8 bytes[UUID_BYTES])
{
    if (strlen(text) != UUID_TEXT) {
        return FALSE;
    }
    guint nibble = 0;
    for (guint i = 0; i < UUID_TEXT; i++) {
        if (is_uuid_dash(i)) {
            if (text[i] != '-') {
                return FALSE;
            }
            continue;
        }
        int digit = g_ascii_xdigit_value(text[i]);
        if (digit < 0) {
            return FALSE;
        }
        bytes[nibble / 2] = (guint8)(nibble % 2 == 0 ? digit << 4 : bytes[nibble / 2] | digit);
        nibble++;
    }
    return TRUE;
}

/* RFC 4122: the digest's first 16 bytes, with version and variant put in. */
static const char *make_uuid(PureCall *call, const guint8 space[UUID_BYTES], const char *name,
                             gboolean sha1, gboolean upper)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(sha1 ? G_CHECKSUM_SHA1 : G_CHECKSUM_MD5);
    g_checksum_update(checksum, space, UUID_BYTES);
    g_checksum_update(checksum, (const guint8 *)name, (gssize)strlen(name));
    guint8 digest[20];
    gsize length = sizeof digest;
    g_checksum_get_digest(checksum, digest, &length);
    digest[6] = (guint8)((digest[6] & 0x0F) | (sha1 ? 0x50 : 0x30));
    digest[8] = (guint8)((digest[8] & 0x3F) | 0x80);
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    char *text = arena_alloc(call->arena, UUID_TEXT + 1);
    guint nibble = 0;
    for (guint i = 0; i < UUID_TEXT; i++) {
        if (is_uuid_dash(i)) {
            text[i] = '-';
            continue;
        }
        guint8 byte = digest[nibble / 2];
        text[i] = digits[nibble % 2 == 0 ? byte >> 4 : byte & 15];
        nibble++;
    }
    return text;
}

gboolean pure_string_uuid(PureCall *call, const PureRow *row, GError **error)
{
    const char *values[] = {"", "", ""};
    static const char *const names[] = {"NAMESPACE", "NAME", "TYPE"};
    gboolean upper = FALSE;
    if (pure_has_hole_from(call, 2)) {
        return pure_unknown(call, row);
    }
    for (guint i = 2; i < call->argc; i++) {
        guint option = 0;
        while (option < G_N_ELEMENTS(names) && strcmp(names[option], call->argv[i]) != 0) {
            option++;
        }
        if (option < G_N_ELEMENTS(names) && i + 1 < call->argc) {
            values[option] = call->argv[++i];
        } else if (strcmp(call->argv[i], "UPPER") == 0) {
            upper = TRUE;
        } else {
            return pure_fail(call, row, error, PURE_ERROR_USAGE, "option \"%s\" is not expected",
                             call->argv[i]);
        }
    }
    guint8 space[UUID_BYTES] = {0};
    gboolean sha1 = strcmp(values[2], "SHA1") == 0;
    if (!parse_uuid(values[0], space) || (!sha1 && strcmp(values[2], "MD5") != 0)) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE,
                         "NAMESPACE must be a UUID, and TYPE be MD5 or SHA1");
    }
    return pure_set(call, row, make_uuid(call, space, values[1], sha1, upper), error);
}
