/* One choice under two names, of which a switch says which one counts.
 *
 * Some projects take part in a convention of how options are called and keep their own names as
 * well: with USE_X_DEFAULTS there is TPL_ENABLE_HDF5, without it P_USE_HDF5. Where such a switch is
 * off by itself and no point, and two things at least change TPL_ for P_ with it, TPL_'s names are
 * second names: of what exists only without the switch, and of what is always there and has the
 * same effect. */
#pragma once

#include "discover/classify/classify.h"
#include "discover/classify/project.h"

/* Rejects, among the decisions (Decision *, of all options), points that are such second names. */
void conventions_reject(const Project *project, GPtrArray *decisions, Arena *arena);
