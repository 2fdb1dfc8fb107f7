#include "discover/cmake/facts_exclusive.h"
#include <string.h>

/* Two that exclude each other are told with each of them; what many hang on is no choice of one. */
#define MEMBERS_MIN 3u
#define MEMBERS_MAX 64u
/* A refusal that takes more to tell is not taken apart. */
#define REFUSED_NODES_MAX 20000u

typedef struct {
    guint variable; /* that it is on */
    const char *name;
    Guard exists;
} Switch;

typedef struct {
    const FactsSource *source;
    const GPtrArray *constraints; /* const ConstraintRecord * */
    Facts *facts;
    gboolean *covered;
    guint begin, end; /* those of one place */
    GArray *whens;    /* Guard: where each of these refuses */
    Guard refused;    /* by any of these */
    GArray *switches; /* Switch, in the order in which they are declared */
} Exclusives;

static const ConstraintRecord *record_at(const Exclusives *self, guint number)
{
    return self->constraints->pdata[number];
}

/* What is refused at the place; FALSE where that is not known to the end. */
static gboolean join_refused(Exclusives *self)
{
    self->refused = GUARD_FALSE;
    g_array_set_size(self->whens, 0);
    for (guint i = self->begin; i < self->end; i++) {
        Guard when;
        if (!symbols_expand(self->source->symbols, record_at(self, i)->when, &when)) {
            return FALSE;
        }
        g_array_append_val(self->whens, when);
        self->refused = guard_or(self->source->guards, self->refused, when);
    }
    return guard_size(self->source->guards, self->refused) <= REFUSED_NODES_MAX;
}

/* Where somebody can give it. */
static Guard existence(const FactsSource *self, const OptionRecord *option)
{
    Guard exists = GUARD_FALSE;
    for (guint i = 0; i < option->definitions->len; i++) {
        const DefinitionRecord *definition = option->definitions->pdata[i];
        Guard one;
        if (!symbols_expand(self->symbols, definition->exists, &one)) {
            return GUARD_TRUE;
        }
        exists = guard_or(self->guards, exists, one);
    }
    return exists;
}

static void find_switches(Exclusives *self)
{
    const FactsSource *source = self->source;
    g_array_set_size(self->switches, 0);
    g_autoptr(GArray) support = guard_support(source->guards, self->refused);
    for (guint i = 0; i < support->len; i++) {
        guint variable = g_array_index(support, guint, i);
        const Atom *atom = symbols_atom(source->symbols, variable);
        const Symbol *symbol = atom->kind == ATOM_TRUTH && atom->symbol != SYMBOL_NONE
                                   ? symbols_at(source->symbols, atom->symbol)
                                   : NULL;
        const OptionRecord *option =
            symbol != NULL && symbol->kind == CONDITION_SUBJECT_OPTION && symbol->boolean
                ? recorder_option(source->recorder, symbol->name, FALSE)
                : NULL;
        if (option != NULL && option->definitions->len > 0) {
            const Switch one = {variable, option->name, existence(source, option)};
            g_array_append_val(self->switches, one);
        }
    }
}

/* Whether the two are refused together wherever both can be given. */
static gboolean refuses_both(const Exclusives *self, const Switch *a, const Switch *b)
{
    Guards *guards = self->source->guards;
    const GuardLiteral both[] = {{a->variable, TRUE}, {b->variable, TRUE}};
    Guard refused = guard_assume(guards, self->refused, both, G_N_ELEMENTS(both));
    return guard_is_true(refused) ||
           (!guard_is_false(refused) &&
            guard_is_false(guard_minus(guards, guard_and(guards, a->exists, b->exists), refused)));
}

/* Takes from the switches, from `first` on, what excludes all that were taken before it. */
static GArray *take_set(Exclusives *self, guint first)
{
    GArray *set = g_array_new(FALSE, FALSE, sizeof(Switch));
    for (guint i = first; i < self->switches->len; i++) {
        const Switch *next = &g_array_index(self->switches, Switch, i);
        gboolean all = TRUE;
        for (guint k = 0; all && k < set->len; k++) {
            all = refuses_both(self, &g_array_index(set, Switch, k), next);
        }
        if (all) {
            g_array_append_vals(set, next, 1);
        }
    }
    return set;
}

static void remove_taken(Exclusives *self, const GArray *set)
{
    for (guint i = 0, k = 0; k < set->len; i++) {
        if (g_array_index(self->switches, Switch, i).variable ==
            g_array_index(set, Switch, k).variable) {
            g_array_remove_index(self->switches, i--);
            k++;
        }
    }
}

/* Marks the refusals of the place that two of the set meet. */
static void mark_covered(Exclusives *self, const GArray *set)
{
    Guards *guards = self->source->guards;
    Guard any = GUARD_FALSE;
    Guard several = GUARD_FALSE;
    for (guint i = 0; i < set->len; i++) {
        Guard on = guard_variable(guards, g_array_index(set, Switch, i).variable);
        several = guard_or(guards, several, guard_and(guards, any, on));
        any = guard_or(guards, any, on);
    }
    for (guint i = self->begin; i < self->end; i++) {
        Guard when = g_array_index(self->whens, Guard, i - self->begin);
        self->covered[i] = self->covered[i] || guard_is_false(guard_minus(guards, when, several));
    }
}

/* What the messages of the place begin with alike, to the end of a word. */
static const char *common_message(const Exclusives *self)
{
    const char *first = record_at(self, self->begin)->message;
    gsize length = strlen(first);
    for (guint i = self->begin + 1; i < self->end; i++) {
        const char *other = record_at(self, i)->message;
        gsize same = 0;
        while (same < length && other[same] == first[same]) {
            same++;
        }
        length = same;
    }
    if (first[length] == '\0') {
        return first;
    }
    while (length > 0 && first[length - 1] != ' ') {
        length--;
    }
    return length == 0 ? first : arena_printf(self->source->arena, "%.*s...", (int)length, first);
}

static void add_set(Exclusives *self, const GArray *set)
{
    Arena *arena = self->source->arena;
    GPtrArray *options = arena_array(arena);
    for (guint i = 0; i < set->len; i++) {
        g_ptr_array_add(options, (gpointer)g_array_index(set, Switch, i).name);
    }
    Exclusive *exclusive = arena_new0(arena, Exclusive);
    *exclusive = (Exclusive){options, common_message(self), record_at(self, self->begin)->at};
    g_ptr_array_add(self->facts->exclusives, exclusive);
}

static void find_at_place(Exclusives *self)
{
    if (!join_refused(self)) {
        return;
    }
    find_switches(self);
    if (self->switches->len > MEMBERS_MAX) {
        return;
    }
    for (guint first = 0; first + MEMBERS_MIN <= self->switches->len;) {
        g_autoptr(GArray) set = take_set(self, first);
        if (set->len < MEMBERS_MIN) {
            first++;
            continue;
        }
        add_set(self, set);
        mark_covered(self, set);
        remove_taken(self, set);
    }
}

void facts_exclusive_find(const FactsSource *self, const GPtrArray *constraints, Facts *facts,
                          gboolean *covered)
{
    g_autoptr(GArray) switches = g_array_new(FALSE, FALSE, sizeof(Switch));
    g_autoptr(GArray) whens = g_array_new(FALSE, FALSE, sizeof(Guard));
    Exclusives exclusives = {.source = self,
                             .constraints = constraints,
                             .facts = facts,
                             .covered = covered,
                             .whens = whens,
                             .switches = switches};
    for (guint i = 0; i < constraints->len; i = exclusives.end) {
        exclusives.begin = i;
        exclusives.end = i + 1;
        while (exclusives.end < constraints->len &&
               span_same_line(&record_at(&exclusives, i)->at,
                              &record_at(&exclusives, exclusives.end)->at)) {
            exclusives.end++;
        }
        find_at_place(&exclusives);
    }
}
