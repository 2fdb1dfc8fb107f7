#include "core/nearest.h"
#include <string.h>

/* Longer names are compared by their beginning. */
#define NAME_COMPARED_MAX 128u

typedef struct {
    const char *name;
    guint distance;
} Near;

/* Levenshtein's distance without regard to letter case. */
static guint distance_between(const char *a, const char *b)
{
    gsize rows = MIN(strlen(a), NAME_COMPARED_MAX);
    gsize columns = MIN(strlen(b), NAME_COMPARED_MAX);
    guint line[NAME_COMPARED_MAX + 1];
    for (gsize j = 0; j <= columns; j++) {
        line[j] = (guint)j;
    }
    for (gsize i = 1; i <= rows; i++) {
        guint diagonal = line[0];
        line[0] = (guint)i;
        for (gsize j = 1; j <= columns; j++) {
            guint replaced =
                diagonal + (g_ascii_tolower(a[i - 1]) != g_ascii_tolower(b[j - 1]) ? 1 : 0);
            diagonal = line[j];
            line[j] = MIN(replaced, MIN(line[j], line[j - 1]) + 1);
        }
    }
    return line[columns];
}

static int compare_near(gconstpointer a, gconstpointer b)
{
    const Near *first = a;
    const Near *second = b;
    if (first->distance != second->distance) {
        return first->distance < second->distance ? -1 : 1;
    }
    return strcmp(first->name, second->name);
}

GPtrArray *nearest_names(const GPtrArray *names, const char *wanted, guint limit)
{
    g_autofree char *wanted_upper = g_ascii_strup(wanted, -1);
    guint tolerance = MAX(2u, (guint)MIN(strlen(wanted), NAME_COMPARED_MAX) / 3);
    g_autoptr(GArray) candidates = g_array_new(FALSE, FALSE, sizeof(Near));
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        g_autofree char *upper = g_ascii_strup(name, -1);
        Near near = {name, distance_between(wanted_upper, upper)};
        /* SIMD means GMX_SIMD, however many letters that is away. */
        if (*wanted != '\0' && strstr(upper, wanted_upper) != NULL) {
            near.distance = MIN(near.distance, 2);
        }
        if (near.distance <= tolerance) {
            g_array_append_val(candidates, near);
        }
    }
    g_array_sort(candidates, compare_near);
    GPtrArray *near = g_ptr_array_new();
    for (guint i = 0; i < MIN(candidates->len, limit); i++) {
        g_ptr_array_add(near, (gpointer)g_array_index(candidates, Near, i).name);
    }
    return near;
}

char *nearest_question(const GPtrArray *names, const char *wanted, const char *before)
{
    g_autoptr(GPtrArray) near = nearest_names(names, wanted, 1);
    return near->len == 0
               ? g_strdup("")
               : g_strdup_printf("; did you mean %s%s?", before, (const char *)near->pdata[0]);
}
