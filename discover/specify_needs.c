/* Dependencies between points, and of points on packages. Each comes from a place in the build
 * description that says so. */
#include "core/text_order.h"
#include "discover/specify_internal.h"
#include <string.h>

static gboolean is_option(const Condition *atom)
{
    return atom->kind == CONDITION_ATOM && atom->subject_kind == CONDITION_SUBJECT_OPTION;
}

/* Whether an atom says that an option is on or has a value, in words that a requirement can have.
 */
gboolean specify_is_setting(const Condition *atom)
{
    return is_option(atom) && (atom->relation == NULL || g_str_equal(atom->relation, "="));
}

static gboolean same_requirement(const Requirement *a, const Requirement *b)
{
    if (a->condition != NULL && b->condition != NULL) {
        return condition_equal(a->condition, b->condition);
    }
    return a->condition == b->condition && g_strcmp0(a->package, b->package) == 0 &&
           g_strcmp0(a->option, b->option) == 0 && g_strcmp0(a->value, b->value) == 0;
}

/* Adds it unless it is there; of two demands on one package, that with a version and that which is
 * not optional count. */
void specify_add_requirement(Specifier *self, GPtrArray *list, const Requirement *requirement)
{
    for (guint i = 0; i < list->len; i++) {
        Requirement *known = list->pdata[i];
        if (same_requirement(known, requirement)) {
            known->optional = known->optional && requirement->optional;
            if (known->version == NULL && requirement->version != NULL) {
                known->version = requirement->version;
                known->at = requirement->at;
            }
            return;
        }
    }
    Requirement *copy = arena_new0(self->arena, Requirement);
    *copy = *requirement;
    copy->at.column = 0;
    g_ptr_array_add(list, copy);
}

/* A condition in the shortest words: an option's setting, a package, or itself. */
Requirement specify_requirement(Specifier *self, const Condition *condition, Span at)
{
    Requirement requirement = {.at = at};
    if (specify_is_setting(condition)) {
        requirement.option = condition->subject;
        requirement.value = condition->value;
    } else if (condition->kind == CONDITION_ATOM &&
               condition->subject_kind == CONDITION_SUBJECT_PACKAGE) {
        requirement.package = condition->subject;
        requirement.version = condition->relation == NULL
                                  ? NULL
                                  : arena_printf(self->arena, "%s%s", condition->relation,
                                                 condition->value == NULL ? "" : condition->value);
    } else {
        requirement.condition = condition;
    }
    return requirement;
}

/* Demands that something holds; "not A=x" is a conflict with A=x. */
void specify_demand(Specifier *self, GPtrArray *requires, GPtrArray *conflicts,
                    const Condition *condition, Span at)
{
    gboolean negated =
        condition->kind == CONDITION_NOT && specify_is_setting(condition->operands[0]);
    Requirement requirement =
        specify_requirement(self, negated ? condition->operands[0] : condition, at);
    specify_add_requirement(self, negated ? conflicts : requires, &requirement);
}

/* Whether it says that nobody gives an option which nothing declares: nothing is to be set then. */
static gboolean is_left_out(const Specifier *self, const Condition *atom)
{
    const Option *option = facts_option(self->facts, atom->subject);
    return option != NULL && option->type == OPTION_UNTYPED && atom->relation != NULL &&
           g_str_equal(atom->relation, "=") && g_strcmp0(atom->value, "") == 0;
}

/* Whether the option has that setting anyway, so that to demand it tells nobody anything. */
static gboolean is_default_setting(Specifier *self, const Condition *atom)
{
    if (is_left_out(self, atom)) {
        return TRUE;
    }
    const Point *point = g_hash_table_lookup(self->points, atom->subject);
    const Option *option = point == NULL ? facts_option(self->facts, atom->subject) : NULL;
    const char *value = point != NULL    ? point->default_value
                        : option != NULL ? specify_plain_default(self, option)
                                         : NULL;
    return atom->relation == NULL ? specify_is_set(value) : g_strcmp0(value, atom->value) == 0;
}

/* Which options must be set for this one to exist. */
static void needs_of_existence(Specifier *self, Point *point, const Option *option)
{
    if (option->definitions == NULL || option->definitions->len == 0) {
        return;
    }
    const Definition *first = option->definitions->pdata[0];
    g_autoptr(GPtrArray) literals = condition_shared_literals(point->condition);
    for (guint i = 0; i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        const Condition *atom = literal->kind == CONDITION_NOT ? literal->operands[0] : literal;
        gboolean nothing = atom == literal && is_left_out(self, atom);
        if (specify_is_setting(atom) && !g_str_equal(atom->subject, option->name) && !nothing) {
            specify_demand(self, point->requires, point->conflicts, literal, first->at);
        }
    }
}

/* Of an effect's condition, the settings of other options that it can't do without. */
static GPtrArray *other_settings(Specifier *self, const Effect *effect, const char *option)
{
    GPtrArray *literals = condition_shared_literals(specify_plain(self, effect->when));
    for (guint i = literals->len; i > 0; i--) {
        const Condition *literal = literals->pdata[i - 1];
        if (!specify_is_setting(literal) || g_str_equal(literal->subject, option) ||
            is_default_setting(self, literal)) {
            g_ptr_array_remove_index(literals, i - 1);
        }
    }
    return literals;
}

static void keep_common(GPtrArray *settings, const GPtrArray *others)
{
    for (guint i = settings->len; i > 0; i--) {
        gboolean found = FALSE;
        for (guint k = 0; k < others->len && !found; k++) {
            found = condition_equal(settings->pdata[i - 1], others->pdata[k]);
        }
        if (!found) {
            g_ptr_array_remove_index(settings, i - 1);
        }
    }
}

/* Whether a link is about few values: what all but one value allow is not about any of them. */
static gboolean is_specific(const Point *point, const OptionLink *link)
{
    return point->kind != POINT_CHOICE || link->values == NULL ||
           link->values->len * 2 <= point->values->len || link->values->len == 1;
}

/* Whether one of the settings is of an option about tests or the like. Much that code does is no
 * effect that is known, so that all known ones may well be in its tests. */
static gboolean is_beside(const Specifier *self, const GPtrArray *settings)
{
    for (guint i = 0; i < settings->len; i++) {
        const Condition *setting = settings->pdata[i];
        if (g_hash_table_contains(self->beside, setting->subject) &&
            !g_hash_table_contains(self->points, setting->subject)) {
            return TRUE;
        }
    }
    return FALSE;
}

static char *place_key(Span at)
{
    return g_strdup_printf("%s:%u", at.path != NULL ? at.path : "", at.line);
}

void specify_note_cut(Specifier *self)
{
    g_autoptr(GHashTable) places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < self->facts->ledger->len; i++) {
        const LedgerEntry *entry = self->facts->ledger->pdata[i];
        if (g_str_equal(entry->reason, LEDGER_CUT)) {
            g_hash_table_add(places, place_key(entry->at));
        }
    }
    for (guint i = 0; i < self->facts->effects->len && g_hash_table_size(places) > 0; i++) {
        const Effect *effect = self->facts->effects->pdata[i];
        g_autofree char *key = place_key(effect->at);
        if (g_hash_table_contains(places, key)) {
            g_hash_table_add(self->cut, (gpointer)effect);
        }
    }
}

/* Keeps what the variables that are set for a build elsewhere hang on as well. What comes of them
 * there is not known, so that on their own they tell of no needs. */
static void keep_passed(Specifier *self, const Option *option, const char *value, GPtrArray *common)
{
    for (guint i = 0; option->passed != NULL && i < option->passed->len; i++) {
        const OptionLink *link = option->passed->pdata[i];
        if (link->values == NULL || option_link_has_value(link, value)) {
            g_autoptr(GPtrArray) settings = other_settings(self, link->effect, option->name);
            keep_common(common, settings);
        }
    }
}

/* What it takes for a setting of the option to do anything: when all that hangs on it, but for
 * tests, also hangs on the same setting of another option, that setting is needed. Of a command
 * that was not followed for all that it is given only some effects are known, so that what these
 * share says nothing of the others. */
static void needs_of_effects(Specifier *self, const Point *point, const Option *option,
                             const char *value, GPtrArray *requires)
{
    g_autoptr(GPtrArray) common = NULL;
    Span at = SPAN_NONE;
    for (guint i = 0; option->links != NULL && i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        if (!option_link_has_value(link, value) || !is_specific(point, link)) {
            continue;
        }
        if (g_hash_table_contains(self->cut, link->effect)) {
            g_clear_pointer(&common, g_ptr_array_unref);
            break;
        }
        g_autoptr(GPtrArray) settings = other_settings(self, link->effect, option->name);
        if (is_beside(self, settings)) {
            continue;
        }
        if (common == NULL) {
            common = g_steal_pointer(&settings);
            at = link->effect->at;
        } else {
            keep_common(common, settings);
        }
    }
    if (common != NULL) {
        keep_passed(self, option, value, common);
    }
    for (guint i = 0; common != NULL && i < common->len; i++) {
        Requirement requirement = specify_requirement(self, common->pdata[i], at);
        specify_add_requirement(self, requires, &requirement);
    }
}

/* Whether everything else that an effect depends on is what the setting needs anyway. */
static gboolean is_implied(Specifier *self, const Effect *effect, const char *option,
                           const GPtrArray *requires)
{
    g_autoptr(GPtrArray) settings = other_settings(self, effect, option);
    for (guint i = 0; i < settings->len; i++) {
        const Condition *setting = settings->pdata[i];
        gboolean needed = FALSE;
        for (guint k = 0; k < requires->len && !needed; k++) {
            const Requirement *requirement = requires->pdata[k];
            needed = g_strcmp0(requirement->option, setting->subject) == 0 &&
                     g_strcmp0(requirement->value, setting->value) == 0;
        }
        if (!needed) {
            return FALSE;
        }
    }
    return settings->len > 0;
}

static void mark_undecided(const Condition *atom, void *data)
{
    gboolean *undecided = data;
    *undecided = *undecided || atom->subject_kind != CONDITION_SUBJECT_OPTION;
}

/* Whether an effect also hangs on the machine, so that nobody who sets the option can be sure of
 * it. */
static gboolean is_undecided(const Specifier *self, const Effect *effect, const char *option,
                             const char *value, const GPtrArray *requires)
{
    gboolean undecided = FALSE;
    condition_each_atom(effect->when, mark_undecided, &undecided);
    return undecided && !specify_is_certain(self, effect->when, option, value, requires);
}

/* "1.2" is the least version, and ">1.2" says that it has to be a later one. "1.2...<3" is a range
 * of CMake's, without its end; "1.2...3" is one with it. */
static const char *package_version(Arena *arena, const char *detail)
{
    static const char dots[] = "...";
    gboolean later = detail != NULL && *detail == '>';
    const char *version = specify_version(later ? detail + 1 : detail);
    if (version == NULL) {
        return NULL;
    }
    const char *range = strstr(version, dots);
    if (range == NULL) {
        return arena_printf(arena, "%s%s", later ? ">" : ">=", version);
    }
    const char *end = range + strlen(dots);
    return arena_printf(arena, ">=%.*s,%s%s", (int)(range - version), version,
                        *end == '<' ? "" : "<=", end);
}

/* Whether the effect comes with that setting of a switch where all else is left alone, and not
 * without it, though another option brings it as well: "if(A OR B)". */
static gboolean comes_with(const Specifier *self, const Point *point, const OptionLink *link,
                           const char *value)
{
    const GPtrArray nothing = {NULL, 0};
    const Condition *when = link->effect->when;
    return link->values == NULL && point->kind == POINT_SWITCH &&
           specify_is_certain(self, when, point->option, value, &nothing) &&
           !specify_is_certain(self, when, point->option, "OFF", &nothing);
}

static void packages_of(Specifier *self, const Point *point, const Option *option,
                        const char *value, GPtrArray *requires)
{
    for (guint i = 0; option->links != NULL && i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        const Effect *effect = link->effect;
        if (effect->kind != EFFECT_PACKAGE) {
            continue;
        }
        gboolean comes = option_link_has_value(link, value) && is_specific(point, link) &&
                         (link->alone || is_implied(self, effect, option->name, requires));
        if (!comes && !comes_with(self, point, link, value)) {
            continue;
        }
        Requirement requirement = {.package = effect->name,
                                   .optional =
                                       !effect->required ||
                                       is_undecided(self, effect, option->name, value, requires),
                                   .at = effect->at};
        requirement.version = package_version(self->arena, effect->detail);
        specify_add_requirement(self, requires, &requirement);
    }
}

/* The macros that one value sets and others do not. */
static void macros_of(const Point *point, const Option *option, PointValue *value)
{
    for (guint i = 0; option->links != NULL && i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        const Effect *effect = link->effect;
        gboolean macro = effect->kind == EFFECT_MACRO || effect->kind == EFFECT_DEFINITION;
        if (macro && option_link_has_value(link, value->value) && is_specific(point, link) &&
            !g_ptr_array_find_with_equal_func(value->macros, effect->name, g_str_equal, NULL)) {
            g_ptr_array_add(value->macros, (gpointer)effect->name);
        }
    }
    g_ptr_array_sort(value->macros, text_order);
}

void specify_option_needs(Specifier *self, Point *point, const Option *option)
{
    needs_of_existence(self, point, option);
    if (point->kind == POINT_SWITCH) {
        needs_of_effects(self, point, option, "ON", point->requires);
        packages_of(self, point, option, "ON", point->requires);
    }
    for (guint i = 0; i < point->values->len; i++) {
        PointValue *value = point->values->pdata[i];
        needs_of_effects(self, point, option, value->value, value->requires);
        packages_of(self, point, option, value->value, value->requires);
        macros_of(point, option, value);
    }
}
