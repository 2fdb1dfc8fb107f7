/* Parses CMake files in a thread of its own, before the evaluator asks for them.
 *
 * The evaluator follows one file after the other in one thread, and parsing takes a tenth of its
 * time. Most projects are read in about the order of their paths, so a few files behind the one
 * that was asked for last are parsed meanwhile. Nothing depends on what is there in time: a file
 * that is not is parsed by whoever asks, with the same result. */
#pragma once

#include "discover/tree.h"
#include <tree_sitter/api.h>

typedef struct ParseAhead ParseAhead;

/* `tree` must outlive it. */
ParseAhead *parse_ahead_new(const Tree *tree);
/* Waits for the file that is being parsed. NULL is fine. */
void parse_ahead_free(ParseAhead *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ParseAhead, parse_ahead_free)

/* The syntax tree of the file `path` with that text, or NULL when it is not there or was parsed
 * from another text. The caller owns it. Files behind `path` are parsed next. */
TSTree *parse_ahead_take(ParseAhead *self, const char *path, const char *text, gsize length);
