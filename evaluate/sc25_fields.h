/* The fields into which the study's scoring flattens a label file or reply: "section.name.member"
 * and a value. The rules are those of the study's scripts, down to what makes them break off. */
#pragma once

#include "core/yaml.h"
#include "evaluate/metric.h"

/* In the order in which the study reads them. */
/* clang-format off */
#define SC25_SECTIONS(X)                                       \
    X(PARALLEL,   "parallel_programming_libraries")            \
    X(GPU_BUILD,  "gpu_build")                                 \
    X(GPU,        "gpu_backends")                              \
    X(ALGEBRA,    "linear_algebra_libraries")                  \
    X(FFT,        "FFT_libraries")                             \
    X(SIMD,       "simd_vectorization")                        \
    X(BUILD,      "build_system")                              \
    X(INTERNAL,   "internal_build")                            \
    X(TUNING,     "optimization_build_flags")
/* clang-format on */

typedef enum {
#define X(id, text) SC25_SECTION_##id,
    SC25_SECTIONS(X)
#undef X
        SC25_SECTION_COUNT
} Sc25Section;

/* By section. */
extern const char *const sc25_section_names[];

typedef struct {
    char *key;
    Sc25Section section;
    json_t *value; /* normalised; never null: the study does not count such fields */
    Span at;       /* belongs to the document; SPAN_NONE without one */
} Sc25Field;

typedef struct {
    GPtrArray *fields;   /* Sc25Field *, in the order of the first appearance of their keys */
    GHashTable *by_key;  /* key -> Sc25Field * */
    GHashTable *numbers; /* key -> how many entries were kept apart under it */
    guint overwritten;   /* entries that a later one of the same key replaced */
    char *broken;        /* where and why the study's script breaks off; NULL: it does not */
} Sc25Fields;

typedef struct {
    Sc25Switches switches;
    gboolean apart;               /* entries whose keys are equal are all kept */
    gboolean without_false;       /* fields that are false are left out */
    const YamlDocument *document; /* what the object was read from; NULL: places are not known */
} Sc25Flattening;

/* Never NULL: where the study's script breaks off, the fields up to there, and `broken`. The caller
 * frees it; its values are references of its own. */
Sc25Fields *sc25_flatten(const json_t *root, const Sc25Flattening *how);
void sc25_fields_free(Sc25Fields *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Sc25Fields, sc25_fields_free)

/* As Python compares what its JSON reader makes: 1, 1.0 and true are equal. */
gboolean sc25_equal(const json_t *a, const json_t *b);
