/* One choice that two build systems or folders of a tree offer.
 *
 * "--enable-fast-search" of a configure script says less of itself than HPCG_ENABLE_FAST_SEARCH of
 * the same project's CMake files: another help text, or none. What one of them says holds for both.
 * An option that a file declares for several scripts which include it may do nothing in some of
 * them.
 */
#pragma once

#include "discover/classify/classify.h"

/* Where nothing speaks for or against an option, and another build system has an option of the same
 * name that is a point, or another folder one that is declared at the same place: makes it a point
 * of that category and technology, in another build system's case with less confidence. Its display
 * name and values are left to the caller. The same holds for a variable that one build system only
 * reads, whatever speaks against it, where another one has a point of exactly that name for the
 * same macro, and for the less certain of two points by one name for the same macro. The decisions
 * that changed (Decision *); the caller unrefs it. */
GPtrArray *twins_follow(const Facts *facts, const GPtrArray *decisions, Arena *arena);
