#include "discover/make/link.h"
#include <string.h>

static void add_options_of(guint variable, GPtrArray *options, gpointer data)
{
    const MakeBuild *build = data;
    unknowns_add_options(build->reading->unknowns, variable, build->options, options);
}

static const Unknown *unknown_of(gpointer option, gpointer data)
{
    const MakeBuild *build = data;
    return unknowns_get(build->reading->unknowns, CONDITION_SUBJECT_OPTION,
                        ((const Option *)option)->name);
}

static const char *plain_default(gpointer option, gpointer data)
{
    (void)data;
    const Definition *first = ((const Option *)option)->definitions->pdata[0];
    return first->defaults->len == 1 ? ((DefaultValue *)first->defaults->pdata[0])->value : NULL;
}

static void assume_text(gpointer option, const char *text, GArray *literals, gpointer data)
{
    unknown_literals(unknown_of(option, data), text, literals);
}

/* Of a switch, all texts that say the same. */
static GPtrArray *texts_of(gpointer option, const char *value, gpointer data)
{
    GPtrArray *texts = g_ptr_array_new();
    if (((const Option *)option)->type != OPTION_BOOL) {
        g_ptr_array_add(texts, (gpointer)value);
        return texts;
    }
    const Unknown *unknown = unknown_of(option, data);
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
        g_ptr_array_add(texts, (gpointer)GUARD_LINK_OTHER);
    }
    return texts;
}

static GPtrArray *known_values(gpointer option, gpointer data)
{
    GPtrArray *values = g_ptr_array_new();
    if (((const Option *)option)->type == OPTION_BOOL) {
        g_ptr_array_add(values, (gpointer) "ON");
        g_ptr_array_add(values, (gpointer) "OFF");
        return values;
    }
    const Unknown *unknown = unknown_of(option, data);
    for (guint i = 0; i < unknown->values->len; i++) {
        g_ptr_array_add(values, (gpointer)g_array_index(unknown->values, UnknownValue, i).text);
    }
    return values;
}

const GuardLinkMethods make_link_methods = {.add_options = add_options_of,
                                            .values = known_values,
                                            .plain_default = plain_default,
                                            .texts = texts_of,
                                            .assume = assume_text};

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
    const GPtrArray *links = guard_links_of(build->links, record->when);
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
