#include "container/plan/rephrase.h"
#include "container/plan/choice.h"
#include <string.h>

/* The build system that a point is described for; NULL: the specification tells none. */
static const char *system_of(const Specification *specification, const Point *point)
{
    const SpecificationBuild *first =
        specification->builds->len == 0 ? NULL : specification->builds->pdata[0];
    return point->build != NULL || first == NULL ? point->build : first->type;
}

static const PointAlternative *alternative_in(const Point *point, const char *build_system,
                                              const char *folder)
{
    for (guint i = 0; i < point->alternatives->len; i++) {
        const PointAlternative *alternative = point->alternatives->pdata[i];
        if (g_strcmp0(alternative->build, build_system) == 0 &&
            g_strcmp0(alternative->folder, folder) == 0) {
            return alternative;
        }
    }
    return NULL;
}

/* What the point was before, as one of its alternatives. */
static PointAlternative *as_alternative(Arena *arena, const Point *point, const char *system)
{
    PointAlternative *self = point_alternative_new(arena);
    self->option = point->option;
    self->build = system;
    self->folder = point->folder;
    self->flag = point->flag;
    self->default_value = point->default_value;
    self->values = point->values;
    return self;
}

static Point *rephrased(Arena *arena, const Point *point, const char *system,
                        const PointAlternative *told)
{
    Point *self = point_new(arena);
    *self = *point;
    self->build = told->build;
    self->folder = told->folder;
    self->option = told->option;
    self->flag = told->flag;
    self->default_value = told->default_value;
    self->defaults = arena_array(arena);
    self->values = told->values;
    self->condition = condition_true();
    self->alternatives = arena_array(arena);
    g_ptr_array_add(self->alternatives, as_alternative(arena, point, system));
    for (guint i = 0; i < point->alternatives->len; i++) {
        if (point->alternatives->pdata[i] != told) {
            g_ptr_array_add(self->alternatives, point->alternatives->pdata[i]);
        }
    }
    return self;
}

const Specification *specification_rephrased(Arena *arena, const Specification *specification,
                                             const char *build_system, const char *folder)
{
    Specification *self = specification_new(arena);
    *self = *specification;
    self->points = arena_array(arena);
    for (guint i = 0; i < specification->points->len; i++) {
        Point *point = specification->points->pdata[i];
        const char *system = system_of(specification, point);
        if (system != NULL && !g_str_equal(system, build_system)) {
            const PointAlternative *told = alternative_in(point, build_system, folder);
            Point *other = told == NULL ? point_new(arena) : rephrased(arena, point, system, told);
            if (told == NULL) {
                *other = *point;
                other->build = system;
            }
            point = other;
        }
        g_ptr_array_add(self->points, point);
    }
    return self;
}

/* Whether a flag, which chooses what a switch is about, does so by switching an option off. */
static gboolean switches_off(const char *flag)
{
    const char *equals = flag == NULL ? NULL : strrchr(flag, '=');
    return equals != NULL &&
           (!value_is_on(equals + 1) || g_ascii_strcasecmp(equals + 1, "disabled") == 0);
}

const Point *specification_point_elsewhere(const Specification *self, const char *name,
                                           gboolean *opposite)
{
    const Point *found = NULL;
    for (guint i = 0; i < self->points->len; i++) {
        const Point *point = self->points->pdata[i];
        for (guint k = 0; k < point->alternatives->len; k++) {
            const PointAlternative *alternative = point->alternatives->pdata[k];
            if (g_strcmp0(alternative->option, name) != 0) {
                continue;
            }
            if (found != NULL && found != point) {
                return NULL;
            }
            found = point;
            *opposite = point->kind == POINT_SWITCH &&
                        switches_off(alternative->flag) != switches_off(point->flag);
        }
    }
    return found;
}
