/* Objects of earlier deployments, by everything that they depend on: the module, the CPU, the
 * pipeline and the LLVM that made them. Safe for several threads and processes; everything in the
 * folder can be deleted. */
#pragma once

#include "container/lower/lower.h"

typedef struct ObjectCache ObjectCache;

/* `folder` NULL: xaas/objects in the user's cache folder. NULL and an error when it cannot be made.
 */
ObjectCache *object_cache_open(const char *folder, GError **error);
void object_cache_close(ObjectCache *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ObjectCache, object_cache_close)

/* A folder for what a linker keeps of code that it makes itself; it looks after the folder's size.
 * NULL when it cannot be made. The caller frees it. */
char *object_cache_links(const ObjectCache *self);
/* The key of what lowering makes of the module with this digest after `relocated` (as
 * relocation_key() says it; NULL: nothing) was done to it. The caller frees it. */
char *object_cache_key(const ObjectCache *self, const char *module, const LowerRequest *request,
                       const char *relocated);
/* FALSE when it is not there, or damaged. */
gboolean object_cache_get(const ObjectCache *self, const char *key, Lowered *result);
/* What is told of an object beside its bytes: lists of names. A new reference. */
json_t *object_names(const Lowered *object);
/* The inverse: sets the object's lists. */
void object_take_names(Lowered *object, const json_t *names);
/* What cannot be kept is not kept: the next deployment makes it again. */
void object_cache_put(const ObjectCache *self, const char *key, const Lowered *object);
