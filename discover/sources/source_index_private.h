/* The index as source_scan.c fills it and source_index.c answers from it. */
#pragma once

#include "discover/sources/condition_reader.h"
#include "discover/sources/file_scan.h"

typedef struct {
    const char *name;
    GArray *regions; /* MacroRegion, sorted by file and place */
    /* While groups are merged: the last group that mentions it, and where it stands in the list of
     * the macros of that group. */
    guint64 group;
    guint slot;
} MacroEntry;

/* A condition, once for the whole tree. */
typedef struct {
    const char *text;
    gboolean by_words; /* there is too much to parse it all */
    const MacroUse *uses;
    MacroEntry **entries; /* one a use; NULL until a group asks */
    guint use_count;
} Meaning;

struct SourceIndex {
    Arena *arena;
    const Tree *tree;
    GPtrArray *files;   /* const TreeFile *, sorted by path */
    guint *lines;       /* a file */
    GHashTable *macros; /* const char * -> MacroEntry * */
    GArray *hits;       /* SourceHit */
    GPtrArray *workers; /* ScanWorker *: own the texts of hits and what was defined */
};

/* Fills lines, macros and hits from what was found in each file (`results`, in the order of the
 * files), whose conditions have a Meaning by now. From front to back, so that nothing depends on
 * which thread met what first. */
void source_index_merge(SourceIndex *self, const FileScan *results, const SourceMatcher *matcher,
                        Diagnostics *diagnostics);
