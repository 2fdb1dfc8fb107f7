/* What the two files of the unknowns share: unknown.c makes them, and conditions of them;
 * unknown_meaning.c tells what such conditions are about. */
#pragma once

#include "discover/make/unknown.h"

/* What a decision variable means. */
typedef struct {
    guint unknown;
    enum { MEANS_GIVEN, MEANS_VALUE, MEANS_RELATION } means;
    const char *relation;
    const char *text;
} Meaning;

struct Unknowns {
    Arena *arena;
    Guards *guards;
    GPtrArray *unknowns;   /* Unknown * */
    GHashTable *by_key;    /* kind and name, or operation and text -> Unknown * */
    GArray *meanings;      /* Meaning, by decision variable */
    GHashTable *relations; /* key -> decision variable + 1 */
    GHashTable *conditions;
};
