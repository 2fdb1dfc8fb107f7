/* Machines of tests/systems, and configurations to choose from. */
#pragma once

#include "container/select/select.h"

typedef struct {
    Arena *arena;
    Selector selector;
} Fixture;

/* The machine tests/systems/NAME.yaml, and what is known. */
Fixture *fixture_new(const char *machine);
void fixture_free(Fixture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Fixture, fixture_free)
/* The name of the best of the offers, "nothing" when none fits. */
const char *fixture_best(const Fixture *self, const GPtrArray *offers);

/* The words of a list with blanks between them. */
GPtrArray *offer_texts(Arena *arena, const char *list);
/* A configuration by what its units were compiled for. */
Offer *offer_compiled(Arena *arena, const char *name, const char *features);
/* A configuration with one setting of a point, which has that package; NULL: none. */
Offer *offer_with_setting(Arena *arena, Category category, const char *option, const char *value,
                          const char *package);
