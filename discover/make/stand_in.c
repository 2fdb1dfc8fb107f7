/* What a default comes to: words that the makefiles put others for (placeholders as "default",
 * other spellings), names of variables that hold one. */
#include "core/switch_word.h"
#include "core/word_list.h"
#include "discover/make/reading.h"
#include <string.h>

/* What no compiler, library or machine is called. */
#define PLACEHOLDER "default"

/* Offered words that stand for whatever fits the machine; what they come to elsewhere is a detail.
 */
static gboolean is_asked_to_choose(const char *word)
{
    static const char *const words[] = {"native", "host", NULL};
    return switch_word_is_automatic(word) || word_list_has_caseless(words, word);
}

/* A condition as it is where the option has that value. */
static Guard where_given(MakeReading *self, const Unknown *unknown, const char *value, Guard when)
{
    g_autoptr(GArray) literals = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    unknown_literals(unknown, value, literals);
    for (guint i = 0; i < literals->len; i++) {
        const GuardLiteral *literal = &g_array_index(literals, GuardLiteral, i);
        when = guard_restrict(self->guards, when, literal->variable, literal->positive);
    }
    return when;
}

/* Whether a conditional holds nothing but the statement and what is said to people. */
static gboolean is_alone(const MakeFile *file, const MakeStatement *statement)
{
    const MakeStatement *all = (const MakeStatement *)(gpointer)file->statements->data;
    guint at = 0;
    while (at < file->statements->len && &all[at] != statement) {
        at++;
    }
    guint end = at + 1;
    while (end < file->statements->len && all[end].kind == MAKE_TEXT) {
        end++;
    }
    while (at > 0 && all[at - 1].kind == MAKE_TEXT) {
        at--;
    }
    return at > 0 && end < file->statements->len &&
           (all[at - 1].kind == MAKE_IF || all[at - 1].kind == MAKE_ELSE) &&
           (all[end].kind == MAKE_ENDIF || all[end].kind == MAKE_ELSE);
}

/* The option that the variable has its text from; itself; NULL for none. */
static MakeVariable *option_behind(MakeReading *self, MakeVariable *variable)
{
    MakeVariable *behind =
        variable->copied != NULL ? make_variable(self, variable->copied) : variable;
    return behind->role == ROLE_OPTION ? behind : NULL;
}

/* "ifneq (,$(filter gcc gnu g++,$(X)))", and "X = gnu" there: of the words that are asked for in
 * one breath the makefiles go on with one, so that the others are ways to spell it. */
static void note_spellings(MakeReading *self, MakeVariable *variable,
                           const MakeStatement *statement)
{
    MakeVariable *option = option_behind(self, variable);
    if (option == NULL || option->values->len < 2) {
        return;
    }
    Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, option->name);
    g_autoptr(GPtrArray) asked = g_ptr_array_new();
    /* Nothing at all may go where the first of them do: "$(filter $(X),gcc gnu)" is then empty,
     * too. */
    Guard rest = guard_and(self->guards, self->path, unknown_given(self->unknowns, unknown));
    gboolean among = FALSE;
    for (guint i = 0; i < option->values->len; i++) {
        const char *from = ((const AllowedValue *)option->values->pdata[i])->value;
        Guard equal = unknown_equals(self->unknowns, unknown, from);
        if (!guard_is_false(guard_and(self->guards, self->path, equal))) {
            rest = guard_minus(self->guards, rest, equal);
            among = among || strcmp(from, statement->value) == 0;
            g_ptr_array_add(asked, (gpointer)from);
        }
    }
    for (guint i = 0; among && guard_is_false(rest) && i < asked->len; i++) {
        const MakeStandIn stand_in = {asked->pdata[i], statement->value, GUARD_TRUE, self->at};
        if (strcmp(stand_in.from, stand_in.to) != 0) {
            g_array_append_val(option->stand_ins, stand_in);
        }
    }
}

void make_note_stand_in(MakeReading *self, MakeVariable *variable, const MakeStatement *statement)
{
    gboolean plain = !statement->override && (statement->operation == ASSIGN_RECURSIVE ||
                                              statement->operation == ASSIGN_SIMPLE);
    /* What turns it off says that something is missing. */
    if (!plain || unknown_is_off(statement->value) || strpbrk(statement->value, "$ \t") != NULL) {
        return;
    }
    note_spellings(self, variable, statement);
    if (variable->role != ROLE_OPTION) {
        return;
    }
    Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, variable->name);
    for (guint i = 0; i < variable->values->len; i++) {
        const char *from = ((const AllowedValue *)variable->values->pdata[i])->value;
        Guard equal = unknown_equals(self->unknowns, unknown, from);
        if (!guard_is_false(guard_minus(self->guards, self->path, equal)) ||
            strcmp(from, statement->value) == 0 ||
            (strcmp(from, PLACEHOLDER) != 0 && !is_alone(self->file, statement))) {
            continue;
        }
        const MakeStandIn stand_in = {from, statement->value,
                                      where_given(self, unknown, from, self->path), self->at};
        g_array_append_val(variable->stand_ins, stand_in);
    }
}

gboolean make_is_stand_in(MakeReading *self, const MakeVariable *variable, const char *value)
{
    if (unknown_is_on(value) || unknown_is_off(value) || is_asked_to_choose(value)) {
        return FALSE;
    }
    Guard when = GUARD_FALSE;
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        if (declaration->kind == DECLARES_OFFER && g_strcmp0(declaration->value, value) == 0) {
            return FALSE;
        }
    }
    for (guint i = 0; i < variable->stand_ins->len; i++) {
        const MakeStandIn *stand_in = &g_array_index(variable->stand_ins, MakeStandIn, i);
        if (strcmp(stand_in->from, value) == 0) {
            when = guard_or(self->guards, when, stand_in->when);
        }
    }
    return strcmp(value, PLACEHOLDER) == 0 ? !guard_is_false(when) : guard_is_true(when);
}

gboolean make_is_put_for_yes(const MakeVariable *variable, const char *value)
{
    for (guint i = 0; i < variable->stand_ins->len; i++) {
        const MakeStandIn *stand_in = &g_array_index(variable->stand_ins, MakeStandIn, i);
        if (strcmp(stand_in->to, value) == 0 && unknown_is_on(stand_in->from)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* How many options are followed of which each has its default from the next one. */
#define LEFT_ALONE_DEPTH_MAX 4u

/* A condition without what it says of an option being given. */
static Guard where_left_alone(MakeReading *self, const Unknown *unknown, Guard when)
{
    return unknown->given != G_MAXUINT ? guard_restrict(self->guards, when, unknown->given, FALSE)
                                       : when;
}

/* Appends what an option is while nobody gives it, as its declarations say. FALSE where they do not
 * say so in every case within `when`. */
static gboolean append_left_alone(MakeReading *self, const Unknown *unknown, Guard when,
                                  GArray *ways)
{
    const MakeVariable *variable = make_variable(self, unknown->name);
    Guard rest = where_left_alone(self, unknown, when);
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *said = &g_array_index(variable->declarations, Declaration, i);
        Guard here = guard_and(self->guards, where_left_alone(self, unknown, said->when), rest);
        if (said->kind == DECLARES_DEFAULT && !guard_is_false(here)) {
            g_autoptr(GArray) found = make_expand(self, said->value, here);
            g_array_append_vals(ways, found->data, found->len);
            rest = guard_minus(self->guards, rest, here);
        }
    }
    return guard_is_false(rest) && ways->len <= MAKE_ALTERNATIVES_MAX;
}

/* Puts in place of each way that is another option what that is while nobody gives it. FALSE where
 * that is not known. */
static gboolean follow_options(MakeReading *self, GArray *ways)
{
    gboolean again = TRUE;
    for (guint depth = 0; again && depth <= LEFT_ALONE_DEPTH_MAX; depth++) {
        g_autoptr(GArray) next = g_array_new(FALSE, FALSE, sizeof(MakeAlternative));
        again = FALSE;
        for (guint i = 0; i < ways->len; i++) {
            const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
            if (!unknown_text_has_hole(way->text)) {
                g_array_append_vals(next, way, 1);
                continue;
            }
            const Unknown *unknown = unknowns_of_text(self->unknowns, way->text);
            if (unknown == NULL || unknown->kind != CONDITION_SUBJECT_OPTION ||
                !append_left_alone(self, unknown, way->when, next)) {
                return FALSE;
            }
            again = TRUE;
        }
        g_array_set_size(ways, 0);
        g_array_append_vals(ways, next->data, next->len);
    }
    return !again;
}

/* The ways in which "$(X_DEFAULT)" comes out, where all of them are words, of a switch words for on
 * and off; else the text itself. */
static GArray *ways_of_text(MakeReading *self, const MakeVariable *variable, const char *text,
                            Guard when)
{
    g_autoptr(GArray) ways = make_is_reference(text) ? make_expand(self, text, when) : NULL;
    gboolean is_switch = ways != NULL && make_is_switch(variable);
    gboolean words = ways != NULL && ways->len > 0 && (!is_switch || follow_options(self, ways));
    for (guint i = 0; words && i < ways->len; i++) {
        const char *way = g_array_index(ways, MakeAlternative, i).text;
        words = *way != '\0' && !unknown_text_has_hole(way) && strpbrk(way, "$ \t/-") == NULL &&
                (!is_switch || unknown_is_on(way) || unknown_is_off(way));
    }
    if (words) {
        return g_steal_pointer(&ways);
    }
    GArray *only = g_array_new(FALSE, FALSE, sizeof(MakeAlternative));
    const MakeAlternative way = {text, when};
    g_array_append_val(only, way);
    return only;
}

GArray *make_default_ways(MakeReading *self, const MakeVariable *variable, const char *text,
                          Guard when)
{
    g_autoptr(GArray) ways = ways_of_text(self, variable, text, when);
    GArray *result = g_array_new(FALSE, FALSE, sizeof(MakeAlternative));
    for (guint i = 0; i < ways->len; i++) {
        MakeAlternative way = g_array_index(ways, MakeAlternative, i);
        gboolean stands = make_is_stand_in(self, variable, way.text);
        for (guint k = 0; stands && k < variable->stand_ins->len; k++) {
            const MakeStandIn *stand_in = &g_array_index(variable->stand_ins, MakeStandIn, k);
            Guard here = guard_and(self->guards, way.when, stand_in->when);
            if (strcmp(stand_in->from, way.text) == 0 && !guard_is_false(here)) {
                const MakeAlternative other = {stand_in->to, here};
                g_array_append_val(result, other);
                way.when = guard_minus(self->guards, way.when, here);
            }
        }
        if (!guard_is_false(way.when)) {
            g_array_append_val(result, way);
        }
    }
    return result;
}
