/* A specification as one of the project's build systems asks for its points.
 *
 * A point is described as the first build system has it, with what the others call it as
 * alternatives. Whoever builds with another one has to set that one's options. */
#pragma once

#include "core/specification.h"

/* The specification, with each point that this build system asks for in its words: option, flag,
 * default, values, and the others' among the alternatives. Only an option of the build system in
 * `folder` (NULL: the root) counts. Under which conditions that option exists is not known, and
 * taken for always. A point that this build system does not know there is as it was, with the name
 * of its build system. Everything is in the arena or the specification's. */
const Specification *specification_rephrased(Arena *arena, const Specification *specification,
                                             const char *build_system, const char *folder);

/* The point that has an option of this name in another build system; NULL: none, or several. With
 * *opposite, that option says the opposite: it is off where the point is on. */
const Point *specification_point_elsewhere(const Specification *self, const char *name,
                                           gboolean *opposite);
/* The same of the option that the point's id is named for: a point has its id from the first build
 * system, in whatever words it is told. */
gboolean point_id_says_opposite(const Point *self);
