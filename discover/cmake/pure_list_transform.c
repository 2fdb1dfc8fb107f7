/* list(TRANSFORM): an action on all or some of the elements. */
#include "discover/cmake/pure_internal.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
    ACTION_APPEND,
    ACTION_GENEX_STRIP,
    ACTION_PREPEND,
    ACTION_REPLACE,
    ACTION_STRIP,
    ACTION_TOLOWER,
    ACTION_TOUPPER,
} Action;

static const struct {
    const char *name;
    guint arguments;
} actions[] = {
    [ACTION_APPEND] = {"APPEND", 1},   [ACTION_GENEX_STRIP] = {"GENEX_STRIP", 0},
    [ACTION_PREPEND] = {"PREPEND", 1}, [ACTION_REPLACE] = {"REPLACE", 2},
    [ACTION_STRIP] = {"STRIP", 0},     [ACTION_TOLOWER] = {"TOLOWER", 0},
    [ACTION_TOUPPER] = {"TOUPPER", 0},
};

typedef enum { SELECT_ALL, SELECT_REGEX, SELECT_AT, SELECT_FOR } Selector;

typedef struct {
    PureCall *call;
    PureRow row; /* the table's, with the output that the arguments name */
    Action action;
    PureReplace *replace;
    Selector selector;
    CmakeRegex *regex;
    GArray *indexes; /* of int: AT's, or FOR's start, stop and step */
} Transform;

static void transform_clear(Transform *self)
{
    g_clear_pointer(&self->replace, pure_replace_free);
    g_clear_pointer(&self->regex, cmake_regex_free);
    g_clear_pointer(&self->indexes, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Transform, transform_clear)

static gboolean to_int(const char *text, int *value)
{
    long number = 0;
    if (!pure_to_long(text, &number) || number != (int)number) {
        return FALSE;
    }
    *value = (int)number;
    return TRUE;
}

/* Reads numbers from `at` on, at most `maximum` of them, and returns the position behind them. */
static guint read_indexes(Transform *self, guint at, guint maximum)
{
    int number = 0;
    while (at < self->call->argc && self->indexes->len < maximum &&
           to_int(self->call->argv[at], &number)) {
        g_array_append_val(self->indexes, number);
        at++;
    }
    return at;
}

/* Reads a selector at `at`, or the output variable, and returns the position behind it; 0: an
 * error. */
static guint read_option(Transform *self, guint at, GError **error)
{
    const PureCall *call = self->call;
    const char *word = call->argv[at];
    gboolean has_value = at + 1 < call->argc;
    if (strcmp(word, "OUTPUT_VARIABLE") == 0 && has_value) {
        self->row.output = (int)at + 1;
        return at + 2;
    }
    if (self->selector != SELECT_ALL || !has_value) {
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "argument \"%s\" is not expected", word);
        return 0;
    }
    if (strcmp(word, "REGEX") == 0) {
        self->selector = SELECT_REGEX;
        self->regex = cmake_regex_new(call->argv[at + 1], error);
        return self->regex == NULL ? 0 : at + 2;
    }
    gboolean range = strcmp(word, "FOR") == 0;
    if (!range && strcmp(word, "AT") != 0) {
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "argument \"%s\" is not expected", word);
        return 0;
    }
    self->selector = range ? SELECT_FOR : SELECT_AT;
    guint next = read_indexes(self, at + 1, range ? 3 : G_MAXUINT);
    if (self->indexes->len < (range ? 2 : 1)) {
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "%s needs numbers", word);
        return 0;
    }
    if (range && self->indexes->len == 3 && g_array_index(self->indexes, int, 2) <= 0) {
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "the step must be positive");
        return 0;
    }
    return next;
}

static gboolean parse(Transform *self, GError **error)
{
    PureCall *call = self->call;
    gsize action = 0;
    while (action < G_N_ELEMENTS(actions) && strcmp(actions[action].name, call->argv[2]) != 0) {
        action++;
    }
    if (action == G_N_ELEMENTS(actions)) {
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "\"%s\" is no action", call->argv[2]);
        return FALSE;
    }
    self->action = (Action)action;
    guint at = 3 + actions[action].arguments;
    if (call->argc < at) {
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "%s needs %u arguments", call->argv[2],
                    actions[action].arguments);
        return FALSE;
    }
    if (self->action == ACTION_REPLACE) {
        self->replace = pure_replace_new(call->argv[3], call->argv[4], error);
        if (self->replace == NULL) {
            return FALSE;
        }
        pure_matches_clear(call);
    }
    while (at < call->argc) {
        at = read_option(self, at, error);
        if (at == 0) {
            return FALSE;
        }
    }
    return TRUE;
}

static const char *unknown_element(Transform *self, const char *item)
{
    PureCall *call = self->call;
    const char *arguments = pure_join(call, call->argv, 2, call->argc, "\x1f");
    const char *input =
        arena_printf(call->arena, "%s\x1f%s", item, arguments == NULL ? "" : arguments);
    return call->derive(call, self->row.operation, input);
}

/* The action on one element; NULL: it failed. */
static const char *apply(Transform *self, const char *item, GError **error)
{
    PureCall *call = self->call;
    const char *operation = self->action == ACTION_TOUPPER ? "string(TOUPPER)" : "string(TOLOWER)";
    if (self->action == ACTION_TOUPPER || self->action == ACTION_TOLOWER) {
        return pure_map_bytes(call, operation, item,
                              self->action == ACTION_TOUPPER ? pure_upper : pure_lower);
    }
    if (text_has_hole(item)) {
        return unknown_element(self, item);
    }
    switch (self->action) {
    case ACTION_APPEND:
        return arena_printf(call->arena, "%s%s", item, call->argv[3]);
    case ACTION_PREPEND:
        return arena_printf(call->arena, "%s%s", call->argv[3], item);
    case ACTION_STRIP:
        return pure_strip(call, item);
    case ACTION_GENEX_STRIP:
        return pure_genex_strip(call, item);
    case ACTION_REPLACE: {
        g_auto(PureText) result = PURE_TEXT_INIT;
        if (!pure_replace_apply(self->replace, item, &result, error)) {
            return NULL;
        }
        return arena_strndup(call->arena, result.text->str, result.text->len);
    }
    case ACTION_TOLOWER:
    case ACTION_TOUPPER:
        break; /* done above, for they look into elements with holes */
    }
    return item;
}

static gboolean apply_to(Transform *self, PureList *list, guint position, GError **error)
{
    const char *result = apply(self, list->items[position], error);
    if (result == NULL) {
        return FALSE;
    }
    list->items[position] = (char *)result;
    return TRUE;
}

static gboolean apply_to_all(Transform *self, PureList *list, GError **error)
{
    for (guint i = 0; i < list->count; i++) {
        const char *item = list->items[i];
        if (self->selector == SELECT_REGEX && text_has_hole(item)) {
            list->items[i] = (char *)unknown_element(self, item);
            continue;
        }
        CmakeRegexOutcome outcome = CMAKE_REGEX_MATCHED;
        if (self->selector == SELECT_REGEX) {
            outcome = cmake_regex_search(self->regex, item, strlen(item), NULL);
        }
        if (outcome == CMAKE_REGEX_GAVE_UP) {
            g_set_error(error, PURE_ERROR, PURE_ERROR_UNSUPPORTED, "matching takes too long");
            return FALSE;
        }
        if (outcome == CMAKE_REGEX_MATCHED && !apply_to(self, list, i, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* The position of an index in a list without open elements. */
static gboolean position_of(const PureList *list, int index, int *position, GError **error)
{
    *position = index < 0 ? (int)list->count + index : index;
    if (*position < 0 || *position >= (int)list->count) {
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE,
                    "%d is not an index into a list of %u elements", index, list->count);
        return FALSE;
    }
    return TRUE;
}

static gboolean apply_at(Transform *self, PureList *list, GError **error)
{
    int position = 0;
    for (guint i = 0; i < self->indexes->len; i++) {
        if (!position_of(list, g_array_index(self->indexes, int, i), &position, error)) {
            return FALSE;
        }
    }
    for (guint i = 0; i < self->indexes->len; i++) {
        position_of(list, g_array_index(self->indexes, int, i), &position, NULL);
        if (!apply_to(self, list, (guint)position, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean apply_for(Transform *self, PureList *list, GError **error)
{
    int start = 0;
    int stop = 0;
    gint64 step = self->indexes->len == 3 ? g_array_index(self->indexes, int, 2) : 1;
    if (!position_of(list, g_array_index(self->indexes, int, 0), &start, error) ||
        !position_of(list, g_array_index(self->indexes, int, 1), &stop, error)) {
        return FALSE;
    }
    if (start > stop) {
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "FOR begins at %d and ends at %d", start,
                    stop);
        return FALSE;
    }
    for (gint64 position = start; position <= stop; position += step) {
        if (!apply_to(self, list, (guint)position, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* A hole among the arguments may be part of a keyword, and so nothing but the result's name is
 * known; but what an element is to be extended by may be any text. */
static gboolean hole_in_arguments(const PureCall *call)
{
    gboolean extends =
        strcmp(call->argv[2], "APPEND") == 0 || strcmp(call->argv[2], "PREPEND") == 0;
    return text_has_hole(call->argv[2]) || pure_has_hole_from(call, extends ? 4 : 3);
}

gboolean pure_list_transform(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(Transform) self = {.call = call, .row = *row};
    self.indexes = g_array_new(FALSE, FALSE, sizeof(int));
    int likely_output = row->output; /* for calls that cannot be parsed */
    for (guint i = 3; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], "OUTPUT_VARIABLE") == 0) {
            likely_output = (int)i + 1;
        }
    }
    gboolean replaces = strcmp(call->argv[2], "REPLACE") == 0;
    g_auto(PureList) list = {0};
    gboolean defined = pure_list_variable(call, row, &list);
    g_autoptr(GError) problem = NULL;
    gboolean well = !hole_in_arguments(call) && parse(&self, &problem);
    if (!well) {
        self.row.output = likely_output;
    }
    gboolean counts = self.selector == SELECT_AT || self.selector == SELECT_FOR;
    if (problem == NULL && (!well || (counts && list.open > 0))) {
        if (replaces) {
            pure_matches_derive(call, row->operation, pure_input(call, &self.row));
        }
        return pure_unknown(call, &self.row);
    }
    if (well && !defined) {
        return pure_set(call, &self.row, "", error);
    }
    if (well) {
        well = self.selector == SELECT_AT    ? apply_at(&self, &list, &problem)
               : self.selector == SELECT_FOR ? apply_for(&self, &list, &problem)
                                             : apply_to_all(&self, &list, &problem);
    }
    if (!well) {
        return pure_fail(call, &self.row, error, (PureError)problem->code, "%s", problem->message);
    }
    if (self.replace != NULL) {
        pure_replace_store(self.replace, call);
    }
    if (replaces && list.holes > 0) {
        pure_matches_derive(call, row->operation, pure_input(call, &self.row));
    }
    return pure_set_list(call, &self.row, (const char *const *)list.items, 0, list.count, error);
}
