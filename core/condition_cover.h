/* The same condition in fewer words.
 *
 * A condition is taken as a sum of products in which each subject has one of a set of values ("the
 * option is A or B"), and made smaller as two-level logic with many-valued variables is (R. L.
 * Rudell, A. Sangiovanni-Vincentelli, "Multiple-Valued Minimization for PLA Optimization", IEEE
 * Trans. CAD 6(5), 1987): parts that the other alternatives make needless go, alternatives that
 * differ in one subject become one, and those that the others cover are left out.
 *
 * What is used of a subject: it has one value at a time; a value that is a word for "off" in no
 * build system makes it true, the empty one false, of others nothing is known; a pattern of plain
 * words fits a value that is one of them, and none that has none of them in it. Two unknowns of one
 * name may differ, so that "x or not x" stays. */
#pragma once

#include "core/condition.h"

/* The values that an option may be given. */
typedef struct {
    const char *const *values;
    guint count;
    gboolean closed; /* there are no others but those that the condition mentions */
    /* What "the option" means of each value; NULL: as its build system may take it. */
    gboolean (*is_on)(const char *value);
} ConditionDomain;

/* FALSE when nothing is known of the option. What is given must stay for the call. */
typedef gboolean (*ConditionDomains)(const char *option, ConditionDomain *domain, gpointer data);

/* Conditions on more subjects, with more values of one or more alternatives than this, stay as they
 * are; those that take more steps are as short as they were by then. */
#define COVER_SUBJECTS_MAX 32u
#define COVER_VALUES_MAX 31u
#define COVER_ALTERNATIVES_MAX 96u
#define COVER_STEPS_MAX 5000u

/* An equal condition with as many atoms or fewer, what options say first, and what they have in
 * common in front; `self` when there is none. With `domains`, which may be NULL, it is equal as
 * long as options with a closed domain have a value of that, if that leaves anything at all. */
const Condition *condition_simplest(Arena *arena, const Condition *self, ConditionDomains domains,
                                    gpointer data);

/* Whether it holds with none of the values that the domains leave, though it is not false. */
gboolean condition_is_beyond(const Condition *self, ConditionDomains domains, gpointer data);
