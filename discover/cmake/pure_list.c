/* list(): dispatch, and the sub-commands that read a list. */
#include "discover/cmake/pure_internal.h"
#include <string.h>

static gboolean run_length(PureCall *call, const PureRow *row, G_GNUC_UNUSED GError **error)
{
    g_auto(PureList) list = {0};
    pure_list_variable(call, row, &list);
    return list.open > 0 ? pure_unknown(call, row) : pure_set_number(call, row, list.count);
}

static gboolean run_get(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PureList) list = {0};
    if (!pure_list_variable(call, row, &list)) {
        return pure_set(call, row, "NOTFOUND", error);
    }
    if (list.count == 0) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "the list is empty");
    }
    g_auto(PureText) text = PURE_TEXT_INIT;
    for (guint i = 2; i + 1 < call->argc; i++) {
        guint position = 0;
        switch (pure_list_index(&list, call->argv[i], &position)) {
        case PURE_INDEX_KNOWN:
            break;
        case PURE_INDEX_UNKNOWN:
            return pure_unknown(call, row);
        case PURE_INDEX_WRONG:
            return pure_list_wrong_index(call, row, &list, call->argv[i], error);
        }
        if (i > 2) {
            pure_text_append(&text, ";", 1);
        }
        pure_text_append(&text, list.items[position], strlen(list.items[position]));
    }
    return pure_set_text(call, row, &text, error);
}

static gboolean run_join(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PureList) list = {0};
    pure_list_variable(call, row, &list);
    const char *glue = call->argv[2];
    if (list.open > 0 && strcmp(glue, ";") != 0) {
        return pure_unknown(call, row);
    }
    const char *text = pure_join(call, (const char *const *)list.items, 0, list.count, glue);
    if (text == NULL) {
        return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "the result is too long");
    }
    call->assign(call, pure_output(call, row), text);
    return TRUE;
}

static gboolean run_sublist(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PureList) list = {0};
    pure_list_variable(call, row, &list);
    if (list.count == 0) {
        return pure_set(call, row, "", error);
    }
    if (pure_has_hole_from(call, 2)) {
        return pure_unknown(call, row);
    }
    long begin = 0;
    long length = 0;
    if (!pure_to_long(call->argv[2], &begin) || !pure_to_long(call->argv[3], &length)) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "\"%s\", \"%s\" are not numbers",
                         call->argv[2], call->argv[3]);
    }
    begin = (int)begin; /* CMake cuts them down so */
    length = (int)length;
    if (begin < 0 || length < -1 || (list.open == 0 && begin >= (long)list.count)) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE,
                         "begin %ld and length %ld do not fit a list of %u elements", begin, length,
                         list.count);
    }
    /* The rest of a list keeps its holes, whatever they stand for. */
    long end = length == -1 ? (long)list.count : MIN((long)list.count, begin + length);
    if (list.open > 0 && (begin > (long)list.first_open ||
                          (length != -1 && begin + length > (long)list.first_open))) {
        return pure_unknown(call, row);
    }
    return pure_set_list(call, row, (const char *const *)list.items, (guint)begin, (guint)end,
                         error);
}

static gboolean run_find(PureCall *call, const PureRow *row, G_GNUC_UNUSED GError **error)
{
    g_auto(PureList) list = {0};
    pure_list_variable(call, row, &list);
    const char *wanted = call->argv[2];
    if (text_has_hole(wanted)) {
        for (guint i = 0; call->compared != NULL && i < list.first_hole; i++) {
            call->compared(call, wanted, list.items[i]);
        }
        return list.count == 0 ? pure_set_number(call, row, -1) : pure_unknown(call, row);
    }
    for (guint i = 0; i < list.first_hole; i++) {
        if (strcmp(list.items[i], wanted) == 0) {
            return pure_set_number(call, row, i);
        }
    }
    return list.holes > 0 ? pure_unknown(call, row) : pure_set_number(call, row, -1);
}

static gboolean run_reverse(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PureList) list = {0};
    if (!pure_list_variable(call, row, &list)) {
        return TRUE;
    }
    const char **items = arena_alloc(call->arena, sizeof *items * list.count);
    for (guint i = 0; i < list.count; i++) {
        const char *item = list.items[i];
        if (pure_list_is_open(item)) {
            /* It may stand for several elements, which are then reversed among themselves. */
            item = call->derive(call, row->operation, arena_strdup(call->arena, item));
        }
        items[list.count - 1 - i] = item;
    }
    return pure_set_list(call, row, items, 0, list.count, error);
}

static const PureRow rows[] = {
    {"APPEND", "list(APPEND)", pure_list_append, 2, 0, 1, 1},
    {"FILTER", "list(FILTER)", pure_list_filter, 4, 5, 1, 1},
    {"FIND", "list(FIND)", run_find, 4, 4, 1, -1},
    {"GET", "list(GET)", run_get, 4, 0, 1, -1},
    {"INSERT", "list(INSERT)", pure_list_insert, 4, 0, 1, 1},
    {"JOIN", "list(JOIN)", run_join, 4, 4, 1, -1},
    {"LENGTH", "list(LENGTH)", run_length, 3, 3, 1, -1},
    {"POP_BACK", "list(POP_BACK)", pure_list_pop, 2, 0, 1, 1},
    {"POP_FRONT", "list(POP_FRONT)", pure_list_pop, 2, 0, 1, 1},
    {"PREPEND", "list(PREPEND)", pure_list_prepend, 2, 0, 1, 1},
    {"REMOVE_AT", "list(REMOVE_AT)", pure_list_remove_at, 3, 0, 1, 1},
    {"REMOVE_DUPLICATES", "list(REMOVE_DUPLICATES)", pure_list_remove_duplicates, 2, 2, 1, 1},
    {"REMOVE_ITEM", "list(REMOVE_ITEM)", pure_list_remove_item, 2, 0, 1, 1},
    {"REVERSE", "list(REVERSE)", run_reverse, 2, 2, 1, 1},
    {"SORT", "list(SORT)", pure_list_sort, 2, 8, 1, 1},
    {"SUBLIST", "list(SUBLIST)", run_sublist, 5, 5, 1, -1},
    {"TRANSFORM", "list(TRANSFORM)", pure_list_transform, 3, 0, 1, 1},
};

gboolean pure_list(PureCall *call, GError **error)
{
    return pure_dispatch(call, "list", rows, G_N_ELEMENTS(rows), error);
}
