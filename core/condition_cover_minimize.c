/* Fewer alternatives that say less, and together the same. */
#include "core/condition_cover_internal.h"

static gboolean can_say(const Cover *self, guint subject, guint64 mask)
{
    return mask == self->subjects[subject].all ||
           cover_mask_words(self, &self->subjects[subject], mask) != NULL;
}

/* Gives a cube more values of one subject if it still says nothing new then. */
static gboolean widen(Cover *self, const GArray *cubes, Cube *cube, guint subject, guint64 mask)
{
    if (mask == cube->masks[subject] || !can_say(self, subject, mask)) {
        return FALSE;
    }
    Cube wider = *cube;
    wider.masks[subject] = mask & ~cube->masks[subject];
    if (!cover_is_covered(self, cubes, G_MAXUINT, &wider)) {
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
        Cube cube = *cover_cube_at(cubes, i);
        for (guint rank = COVER_OBSCURITIES; rank > 0; rank--) {
            for (guint k = self->count; k > 0; k--) {
                if (cover_obscurity(&self->subjects[k - 1]) == rank - 1) {
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
            const Cube *other = cover_cube_at(cubes, k - 1);
            guint subject = only_difference(self, cube, other);
            gboolean one = subject != G_MAXUINT &&
                           can_say(self, subject, cube->masks[subject] | other->masks[subject]);
            if (one || cover_cube_within(self, other, cube)) {
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
            most = MAX(most, cover_obscurity(&self->subjects[i]));
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
            if (lists && cover_is_covered(self, cubes, index, &part)) {
                cube->masks[k] &= ~subject->bits[i];
            }
        }
    }
}

#define ROUNDS_MAX 6u

void cover_minimize(Cover *self, GArray *cubes)
{
    gboolean changed = TRUE;
    for (guint round = 0; changed && round < ROUNDS_MAX; round++) {
        changed = merge(self, cubes);
        changed = widen_all(self, cubes) || changed;
    }
    merge(self, cubes);
    g_array_sort_with_data(cubes, compare_cubes, self);
    for (guint i = cubes->len; i > 0; i--) {
        Cube cube = *cover_cube_at(cubes, i - 1);
        if (cover_is_covered(self, cubes, i - 1, &cube)) {
            g_array_remove_index(cubes, i - 1);
        }
    }
    for (guint i = 0; i < cubes->len; i++) {
        narrow(self, cubes, i);
    }
}
