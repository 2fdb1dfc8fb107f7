#include "core/word_list.h"
#include "discover/cmake/pure_internal.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

G_DEFINE_QUARK(xaas - pure - error, pure_error)

/* While either text goes on with a digit, a number is read from both; so a sign or spaces, which
 * strtoul reads over, count in the other. Anything else ends the comparison. */
int cmake_version_compare(const char *a, const char *b)
{
    while (g_ascii_isdigit(*a) || g_ascii_isdigit(*b)) {
        unsigned long left = strtoul(a, (char **)&a, 10);
        unsigned long right = strtoul(b, (char **)&b, 10);
        if (left != right) {
            return left < right ? -1 : 1;
        }
        if (*a == '.') {
            a++;
        }
        if (*b == '.') {
            b++;
        }
    }
    return 0;
}

gboolean cmake_is_true(const char *text)
{
    static const char *const names[] = {"1", "ON", "YES", "TRUE", "Y", NULL};
    if (word_list_has_caseless(names, text)) {
        return TRUE;
    }
    char *end = NULL;
    double number = g_ascii_strtod(text, &end);
    return *end == '\0' && end != text && number != 0.0;
}

gboolean cmake_is_false(const char *text)
{
    static const char *const names[] = {"", "0", "OFF", "NO", "FALSE", "N", "IGNORE", NULL};
    /* Unlike the others, NOTFOUND counts in capital letters only. */
    return word_list_has_caseless(names, text) || strcmp(text, "NOTFOUND") == 0 ||
           g_str_has_suffix(text, "-NOTFOUND");
}

const char *pure_piece_end(const char *text)
{
    if (*text == HOLE_BEGIN) {
        const char *end = strchr(text, HOLE_END);
        return end == NULL ? text + strlen(text) : end + 1;
    }
    while (*text != '\0' && *text != HOLE_BEGIN) {
        text++;
    }
    return text;
}

gboolean pure_compare(const char *a, const char *b, int *order)
{
    gsize at = 0;
    while (a[at] == b[at] && a[at] != '\0') {
        at++;
    }
    if (a[at] == b[at]) {
        *order = 0;
        return TRUE;
    }
    /* They differ here. That decides it when both bytes are text, and not a hole's begin or inside.
     */
    for (gsize i = at; i-- > 0 && a[i] != HOLE_END;) {
        if (a[i] == HOLE_BEGIN) {
            return FALSE;
        }
    }
    if (a[at] == HOLE_BEGIN || b[at] == HOLE_BEGIN) {
        return FALSE;
    }
    *order = (int)(guchar)a[at] - (int)(guchar)b[at];
    return TRUE;
}

gboolean pure_to_long(const char *text, long *value)
{
    char *end = NULL;
    errno = 0;
    *value = strtol(text, &end, 10);
    return *end == '\0' && end != text && errno == 0;
}

gboolean pure_to_ulong(const char *text, unsigned long *value)
{
    while (pure_is_space(*text)) {
        text++;
    }
    if (*text == '-') {
        return FALSE;
    }
    char *end = NULL;
    errno = 0;
    *value = strtoul(text, &end, 10);
    return *end == '\0' && end != text && errno == 0;
}

char pure_upper(char byte)
{
    return g_ascii_toupper(byte);
}

char pure_lower(char byte)
{
    return g_ascii_tolower(byte);
}
