/* Packages that no check of the build names: a configure script that tries to link with MPI asks
 * for none, and what the option is called says which one has to be there. */
#include "discover/review/exports/writer.h"

static gboolean names_package(const GPtrArray *requirements)
{
    for (guint i = 0; i < requirements->len; i++) {
        if (((const Requirement *)requirements->pdata[i])->package != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether what options of a category are called after comes from outside: other libraries may lie
 * in the project's own tree. */
static gboolean is_from_outside(Category category)
{
    return category == CATEGORY_MPI || category == CATEGORY_GPU_BACKEND ||
           category == CATEGORY_LINEAR_ALGEBRA || category == CATEGORY_FFT;
}

/* What the setting is called after; NULL: nothing that is needed where it is on. */
static const char *thing(const Point *point, const PointValue *value)
{
    if (value != NULL) {
        return value->name != NULL ? value->name : value->value;
    }
    return point->kind == POINT_SWITCH && point->polarity == POLARITY_POSITIVE ? point->name : NULL;
}

GPtrArray *export_requires(const ExportInput *input, const Point *point, const PointValue *value)
{
    GPtrArray *all = arena_array(input->arena);
    g_ptr_array_extend(all, value != NULL ? value->requires : point->requires, NULL, NULL);
    const char *name = thing(point, value);
    if (name != NULL && is_from_outside(point->category) && !names_package(all) &&
        !names_package(point->requires) && export_package(input, name) != NULL) {
        Requirement *implied = arena_new0(input->arena, Requirement);
        implied->package = name;
        g_ptr_array_add(all, implied);
    }
    return all;
}
