/* list(): the sub-commands that add elements and take them away. */
#include "discover/cmake/pure_internal.h"
#include <string.h>

/* From this many values on REMOVE_ITEM looks elements up instead of comparing with each. */
#define REMOVE_ITEM_TABLE_FROM 8

/* APPEND and PREPEND work on the text: what is there already is not split, and keeps its escapes. A
 * variable that is empty gets no semicolon; one that is a hole is taken for not empty. */
static gboolean add_elements(PureCall *call, const PureRow *row, gboolean at_end, GError **error)
{
    if (call->argc < 3) {
        return TRUE;
    }
    const char *value = pure_variable(call, row);
    if (value == NULL || *value == '\0') {
        return pure_set_list(call, row, call->argv, 2, call->argc, error);
    }
    const char *added = pure_join(call, call->argv, 2, call->argc, ";");
    if (added == NULL) {
        return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "the result is too long");
    }
    const char *both[] = {at_end ? value : added, at_end ? added : value};
    return pure_set_list(call, row, both, 0, 2, error);
}

gboolean pure_list_append(PureCall *call, const PureRow *row, GError **error)
{
    return add_elements(call, row, TRUE, error);
}

gboolean pure_list_prepend(PureCall *call, const PureRow *row, GError **error)
{
    return add_elements(call, row, FALSE, error);
}

gboolean pure_list_insert(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PureList) list = {0};
    pure_list_variable(call, row, &list);
    const char *index = call->argv[2];
    guint position = 0;
    long number = 0;
    PureIndex found = PURE_INDEX_KNOWN;
    /* Unlike elsewhere, the place behind the last element can be named, and 0 in an empty list. */
    if (pure_to_long(index, &number) && (int)number >= 0 && (guint)(int)number == list.first_open) {
        position = list.first_open;
    } else {
        found = pure_list_index(&list, index, &position);
    }
    switch (found) {
    case PURE_INDEX_KNOWN:
        break;
    case PURE_INDEX_UNKNOWN:
        return pure_unknown(call, row);
    case PURE_INDEX_WRONG:
        return pure_list_wrong_index(call, row, &list, index, error);
    }
    guint added = call->argc - 3;
    const char **items = arena_alloc(call->arena, sizeof *items * (list.count + added));
    for (guint i = 0; i < position; i++) {
        items[i] = list.items[i];
    }
    for (guint i = 0; i < added; i++) {
        items[position + i] = call->argv[3 + i];
    }
    for (guint i = position; i < list.count; i++) {
        items[added + i] = list.items[i];
    }
    return pure_set_list(call, row, items, 0, list.count + added, error);
}

/* The elements leave from the back or the front, one for each variable named, or one. */
gboolean pure_list_pop(PureCall *call, const PureRow *row, GError **error)
{
    gboolean back = strcmp(row->name, "POP_BACK") == 0;
    g_auto(PureList) list = {0};
    pure_list_variable(call, row, &list);
    guint variables = call->argc - 2;
    guint wanted = variables == 0 ? 1 : variables;
    guint known = list.open == 0 ? list.count
                  : back         ? list.count - list.last_open - 1
                                 : list.first_open;
    guint taken = MIN(wanted, known);
    /* The arena's text must be made before the list's own variable is overwritten. */
    const char *rest = NULL;
    if (wanted <= known || list.open == 0) {
        guint begin = back ? 0 : taken;
        guint end = back ? list.count - taken : list.count;
        rest = pure_join(call, (const char *const *)list.items, begin, end, ";");
    } else {
        rest = pure_derive(call, row, NULL);
    }
    for (guint i = 0; i < variables; i++) {
        const char *value = NULL;
        if (i < taken) {
            const char *item = list.items[back ? list.count - 1 - i : i];
            value = arena_strdup(call->arena, item);
        } else if (list.open > 0) {
            value = pure_derive(call, row, arena_printf(call->arena, "element %u", i + 1));
        }
        call->assign(call, call->argv[2 + i], value);
    }
    return list.count == 0 || pure_set(call, row, rest, error);
}

gboolean pure_list_remove_at(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PureList) list = {0};
    pure_list_variable(call, row, &list);
    g_autofree gboolean *removed = g_new0(gboolean, (gsize)list.count + 1);
    gboolean unknown = FALSE;
    for (guint i = 2; i < call->argc; i++) {
        guint position = 0;
        switch (pure_list_index(&list, call->argv[i], &position)) {
        case PURE_INDEX_KNOWN:
            removed[position] = TRUE;
            break;
        case PURE_INDEX_UNKNOWN:
            unknown = TRUE;
            break;
        case PURE_INDEX_WRONG:
            return pure_list_wrong_index(call, row, &list, call->argv[i], error);
        }
    }
    if (unknown) {
        return pure_unknown(call, row);
    }
    guint kept = 0;
    for (guint i = 0; i < list.count; i++) {
        if (!removed[i]) {
            list.items[kept++] = list.items[i];
        }
    }
    return pure_set_list(call, row, (const char *const *)list.items, 0, kept, error);
}

/* What REMOVE_ITEM and FILTER make of an element with holes: one that is open becomes another
 * hole, and one that has text of its own is worth more than the doubt, and stays. */
static const char *element_with_hole(PureCall *call, const PureRow *row, const char *item)
{
    if (!pure_list_is_open(item)) {
        return item;
    }
    const char *input = pure_join(call, call->argv, 2, call->argc, "\x1f");
    input = arena_printf(call->arena, "%s\x1f%s", item, input == NULL ? "" : input);
    return call->derive(call, row->operation, input);
}

gboolean pure_list_remove_item(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PureList) list = {0};
    if (call->argc == 2 || !pure_list_variable(call, row, &list)) {
        return TRUE;
    }
    if (list.count > 0 && pure_has_hole_from(call, 2)) {
        return pure_unknown(call, row);
    }
    g_autoptr(GHashTable) table = NULL;
    guint values = call->argc - 2;
    if (values >= REMOVE_ITEM_TABLE_FROM) {
        table = g_hash_table_new(g_str_hash, g_str_equal);
        for (guint i = 2; i < call->argc; i++) {
            g_hash_table_add(table, (gpointer)call->argv[i]);
        }
    }
    g_autofree const char **kept = g_new(const char *, (gsize)list.count + 1);
    guint count = 0;
    for (guint i = 0; i < list.count; i++) {
        const char *item = list.items[i];
        if (text_has_hole(item)) {
            kept[count++] = element_with_hole(call, row, item);
            continue;
        }
        gboolean removed = table != NULL && g_hash_table_contains(table, item);
        for (guint k = 2; table == NULL && k < call->argc && !removed; k++) {
            removed = strcmp(call->argv[k], item) == 0;
        }
        if (!removed) {
            kept[count++] = item;
        }
    }
    return pure_set_list(call, row, kept, 0, count, error);
}

gboolean pure_list_remove_duplicates(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PureList) list = {0};
    if (!pure_list_variable(call, row, &list)) {
        return TRUE;
    }
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    guint count = 0;
    for (guint i = 0; i < list.count; i++) {
        if (g_hash_table_add(seen, list.items[i])) {
            list.items[count++] = list.items[i];
        }
    }
    return pure_set_list(call, row, (const char *const *)list.items, 0, count, error);
}

gboolean pure_list_filter(PureCall *call, const PureRow *row, GError **error)
{
    const char *mode = call->argv[2];
    gboolean include = strcmp(mode, "INCLUDE") == 0;
    if (!include && strcmp(mode, "EXCLUDE") != 0) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "\"%s\" is not INCLUDE or EXCLUDE",
                         mode);
    }
    g_auto(PureList) list = {0};
    if (!pure_list_variable(call, row, &list)) {
        return TRUE;
    }
    if (strcmp(call->argv[3], "REGEX") != 0 || call->argc != 5) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "REGEX and a pattern are needed");
    }
    if (text_has_hole(call->argv[4])) {
        return pure_unknown(call, row);
    }
    g_autoptr(GError) problem = NULL;
    g_autoptr(CmakeRegex) regex = cmake_regex_new(call->argv[4], &problem);
    if (regex == NULL) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "%s", problem->message);
    }
    g_autofree const char **kept = g_new(const char *, (gsize)list.count + 1);
    guint count = 0;
    for (guint i = 0; i < list.count; i++) {
        const char *item = list.items[i];
        if (text_has_hole(item)) {
            kept[count++] = element_with_hole(call, row, item);
            continue;
        }
        CmakeRegexOutcome outcome = cmake_regex_search(regex, item, strlen(item), NULL);
        if (outcome == CMAKE_REGEX_GAVE_UP) {
            return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED,
                             "matching \"%s\" takes too long", call->argv[4]);
        }
        if ((outcome == CMAKE_REGEX_MATCHED) == include) {
            kept[count++] = item;
        }
    }
    return pure_set_list(call, row, kept, 0, count, error);
}
