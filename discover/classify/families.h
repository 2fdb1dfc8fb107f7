/* Options that differ in their last word only.
 *
 * USE_V4_SSE, USE_V4_NEON and USE_V4_PORTABLE are the ways to do one thing, and what two of them
 * say holds for the third, whose own word means nothing to anybody who reads one option at a time.
 */
#pragma once

#include "discover/classify/classify.h"
#include "discover/classify/project.h"

/* Makes points of options for and against which too little speaks, where most others of the family
 * are points and all of these have one category. Names and values are left to the caller. The
 * decisions that changed (Decision *); the caller unrefs it. A switch for the copies of all
 * libraries is no point beside switches for each. */
GPtrArray *families_follow(const Project *project, GPtrArray *decisions, Arena *arena);
