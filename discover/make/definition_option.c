/* A definition that a variable collects, as an option in the facts. */
#include "discover/make/definition_list.h"
#include "discover/option_name.h"
#include <string.h>

static int compare_places(gconstpointer a, gconstpointer b)
{
    const ListedPlace *x = a;
    const ListedPlace *y = b;
    return x->rank != y->rank ? (x->rank < y->rank ? -1 : 1) : span_compare(&x->at, &y->at);
}

/* The line that holds when nobody changes one and chooses another file; NULL: it is not there. */
static const ListedPlace *active_place(const ListedDefinition *listed)
{
    if (g_array_index(listed->places, ListedPlace, 0).rank > LISTED_IN_MODEL) {
        return NULL;
    }
    const char *first = g_array_index(listed->places, ListedPlace, 0).at.path;
    for (guint i = 0; i < listed->places->len; i++) {
        const ListedPlace *place = &g_array_index(listed->places, ListedPlace, i);
        if (!place->off && !place->replaced && strcmp(place->at.path, first) == 0) {
            return place;
        }
    }
    return NULL;
}

static gboolean is_on_without_value(const ListedDefinition *listed)
{
    for (guint i = 0; i < listed->places->len; i++) {
        const ListedPlace *place = &g_array_index(listed->places, ListedPlace, i);
        if (!place->off && place->value == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "#FLAGS = -DX=0" beside "FLAGS = -DX" only says how to do without. */
static gboolean has_value(const ListedDefinition *listed)
{
    gboolean on = is_on_without_value(listed);
    for (guint i = 0; i < listed->places->len; i++) {
        const ListedPlace *place = &g_array_index(listed->places, ListedPlace, i);
        gboolean without = place->off && on && g_strcmp0(place->value, "0") == 0;
        if (place->value != NULL && !without) {
            return TRUE;
        }
    }
    return FALSE;
}

static GPtrArray *values_of(Arena *arena, const ListedDefinition *listed)
{
    GPtrArray *values = arena_array(arena);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < listed->places->len; i++) {
        const ListedPlace *place = &g_array_index(listed->places, ListedPlace, i);
        const char *text = place->value != NULL && has_value(listed) ? place->value : "1";
        /* A document that speaks of it gives no value. */
        gboolean spoken_of = place->file == NULL && place->value == NULL && has_value(listed);
        if (!spoken_of && *text != '\0' && g_hash_table_add(seen, (gpointer)text)) {
            AllowedValue *value = arena_new0(arena, AllowedValue);
            *value = (AllowedValue){.value = text, .origin = VALUE_DECLARED, .at = place->at};
            g_ptr_array_add(values, value);
        }
    }
    /* A single one is an example. */
    if (has_value(listed) && values->len < 2) {
        g_ptr_array_set_size(values, 0);
    }
    return values;
}

static const char *line_text(MakeReading *self, const ListedPlace *place)
{
    g_autofree char *line =
        place->file != NULL ? make_file_line(place->file, place->at.line) : g_strdup(place->text);
    g_autofree char *valid = g_utf8_make_valid(line != NULL ? g_strstrip(line) : "", -1);
    return arena_strdup(self->arena, valid);
}

static const char *first_help(const ListedDefinition *listed)
{
    for (guint i = 0; i < listed->places->len; i++) {
        const char *help = g_array_index(listed->places, ListedPlace, i).help;
        if (help != NULL) {
            return help;
        }
    }
    return NULL;
}

static const char *default_of(const ListedDefinition *listed)
{
    const ListedPlace *active = active_place(listed);
    if (!has_value(listed)) {
        return active != NULL ? "ON" : "OFF";
    }
    return active == NULL ? "" : active->value != NULL ? active->value : "1";
}

static GPtrArray *definitions_of(MakeReading *self, const ListedDefinition *listed)
{
    Arena *arena = self->arena;
    const GPtrArray *defaults = facts_default_new(arena, default_of(listed));
    GPtrArray *definitions = arena_array(arena);
    for (guint i = 0; i < listed->places->len; i++) {
        const ListedPlace *place = &g_array_index(listed->places, ListedPlace, i);
        g_ptr_array_add(definitions,
                        facts_definition_new(arena, place->at, line_text(self, place),
                                             i == 0 ? first_help(listed) : place->help,
                                             has_value(listed) ? OPTION_STRING : OPTION_BOOL,
                                             defaults));
    }
    return definitions;
}

static GPtrArray *links_of(MakeReading *self, const ListedDefinition *listed)
{
    Arena *arena = self->arena;
    Effect *effect = arena_new0(arena, Effect);
    *effect =
        (Effect){.kind = EFFECT_DEFINITION,
                 .name = listed->macro,
                 .when = condition_atom(arena, CONDITION_SUBJECT_OPTION, listed->name, NULL, NULL),
                 .at = g_array_index(listed->places, ListedPlace, 0).at};
    g_ptr_array_add(self->facts->effects, effect);
    GPtrArray *on = NULL;
    if (!has_value(listed)) {
        on = arena_array(arena);
        g_ptr_array_add(on, (gpointer) "ON");
    }
    OptionLink *link = arena_new0(arena, OptionLink);
    *link = (OptionLink){.effect = effect, .values = on, .alone = TRUE};
    GPtrArray *links = arena_array(arena);
    g_ptr_array_add(links, link);
    return links;
}

static gboolean is_in_makefiles(const MakeReading *self, const ListedDefinition *listed)
{
    for (guint i = 0; i < listed->places->len; i++) {
        const char *path = g_array_index(listed->places, ListedPlace, i).at.path;
        if (g_hash_table_contains(self->sources, path)) {
            return TRUE;
        }
    }
    return FALSE;
}

void make_drop_told_elsewhere(Facts *facts, const MakeDefinitions *definitions)
{
    for (guint i = 0; i < definitions->in_documents->len; i++) {
        Option *option = definitions->in_documents->pdata[i];
        if (g_hash_table_contains(definitions->in_makefiles, option_name_bare(option->name))) {
            const OptionLink *link = option->links->pdata[0];
            g_ptr_array_remove(facts->effects, (gpointer)link->effect);
            g_ptr_array_remove(facts->options, option);
        }
    }
}

void make_add_listed(MakeReading *self, const ListedDefinition *listed)
{
    Arena *arena = self->arena;
    g_array_sort(listed->places, compare_places);
    gboolean text = has_value(listed);
    const ListedPlace *first = &g_array_index(listed->places, ListedPlace, 0);
    gboolean shown = text && active_place(listed) == NULL && first->value != NULL;
    const char *example = shown && *first->value != '\0' ? first->value : NULL;
    Option *option = arena_new0(arena, Option);
    *option = (Option){.name = listed->name,
                       .builder = BUILDER_MAKE,
                       .folder = self->top,
                       .type = text ? OPTION_STRING : OPTION_BOOL,
                       .free_form = text,
                       .example = example,
                       .definitions = definitions_of(self, listed),
                       .values = values_of(arena, listed),
                       .links = links_of(self, listed),
                       .uses = arena_array(arena)};
    g_ptr_array_add(self->facts->options, option);
    if (is_in_makefiles(self, listed)) {
        g_hash_table_add(self->definitions->in_makefiles, (gpointer)listed->macro);
    } else {
        g_ptr_array_add(self->definitions->in_documents, option);
    }
}
