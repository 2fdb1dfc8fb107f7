/* Taking things out of texts: spaces at the ends, generator expressions. */
#include "discover/cmake/pure_internal.h"
#include <string.h>

const char *pure_strip(PureCall *call, const char *text)
{
    const char *begin = text;
    const char *end = text + strlen(text);
    while (pure_is_space(*begin)) {
        begin++;
    }
    while (end > begin && pure_is_space(end[-1])) {
        end--;
    }
    /* A hole may begin or end with spaces, or be nothing else. */
    if (*begin == HOLE_BEGIN || (end > begin && end[-1] == HOLE_END)) {
        return NULL;
    }
    return arena_strndup(call->arena, begin, (gsize)(end - begin));
}

/* The ">" that closes the expression whose inside begins here, NULL when there is none. */
static const char *expression_end(const char *inside)
{
    guint depth = 1;
    for (const char *at = inside; *at != '\0'; at++) {
        if (at[0] == '$' && at[1] == '<') {
            depth++;
            at++;
        } else if (*at == '>' && --depth == 0) {
            return at;
        }
    }
    return NULL;
}

const char *pure_genex_strip(PureCall *call, const char *text)
{
    char *result = arena_alloc(call->arena, strlen(text) + 1);
    char *write = result;
    for (const char *at = text; *at != '\0';) {
        if (at[0] == '$' && at[1] == '<') {
            const char *end = expression_end(at + 2);
            if (end == NULL) {
                /* It is not closed: all the rest stays. */
                write = stpcpy(write, at);
                break;
            }
            at = end + 1;
            continue;
        }
        *write++ = *at++;
    }
    *write = '\0';
    if (strchr(result, ';') == NULL) {
        return result;
    }
    /* What has become empty leaves the list. */
    gboolean separated = TRUE;
    write = result;
    for (const char *at = result; *at != '\0'; at++) {
        if (*at != ';' || !separated) {
            *write++ = *at;
        }
        separated = *at == ';';
    }
    if (write > result && write[-1] == ';') {
        write--;
    }
    *write = '\0';
    return result;
}
