/* Folders that the reading of all configurations never came to, because a list of what to add was
 * lost on the way: a loop whose end depends on what is left open, such as one that sorts modules by
 * what each needs.
 *
 * One configuration has no such loops. So the options that its reading alone met are taken from it,
 * and nothing else: what they hang on is not known, nor what they lead to. The first is that of all
 * defaults; where it leaves folders out, too, another has all switches on. Some that a project
 * marks as advanced turn most of it off, so where that comes to no other folder, a last one has
 * only those on that it shows to people. */
#pragma once

#include "discover/cmake/evaluator.h"

/* Commands of one such reading: with everything on, the largest projects would need more than the
 * reading of all configurations. */
#define LOST_STEPS_MAX (1000u * 1000u)

/* The loop that lost what it sets, or where conditions were given up for good, whichever came
 * first; NULL when there is neither. It belongs to `all`. */
const LedgerEntry *lost_folders_loop(const Evaluator *all);
/* How many CMakeLists.txt of the tree, none of the side folders' (a set of names in small letters;
 * NULL: none), were not read, neither by `all` nor by those whose paths are in `read`. */
guint lost_folders_count(const Evaluator *all, GHashTable *read, GHashTable *side_folders);
/* Adds the paths of all files that `one` has read to `read`. */
void lost_folders_note(const Evaluator *one, GHashTable *read);

/* NAME -> "ON" of the switches of the build system in `folder`, with or without those that are
 * advanced, but for those that have to be off for others to be declared: they choose another kind
 * of build, or end this one early. The names are the facts'. The caller unrefs it. */
GHashTable *lost_folders_switches(const Facts *facts, const char *folder, gboolean advanced);

/* What was read, and how. */
typedef struct {
    const Evaluator *all;    /* all configurations */
    const Evaluator *one;    /* one of them, the last that was followed */
    gboolean switches;       /* that with the switches on, not that of all defaults */
    const LedgerEntry *loop; /* as above */
    GHashTable *read;        /* paths: what any one of them has read so far */
} LostFolders;

/* Adds to `facts`, which are of all configurations, the options of `found`, which are of one, that
 * a file declares which only that one has read; and a ledger entry for each such file. */
void lost_folders_add(const LostFolders *self, const Facts *found, Facts *facts);
