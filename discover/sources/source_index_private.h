/* The index as source_scan.c fills it and source_index.c answers from it. */
#pragma once

#include "discover/sources/file_scan.h"

typedef struct {
    const char *name;
    GArray *regions; /* MacroRegion, sorted by file and place */
    /* While groups are merged: the last group that mentions it, and where it stands in the list of
     * the macros of that group. */
    guint64 group;
    guint slot;
} MacroEntry;

struct SourceIndex {
    Arena *arena;
    GPtrArray *files;   /* const TreeFile *, sorted by path */
    guint *lines;       /* a file */
    GHashTable *macros; /* const char * -> MacroEntry * */
    GArray *hits;       /* SourceHit */
    GPtrArray *workers; /* ScanWorker *: own the texts of hits and what was defined */
};
