/* What people decided in a specification that is there, for the analysis that comes after it. */
#pragma once

#include "core/specification.h"
#include "discover/program/analysis.h"

/* Whether a specification and its comments hold work of people, which nobody may throw away: what
 * --update keeps (core/specification_update.h). */
gboolean people_have_worked(const Specification *present, const YamlComments *comments);

/* Options that are not up for question: keys of consult_key. The caller frees it. */
GHashTable *people_settled_options(const Specification *present);

/* Makes points of the options that people want as points, so that the analysis works out what these
 * offer and need as it does for all others. */
void people_keep_points(const Specification *present, const Analysis *analysis);
