/* Figures about several runs: order statistics and bootstrap intervals.
 *
 * Resampling is seeded and uses a generator whose numbers are the same everywhere, so that the same
 * input gives the same interval on every machine. */
#pragma once

#include <glib.h>

#define BOOTSTRAP_ROUNDS 10000u
/* An interval holds this share of the resampled figures (percentile method). */
#define BOOTSTRAP_LEVEL 0.95

typedef struct {
    guint count; /* of values that are defined */
    double min;
    double median;
    double mean;
    double max;
    double low; /* 95 % interval of the mean; NAN with fewer than two values */
    double high;
} Summary;

/* Two groups of runs. */
typedef struct {
    double difference; /* of the means, first minus second; NAN when one is empty */
    double low;        /* its 95 % interval; NAN with fewer than two values in one */
    double high;
    double better;   /* how often a run of the first beats one of the second; a tie counts half */
    gboolean paired; /* each run of the first was compared with its own of the second only */
} Comparison;

/* Values that are NAN are left out; with none every figure is NAN. */
Summary summary_of(const double *values, guint count, guint32 seed);
/* Value by value: what belongs together stands at the same index. Pairs with a NAN are left out. */
Comparison comparison_of_pairs(const double *first, const double *second, guint count,
                               guint32 seed);
/* The same of values that are no pairs: all of the first against all of the second. */
Comparison comparison_of(const double *first, guint first_count, const double *second,
                         guint second_count, guint32 seed);
