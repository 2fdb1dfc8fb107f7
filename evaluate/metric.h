/* The closed sets that a person chooses from: how replies are scored and how scores are shown. */
#pragma once

#include <glib.h>

/* clang-format off */
#define METRICS(X)                                                       \
    X(STRICT, "strict") /* category and normalised flag; score_strict.h */ \
    X(SC25,   "sc25")   /* as the SC'25 study scored; score_sc25.h */

/* What the study's scoring can be told; docs/evaluate.md says what each does. The third column says
 * whether "revised" stands for it, too. */
#define SC25_SWITCHES(X)                        \
    X(SIMD_NAMES,    "simd-names",    FALSE)    \
    X(CMAKE_FLAGS,   "cmake-flags",   FALSE)    \
    X(TUNING_FLAGS,  "tuning-flags",  FALSE)    \
    X(ALGEBRA_FLAGS, "algebra-flags", TRUE)     \
    X(NULL_NAMES,    "null-names",    TRUE)

#define REPORT_FORMATS(X)                       \
    X(TABLE,    "table")                        \
    X(JSON,     "json")                         \
    X(CSV,      "csv")                          \
    X(MARKDOWN, "markdown")                     \
    X(HTML,     "html")
/* clang-format on */

typedef enum {
#define X(id, text) METRIC_##id,
    METRICS(X)
#undef X
} Metric;

typedef enum {
#define X(id, text, revised) SC25_##id,
    SC25_SWITCHES(X)
#undef X
        SC25_SWITCH_COUNT
} Sc25Switch;

typedef enum {
#define X(id, text) REPORT_##id,
    REPORT_FORMATS(X)
#undef X
} ReportFormat;

/* A set of switches: bit 1 << SC25_... */
typedef guint Sc25Switches;
#define SC25_REVISED "revised"

/* The names, NULL-terminated. */
extern const char *const metric_names[];
extern const char *const report_format_names[];
/* The names with SC25_REVISED at the end. */
extern const char *const sc25_switch_names[];

/* "simd-names,revised"; NULL or "" for none. FALSE when one has no such name; `unknown`, to be
 * freed, tells which. */
gboolean sc25_switches_parse(const char *text, Sc25Switches *switches, char **unknown);
