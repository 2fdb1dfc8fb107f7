/* What keys are made from: every file that some unit reads, which macros matter, which files the
 * build trees hold. Paths are neutral: sources below SANDBOX_SOURCE, build trees below
 * SANDBOX_BUILD, with and without isolation. Not safe for several threads. */
#pragma once

#include "container/prove/pasting.h"
#include "container/prove/prove.h"

typedef struct Evidence Evidence;

/* A bit for each watched macro: one whose initial definition differs between units, or that stands
 * on a plain line of a generated file. */
typedef struct {
    guint64 *words;
    guint count;
} MacroBits;

/* One unit's key and what it was made from. */
typedef struct {
    char digest[65];
    const UnitProof *proof;
    const GPtrArray *closure; /* neutral paths, `char *` */
    MacroBits mentioned;
    gboolean asks_target; /* the target is part of the key */
    gboolean doubtful;    /* something is not pinned: equal to nothing but by its tokens */
} UnitKey;

Evidence *evidence_new(const ProveRequest *request, const Frontends *frontends);
void evidence_free(Evidence *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Evidence, evidence_free)

/* Reads the files of a closure, as seen by a build tree. */
void evidence_read(Evidence *self, const char *build, const GPtrArray *closure);
/* What is in the files that a unit's options name: a profile, a list of names. A line for each;
 * empty when there are none. The text stays the evidence's. */
const char *evidence_option_files(Evidence *self, const UnitProof *proof);
/* The names that __has_builtin is asked about in the files read so far, sorted. The caller unrefs;
 * names belong to the evidence. */
GPtrArray *evidence_builtins(Evidence *self);
/* The names (`const char *`, the evidence's) of all macros that the files read so far define, a
 * set. The caller unrefs it. */
GHashTable *evidence_defined(const Evidence *self);
/* To be called when the macro states are known, and whenever files were read since: settles which
 * macros matter and which can be pasted. */
void evidence_settle(Evidence *self);

/* The key that a unit has if it reads the files of `closure`. NULL when its build tree lacks one of
 * them. */
UnitKey *evidence_key(Evidence *self, const UnitProof *proof, const GPtrArray *closure);
void unit_key_free(UnitKey *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UnitKey, unit_key_free)

/* How two keys differ, in words; `promising` tells whether the tokens may be equal all the same.
 * The caller frees it. */
char *evidence_difference(Evidence *self, const UnitKey *a, const UnitKey *b, gboolean *promising);
void evidence_count(const Evidence *self, ProveCounts *counts);
