#include "discover/classify/owners.h"

#include "discover/option_name.h"

#include <string.h>

static guint32 named_categories(const Project *project, Arena *arena, const Option *option)
{
    g_autoptr(Mentions) mentions =
        mentions_of_name(project->knowledge, arena, option_name_bare(option->name));
    guint prefix = project_prefix_length(project, mentions->words);
    guint32 categories = 0;
    for (guint i = 0; i < mentions->mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions->mentions, Mention, i);
        if (mention->term->has_category && mention->term->category == CATEGORY_VENDORED) {
            return 0; /* whose copy it is, not whether there is one */
        }
        gboolean clear = mention->factor >= MENTION_FACTOR_CLEAR;
        if (clear && mention->term->has_category && mention->first >= prefix &&
            !project_is_own(project, mentions, mention)) {
            categories |= 1u << mention->term->category;
        }
    }
    return categories;
}

GHashTable *owners_learn(const Project *project, Arena *arena)
{
    GHashTable *named = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < project->facts->options->len; i++) {
        const Option *option = g_ptr_array_index(project->facts->options, i);
        gboolean decides = option->type == OPTION_BOOL || option->values->len > 0;
        guint32 categories = decides ? named_categories(project, arena, option) : 0;
        if (categories != 0) {
            g_hash_table_insert(named, (void *)option->name, GUINT_TO_POINTER(categories));
        }
    }
    return named;
}

/* A help text that names so many technologies lists what other switches stand for. */
#define HELP_LISTS_MIN 3u

/* Other switches that what an umbrella brings needs, at least. */
#define UMBRELLA_SWITCHES_MIN 4u

static gboolean help_lists(const Project *project, const Subject *subject)
{
    guint terms = 0;
    for (guint i = 0; i < project->knowledge->terms->len; i++) {
        const Term *term = project->knowledge->terms->pdata[i];
        gboolean told = (subject->present[term->index] & (1u << PLACE_HELP)) != 0;
        terms += told && term->technology && term->has_category ? 1 : 0;
    }
    return terms >= HELP_LISTS_MIN;
}

/* Whether the help text is about the category, and no list of what there is. */
static gboolean tells_of_category(const Project *project, const Subject *subject, guint32 category)
{
    return (subject->categories[PLACE_HELP] & category) != 0 && !help_lists(project, subject);
}

gboolean owners_is_other(const Project *project, const Subject *subject, const Condition *when,
                         const Term *term)
{
    guint32 category = term->has_category ? 1u << term->category : 0;
    if (category == 0 || (subject->categories[PLACE_NAME] & category) != 0 ||
        when->kind == CONDITION_TRUE || when->kind == CONDITION_ATOM ||
        tells_of_category(project, subject, category)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) literals = condition_shared_literals(when);
    for (guint i = 0; i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        if (literal->kind == CONDITION_ATOM && literal->subject_kind == CONDITION_SUBJECT_OPTION &&
            strcmp(literal->subject, subject->option->name) != 0 &&
            (GPOINTER_TO_UINT(g_hash_table_lookup(project->named, literal->subject)) & category) !=
                0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The switches other than the subject's that have to be on for it: those are added to the set.
 * Whether there is any. */
static gboolean add_switches(const Facts *facts, const Subject *subject, const Condition *when,
                             GHashTable *switches)
{
    g_autoptr(GPtrArray) literals = condition_shared_literals(when);
    gboolean any = FALSE;
    for (guint i = 0; i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        gboolean other = literal->kind == CONDITION_ATOM && literal->relation == NULL &&
                         literal->subject_kind == CONDITION_SUBJECT_OPTION &&
                         strcmp(literal->subject, subject->option->name) != 0;
        const Option *option = other ? facts_option(facts, literal->subject) : NULL;
        if (option != NULL && option->type == OPTION_BOOL) {
            g_hash_table_add(switches, (gpointer)option->name);
            any = TRUE;
        }
    }
    return any;
}

/* A text whose name, help and values say nothing: a list of what is to be built. */
static gboolean names_nothing(const Subject *subject)
{
    return subject->categories[PLACE_NAME] == 0 && subject->categories[PLACE_HELP] == 0 &&
           subject->categories[PLACE_VALUES] == 0;
}

gboolean owners_is_umbrella(const Project *project, const Subject *subject)
{
    const Option *option = subject->option;
    gboolean lists =
        option->type == OPTION_BOOL ? help_lists(project, subject) : names_nothing(subject);
    if (!lists) {
        return FALSE;
    }
    g_autoptr(GHashTable) switches = g_hash_table_new(g_str_hash, g_str_equal);
    guint all = 0;
    guint others = 0;
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        if (effect->kind == EFFECT_PACKAGE || effect->kind == EFFECT_LINK) {
            all++;
            others += add_switches(project->facts, subject, effect->when, switches) ? 1 : 0;
        }
    }
    return g_hash_table_size(switches) >= UMBRELLA_SWITCHES_MIN && others * 4 > all * 3;
}
