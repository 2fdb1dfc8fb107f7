/* Switches called like libraries, --enable-libogg, --enable-libtide, --enable-libdrift.
 *
 * Where many of a project's switches are called so and are choices of a library, one of which
 * nothing is known is such a choice as well, unless the project has a folder of that name.
 */
#pragma once

#include "discover/classify/classify.h"
#include "discover/classify/project.h"

/* Makes points of them. The decisions that changed (Decision *); the caller unrefs it. */
GPtrArray *lib_families_follow(const Project *project, GPtrArray *decisions, Arena *arena);
