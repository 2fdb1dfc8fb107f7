#include "core/condition_cover.h"
#include <string.h>

/* What a condition is about, as a variable with up to 64 values: bits of a mask. */
typedef struct {
    const Condition *atom; /* the first one that mentions it; its own for all but plain subjects */
    gboolean plain;        /* "subject" and "subject = value"; else the atom is all of it */
    gboolean negated;      /* "not atom" of an atom whose opposite says something else */
    const char *values[COVER_VALUES_MAX];
    guint64 bits[COVER_VALUES_MAX]; /* of each value; two where its truth is not known */
    guint count;
    guint bit_count;
    guint64 truth; /* the bits with which "subject" holds */
    guint64 all;   /* those that it can have */
} Subject;

/* All other values of a plain subject; of one that is an atom, that it holds and that it does not.
 */
#define BIT_TRUE ((guint64)1)
#define BIT_FALSE ((guint64)2)
#define BITS_OTHER (BIT_TRUE | BIT_FALSE)

typedef struct {
    guint64 masks[COVER_SUBJECTS_MAX];
} Cube;

typedef struct {
    Arena *arena;
    Subject subjects[COVER_SUBJECTS_MAX];
    guint count;
    guint steps;
    gboolean failed; /* a limit was passed */
    ConditionDomains domains;
    gpointer data;
} Cover;

/* ---- subjects ------------------------------------------------------------------------------- */

/* Whether some build system takes the text for "off". */
static gboolean may_be_off(const char *text)
{
    static const char *const words[] = {"0", "off",    "no",       "false",
                                        "n", "ignore", "notfound", "disabled"};
    g_autofree char *lower = g_ascii_strdown(text, -1);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_str_equal(words[i], lower)) {
            return TRUE;
        }
    }
    return g_str_has_suffix(lower, "-notfound");
}

/* A name with blanks stands for several checks: like an unknown, it is not the same twice. */
static gboolean is_vague(const Condition *atom)
{
    return atom->subject_kind == CONDITION_SUBJECT_UNKNOWN ||
           (atom->subject_kind == CONDITION_SUBJECT_PROBE && strchr(atom->subject, ' ') != NULL);
}

static gboolean is_plain(const Condition *atom)
{
    return !is_vague(atom) &&
           (atom->relation == NULL || (g_str_equal(atom->relation, "=") && atom->value != NULL));
}

static Subject *subject_find(Cover *self, const Condition *atom, gboolean negated)
{
    gboolean plain = is_plain(atom);
    for (guint i = 0; i < self->count; i++) {
        Subject *subject = &self->subjects[i];
        gboolean same = subject->plain == plain &&
                        (plain ? subject->atom->subject_kind == atom->subject_kind &&
                                     g_str_equal(subject->atom->subject, atom->subject)
                               : condition_equal(subject->atom, atom));
        if (same && subject->negated == (negated && is_vague(atom))) {
            return subject;
        }
    }
    return NULL;
}

static guint64 value_bits(const Subject *subject, const char *value)
{
    for (guint i = 0; i < subject->count; i++) {
        if (g_str_equal(subject->values[i], value)) {
            return subject->bits[i];
        }
    }
    return 0;
}

static void add_value(Cover *self, Subject *subject, const char *value)
{
    if (value_bits(subject, value) != 0) {
        return;
    }
    if (subject->count == COVER_VALUES_MAX) {
        self->failed = TRUE;
        return;
    }
    guint64 bit = (guint64)1 << subject->bit_count;
    gboolean open = may_be_off(value);
    subject->values[subject->count] = value;
    subject->bits[subject->count] = open ? bit | bit << 1 : bit;
    subject->all |= subject->bits[subject->count];
    subject->truth |= *value != '\0' ? bit : 0;
    subject->bit_count += open ? 2 : 1;
    subject->count++;
}

static Subject *subject_new(Cover *self, const Condition *atom, gboolean negated)
{
    if (self->count == COVER_SUBJECTS_MAX) {
        self->failed = TRUE;
        return NULL;
    }
    Subject *subject = &self->subjects[self->count++];
    *subject = (Subject){.atom = atom,
                         .plain = is_plain(atom),
                         .negated = negated && is_vague(atom),
                         .bit_count = 2,
                         .truth = BIT_TRUE,
                         .all = BITS_OTHER};
    ConditionDomain domain;
    if (subject->plain && atom->subject_kind == CONDITION_SUBJECT_OPTION && self->domains != NULL &&
        self->domains(atom->subject, &domain, self->data) && domain.closed && domain.count > 1) {
        for (guint i = 0; i < domain.count; i++) {
            add_value(self, subject, domain.values[i]);
        }
        subject->all &= ~BITS_OTHER;
    }
    return subject;
}

/* All that is mentioned has to be known before the first mask is made. */
static void find_subjects(Cover *self, const Condition *condition, gboolean negated)
{
    if (condition->kind == CONDITION_ATOM) {
        Subject *subject = subject_find(self, condition, negated);
        subject = subject != NULL ? subject : subject_new(self, condition, negated);
        if (subject != NULL && subject->plain && condition->value != NULL) {
            add_value(self, subject, condition->value);
        }
        return;
    }
    for (guint i = 0; i < condition->operand_count && !self->failed; i++) {
        find_subjects(self, condition->operands[i], negated != (condition->kind == CONDITION_NOT));
    }
}

/* ---- cubes ---------------------------------------------------------------------------------- */

static Cube cube_full(const Cover *self)
{
    Cube cube;
    for (guint i = 0; i < self->count; i++) {
        cube.masks[i] = self->subjects[i].all;
    }
    return cube;
}

static gboolean cube_and(const Cover *self, const Cube *a, const Cube *b, Cube *both)
{
    for (guint i = 0; i < self->count; i++) {
        both->masks[i] = a->masks[i] & b->masks[i];
        if (both->masks[i] == 0) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean cube_within(const Cover *self, const Cube *inner, const Cube *outer)
{
    for (guint i = 0; i < self->count; i++) {
        if ((inner->masks[i] & ~outer->masks[i]) != 0) {
            return FALSE;
        }
    }
    return TRUE;
}

static const Cube *cube_at(const GArray *cubes, guint index)
{
    return &g_array_index(cubes, Cube, index);
}

/* Whether the alternatives but one hold wherever `cube` does. FALSE, too, when that takes too long
 * to find out. */
static gboolean is_covered(Cover *self, const GArray *cubes, guint except, const Cube *cube)
{
    if (self->steps == 0) {
        return FALSE;
    }
    self->steps--;
    guint subject = G_MAXUINT;
    guint64 mask = 0;
    for (guint i = 0; i < cubes->len; i++) {
        Cube both;
        if (i == except || !cube_and(self, cube, cube_at(cubes, i), &both)) {
            continue;
        }
        if (cube_within(self, cube, cube_at(cubes, i))) {
            return TRUE;
        }
        for (guint k = 0; k < self->count && subject == G_MAXUINT; k++) {
            if (both.masks[k] != cube->masks[k]) {
                subject = k;
                mask = both.masks[k];
            }
        }
    }
    if (subject == G_MAXUINT) {
        return FALSE;
    }
    Cube part = *cube;
    part.masks[subject] = cube->masks[subject] & mask;
    if (!is_covered(self, cubes, except, &part)) {
        return FALSE;
    }
    part.masks[subject] = cube->masks[subject] & ~mask;
    return is_covered(self, cubes, except, &part);
}

static void add_cube(Cover *self, GArray *cubes, const Cube *cube)
{
    for (guint i = 0; i < self->count; i++) {
        if (cube->masks[i] == 0) {
            return;
        }
    }
    for (guint i = cubes->len; i > 0; i--) {
        if (cube_within(self, cube, cube_at(cubes, i - 1))) {
            return;
        }
        if (cube_within(self, cube_at(cubes, i - 1), cube)) {
            g_array_remove_index(cubes, i - 1);
        }
    }
    if (cubes->len == COVER_ALTERNATIVES_MAX) {
        self->failed = TRUE;
        return;
    }
    g_array_append_val(cubes, *cube);
}

static GArray *cubes_of(Cover *self, const Condition *condition, gboolean negated);

static GArray *cubes_of_atom(Cover *self, const Condition *atom, gboolean negated)
{
    GArray *cubes = g_array_new(FALSE, FALSE, sizeof(Cube));
    const Subject *subject = subject_find(self, atom, negated);
    guint64 mask = !subject->plain          ? BIT_TRUE
                   : atom->relation == NULL ? subject->truth
                                            : value_bits(subject, atom->value);
    if (negated && !subject->negated) {
        mask = ~mask;
    }
    Cube cube = cube_full(self);
    cube.masks[subject - self->subjects] &= mask;
    add_cube(self, cubes, &cube);
    return cubes;
}

static GArray *product(Cover *self, const GArray *a, const GArray *b)
{
    GArray *cubes = g_array_new(FALSE, FALSE, sizeof(Cube));
    for (guint i = 0; i < a->len && !self->failed; i++) {
        for (guint k = 0; k < b->len && !self->failed; k++) {
            Cube both;
            if (cube_and(self, cube_at(a, i), cube_at(b, k), &both)) {
                add_cube(self, cubes, &both);
            }
        }
    }
    return cubes;
}

static GArray *cubes_of_parts(Cover *self, const Condition *condition, gboolean negated)
{
    gboolean all = (condition->kind == CONDITION_ALL) != negated;
    g_autoptr(GArray) cubes = g_array_new(FALSE, FALSE, sizeof(Cube));
    if (all) {
        Cube full = cube_full(self);
        add_cube(self, cubes, &full);
    }
    for (guint i = 0; i < condition->operand_count && !self->failed; i++) {
        g_autoptr(GArray) part = cubes_of(self, condition->operands[i], negated);
        if (all) {
            GArray *both = product(self, cubes, part);
            g_array_unref(cubes);
            cubes = both;
        }
        for (guint k = 0; !all && k < part->len; k++) {
            add_cube(self, cubes, cube_at(part, k));
        }
    }
    return g_steal_pointer(&cubes);
}

/* Conditions are bounded in depth (CONDITION_DEPTH_MAX). */
static GArray *cubes_of(Cover *self, const Condition *condition, gboolean negated)
{
    GArray *cubes = NULL;
    switch (condition->kind) {
    case CONDITION_TRUE:
    case CONDITION_FALSE:
        cubes = g_array_new(FALSE, FALSE, sizeof(Cube));
        if ((condition->kind == CONDITION_TRUE) != negated) {
            Cube full = cube_full(self);
            add_cube(self, cubes, &full);
        }
        return cubes;
    case CONDITION_ATOM:
        return cubes_of_atom(self, condition, negated);
    case CONDITION_NOT:
        return cubes_of(self, condition->operands[0], !negated);
    case CONDITION_ALL:
    case CONDITION_ANY:
        break;
    }
    return cubes_of_parts(self, condition, negated);
}

/* ---- what a mask says ----------------------------------------------------------------------- */

static const Condition *equals(const Cover *self, const Subject *subject, const char *value)
{
    return condition_atom(self->arena, subject->atom->subject_kind, subject->atom->subject,
                          value == NULL ? NULL : "=", value);
}

static void add_not(const Cover *self, GPtrArray *list, const Condition *condition)
{
    g_ptr_array_add(list, (gpointer)condition_not(self->arena, condition));
}

static const Condition *any_of(const Cover *self, const GPtrArray *list)
{
    return condition_any(self->arena, (const Condition *const *)list->pdata, list->len);
}

static const Condition *all_of(const Cover *self, const GPtrArray *list)
{
    return condition_all(self->arena, (const Condition *const *)list->pdata, list->len);
}

/* "It is none of the excluded values", of all (`within` is all bits) or of those that make the
 * subject true or false; and single values of the other side. NULL when that can't be said: a value
 * is excluded when it is true and not when it is false. */
static const Condition *others_words(const Cover *self, const Subject *subject, guint64 mask,
                                     guint64 within)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    g_autoptr(GPtrArray) any = g_ptr_array_new();
    if (within != subject->all) {
        const Condition *on = equals(self, subject, NULL);
        g_ptr_array_add(all,
                        (gpointer)((within & BIT_TRUE) != 0 ? on : condition_not(self->arena, on)));
    }
    guint64 told = within;
    for (guint i = 0; i < subject->count; i++) {
        guint64 bits = subject->bits[i];
        if ((bits & within & ~mask) != 0) {
            add_not(self, all, equals(self, subject, subject->values[i]));
            told &= ~bits;
        } else if ((bits & ~within & mask) != 0) {
            g_ptr_array_add(any, (gpointer)equals(self, subject, subject->values[i]));
            told |= bits;
        }
    }
    if (told != mask) {
        return NULL;
    }
    g_ptr_array_insert(any, 0, (gpointer)all_of(self, all));
    return any_of(self, any);
}

/* What a mask says of a subject; NULL when it can't be said. */
static const Condition *subject_words(const Cover *self, const Subject *subject, guint64 mask)
{
    if (!subject->plain) {
        gboolean negated = subject->negated || mask == BIT_FALSE;
        return negated ? condition_not(self->arena, subject->atom) : subject->atom;
    }
    guint64 truth = subject->truth & subject->all;
    if (mask == truth) {
        return equals(self, subject, NULL);
    }
    if (mask == (subject->all & ~truth)) {
        return condition_not(self->arena, equals(self, subject, NULL));
    }
    switch (mask & BITS_OTHER) {
    case BITS_OTHER:
        return others_words(self, subject, mask, subject->all);
    case BIT_TRUE:
        return others_words(self, subject, mask, truth);
    case BIT_FALSE:
        return others_words(self, subject, mask, subject->all & ~truth);
    default:
        break;
    }
    g_autoptr(GPtrArray) any = g_ptr_array_new();
    guint64 told = 0;
    for (guint i = 0; i < subject->count; i++) {
        if ((subject->bits[i] & mask) != 0) {
            g_ptr_array_add(any, (gpointer)equals(self, subject, subject->values[i]));
            told |= subject->bits[i];
        }
    }
    if (told != mask) {
        return NULL;
    }
    /* With a closed domain "none of these" may be shorter. */
    if (any->len * 2 > subject->count && (subject->all & BITS_OTHER) == 0) {
        return others_words(self, subject, mask, subject->all);
    }
    return any_of(self, any);
}

/* ---- making it smaller ---------------------------------------------------------------------- */

/* What a person can choose comes first, what nobody knows last. */
static guint obscurity(const Subject *subject)
{
    switch (subject->atom->subject_kind) {
    case CONDITION_SUBJECT_OPTION:
        return 0;
    case CONDITION_SUBJECT_PACKAGE:
        return 1;
    case CONDITION_SUBJECT_PROBE:
        return is_vague(subject->atom) ? 4 : 2;
    case CONDITION_SUBJECT_PLATFORM:
        return 3;
    case CONDITION_SUBJECT_UNKNOWN:
        return 5;
    }
    g_assert_not_reached();
}

#define OBSCURITIES 6u

static gboolean can_say(const Cover *self, guint subject, guint64 mask)
{
    return mask == self->subjects[subject].all ||
           subject_words(self, &self->subjects[subject], mask) != NULL;
}

/* Gives a cube more values of one subject if it still says nothing new then. */
static gboolean widen(Cover *self, const GArray *cubes, Cube *cube, guint subject, guint64 mask)
{
    if (mask == cube->masks[subject] || !can_say(self, subject, mask)) {
        return FALSE;
    }
    Cube wider = *cube;
    wider.masks[subject] = mask & ~cube->masks[subject];
    if (!is_covered(self, cubes, G_MAXUINT, &wider)) {
        return FALSE;
    }
    cube->masks[subject] = mask;
    return TRUE;
}

/* Drops what an alternative says needlessly of one subject: all, or single values that it excludes.
 */
static gboolean widen_subject(Cover *self, const GArray *cubes, Cube *cube, guint index)
{
    const Subject *subject = &self->subjects[index];
    guint64 mask = cube->masks[index];
    if (mask == subject->all) {
        return FALSE;
    }
    if (widen(self, cubes, cube, index, subject->all)) {
        return TRUE;
    }
    gboolean widened = FALSE;
    guint64 truth = subject->truth & subject->all;
    guint64 sides[] = {truth, subject->all & ~truth};
    for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
        if ((mask & ~sides[i]) == 0) {
            widened = widen(self, cubes, cube, index, sides[i]) || widened;
        }
    }
    /* What is said of all other values is said in exceptions; of single values, one by one. */
    guint64 side = (mask & BITS_OTHER) == BITS_OTHER ? subject->all
                   : (mask & BIT_TRUE) != 0          ? sides[0]
                   : (mask & BIT_FALSE) != 0         ? sides[1]
                                                     : 0;
    for (guint i = 0; i < subject->count; i++) {
        guint64 more = cube->masks[index] | (subject->bits[i] & side);
        widened = widen(self, cubes, cube, index, more) || widened;
    }
    return widened;
}

static gboolean widen_all(Cover *self, GArray *cubes)
{
    gboolean widened = FALSE;
    for (guint i = 0; i < cubes->len; i++) {
        Cube cube = *cube_at(cubes, i);
        for (guint rank = OBSCURITIES; rank > 0; rank--) {
            for (guint k = self->count; k > 0; k--) {
                if (obscurity(&self->subjects[k - 1]) == rank - 1) {
                    widened = widen_subject(self, cubes, &cube, k - 1) || widened;
                }
            }
        }
        g_array_index(cubes, Cube, i) = cube;
    }
    return widened;
}

/* The only subject in which two cubes differ; G_MAXUINT when there are more. */
static guint only_difference(const Cover *self, const Cube *a, const Cube *b)
{
    guint found = G_MAXUINT;
    for (guint i = 0; i < self->count; i++) {
        if (a->masks[i] != b->masks[i]) {
            if (found != G_MAXUINT) {
                return G_MAXUINT;
            }
            found = i;
        }
    }
    return found;
}

static gboolean merge(Cover *self, GArray *cubes)
{
    gboolean merged = FALSE;
    for (guint i = 0; i < cubes->len; i++) {
        for (guint k = cubes->len; k > i + 1; k--) {
            Cube *cube = &g_array_index(cubes, Cube, i);
            const Cube *other = cube_at(cubes, k - 1);
            guint subject = only_difference(self, cube, other);
            gboolean one = subject != G_MAXUINT &&
                           can_say(self, subject, cube->masks[subject] | other->masks[subject]);
            if (one || cube_within(self, other, cube)) {
                if (one) {
                    cube->masks[subject] |= other->masks[subject];
                }
                g_array_remove_index(cubes, k - 1);
                merged = TRUE;
                k = cubes->len + 1;
            }
        }
    }
    return merged;
}

static guint cube_obscurity(const Cover *self, const Cube *cube, guint *said)
{
    guint most = 0;
    *said = 0;
    for (guint i = 0; i < self->count; i++) {
        if (cube->masks[i] != self->subjects[i].all) {
            most = MAX(most, obscurity(&self->subjects[i]));
            (*said)++;
        }
    }
    return most;
}

static int compare_cubes(gconstpointer a, gconstpointer b, gpointer data)
{
    guint said_a, said_b;
    guint obscurity_a = cube_obscurity(data, a, &said_a);
    guint obscurity_b = cube_obscurity(data, b, &said_b);
    return obscurity_a != obscurity_b ? (obscurity_a < obscurity_b ? -1 : 1)
                                      : (said_a > said_b) - (said_a < said_b);
}

/* Values that an alternative lists although others have them anyway. */
static void narrow(Cover *self, GArray *cubes, guint index)
{
    for (guint k = 0; k < self->count; k++) {
        const Subject *subject = &self->subjects[k];
        for (guint i = 0; i < subject->count; i++) {
            Cube *cube = &g_array_index(cubes, Cube, index);
            Cube part = *cube;
            part.masks[k] &= subject->bits[i];
            gboolean lists = (cube->masks[k] & BITS_OTHER) == 0 && cube->masks[k] != subject->all &&
                             part.masks[k] == subject->bits[i] && part.masks[k] != cube->masks[k];
            if (lists && is_covered(self, cubes, index, &part)) {
                cube->masks[k] &= ~subject->bits[i];
            }
        }
    }
}

#define ROUNDS_MAX 6u

static void minimize(Cover *self, GArray *cubes)
{
    gboolean changed = TRUE;
    for (guint round = 0; changed && round < ROUNDS_MAX; round++) {
        changed = merge(self, cubes);
        changed = widen_all(self, cubes) || changed;
    }
    merge(self, cubes);
    g_array_sort_with_data(cubes, compare_cubes, self);
    for (guint i = cubes->len; i > 0; i--) {
        Cube cube = *cube_at(cubes, i - 1);
        if (is_covered(self, cubes, i - 1, &cube)) {
            g_array_remove_index(cubes, i - 1);
        }
    }
    for (guint i = 0; i < cubes->len; i++) {
        narrow(self, cubes, i);
    }
}

/* ---- back to a condition -------------------------------------------------------------------- */

/* Adds what a cube says of the subjects of a range of obscurities, most telling first; only of
 * those that are `common`, or are not. FALSE when that can't be said. */
static gboolean add_cube_words(const Cover *self, const Cube *cube, const gboolean *common,
                               gboolean with, guint first_rank, guint end_rank, GPtrArray *all)
{
    for (guint rank = first_rank; rank < end_rank; rank++) {
        for (guint i = 0; i < self->count; i++) {
            const Subject *subject = &self->subjects[i];
            if (obscurity(subject) != rank || cube->masks[i] == subject->all || common[i] != with) {
                continue;
            }
            const Condition *words = subject_words(self, subject, cube->masks[i]);
            if (words == NULL) {
                return FALSE;
            }
            g_ptr_array_add(all, (gpointer)words);
        }
    }
    return TRUE;
}

/* What all cubes say alike stands once, around what tells them apart: in front of that as far as it
 * is no harder to choose, behind it the rest. */
static const Condition *cover_words(const Cover *self, const GArray *cubes)
{
    if (cubes->len == 0) {
        return condition_false();
    }
    gboolean common[COVER_SUBJECTS_MAX];
    guint rank = 0;
    for (guint k = 0; k < self->count; k++) {
        common[k] = TRUE;
        for (guint i = 1; i < cubes->len && common[k]; i++) {
            common[k] = cube_at(cubes, i)->masks[k] == cube_at(cubes, 0)->masks[k];
        }
        rank = common[k] ? rank : MAX(rank, obscurity(&self->subjects[k]));
    }
    g_autoptr(GPtrArray) any = g_ptr_array_new();
    for (guint i = 0; i < cubes->len; i++) {
        g_autoptr(GPtrArray) all = g_ptr_array_new();
        if (!add_cube_words(self, cube_at(cubes, i), common, FALSE, 0, OBSCURITIES, all)) {
            return NULL;
        }
        g_ptr_array_add(any, (gpointer)all_of(self, all));
    }
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    const Cube *first = cube_at(cubes, 0);
    gboolean said = add_cube_words(self, first, common, TRUE, 0, rank + 1, all);
    g_ptr_array_add(all, (gpointer)any_of(self, any));
    said = said && add_cube_words(self, first, common, TRUE, rank + 1, OBSCURITIES, all);
    return said ? all_of(self, all) : NULL;
}

static const Condition *simplest(Arena *arena, const Condition *condition, ConditionDomains domains,
                                 gpointer data)
{
    g_autofree Cover *self = g_new0(Cover, 1);
    self->arena = arena;
    self->steps = COVER_STEPS_MAX;
    self->domains = domains;
    self->data = data;
    find_subjects(self, condition, FALSE);
    if (self->failed) {
        return NULL;
    }
    g_autoptr(GArray) cubes = cubes_of(self, condition, FALSE);
    if (self->failed) {
        return NULL;
    }
    minimize(self, cubes);
    return cover_words(self, cubes);
}

const Condition *condition_simplest(Arena *arena, const Condition *self, ConditionDomains domains,
                                    gpointer data)
{
    if (self->kind == CONDITION_TRUE || self->kind == CONDITION_FALSE ||
        self->kind == CONDITION_ATOM || self->atoms > CONDITION_WRITTEN_ATOMS_MAX) {
        return self;
    }
    const Condition *found = simplest(arena, self, domains, data);
    if (domains != NULL && (found == NULL || found->kind == CONDITION_FALSE)) {
        found = simplest(arena, self, NULL, NULL);
    }
    return found == NULL || found->atoms > self->atoms ? self : found;
}
