/* Everything that is worked out about one project, and the order in which that happens. */
#pragma once

#include "discover/classify/classify.h"
#include "discover/program/model.h"
#include "discover/program/options.h"
#include "discover/program/progress.h"
#include "discover/tree.h"

typedef struct {
    Arena *arena; /* owns what the pointers below lead to */
    Diagnostics *diagnostics;
    Tree *tree;
    Facts *facts;
    Knowledge *knowledge;
    SourceIndex *sources;
    Model *model;         /* to be asked when all else is known; NULL: the rules decide alone */
    GPtrArray *decisions; /* Decision *, one an option, in the order of the facts */
    char *name;           /* the project's, fit for a file name */
    guint64 microseconds;
} Analysis;

/* Reads, scans and classifies; sources are scanned by threads while the build files are followed.
 * `program` is argv[0]. NULL and a PROGRAM_ERROR with the exit status when there is nothing to
 * show. */
Analysis *analysis_run(const DiscoverOptions *options, const char *program, Progress *progress,
                       GError **error);
void analysis_free(Analysis *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Analysis, analysis_free)

/* Which of the project's own build systems are not read, and why: "make (Makefile) is recognised,
 * but not read: ...", the first few of them. NULL when all are read; the caller frees it. */
#define ANALYSIS_UNREAD_TOLD_MAX 5u
char *analysis_unread(const Analysis *self);

/* The decisions about an option, one for each build system that has it; Decision *. The caller
 * unrefs the array. */
GPtrArray *analysis_decisions(const Analysis *self, const char *option);
