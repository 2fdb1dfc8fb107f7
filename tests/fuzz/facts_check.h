/* What must hold of any facts, whatever was read: asserted, for fuzzers. */
#pragma once

#include "discover/facts.h"
#include "discover/tree.h"

/* `concrete`: one configuration was followed, in which conditions hold or do not. */
void facts_check(const Facts *facts, gboolean concrete);

/* Files of one input, at most. */
#define FUZZ_FILES_MAX 8u

/* A small project: the parts of the input, which lines "@@@" part from each other, are the files of
 * these names in their order, as far as they go. An empty main.c is there, too, since readers pass
 * over folders without sources. `names` is ended by NULL. The caller frees it. */
Tree *fuzz_tree(const guint8 *data, gsize size, const char *const *names, Diagnostics *diagnostics);
