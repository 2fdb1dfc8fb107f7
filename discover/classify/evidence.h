/* What speaks for each category, and against the option being a specialization point. */
#pragma once

#include "discover/classify/subject.h"

typedef struct {
    double weight;
    const char *text;
    gboolean against;
    Category category; /* unless `against` */
} Reason;

typedef struct {
    double score[CATEGORY_COUNT];
    double against;
    double beside;  /* how much of `against` says that it is about what is built beside the code */
    double absence; /* how much of `against` says no more than that nothing is known */
    const Term *term[CATEGORY_COUNT]; /* the strongest technology seen for it; may be NULL */
    double term_weight[CATEGORY_COUNT];
    GArray *reasons; /* Reason */
} Evidence;

/* Weighs everything that the subject has. The caller frees `reasons`. */
void evidence_weigh(Evidence *self, const Project *project, const Subject *subject, Arena *arena);

/* The category with the highest score; CATEGORY_OTHER when all are zero. */
Category evidence_best(const Evidence *self);
/* How sure one can be, 0.5 (a toss-up) to 1, from the distance to the next best reading. */
double evidence_confidence(double score, double rival);
