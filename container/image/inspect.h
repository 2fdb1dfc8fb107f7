/* What an IR container holds, counted. */
#pragma once

#include "container/image/container.h"
#include "core/arena.h"

/* A folder of sources in one configuration. */
typedef struct {
    guint units;
    guint shared; /* whose module all configurations with that source have */
} FolderCounts;

typedef struct {
    const char *name;
    const char *settings; /* "A=1, B=2" */
    guint units;
    guint others;          /* that could not become bitcode */
    guint left_out;        /* that the default build does not need */
    guint modules;         /* distinct */
    guint own_modules;     /* that no other configuration has */
    guint functions;       /* in its modules */
    FolderCounts *folders; /* as long as Inspection.folders */
} ConfigurationCounts;

typedef struct {
    Arena *arena;
    const Container *container;
    GPtrArray *configurations; /* ConfigurationCounts * */
    GPtrArray *folders;        /* const char *: folders of sources, sorted bytewise */
    guint units;
    guint classes;
    guint modules;
    StoreCounts store;
} Inspection;

/* `container` must have its store, and outlive the result. */
Inspection *inspection_new(const Container *container);
void inspection_free(Inspection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Inspection, inspection_free)

/* A new reference. */
json_t *inspection_json(const Inspection *self);
/* A page that needs nothing else: configurations and source folders, what is shared and what is
 * specialised. The caller frees it. */
char *inspection_html(const Inspection *self);

/* The units that were left out, one an object: configuration, source, left_out (the compiler's
 * first error), unasked (left out on request). A new reference. */
json_t *inspection_left_out(const Container *container);

/* All units whose source ends in `name`, one an object: configuration, source, module, class,
 * level, what keeps it apart, functions and how many of them other modules have. A new reference;
 * an empty array when there is none. */
json_t *inspection_why(const Container *container, const char *name);
