/* Whether a condition of the facts holds in one configuration, as far as its cache can tell. */
#pragma once

#include <glib.h>
#include <jansson.h>

typedef enum {
    HOLDS_NO,
    HOLDS_YES,
    HOLDS_OPEN, /* the cache does not decide it */
} Holds;

/* `condition` as docs/facts-format.md has it; `cache`: name -> value. Only options and probes are
 * looked up, and only whether they are on or have a value; everything else stays open. */
Holds condition_holds(json_t *condition, GHashTable *cache);
