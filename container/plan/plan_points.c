/* What the points of a specification decide, as a matrix says it. */
#include "container/plan/plan.h"
#include <string.h>

/* Packages that have to be there: "CUDA >=11.0". What is optional decides nothing by itself, but
 * its version says what the point was made for. */
static GPtrArray *packages_of(Arena *arena, const GPtrArray *requires)
{
    GPtrArray *packages = arena_array(arena);
    for (guint i = 0; i < requires->len; i++) {
        const Requirement *requirement = requires->pdata[i];
        if (requirement->package != NULL &&
            (!requirement->optional || requirement->version != NULL)) {
            g_ptr_array_add(packages, requirement->version == NULL
                                          ? (char *)requirement->package
                                          : arena_printf(arena, "%s %s", requirement->package,
                                                         requirement->version));
        }
    }
    return packages;
}

/* Whether an option certainly exists in all configurations of a matrix. */
static gboolean always_exists(const Specification *specification, const Matrix *matrix,
                              const Point *point)
{
    for (guint i = 0; i < matrix->configurations->len; i++) {
        const Configuration *configuration = matrix->configurations->pdata[i];
        g_autoptr(GPtrArray) settings = g_ptr_array_copy(configuration->settings, NULL, NULL);
        g_ptr_array_extend(settings, matrix->common, NULL, NULL);
        const Choice choice = {specification, settings, MATRIX_GENERATOR};
        if (choice_condition(&choice, point->condition) != TRUTH_YES) {
            return FALSE;
        }
    }
    return TRUE;
}

/* The default, where it certainly holds. What does without the thing needs nothing, whether the
 * option exists or not. */
static const char *certain_default(const Specification *specification, const Matrix *matrix,
                                   const Point *point)
{
    const char *value = point->defaults->len > 1 ? NULL : point->default_value;
    return value == NULL || matrix == NULL || value_brings(value, point->polarity) == TRUTH_NO ||
                   always_exists(specification, matrix, point)
               ? value
               : NULL;
}

static MatrixPoint *matrix_point(Arena *arena, const Point *point, const char *default_value)
{
    MatrixPoint *self = arena_new0(arena, MatrixPoint);
    self->option = point->option;
    self->category = point->category;
    self->name = point->name;
    self->polarity = point->polarity;
    self->default_value = default_value;
    self->packages = packages_of(arena, point->requires);
    self->values = arena_array(arena);
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        MatrixValue *told = arena_new0(arena, MatrixValue);
        told->value = value->value;
        told->name = value->name;
        told->packages = packages_of(arena, value->requires);
        if (told->name != NULL || told->packages->len > 0) {
            g_ptr_array_add(self->values, told);
        }
    }
    return self;
}

static gboolean is_named(const Matrix *matrix, const char *option)
{
    for (guint i = 0; i < matrix->common->len; i++) {
        if (g_str_equal(((const Setting *)matrix->common->pdata[i])->option, option)) {
            return TRUE;
        }
    }
    return g_ptr_array_find_with_equal_func(matrix->varied, option, g_str_equal, NULL);
}

GPtrArray *plan_points(Arena *arena, const Specification *specification, const Matrix *matrix)
{
    GPtrArray *points = arena_array(arena);
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = specification->points->pdata[i];
        gboolean decides = point->review != REVIEW_REJECTED && !point->vendored &&
                           point->status != STATUS_GONE && point->default_value != NULL;
        gboolean elsewhere = matrix != NULL && point->build != NULL &&
                             !g_str_equal(point->build, matrix_build_system(matrix));
        if ((decides && !elsewhere) || (matrix != NULL && is_named(matrix, point->option))) {
            g_ptr_array_add(
                points, matrix_point(arena, point, certain_default(specification, matrix, point)));
        }
    }
    return points;
}
