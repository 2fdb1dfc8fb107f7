/* Choices among what others wrote: "if(LPS STREQUAL cpx) find_package(CPLEX) elseif(LPS STREQUAL
 * grb) find_package(GUROBI)" is one, whatever its words are. */
#include "discover/classify/traits_inside.h"

#include <string.h>

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

/* Whether the link holds for one value alone, and which. */
static const char *only_value(const OptionLink *link)
{
    return link->values != NULL && link->values->len == 1 ? link->values->pdata[0] : NULL;
}

gboolean traits_searches_either_way(const Option *option)
{
    const char *first = NULL;
    gboolean otherwise = FALSE;
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        const Effect *before = ((const OptionLink *)option->links->pdata[0])->effect;
        const char *value = only_value(link);
        if (link->effect->kind != EFFECT_PACKAGE || value == NULL ||
            g_ascii_strcasecmp(link->effect->name, before->name) != 0) {
            return FALSE;
        }
        first = first != NULL ? first : value;
        otherwise = otherwise || strcmp(first, value) != 0;
    }
    return otherwise;
}
