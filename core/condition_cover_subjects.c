/* What a condition is about, and the bits of what it may be. */
#include "core/condition_cover_internal.h"
#include "core/switch_word.h"
#include <string.h>

/* Whether some build system takes the text for "off". */
static gboolean may_be_off(const char *text)
{
    return switch_word_is_off_or_missing(text) || g_ascii_strcasecmp(text, "disabled") == 0;
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

Subject *cover_subject(Cover *self, const Condition *atom, gboolean negated)
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

guint64 cover_value_bits(const Subject *subject, const char *value)
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
    if (cover_value_bits(subject, value) != 0) {
        return;
    }
    if (subject->count == COVER_VALUES_MAX) {
        self->failed = TRUE;
        return;
    }
    guint64 bit = (guint64)1 << subject->bit_count;
    gboolean open = subject->is_on == NULL && may_be_off(value);
    gboolean may_hold = subject->is_on == NULL ? *value != '\0' : subject->is_on(value);
    subject->values[subject->count] = value;
    subject->bits[subject->count] = open ? bit | bit << 1 : bit;
    subject->all |= subject->bits[subject->count];
    subject->truth |= may_hold ? bit : 0;
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
    if (!subject->plain || atom->subject_kind != CONDITION_SUBJECT_OPTION ||
        self->domains == NULL || !self->domains(atom->subject, &domain, self->data)) {
        return subject;
    }
    subject->is_on = domain.is_on;
    if (domain.closed && domain.count > 1) {
        for (guint i = 0; i < domain.count; i++) {
            add_value(self, subject, domain.values[i]);
        }
        subject->all &= ~BITS_OTHER;
    }
    return subject;
}

void cover_find_subjects(Cover *self, const Condition *condition, gboolean negated)
{
    if (condition->kind == CONDITION_ATOM) {
        Subject *subject = cover_subject(self, condition, negated);
        subject = subject != NULL ? subject : subject_new(self, condition, negated);
        if (subject != NULL && subject->plain && condition->value != NULL) {
            add_value(self, subject, condition->value);
        }
        return;
    }
    for (guint i = 0; i < condition->operand_count && !self->failed; i++) {
        cover_find_subjects(self, condition->operands[i],
                            negated != (condition->kind == CONDITION_NOT));
    }
}

guint cover_obscurity(const Subject *subject)
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
