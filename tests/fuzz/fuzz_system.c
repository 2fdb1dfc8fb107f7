/* Recorded machines are hostile input: whatever their files hold, what comes out is a description
 * that is written and read back to the same. The first line names the file that the rest becomes; a
 * description itself is read, too. */
#include "container/build/process.h"
#include "container/system/survey.h"
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const files[] = {
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/self/environ",
    "/proc/driver/nvidia/version",
    "/etc/ld.so.conf",
    "/etc/os-release",
    "/sys/class/kfd/kfd/topology/nodes/0/properties",
    "/sys/devices/system/cpu/cpu0/cache/index0/shared_cpu_list",
    "/sys/devices/system/cpu/cpu0/topology/thread_siblings_list",
    "/sys/bus/pci/devices/0000:c1:00.0/device",
    "/usr/lib64/libmpi.so.12",
};

/* What stands around the fuzzed file. */
static const char *const others[][2] = {
    {"/proc/cpuinfo", "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t: 48\n"
                      "flags\t: fpu sse avx2\n"},
    {"/sys/devices/system/cpu/cpu0/cache/index0/level", "1\n"},
    {"/sys/devices/system/cpu/cpu0/cache/index0/type", "Data\n"},
    {"/sys/devices/system/cpu/cpu0/cache/index0/size", "32K\n"},
    {"/sys/devices/system/cpu/cpu0/cache/index0/shared_cpu_list", "0-1\n"},
    {"/sys/bus/pci/devices/0000:c1:00.0/class", "0x038000\n"},
    {"/sys/bus/pci/devices/0000:c1:00.0/vendor", "0x1002\n"},
    {"/sys/bus/pci/devices/0000:c1:00.0/device", "0x7408\n"},
};

typedef struct {
    char *folder;
    Arena *arena;
    const SystemKnowledge *knowledge;
} World;

static void put(const World *world, const char *path, const char *bytes, gsize length)
{
    g_autofree char *host = g_strconcat(world->folder, path, NULL);
    g_autofree char *parent = g_path_get_dirname(host);
    g_mkdir_with_parents(parent, 0700);
    g_assert_true(g_file_set_contents_full(host, bytes, (gssize)length, G_FILE_SET_CONTENTS_NONE,
                                           0600, NULL));
}

static void put_others(const World *world)
{
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        put(world, others[i][0], others[i][1], strlen(others[i][1]));
    }
}

static const World *world_get(void);

static void remove_world(void)
{
    const World *world = world_get();
    const char *const command[] = {"rm", "-rf", world->folder, NULL};
    g_auto(ProcessResult) result = {0};
    process_run(&(ProcessRequest){.command = command}, &result, NULL);
}

/* Made once: the folder and the knowledge. */
static const World *world_get(void)
{
    static World world;
    if (world.folder == NULL) {
        g_autofree char *knowledge =
            g_build_filename(XAAS_SOURCE_ROOT, "container", "knowledge", NULL);
        world.folder = g_dir_make_tmp("xaas-fuzz-system-XXXXXX", NULL);
        world.arena = arena_new();
        world.knowledge = system_knowledge_load(world.arena, knowledge, NULL);
        g_assert_nonnull(world.knowledge);
        put_others(&world);
        atexit(remove_world);
    }
    return &world;
}

static void survey(const World *world)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Tree) tree = tree_new(world->folder, NULL);
    const SurveyRequest request = {.tree = tree, .knowledge = world->knowledge};
    const System *system = survey_run(arena, &request);
    g_autofree char *text = system_text(system);
    g_autoptr(GError) error = NULL;
    const System *again = system_parse(arena, text, strlen(text), "again", &error);
    if (again == NULL) {
        g_error("%s\n%s", error->message, text);
    }
    g_autofree char *text_again = system_text(again);
    g_assert_cmpstr(text_again, ==, text);
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    const World *world = world_get();
    const char *bytes = (const char *)data;
    const char *newline = size == 0 ? NULL : memchr(bytes, '\n', size);
    if (newline == NULL) {
        return 0;
    }
    gsize line = (gsize)(newline - bytes);
    gsize length = size - line - 1;
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        if (strlen(files[i]) == line && memcmp(bytes, files[i], line) == 0) {
            g_autofree char *host = g_strconcat(world->folder, files[i], NULL);
            put(world, files[i], newline + 1, length);
            survey(world);
            g_unlink(host);
            put_others(world);
            return 0;
        }
    }
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    const System *system = system_parse(arena, newline + 1, length, "system.yaml", &error);
    g_assert_true((system == NULL) == (error != NULL));
    if (system != NULL) {
        g_free(system_target_features(system));
        system_target_cpu(system);
    }
    return 0;
}
