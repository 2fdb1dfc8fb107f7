/* The same work on many items, on several threads. */
#pragma once

#include "core/arena.h"

/* Calls `work` once for each index below `count`, on `jobs` threads, and returns when all are done.
 * `work` must be safe for several threads. */
void parallel_for(guint count, guint jobs, void (*work)(guint index, gpointer data), gpointer data);

/* The same with an arena for each thread, a companion of `arena`, which keeps what `work` takes
 * from it. `jobs` may be 0 for as many as there are processors. Which thread comes by an item is
 * open, so nothing may hang on it. */
typedef void (*ParallelArenaWork)(guint index, Arena *arena, gpointer data);
void parallel_in_arenas(Arena *arena, guint count, guint jobs, ParallelArenaWork work,
                        gpointer data);
