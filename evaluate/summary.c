#include "evaluate/summary.h"
#include <math.h>

/* Marsaglia's xorshift* with 64 bits, started through SplitMix64 so that small seeds do as well as
 * large ones. GLib's generator depends on an environment variable. */
typedef struct {
    guint64 state;
} Random;

static Random random_from(guint32 seed)
{
    guint64 mixed = (guint64)seed + 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    mixed ^= mixed >> 31;
    return (Random){mixed == 0 ? 1 : mixed};
}

/* From 0 to `below` - 1. */
static guint random_index(Random *self, guint below)
{
    self->state ^= self->state >> 12;
    self->state ^= self->state << 25;
    self->state ^= self->state >> 27;
    guint64 high = (self->state * 0x2545F4914F6CDD1Du) >> 32;
    return (guint)((high * below) >> 32);
}

static double mean_of(const double *values, guint count)
{
    double sum = 0;
    for (guint i = 0; i < count; i++) {
        sum += values[i];
    }
    return sum / count;
}

static double resampled_mean(Random *random, const double *values, guint count)
{
    double sum = 0;
    for (guint i = 0; i < count; i++) {
        sum += values[random_index(random, count)];
    }
    return sum / count;
}

static int compare_doubles(gconstpointer left, gconstpointer right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

static void sort_doubles(double *values, guint count)
{
    qsort(values, count, sizeof *values, compare_doubles);
}

/* Of sorted values; between two of them linearly. */
static double quantile(const double *sorted, guint count, double share)
{
    double position = share * (count - 1);
    guint below = (guint)floor(position);
    guint above = MIN(below + 1, count - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}

static void interval_of(double *resampled, double *low, double *high)
{
    sort_doubles(resampled, BOOTSTRAP_ROUNDS);
    *low = quantile(resampled, BOOTSTRAP_ROUNDS, (1 - BOOTSTRAP_LEVEL) / 2);
    *high = quantile(resampled, BOOTSTRAP_ROUNDS, (1 + BOOTSTRAP_LEVEL) / 2);
}

/* The values that are defined, sorted. */
static double *defined_values(const double *values, guint count, guint *defined)
{
    double *sorted = g_new(double, count + 1);
    *defined = 0;
    for (guint i = 0; i < count; i++) {
        if (!isnan(values[i])) {
            sorted[(*defined)++] = values[i];
        }
    }
    sort_doubles(sorted, *defined);
    return sorted;
}

Summary summary_of(const double *values, guint count, guint32 seed)
{
    Summary summary = {0, NAN, NAN, NAN, NAN, NAN, NAN};
    g_autofree double *sorted = defined_values(values, count, &summary.count);
    if (summary.count == 0) {
        return summary;
    }
    summary.min = sorted[0];
    summary.median = quantile(sorted, summary.count, 0.5);
    summary.mean = mean_of(sorted, summary.count);
    summary.max = sorted[summary.count - 1];
    if (summary.count > 1) {
        Random random = random_from(seed);
        g_autofree double *resampled = g_new(double, BOOTSTRAP_ROUNDS);
        for (guint i = 0; i < BOOTSTRAP_ROUNDS; i++) {
            resampled[i] = resampled_mean(&random, sorted, summary.count);
        }
        interval_of(resampled, &summary.low, &summary.high);
    }
    return summary;
}

Comparison comparison_of_pairs(const double *first, const double *second, guint count, guint32 seed)
{
    g_autofree double *differences = g_new(double, count + 1);
    double wins = 0;
    for (guint i = 0; i < count; i++) {
        differences[i] = first[i] - second[i];
        wins += differences[i] > 0 ? 1 : differences[i] == 0 ? 0.5 : 0;
    }
    Summary summary = summary_of(differences, count, seed);
    return (Comparison){.difference = summary.mean,
                        .low = summary.low,
                        .high = summary.high,
                        .better = summary.count == 0 ? NAN : wins / summary.count,
                        .paired = TRUE};
}

Comparison comparison_of(const double *first, guint first_count, const double *second,
                         guint second_count, guint32 seed)
{
    Comparison comparison = {NAN, NAN, NAN, NAN, FALSE};
    guint a_count = 0;
    guint b_count = 0;
    g_autofree double *a = defined_values(first, first_count, &a_count);
    g_autofree double *b = defined_values(second, second_count, &b_count);
    if (a_count == 0 || b_count == 0) {
        return comparison;
    }
    comparison.difference = mean_of(a, a_count) - mean_of(b, b_count);
    double wins = 0;
    guint below = 0;
    guint up_to = 0;
    /* Both are sorted, so one walk counts what of the second lies below and beside each of the
     * first. */
    for (guint i = 0; i < a_count; i++) {
        while (below < b_count && b[below] < a[i]) {
            below++;
        }
        while (up_to < b_count && b[up_to] <= a[i]) {
            up_to++;
        }
        wins += below + 0.5 * (up_to - below);
    }
    comparison.better = wins / ((double)a_count * b_count);
    if (a_count > 1 && b_count > 1) {
        Random random = random_from(seed);
        g_autofree double *resampled = g_new(double, BOOTSTRAP_ROUNDS);
        for (guint i = 0; i < BOOTSTRAP_ROUNDS; i++) {
            double above = resampled_mean(&random, a, a_count);
            resampled[i] = above - resampled_mean(&random, b, b_count);
        }
        interval_of(resampled, &comparison.low, &comparison.high);
    }
    return comparison;
}
