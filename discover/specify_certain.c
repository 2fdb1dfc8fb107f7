/* Whether something happens for sure once an option is set: whatever packages there are and checks
 * say, with all other options left alone. */
#include "discover/specify_internal.h"
#include <string.h>

typedef struct {
    const Specifier *specifier;
    const char *option, *value; /* what is set */
    const GPtrArray *requires;
} Certain;

static Verdict verdict_of(gboolean holds)
{
    return holds ? VERDICT_TRUE : VERDICT_FALSE;
}

/* What an atom says of a text. */
static Verdict text_holds(const Condition *atom, const char *text)
{
    if (text == NULL) {
        return VERDICT_UNKNOWN;
    }
    if (atom->relation == NULL) {
        return verdict_of(specify_is_set(text));
    }
    return g_str_equal(atom->relation, "=") && atom->value != NULL
               ? verdict_of(g_str_equal(text, atom->value))
               : VERDICT_UNKNOWN;
}

/* Longer patterns are not tried. */
#define PATTERN_BYTES_MAX 1000u

/* Whether the text matches one of CMake's regular expressions, all of which GLib reads alike but
 * for groups that begin with a question mark. */
static Verdict text_matches(const char *text, const char *pattern)
{
    if (strlen(pattern) > PATTERN_BYTES_MAX || strstr(pattern, "(?") != NULL) {
        return VERDICT_UNKNOWN;
    }
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT, NULL);
    g_autoptr(GError) error = NULL;
    gboolean matches = regex != NULL &&
                       g_regex_match_full(regex, text, -1, 0, G_REGEX_MATCH_DEFAULT, NULL, &error);
    return regex == NULL || error != NULL ? VERDICT_UNKNOWN : verdict_of(matches);
}

Verdict specify_usual_platform(const Specifier *self, const Condition *atom)
{
    const char *usual = facts_usual_platform(self->facts, atom->subject);
    gboolean pattern =
        usual != NULL && g_strcmp0(atom->relation, "matches") == 0 && atom->value != NULL;
    return pattern ? text_matches(usual, atom->value) : text_holds(atom, usual);
}

/* The value of an option that nobody sets; "" for one that nothing gives a value, NULL where it
 * hangs on anything. */
static const char *only_default(const Option *option)
{
    const GPtrArray *definitions = option->definitions;
    if (definitions == NULL || definitions->len == 0) {
        return option->fallbacks == NULL || option->fallbacks->len == 0 ? "" : NULL;
    }
    const GPtrArray *defaults = ((const Definition *)definitions->pdata[0])->defaults;
    if (definitions->len > 1 || defaults == NULL || defaults->len != 1) {
        return NULL;
    }
    const DefaultValue *value = defaults->pdata[0];
    return value->value != NULL && strchr(value->value, '$') == NULL ? value->value : NULL;
}

static Verdict option_holds(const Certain *self, const Condition *atom)
{
    if (g_str_equal(atom->subject, self->option)) {
        return text_holds(atom, self->value);
    }
    for (guint i = 0; i < self->requires->len; i++) {
        const Requirement *requirement = self->requires->pdata[i];
        if (g_strcmp0(requirement->option, atom->subject) == 0) {
            return text_holds(atom, requirement->value != NULL ? requirement->value : "ON");
        }
    }
    const Option *option = facts_option(self->specifier->facts, atom->subject);
    return option != NULL ? text_holds(atom, only_default(option)) : VERDICT_UNKNOWN;
}

static Verdict atom_holds(const Condition *atom, gconstpointer data)
{
    const Certain *self = data;
    switch (atom->subject_kind) {
    case CONDITION_SUBJECT_OPTION:
        return option_holds(self, atom);
    case CONDITION_SUBJECT_PLATFORM:
        return specify_usual_platform(self->specifier, atom);
    case CONDITION_SUBJECT_PACKAGE:
    case CONDITION_SUBJECT_PROBE:
    case CONDITION_SUBJECT_UNKNOWN:
        break;
    }
    return VERDICT_UNKNOWN;
}

gboolean specify_is_certain(const Specifier *self, const Condition *when, const char *option,
                            const char *value, const GPtrArray *requires)
{
    const Certain certain = {self, option, value, requires};
    return specify_verdict(when, atom_holds, &certain) == VERDICT_TRUE;
}
