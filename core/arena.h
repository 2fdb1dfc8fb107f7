/* Memory that lives as long as one analysed project and is freed in one go.
 *
 * GLib has string chunks but no general arena, hence this one. Allocation never fails (GLib aborts
 * when memory runs out). Not safe for use by two threads at once: each worker owns its own, or a
 * companion where they have names in common. */
#pragma once

#include <glib.h>

typedef struct Arena Arena;

/* Empty; the caller frees it, and with it all that was taken from it. */
Arena *arena_new(void);
void arena_free(Arena *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Arena, arena_free)

/* Zeroed memory, aligned for any type. */
void *arena_alloc(Arena *self, gsize size);
/* Copies that the arena owns, as all that follows is; `length` in bytes. */
char *arena_strdup(Arena *self, const char *text);
char *arena_strndup(Arena *self, const char *text, gsize length);
char *arena_printf(Arena *self, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* One copy per distinct text: two interned strings are equal exactly when their pointers are. */
const char *arena_intern(Arena *self, const char *text);
const char *arena_intern_length(Arena *self, const char *text, gsize length);

/* A pointer array that dies with the arena. Its elements are not freed by it. */
GPtrArray *arena_array(Arena *self);
/* One that holds a single element. */
GPtrArray *arena_array_of(Arena *self, gconstpointer element);

/* An arena for another thread that shares the interned texts of `self`; both may intern at the same
 * time. For the thread that uses `self`. The caller frees it or gives it to arena_adopt. */
Arena *arena_companion(Arena *self);
/* All that `companion`, which is one of `self`, has handed out lives as long as `self` from now on;
 * it is used up. */
void arena_adopt(Arena *self, Arena *companion);

/* Bytes handed out so far, with those of all interned texts. */
gsize arena_size(const Arena *self);

#define arena_new0(arena, Type) ((Type *)arena_alloc((arena), sizeof(Type)))
