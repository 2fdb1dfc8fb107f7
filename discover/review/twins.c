#include "discover/review/twins.h"
#include "discover/option_name.h"
#include <string.h>

static gboolean is_same_build(const Point *a, const Point *b)
{
    return g_strcmp0(a->build, b->build) == 0 && g_strcmp0(a->folder, b->folder) == 0;
}

static gboolean is_part(const char *part, const char *whole)
{
    return strcmp(part, whole) == 0 ||
           (strlen(part) >= TWIN_NAME_BYTES_MIN && strstr(whole, part) != NULL);
}

static gboolean may_be_open(const Point *point)
{
    return point->status != STATUS_GONE && point->review != REVIEW_REJECTED;
}

GArray *point_twins(const Specification *self)
{
    GArray *twins = g_array_new(FALSE, FALSE, sizeof(PointTwins));
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < self->points->len; i++) {
        const Point *point = self->points->pdata[i];
        g_ptr_array_add(names, option_name_plain(point->option, self->project->name, NULL));
        /* Points are sorted by category. */
        for (guint k = i; k > 0; k--) {
            const Point *other = self->points->pdata[k - 1];
            const char *a = names->pdata[k - 1];
            const char *b = names->pdata[i];
            if (other->category != point->category) {
                break;
            }
            if (!is_same_build(other, point) && may_be_open(other) && may_be_open(point) &&
                *a != '\0' && *b != '\0' && (is_part(a, b) || is_part(b, a))) {
                const PointTwins pair = {k - 1, i};
                g_array_append_val(twins, pair);
            }
        }
    }
    return twins;
}
