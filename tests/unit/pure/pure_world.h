/* Variables for tests of the pure commands, and holes that count up. */
#pragma once

#include "discover/cmake/pure.h"

typedef struct {
    Arena *arena;
    GHashTable *variables; /* char * to char * */
    GHashTable *holes;     /* operation, line break, input: to the hole */
    GHashTable *origins;   /* hole to its operation */
    const char
        *source_dir; /* CMAKE_CURRENT_SOURCE_DIR; "/src/project" unless a test says otherwise */
} World;

World *world_new(void);
void world_free(World *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(World, world_free)

void world_set(World *self, const char *name, const char *value);
/* NULL when it is not defined. */
const char *world_get(World *self, const char *name);

/* Runs `command` ("list", "math", ...); FALSE with an error as the command itself gives it. */
gboolean world_run(World *self, const char *command, const char *const *argv, guint argc,
                   GError **error);
