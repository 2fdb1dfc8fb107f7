#include "discover/make/link.h"
#include <string.h>

/* A condition over more options than this is not taken apart by option. */
#define LINK_SUPPORT_MAX 48u
/* Values of one option that are tried against a condition. */
#define LINK_VALUES_MAX 64u

/* How a condition depends on one option. */
typedef struct {
    Option *option;
    const GPtrArray *values;
    gboolean alone;
} GuardLink;

static void add_option_of(const MakeBuild *build, const Unknown *unknown, GPtrArray *options)
{
    Option *option = unknown->kind == CONDITION_SUBJECT_OPTION
                         ? g_hash_table_lookup(build->options, unknown->name)
                         : NULL;
    if (option != NULL && !g_ptr_array_find(options, option, NULL)) {
        g_ptr_array_add(options, option);
    }
    for (const guint *id = unknown->origins; id != NULL && *id != G_MAXUINT; id++) {
        add_option_of(build, unknowns_at(build->reading->unknowns, *id), options);
    }
}

static Unknown *unknown_of(const MakeBuild *build, const Option *option)
{
    return unknowns_get(build->reading->unknowns, CONDITION_SUBJECT_OPTION, option->name);
}

static const char *plain_default(const Option *option)
{
    const Definition *first = option->definitions->pdata[0];
    return first->defaults->len == 1 ? ((DefaultValue *)first->defaults->pdata[0])->value : NULL;
}

/* Whether the condition can hold when the option has one of the texts and `others` hold. */
static gboolean allows(const MakeBuild *build, Guard guard, const Unknown *unknown,
                       const GPtrArray *texts, GArray *others)
{
    guint known = others->len;
    gboolean result = FALSE;
    for (guint i = 0; i < texts->len && !result; i++) {
        unknown_literals(unknown, texts->pdata[i], others);
        result = guard_can_hold(build->reading->guards, guard,
                                (const GuardLiteral *)(const void *)others->data, others->len);
        g_array_set_size(others, known);
    }
    return result;
}

/* The texts that a value of the option stands for: of a switch, all that say the same. */
static GPtrArray *texts_of(const Option *option, const Unknown *unknown, const char *value)
{
    GPtrArray *texts = g_ptr_array_new();
    if (option->type != OPTION_BOOL) {
        g_ptr_array_add(texts, (gpointer)value);
        return texts;
    }
    gboolean on = strcmp(value, "ON") == 0;
    for (guint i = 0; i < unknown->values->len; i++) {
        const char *text = g_array_index(unknown->values, UnknownValue, i).text;
        if (on ? unknown_is_on(text) : unknown_is_off(text)) {
            g_ptr_array_add(texts, (gpointer)text);
        }
    }
    /* A word that nothing is compared with turns on what only asks for any text. */
    if (!on) {
        g_ptr_array_add(texts, (gpointer) "");
    } else if (texts->len == 0) {
        g_ptr_array_add(texts, (gpointer) "\1on");
    }
    return texts;
}

static GPtrArray *values_to_try(const Option *option, const Unknown *unknown)
{
    GPtrArray *values = g_ptr_array_new();
    if (option->type == OPTION_BOOL) {
        g_ptr_array_add(values, (gpointer) "ON");
        g_ptr_array_add(values, (gpointer) "OFF");
        return values;
    }
    for (guint i = 0; i < unknown->values->len && i < LINK_VALUES_MAX; i++) {
        g_ptr_array_add(values, (gpointer)g_array_index(unknown->values, UnknownValue, i).text);
    }
    return values;
}

static void add_defaults_of_others(const MakeBuild *build, const Option *option,
                                   const GPtrArray *options, GArray *literals)
{
    for (guint i = 0; i < options->len; i++) {
        const Option *other = options->pdata[i];
        const char *value = other != option ? plain_default(other) : NULL;
        if (value == NULL) {
            continue;
        }
        const Unknown *unknown = unknown_of(build, other);
        g_autoptr(GPtrArray) texts = texts_of(other, unknown, value);
        unknown_literals(unknown, texts->pdata[texts->len - 1], literals);
    }
}

static GuardLink *guard_link(const MakeBuild *build, Guard guard, Option *option,
                             const GPtrArray *options)
{
    GuardLink *link = arena_new0(build->reading->arena, GuardLink);
    link->option = option;
    const Unknown *unknown = unknown_of(build, option);
    g_autoptr(GArray) nothing = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    g_autoptr(GArray) defaults = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    add_defaults_of_others(build, option, options, defaults);
    g_autoptr(GPtrArray) values = values_to_try(option, unknown);
    GPtrArray *allowing = arena_array(build->reading->arena);
    g_autoptr(GPtrArray) other = g_ptr_array_new();
    g_ptr_array_add(other, (gpointer) "\1other");
    gboolean ruled_out = !allows(build, guard, unknown, other, nothing);
    gboolean with_other = !ruled_out && allows(build, guard, unknown, other, defaults);
    for (guint i = 0; i < values->len; i++) {
        g_autoptr(GPtrArray) texts = texts_of(option, unknown, values->pdata[i]);
        if (!allows(build, guard, unknown, texts, nothing)) {
            ruled_out = TRUE;
            continue;
        }
        g_ptr_array_add(allowing, values->pdata[i]);
        link->alone = link->alone || allows(build, guard, unknown, texts, defaults);
    }
    link->alone = link->alone || (values->len == 0 && with_other);
    link->values =
        ruled_out && allowing->len > 0 && allowing->len < MAX(values->len, 2) ? allowing : NULL;
    return link;
}

/* The links of a condition; equal conditions are taken apart once. */
static const GPtrArray *links_of(MakeBuild *build, Guard guard)
{
    MakeReading *self = build->reading;
    const GPtrArray *known = g_hash_table_lookup(build->guard_links, GUINT_TO_POINTER(guard.node));
    if (known != NULL) {
        return known;
    }
    GPtrArray *links = arena_array(self->arena);
    g_autoptr(GArray) support = guard_support(self->guards, guard);
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    for (guint i = 0; i < support->len; i++) {
        const Unknown *unknown =
            unknowns_of_variable(self->unknowns, g_array_index(support, guint, i));
        if (unknown != NULL) {
            add_option_of(build, unknown, options);
        }
    }
    for (guint i = 0; i < options->len && options->len <= LINK_SUPPORT_MAX; i++) {
        g_ptr_array_add(links, guard_link(build, guard, options->pdata[i], options));
    }
    g_hash_table_insert(build->guard_links, GUINT_TO_POINTER(guard.node), links);
    return links;
}

static void add_link(const MakeBuild *build, Option *option, const Effect *effect,
                     const GPtrArray *values, gboolean alone)
{
    GPtrArray *links = (GPtrArray *)option->links;
    for (guint i = 0; i < links->len; i++) {
        if (((const OptionLink *)links->pdata[i])->effect == effect) {
            return;
        }
    }
    OptionLink *link = arena_new0(build->reading->arena, OptionLink);
    *link = (OptionLink){effect, values, alone};
    g_ptr_array_add(links, link);
}

void make_link_effect(MakeBuild *build, const MakeEffect *record)
{
    MakeReading *self = build->reading;
    if (guard_is_false(record->when)) {
        return;
    }
    Effect *effect = arena_new0(self->arena, Effect);
    *effect = (Effect){.kind = record->kind,
                       .name = record->name,
                       .detail = record->detail,
                       .when = unknowns_condition(self->unknowns, record->when, GUARD_TRUE),
                       .at = record->at};
    if (effect->when->kind == CONDITION_FALSE) {
        return;
    }
    g_ptr_array_add(self->facts->effects, effect);
    const GPtrArray *links = links_of(build, record->when);
    for (guint i = 0; i < links->len; i++) {
        const GuardLink *link = links->pdata[i];
        add_link(build, link->option, effect, link->values, link->alone);
    }
    Option *owner =
        record->owner != NULL ? g_hash_table_lookup(build->options, record->owner) : NULL;
    if (owner != NULL) {
        add_link(build, owner, effect, NULL, TRUE);
    }
}
