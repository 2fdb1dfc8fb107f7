/* What switching an option on does to the thing that it is about: "USE_MPI" brings it, "NO_MPI"
 * takes it away. Part of specifications, and of all that is planned and packed by them. */
#pragma once

#include <glib.h>

/* clang-format off */
#define POLARITIES(X)                                                                           \
    X(POSITIVE, "positive") /* on brings it; of what is no switch, values say themselves */    \
    X(NEGATIVE, "negative") /* on takes it away, off brings it */                              \
    X(UNKNOWN,  "unknown")  /* its name says one thing, and what hangs on it another */
/* clang-format on */

typedef enum {
#define X(id, text) POLARITY_##id,
    POLARITIES(X)
#undef X
} Polarity;

/* The spellings in files, in their order; NULL-terminated. */
extern const char *const polarity_words[];
/* For people: "on takes it away"; NULL where there is nothing to say. */
const char *polarity_saying(Polarity polarity);
/* The polarity of what says the opposite. */
Polarity polarity_opposite(Polarity polarity);
