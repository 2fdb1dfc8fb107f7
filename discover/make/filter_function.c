/* filter, filter-out and findstring, where what they look through is open: it may be one of the
 * words, have it among others, or contain it. */
#include "discover/make/function.h"
#include "discover/make/list_word.h"
#include "discover/make/survey.h"
#include "discover/make/text_function.h"
#include <string.h>

/* filter and findstring over words that are known and one hole: it is one of the words, or not. */
static gboolean compare_words_with_hole(MakeCall *call, const char *list, const char *open,
                                        const MakeAlternative *way, gboolean keep)
{
    MakeReading *self = call->reading;
    g_autofree char *stripped = g_strstrip(g_strdup(open));
    Unknown *unknown = unknowns_of_text(self->unknowns, stripped);
    if (unknown == NULL || unknown_text_has_hole(list)) {
        return FALSE;
    }
    g_auto(GStrv) words = make_words(list);
    if (g_strv_length(words) > UNKNOWN_VALUES_MAX) {
        return FALSE;
    }
    Guard any = GUARD_FALSE;
    for (guint i = 0; words[i] != NULL; i++) {
        Guard equal = strchr(words[i], '%') != NULL
                          ? unknown_relation(self->unknowns, unknown, "matches", words[i])
                          : unknown_equals(self->unknowns, unknown, words[i]);
        any = guard_or(self->guards, any, equal);
        if (strchr(words[i], '%') == NULL && !make_is_list_word(self, unknown, words[i])) {
            make_note_value(self, stripped, words[i]);
        }
    }
    Guard inside = guard_and(self->guards, way->when, any);
    Guard outside = guard_minus(self->guards, way->when, any);
    const char *text = unknowns_hole(self->unknowns, unknown);
    if (!guard_is_false(inside)) {
        make_call_result(call, keep ? text : "", inside);
    }
    if (!guard_is_false(outside)) {
        make_call_result(call, keep ? "" : text, outside);
    }
    return TRUE;
}

/* $(findstring hypre,$(config)): whether a list has the word, which is an option of its own. */
static gboolean find_in_list(MakeCall *call, char **arguments, const MakeAlternative *way)
{
    MakeReading *self = call->reading;
    g_autofree char *word = g_strstrip(g_strdup(arguments[0]));
    Guard holds = GUARD_FALSE;
    if (*word == '\0' || strpbrk(word, " \t%") != NULL || unknown_text_has_hole(word) ||
        !make_list_word_asked(self, arguments[1], word, &holds)) {
        return FALSE;
    }
    Guard inside = guard_and(self->guards, way->when, holds);
    Guard outside = guard_minus(self->guards, way->when, holds);
    if (!guard_is_false(inside)) {
        make_call_result(call, word, inside);
    }
    if (!guard_is_false(outside)) {
        make_call_result(call, "", outside);
    }
    return TRUE;
}

/* $(findstring gcc,$(CC)): whether an open text contains one that is known. */
static gboolean find_in_hole(MakeCall *call, char **arguments, const MakeAlternative *way)
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
        make_call_result(call, arguments[0], inside);
    }
    if (!guard_is_false(outside)) {
        make_call_result(call, "", outside);
    }
    return TRUE;
}

/* Whether words that a line adds to a list are certainly none of those that are asked for. */
static gboolean adds_none(const TextFunction *function, const char *asked, const Piece *piece)
{
    if (!piece->append || strchr(piece->text, '$') != NULL || unknown_text_has_hole(piece->text)) {
        return FALSE;
    }
    g_autofree char *first = g_strdup(asked);
    g_autofree char *second = g_strdup(piece->text);
    char *arguments[] = {first, second, NULL};
    g_autofree char *found = function->text(arguments);
    return *found == '\0';
}

/* What the variable has but for words that are none of those that are asked for; NULL where it has
 * no such words. */
static GArray *pieces_asked(const MakeVariable *variable, const TextFunction *function,
                            const char *asked)
{
    g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(Piece));
    for (guint i = 0; i < variable->pieces->len; i++) {
        const Piece *piece = &g_array_index(variable->pieces, Piece, i);
        if (!adds_none(function, asked, piece)) {
            g_array_append_val(left, *piece);
        }
    }
    return left->len < variable->pieces->len ? g_steal_pointer(&left) : NULL;
}

/* The arguments, where a list that grows is asked for one word after another: "ifneq
 * (,$(findstring fast,$(X)))", "X += level3". That it has been found to have the one word is
 * nothing to the next question, and all ways in which it may have grown would soon be too many. */
static GArray *expand_arguments(MakeCall *call, const TextFunction *function)
{
    MakeReading *self = call->reading;
    const char *comma = strchr(call->raw, ',');
    g_autofree char *asked = g_strndup(call->raw, comma != NULL ? (gsize)(comma - call->raw) : 0);
    g_autofree char *list = g_strstrip(g_strdup(comma != NULL ? comma + 1 : ""));
    g_autofree char *name = survey_only_reference(list);
    MakeVariable *variable = name != NULL ? g_hash_table_lookup(self->variables, name) : NULL;
    g_strstrip(asked);
    if (variable == NULL || variable->active || *asked == '\0' || strpbrk(asked, "$(){}") != NULL) {
        return make_call_arguments(call, 2);
    }
    g_autoptr(GArray) left = pieces_asked(variable, function, asked);
    if (left == NULL) {
        return make_call_arguments(call, 2);
    }
    GArray *all = variable->pieces;
    variable->pieces = left;
    GArray *ways = make_call_arguments(call, 2);
    variable->pieces = all;
    return ways;
}

void make_call_filter(MakeCall *call, const TextFunction *function)
{
    gboolean find = strcmp(call->name, "findstring") == 0;
    gboolean keep = strcmp(call->name, "filter-out") != 0;
    g_autoptr(GArray) ways = keep ? expand_arguments(call, function) : make_call_arguments(call, 2);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        g_auto(GStrv) arguments = make_call_argument_texts(way->text, 2);
        if (!unknown_text_has_hole(way->text)) {
            g_autofree char *text = function->text(arguments);
            make_call_result(call, text, way->when);
        } else if (!(keep && find_in_list(call, arguments, way)) &&
                   !(find && find_in_hole(call, arguments, way)) &&
                   !compare_words_with_hole(call, arguments[0], arguments[1], way, keep) &&
                   !(keep &&
                     compare_words_with_hole(call, arguments[1], arguments[0], way, keep))) {
            make_call_unknown(call, way->text, way->when);
        }
    }
}
