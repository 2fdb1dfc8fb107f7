/* Which folders of a project's sources hang on which specialization points.
 *
 * Counted are the lines under `#if`s that mention a macro of the point, and those of files that are
 * only compiled with it, each line once for a point.
 * Folders are opened, the largest first, until there are enough of them to tell parts of the
 * project apart. */
#pragma once

#include "core/specification.h"
#include "discover/classify/classify.h"

#define COVERAGE_FOLDERS_MAX 24u

typedef struct {
    char *path;    /* "" is the root; ends with "/" otherwise */
    guint lines;   /* of all its source files */
    guint *points; /* lines by index of the point */
} CoverageFolder;

typedef struct {
    GPtrArray *folders; /* CoverageFolder *, by path; those on which no point has a line are left
                           out */
    guint point_count;
    guint files;
    guint lines; /* of all sources */
} Coverage;

/* `decisions` (Decision *) are those of an analysis of the same sources, which knows the files that
 * are only compiled with a point; NULL: only `#if`s count. The caller frees it. */
Coverage *coverage_count(const Specification *specification, const SourceIndex *sources,
                         const GPtrArray *decisions);
void coverage_free(Coverage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Coverage, coverage_free)
