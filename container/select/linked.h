/* What the link steps of an image say about what its code needs. */
#pragma once

#include "core/arena.h"
#include <jansson.h>

/* Words of link commands and the sonames that they bring in, const char * in the arena. Neither
 * what the project calls its own files, libraries and sonames is among them nor where linkers and
 * programs are to look: that says nothing about what is there. Of a program only its name is. */
GPtrArray *linked_words(Arena *arena, const json_t *units, const json_t *recipe);
/* Whether all that is made ends in a link, so that what no link names nothing needs. An archive
 * that nothing was linked with may need anything, unless its sources were linked in another way. */
gboolean linked_all(const json_t *units, const json_t *recipe);
