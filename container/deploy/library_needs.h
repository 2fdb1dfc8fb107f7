/* The libraries that installed programs need, found as the dynamic linker would find them, before
 * anything runs.
 *
 * Sonames, run paths and symbol versions are read from the binaries (System V ABI, "Dynamic
 * Section"; the symbol versions are those of the Linux Standard Base, "Symbol Versioning"). Places
 * are the run paths, the lines of /etc/ld.so.conf and what it includes, and the usual folders. */
#pragma once

#include <glib.h>

#define LIBRARY_NEEDS_FILES_MAX 100000u
#define LIBRARY_NEEDS_DEPTH_MAX 64u

typedef struct {
    const char *root;   /* of the file system that it will run in; NULL: the host's */
    const char *folder; /* what was installed, on the host */
    const char *prefix; /* where it will be, within the root */
    const char *triple; /* of the code: libraries for other machines do not count */
} LibraryNeedsRequest;

typedef struct {
    GPtrArray *missing;   /* char *: libraries and versions in words, with who needs them; sorted */
    GPtrArray *libraries; /* char *: paths within the root of those found outside of the prefix, and
                             of the dynamic linker; sorted */
    GPtrArray *unsearched; /* char *: folders of the prefix with libraries that are needed, and
                              where neither a run path nor the machine looks; sorted */
    GPtrArray *binaries;   /* char *: of the installed files those with code, archives of objects
                              among them, on the host; sorted */
} LibraryNeeds;

LibraryNeeds *library_needs_find(const LibraryNeedsRequest *request);
void library_needs_free(LibraryNeeds *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LibraryNeeds, library_needs_free)
