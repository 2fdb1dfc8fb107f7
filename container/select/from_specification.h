/* The best choice that a specification leaves on a machine: which build flags to configure with.
 *
 * Points are decided one after the other, in the order of needs.yaml, each by the best of its
 * values that fits and that the specification allows together with what was decided before. Points
 * about which nothing is known keep the project's default. */
#pragma once

#include "container/select/select.h"
#include "core/specification.h"

/* A value that was looked at for a point. */
typedef struct {
    const char *value;
    const char *flag;           /* what chooses it; NULL: the project's default does */
    const Judgement *judgement; /* of the value alone */
    const char *impossible;     /* why the specification rules it out; NULL: it does not */
} Candidate;

typedef struct {
    const Point *point;
    const Candidate *chosen; /* NULL: the default stays */
    GPtrArray *candidates;   /* Candidate *: in the order in which they were preferred */
} Decision;

/* Decision *, in the order in which they were made. `given` (Setting *; may be NULL) are settings
 * that somebody made before: they stand, and the others are chosen beside them. In the selector's
 * arena. */
GPtrArray *select_for_specification(const Selector *selector, const Specification *specification,
                                    const GPtrArray *given);
/* The settings that were chosen, Setting *, for a build. */
GPtrArray *decisions_settings(Arena *arena, const GPtrArray *decisions);
/* A new reference. */
json_t *decisions_json(const Selector *selector, const GPtrArray *decisions);
/* All that can be chosen: Setting *, one for each value of each point; in the arena. */
GPtrArray *specification_settings(Arena *arena, const Specification *specification);
