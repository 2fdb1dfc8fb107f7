/* Whether a specification and the labels that it is scored by are about the same sources: another
 * version, or another project, has other options, and its score says nothing. */
#pragma once

#include "evaluate/prediction.h"
#include "evaluate/truth.h"

/* In words, to be freed; NULL when nothing speaks against it, as of replies, which do not say what
 * they are about. The names of the prediction's file and folders may name the project, too. */
char *mismatch_text(const Prediction *prediction, const Truth *truth);
