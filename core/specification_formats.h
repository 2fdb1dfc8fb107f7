/* The forms of a specification that are written only; specification_text chooses among them. And
 * what the reference layout puts where, for those who read it. */
#pragma once

#include "core/specification.h"

/* A document for reviewers: a table a category, then each point with its evidence. Freed by the
 * caller. */
char *specification_markdown(const Specification *self);
/* The layout of the SC'25 label files; docs/reference-layout.md says what goes where. A new
 * reference. */
json_t *specification_reference_json(const Specification *self);

/* The layout's lists, in its order; NONE: what it has no place for. */
/* clang-format off */
#define REFERENCE_SECTIONS(X)                                        \
    X(GPU,       "gpu_backends")                                     \
    X(PARALLEL,  "parallel_programming_libraries")                   \
    X(ALGEBRA,   "linear_algebra_libraries")                         \
    X(FFT,       "FFT_libraries")                                    \
    X(LIBRARIES, "other_external_libraries")                         \
    X(FLAGS,     "compiler_flags")                                   \
    X(TUNING,    "optimization_build_flags")                         \
    X(SIMD,      "simd_vectorization")                               \
    X(INTERNAL,  "internal_build")                                   \
    X(NONE,      "")
/* clang-format on */

typedef enum {
#define X(id, text) SECTION_##id,
    REFERENCE_SECTIONS(X)
#undef X
} ReferenceSection;

/* The spelling above; constant. */
const char *reference_section_text(ReferenceSection section);
/* Where points of a category go. */
ReferenceSection reference_section_of(Category category);
