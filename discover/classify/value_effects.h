/* What comes with one value of an option, as sets of names (const char *). */
#pragma once

#include "discover/facts.h"

/* The names of the effects of one kind. The caller unrefs the set. */
GHashTable *value_effects(const Option *option, const char *value, EffectKind kind);
/* Whether all of some names are among the others. */
gboolean names_are_among(GHashTable *some, GHashTable *all);
