/* Choices among what others wrote: "if(LPS STREQUAL cpx) find_package(CPLEX) elseif(LPS STREQUAL
 * grb) find_package(GUROBI)" is one, whatever its words are. */
#include "discover/classify/traits_inside.h"
#include "discover/classify/words.h"

#include <string.h>

/* One value may want a package for its own ends. */
#define SEARCHING_VALUES_MIN 2u

/* The one value with which a package is searched for that the project does not build itself; NULL
 * for any other effect. */
static const char *searching_value(const Project *project, const OptionLink *link)
{
    const Effect *effect = link->effect;
    gboolean alone = effect->kind == EFFECT_PACKAGE && link->alone;
    gboolean beside = effect->at.path != NULL && project_is_side_path(project, effect->at.path);
    return alone && !beside && !project_is_own_target(project, effect->name) &&
                   !project_is_own_name(project, effect->name)
               ? option_link_only_value(link)
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

/* Whether nothing searches for the package where the option is off. */
static gboolean is_searched_for_it(const Facts *facts, const Option *option, const char *package)
{
    for (guint i = 0; i < facts->effects->len; i++) {
        const Effect *effect = facts->effects->pdata[i];
        if (effect->kind == EFFECT_PACKAGE && g_ascii_strcasecmp(effect->name, package) == 0 &&
            !condition_mentions(effect->when, option->name)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* "PkgConfig::grab", "Grab::Grab" of the package grab, which the option brings without others. */
static gboolean is_linked(const Option *option, const char *package)
{
    char thing[PHRASE_BYTES_MAX];
    gboolean named = words_squash(package, thing, sizeof thing) > 0;
    for (guint i = 0; named && i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        char linked[PHRASE_BYTES_MAX];
        if (link->effect->kind == EFFECT_LINK && link->alone &&
            words_squash(link->effect->name, linked, sizeof linked) > 0 &&
            strstr(linked, thing) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean traits_requires_package(const Project *project, const Option *option)
{
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        const char *value = searching_value(project, link);
        if (value != NULL && strcmp(value, "ON") == 0 && link->effect->required &&
            is_searched_for_it(project->facts, option, link->effect->name) &&
            is_linked(option, link->effect->name)) {
            return TRUE;
        }
    }
    return FALSE;
}

typedef enum { NEVER, PERHAPS, ALWAYS } Holds;

/* What is asked of an option holds where it has the value; "" is one that is left out. */
static Holds asked_holds(const Condition *atom, const char *value)
{
    if (atom->relation == NULL) {
        return NEVER; /* no value that this is called with says that it is wanted */
    }
    if (strcmp(atom->relation, "=") != 0) {
        return PERHAPS;
    }
    return g_strcmp0(atom->value, value) == 0 ? ALWAYS : NEVER;
}

/* Whether a condition holds when the argument has the value and all others are left out, whatever a
 * machine has. */
static Holds holds_with(const Condition *when, const char *name, const char *value)
{
    switch (when->kind) {
    case CONDITION_TRUE:
        return ALWAYS;
    case CONDITION_FALSE:
        return NEVER;
    case CONDITION_ATOM:
        return when->subject_kind != CONDITION_SUBJECT_OPTION
                   ? PERHAPS
                   : asked_holds(when, traits_is_about(when, name) ? value : "");
    case CONDITION_NOT:
        return ALWAYS - holds_with(when->operands[0], name, value);
    case CONDITION_ALL:
    case CONDITION_ANY:
        break;
    }
    gboolean all = when->kind == CONDITION_ALL;
    Holds holds = all ? ALWAYS : NEVER;
    for (guint i = 0; i < when->operand_count; i++) {
        Holds operand = holds_with(when->operands[i], name, value);
        holds = all ? MIN(holds, operand) : MAX(holds, operand);
    }
    return holds;
}

/* What an option may bring, beside words for compilers, of which a place is one. */
static gboolean is_thing(EffectKind kind)
{
    return kind == EFFECT_PACKAGE || kind == EFFECT_LINK || kind == EFFECT_DOWNLOAD ||
           kind == EFFECT_MACRO || kind == EFFECT_DEFINITION || kind == EFFECT_LANGUAGE ||
           kind == EFFECT_SOURCE || kind == EFFECT_FOLDER;
}

/* Whether the thing may come as well where the argument has the value. */
static gboolean comes_with(const Option *option, const Effect *effect, const char *value)
{
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *other = ((const OptionLink *)option->links->pdata[i])->effect;
        if (other->kind == effect->kind && g_strcmp0(other->name, effect->name) == 0 &&
            condition_mentions(other->when, option->name) &&
            holds_with(other->when, option->name, value) != NEVER) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean traits_is_found_anyway(const Option *option)
{
    guint found = 0;
    if (option->type == OPTION_BOOL || !traits_is_folder(option)) {
        return FALSE;
    }
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        if (!is_thing(effect->kind) || !condition_mentions(effect->when, option->name)) {
            continue;
        }
        if (!comes_with(option, effect, "") || !comes_with(option, effect, "no")) {
            return FALSE;
        }
        found += effect->kind == EFFECT_PACKAGE || effect->kind == EFFECT_LINK ? 1 : 0;
    }
    return found > 0;
}

gboolean traits_searches_either_way(const Option *option)
{
    const char *first = NULL;
    gboolean otherwise = FALSE;
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        const Effect *before = ((const OptionLink *)option->links->pdata[0])->effect;
        const char *value = option_link_only_value(link);
        if (link->effect->kind != EFFECT_PACKAGE || value == NULL ||
            g_ascii_strcasecmp(link->effect->name, before->name) != 0) {
            return FALSE;
        }
        first = first != NULL ? first : value;
        otherwise = otherwise || strcmp(first, value) != 0;
    }
    return otherwise;
}

gboolean traits_only_searches(const Option *option)
{
    if (option->links->len == 0 || option->definitions->len == 0) {
        return FALSE;
    }
    const Definition *own = option->definitions->pdata[0];
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        if (effect->kind != EFFECT_PACKAGE || span_compare(&effect->at, &own->at) != 0) {
            return FALSE;
        }
    }
    return TRUE;
}
