/* Functions: GNU make manual, chapter "Functions for Transforming Text". What a function would need
 * the machine for ($(shell), $(file)) is never done. */
#include "discover/make/reading.h"
#include <string.h>

/* Stands between the arguments of a call while they are expanded together. */
#define SEPARATOR_TEXT "\1"
/* A command's name in conditions is cut here. */
#define COMMAND_NAME_BYTES 60u

typedef struct {
    MakeReading *reading;
    const char *name;
    const char *raw; /* the arguments, not expanded */
    Guard when;
    GArray *result; /* MakeAlternative */
} Call;

/* How a function is worked out. */
typedef enum {
    KIND_TEXT,   /* from its arguments' texts alone */
    KIND_CHOICE, /* if, or, and: by what is empty */
    KIND_FILTER, /* filter, filter-out, findstring: a comparison when something is open */
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
    guint arguments;                 /* the last one takes the rest; 0: as many as there are */
    char *(*text)(char **arguments); /* KIND_TEXT, KIND_FILTER: all that it takes are there */
} Function;

/* ---- from texts ------------------------------------------------------------------------------ */

static char **words_of(const char *text)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    while (*text != '\0') {
        text += strspn(text, " \t\n");
        gsize length = strcspn(text, " \t\n");
        if (length > 0) {
            g_ptr_array_add(words, g_strndup(text, length));
        }
        text += length;
    }
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&words), FALSE);
}

/* Applies a change to each word. */
static char *each_word(const char *text, char *(*change)(const char *word, const char *extra),
                       const char *extra)
{
    g_auto(GStrv) words = words_of(text);
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; words[i] != NULL; i++) {
        g_autofree char *changed = change(words[i], extra);
        if (*changed != '\0') {
            g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "", changed);
        }
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* Whether a pattern with at most one '%' fits; `stem` is what it stands for. */
static gboolean pattern_fits(const char *pattern, const char *word, char **stem)
{
    const char *percent = strchr(pattern, '%');
    if (percent == NULL) {
        return strcmp(pattern, word) == 0;
    }
    gsize before = (gsize)(percent - pattern);
    gsize after = strlen(percent + 1);
    gsize length = strlen(word);
    if (length < before + after || strncmp(pattern, word, before) != 0 ||
        strcmp(word + length - after, percent + 1) != 0) {
        return FALSE;
    }
    if (stem != NULL) {
        *stem = g_strndup(word + before, length - before - after);
    }
    return TRUE;
}

static char *substitute_patterns(const char *pattern, const char *replacement, const char *text)
{
    g_auto(GStrv) words = words_of(text);
    g_autoptr(GString) out = g_string_new(NULL);
    const char *percent = strchr(replacement, '%');
    for (guint i = 0; words[i] != NULL; i++) {
        g_autofree char *stem = NULL;
        g_string_append(out, out->len > 0 ? " " : "");
        if (!pattern_fits(pattern, words[i], &stem)) {
            g_string_append(out, words[i]);
        } else if (percent == NULL || stem == NULL) {
            g_string_append(out, replacement);
        } else {
            g_string_append_len(out, replacement, percent - replacement);
            g_string_append(out, stem);
            g_string_append(out, percent + 1);
        }
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

const char *make_substitute(MakeReading *self, const char *pattern, const char *replacement,
                            const char *text)
{
    g_autofree char *made = substitute_patterns(pattern, replacement, text);
    return arena_intern(self->scratch, made);
}

static char *text_patsubst(char **arguments)
{
    return substitute_patterns(g_strstrip(arguments[0]), g_strstrip(arguments[1]), arguments[2]);
}

static char *text_subst(char **arguments)
{
    if (*arguments[0] == '\0') {
        return g_strconcat(arguments[2], arguments[1], NULL);
    }
    g_auto(GStrv) parts = g_strsplit(arguments[2], arguments[0], -1);
    return g_strjoinv(arguments[1], parts);
}

static char *text_strip(char **arguments)
{
    g_auto(GStrv) words = words_of(arguments[0]);
    return g_strjoinv(" ", words);
}

static int compare_words(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *text_sort(char **arguments)
{
    g_auto(GStrv) words = words_of(arguments[0]);
    qsort(words, g_strv_length(words), sizeof words[0], compare_words);
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; words[i] != NULL; i++) {
        if (i == 0 || strcmp(words[i], words[i - 1]) != 0) {
            g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "", words[i]);
        }
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static char *words_between(const char *text, guint64 first, guint64 last)
{
    g_auto(GStrv) words = words_of(text);
    g_autoptr(GString) out = g_string_new(NULL);
    guint64 count = g_strv_length(words);
    for (guint64 i = MAX(first, 1); i <= last && i <= count; i++) {
        g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "", words[i - 1]);
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static guint64 number_of(const char *text)
{
    return g_ascii_strtoull(text, NULL, 10);
}

static char *text_word(char **arguments)
{
    return words_between(arguments[1], number_of(arguments[0]), number_of(arguments[0]));
}

static char *text_wordlist(char **arguments)
{
    return words_between(arguments[2], number_of(arguments[0]), number_of(arguments[1]));
}

static char *text_words(char **arguments)
{
    g_auto(GStrv) words = words_of(arguments[0]);
    return g_strdup_printf("%u", g_strv_length(words));
}

static char *text_firstword(char **arguments)
{
    return words_between(arguments[0], 1, 1);
}

static char *text_lastword(char **arguments)
{
    g_auto(GStrv) words = words_of(arguments[0]);
    guint length = g_strv_length(words);
    return g_strdup(length > 0 ? words[length - 1] : "");
}

static char *word_dir(const char *word, const char *extra)
{
    (void)extra;
    const char *slash = strrchr(word, '/');
    return slash != NULL ? g_strndup(word, (gsize)(slash - word) + 1) : g_strdup("./");
}

static char *word_notdir(const char *word, const char *extra)
{
    (void)extra;
    const char *slash = strrchr(word, '/');
    return g_strdup(slash != NULL ? slash + 1 : word);
}

static const char *last_dot(const char *word)
{
    const char *slash = strrchr(word, '/');
    return strrchr(slash != NULL ? slash : word, '.');
}

static char *word_suffix(const char *word, const char *extra)
{
    (void)extra;
    const char *dot = last_dot(word);
    return g_strdup(dot != NULL ? dot : "");
}

static char *word_basename(const char *word, const char *extra)
{
    (void)extra;
    const char *dot = last_dot(word);
    return dot != NULL ? g_strndup(word, (gsize)(dot - word)) : g_strdup(word);
}

static char *word_before(const char *word, const char *extra)
{
    return g_strconcat(extra, word, NULL);
}

static char *word_after(const char *word, const char *extra)
{
    return g_strconcat(word, extra, NULL);
}

/* As the makefile would see the tree. */
static char *word_absolute(const char *word, const char *folder)
{
    g_autofree char *path = *word == '/' ? g_strdup(word) : g_strconcat(folder, "/", word, NULL);
    return g_canonicalize_filename(path, "/");
}

static char *text_dir(char **arguments)
{
    return each_word(arguments[0], word_dir, NULL);
}

static char *text_notdir(char **arguments)
{
    return each_word(arguments[0], word_notdir, NULL);
}

static char *text_suffix(char **arguments)
{
    return each_word(arguments[0], word_suffix, NULL);
}

static char *text_basename(char **arguments)
{
    return each_word(arguments[0], word_basename, NULL);
}

static char *text_addprefix(char **arguments)
{
    return each_word(arguments[1], word_before, g_strstrip(arguments[0]));
}

static char *text_addsuffix(char **arguments)
{
    return each_word(arguments[1], word_after, g_strstrip(arguments[0]));
}

static char *text_join(char **arguments)
{
    g_auto(GStrv) left = words_of(arguments[0]);
    g_auto(GStrv) right = words_of(arguments[1]);
    guint lefts = g_strv_length(left);
    guint rights = g_strv_length(right);
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < MAX(lefts, rights); i++) {
        g_string_append_printf(out, "%s%s%s", i > 0 ? " " : "", i < lefts ? left[i] : "",
                               i < rights ? right[i] : "");
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static gboolean any_pattern_fits(char **patterns, const char *word)
{
    for (guint i = 0; patterns[i] != NULL; i++) {
        if (pattern_fits(patterns[i], word, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

static char *filter_words(char **arguments, gboolean keep)
{
    g_auto(GStrv) patterns = words_of(arguments[0]);
    g_auto(GStrv) words = words_of(arguments[1]);
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; words[i] != NULL; i++) {
        if (any_pattern_fits(patterns, words[i]) == keep) {
            g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "", words[i]);
        }
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static char *text_filter(char **arguments)
{
    return filter_words(arguments, TRUE);
}

static char *text_filter_out(char **arguments)
{
    return filter_words(arguments, FALSE);
}

static char *text_findstring(char **arguments)
{
    return g_strdup(strstr(arguments[1], arguments[0]) != NULL ? arguments[0] : "");
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void add_result(Call *call, const char *text, Guard when)
{
    const MakeAlternative way = {arena_intern(call->reading->scratch, text), when};
    g_array_append_val(call->result, way);
}

static void add_unknown(Call *call, const char *text, Guard when)
{
    Unknowns *unknowns = call->reading->unknowns;
    add_result(call, unknowns_hole(unknowns, unknowns_derive(unknowns, call->name, text)), when);
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

/* The arguments with what they refer to, in every combination; a SEPARATOR stands between them. */
static GArray *expand_arguments(Call *call, guint most)
{
    g_autoptr(GPtrArray) raw = split_arguments(call->raw, most);
    g_autoptr(GString) joined = g_string_new(NULL);
    for (guint i = 0; i < MAX(raw->len, most); i++) {
        g_string_append(joined, i > 0 ? SEPARATOR_TEXT : "");
        g_string_append(joined, i < raw->len ? raw->pdata[i] : "");
    }
    return make_expand(call->reading, joined->str, call->when);
}

/* Exactly so many arguments again; what the text does not have is empty. */
static char **arguments_of(const char *text, guint count)
{
    g_auto(GStrv) parts = g_strsplit(text, SEPARATOR_TEXT, (int)count);
    char **arguments = g_new0(char *, count + 1);
    guint known = g_strv_length(parts);
    for (guint i = 0; i < count; i++) {
        arguments[i] = g_strdup(i < known ? parts[i] : "");
    }
    return arguments;
}

static void call_text(Call *call, const Function *function)
{
    g_autoptr(GArray) ways = expand_arguments(call, function->arguments);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        g_auto(GStrv) arguments = arguments_of(way->text, function->arguments);
        gboolean open = unknown_text_has_hole(way->text);
        /* Blanks around a hole do not matter to what it stands for. */
        if (open && function->text == text_strip &&
            unknowns_of_text(call->reading->unknowns, g_strstrip(arguments[0])) != NULL) {
            add_result(call, arguments[0], way->when);
        } else if (open) {
            add_unknown(call, way->text, way->when);
        } else {
            g_autofree char *text = function->text(arguments);
            add_result(call, text, way->when);
        }
    }
}

/* filter and findstring over words that are known and one hole: it is one of the words, or not. */
static gboolean compare_words_with_hole(Call *call, const char *list, const char *open,
                                        const MakeAlternative *way, gboolean keep)
{
    MakeReading *self = call->reading;
    g_autofree char *stripped = g_strstrip(g_strdup(open));
    Unknown *unknown = unknowns_of_text(self->unknowns, stripped);
    if (unknown == NULL || unknown_text_has_hole(list)) {
        return FALSE;
    }
    g_auto(GStrv) words = words_of(list);
    if (g_strv_length(words) > UNKNOWN_VALUES_MAX) {
        return FALSE;
    }
    Guard any = GUARD_FALSE;
    for (guint i = 0; words[i] != NULL; i++) {
        Guard equal = strchr(words[i], '%') != NULL
                          ? unknown_relation(self->unknowns, unknown, "matches", words[i])
                          : unknown_equals(self->unknowns, unknown, words[i]);
        any = guard_or(self->guards, any, equal);
        if (strchr(words[i], '%') == NULL) {
            make_note_value(self, stripped, words[i]);
        }
    }
    Guard inside = guard_and(self->guards, way->when, any);
    Guard outside = guard_minus(self->guards, way->when, any);
    const char *text = unknowns_hole(self->unknowns, unknown);
    if (!guard_is_false(inside)) {
        add_result(call, keep ? text : "", inside);
    }
    if (!guard_is_false(outside)) {
        add_result(call, keep ? "" : text, outside);
    }
    return TRUE;
}

/* $(findstring gcc,$(CC)): whether an open text contains one that is known. */
static gboolean find_in_hole(Call *call, char **arguments, const MakeAlternative *way)
{
    MakeReading *self = call->reading;
    g_autofree char *open = g_strstrip(g_strdup(arguments[1]));
    Unknown *unknown = unknowns_of_text(self->unknowns, open);
    if (unknown == NULL || unknown_text_has_hole(arguments[0]) || *arguments[0] == '\0') {
        return FALSE;
    }
    Guard found = unknown_relation(self->unknowns, unknown, "matches", arguments[0]);
    make_note_value(self, open, arguments[0]);
    Guard inside = guard_and(self->guards, way->when, found);
    Guard outside = guard_minus(self->guards, way->when, found);
    if (!guard_is_false(inside)) {
        add_result(call, arguments[0], inside);
    }
    if (!guard_is_false(outside)) {
        add_result(call, "", outside);
    }
    return TRUE;
}

static void call_filter(Call *call, const Function *function)
{
    g_autoptr(GArray) ways = expand_arguments(call, 2);
    gboolean find = function->text == text_findstring;
    gboolean keep = function->text != text_filter_out;
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        g_auto(GStrv) arguments = arguments_of(way->text, 2);
        if (!unknown_text_has_hole(way->text)) {
            g_autofree char *text = function->text(arguments);
            add_result(call, text, way->when);
        } else if (!(find && find_in_hole(call, arguments, way)) &&
                   !compare_words_with_hole(call, arguments[0], arguments[1], way, keep) &&
                   !(keep &&
                     compare_words_with_hole(call, arguments[1], arguments[0], way, keep))) {
            add_unknown(call, way->text, way->when);
        }
    }
}

/* Appends every text of an argument within a condition. */
static void add_expanded(Call *call, const char *raw, Guard when)
{
    if (guard_is_false(when)) {
        return;
    }
    g_autofree char *text = g_strstrip(g_strdup(raw));
    g_autoptr(GArray) ways = make_expand(call->reading, text, when);
    g_array_append_vals(call->result, ways->data, ways->len);
}

/* The condition under which an argument's text is empty. */
static Guard argument_empty(Call *call, const char *raw, Guard when)
{
    MakeReading *self = call->reading;
    g_autofree char *text = g_strstrip(g_strdup(raw));
    g_autoptr(GArray) ways = make_expand(self, text, when);
    Guard empty = GUARD_FALSE;
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        g_autofree char *plain = g_strstrip(g_strdup(way->text));
        Guard here = guard_and(self->guards, way->when, unknowns_empty_text(self->unknowns, plain));
        empty = guard_or(self->guards, empty, here);
    }
    return empty;
}

static void call_choice(Call *call, const Function *function)
{
    MakeReading *self = call->reading;
    g_autoptr(GPtrArray) raw = split_arguments(call->raw, function->arguments);
    if (strcmp(call->name, "if") == 0) {
        Guard empty = argument_empty(call, raw->pdata[0], call->when);
        add_expanded(call, raw->len > 1 ? raw->pdata[1] : "",
                     guard_minus(self->guards, call->when, empty));
        add_expanded(call, raw->len > 2 ? raw->pdata[2] : "",
                     guard_and(self->guards, call->when, empty));
        return;
    }
    gboolean is_or = strcmp(call->name, "or") == 0;
    Guard left = call->when;
    for (guint i = 0; i < raw->len; i++) {
        Guard empty = argument_empty(call, raw->pdata[i], left);
        Guard full = guard_minus(self->guards, left, empty);
        if (i + 1 == raw->len) {
            add_expanded(call, raw->pdata[i], left);
        } else if (is_or) {
            add_expanded(call, raw->pdata[i], full);
            left = empty;
        } else {
            if (!guard_is_false(empty)) {
                add_result(call, "", empty);
            }
            left = full;
        }
    }
}

static void call_foreach(Call *call)
{
    MakeReading *self = call->reading;
    g_autoptr(GPtrArray) raw = split_arguments(call->raw, 3);
    const char *list = raw->len > 1 ? make_expand_plain(self, raw->pdata[1], call->when) : "";
    g_auto(GStrv) words = words_of(list);
    if (raw->len < 3 || unknown_text_has_hole(list) || g_strv_length(words) > MAKE_LIST_MAX) {
        add_unknown(call, call->raw, call->when);
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
    add_result(call, out->str, call->when);
}

/* $(call name,a,b): the variable's text with $(1), $(2), ... */
static void call_call(Call *call)
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
        add_unknown(call, call->raw, call->when);
        return;
    }
    g_ptr_array_add(self->arguments, arguments->pdata);
    g_autoptr(GArray) ways = make_expand_variable(self, name, call->when);
    g_ptr_array_set_size(self->arguments, (int)self->arguments->len - 1);
    g_array_append_vals(call->result, ways->data, ways->len);
}

static void call_eval(Call *call)
{
    MakeReading *self = call->reading;
    const char *text = make_expand_plain(self, call->raw, call->when);
    if (unknown_text_has_hole(text)) {
        make_ledger(self, "text to evaluate is not known", unknowns_readable(self->unknowns, text),
                    NULL);
    } else {
        make_walk_text(self, text, call->when);
    }
    add_result(call, "", call->when);
}

/* The text as it was assigned. */
static void call_value(Call *call)
{
    MakeReading *self = call->reading;
    const char *name = make_expand_plain(self, call->raw, call->when);
    const MakeVariable *variable = make_variable(self, name);
    if (variable->pieces->len == 1 && guard_is_false(variable->unset)) {
        add_result(call, g_array_index(variable->pieces, Piece, 0).text, call->when);
    } else {
        add_unknown(call, name, call->when);
    }
}

/* Where a variable's value comes from: of an option, from a person or from nowhere. */
static void call_origin(Call *call)
{
    MakeReading *self = call->reading;
    g_autofree char *name = g_strdup(make_expand_plain(self, call->raw, call->when));
    MakeVariable *variable = make_variable(self, g_strstrip(name));
    if (strcmp(call->name, "flavor") == 0) {
        add_unknown(call, name, call->when);
        return;
    }
    Guard unset = guard_and(self->guards, call->when, variable->unset);
    Guard set = guard_minus(self->guards, call->when, variable->unset);
    if (!guard_is_false(set)) {
        add_result(call, "file", set);
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
        add_result(call, "command line", given);
    }
    Guard rest = guard_minus(self->guards, unset, given);
    if (!guard_is_false(rest)) {
        add_result(call, nowhere, rest);
    }
}

/* Names in the tree that fit one pattern, appended to `out`. */
static void match_files(MakeReading *self, const char *pattern, GString *out)
{
    const char *path = make_path(self, self->folder, pattern);
    if (path == NULL) {
        return;
    }
    if (strpbrk(pattern, "*?[") == NULL) {
        if (tree_find(self->tree, path) != NULL || tree_is_folder(self->tree, path)) {
            g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "", pattern);
        }
        return;
    }
    g_autofree char *folder = g_path_get_dirname(path);
    const char *slash = strrchr(pattern, '/');
    const char *last = slash != NULL ? slash + 1 : pattern;
    const GPtrArray *children = tree_children(self->tree, strcmp(folder, ".") == 0 ? "" : folder);
    for (guint i = 0; children != NULL && i < children->len && out->len < MAKE_TEXT_BYTES_MAX;
         i++) {
        const char *name = children->pdata[i];
        if (g_pattern_match_simple(last, name) && (*name != '.' || *last == '.')) {
            g_string_append_printf(out, "%s%.*s%s", out->len > 0 ? " " : "",
                                   (int)(slash != NULL ? slash + 1 - pattern : 0), pattern, name);
        }
    }
}

/* The tree answers for what lies in it; for anything else, the machine would. */
static void call_wildcard(Call *call)
{
    MakeReading *self = call->reading;
    g_autoptr(GArray) ways = make_expand(self, call->raw, call->when);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        g_auto(GStrv) patterns = words_of(way->text);
        g_autoptr(GString) out = g_string_new(NULL);
        gboolean known = !unknown_text_has_hole(way->text);
        for (guint k = 0; patterns[k] != NULL && known; k++) {
            known = *patterns[k] != '/' || g_str_has_prefix(patterns[k], MAKE_ROOT);
            match_files(self, patterns[k], out);
        }
        if (known) {
            add_result(call, out->str, way->when);
        } else {
            add_unknown(call, way->text, way->when);
        }
    }
}

/* Commands that say what machine, system or compiler this is. */
static gboolean asks_platform(const char *command)
{
    static const char *const words[] = {"uname",        "hostname",  "arch ", "-dumpmachine",
                                        "-dumpversion", "--version", "nproc"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strstr(command, words[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "pkg-config --libs NAME" looks for a package. */
static void find_packages(MakeReading *self, const char *command, Guard when)
{
    const char *tool = strstr(command, "pkg-config");
    if (tool == NULL) {
        return;
    }
    g_auto(GStrv) words = words_of(tool);
    for (guint i = 1; words[i] != NULL && strpbrk(words[i], "|;&<>`") == NULL; i++) {
        if (g_ascii_isalpha(*words[i]) && !unknown_text_has_hole(words[i])) {
            make_add_effect(self, EFFECT_PACKAGE, words[i], NULL, when, NULL);
        }
    }
}

static void call_shell(Call *call)
{
    MakeReading *self = call->reading;
    const char *command =
        unknowns_readable(self->unknowns, make_expand_plain(self, call->raw, call->when));
    find_packages(self, command, call->when);
    make_ledger(self, "shell command not run", command, NULL);
    gsize length = strlen(command);
    g_autofree char *cut = g_utf8_make_valid(command, (gssize)MIN(length, COMMAND_NAME_BYTES));
    g_autofree char *name =
        g_strdup_printf("shell(%s%s)", cut, length > COMMAND_NAME_BYTES ? "..." : "");
    ConditionSubject kind =
        asks_platform(command) ? CONDITION_SUBJECT_PLATFORM : CONDITION_SUBJECT_PROBE;
    const Unknown *unknown = unknowns_get(self->unknowns, kind, name);
    add_result(call, unknowns_hole(self->unknowns, unknown), call->when);
}

/* $(error ...) refuses what leads to it; the lines said just before belong to its message. */
static void call_said(Call *call)
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
        g_array_append_val(self->refusals, refusal);
        g_string_truncate(self->said, 0);
    }
    if (self->said->len > MAKE_TEXT_BYTES_MAX) {
        g_string_truncate(self->said, 0);
    }
    add_result(call, "", call->when);
}

static void call_path(Call *call)
{
    MakeReading *self = call->reading;
    g_autoptr(GArray) ways = make_expand(self, call->raw, call->when);
    g_autofree char *folder = g_strconcat(MAKE_ROOT, "/", self->folder, NULL);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        if (unknown_text_has_hole(way->text)) {
            add_unknown(call, way->text, way->when);
        } else {
            g_autofree char *text = each_word(way->text, word_absolute, folder);
            add_result(call, text, way->when);
        }
    }
}

static const Function functions[] = {
    {"abspath", KIND_PATH, 1, NULL},
    {"addprefix", KIND_TEXT, 2, text_addprefix},
    {"addsuffix", KIND_TEXT, 2, text_addsuffix},
    {"and", KIND_CHOICE, 0, NULL},
    {"basename", KIND_TEXT, 1, text_basename},
    {"call", KIND_CALL, 0, NULL},
    {"dir", KIND_TEXT, 1, text_dir},
    {"error", KIND_SAID, 1, NULL},
    {"eval", KIND_EVAL, 1, NULL},
    {"file", KIND_OPAQUE, 1, NULL},
    {"filter", KIND_FILTER, 2, text_filter},
    {"filter-out", KIND_FILTER, 2, text_filter_out},
    {"findstring", KIND_FILTER, 2, text_findstring},
    {"firstword", KIND_TEXT, 1, text_firstword},
    {"flavor", KIND_ORIGIN, 1, NULL},
    {"foreach", KIND_FOREACH, 3, NULL},
    {"guile", KIND_OPAQUE, 1, NULL},
    {"if", KIND_CHOICE, 3, NULL},
    {"info", KIND_SAID, 1, NULL},
    {"intcmp", KIND_OPAQUE, 1, NULL},
    {"join", KIND_TEXT, 2, text_join},
    {"lastword", KIND_TEXT, 1, text_lastword},
    {"let", KIND_OPAQUE, 1, NULL},
    {"notdir", KIND_TEXT, 1, text_notdir},
    {"or", KIND_CHOICE, 0, NULL},
    {"origin", KIND_ORIGIN, 1, NULL},
    {"patsubst", KIND_TEXT, 3, text_patsubst},
    {"realpath", KIND_PATH, 1, NULL},
    {"shell", KIND_SHELL, 1, NULL},
    {"sort", KIND_TEXT, 1, text_sort},
    {"strip", KIND_TEXT, 1, text_strip},
    {"subst", KIND_TEXT, 3, text_subst},
    {"suffix", KIND_TEXT, 1, text_suffix},
    {"value", KIND_VALUE, 1, NULL},
    {"warning", KIND_SAID, 1, NULL},
    {"wildcard", KIND_WILDCARD, 1, NULL},
    {"word", KIND_TEXT, 2, text_word},
    {"wordlist", KIND_TEXT, 3, text_wordlist},
    {"words", KIND_TEXT, 1, text_words},
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

gboolean make_asks_platform(const char *text)
{
    const char *shell = strstr(text, "$(shell ");
    return shell != NULL && asks_platform(shell);
}

gboolean make_call_function(MakeReading *self, const char *name, const char *arguments, Guard when,
                            GArray *result)
{
    const Function *function = find_function(name);
    if (function == NULL) {
        return FALSE;
    }
    Call call = {
        .reading = self, .name = function->name, .raw = arguments, .when = when, .result = result};
    switch (function->kind) {
    case KIND_TEXT:
        call_text(&call, function);
        break;
    case KIND_CHOICE:
        call_choice(&call, function);
        break;
    case KIND_FILTER:
        call_filter(&call, function);
        break;
    case KIND_FOREACH:
        call_foreach(&call);
        break;
    case KIND_CALL:
        call_call(&call);
        break;
    case KIND_EVAL:
        call_eval(&call);
        break;
    case KIND_VALUE:
        call_value(&call);
        break;
    case KIND_ORIGIN:
        call_origin(&call);
        break;
    case KIND_WILDCARD:
        call_wildcard(&call);
        break;
    case KIND_SHELL:
        call_shell(&call);
        break;
    case KIND_SAID:
        call_said(&call);
        break;
    case KIND_PATH:
        call_path(&call);
        break;
    case KIND_OPAQUE:
        add_unknown(&call, arguments, when);
        break;
    }
    return TRUE;
}
