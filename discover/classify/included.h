/* Headers that are compiled whatever is given, because sources that are built include them. */
#pragma once

#include "discover/classify/project.h"

/* At most so many files are read for their includes, and through so many of one another. */
#define INCLUDED_FILES_MAX 4000u
#define INCLUDED_DEPTH_MAX 12u

/* Marks the hits (SourceHit, by file and line) that are only compiled where some macro is set or is
 * not. */
void included_mark_guarded(const SourceIndex *sources, const GArray *hits, gboolean *guarded);

/* Adds to `built` (path of a source -> folder of its build system) the files that these include
 * outside of all conditions, and so on. A name that stands for several files of the project, none
 * beside the one that includes it, is left out. */
void included_add(const SourceIndex *sources, GHashTable *built);
