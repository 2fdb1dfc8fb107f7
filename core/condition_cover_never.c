/* What one subject says of another: a text that is known to be one value matches or does not. */
#include "core/condition_cover_internal.h"
#include <string.h>

/* Of these characters it is clear what they match, whatever kind of pattern it is. */
#define PLAIN_CHARACTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-"

/* The words of a pattern that is "A", "A|B" or "(A|B)"; NULL for others. To be freed. */
static char **pattern_words(const char *pattern)
{
    gsize length = strlen(pattern);
    gboolean enclosed = length > 2 && pattern[0] == '(' && pattern[length - 1] == ')';
    g_autofree char *inner = enclosed ? g_strndup(pattern + 1, length - 2) : g_strdup(pattern);
    if (inner[strspn(inner, PLAIN_CHARACTERS "|")] != '\0') {
        return NULL;
    }
    char **words = g_strsplit(inner, "|", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if (*words[i] == '\0') {
            g_strfreev(words);
            return NULL;
        }
    }
    return words;
}

/* The bits of the subject's values in which none of the words is. Whether a pattern has to fit the
 * whole text or a part of it, it does not fit these; the others may or may not. */
static guint64 unlike_bits(const Subject *subject, char *const *words)
{
    guint64 bits = 0;
    for (guint i = 0; i < subject->count; i++) {
        gboolean found = FALSE;
        for (guint k = 0; words[k] != NULL && !found; k++) {
            found = strstr(subject->values[i], words[k]) != NULL;
        }
        bits |= found ? 0 : subject->bits[i];
    }
    return bits;
}

/* Those that are one of the words, which any kind of pattern fits. */
static guint64 equal_bits(const Subject *subject, char *const *words)
{
    guint64 bits = 0;
    for (guint i = 0; i < subject->count; i++) {
        gboolean same = g_strv_contains((const char *const *)words, subject->values[i]);
        bits |= same ? subject->bits[i] : 0;
    }
    return bits;
}

static void add_never(const Cover *self, GArray *never, guint plain, guint64 values, guint relation,
                      guint64 truth)
{
    if (values == 0) {
        return;
    }
    Cube cube;
    for (guint i = 0; i < self->count; i++) {
        cube.masks[i] = self->subjects[i].all;
    }
    cube.masks[plain] = values;
    cube.masks[relation] = truth;
    g_array_append_val(never, cube);
}

GArray *cover_never(const Cover *self)
{
    GArray *never = g_array_new(FALSE, FALSE, sizeof(Cube));
    for (guint i = 0; i < self->count; i++) {
        const Condition *atom = self->subjects[i].atom;
        gboolean matches = !self->subjects[i].plain && g_strcmp0(atom->relation, "matches") == 0;
        g_auto(GStrv) words = matches && atom->value != NULL ? pattern_words(atom->value) : NULL;
        for (guint k = 0; words != NULL && k < self->count; k++) {
            const Subject *plain = &self->subjects[k];
            if (plain->plain && plain->atom->subject_kind == atom->subject_kind &&
                g_str_equal(plain->atom->subject, atom->subject)) {
                add_never(self, never, k, unlike_bits(plain, words), i, BIT_TRUE);
                add_never(self, never, k, equal_bits(plain, words), i, BIT_FALSE);
            }
        }
    }
    return never;
}
