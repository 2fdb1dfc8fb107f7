#include "core/choice.h"
#include "core/nearest.h"
#include "core/switch_word.h"
#include <string.h>

/* CMake's variable of that name is told by whoever runs it. */
#define GENERATOR_VARIABLE "CMAKE_GENERATOR"

/* So many points a message names. */
#define POINTS_NAMED_MAX 12u

gboolean value_is_on(const char *value)
{
    return *value != '\0' && !switch_word_is_off_or_missing(value);
}

gboolean value_is_switch(const char *value)
{
    return switch_word_is_on(value) || switch_word_is_off(value);
}

/* A variable that holds nothing is off for all ways to ask. */
static gboolean is_switch_or_empty(const char *value)
{
    return *value == '\0' || value_is_switch(value);
}

gboolean values_are_same(const char *a, const char *b)
{
    return g_str_equal(a, b) ||
           (is_switch_or_empty(a) && is_switch_or_empty(b) && value_is_on(a) == value_is_on(b));
}

Truth value_brings(const char *value, Polarity polarity)
{
    switch (polarity) {
    case POLARITY_POSITIVE:
        return value_is_on(value) ? TRUTH_YES : TRUTH_NO;
    case POLARITY_NEGATIVE:
        return value_is_on(value) ? TRUTH_NO : TRUTH_YES;
    case POLARITY_UNKNOWN:
        break;
    }
    return TRUTH_UNKNOWN;
}

const Point *specification_point(const Specification *self, const char *name, gboolean *ambiguous)
{
    const Point *found = NULL;
    *ambiguous = FALSE;
    for (guint i = 0; i < self->points->len; i++) {
        const Point *point = self->points->pdata[i];
        if (g_str_equal(point->id, name)) {
            *ambiguous = FALSE;
            return point;
        }
        if (g_str_equal(point->option, name)) {
            *ambiguous = *ambiguous || found != NULL;
            found = point;
        }
    }
    return *ambiguous ? NULL : found;
}

char *specification_other_points(const Specification *self, const char *name)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < self->points->len; i++) {
        const Point *point = self->points->pdata[i];
        g_ptr_array_add(names, (gpointer)(strchr(name, '/') != NULL ? point->id : point->option));
        if (i < POINTS_NAMED_MAX) {
            g_string_append_printf(list, "%s%s", i == 0 ? "" : ", ", point->option);
        }
    }
    if (self->points->len > POINTS_NAMED_MAX) {
        g_string_append_printf(list, " and %u more", self->points->len - POINTS_NAMED_MAX);
    }
    g_autofree char *question = nearest_question(names, name, "");
    return g_strdup_printf("%s%s it has %s", question, *question != '\0' ? "" : ";",
                           list->len > 0 ? list->str : "none");
}

/* NULL: unknown. */
static const char *value_of(const Choice *self, const char *option)
{
    for (guint i = 0; i < self->settings->len; i++) {
        const Setting *setting = self->settings->pdata[i];
        if (g_str_equal(setting->option, option)) {
            return setting->value;
        }
    }
    gboolean ambiguous = FALSE;
    const Point *point = specification_point(self->specification, option, &ambiguous);
    return point != NULL && point->defaults->len == 0 ? point->default_value : NULL;
}

static Truth truth_of(gboolean value)
{
    return value ? TRUTH_YES : TRUTH_NO;
}

static Truth negated(Truth truth)
{
    switch (truth) {
    case TRUTH_NO:
        return TRUTH_YES;
    case TRUTH_YES:
        return TRUTH_NO;
    case TRUTH_UNKNOWN:
        break;
    }
    return TRUTH_UNKNOWN;
}

/* Relations other than equality (versions, patterns) are not decided here. `value` may be NULL:
 * unknown. */
static Truth value_truth(const char *value, const char *relation, const char *wanted)
{
    if (value == NULL) {
        return TRUTH_UNKNOWN;
    }
    if (relation == NULL) {
        return truth_of(value_is_on(value));
    }
    if (!g_str_equal(relation, "=")) {
        return TRUTH_UNKNOWN;
    }
    if (g_str_equal(value, wanted)) {
        return TRUTH_YES;
    }
    /* Projects compare choices with and without regard to case; what differs in case only is left
     * to the project. */
    return g_ascii_strcasecmp(value, wanted) == 0 ? TRUTH_UNKNOWN : TRUTH_NO;
}

static Truth option_truth(const Choice *self, const char *option, const char *relation,
                          const char *wanted)
{
    return value_truth(value_of(self, option), relation, wanted);
}

static Truth atom_truth(const Choice *self, const Condition *atom)
{
    if (atom->subject_kind == CONDITION_SUBJECT_OPTION) {
        return option_truth(self, atom->subject, atom->relation, atom->value);
    }
    gboolean is_generator = atom->subject_kind == CONDITION_SUBJECT_PLATFORM &&
                            g_str_equal(atom->subject, GENERATOR_VARIABLE);
    return is_generator ? value_truth(self->generator, atom->relation, atom->value) : TRUTH_UNKNOWN;
}

/* Conditions are bounded in depth (CONDITION_DEPTH_MAX). */
Truth choice_condition(const Choice *self, const Condition *condition)
{
    switch (condition->kind) {
    case CONDITION_TRUE:
        return TRUTH_YES;
    case CONDITION_FALSE:
        return TRUTH_NO;
    case CONDITION_ATOM:
        return atom_truth(self, condition);
    case CONDITION_NOT:
        return negated(choice_condition(self, condition->operands[0]));
    case CONDITION_ALL:
    case CONDITION_ANY: {
        Truth deciding = condition->kind == CONDITION_ALL ? TRUTH_NO : TRUTH_YES;
        Truth truth = negated(deciding);
        for (guint i = 0; i < condition->operand_count; i++) {
            Truth operand = choice_condition(self, condition->operands[i]);
            if (operand == deciding) {
                return deciding;
            }
            truth = operand == TRUTH_UNKNOWN ? TRUTH_UNKNOWN : truth;
        }
        return truth;
    }
    }
    return TRUTH_UNKNOWN;
}

static Truth requirement_truth(const Choice *self, const Requirement *requirement)
{
    if (requirement->option != NULL) {
        return option_truth(self, requirement->option, requirement->value == NULL ? NULL : "=",
                            requirement->value);
    }
    return requirement->condition != NULL ? choice_condition(self, requirement->condition)
                                          : TRUTH_UNKNOWN;
}

static char *requirement_text(const Requirement *requirement)
{
    if (requirement->condition != NULL) {
        return condition_text(requirement->condition);
    }
    return requirement->value == NULL
               ? g_strdup(requirement->option)
               : g_strconcat(requirement->option, "=", requirement->value, NULL);
}

typedef struct {
    const Choice *choice;
    Arena *arena;
    GPtrArray *objections;
} Objecting;

static const char *place_text(const Objecting *self, const Span *at)
{
    g_autofree char *place = span_text(at);
    return *place == '\0' ? "" : arena_printf(self->arena, " (%s)", place);
}

/* `unwanted` is the truth that speaks against the setting, `verb` says which list it is from. */
static void object_to(const Objecting *self, const Setting *setting, const GPtrArray *requirements,
                      Truth unwanted, const char *verb)
{
    for (guint i = 0; i < requirements->len; i++) {
        const Requirement *requirement = requirements->pdata[i];
        if (requirement->optional || requirement_truth(self->choice, requirement) != unwanted) {
            continue;
        }
        g_autofree char *what = requirement_text(requirement);
        g_ptr_array_add(self->objections,
                        arena_printf(self->arena, "%s=%s %s %s%s", setting->option, setting->value,
                                     verb, what, place_text(self, &requirement->at)));
    }
}

/* What does without the thing, or the value that the option has anyway: neither needs anything. */
static gboolean changes_nothing(const Point *point, const Setting *setting)
{
    return value_brings(setting->value, point->polarity) == TRUTH_NO ||
           (point->default_value != NULL && g_str_equal(point->default_value, setting->value));
}

static void object_to_setting(const Objecting *self, const Setting *setting)
{
    gboolean ambiguous = FALSE;
    const Point *point =
        specification_point(self->choice->specification, setting->option, &ambiguous);
    if (point == NULL) {
        return;
    }
    if (!changes_nothing(point, setting) &&
        choice_condition(self->choice, point->condition) == TRUTH_NO) {
        g_autofree char *condition = condition_text(point->condition);
        g_ptr_array_add(self->objections, arena_printf(self->arena, "%s exists only under: %s",
                                                       setting->option, condition));
    }
    /* What a choice needs for any of its values it does not for that which is none. */
    if (*setting->value != '\0' && !switch_word_is_none(setting->value)) {
        object_to(self, setting, point->requires, TRUTH_NO, "requires");
        object_to(self, setting, point->conflicts, TRUTH_YES, "excludes");
    }
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        if (g_str_equal(value->value, setting->value)) {
            object_to(self, setting, value->requires, TRUTH_NO, "requires");
            object_to(self, setting, value->conflicts, TRUTH_YES, "excludes");
        }
    }
}

static void object_to_group(const Objecting *self, const PointGroup *group)
{
    guint on = 0;
    guint unknown = 0;
    g_autoptr(GString) members = g_string_new(NULL);
    g_autoptr(GString) holding = g_string_new(NULL);
    for (guint i = 0; i < group->members->len; i++) {
        const Requirement *member = group->members->pdata[i];
        Truth truth = requirement_truth(self->choice, member);
        on += truth == TRUTH_YES ? 1 : 0;
        unknown += truth == TRUTH_UNKNOWN ? 1 : 0;
        if (member->option == NULL && member->condition == NULL) {
            continue;
        }
        g_autofree char *text = requirement_text(member);
        g_string_append_printf(members, "%s%s", members->len > 0 ? ", " : "", text);
        if (truth == TRUTH_YES) {
            g_string_append_printf(holding, "%s%s", holding->len > 0 ? ", " : "", text);
        }
    }
    const char *rule = NULL;
    switch (group->kind) {
    case GROUP_ONE_OF:
        rule = on > 1 || on + unknown == 0 ? "exactly one" : NULL;
        break;
    case GROUP_AT_MOST_ONE:
        rule = on > 1 ? "at most one" : NULL;
        break;
    case GROUP_AT_LEAST_ONE:
        rule = on + unknown == 0 ? "at least one" : NULL;
        break;
    }
    const char *place = place_text(self, &group->at);
    if (rule != NULL && on > 1) {
        g_ptr_array_add(self->objections,
                        arena_printf(self->arena, "%s of %u can hold, but these do: %s%s", rule,
                                     group->members->len, holding->str, place));
    } else if (rule != NULL) {
        g_ptr_array_add(self->objections,
                        arena_printf(self->arena, "%s of %s must hold, but none does%s", rule,
                                     members->str, place));
    }
}

GPtrArray *choice_objections(const Choice *self, Arena *arena)
{
    const Objecting objecting = {self, arena, arena_array(arena)};
    for (guint i = 0; i < self->settings->len; i++) {
        object_to_setting(&objecting, self->settings->pdata[i]);
    }
    for (guint i = 0; i < self->specification->groups->len; i++) {
        object_to_group(&objecting, self->specification->groups->pdata[i]);
    }
    for (guint i = 0; i < self->specification->constraints->len; i++) {
        const SpecificationConstraint *constraint = self->specification->constraints->pdata[i];
        if (choice_condition(self, constraint->when) == TRUTH_YES) {
            g_autofree char *when = condition_text(constraint->when);
            g_ptr_array_add(objecting.objections,
                            arena_printf(arena, "the project refuses it: %s%s",
                                         constraint->message != NULL ? constraint->message : when,
                                         place_text(&objecting, &constraint->at)));
        }
    }
    return objecting.objections;
}
