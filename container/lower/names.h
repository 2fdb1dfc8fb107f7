/* The processors and features that LLVM knows for a triple.
 *
 * LLVM prints them on request and has no other way to tell, so a child process prints them into a
 * pipe. Call it while the process has one thread. */
#pragma once

#include <glib.h>

typedef struct {
    GPtrArray *processors; /* char * */
    GPtrArray *features;   /* char * */
} TargetNames;

/* NULL and an error when LLVM does not know the triple or the child could not be started. */
TargetNames *target_names_new(const char *triple, GError **error);
void target_names_free(TargetNames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TargetNames, target_names_free)
