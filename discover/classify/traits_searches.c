/* Choices among what others wrote: "if(LPS STREQUAL cpx) find_package(CPLEX) elseif(LPS STREQUAL
 * grb) find_package(GUROBI)" is one, whatever its words are. */
#include "discover/classify/traits_inside.h"

/* One value may want a package for its own ends. */
#define SEARCHING_VALUES_MIN 2u

/* The one value with which a package is searched for that the project does not build itself; NULL
 * for any other effect. */
static const char *searching_value(const Project *project, const OptionLink *link)
{
    const Effect *effect = link->effect;
    gboolean one = effect->kind == EFFECT_PACKAGE && link->alone && link->values != NULL &&
                   link->values->len == 1;
    gboolean beside = effect->at.path != NULL && project_is_side_path(project, effect->at.path);
    return one && !beside && !project_is_own_target(project, effect->name) &&
                   !project_is_own_name(project, effect->name)
               ? link->values->pdata[0]
               : NULL;
}

gboolean traits_values_search(const Project *project, const Option *option)
{
    g_autoptr(GHashTable) values = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) packages = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        const char *value = searching_value(project, link);
        if (value != NULL && g_hash_table_add(packages, (gpointer)link->effect->name)) {
            g_hash_table_add(values, (gpointer)value);
        }
    }
    guint searching = g_hash_table_size(values);
    return searching >= SEARCHING_VALUES_MIN && searching * 2 >= option->values->len;
}
