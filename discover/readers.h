/* Every build system that has a reader, asked one after the other for what it finds in a tree.
 *
 * The table in readers.c is the only place that knows them all: a new one is a row there. What no
 * reader took is recognised by builders.h, so that nothing is passed over in silence. */
#pragma once

#include "discover/facts.h"
#include "discover/machine_variables.h"
#include "discover/tree.h"

typedef struct {
    const char *stub_folder;   /* of the readers of CMake, Autotools and makefiles */
    gboolean concrete;         /* follow one configuration instead of all; CMake only */
    GHashTable *side_folders;  /* of the CMake, Make and Autotools readers: see their headers */
    GHashTable *build_scripts; /* of the Autotools reader, likewise */
    const MachineVariables *machine_variables; /* that no person gives; NULL: none */
    GHashTable *definitions;                   /* concrete: NAME -> value; may be NULL */
    GHashTable *environment; /* concrete: what checks found, NAME -> value; may be NULL */
} ReadersOptions;

/* Adds to `facts` what the readers find, in the order of their table, then what is only recognised,
 * and finishes the facts. FALSE and an error only when the installation lacks something that a
 * reader needs; what the project does wrong becomes diagnostics and ledger entries. */
gboolean readers_read(const Tree *tree, const ReadersOptions *options, Facts *facts,
                      Diagnostics *diagnostics, GError **error);
