/* What the files of condition_cover.h share; nobody else includes it.
 *
 * They work in this order: the subjects of a condition (_subjects.c), what these say of each other
 * (_never.c), its alternatives (_cubes.c),
 * fewer of them (_minimize.c), and what those say (_words.c). */
#pragma once

#include "core/condition_cover.h"

/* What a condition is about, as a variable with up to 64 values: bits of a mask. */
typedef struct {
    const Condition *atom; /* the first one that mentions it; its own for all but plain subjects */
    gboolean plain;        /* "subject" and "subject = value"; else the atom is all of it */
    gboolean negated;      /* "not atom" of an atom whose opposite says something else */
    gboolean (*is_on)(const char *value); /* ConditionDomain.is_on */
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

/* One alternative: the values that it leaves to each subject. */
typedef struct {
    guint64 masks[COVER_SUBJECTS_MAX];
} Cube;

typedef struct {
    Arena *arena;
    Subject subjects[COVER_SUBJECTS_MAX];
    guint count;
    GArray *never;   /* Cube: what cannot be, beyond each subject by itself */
    guint steps;     /* that are left */
    gboolean failed; /* a limit was passed */
    ConditionDomains domains;
    gpointer data;
} Cover;

/* ---- subjects ------------------------------------------------------------------------------- */

/* Adds the subjects of a condition, or of its opposite, and their values. All that is mentioned has
 * to be known before the first mask is made. */
void cover_find_subjects(Cover *self, const Condition *condition, gboolean negated);

/* The subject of an atom; NULL when it was not added. */
Subject *cover_subject(Cover *self, const Condition *atom, gboolean negated);

/* What subjects say of each other: Cubes that no configuration is in. "X matches Clang" is false
 * where X is GNU. The caller unrefs them. */
GArray *cover_never(const Cover *self);

/* The mask of one value; 0 when the subject does not have it. */
guint64 cover_value_bits(const Subject *subject, const char *value);

/* What a person can choose comes first, what nobody knows last: less than COVER_OBSCURITIES. */
#define COVER_OBSCURITIES 6u
guint cover_obscurity(const Subject *subject);

/* ---- cubes ---------------------------------------------------------------------------------- */

/* The alternatives of a condition, or of its opposite: Cube. The caller unrefs them; they mean
 * nothing when `failed` is set. */
GArray *cover_cubes(Cover *self, const Condition *condition, gboolean negated);

static inline const Cube *cover_cube_at(const GArray *cubes, guint index)
{
    return &g_array_index(cubes, Cube, index);
}

gboolean cover_cube_within(const Cover *self, const Cube *inner, const Cube *outer);

/* Whether the alternatives but one (G_MAXUINT: all) hold wherever `cube` does and can be. FALSE,
 * too, when that takes too long to find out. */
gboolean cover_is_covered(Cover *self, const GArray *cubes, guint except, const Cube *cube);

/* ---- making it smaller ---------------------------------------------------------------------- */

/* Makes the alternatives fewer and less, and sorts them: the most telling first. */
void cover_minimize(Cover *self, GArray *cubes);

/* ---- back to a condition -------------------------------------------------------------------- */

/* What a mask says of a subject; NULL when it can't be said. */
const Condition *cover_mask_words(const Cover *self, const Subject *subject, guint64 mask);

/* What the alternatives say together; NULL when it can't be said. */
const Condition *cover_words(const Cover *self, const GArray *cubes);
