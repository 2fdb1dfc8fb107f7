/* Which names come out of pasting, when it is known what may stand on either side of each `##`.
 *
 * A side holds tokens and results of other `##`s, so that names are made of many pieces; one side
 * may be empty. */
#pragma once

#include "container/prove/flow.h"
#include "container/prove/lexicon.h"

/* Elements of sets below this are names, those from here on results of pasting. */
#define PASTED_FIRST (1u << 31)

/* A longer name that falls apart into pieces counts as left by all sites. */
#define SPELLING_BYTES_MAX 256u

/* The two sides of one `##`: sets of a flow. */
typedef struct {
    guint left, right;
} PasteSite;

typedef struct Spelling Spelling;

/* What the sets hold now; everything is borrowed. `sites` holds PasteSite. */
Spelling *spelling_new(const Lexicon *lexicon, const Flow *flow, const GArray *sites);
void spelling_free(Spelling *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Spelling, spelling_free)

/* The numbers (guint) of the sites that may leave this name, in ascending order; `pasted_only`
 * leaves out those that do so only with the name on one side and nothing on the other. The caller
 * unrefs. */
GArray *spelling_sites(const Spelling *self, const char *name, gboolean pasted_only);
/* The names (guint32) with which something may begin that is pasted and comes into a set of the
 * flow. The caller unrefs. */
GHashTable *spelling_beginnings(const Flow *flow, const GArray *sites, guint set);
/* The names that stand on some side, shorter than `name`, that it holds (`const char *`, the
 * lexicon's). The caller unrefs. */
GPtrArray *spelling_pieces(const Spelling *self, const char *name);
