#include "container/plan/rephrase.h"
#include "core/choice.h"
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
    /* What only leaving it out gives has no flag. */
    gboolean left_out = point->only_given && g_strcmp0(point_default_setting(point), "ON") == 0;
    self->flag = left_out ? NULL : point->flag;
    self->default_value = point->default_value;
    self->values = point->values;
    return self;
}

/* Whether a flag, which chooses what a switch is about, does so by switching the option off:
 * "-DNO_X=OFF", and "--disable-x" of --enable-x. */
static gboolean switches_off(const char *option, const char *flag)
{
    const char *equals = strrchr(flag, '=');
    return equals == NULL
               ? !g_str_equal(flag, option)
               : !value_is_on(equals + 1) || g_ascii_strcasecmp(equals + 1, "disabled") == 0;
}

/* A flag that is missing is that of what leaving the option out gives. */
static gboolean is_chosen_by_off(const PointAlternative *self)
{
    if (self->flag != NULL) {
        return switches_off(self->option, self->flag);
    }
    return self->default_value == NULL || !value_is_on(self->default_value);
}

static gboolean says_opposite(const Point *point, const PointAlternative *alternative)
{
    gboolean by_off =
        !point->only_given && point->flag != NULL && switches_off(point->option, point->flag);
    return point->kind == POINT_SWITCH && is_chosen_by_off(alternative) != by_off;
}

/* What the point needs when it is on is no matter of an option that is off then, but for what has
 * to be there. */
static void keep_packages(Arena *arena, GPtrArray **list)
{
    GPtrArray *packages = arena_array(arena);
    for (guint i = 0; i < (*list)->len; i++) {
        const Requirement *requirement = g_ptr_array_index(*list, i);
        if (requirement->package != NULL) {
            g_ptr_array_add(packages, (gpointer)requirement);
        }
    }
    *list = packages;
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
    self->only_given = FALSE;
    self->default_value = told->default_value;
    self->defaults = arena_array(arena);
    self->values = told->values;
    self->condition = condition_true();
    if (says_opposite(point, told)) {
        self->polarity = polarity_opposite(point->polarity);
        keep_packages(arena, &self->requires);
        self->conflicts = arena_array(arena);
    }
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

gboolean point_id_says_opposite(const Point *self)
{
    const char *slash = strchr(self->id, '/');
    if (slash == NULL || g_str_equal(slash + 1, self->option)) {
        return FALSE;
    }
    for (guint i = 0; i < self->alternatives->len; i++) {
        const PointAlternative *alternative = self->alternatives->pdata[i];
        if (g_strcmp0(alternative->option, slash + 1) == 0) {
            return says_opposite(self, alternative);
        }
    }
    return FALSE;
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
            *opposite = says_opposite(point, alternative);
        }
    }
    return found;
}
