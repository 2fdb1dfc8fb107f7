#include "tests/unit/pure/pure_world.h"
#include <string.h>

World *world_new(void)
{
    World *self = g_new0(World, 1);
    self->arena = arena_new();
    self->variables = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->holes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->origins = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->source_dir = "/src/project";
    return self;
}

void world_free(World *self)
{
    if (self != NULL) {
        arena_free(self->arena);
        g_hash_table_unref(self->variables);
        g_hash_table_unref(self->holes);
        g_hash_table_unref(self->origins);
        g_free(self);
    }
}

void world_set(World *self, const char *name, const char *value)
{
    if (value == NULL) {
        g_hash_table_remove(self->variables, name);
    } else {
        g_hash_table_insert(self->variables, g_strdup(name), g_strdup(value));
    }
}

const char *world_get(World *self, const char *name)
{
    return g_hash_table_lookup(self->variables, name);
}

static const char *lookup(PureCall *call, const char *name)
{
    return world_get(call->data, name);
}

static void assign(PureCall *call, const char *name, const char *value)
{
    g_assert_nonnull(name);
    world_set(call->data, name, value);
}

static const char *derive(PureCall *call, const char *operation, const char *input)
{
    World *self = call->data;
    g_autofree char *key = g_strdup_printf("%s\n%s", operation, input);
    char *hole = g_hash_table_lookup(self->holes, key);
    if (hole == NULL) {
        hole = g_strdup_printf("\xFF%u\xFE", 100 + g_hash_table_size(self->holes));
        g_hash_table_insert(self->holes, g_steal_pointer(&key), hole);
        g_hash_table_insert(self->origins, g_strdup(hole), g_strdup(operation));
    }
    return hole;
}

static const struct {
    const char *name;
    gboolean (*run)(PureCall *call, GError **error);
} commands[] = {
    {"list", pure_list},
    {"string", pure_string},
    {"math", pure_math},
    {"get_filename_component", pure_get_filename_component},
    {"cmake_path", pure_cmake_path},
    {"separate_arguments", pure_separate_arguments},
};

gboolean world_run(World *self, const char *command, const char *const *argv, guint argc,
                   GError **error)
{
    PureCall call = {
        .arena = self->arena,
        .argc = argc,
        .argv = argv,
        .lookup = lookup,
        .assign = assign,
        .derive = derive,
        .data = self,
        .source_dir = self->source_dir,
        .binary_dir = "/build",
    };
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (strcmp(commands[i].name, command) == 0) {
            return commands[i].run(&call, error);
        }
    }
    g_error("the tests know no command %s", command);
}
