/* Sets the facts that our reader wrote beside the truth that real CMake left. */
#pragma once

#include <glib.h>
#include <jansson.h>

typedef struct {
    const char *folder; /* of the build system in the facts that was configured; "" for the root */
    gboolean symbolic;  /* the facts speak of all configurations, the truth of one */
    GHashTable *cache;  /* name -> value, from CMakeCache.txt; NULL: not known */
} CompareOptions;

typedef struct {
    guint options;  /* in the truth, without the internal ones */
    guint found;    /* of them, in the facts */
    guint defaults; /* of those found, with the same default at the same place */
    guint types;    /* of those found, with the same type */
    guint choices;  /* in the truth, with a STRINGS property */
    guint same_choices;
    guint modules; /* options that CMake's own modules defined for the project */
    guint found_modules;
    guint invented;  /* in the facts, but defined by nobody; symbolic: although the condition under
                      * which it exists holds here */
    guint explained; /* symbolic: in the facts only, under a condition that the cache does not
                        fulfil */
} Comparison;

/* Compares. Every difference becomes a line of `report`: "KIND NAME PLACE: what". */
void compare_facts(json_t *truth, json_t *facts, const CompareOptions *options,
                   Comparison *comparison, GPtrArray *report);

/* Whether there was something to compare and nothing differs (but defaults, unless they are asked
 * for): what the tests in our own tree ask. */
gboolean comparison_exact(const Comparison *comparison, gboolean defaults);
