/* From facts and decisions to a specification: what a person reviews.
 *
 * Nothing is judged here; this only arranges what was found. Dependencies between points come from
 * the conditions under which options exist, from the configurations that the project refuses, and
 * from what can only happen under another option's setting; each has the place that says so. */
#pragma once

#include "core/specification.h"
#include "discover/classify/classify.h"

/* More pieces of evidence, or longer texts, than these are cut; a cut text ends in "...". */
#define SPECIFY_EVIDENCE_MAX 8u
#define SPECIFY_TEXT_MAX 240u
/* More refused configurations than this are counted in the ledger's summary, not listed. */
#define SPECIFY_CONSTRAINTS_MAX 1000u

/* `decisions` are classify's (Decision *, one an option). `sources` may be NULL: then points have
 * no reach. All in the arena; `facts` must be finished and outlive the result. */
Specification *specify(const Facts *facts, const GPtrArray *decisions, const SourceIndex *sources,
                       Arena *arena);

/* A project's message as one line, without drawn rules and cut before what could not be worked out.
 * In the arena; NULL for none. */
const char *specify_message(Arena *arena, const char *text);

/* What a point about the option takes. */
PointKind specify_kind(const Option *option, const Decision *decision);

/* The point that is about an option; NULL when there is none. The specification may be an older one
 * of the same project. */
const Point *specify_point_of(const Specification *specification, const Option *option);
