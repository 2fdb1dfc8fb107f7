/* Whether and where a project is configured with a build system, as its specification tells. */
#include "container/plan/plan.h"
#include "core/path.h"

gboolean plan_folder(const Specification *specification, const char *build_system,
                     const char **folder, GError **error)
{
    g_autoptr(GPtrArray) folders = g_ptr_array_new();
    *folder = NULL;
    for (guint i = 0; i < specification->builds->len; i++) {
        const SpecificationBuild *build = specification->builds->pdata[i];
        if (!g_str_equal(build->type, build_system) || build->vendored || build->unread) {
            continue;
        }
        if (build->folder == NULL) {
            return TRUE;
        }
        g_ptr_array_add(folders, (gpointer)build->folder);
    }
    if (folders->len > 1) {
        g_ptr_array_add(folders, NULL);
        g_autofree char *list = g_strjoinv(", ", (char **)folders->pdata);
        g_set_error(error, PLAN_ERROR, PLAN_ERROR_REQUEST,
                    "the project can be configured in several folders: %s; name one with --folder, "
                    "or leave one in the specification's build_systems",
                    list);
        return FALSE;
    }
    *folder = folders->len == 1 ? folders->pdata[0] : NULL;
    if (*folder != NULL && !matrix_folder_is_valid(*folder)) {
        g_set_error(error, PLAN_ERROR, PLAN_ERROR_SPECIFICATION,
                    "the specification's build system is in \"%s\", which is no folder within the "
                    "source; correct it",
                    *folder);
        return FALSE;
    }
    return TRUE;
}

static gboolean is_of(const SpecificationBuild *build, const char *type, const char *folder)
{
    return g_strcmp0(type, build->type) == 0 && g_strcmp0(folder, build->folder) == 0;
}

/* Whether it is the whole project's: a part in a folder may have another one than the whole, and
 * then none of the points is one of it. */
static gboolean is_of_whole(const Specification *specification, const SpecificationBuild *build)
{
    const SpecificationBuild *first = specification->builds->pdata[0];
    gboolean has_points = build->folder == NULL || specification->points->len == 0;
    for (guint i = 0; i < specification->points->len && !has_points; i++) {
        const Point *point = specification->points->pdata[i];
        has_points = is_of(build, point->build != NULL ? point->build : first->type, point->folder);
        for (guint k = 0; k < point->alternatives->len && !has_points; k++) {
            const PointAlternative *other = point->alternatives->pdata[k];
            has_points =
                is_of(build, other->build != NULL ? other->build : first->type, other->folder);
        }
    }
    return has_points;
}

/* The first build system of the project's own of that type, or any; of the whole project with
 * `whole`. NULL: there is none. */
static const SpecificationBuild *build_of(const Specification *specification, const char *type,
                                          gboolean whole)
{
    for (guint i = 0; i < specification->builds->len; i++) {
        const SpecificationBuild *build = specification->builds->pdata[i];
        if (!build->vendored && !build->unread && (!whole || is_of_whole(specification, build)) &&
            (type == NULL || g_str_equal(build->type, type))) {
            return build;
        }
    }
    return NULL;
}

const char *plan_build_system(const Specification *specification, const char *wanted,
                              GError **error)
{
    static const char *const known[] = {BUILD_SYSTEM_CMAKE, BUILD_SYSTEM_AUTOTOOLS,
                                        BUILD_SYSTEM_MAKE};
    const SpecificationBuild *first = build_of(specification, NULL, FALSE);
    if (first == NULL && specification->builds->len > 0) {
        first = specification->builds->pdata[0];
    }
    for (gsize i = 0; wanted == NULL && i < G_N_ELEMENTS(known); i++) {
        if (build_of(specification, known[i], TRUE) != NULL) {
            return known[i];
        }
    }
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
        gboolean is_asked = wanted == NULL || g_str_equal(wanted, known[i]);
        if (is_asked && (first == NULL || build_of(specification, known[i], FALSE) != NULL)) {
            return known[i];
        }
    }
    if (wanted != NULL && !build_system_is_known(wanted)) {
        g_set_error(error, PLAN_ERROR, PLAN_ERROR_REQUEST,
                    "--build-system takes " BUILD_SYSTEMS_TEXT ", not \"%s\"", wanted);
        return NULL;
    }
    const char *file = first->file != NULL ? first->file : "?";
    if (wanted != NULL) {
        g_set_error(error, PLAN_ERROR, PLAN_ERROR_BUILD_SYSTEM,
                    "the project is built with %s (%s), not with %s; name that with "
                    "--build-system, or leave it out",
                    first->type, file, wanted);
        return NULL;
    }
    g_set_error(error, PLAN_ERROR, PLAN_ERROR_BUILD_SYSTEM,
                "the project is built with %s (%s), and containers are made of projects that are "
                "built with " BUILD_SYSTEMS_TEXT "; `xaas-container select SPECIFICATION` prints "
                "flags for a build of one's own",
                first->type, file);
    return NULL;
}

const char *plan_makefile(const Specification *specification, const char *folder)
{
    static const char *const by_itself[] = {"GNUmakefile", "makefile", "Makefile", NULL};
    for (guint i = 0; i < specification->builds->len; i++) {
        const SpecificationBuild *build = specification->builds->pdata[i];
        if (build->vendored || build->unread || build->file == NULL ||
            !g_str_equal(build->type, BUILD_SYSTEM_MAKE) || g_strcmp0(build->folder, folder) != 0) {
            continue;
        }
        const char *base = path_base(build->file);
        g_autofree char *there = g_path_get_dirname(build->file);
        gboolean is_there = g_str_equal(there, folder != NULL ? folder : ".");
        return is_there && !g_strv_contains(by_itself, base) ? base : NULL;
    }
    return NULL;
}
