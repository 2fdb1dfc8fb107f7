#include "discover/classify/conventions.h"

#include "discover/classify/words.h"
#include "discover/option_name.h"

#include <string.h>

/* So many names that are exchanged for others make it a convention. */
#define PAIRS_MIN 2u
/* Points that are looked at for one and the same thing. */
#define OTHERS_MAX 16u

/* A point that a verb of its name stands before. */
typedef struct {
    Decision *decision;
    char *prefix;         /* what stands before the verb */
    char *object;         /* what stands behind it, and the category */
    GPtrArray *existence; /* const Condition *: literals without which it is not declared */
} Named;

static void named_free(void *data)
{
    Named *self = data;
    g_free(self->prefix);
    g_free(self->object);
    g_ptr_array_unref(self->existence);
    g_free(self);
}

typedef struct {
    GPtrArray *points;     /* Named * */
    GHashTable *by_object; /* object -> GPtrArray of const Named *, OTHERS_MAX at most */
    GHashTable *under;     /* name of a switch -> GPtrArray of const Named * */
    GHashTable *decisions; /* name of an option -> const Decision * */
} Names;

static void names_clear(Names *self)
{
    g_clear_pointer(&self->by_object, g_hash_table_unref);
    g_clear_pointer(&self->under, g_hash_table_unref);
    g_clear_pointer(&self->decisions, g_hash_table_unref);
    g_clear_pointer(&self->points, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Names, names_clear)

static char *joined(const GArray *words, guint begin, guint end)
{
    GString *text = g_string_new(NULL);
    for (guint i = begin; i < end; i++) {
        g_string_append_printf(text, "%s%s", i > begin ? "_" : "",
                               g_array_index(words, Word, i).text);
    }
    return g_string_free(text, FALSE);
}

/* Without which no declaration of the option is reached. The caller frees the array. */
static GPtrArray *existence_of(Arena *arena, const Option *option)
{
    g_autoptr(GPtrArray) ways = g_ptr_array_new();
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        g_ptr_array_add(ways, (void *)definition->exists);
    }
    return ways->len == 0 ? g_ptr_array_new()
                          : condition_shared_literals(condition_any(
                                arena, (const Condition *const *)ways->pdata, ways->len));
}

static gboolean asks_for(const GPtrArray *literals, const char *name, gboolean negated)
{
    for (guint i = 0; i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        const Condition *atom = literal->kind == CONDITION_NOT ? literal->operands[0] : literal;
        if ((literal->kind == CONDITION_NOT) == negated && atom->kind == CONDITION_ATOM &&
            atom->subject_kind == CONDITION_SUBJECT_OPTION && atom->relation == NULL &&
            strcmp(atom->subject, name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_off_by_itself(const Project *project, const Option *option)
{
    guint defaults = 0;
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *value = definition->defaults->pdata[d];
            if (!knowledge_value_means(project->knowledge, value->value, MEANS_OFF)) {
                return FALSE;
            }
            defaults++;
        }
    }
    return defaults > 0 && option->type == OPTION_BOOL;
}

/* NULL when there is no verb in the option's name, or nothing behind it. */
static Named *named_new(const Project *project, Arena *arena, Decision *decision)
{
    g_autoptr(GArray) words = words_of_name(arena, option_name_bare(decision->option->name));
    guint verb = words->len;
    for (guint i = 0; i < words->len; i++) {
        const char *word = g_array_index(words, Word, i).text;
        verb = g_hash_table_contains(project->knowledge->verbs, word) ? i : verb;
    }
    if (verb + 1 >= words->len) {
        return NULL;
    }
    g_autofree char *thing = joined(words, verb + 1, words->len);
    Named *self = g_new(Named, 1);
    *self = (Named){.decision = decision,
                    .prefix = joined(words, 0, verb),
                    .object = g_strdup_printf("%s %s", category_text(decision->category), thing),
                    .existence = existence_of(arena, decision->option)};
    return self;
}

static void file_under(GHashTable *table, const char *key, const Named *named, guint limit)
{
    GPtrArray *list = g_hash_table_lookup(table, key);
    if (list == NULL) {
        list = g_ptr_array_new();
        g_hash_table_insert(table, (void *)key, list);
    }
    if (list->len < limit) {
        g_ptr_array_add(list, (void *)named);
    }
}

static void file_point(Names *self, const Named *named)
{
    file_under(self->by_object, named->object, named, OTHERS_MAX);
    for (guint i = 0; i < named->existence->len; i++) {
        const Condition *literal = named->existence->pdata[i];
        if (literal->kind == CONDITION_ATOM && literal->relation == NULL &&
            literal->subject_kind == CONDITION_SUBJECT_OPTION) {
            file_under(self->under, literal->subject, named, G_MAXUINT);
        }
    }
}

static void names_learn(Names *self, const Project *project, const GPtrArray *decisions,
                        Arena *arena)
{
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        g_hash_table_insert(self->decisions, (void *)decision->option->name, decision);
        Named *named = decision->is_point && decision->option->definitions->len > 0
                           ? named_new(project, arena, decision)
                           : NULL;
        if (named != NULL) {
            g_ptr_array_add(self->points, named);
            file_point(self, named);
        }
    }
}

/* A switch that chooses nothing itself: what a GPU or MPI brings are choices of their own. */
static gboolean may_choose_names(const Names *self, const Project *project, const char *name)
{
    const Decision *decision = g_hash_table_lookup(self->decisions, name);
    return decision != NULL && !decision->is_point && is_off_by_itself(project, decision->option);
}

static const GPtrArray *same_things(const Names *self, const Named *named)
{
    return g_hash_table_lookup(self->by_object, named->object);
}

static char *pair_of(const Named *named, const Named *other)
{
    return g_strdup_printf("%s %s", named->prefix, other->prefix);
}

/* How often a prefix takes the place of another while the switch is on: "tpl delta" -> count. The
 * caller frees the table. */
static GHashTable *count_pairs(const Names *self, const GPtrArray *under, const char *name)
{
    GHashTable *pairs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < under->len; i++) {
        const Named *named = under->pdata[i];
        const GPtrArray *others = same_things(self, named);
        for (guint k = 0; k < others->len; k++) {
            if (asks_for(((const Named *)others->pdata[k])->existence, name, TRUE)) {
                char *pair = pair_of(named, others->pdata[k]);
                guint count = GPOINTER_TO_UINT(g_hash_table_lookup(pairs, pair));
                g_hash_table_insert(pairs, pair, GUINT_TO_POINTER(count + 1));
            }
        }
    }
    return pairs;
}

/* Whether something comes with the one or with the other, whichever was given. */
static gboolean stand_in(const Option *option, const Option *other)
{
    g_autoptr(GHashTable) effects = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < other->links->len; i++) {
        const OptionLink *link = other->links->pdata[i];
        g_hash_table_add(effects, (void *)link->effect);
    }
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        if (!g_hash_table_contains(effects, effect)) {
            continue;
        }
        g_autoptr(GPtrArray) needed = condition_shared_literals(effect->when);
        if (!asks_for(needed, option->name, FALSE) && !asks_for(needed, other->name, FALSE)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The other name of what exists only with the switch on: one that exists only with it off, or one
 * that always exists and has the same effect. NULL when there is none. */
static const Named *other_name(const Names *self, const Named *named, GHashTable *pairs,
                               const char *name)
{
    const GPtrArray *others = same_things(self, named);
    for (guint i = 0; i < others->len; i++) {
        const Named *other = others->pdata[i];
        g_autofree char *pair = pair_of(named, other);
        if (other != named && other->decision->is_point &&
            GPOINTER_TO_UINT(g_hash_table_lookup(pairs, pair)) >= PAIRS_MIN &&
            (asks_for(other->existence, name, TRUE) ||
             (other->existence->len == 0 &&
              stand_in(named->decision->option, other->decision->option)))) {
            return other;
        }
    }
    return NULL;
}

static void reject_under(const Names *self, const GPtrArray *under, const char *name, Arena *arena)
{
    g_autoptr(GHashTable) pairs = count_pairs(self, under, name);
    for (guint i = 0; g_hash_table_size(pairs) > 0 && i < under->len; i++) {
        const Named *named = under->pdata[i];
        const Named *other = other_name(self, named, pairs, name);
        if (other != NULL) {
            Decision *decision = named->decision;
            decision->is_point = FALSE;
            g_ptr_array_set_size(decision->reasons, 0);
            g_ptr_array_add(decision->reasons,
                            (void *)arena_printf(arena, "it is what %s is called while %s is on",
                                                 other->decision->option->name, name));
        }
    }
}

void conventions_reject(const Project *project, GPtrArray *decisions, Arena *arena)
{
    g_auto(Names) names = {.points = g_ptr_array_new_with_free_func(named_free),
                           .by_object = g_hash_table_new_full(g_str_hash, g_str_equal, NULL,
                                                              (GDestroyNotify)g_ptr_array_unref),
                           .under = g_hash_table_new_full(g_str_hash, g_str_equal, NULL,
                                                          (GDestroyNotify)g_ptr_array_unref),
                           .decisions = g_hash_table_new(g_str_hash, g_str_equal)};
    names_learn(&names, project, decisions, arena);
    for (guint i = 0; i < decisions->len; i++) {
        const char *name = ((const Decision *)decisions->pdata[i])->option->name;
        const GPtrArray *under = g_hash_table_lookup(names.under, name);
        if (under != NULL && may_choose_names(&names, project, name)) {
            reject_under(&names, under, name, arena);
        }
        g_hash_table_remove(names.under, name); /* other builds may have an option of that name */
    }
}
