/* Functions: GNU make manual, chapter "Functions for Transforming Text". What a function would need
 * the machine for ($(shell), $(file)) is never done. */
#include "discover/make/function.h"
#include "discover/make/recipe.h"
#include "discover/make/text_function.h"
#include <string.h>

/* Stands between the arguments of a call while they are expanded together. */
#define SEPARATOR_TEXT "\1"

/* How a function is worked out. */
typedef enum {
    KIND_CHOICE, /* if, or, and: by what is empty */
    KIND_FOREACH,
    KIND_CALL,
    KIND_EVAL,
    KIND_VALUE,
    KIND_ORIGIN,
    KIND_WILDCARD,
    KIND_PATH, /* abspath, realpath */
    KIND_SHELL,
    KIND_SAID, /* error, warning, info */
    KIND_OPAQUE,
} FunctionKind;

typedef struct {
    const char *name;
    FunctionKind kind;
} Function;

const char *make_substitute(MakeReading *self, const char *pattern, const char *replacement,
                            const char *text)
{
    g_autofree char *made = make_substitute_words(pattern, replacement, text);
    return arena_intern(self->scratch, made);
}

void make_call_result(MakeCall *call, const char *text, Guard when)
{
    const MakeAlternative way = {arena_intern(call->reading->scratch, text), when};
    g_array_append_val(call->result, way);
}

void make_call_unknown(MakeCall *call, const char *text, Guard when)
{
    Unknowns *unknowns = call->reading->unknowns;
    make_call_result(call, unknowns_hole(unknowns, unknowns_derive(unknowns, call->name, text)),
                     when);
}

/* Splits at commas outside of references and brackets; the last of `most` takes the rest. */
static GPtrArray *split_arguments(const char *raw, guint most)
{
    GPtrArray *arguments = g_ptr_array_new_with_free_func(g_free);
    const char *begin = raw;
    guint depth = 0;
    for (const char *c = raw; *c != '\0'; c++) {
        if (*c == '(' || *c == '{') {
            depth++;
        } else if ((*c == ')' || *c == '}') && depth > 0) {
            depth--;
        } else if (*c == ',' && depth == 0 && (most == 0 || arguments->len + 1 < most)) {
            g_ptr_array_add(arguments, g_strndup(begin, (gsize)(c - begin)));
            begin = c + 1;
        }
    }
    g_ptr_array_add(arguments, g_strdup(begin));
    return arguments;
}

GArray *make_call_arguments(MakeCall *call, guint most)
{
    g_autoptr(GPtrArray) raw = split_arguments(call->raw, most);
    g_autoptr(GString) joined = g_string_new(NULL);
    for (guint i = 0; i < MAX(raw->len, most); i++) {
        g_string_append(joined, i > 0 ? SEPARATOR_TEXT : "");
        g_string_append(joined, i < raw->len ? raw->pdata[i] : "");
    }
    return make_expand(call->reading, joined->str, call->when);
}

char **make_call_argument_texts(const char *text, guint count)
{
    g_auto(GStrv) parts = g_strsplit(text, SEPARATOR_TEXT, (int)count);
    char **arguments = g_new0(char *, count + 1);
    guint known = g_strv_length(parts);
    for (guint i = 0; i < count; i++) {
        arguments[i] = g_strdup(i < known ? parts[i] : "");
    }
    return arguments;
}

static void call_text(MakeCall *call, const TextFunction *function)
{
    g_autoptr(GArray) ways = make_call_arguments(call, function->arguments);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        g_auto(GStrv) arguments = make_call_argument_texts(way->text, function->arguments);
        gboolean open = unknown_text_has_hole(way->text);
        /* Blanks around a hole do not matter to what it stands for. */
        if (open && strcmp(call->name, "strip") == 0 &&
            unknowns_of_text(call->reading->unknowns, g_strstrip(arguments[0])) != NULL) {
            make_call_result(call, arguments[0], way->when);
        } else if (open) {
            make_call_unknown(call, way->text, way->when);
        } else {
            g_autofree char *text = function->text(arguments);
            make_call_result(call, text, way->when);
        }
    }
}

/* The texts of an argument within a condition. */
static GArray *expand_argument(MakeCall *call, const char *raw, Guard when)
{
    g_autofree char *text = g_strstrip(g_strdup(raw));
    return make_expand(call->reading, text, when);
}

/* Appends every text of an argument within a condition. */
static void add_expanded(MakeCall *call, const char *raw, Guard when)
{
    if (guard_is_false(when)) {
        return;
    }
    g_autoptr(GArray) ways = expand_argument(call, raw, when);
    g_array_append_vals(call->result, ways->data, ways->len);
}

/* The condition under which one of the texts is there and empty. */
static Guard empty_among(MakeCall *call, const GArray *ways)
{
    MakeReading *self = call->reading;
    Guard empty = GUARD_FALSE;
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        g_autofree char *plain = g_strstrip(g_strdup(way->text));
        Guard here = guard_and(self->guards, way->when, unknowns_empty_text(self->unknowns, plain));
        empty = guard_or(self->guards, empty, here);
    }
    return empty;
}

static void call_if(MakeCall *call)
{
    MakeReading *self = call->reading;
    g_autoptr(GPtrArray) raw = split_arguments(call->raw, 3);
    g_autoptr(GArray) asked = expand_argument(call, raw->pdata[0], call->when);
    Guard empty = empty_among(call, asked);
    add_expanded(call, raw->len > 1 ? raw->pdata[1] : "",
                 guard_minus(self->guards, call->when, empty));
    add_expanded(call, raw->len > 2 ? raw->pdata[2] : "",
                 guard_and(self->guards, call->when, empty));
}

/* $(or a,b) and $(and a,b). Each argument is expanded once: twice would double the work with every
 * call within a call. */
static void call_or_and(MakeCall *call)
{
    MakeReading *self = call->reading;
    g_autoptr(GPtrArray) raw = split_arguments(call->raw, 0);
    gboolean is_or = strcmp(call->name, "or") == 0;
    Guard left = call->when;
    for (guint i = 0; i + 1 < raw->len; i++) {
        g_autoptr(GArray) ways = expand_argument(call, raw->pdata[i], left);
        Guard empty = empty_among(call, ways);
        Guard full = guard_minus(self->guards, left, empty);
        for (guint k = 0; is_or && k < ways->len; k++) {
            MakeAlternative way = g_array_index(ways, MakeAlternative, k);
            way.when = guard_and(self->guards, way.when, full);
            if (!guard_is_false(way.when)) {
                g_array_append_val(call->result, way);
            }
        }
        if (!is_or && !guard_is_false(empty)) {
            make_call_result(call, "", empty);
        }
        left = is_or ? empty : full;
    }
    add_expanded(call, raw->pdata[raw->len - 1], left);
}

static void call_choice(MakeCall *call)
{
    if (strcmp(call->name, "if") == 0) {
        call_if(call);
    } else {
        call_or_and(call);
    }
}

static void call_foreach(MakeCall *call)
{
    MakeReading *self = call->reading;
    g_autoptr(GPtrArray) raw = split_arguments(call->raw, 3);
    const char *list = raw->len > 1 ? make_expand_plain(self, raw->pdata[1], call->when) : "";
    g_auto(GStrv) words = make_words(list);
    if (raw->len < 3 || unknown_text_has_hole(list) || g_strv_length(words) > MAKE_LIST_MAX) {
        make_call_unknown(call, call->raw, call->when);
        return;
    }
    g_autofree char *name = g_strstrip(g_strdup(raw->pdata[0]));
    MakeVariable *variable = make_variable(self, name);
    g_autoptr(GArray) saved = g_steal_pointer(&variable->pieces);
    Guard unset = variable->unset;
    variable->unset = GUARD_FALSE;
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; words[i] != NULL; i++) {
        variable->pieces = g_array_new(FALSE, FALSE, sizeof(Piece));
        const Piece piece = {arena_intern(self->scratch, words[i]), GUARD_TRUE, FALSE};
        g_array_append_val(variable->pieces, piece);
        const char *text = make_expand_plain(self, raw->pdata[2], call->when);
        g_string_append_printf(out, "%s%s", i > 0 ? " " : "", text);
        g_array_unref(variable->pieces);
        if (out->len > MAKE_TEXT_BYTES_MAX) {
            break;
        }
    }
    variable->pieces = g_steal_pointer(&saved);
    variable->unset = unset;
    make_call_result(call, out->str, call->when);
}

/* $(call name,a,b): the variable's text with $(1), $(2), ... */
static void call_call(MakeCall *call)
{
    MakeReading *self = call->reading;
    g_autoptr(GPtrArray) raw = split_arguments(call->raw, 0);
    g_autoptr(GPtrArray) arguments = g_ptr_array_new();
    for (guint i = 0; i < raw->len; i++) {
        g_autofree char *text = g_strdup(raw->pdata[i]);
        const char *expanded =
            make_expand_plain(self, i == 0 ? g_strstrip(text) : text, call->when);
        g_ptr_array_add(arguments, (gpointer)arena_intern(self->scratch, expanded));
    }
    g_ptr_array_add(arguments, NULL);
    const char *name = arguments->pdata[0];
    if (unknown_text_has_hole(name) || make_variable(self, name)->active) {
        make_call_unknown(call, call->raw, call->when);
        return;
    }
    g_ptr_array_add(self->arguments, arguments->pdata);
    g_autoptr(GArray) ways = make_expand_variable(self, name, call->when);
    g_ptr_array_set_size(self->arguments, (int)self->arguments->len - 1);
    g_array_append_vals(call->result, ways->data, ways->len);
}

static void call_eval(MakeCall *call)
{
    MakeReading *self = call->reading;
    g_autoptr(GArray) ways = make_expand(self, call->raw, call->when);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        make_walk_text(self, way->text, way->when);
    }
    make_call_result(call, "", call->when);
}

/* The text as it was assigned. */
static void call_value(MakeCall *call)
{
    MakeReading *self = call->reading;
    const char *name = make_expand_plain(self, call->raw, call->when);
    make_note_asked(self, name);
    const MakeVariable *variable = make_variable(self, name);
    if (variable->pieces->len == 1 && guard_is_false(variable->unset)) {
        make_call_result(call, g_array_index(variable->pieces, Piece, 0).text, call->when);
    } else {
        make_call_unknown(call, name, call->when);
    }
}

/* Where a variable's value comes from: of an option, from a person or from nowhere. */
static void call_origin(MakeCall *call)
{
    MakeReading *self = call->reading;
    g_autofree char *name = g_strdup(make_expand_plain(self, call->raw, call->when));
    MakeVariable *variable = make_variable(self, g_strstrip(name));
    make_note_asked(self, variable->name);
    if (strcmp(call->name, "flavor") == 0) {
        make_call_unknown(call, name, call->when);
        return;
    }
    Guard unset = guard_and(self->guards, call->when, variable->unset);
    Guard set = guard_minus(self->guards, call->when, variable->unset);
    if (!guard_is_false(set)) {
        make_call_result(call, "file", set);
    }
    Unknown *unknown = unknowns_of_text(self->unknowns, make_unset_text(self, variable));
    const char *nowhere = variable->role == ROLE_PLATFORM ? "default" : "undefined";
    Guard given = unknown != NULL
                      ? guard_and(self->guards, unset,
                                  variable->role == ROLE_PLATFORM
                                      ? unknown_relation(self->unknowns, unknown, "is", "given")
                                      : unknown_given(self->unknowns, unknown))
                      : GUARD_FALSE;
    if (!guard_is_false(given)) {
        make_call_result(call, "command line", given);
    }
    Guard rest = guard_minus(self->guards, unset, given);
    if (!guard_is_false(rest)) {
        make_call_result(call, nowhere, rest);
    }
}

/* $(error ...) refuses what leads to it; the lines said just before belong to its message. */
static void call_said(MakeCall *call)
{
    MakeReading *self = call->reading;
    const char *text =
        unknowns_readable(self->unknowns, make_expand_plain(self, call->raw, call->when));
    g_autofree char *plain = g_strstrip(g_strdup(text));
    if (*plain != '\0') {
        g_string_append_printf(self->said, "%s%s", self->said->len > 0 ? " " : "", plain);
    }
    if (strcmp(call->name, "error") == 0) {
        const MakeRefusal refusal = {
            .when = call->when,
            .message = arena_strdup(self->arena,
                                    self->said->len > 0 ? self->said->str : "the build stops here"),
            .at = self->at};
        make_add_refusal(self, &refusal);
        g_string_truncate(self->said, 0);
    }
    if (self->said->len > MAKE_TEXT_BYTES_MAX) {
        g_string_truncate(self->said, 0);
    }
    make_call_result(call, "", call->when);
}

static const Function functions[] = {
    {"abspath", KIND_PATH},  {"and", KIND_CHOICE},        {"call", KIND_CALL},
    {"error", KIND_SAID},    {"eval", KIND_EVAL},         {"file", KIND_OPAQUE},
    {"flavor", KIND_ORIGIN}, {"foreach", KIND_FOREACH},   {"guile", KIND_OPAQUE},
    {"if", KIND_CHOICE},     {"info", KIND_SAID},         {"intcmp", KIND_OPAQUE},
    {"let", KIND_OPAQUE},    {"or", KIND_CHOICE},         {"origin", KIND_ORIGIN},
    {"realpath", KIND_PATH}, {"shell", KIND_SHELL},       {"value", KIND_VALUE},
    {"warning", KIND_SAID},  {"wildcard", KIND_WILDCARD},
};

static const Function *find_function(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        if (strcmp(functions[i].name, name) == 0) {
            return &functions[i];
        }
    }
    return NULL;
}

static void call_function(MakeCall *call, FunctionKind kind)
{
    switch (kind) {
    case KIND_CHOICE:
        call_choice(call);
        break;
    case KIND_FOREACH:
        call_foreach(call);
        break;
    case KIND_CALL:
        call_call(call);
        break;
    case KIND_EVAL:
        call_eval(call);
        break;
    case KIND_VALUE:
        call_value(call);
        break;
    case KIND_ORIGIN:
        call_origin(call);
        break;
    case KIND_WILDCARD:
        make_call_wildcard(call);
        break;
    case KIND_SHELL:
        make_call_shell(call);
        break;
    case KIND_SAID:
        call_said(call);
        break;
    case KIND_PATH:
        make_call_path(call);
        break;
    case KIND_OPAQUE:
        make_call_unknown(call, call->raw, call->when);
        break;
    }
}

/* Functions that compare words: with an open text they are conditions. */
static gboolean is_comparison(const char *name)
{
    static const char *const names[] = {"filter", "filter-out", "findstring", NULL};
    return g_strv_contains(names, name);
}

gboolean make_call_function(MakeReading *self, const char *name, const char *arguments, Guard when,
                            GArray *result)
{
    const TextFunction *text = make_text_function(name);
    const Function *function = find_function(name);
    if (text == NULL && function == NULL) {
        return FALSE;
    }
    MakeCall call = {
        .reading = self, .name = name, .raw = arguments, .when = when, .result = result};
    if (text != NULL && is_comparison(name)) {
        make_call_filter(&call, text);
    } else if (text != NULL) {
        call_text(&call, text);
    } else {
        call_function(&call, function->kind);
    }
    return TRUE;
}
