#include "discover/classify/twins.h"
#include "core/text_list.h"
#include "discover/option_name.h"

#include <string.h>

/* One word may mean several things; a name of several is hardly the same by chance. */
#define TWIN_WORDS_MIN 2u
/* Of the other's: a name alone connects them. */
#define TWIN_CONFIDENCE 0.8

/* What a file that several scripts include declares for each of them. */
static gboolean is_declared_once(const Option *a, const Option *b)
{
    if (a->builder != b->builder || a->definitions->len == 0 || b->definitions->len == 0 ||
        strcmp(a->name, b->name) != 0) {
        return FALSE;
    }
    const Definition *one = a->definitions->pdata[0];
    const Definition *other = b->definitions->pdata[0];
    return one->at.path != NULL && span_compare(&one->at, &other->at) == 0;
}

static gboolean shares_macro(const Decision *a, const Decision *b)
{
    for (guint i = 0; a->macros != NULL && b->macros != NULL && i < a->macros->len; i++) {
        if (text_list_has(b->macros, a->macros->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Two points by one name for the same macro are one choice: the one that is surer tells which. */
static gboolean is_point_alike(const Decision *decision, const Decision *other)
{
    return decision->is_point && !decision->option->vendored &&
           decision->option->builder != other->option->builder &&
           decision->option->type == other->option->type && decision->category != other->category &&
           decision->confidence < other->confidence && shares_macro(decision, other);
}

/* What one build system only reads, and another one offers by the same name for the same macro:
 * what that one says of it holds here as well. */
static gboolean is_read_alike(const Decision *decision, const Decision *offered)
{
    const Option *read = decision->option;
    if (decision->is_point || !option_is_only_read(read) || read->vendored ||
        read->builder == offered->option->builder ||
        strcmp(read->name, offered->option->name) != 0) {
        return FALSE;
    }
    return shares_macro(decision, offered);
}

/* One that nothing speaks for or against: another build system has it under the same name, of
 * `words` words, or the same line declares it for another folder. */
static gboolean is_undecided_alike(const Decision *decision, const Decision *point, guint words)
{
    const Option *option = decision->option;
    gboolean undecided =
        !decision->is_point && decision->category == CATEGORY_OTHER && !option->vendored;
    gboolean alike = (point->option->builder != option->builder && words >= TWIN_WORDS_MIN) ||
                     is_declared_once(point->option, option);
    return undecided && alike &&
           (point->option->type == OPTION_BOOL) == (option->type == OPTION_BOOL);
}

/* The point among those of its name that is the same choice; NULL when there is none, or when
 * several are of different categories. */
static const Decision *find_twin(const GPtrArray *points, const Decision *decision, guint words)
{
    const Decision *found = NULL;
    for (guint i = 0; points != NULL && i < points->len; i++) {
        const Decision *other = points->pdata[i];
        if (!is_undecided_alike(decision, other, words) && !is_read_alike(decision, other) &&
            !is_point_alike(decision, other)) {
            continue;
        }
        if (found != NULL && found->category != other->category) {
            return NULL;
        }
        found = found != NULL ? found : other;
    }
    return found;
}

static void follow(Decision *decision, const Decision *twin, Arena *arena)
{
    gboolean folder = twin->option->builder == decision->option->builder;
    decision->is_point = TRUE;
    decision->category = twin->category;
    decision->technology = twin->technology;
    decision->confidence = twin->confidence * (folder ? 1.0 : TWIN_CONFIDENCE);
    g_ptr_array_set_size(decision->reasons, 0);
    g_ptr_array_add(decision->reasons,
                    (void *)arena_printf(arena, "%s is the same choice in another %s",
                                         twin->option->name, folder ? "folder" : "build system"));
}

GPtrArray *twins_follow(const Facts *facts, const GPtrArray *decisions, Arena *arena)
{
    g_autoptr(GHashTable) points =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
    GPtrArray *changed = g_ptr_array_new();
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        g_autofree char *name =
            option_name_plain(decision->option->name, facts->project_name, NULL);
        if (!decision->is_point || decision->option->vendored) {
            continue;
        }
        GPtrArray *list = g_hash_table_lookup(points, name);
        if (list == NULL) {
            list = g_ptr_array_new();
            g_hash_table_insert(points, g_steal_pointer(&name), list);
        }
        g_ptr_array_add(list, decision);
    }
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        guint words = 0;
        g_autofree char *name =
            option_name_plain(decision->option->name, facts->project_name, &words);
        const Decision *twin = find_twin(g_hash_table_lookup(points, name), decision, words);
        if (twin != NULL) {
            follow(decision, twin, arena);
            g_ptr_array_add(changed, decision);
        }
    }
    return changed;
}
