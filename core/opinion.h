/* What somebody says who did not agree with the decision that counts: the rules where a model
 * decided, the model where the rules did. Kept in specifications for the person who reviews. */
#pragma once

#include <glib.h>

typedef struct {
    const char *decided_by; /* as in specifications: "rules", "model:NAME" */
    const char *category;   /* OPINION_NO_POINT: it should be no point */
    double confidence;      /* 0 to 1 */
    GPtrArray *reasons;     /* const char * */
} Opinion;
#define OPINION_NO_POINT "none"
