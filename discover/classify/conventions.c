#include "discover/classify/conventions.h"

#include "discover/classify/words.h"
#include "discover/option_name.h"

#include <string.h>

/* What stands behind the last verb of the name, in one word; NULL when there is no verb. The caller
 * frees it. */
static char *object_of(const Project *project, Arena *arena, const Option *option)
{
    g_autoptr(GArray) words = words_of_name(arena, option_name_bare(option->name));
    guint begin = 0;
    for (guint i = 0; i < words->len; i++) {
        const char *word = g_array_index(words, Word, i).text;
        begin = g_hash_table_contains(project->knowledge->verbs, word) ? i + 1 : begin;
    }
    if (begin == 0 || begin == words->len) {
        return NULL;
    }
    GString *object = g_string_new(NULL);
    for (guint i = begin; i < words->len; i++) {
        g_string_append(object, g_array_index(words, Word, i).text);
    }
    return g_string_free(object, FALSE);
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
            const ValueWord *word = value->value != NULL
                                        ? knowledge_value_word(project->knowledge, value->value)
                                        : NULL;
            if (word == NULL || strcmp(word->meaning, "off") != 0) {
                return FALSE;
            }
            defaults++;
        }
    }
    return defaults > 0 && option->type == OPTION_BOOL;
}

/* A point that a verb of its name stands before. */
typedef struct {
    Decision *decision;
    char *object;
    GPtrArray *existence; /* const Condition * */
} Named;

static void named_free(void *data)
{
    Named *self = data;
    g_free(self->object);
    g_ptr_array_unref(self->existence);
    g_free(self);
}

static GPtrArray *named_points(const Project *project, const GPtrArray *decisions, Arena *arena)
{
    GPtrArray *points = g_ptr_array_new_with_free_func(named_free);
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        char *object = decision->is_point && decision->option->definitions->len > 0
                           ? object_of(project, arena, decision->option)
                           : NULL;
        if (object != NULL) {
            Named *named = g_new0(Named, 1);
            *named = (Named){decision, object, existence_of(arena, decision->option)};
            g_ptr_array_add(points, named);
        }
    }
    return points;
}

/* The other name of what exists only with the switch on: one that exists only with it off, or, when
 * `exclusive` is FALSE, one that always exists. */
static const Named *other_name(const GPtrArray *points, const Named *named, const char *name,
                               gboolean exclusive)
{
    for (guint i = 0; i < points->len; i++) {
        const Named *other = points->pdata[i];
        if (other != named && other->decision->is_point &&
            other->decision->category == named->decision->category &&
            strcmp(other->object, named->object) == 0 &&
            (asks_for(other->existence, name, TRUE) ||
             (!exclusive && other->existence->len == 0))) {
            return other;
        }
    }
    return NULL;
}

static void reject_under(const GPtrArray *points, const char *name, Arena *arena)
{
    for (guint i = 0; i < points->len; i++) {
        const Named *named = points->pdata[i];
        const Named *other =
            asks_for(named->existence, name, FALSE) ? other_name(points, named, name, FALSE) : NULL;
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
    g_autoptr(GPtrArray) points = named_points(project, decisions, arena);
    g_autoptr(GHashTable) done = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < points->len; i++) {
        const Named *named = points->pdata[i];
        for (guint k = 0; k < named->existence->len; k++) {
            const Condition *literal = named->existence->pdata[k];
            const Option *option = literal->kind == CONDITION_ATOM && literal->relation == NULL &&
                                           literal->subject_kind == CONDITION_SUBJECT_OPTION
                                       ? facts_option(project->facts, literal->subject)
                                       : NULL;
            if (option != NULL && !g_hash_table_contains(done, option->name) &&
                is_off_by_itself(project, option) &&
                other_name(points, named, option->name, TRUE) != NULL) {
                g_hash_table_add(done, (void *)option->name);
                reject_under(points, option->name, arena);
            }
        }
    }
}
