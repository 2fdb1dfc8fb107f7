/* The same work on many items, on several threads. */
#pragma once

#include <glib.h>

/* Calls `work` once for each index below `count`, on `jobs` threads, and returns when all are done.
 * `work` must be safe for several threads. */
void parallel_for(guint count, guint jobs, void (*work)(guint index, gpointer data), gpointer data);
