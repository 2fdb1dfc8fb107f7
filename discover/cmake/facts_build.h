/* From what a reader recorded under guards to facts with conditions: the last step of every reader
 * that follows a build description through all configurations at once. */
#pragma once

#include "discover/cmake/recorder.h"

typedef struct {
    Arena *arena;
    Guards *guards;
    Symbols *symbols;
    Recorder *recorder;
    Builder builder;
    const char *folder; /* of the build system, "" for the root */
    const char *file;   /* its top-level file */
    /* Whether a file belongs to a bundled copy of another project. */
    gboolean (*is_vendored)(gpointer data, const char *path);
    /* A line of a source file, which may go on behind its end of line; NULL when there is none. */
    const char *(*line)(gpointer data, const char *path, guint line);
    gpointer data;
} FactsSource;

/* Adds all options, effects, constraints and ledger entries that were recorded. */
void facts_build(const FactsSource *source, Facts *facts);
