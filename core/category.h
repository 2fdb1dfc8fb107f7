/* The closed set of categories that a specialization point can have (docs/spec-format.md says what
 * belongs in each). The second column is the spelling in files, the third a title for people. */
#pragma once

#include <glib.h>

/* clang-format off */
#define CATEGORIES(X)                                                       \
    X(SIMD,           "simd",           "Vectorisation and CPU target")     \
    X(GPU_BACKEND,    "gpu_backend",    "GPU backend")                      \
    X(GPU_ARCH,       "gpu_arch",       "GPU architecture")                 \
    X(MPI,            "mpi",            "Message passing")                  \
    X(THREADING,      "threading",      "Threading")                        \
    X(LINEAR_ALGEBRA, "linear_algebra", "Linear algebra")                   \
    X(FFT,            "fft",            "Fourier transforms")               \
    X(PRECISION,      "precision",      "Precision and integer width")      \
    X(TUNING,         "tuning",         "Tuning")                           \
    X(MEMORY,         "memory",         "Memory and allocation")            \
    X(IO,             "io",             "Input, output and compression")    \
    X(LIBRARY,        "library",        "Other external library")           \
    X(VENDORED,       "vendored",       "Bundled copy of a library")        \
    X(COMPILER,       "compiler",       "Compiler and language")            \
    X(OTHER,          "other",          "Other")
/* clang-format on */

typedef enum {
#define X(id, text, title) CATEGORY_##id,
    CATEGORIES(X)
#undef X
        CATEGORY_COUNT
} Category;

/* The spellings in files, in their order; NULL-terminated. */
extern const char *const category_words[];

/* The spelling in files, and the title; constant. */
const char *category_text(Category category);
const char *category_title(Category category);
/* Whether it is of things that a program has or has not, which its sources show; the others say how
 * something is done. */
gboolean category_is_thing(Category category);
/* FALSE when the text names no category. */
gboolean category_parse(const char *text, Category *category);
