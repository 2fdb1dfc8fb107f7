/* Options that adjust what another option turns on. */
#include "discover/classify/traits_inside.h"

#include <string.h>

/* What the knowledge files call words for support of something, which is another thing to have. */
#define TERM_SUPPORT "support_word"

/* Whether the name mentions the technology, and says nothing behind it. */
static gboolean is_switch_of(const Project *project, Arena *arena, const char *name,
                             const Term *technology)
{
    g_autoptr(Mentions) mentions = mentions_of_name(project->knowledge, arena, name);
    guint after = 0;
    gboolean mentioned = FALSE;
    for (guint i = 0; i < mentions->mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions->mentions, Mention, i);
        mentioned = mentioned || mention->term == technology;
        after = mention->term == technology ? mention->first + mention->count : after;
    }
    for (guint i = after; mentioned && i < mentions->words->len; i++) {
        if (!mentions->covered[i] && !mentions_is_filler(project->knowledge, mentions, i)) {
            return FALSE;
        }
    }
    return mentioned;
}

/* Whether the value names the technology and nothing else: "SYCL" of GPU=SYCL. */
static gboolean is_value_of(const Project *project, Arena *arena, const char *value,
                            const Term *technology)
{
    g_autoptr(Mentions) mentions = mentions_of_value(project->knowledge, arena, value);
    gboolean all = mentions->mentions->len == 1;
    for (guint i = 0; all && i < mentions->words->len; i++) {
        all = mentions->covered[i];
    }
    return all && g_array_index(mentions->mentions, Mention, 0).term == technology;
}

/* Whether another option has to turn the technology on where the literal holds: to be true, or
 * given, or to have the value that is called so. */
static gboolean demands(const Project *project, Arena *arena, const Condition *literal,
                        const Option *option, const Term *technology)
{
    gboolean denied = literal->kind == CONDITION_NOT;
    const Condition *atom = denied ? literal->operands[0] : literal;
    if (atom->kind != CONDITION_ATOM || atom->subject_kind != CONDITION_SUBJECT_OPTION ||
        strcmp(atom->subject, option->name) == 0) {
        return FALSE;
    }
    gboolean equals = atom->relation != NULL && strcmp(atom->relation, "=") == 0;
    if (equals && !denied && *atom->value != '\0') {
        return is_value_of(project, arena, atom->value, technology);
    }
    gboolean on = denied ? equals && *atom->value == '\0' : atom->relation == NULL;
    return on && is_switch_of(project, arena, atom->subject, technology);
}

/* Adds the ways in which a condition may hold; of several those of which nothing is unknown, such
 * as another spelling of a value. */
static void add_ways(GPtrArray *ways, const Condition *condition)
{
    guint known = 0;
    for (guint i = 0; condition->kind == CONDITION_ANY && i < condition->operand_count; i++) {
        if (!condition_is_about(condition->operands[i], CONDITION_ABOUT(UNKNOWN))) {
            g_ptr_array_add(ways, (gpointer)condition->operands[i]);
            known++;
        }
    }
    if (known == 0) {
        g_ptr_array_add(ways, (gpointer)condition);
    }
}

/* What holds wherever the option is there; of one that is only read, wherever it does anything. The
 * caller unrefs it; NULL for nothing. */
static GPtrArray *needed(Arena *arena, const Option *option)
{
    g_autoptr(GPtrArray) conditions = g_ptr_array_new();
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        add_ways(conditions, definition->exists != NULL ? definition->exists : condition_true());
    }
    for (guint i = 0; option->definitions->len == 0 && i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        add_ways(conditions, link->effect->when);
    }
    return conditions->len == 0
               ? NULL
               : condition_shared_literals(condition_any(
                     arena, (const Condition *const *)conditions->pdata, conditions->len));
}

/* What adjusts an accelerator's code, or a library that does some work, is of another kind; what
 * adjusts files, messages or solvers is about these all the same. */
static gboolean has_details(const Term *term)
{
    return term->has_category &&
           (term->category == CATEGORY_GPU_BACKEND || term->category == CATEGORY_LIBRARY);
}

const Term *traits_detail_of(const Project *project, const Subject *self)
{
    const Option *option = self->option;
    if (traits_mentions_term(project, option->name, TERM_SUPPORT)) {
        return NULL;
    }
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GPtrArray) literals = NULL;
    for (guint i = 0; i < self->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(self->name->mentions, Mention, i);
        if (!mention->term->technology || mention->first < self->prefix ||
            !has_details(mention->term)) {
            continue;
        }
        literals = literals == NULL ? needed(arena, option) : literals;
        for (guint k = 0; literals != NULL && k < literals->len; k++) {
            if (demands(project, arena, literals->pdata[k], option, mention->term)) {
                return mention->term;
            }
        }
    }
    return NULL;
}
