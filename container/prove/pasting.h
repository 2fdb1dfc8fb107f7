/* Which names the preprocessor could make by pasting tokens together.
 *
 * Everything that can be pasted comes from the bodies of macros that paste, from the arguments of
 * their uses, and from what these arguments expand to; a macro that mentions one that pastes counts
 * as pasting itself. A name can be made when it falls apart into two or more of these pieces. All
 * files are looked at together; one unit's files are asked for the pieces that they mention. */
#pragma once

#include "container/prove/lexicon.h"

typedef struct Pasting Pasting;

/* `files` are `LexedFile *`. */
Pasting *pasting_new(const Lexicon *lexicon, const GPtrArray *files);
void pasting_free(Pasting *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Pasting, pasting_free)

/* The pieces (`const char *`) that a name could be made of; NULL when it could not be made. The
 * caller unrefs; the texts live as long as the lexicon. */
GPtrArray *pasting_pieces(const Pasting *self, const char *name);
/* Whether a name falls apart into two or more of these pieces. */
gboolean pasting_can_make(const char *name, const GPtrArray *pieces);
