/* The units of a configuration become objects in its build tree. */
#pragma once

#include "container/deploy/apart.h"
#include "container/deploy/cache.h"
#include "container/deploy/relocate.h"
#include "container/image/container.h"

typedef struct {
    Container *container; /* its store is read when code has to be generated, and only then */
    const json_t *units;  /* units.json of the configuration */
    GHashTable *wanted;   /* outputs that steps read, as words; NULL: all */
    WholeProgram whole_program;
    GHashTable *others; /* outputs that something else than a link reads, as words; with a
                           whole_program only */
    const Target *target;
    const PipelineRules *rules;
    const Callees *callees;
    const ObjectCache *cache;
    const Relocation *relocation; /* NULL: modules hold the prefix that they were made for */
    const char *build;            /* the build tree */
    ApartRequest apart;           /* for modules with options for LLVM itself */
    guint jobs;
    /* NULL for silence; from any thread, but one call at a time. */
    void (*progress)(const char *what, guint done, guint total, gpointer data);
    gpointer data;
} ObjectsRequest;

typedef struct {
    guint units;             /* that were wanted and are bitcode */
    guint others;            /* that were wanted and came as objects */
    guint kept;              /* units that keep the target of their own command */
    guint whole;             /* units that links optimise together */
    guint level;             /* of those units, 0 to 3 */
    guint lowered;           /* modules that code was generated from */
    guint cached;            /* modules whose code was there */
    GHashTable *own_targets; /* char *: functions with a target of their own, a set */
    GPtrArray *notes;        /* char *: what differs from the units' own commands, in words */
} ObjectsResult;

void objects_result_clear(ObjectsResult *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ObjectsResult, objects_result_clear)

/* The triple that the configuration's modules are for, as the frontend's words have it. NULL and an
 * error when it has none. The caller frees it. */
char *objects_triple(const json_t *units, GError **error);
/* FALSE and an error when the target lacks what a unit's own command was allowed to use: the
 * configuration's sources may hold such code. With `keep` such units keep their own target, as long
 * as the one of most units is there, and theirs is one that is there and more: whether the program
 * runs their code is for it to decide. */
gboolean objects_check_target(const json_t *units, Target *target, gboolean keep, GError **error);
/* FALSE and an error that names the unit. */
gboolean objects_make(const ObjectsRequest *request, ObjectsResult *result, GError **error);
