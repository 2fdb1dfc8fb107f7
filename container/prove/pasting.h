/* Which names the preprocessor could make by pasting tokens together.
 *
 * For each `##` it is found out which tokens may stand on either side: by following arguments into
 * bodies, bodies into what calls them, and names of macros to where they may be called, be it as an
 * argument, as what another macro leaves, or as a result of pasting. Everything that a file defines
 * counts as defined everywhere, and conditions count as true both ways, so more may be found than
 * can be, never less. All files are looked at together; one unit's files are asked for the pieces
 * that they mention. */
#pragma once

#include "container/prove/lexicon.h"

typedef struct Pasting Pasting;

/* `files` are `LexedFile *`, borrowed. */
Pasting *pasting_new(const Lexicon *lexicon, const GPtrArray *files);
void pasting_free(Pasting *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Pasting, pasting_free)

/* The pieces (`const char *`) that a name could be made of; NULL when it could not be made. The
 * caller unrefs; the texts live as long as the lexicon. */
GPtrArray *pasting_pieces(const Pasting *self, const char *name);
/* The names (guint32) with which the name of a builtin may begin that is pasted and then asked
 * about. The caller unrefs. */
GHashTable *pasting_asked(const Pasting *self);
/* Whether a name falls apart into two or more of these pieces. */
gboolean pasting_can_make(const char *name, const GPtrArray *pieces);
