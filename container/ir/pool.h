/* Texts, each there once and told by its number.
 *
 * On disk a pool is one file: the texts in the order of their numbers, each with a NUL behind it,
 * so that it needs no index and a text can be used where it lies. */
#pragma once

#include <glib.h>

typedef struct Pool Pool;

/* Empty, in memory. */
Pool *pool_new(void);
/* What pool_write wrote, which stays on disk; nothing can be added. NULL and an error when it
 * cannot be read, or does not end with a text's end. */
Pool *pool_open(const char *path, GError **error);
void pool_free(Pool *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Pool, pool_free)

/* The text's number, which is new when the text is. `text` needs no NUL behind it and has none in
 * it. */
guint pool_add(Pool *self, const char *text, gsize length);
guint pool_length(const Pool *self);
/* Stays the pool's; NULL when there is no such number. */
const char *pool_text(const Pool *self, guint number);
/* Bytes on disk. */
guint64 pool_bytes(const Pool *self);
/* `order` has a number for each place in the file; NULL: as they were added. */
gboolean pool_write(const Pool *self, const guint *order, const char *path, GError **error);

#define POOL_ERROR pool_error_quark()
GQuark pool_error_quark(void);
typedef enum { POOL_ERROR_DAMAGED } PoolError;
