/* What a project looks for: dependencies, programs, libraries. */
#include "discover/meson/reading.h"
#include <string.h>

/* What "required:" says: where it must be there, and where it is not looked for. */
typedef struct {
    Guard must, not_wanted;
} Wanted;

static Wanted wanted_by(MesonReading *self, const MesonNode *call)
{
    const MesonValue *required = meson_evaluate_named(self, call, "required");
    if (required == NULL) {
        return (Wanted){GUARD_TRUE, GUARD_FALSE};
    }
    if (required->kind == MESON_VALUE_FEATURE) {
        return (Wanted){required->truth, required->off};
    }
    return (Wanted){meson_truth(self, required), GUARD_FALSE};
}

/* Where something of that kind and name is found that is wanted so. */
static Guard found_where(MesonReading *self, ConditionSubject kind, const char *name, Wanted wanted)
{
    Unknown *unknown = unknowns_get(self->unknowns, kind, name);
    Guard there = guard_is_true(wanted.must)
                      ? GUARD_TRUE
                      : guard_or(self->guards, wanted.must, unknown_given(self->unknowns, unknown));
    return guard_minus(self->guards, there, wanted.not_wanted);
}

/* "blas" of dependency(get_option('blas')): the option says what is looked for. */
static const char *owner_of(MesonReading *self, const char *text)
{
    const Unknown *unknown = text != NULL ? unknowns_of_text(self->unknowns, text) : NULL;
    gboolean option = unknown != NULL && unknown->kind == CONDITION_SUBJECT_OPTION;
    return option ? unknown->name : NULL;
}

/* Whether what is being read is reached with that value of the option. */
static gboolean may_be(MesonReading *self, const MesonOption *option, const char *value)
{
    g_autoptr(GArray) literals = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    unknown_literals(option->unknown, value, literals);
    const GuardLiteral *known = (const GuardLiteral *)(const void *)literals->data;
    return !guard_is_false(guard_assume(self->guards, self->path, known, literals->len));
}

/* What is looked for: by its name, or by the usual name where an option gives it, unless a test
 * has ruled that one out. A text with holes where it is not known. */
static const char *name_of(MesonReading *self, const char *text)
{
    const char *owner = owner_of(self, text);
    const MesonOption *option = owner != NULL ? g_hash_table_lookup(self->options, owner) : NULL;
    gboolean usual =
        option != NULL && option->fallback != NULL && may_be(self, option, option->fallback);
    return usual ? option->fallback : text;
}

/* The first name that is a text, each of which is recorded; NULL for none. */
typedef struct {
    const MesonNode *call;
    EffectKind kind;
    const char *detail;
    Wanted wanted;
    const char *first;
} Sought;

static void add_sought(MesonReading *self, const Sought *sought, const char *name,
                       const char *owner)
{
    const MesonEffect effect = {.kind = sought->kind,
                                .name = name,
                                .detail = sought->detail,
                                .required = guard_is_true(sought->wanted.must),
                                .when = guard_not(self->guards, sought->wanted.not_wanted),
                                .owner = owner,
                                .at = meson_place(self, sought->call->line)};
    meson_add_effect(self, &effect);
}

static void note_sought(MesonReading *self, const MesonValue *value, Guard when, gpointer data)
{
    Sought *sought = data;
    const char *text = meson_text_of(value);
    Guard path = self->path;
    Guard here = guard_and(self->guards, path, when);
    if (text == NULL || guard_is_false(here)) {
        return;
    }
    self->path = here;
    const char *name = name_of(self, text);
    if (unknown_text_has_hole(name)) {
        g_autofree char *subject = g_strconcat(sought->call->text, "()", NULL);
        meson_ledger(self, "unknown name", subject, sought->call->line);
    } else {
        add_sought(self, sought, name, owner_of(self, text));
    }
    self->path = path;
    sought->first = sought->first != NULL ? sought->first : name;
}

static void take_minimum(MesonReading *self G_GNUC_UNUSED, const MesonValue *value,
                         Guard when G_GNUC_UNUSED, gpointer data)
{
    const char *text = meson_text_of(value);
    const char **minimum = data;
    if (text != NULL && *minimum == NULL && g_str_has_prefix(text, ">=")) {
        *minimum = text + strlen(">=") + strspn(text + strlen(">="), " ");
    }
}

/* "3.0" of ">= 3.0", which may be one of several demands; NULL when none asks for that much. */
static const char *minimum_version(MesonReading *self, const MesonNode *call)
{
    const char *minimum = NULL;
    const MesonValue *version = meson_evaluate_named(self, call, "version");
    if (version != NULL) {
        meson_each(self, version, GUARD_TRUE, take_minimum, &minimum);
    }
    return minimum;
}

const MesonValue *meson_look_for(MesonReading *self, const MesonNode *call, EffectKind kind,
                                 MesonThing thing, ConditionSubject subject)
{
    Sought sought = {.call = call,
                     .kind = kind,
                     .detail = kind == EFFECT_LINK      ? "searched"
                               : kind == EFFECT_PACKAGE ? minimum_version(self, call)
                                                        : NULL,
                     .wanted = wanted_by(self, call)};
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        meson_each(self, meson_evaluate(self, call->items->pdata[i]), GUARD_TRUE, note_sought,
                   &sought);
    }
    const char *name = sought.first != NULL ? sought.first : call->text;
    const char *readable = unknowns_readable(self->unknowns, name);
    Guard found = found_where(self, subject, readable, sought.wanted);
    const MesonValue *sought_thing =
        meson_thing(self, thing, unknown_text_has_hole(name) ? NULL : name, found);
    const MesonValue *disabler = meson_evaluate_named(self, call, "disabler");
    return disabler != NULL && guard_is_true(meson_truth(self, disabler))
               ? meson_disabler(self, sought_thing, GUARD_TRUE)
               : sought_thing;
}
