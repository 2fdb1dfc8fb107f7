/* What an option is when nobody sets it. */
#include "core/condition_cover.h"
#include "core/switch_word.h"
#include "discover/specify_internal.h"
#include <string.h>

/* How deep the defaults of options are followed that other defaults depend on. */
#define DEFAULT_DEPTH_MAX 16u

static Verdict holds_plainly(Specifier *self, const Condition *condition, guint depth);
static const char *plain_default(Specifier *self, const Option *option, guint depth);

/* The name in "${NAME}" or "$(NAME)" when there is nothing else; NULL otherwise. The caller frees
 * it. */
static char *whole_reference(const char *value)
{
    gsize length = value == NULL ? 0 : strlen(value);
    if (length < 4 || value[0] != '$' || (value[1] != '{' && value[1] != '(')) {
        return NULL;
    }
    gsize name = strspn(value + 2, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.-/+");
    return name == length - 3 ? g_strndup(value + 2, name) : NULL;
}

/* Whether a default is the text of an environment variable and nothing else. */
static gboolean is_of_environment(const char *value)
{
    return value != NULL && g_str_has_prefix(value, "$ENV{") &&
           strchr(value, '}') == value + strlen(value) - 1;
}

/* A default that is another option's value is that option's default. */
static const char *followed_default(Specifier *self, const char *value, guint depth)
{
    g_autofree char *name = whole_reference(value);
    const Option *option = name == NULL ? NULL : facts_option(self->facts, name);
    const char *known = option == NULL || depth >= DEFAULT_DEPTH_MAX
                            ? NULL
                            : plain_default(self, option, depth + 1);
    return known == NULL ? value : known;
}

/* Where the option's defaults are said: its declarations, and without one the places where the
 * project gives it a value because nobody does. NULL for none. */
static const GPtrArray *said(const Option *option)
{
    gboolean declared = option->definitions != NULL && option->definitions->len > 0;
    return declared || option->fallbacks == NULL ? option->definitions : option->fallbacks;
}

/* "set(A ${A in capitals} CACHE ... FORCE)" puts right what was given; it is no default. */
static gboolean refers_to(const char *value, const char *option)
{
    g_autofree char *reference = g_strdup_printf("${%s}", option);
    return value != NULL && strstr(value, reference) != NULL;
}

/* Whether nothing but options decides: what is found on a machine has no say in the general case.
 */
static gboolean hangs_on_options(const Condition *condition)
{
    if (condition->kind == CONDITION_ATOM) {
        return condition->subject_kind == CONDITION_SUBJECT_OPTION && !specify_is_vague(condition);
    }
    for (guint i = 0; i < condition->operand_count; i++) {
        if (!hangs_on_options(condition->operands[i])) {
            return FALSE;
        }
    }
    return TRUE;
}

/* "if(NOT DEFINED X_DIR) set(USE_X OFF CACHE BOOL "" FORCE)": what the option is where nobody gives
 * anything, whatever its declaration says. NULL when nothing writes over that; what hangs on the
 * option's own value puts that right, and does not count. */
static const DefaultValue *written_over(Specifier *self, const Option *option, guint depth)
{
    const DefaultValue *last = NULL;
    guint order = 0;
    for (guint i = 0; option->definitions != NULL && i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        if (!definition->force || definition->order <= order || definition->exists == NULL ||
            definition->defaults == NULL || definition->defaults->len != 1 ||
            definition->exists->atoms > CONDITION_WRITTEN_ATOMS_MAX) {
            continue;
        }
        const DefaultValue *value = definition->defaults->pdata[0];
        if (value->value != NULL && specify_unreadable(value->value) == NULL &&
            (value->when == NULL || value->when->kind == CONDITION_TRUE) &&
            !refers_to(value->value, option->name) && hangs_on_options(definition->exists) &&
            !condition_mentions(definition->exists, option->name) &&
            holds_plainly(self, definition->exists, depth + 1) == VERDICT_TRUE) {
            last = value;
            order = definition->order;
        }
    }
    return last;
}

/* The first default that holds where nobody gives anything; `given`: nor is asked about where the
 * option does not exist. */
static const DefaultValue *first_reached(Specifier *self, const GPtrArray *places, gboolean several,
                                         const Condition *given, guint depth)
{
    for (guint i = 0; places != NULL && i < places->len; i++) {
        const Definition *definition = places->pdata[i];
        for (guint k = 0; definition->defaults != NULL && k < definition->defaults->len; k++) {
            const DefaultValue *value = definition->defaults->pdata[k];
            const Condition *exists = definition->exists;
            if (several && exists != NULL && given != NULL) {
                exists = specify_given(self, specify_plain(self, exists), given);
            }
            gboolean reached = !several || exists == NULL ||
                               holds_plainly(self, exists, depth + 1) == VERDICT_TRUE;
            if (reached && (value->when == NULL ||
                            holds_plainly(self, value->when, depth + 1) == VERDICT_TRUE)) {
                return value;
            }
        }
    }
    return NULL;
}

static const char *find_plain_default(Specifier *self, const Option *option, guint depth)
{
    const GPtrArray *places = said(option);
    gboolean several = places != NULL && places->len > 1;
    const DefaultValue *over = several ? written_over(self, option, depth) : NULL;
    if (over != NULL) {
        return followed_default(self, over->value, depth);
    }
    const DefaultValue *value = first_reached(self, places, several, NULL, depth);
    if (value == NULL && several) {
        value = first_reached(self, places, several, specify_existence(self, option), depth);
    }
    return value == NULL ? NULL : followed_default(self, value->value, depth);
}

/* The value that an option has when nobody sets it and nothing special is found. Each is worked out
 * once; one that depends on itself has none while that is done. */
static const char *plain_default(Specifier *self, const Option *option, guint depth)
{
    gpointer known = NULL;
    if (g_hash_table_lookup_extended(self->plain_defaults, option, NULL, &known)) {
        return known;
    }
    g_hash_table_insert(self->plain_defaults, (gpointer)option, NULL);
    const char *value = find_plain_default(self, option, depth);
    g_hash_table_insert(self->plain_defaults, (gpointer)option, (gpointer)value);
    return value;
}

const char *specify_plain_default(Specifier *self, const Option *option)
{
    return plain_default(self, option, 0);
}

static gboolean has_defaults(const Option *option)
{
    for (guint i = 0; option->definitions != NULL && i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        if (definition->defaults != NULL && definition->defaults->len > 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether an atom says of an option that nobody gives it. */
static gboolean is_left_out(const Condition *atom)
{
    return atom->subject_kind == CONDITION_SUBJECT_OPTION && g_strcmp0(atom->relation, "=") == 0 &&
           g_strcmp0(atom->value, "") == 0;
}

/* Whether the fact is of the machine, for which there is a usual one. Which compiler it is hangs on
 * who builds. */
static gboolean is_of_machine(const char *fact)
{
    static const char *const facts[] = {"CMAKE_SYSTEM_NAME", "CMAKE_SYSTEM_PROCESSOR", NULL};
    return g_strv_contains(facts, fact);
}

/* That it is another platform than is usual does not hold plainly; that it is the usual one does
 * where nobody chooses it. */
static Verdict platform_holds_plainly(Specifier *self, const Condition *atom)
{
    Verdict verdict = specify_usual_platform(self, atom);
    return verdict == VERDICT_TRUE && !is_of_machine(atom->subject) ? VERDICT_UNKNOWN : verdict;
}

/* Whose options are left alone, and how many defaults of others lie around. */
typedef struct {
    Specifier *specifier;
    guint depth;
    gboolean nothing_found; /* variables of which nothing is known are not set */
} Plainly;

static Verdict atom_holds_plainly(const Condition *atom, gconstpointer data)
{
    const Plainly *plainly = data;
    Specifier *self = plainly->specifier;
    guint depth = plainly->depth;
    if (specify_is_vague(atom)) {
        gboolean unset = plainly->nothing_found && atom->relation == NULL &&
                         atom->subject_kind == CONDITION_SUBJECT_UNKNOWN;
        return unset ? VERDICT_FALSE : VERDICT_UNKNOWN;
    }
    if (atom->subject_kind == CONDITION_SUBJECT_PLATFORM && atom->relation != NULL) {
        return platform_holds_plainly(self, atom);
    }
    /* OpenMP comes with the compiler. */
    if (atom->subject_kind == CONDITION_SUBJECT_PACKAGE && atom->relation == NULL &&
        facts_usual_platform(self->facts, atom->subject) != NULL) {
        return VERDICT_TRUE;
    }
    const Option *option = atom->subject_kind == CONDITION_SUBJECT_OPTION
                               ? facts_option(self->facts, atom->subject)
                               : NULL;
    if (depth >= DEFAULT_DEPTH_MAX) {
        return VERDICT_FALSE;
    }
    if (option == NULL || !has_defaults(option)) {
        return is_left_out(atom) ? VERDICT_TRUE : VERDICT_FALSE;
    }
    const char *value = plain_default(self, option, depth);
    gboolean holds = atom->relation == NULL
                         ? specify_is_set(value)
                         : g_str_equal(atom->relation, "=") && g_strcmp0(value, atom->value) == 0;
    return holds ? VERDICT_TRUE : VERDICT_FALSE;
}

/* Whether a condition holds with all options left alone, no package found and no check passed. */
static Verdict holds_plainly(Specifier *self, const Condition *condition, guint depth)
{
    const Plainly plainly = {self, depth, FALSE};
    return specify_verdict(condition, atom_holds_plainly, &plainly);
}

/* The only declaration's default where nobody gives anything, and no package is found that would
 * set what is not known; NULL where that is not enough to tell. */
static const char *default_of_nothing(Specifier *self, const Option *option)
{
    const GPtrArray *places = said(option);
    const GPtrArray *defaults = places != NULL && places->len == 1
                                    ? ((const Definition *)places->pdata[0])->defaults
                                    : NULL;
    const Plainly plainly = {self, 0, TRUE};
    for (guint i = 0; defaults != NULL && i < defaults->len; i++) {
        const DefaultValue *value = defaults->pdata[i];
        if (value->when != NULL &&
            specify_verdict(value->when, atom_holds_plainly, &plainly) == VERDICT_TRUE) {
            return value->value;
        }
    }
    return NULL;
}

/* Adds a default; what has the same value under another condition is one default. */
static void add_default(Specifier *self, GPtrArray *defaults, const char *value,
                        const Condition *when)
{
    if (when->kind == CONDITION_FALSE) {
        return;
    }
    for (guint i = 0; i < defaults->len; i++) {
        PointDefault *known = defaults->pdata[i];
        if (g_strcmp0(known->value, value) == 0) {
            const Condition *both[] = {known->when, when};
            known->when = specify_any(self->arena, both, G_N_ELEMENTS(both));
            return;
        }
    }
    PointDefault *added = arena_new0(self->arena, PointDefault);
    *added = (PointDefault){.value = value, .when = when};
    g_ptr_array_add(defaults, added);
}

/* Whether a person writes the option's text by themselves: one that is wrongly told to them is
 * worse than none. */
static gboolean is_written(const Point *point)
{
    return point->kind == POINT_STRING || point->kind == POINT_PATH || point->kind == POINT_NUMBER;
}

/* The default of the most general case: the one that holds when everything is left alone, else
 * the first that may; where checks decide them all, a switch is off, which is what it takes when
 * nothing is found, and anything else has the value with the shortest condition. NULL where several
 * texts may be it and nothing that is known speaks for one of them. */
static const PointDefault *general_default(Specifier *self, const GPtrArray *defaults,
                                           const Point *point)
{
    const PointDefault *best = NULL;
    Verdict best_verdict = VERDICT_FALSE;
    guint equals = 0;
    for (guint i = 0; i < defaults->len; i++) {
        const PointDefault *candidate = defaults->pdata[i];
        Verdict verdict = holds_plainly(self, candidate->when, 0);
        gboolean likelier =
            point->kind == POINT_SWITCH
                ? !specify_is_set(candidate->value) && best != NULL && specify_is_set(best->value)
                : best != NULL && candidate->when->atoms < best->when->atoms;
        equals = best == NULL || verdict > best_verdict ? 0 : equals;
        equals += verdict == VERDICT_UNKNOWN && verdict >= best_verdict ? 1 : 0;
        if (best == NULL || verdict > best_verdict ||
            (verdict == best_verdict && verdict != VERDICT_TRUE && likelier)) {
            best = candidate;
            best_verdict = verdict;
        }
    }
    return equals > 1 && is_written(point) ? NULL : best;
}

/* The listed value that is the same but for letter case; the text itself when there is none. */
static const char *listed_value(const Option *option, const char *text)
{
    const char *listed = text;
    for (guint i = 0; option->values != NULL && i < option->values->len; i++) {
        const char *value = ((const AllowedValue *)option->values->pdata[i])->value;
        if (g_str_equal(value, text)) {
            return text;
        }
        if (listed == text && g_ascii_strcasecmp(value, text) == 0) {
            listed = value;
        }
    }
    return listed;
}

/* CMake has many words for on and off; a switch has two values. */
static const char *plain_value(const Point *point, const Option *option, const char *value)
{
    if (value != NULL && point->kind == POINT_CHOICE) {
        return listed_value(option, value);
    }
    if (value == NULL || point->kind != POINT_SWITCH || option->builder != BUILDER_CMAKE) {
        return value;
    }
    if (switch_word_is_on(value)) {
        return "ON";
    }
    gboolean off = !specify_is_set(value) || g_str_has_suffix(value, "NOTFOUND");
    return off ? "OFF" : value;
}

/* What is left when the value of another variable is put in its place: a switch is off when that is
 * the variable of a package that is not there, or of nothing at all, or when it is one of an
 * environment in which nobody has set it. */
static const char *worked_out(Specifier *self, const Point *point, const Option *option,
                              const char *value)
{
    const char *followed = plain_value(point, option, followed_default(self, value, 0));
    g_autofree char *unset = whole_reference(followed);
    gboolean off = (unset != NULL || is_of_environment(followed)) && point->kind == POINT_SWITCH &&
                   option->builder == BUILDER_CMAKE;
    return off ? "OFF" : followed;
}

/* "${NAME}" is another variable's value, which tells something; what the reader writes for a text
 * that it could not work out does not. */
const char *specify_unreadable(const char *text)
{
    for (const char *at = text; (at = strstr(at, "${")) != NULL; at++) {
        const char *name = at + 2;
        gsize length = strspn(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.-/+");
        if (length == 0 || name[length] != '}') {
            return at;
        }
    }
    return NULL;
}

/* Whether another declaration decides where it is reached: it came first, or it has FORCE and
 * writes over this one. What hangs on the option's own value puts that right, and is no default. */
static gboolean goes_before(const Option *option, const Definition *other, const Definition *self)
{
    gboolean first = other->order < self->order;
    gboolean decides =
        other->force ? !self->force || (self->order > 0 && !first) : !self->force && first;
    return other != self && other->order > 0 && decides && other->exists != NULL &&
           other->defaults != NULL && other->defaults->len > 0 &&
           !refers_to(((const DefaultValue *)other->defaults->pdata[0])->value, option->name) &&
           !condition_mentions(other->exists, option->name);
}

/* `when` where no other declaration goes before; as it is where that takes many words. */
#define EFFECTIVE_ATOMS_MAX 12u

static const Condition *effective(Specifier *self, const Option *option,
                                  const Definition *definition, const Condition *when)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *other = option->definitions->pdata[i];
        if (!goes_before(option, other, definition)) {
            continue;
        }
        const Condition *parts[] = {when,
                                    condition_not(self->arena, specify_plain(self, other->exists))};
        const Condition *both = condition_simplest(
            self->arena, condition_all(self->arena, parts, G_N_ELEMENTS(parts)), NULL, NULL);
        when = both->atoms <= EFFECTIVE_ATOMS_MAX ? both : when;
    }
    return when;
}

/* As each declaration says it, or as what is left of that beside the others. */
static GPtrArray *collected_defaults(Specifier *self, const Point *point, const Option *option,
                                     gboolean beside_others)
{
    GPtrArray *defaults = arena_array(self->arena);
    /* What is written over in places is no default of the others. */
    const GPtrArray *places = option_is_told_beside_force(option) ? NULL : said(option);
    gboolean several = places != NULL && places->len > 1;
    for (guint i = 0; places != NULL && i < places->len; i++) {
        const Definition *definition = places->pdata[i];
        for (guint k = 0; definition->defaults != NULL && k < definition->defaults->len; k++) {
            const DefaultValue *given = definition->defaults->pdata[k];
            if (refers_to(given->value, option->name)) {
                continue;
            }
            const char *value = given->value != NULL && specify_unreadable(given->value) == NULL
                                    ? given->value
                                    : NULL;
            const Condition *when = given->when == NULL ? condition_true() : given->when;
            if (several && definition->exists != NULL) {
                const Condition *exists = specify_declared_where(self, option, definition);
                when = specify_both(self, specify_plain(self, exists), specify_plain(self, when));
            }
            when = specify_both(self, point->condition, specify_plain(self, when));
            when = beside_others ? effective(self, option, definition, when) : when;
            add_default(self, defaults, plain_value(point, option, value),
                        specify_given(self, when, point->condition));
        }
    }
    return defaults;
}

/* Makefiles of several folders that each say another default, under no condition that could tell
 * them apart: of those the general one is kept. */
static void keep_one_always(GPtrArray *defaults, const PointDefault *general)
{
    const PointDefault *kept = NULL;
    for (guint i = 0; i < defaults->len; i++) {
        const PointDefault *value = defaults->pdata[i];
        gboolean is_general = general != NULL && g_strcmp0(value->value, general->value) == 0;
        if (value->when->kind == CONDITION_TRUE && (kept == NULL || is_general)) {
            kept = value;
        }
    }
    for (guint i = defaults->len; i > 0; i--) {
        const PointDefault *value = defaults->pdata[i - 1];
        if (value != kept && value->when->kind == CONDITION_TRUE) {
            g_ptr_array_remove_index(defaults, i - 1);
        }
    }
}

/* The general case is what declarations say before others write over them: that such a one is
 * reached hangs on what a person or a machine has, which is not general, unless it is reached where
 * nobody gives anything, whatever the machine has. */
void specify_defaults(Specifier *self, Point *point, const Option *option)
{
    GPtrArray *declared = collected_defaults(self, point, option, FALSE);
    const PointDefault *general = general_default(self, declared, point);
    const DefaultValue *over = declared->len > 1 ? written_over(self, option, 0) : NULL;
    gboolean open = point->kind == POINT_SWITCH && declared->len > 1 && general != NULL &&
                    holds_plainly(self, general->when, 0) != VERDICT_TRUE;
    const char *nothing = open ? default_of_nothing(self, option) : NULL;
    const char *left_out = option->off_unset && point->kind == POINT_SWITCH ? "OFF" : NULL;
    point->default_value = general == NULL ? left_out
                                           : worked_out(self, point, option,
                                                        over != NULL      ? over->value
                                                        : nothing != NULL ? nothing
                                                                          : general->value);
    point->defaults = declared->len > 1 ? collected_defaults(self, point, option, TRUE) : declared;
    keep_one_always(point->defaults, general);
    if (point->defaults->len == 1) {
        g_ptr_array_set_size(point->defaults, 0);
    }
}
