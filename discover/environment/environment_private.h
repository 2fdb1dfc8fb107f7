/* What the files of this reader share; nobody else includes it. */
#pragma once

#include "discover/facts.h"
#include "discover/make/make_reader.h"

typedef struct {
    const Tree *tree;
    MakeReadOptions options; /* what is no part of the product is the same for makefiles */
    Facts *facts;
} EnvironmentReader;

/* Fewer settings that other files read are no file of settings. */
#define SETTINGS_MIN 3u

/* The files that may set variables for the shell (TreeFile *), by what they are called; not all
 * where there are very many. The caller unrefs it. */
GPtrArray *environment_candidates(const EnvironmentReader *self);
/* What such a file sets (settings_file_read); NULL when it is about a run of the program. `builds`:
 * it starts make. The caller unrefs it. */
GArray *environment_settings_in(const EnvironmentReader *self, const TreeFile *file,
                                gboolean *builds, gboolean *cut);
/* Adds a value once. */
void environment_add_value(Arena *arena, GPtrArray *values, const char *text, ValueOrigin origin,
                           Span at);
/* environment_given.c: gives what makefiles only ask for the defaults and values that a file of
 * settings tells, which sets several of them. */
void environment_give(const EnvironmentReader *self);
