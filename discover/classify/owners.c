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

gboolean owners_is_other(const Project *project, const Subject *subject, const Condition *when,
                         const Term *term)
{
    guint32 category = term->has_category ? 1u << term->category : 0;
    guint32 own = subject->categories[PLACE_NAME] | subject->categories[PLACE_HELP];
    if (category == 0 || (own & category) != 0 || when->kind == CONDITION_TRUE ||
        when->kind == CONDITION_ATOM) {
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
