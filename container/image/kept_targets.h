/* Which units of a configuration may keep the target of their own command where something lacks a
 * part of it: deployment's target, or the machine that a configuration is selected for. */
#pragma once

#include <glib.h>
#include <jansson.h>

typedef struct {
    const json_t *units;   /* units.json of the configuration */
    const gboolean *lacks; /* for each of its recorded targets whether a part of it is not there */
    /* Whether a processor for the recorded target `outer` runs all that is for `inner`. */
    gboolean (*covers)(const char *outer, const char *inner, gpointer data);
    gpointer data;
} KeptTargets;

/* Whether all units whose target is lacking may keep it: the one that most units have is there (of
 * several that as many have, any), and theirs is one that is there and more. What is chosen while a
 * program runs is chosen by the rest of it, which has to run. */
gboolean kept_targets_may(const KeptTargets *self);
