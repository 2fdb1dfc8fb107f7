#include "machine.h"
#include <glib/gstdio.h>
#include <unistd.h>

static void run(const char *const *command)
{
    g_autoptr(GError) error = NULL;
    int status = 0;
    g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status,
                 &error);
    g_assert_no_error(error);
    g_assert_cmpint(status, ==, 0);
}

static Machine *machine_open(const char *folder)
{
    g_autoptr(GError) error = NULL;
    Machine *self = g_new0(Machine, 1);
    self->folder = g_strdup(folder);
    self->arena = arena_new();
    self->tree = tree_new(folder, &error);
    g_assert_no_error(error);
    g_autofree char *knowledge = g_build_filename(XAAS_SOURCE_ROOT, "container", "knowledge", NULL);
    self->knowledge = system_knowledge_load(self->arena, knowledge, &error);
    g_assert_no_error(error);
    return self;
}

Machine *machine_new(void)
{
    g_autofree char *folder = g_dir_make_tmp("xaas-machine-XXXXXX", NULL);
    g_assert_nonnull(folder);
    return machine_open(folder);
}

Machine *machine_recorded(const char *name)
{
    g_autofree char *folder = g_dir_make_tmp("xaas-machine-XXXXXX", NULL);
    g_autofree char *program = g_build_filename(XAAS_SOURCE_ROOT, "tests/systems/unpack", NULL);
    g_autofree char *file = g_strconcat(name, ".tree", NULL);
    g_autofree char *path = g_build_filename(XAAS_SOURCE_ROOT, "tests/systems", file, NULL);
    run((const char *const[]){"sh", program, path, folder, NULL});
    return machine_open(folder);
}

void machine_free(Machine *self)
{
    run((const char *const[]){"rm", "-rf", self->folder, NULL});
    tree_free(self->tree);
    arena_free(self->arena);
    g_free(self->folder);
    g_free(self);
}

static char *host_path(const Machine *self, const char *path)
{
    char *host = g_strconcat(self->folder, path, NULL);
    g_autofree char *folder = g_path_get_dirname(host);
    g_assert_cmpint(g_mkdir_with_parents(folder, 0755), ==, 0);
    return host;
}

void machine_write(Machine *self, const char *path, const char *text)
{
    g_autofree char *host = host_path(self, path);
    g_assert_true(g_file_set_contents(host, text, -1, NULL));
}

void machine_link(Machine *self, const char *path, const char *target)
{
    g_autofree char *host = host_path(self, path);
    g_assert_cmpint(symlink(target, host), ==, 0);
}

System *machine_look(Machine *self)
{
    const SurveyRequest request = {.tree = self->tree, .knowledge = self->knowledge};
    self->system = survey_run(self->arena, &request);
    return self->system;
}
