#include "discover/classify/signs.h"
#include "discover/classify/traits_inside.h"

#include <string.h>

/* What the knowledge files call debugging. */
#define TERM_DEBUG "debug"
/* CMAKE_CXX_COMPILER_ID, CMAKE_COMPILER_IS_GNUCXX, and what is worked out from them. */
#define BUILD_TOOL "CMAKE_"
#define COMPILER "COMPILER"

/* One that hangs on another may do so by chance. */
#define SETS_FOLLOWING_MIN 2u

typedef gboolean (*AtomTest)(const Project *project, const Condition *atom);

/* "CMAKE_BUILD_TYPE=Debug". */
static gboolean is_debug(const Project *project, const Condition *atom)
{
    gboolean compared = atom->relation != NULL && (strcmp(atom->relation, "=") == 0 ||
                                                   strcmp(atom->relation, "matches") == 0);
    return compared && traits_mentions_term(project, atom->value, TERM_DEBUG);
}

static gboolean is_compiler(const Project *project, const Condition *atom)
{
    (void)project;
    gboolean platform = atom->subject_kind == CONDITION_SUBJECT_PLATFORM ||
                        atom->subject_kind == CONDITION_SUBJECT_UNKNOWN;
    const char *variable = platform ? strstr(atom->subject, BUILD_TOOL) : NULL;
    return variable != NULL && strstr(variable, COMPILER) != NULL;
}

/* Whether the condition holds only where an atom that passes the test does. */
static gboolean needs(const Project *project, const Condition *when, AtomTest test)
{
    gboolean all = when->kind == CONDITION_ALL;
    if (when->kind == CONDITION_ATOM) {
        return test(project, when);
    }
    if ((!all && when->kind != CONDITION_ANY) || when->atoms > CONDITION_WRITTEN_ATOMS_MAX) {
        return FALSE;
    }
    for (guint i = 0; i < when->operand_count; i++) {
        if (needs(project, when->operands[i], test) != !all) {
            return all;
        }
    }
    return !all;
}

gboolean traits_is_of_debug_builds(const Project *project, const Option *option)
{
    gboolean only = option->definitions->len > 0;
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        only = only && definition->exists != NULL && needs(project, definition->exists, is_debug);
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
            if (knowledge_value_means(project->knowledge, value->value, MEANS_ON) &&
                needs(project, value->when, is_debug)) {
                return TRUE;
            }
        }
    }
    return only;
}

gboolean traits_is_of_compiler(const Project *project, const Option *option)
{
    guint on = 0;
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        gboolean there =
            definition->exists != NULL && needs(project, definition->exists, is_compiler);
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
            if (!knowledge_value_means(project->knowledge, value->value, MEANS_ON)) {
                continue;
            }
            if (!there && !needs(project, value->when, is_compiler)) {
                return FALSE;
            }
            on++;
        }
    }
    return on > 0;
}

static gboolean is_that(const Condition *when, const char *name)
{
    return when != NULL && when->kind == CONDITION_ATOM && when->relation == NULL &&
           when->subject_kind == CONDITION_SUBJECT_OPTION && strcmp(when->subject, name) == 0;
}

/* Whether the option has to be on for the other one to be on by itself. */
static gboolean follows(const Project *project, const Option *other, const char *name)
{
    guint on = 0;
    for (guint i = 0; i < other->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(other->definitions, i);
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
            if (!knowledge_value_means(project->knowledge, value->value, MEANS_ON)) {
                continue;
            }
            if (!is_that(value->when, name) && !is_that(definition->exists, name)) {
                return FALSE;
            }
            on++;
        }
    }
    return on > 0;
}

gboolean traits_leads_sets(const Project *project, const Option *option)
{
    guint following = 0;
    for (guint i = 0; option->type == OPTION_BOOL && i < project->sets->len; i++) {
        const Option *other = g_ptr_array_index(project->sets, i);
        if (other != option && follows(project, other, option->name)) {
            following++;
        }
    }
    return following >= SETS_FOLLOWING_MIN;
}

gboolean traits_is_of_processors(const Knowledge *knowledge, const Option *option)
{
    gboolean alone = FALSE;
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        const Term *term = link->effect->kind == EFFECT_FLAG && link->effect->name != NULL
                               ? signs_listed_term(knowledge, link->effect)
                               : NULL;
        if (term == NULL || !term->has_category || term->category != CATEGORY_SIMD) {
            return FALSE;
        }
        alone = alone || link->alone;
    }
    return alone;
}
