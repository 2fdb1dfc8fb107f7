/* Writing variables whose names are not known in full. */
#include "discover/cmake/pure.h"
#include "discover/cmake/variables_internal.h"
#include <string.h>

void variables_note_unknown(Variables *self, const char *name)
{
    if (!g_hash_table_contains(self->unknown, name)) {
        g_hash_table_add(self->unknown, g_strdup(name));
    }
}

/* What stands before the first hole and behind the last one is known. */
static gboolean may_be(const char *unknown, const char *name)
{
    const char *begin = strchr(unknown, HOLE_BEGIN);
    const char *end = strrchr(unknown, HOLE_END);
    if (begin == NULL || end == NULL) {
        return TRUE;
    }
    gsize before = (gsize)(begin - unknown);
    return strncmp(unknown, name, before) == 0 && g_str_has_suffix(name + before, end + 1);
}

gboolean variables_may_have_written(const Variables *self, const char *name)
{
    GHashTableIter iter;
    gpointer unknown;
    g_hash_table_iter_init(&iter, self->unknown);
    while (g_hash_table_iter_next(&iter, &unknown, NULL)) {
        if (may_be(unknown, name)) {
            return TRUE;
        }
    }
    return FALSE;
}
