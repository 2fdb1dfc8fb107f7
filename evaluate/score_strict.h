/* The strict metric: a point is right when its category and its normalised flag (name and value)
 * are those of a label. docs/evaluate.md defines it. */
#pragma once

#include "evaluate/prediction.h"
#include "evaluate/score.h"
#include "evaluate/truth.h"

/* Never NULL; a prediction that failed is scored as one that is empty. The caller frees it. */
Score *score_strict(const Truth *truth, const Prediction *prediction);
