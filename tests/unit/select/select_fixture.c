#include "select_fixture.h"
#include <string.h>

Fixture *fixture_new(const char *machine)
{
    Fixture *self = g_new0(Fixture, 1);
    g_autoptr(GError) error = NULL;
    g_autofree char *file = g_strconcat(machine, ".yaml", NULL);
    g_autofree char *system = g_build_filename(XAAS_SOURCE_ROOT, "tests/systems", file, NULL);
    g_autofree char *knowledge = g_build_filename(XAAS_SOURCE_ROOT, "container/knowledge", NULL);
    self->arena = arena_new();
    self->selector.arena = self->arena;
    self->selector.system = system_load(self->arena, system, &error);
    g_assert_no_error(error);
    self->selector.needs = needs_load(self->arena, knowledge, &error);
    g_assert_no_error(error);
    return self;
}

void fixture_free(Fixture *self)
{
    arena_free(self->arena);
    g_free(self);
}

GPtrArray *offer_texts(Arena *arena, const char *list)
{
    GPtrArray *array = arena_array(arena);
    g_auto(GStrv) words = g_strsplit(list, " ", -1);
    for (char **word = words; *word != NULL; word++) {
        if (**word != '\0') {
            g_ptr_array_add(array, arena_strdup(arena, *word));
        }
    }
    return array;
}

Offer *offer_compiled(Arena *arena, const char *name, const char *features)
{
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    Offer *offer = offer_new(arena, name, none, none);
    offer->features = offer_texts(arena, features);
    return offer;
}

Offer *offer_with_setting(Arena *arena, Category category, const char *option, const char *value,
                          const char *package)
{
    MatrixPoint *point = arena_new0(arena, MatrixPoint);
    point->option = option;
    point->category = category;
    point->name = option;
    point->packages = arena_array(arena);
    point->values = arena_array(arena);
    if (package != NULL) {
        g_ptr_array_add(point->packages, (gpointer)package);
    }
    g_autoptr(GPtrArray) points = g_ptr_array_new();
    g_autoptr(GPtrArray) settings = g_ptr_array_new();
    g_ptr_array_add(points, point);
    g_ptr_array_add(settings, setting_new(arena, option, value));
    return offer_new(arena, value, settings, points);
}

const char *fixture_best(const Fixture *self, const GPtrArray *offers)
{
    const GPtrArray *judgements = select_all(&self->selector, offers);
    const Judgement *best = judgements->pdata[0];
    return best->fits ? best->offer->name : "nothing";
}
