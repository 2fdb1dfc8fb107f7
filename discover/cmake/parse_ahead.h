/* Parses and lowers CMake files in a thread of its own, before the evaluator asks for them.
 *
 * The evaluator follows one file after the other in one thread, and a tenth of its time would be
 * parsing and lowering. Most projects are read in about the order of their paths, so the files
 * behind the one that was asked for last are made ready meanwhile. Nothing depends on what is there
 * in time: a file that is not is read by whoever asks, with the same result. */
#pragma once

#include "discover/cmake/source_file.h"
#include "discover/tree.h"

typedef struct ParseAhead ParseAhead;

/* `tree` and `arena`, which keeps what is handed out and interns its names, must outlive it. */
ParseAhead *parse_ahead_new(const Tree *tree, Arena *arena);
/* Waits for the file that is being read. NULL is fine. */
void parse_ahead_free(ParseAhead *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ParseAhead, parse_ahead_free)

/* The file `path`, once; NULL when it is not there, or there is something to be told of it, which
 * is left to whoever reads it then. Files behind `path` are read next. For the thread that uses the
 * arena. */
SourceFile *parse_ahead_take(ParseAhead *self, const char *path);
