#include "discover/cmake/facts_refused.h"

#include "discover/cmake/facts_exclusive.h"
#include "discover/cmake/facts_option.h"
#include <string.h>

/* The option of which a part of a refusal says that it is given, or is not some word; NULL for all
 * else. */
static const char *refused_option(const Condition *part, gboolean *is_word)
{
    const Condition *atom = part->kind == CONDITION_NOT ? part->operands[0] : part;
    *is_word = atom != part;
    gboolean fits = atom->kind == CONDITION_ATOM &&
                    atom->subject_kind == CONDITION_SUBJECT_OPTION &&
                    (*is_word ? g_strcmp0(atom->relation, "=") == 0 : atom->relation == NULL);
    return fits ? atom->subject : NULL;
}

/* The list of which all but some words are refused, as foreach() goes through it: that says nothing
 * of several of these words together. NULL for other refusals. */
static const char *refused_list(const FactsSource *self, const Condition *when)
{
    const char *list = NULL;
    gboolean words = FALSE;
    for (guint i = 0; when->kind == CONDITION_ALL && i < when->operand_count; i++) {
        gboolean is_word = FALSE;
        const char *name = refused_option(when->operands[i], &is_word);
        if (name == NULL || (list != NULL && strcmp(list, name) != 0)) {
            return NULL;
        }
        list = name;
        words = words || is_word;
    }
    const OptionRecord *option = words ? recorder_option(self->recorder, list, FALSE) : NULL;
    return option != NULL && option->list ? list : NULL;
}

static const Condition *refused_when(const FactsSource *self, Guard guard)
{
    const Condition *when = symbols_condition(self->symbols, guard);
    const char *list = refused_list(self, when);
    if (list == NULL) {
        return when;
    }
    const Condition *const both[] = {
        condition_atom(self->arena, CONDITION_SUBJECT_OPTION, list, NULL, NULL),
        condition_atom(self->arena, CONDITION_SUBJECT_UNKNOWN,
                       arena_printf(self->arena, "elements of ${%s}", list), NULL, NULL)};
    return condition_all(self->arena, both, G_N_ELEMENTS(both));
}

/* The refusals of one place that are left once `covered` ones are taken out. */
typedef struct {
    const GPtrArray *records; /* const ConstraintRecord * */
    const gboolean *covered;
    guint begin, end;
} Place;

static const ConstraintRecord *record_at(const Place *place, guint number)
{
    return place->records->pdata[number];
}

/* How much of both texts is alike, from the end where `from_end`, to the end of a word. */
static gsize common_length(const char *a, const char *b, gboolean from_end)
{
    gsize a_length = strlen(a);
    gsize b_length = strlen(b);
    gsize same = 0;
    while (same < a_length && same < b_length &&
           (from_end ? a[a_length - 1 - same] == b[b_length - 1 - same] : a[same] == b[same])) {
        same++;
    }
    while (same > 0 && same < a_length && (from_end ? a[a_length - same] : a[same - 1]) != ' ') {
        same--;
    }
    return same;
}

/* What two messages say alike, with "..." where they differ. */
static const char *common_message(const FactsSource *self, const char *a, const char *b)
{
    if (g_str_equal(a, b)) {
        return a;
    }
    gsize front = common_length(a, b, FALSE);
    gsize back = MIN(common_length(a, b, TRUE), MIN(strlen(a), strlen(b)) - front);
    return arena_printf(self->arena, "%.*s...%s", (int)front, a, a + strlen(a) - back);
}

/* The message of all of them: that in which what differs is left open, if there is one. */
static const char *joint_message(const FactsSource *self, const Place *place)
{
    const char *message = NULL;
    for (guint i = place->begin; i < place->end; i++) {
        const char *one = record_at(place, i)->message;
        if (place->covered[i]) {
            continue;
        }
        if (strstr(one, "${") != NULL) {
            return one;
        }
        message = message == NULL ? one : common_message(self, message, one);
    }
    return message;
}

/* Whether some option decides whether `part` holds, and has no say in `any`. */
static gboolean drops_option(const FactsSource *self, Guard part, Guard any)
{
    g_autoptr(GArray) of_part = guard_support(self->guards, part);
    g_autoptr(GArray) of_any = guard_support(self->guards, any);
    for (guint i = 0; i < of_part->len; i++) {
        guint variable = g_array_index(of_part, guint, i);
        const Atom *atom = symbols_atom(self->symbols, variable);
        gboolean option = atom->symbol != SYMBOL_NONE &&
                          symbols_at(self->symbols, atom->symbol)->kind == CONDITION_SUBJECT_OPTION;
        gboolean kept = FALSE;
        for (guint k = 0; option && k < of_any->len && !kept; k++) {
            kept = g_array_index(of_any, guint, k) == variable;
        }
        if (option && !kept) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Where any of them refuses, if less has to be said for that than for each: what they tell apart is
 * then in the message alone, "GNU has no such flag". NULL where each says something of its own, as
 * where options make the difference. */
static const Condition *joint_when(const FactsSource *self, const Place *place)
{
    Guard any = GUARD_FALSE;
    guint least = G_MAXUINT; /* nodes */
    guint count = 0;
    for (guint i = place->begin; i < place->end; i++) {
        Guard when;
        if (place->covered[i]) {
            continue;
        }
        if (!symbols_expand(self->symbols, record_at(place, i)->when, &when)) {
            return NULL;
        }
        any = guard_or(self->guards, any, when);
        least = MIN(least, guard_size(self->guards, when));
        count++;
    }
    for (guint i = place->begin; i < place->end; i++) {
        Guard when;
        symbols_expand(self->symbols, record_at(place, i)->when, &when);
        if (!place->covered[i] && drops_option(self, when, any)) {
            return NULL;
        }
    }
    gboolean less = count > 1 && !guard_is_false(any) && guard_size(self->guards, any) < least;
    return less ? refused_when(self, any) : NULL;
}

static void add_constraint(const FactsSource *self, Facts *facts, const Condition *when,
                           const char *message, Span at)
{
    Constraint *constraint = arena_new0(self->arena, Constraint);
    *constraint = (Constraint){when, message, at};
    g_ptr_array_add(facts->constraints, constraint);
}

static void add_place(const FactsSource *self, Facts *facts, const Place *place)
{
    const Condition *joint = joint_when(self, place);
    if (joint != NULL) {
        add_constraint(self, facts, joint, joint_message(self, place),
                       record_at(place, place->begin)->at);
        return;
    }
    for (guint i = place->begin; i < place->end; i++) {
        const ConstraintRecord *record = record_at(place, i);
        if (!place->covered[i] && !facts_option_never(self, record->when)) {
            add_constraint(self, facts, refused_when(self, record->when), record->message,
                           record->at);
        }
    }
}

void facts_refused_build(const FactsSource *self, Facts *facts)
{
    const GPtrArray *records = recorder_constraints(self->recorder);
    g_autofree gboolean *covered = g_new0(gboolean, records->len + 1);
    facts_exclusive_find(self, records, facts, covered);
    Place place = {.records = records, .covered = covered};
    for (; place.begin < records->len; place.begin = place.end) {
        place.end = place.begin + 1;
        while (place.end < records->len && span_same_line(&record_at(&place, place.begin)->at,
                                                          &record_at(&place, place.end)->at)) {
            place.end++;
        }
        add_place(self, facts, &place);
    }
}
