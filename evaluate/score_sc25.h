/* The metric of the SC'25 study, so that its table can be recomputed: labels and reply are
 * flattened to fields, which are compared one by one. What it computes was read from the scoring
 * scripts in the study's public artifact (spcl/xaas-containers-artifact, analysis/llms) and is
 * described in docs/evaluate.md; the code is our own. */
#pragma once

#include "evaluate/prediction.h"
#include "evaluate/score.h"
#include "evaluate/truth.h"

/* The way from the study's metric to the strict one: each step has one more rule than the one
 * before. */
/* clang-format off */
#define SC25_STEPS(X)                                                        \
    X(STUDY,  "study",     "as the study scored")                            \
    X(MISSES, "+ misses",  "a wrong value is a miss as well")                \
    X(FALSE,  "+ false",   "fields that are false are left out")             \
    X(APART,  "+ apart",   "entries with equal names are kept apart")        \
    X(STRICT, "strict",    "flags and categories instead of names and fields")
/* clang-format on */

typedef enum {
#define X(id, text, explanation) STEP_##id,
    SC25_STEPS(X)
#undef X
        STEP_COUNT
} Sc25Step;

/* The second and third column; constant. */
const char *sc25_step_text(Sc25Step step);
const char *sc25_step_explanation(Sc25Step step);

/* Needs labels in the reference layout; never NULL. The caller frees it. A specification is scored
 * as what `xaas-discover --format reference-json` writes for it. */
Score *score_sc25(const Truth *truth, const Prediction *prediction, Sc25Switches switches);
