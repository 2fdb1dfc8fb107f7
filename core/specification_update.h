/* A new specification takes over what people decided in an older one.
 *
 * Kept from the older file: `review`; category, name, confidence and reasons of points that a
 * person decided, and category and names of points that a person accepted or rejected; whether a
 * person listed an option among the points or the rejected; requirements, groups and constraints
 * without a place, which people wrote; comments. All else is what the analysis found now. Points
 * are marked: new, changed (with the changes in words) or gone. A mark stays until the point is
 * reviewed (new) or the mark is deleted (changed, gone). An option is the same by name, folder and
 * build system, whichever build system comes first then and now. */
#pragma once

#include "core/specification.h"

/* Takes over from the file. `comments` receives its comments, for specification_text, which the
 * caller frees. FALSE and an error when it is malformed; `self` is unchanged then. */
gboolean specification_update_from(Specification *self, const char *path, YamlComments **comments,
                                   GError **error);
