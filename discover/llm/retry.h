/* Whether a request that failed is sent again, and when. Nothing here waits or knows a network, so
 * that every rule can be tested by itself.
 *
 * The rules are those that the vendors' own client libraries follow: 408, 409, 429 and all of 5xx
 * may pass; other statuses will not. `x-should-retry` overrules the status. A server that names a
 * time is obeyed up to RETRY_AFTER_MAX seconds; one that asks for more is not asked again. */
#pragma once

#include <glib.h>

#define RETRY_AFTER_MAX 120.0  /* seconds */
#define RETRY_FIRST_WAIT 0.5   /* doubled with each attempt... */
#define RETRY_LONGEST_WAIT 8.0 /* ...up to here, less a random quarter */

typedef struct {
    guint status;               /* of HTTP; 0 when there was no answer at all */
    guint attempt;              /* how many times it was sent before: 0 the first time */
    guint retries_max;          /* how many times it may be sent again */
    const char *retry_after_ms; /* headers, NULL when missing */
    const char *retry_after;
    const char *should_retry;
    gint64 now;    /* seconds since 1970, for dates in `retry_after` */
    double random; /* 0 to 1 */
} RetryInput;

/* Seconds to wait before the next attempt; negative: this was the last one. */
double retry_wait(const RetryInput *input);

/* Whether an error reply says that trying again is of no use whatever the status: its error has one
 * of `words` (NULL-terminated; NULL for none) as its code, type or status. */
gboolean retry_is_final(const char *body, gsize length, const char *const *words);
