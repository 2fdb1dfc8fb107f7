/* Looks at a machine, or at a recorded tree of one, and says what it is.
 *
 * Sources are the kernel's own files (/proc, /sys), the drivers' files and the libraries that are
 * there; then programs are asked for their versions, unless the tree is recorded or the caller
 * does not want it. Nothing is taken from a name alone where the thing itself can be read. */
#pragma once

#include "container/system/knowledge.h"
#include "container/system/system.h"
#include "container/system/tree.h"

/* A program that is asked gets so much time. */
#define SURVEY_ASK_SECONDS 5u

typedef struct {
    const Tree *tree;
    const SystemKnowledge *knowledge;
    gboolean ask_programs; /* ignored for a recorded tree */
    const char *program;   /* path of this program, for drivers' libraries; NULL: not asked */
} SurveyRequest;

/* Never fails: what cannot be seen is unknown. */
System *survey_run(Arena *arena, const SurveyRequest *request);

/* ---- for the parts of the survey, each of which fills its part of `system` ------------------- */

typedef struct {
    const SurveyRequest *request;
    const Tree *tree;
    Arena *arena;
    System *system;
    const CpuArchitecture *architecture; /* NULL: unknown */
} Survey;

void survey_cpu(Survey *self);
void survey_topology(Survey *self); /* caches, memory */
void survey_gpus(Survey *self);
void survey_software(Survey *self);

/* Asks the driver's library, where the request allows it and there is one; FALSE when it told
 * nothing. */
gboolean survey_gpu_library(Survey *self, const GpuVendor *vendor);
/* Asks the vendor's tool likewise. */
void survey_gpu_tool(Survey *self, const GpuVendor *vendor);

/* Adds a text of the arena to a list, once. */
void survey_note(Survey *self, GPtrArray *list, const char *text);
/* "0-3,8" for sorted numbers, in the arena. */
const char *survey_ranges(Survey *self, const GArray *numbers);
