/* From masks and alternatives back to a condition. */
#include "core/condition_cover_internal.h"

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

const Condition *cover_mask_words(const Cover *self, const Subject *subject, guint64 mask)
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

/* Of which subjects something is to be said. */
typedef struct {
    const gboolean *common; /* by subject: whether all cubes say the same of it */
    gboolean with;          /* only of those, or only of the others */
    guint first_rank;       /* of these obscurities; the end is none of them */
    guint end_rank;
} Selection;

/* Adds what a cube says of the selected subjects, most telling first. FALSE when that can't be
 * said. */
static gboolean add_cube_words(const Cover *self, const Cube *cube, const Selection *selection,
                               GPtrArray *all)
{
    for (guint rank = selection->first_rank; rank < selection->end_rank; rank++) {
        for (guint i = 0; i < self->count; i++) {
            const Subject *subject = &self->subjects[i];
            if (cover_obscurity(subject) != rank || cube->masks[i] == subject->all ||
                selection->common[i] != selection->with) {
                continue;
            }
            const Condition *words = cover_mask_words(self, subject, cube->masks[i]);
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
const Condition *cover_words(const Cover *self, const GArray *cubes)
{
    if (cubes->len == 0) {
        return condition_false();
    }
    gboolean common[COVER_SUBJECTS_MAX] = {FALSE};
    guint rank = 0;
    for (guint k = 0; k < self->count; k++) {
        common[k] = TRUE;
        for (guint i = 1; i < cubes->len && common[k]; i++) {
            common[k] = cover_cube_at(cubes, i)->masks[k] == cover_cube_at(cubes, 0)->masks[k];
        }
        rank = common[k] ? rank : MAX(rank, cover_obscurity(&self->subjects[k]));
    }
    const Selection apart = {common, FALSE, 0, COVER_OBSCURITIES};
    const Selection in_front = {common, TRUE, 0, rank + 1};
    const Selection behind = {common, TRUE, rank + 1, COVER_OBSCURITIES};
    g_autoptr(GPtrArray) any = g_ptr_array_new();
    for (guint i = 0; i < cubes->len; i++) {
        g_autoptr(GPtrArray) all = g_ptr_array_new();
        if (!add_cube_words(self, cover_cube_at(cubes, i), &apart, all)) {
            return NULL;
        }
        g_ptr_array_add(any, (gpointer)all_of(self, all));
    }
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    const Cube *first = cover_cube_at(cubes, 0);
    gboolean said = add_cube_words(self, first, &in_front, all);
    g_ptr_array_add(all, (gpointer)any_of(self, any));
    said = said && add_cube_words(self, first, &behind, all);
    return said ? all_of(self, all) : NULL;
}
