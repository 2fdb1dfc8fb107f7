/* What the link steps of an image say about what its code needs. */
#pragma once

#include "core/arena.h"
#include <jansson.h>

/* Words of link commands and the sonames that they bring in, const char * in the arena. Neither
 * what the project calls its own files, libraries and sonames is among them nor where linkers and
 * programs are to look: that says nothing about what is there. Of a program only its name is. */
GPtrArray *linked_words(Arena *arena, const json_t *units, const json_t *recipe);
/* Whether nothing needs what no link names: each unit's object, or another one of the same module,
 * is read by a link as a whole, or the recipe says that units with modules are closed. From an
 * archive a link takes what it asks for, unless it is told to take all: the rest of it, and objects
 * that something else reads, may need anything else. What only archives have that are not built by
 * default does not count. */
gboolean linked_all(const json_t *units, const json_t *recipe);
