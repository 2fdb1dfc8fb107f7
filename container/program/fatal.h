/* The end of the program before its time. When LLVM cannot go on: a message of ours and the exit
 * status of bad input, in place of LLVM's own words and an abort.
 *
 * What a deployment installs is renamed to its place when it is whole, so that none of it is seen,
 * and what lies beside the prefix goes. */
#pragma once

#include <glib.h>

/* Once, before any thread. */
void fatal_install(void);

/* Path of a temporary folder that is removed with everything in it by fatal_scratch_free, or when
 * LLVM, a person (SIGINT, SIGHUP) or a batch system (SIGTERM) ends the program. There is one in a
 * run. */
typedef char *FatalScratch;

/* A folder in `parent`; NULL and an error when it cannot be made. */
FatalScratch fatal_scratch_new(const char *parent, GError **error);
void fatal_scratch_free(FatalScratch path);
/* What a person is told, in one line, when a signal ends the program from here on; NULL: nothing.
 */
void fatal_tell(const char *farewell);
/* Paths that go with it (NULL-terminated, copied), in place of those before; NULL: none. */
void fatal_watch(const char *const *paths);
G_DEFINE_AUTO_CLEANUP_FREE_FUNC(FatalScratch, fatal_scratch_free, NULL)
