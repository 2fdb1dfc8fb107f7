/* Which names the preprocessor could make by pasting tokens together.
 *
 * Everything that can be pasted comes from the bodies of macros that paste, from the arguments of
 * their uses, and from what these arguments expand to; a macro that mentions one that pastes counts
 * as pasting itself. A name can be made when it falls apart into two or more of these pieces. All
 * files are looked at together, so the answer holds for each of them. */
#pragma once

#include "container/prove/lexicon.h"

typedef struct Pasting Pasting;

/* `files` are `LexedFile *`. */
Pasting *pasting_new(const Lexicon *lexicon, const GPtrArray *files);
void pasting_free(Pasting *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Pasting, pasting_free)

gboolean pasting_can_make(const Pasting *self, const char *name);
