/* A specification that is being reviewed: the file, and decisions going into it one by one.
 *
 * A person, an editor and a second reviewer may all have the file open. Each write makes sure that
 * the file is still what it was when it was read last, and replaces it whole (file_replace); else
 * it refuses and says so. */
#pragma once

#include "discover/review/edit.h"

typedef struct {
    char *path;
    char *digest;     /* of the bytes in the file when they were read last */
    ReviewFile *file; /* never NULL */
} ReviewStore;

/* NULL and an error when it is no specification. */
ReviewStore *review_store_open(const char *path, GError **error);
void review_store_free(ReviewStore *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReviewStore, review_store_free)

/* Reads the file again. On failure the store is as before. */
gboolean review_store_refresh(ReviewStore *self, GError **error);
/* Puts decisions into the file and reads it back; points of the former `file` are gone then. On
 * failure nothing is written; FILE_ERROR_CHANGED when somebody else has changed the file. */
gboolean review_store_write(ReviewStore *self, const ReviewChanges *changes, GError **error);
