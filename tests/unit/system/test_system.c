/* What is seen of recorded machines, and what is said where nothing can be seen. */
#include "../golden.h"
#include "../schema.h"
#include "machine.h"
#include <glib/gstdio.h>

typedef struct {
    const char *name;
    const char *cpu;
    const char *level; /* NULL: the architecture has none */
    guint threads;
    guint gpus;
    const char *gpu;     /* architecture; NULL: no device */
    const char *runtime; /* of its driver */
    const char *newest;
    const char *mpi; /* NULL: none is present */
    const char *interface;
} Expectation;

static const Expectation machines[] = {
    {"skylake-v100", "skylake-avx512", "x86-64-v4", 64, 2, "sm_70", "cuda", "12.8", "openmpi",
     "openmpi"},
    {"zen2-a100", "znver2", "x86-64-v3", 256, 4, "sm_80", "cuda", "12.2", "openmpi", "openmpi"},
    {"sapphirerapids-max", "sapphirerapids", "x86-64-v4", 208, 6, "pvc", "level_zero", NULL,
     "mpich", "mpich"},
    {"grace-hopper", "neoverse-v2", NULL, 288, 4, "sm_90", "cuda", "12.4", "cray_mpich", "mpich"},
    {"zen3-mi250x", "znver3", "x86-64-v3", 128, 8, "gfx90a", "rocm", "6.2", NULL, NULL},
    {"graviton3", "neoverse-v1", NULL, 64, 0, NULL, NULL, NULL, NULL, NULL},
};

static const SystemFinding *present_mpi(const System *system)
{
    for (guint i = 0; i < system->findings->len; i++) {
        const SystemFinding *finding = system->findings->pdata[i];
        if (g_str_equal(finding->category, "mpi") && finding->state == STATE_PRESENT) {
            return finding;
        }
    }
    return NULL;
}

static void test_machine(gconstpointer data)
{
    const Expectation *expected = data;
    g_autoptr(Machine) machine = machine_recorded(expected->name);
    const System *system = machine_look(machine);
    g_assert_cmpuint(system->cpu->kinds->len, ==, 1);
    const CpuKind *kind = system->cpu->kinds->pdata[0];
    g_assert_cmpstr(kind->name, ==, expected->cpu);
    g_assert_null(kind->why);
    g_assert_cmpstr(kind->level, ==, expected->level);
    g_assert_cmpuint(system->cpu->threads, ==, expected->threads);
    g_assert_cmpuint(system->gpus->devices->len, ==, expected->gpus);
    g_assert_cmpint(system->gpus->state, ==, expected->gpus > 0 ? STATE_PRESENT : STATE_ABSENT);
    if (expected->gpu != NULL) {
        const SystemGpu *gpu = system->gpus->devices->pdata[0];
        g_assert_cmpstr(gpu->architecture, ==, expected->gpu);
        g_assert_cmpuint(gpu->memory_mib, >, 0);
        const GpuDriver *driver = system_driver(system, expected->runtime);
        g_assert_cmpint(driver->state, ==, STATE_PRESENT);
        g_assert_cmpstr(driver->newest, ==, expected->newest);
    }
    const SystemFinding *mpi = present_mpi(system);
    g_assert_cmpstr(mpi == NULL ? NULL : mpi->id, ==, expected->mpi);
    g_assert_cmpstr(mpi == NULL ? NULL : mpi->interface, ==, expected->interface);
    g_autofree char *text = system_text(system);
    g_autofree char *file = g_strconcat(expected->name, ".yaml", NULL);
    g_autofree char *path = g_build_filename(XAAS_SOURCE_ROOT, "tests/systems", file, NULL);
    assert_golden(text, path);
}

/* What is written is read back to the same. */
static void test_round_trip(void)
{
    g_autoptr(Machine) machine = machine_recorded("graviton3");
    g_autofree char *text = system_text(machine_look(machine));
    g_autoptr(GError) error = NULL;
    g_autoptr(Arena) arena = arena_new();
    const System *again = system_parse(arena, text, strlen(text), "system.yaml", &error);
    g_assert_no_error(error);
    g_autofree char *text_again = system_text(again);
    g_assert_cmpstr(text_again, ==, text);
}

/* Where there is nothing to look at, nothing is absent. */
static void test_empty_tree(void)
{
    g_autoptr(Machine) machine = machine_new();
    const System *system = machine_look(machine);
    g_assert_cmpint(system->cpu->state, ==, STATE_UNKNOWN);
    g_assert_nonnull(system->cpu->reason);
    g_assert_cmpint(system->gpus->state, ==, STATE_UNKNOWN);
    g_assert_null(system_target_cpu(system));
    for (guint i = 0; i < system->gpus->drivers->len; i++) {
        g_assert_cmpint(((const GpuDriver *)system->gpus->drivers->pdata[i])->state, ==,
                        STATE_UNKNOWN);
    }
    for (guint i = 0; i < system->findings->len; i++) {
        const SystemFinding *finding = system->findings->pdata[i];
        g_test_message("%s", finding->id);
        g_assert_cmpint(finding->state, ==, STATE_UNKNOWN);
        g_assert_nonnull(finding->reason);
    }
}

#define SMALL_CORE                                                                                 \
    "processor\t: 0\nFeatures\t: fp asimd crc32 atomics asimddp\nCPU implementer\t: 0x41\n"        \
    "CPU part\t: 0xd05\n\n"
#define LARGE_CORE                                                                                 \
    "processor\t: 1\nFeatures\t: fp asimd crc32 atomics asimddp sve\nCPU implementer\t: 0x41\n"    \
    "CPU part\t: 0xd41\n\n"

/* Code for a machine with two kinds of processors may use what both have. */
static void test_two_kinds(void)
{
    g_autoptr(Machine) machine = machine_new();
    machine_write(machine, "/proc/cpuinfo", SMALL_CORE LARGE_CORE);
    const System *system = machine_look(machine);
    g_assert_cmpuint(system->cpu->kinds->len, ==, 2);
    g_assert_cmpstr(((CpuKind *)system->cpu->kinds->pdata[0])->name, ==, "cortex-a55");
    g_assert_cmpstr(((CpuKind *)system->cpu->kinds->pdata[1])->processors, ==, "1");
    g_assert_cmpstr(system_target_cpu(system), ==, "generic");
    g_assert_cmpint(system_has_feature(system, "dotprod"), ==, STATE_PRESENT);
    g_assert_cmpint(system_has_feature(system, "sve"), ==, STATE_ABSENT);
    g_assert_cmpint(system_has_feature(system, "brbe"), ==, STATE_UNKNOWN);
    g_autofree char *features = system_target_features(system);
    g_assert_nonnull(strstr(features, "+dotprod"));
    g_assert_nonnull(strstr(features, "-sve,"));
}

/* A hypervisor that hides AVX-512: the model's name alone would promise it. */
static void test_hidden_features(void)
{
    g_autoptr(Machine) machine = machine_new();
    machine_write(machine, "/proc/cpuinfo",
                  "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 143\n"
                  "flags\t\t: fpu lm cmov cx8 fxsr mmx sse sse2 pni avx\n");
    const System *system = machine_look(machine);
    const CpuKind *kind = system->cpu->kinds->pdata[0];
    g_assert_cmpstr(kind->name, ==, "sapphirerapids");
    g_assert_cmpstr(kind->level, ==, "x86-64");
    g_assert_cmpint(system_has_feature(system, "avx512f"), ==, STATE_ABSENT);
    g_autofree char *features = system_target_features(system);
    g_assert_nonnull(strstr(features, "-avx512f,"));
}

/* A copy that ends before the flags: the model's name would promise what nothing tells. */
static void test_untold_features(void)
{
    g_autoptr(Machine) machine = machine_new();
    machine_write(machine, "/proc/cpuinfo",
                  "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 63\n");
    const System *system = machine_look(machine);
    const CpuKind *kind = system->cpu->kinds->pdata[0];
    g_assert_cmpstr(kind->name, ==, "x86-64");
    g_assert_nonnull(kind->why);
    g_assert_cmpint(system_has_feature(system, "avx2"), ==, STATE_UNKNOWN);
}

/* Lists of folders that include each other, each of them all, are read once each. */
static void test_lists(void)
{
    g_autoptr(Machine) machine = machine_new();
    machine_write(machine, "/etc/ld.so.conf", "include ld.so.conf.d/*.conf\n");
    for (guint i = 0; i < 30; i++) {
        g_autofree char *path = g_strdup_printf("/etc/ld.so.conf.d/%u.conf", i);
        g_autofree char *folder = g_strdup_printf("/site/%u", i);
        g_autofree char *file = g_strconcat(folder, "/libx.so", NULL);
        g_autofree char *text = g_strconcat("include *.conf\n", folder, "\n", NULL);
        machine_write(machine, path, text);
        machine_write(machine, file, "");
    }
    const SystemSearch *search = machine_look(machine)->search;
    g_assert_cmpuint(search->library_folders->len, ==, 30);
    g_assert_cmpuint(search->unreadable->len, ==, 0);
}

static void test_unknown_model(void)
{
    g_autoptr(Machine) machine = machine_new();
    machine_write(machine, "/proc/cpuinfo",
                  "processor\t: 0\nvendor_id\t: SomeoneNew\ncpu family\t: 77\nmodel\t\t: 1\n"
                  "flags\t\t: fpu lm cmov cx8 fxsr mmx sse sse2 pni ssse3 cx16 lahf_lm popcnt "
                  "sse4_1 sse4_2\n");
    const CpuKind *kind = machine_look(machine)->cpu->kinds->pdata[0];
    g_assert_cmpstr(kind->name, ==, "x86-64-v2");
    g_assert_nonnull(kind->why);
}

static void test_versions(void)
{
    g_assert_cmpint(version_compare("12.10", "12.9"), >, 0);
    g_assert_cmpint(version_compare("12", "12.1"), <, 0);
    g_assert_cmpint(version_compare("570.86.15", "570.26"), >, 0);
    g_assert_cmpint(version_compare("6.0", "6.0"), ==, 0);
}

static void test_same_fields(void)
{
    assert_schema("xaas-system-1.schema.json", &system_type, SYSTEM_SCHEMA);
    assert_documented("system-format.md", &system_type);
}

static const SystemGpu *device_with(const System *system, const char *bus)
{
    for (guint i = 0; i < system->gpus->devices->len; i++) {
        const SystemGpu *gpu = system->gpus->devices->pdata[i];
        if (g_strcmp0(gpu->bus, bus) == 0) {
            return gpu;
        }
    }
    return NULL;
}

/* The driver's library tells of devices that no file does, and of the newest runtime; what it
 * leaves out is unknown. */
static void test_library(void)
{
    g_autoptr(Machine) machine = machine_new();
    g_autoptr(Tree) tree = tree_new(NULL, NULL);
    const SurveyRequest request = {.tree = tree,
                                   .knowledge = machine->knowledge,
                                   .ask_programs = TRUE,
                                   .program = XAAS_PROGRAM};
    g_assert_true(g_setenv("LD_LIBRARY_PATH", STUB_FOLDER, TRUE));
    const System *system = survey_run(machine->arena, &request);
    static const char library[] = STUB_FOLDER "/libnvidia-ml.so.1";
    const SystemGpu *first = device_with(system, "00000FED:FE:1C.0");
    g_assert_nonnull(first);
    g_assert_cmpstr(first->name, ==, "Test Device");
    g_assert_cmpstr(first->architecture, ==, "sm_90");
    g_assert_cmpint(first->architecture_state, ==, STATE_PRESENT);
    g_assert_cmpuint(first->memory_mib, ==, 80 * 1024);
    g_assert_cmpstr(first->at->pdata[0], ==, library);
    const SystemGpu *second = device_with(system, "00000FED:FE:1C.1");
    g_assert_nonnull(second);
    g_assert_null(second->name);
    g_assert_cmpint(second->architecture_state, ==, STATE_UNKNOWN);
    g_assert_cmpuint(second->memory_mib, ==, 0);
    const GpuDriver *driver = system_driver(system, "cuda");
    g_assert_cmpint(driver->state, ==, STATE_PRESENT);
    /* The table would have said 12.4 of this version. */
    g_assert_cmpstr(driver->newest, ==, "12.8");
    g_assert_true(g_ptr_array_find_with_equal_func(driver->at, library, g_str_equal, NULL));

    static const char *const failures[] = {"crash", "no driver"};
    for (gsize i = 0; i < G_N_ELEMENTS(failures); i++) {
        g_assert_true(g_setenv("NVML_STUB", failures[i], TRUE));
        const System *without = survey_run(machine->arena, &request);
        g_assert_null(device_with(without, "00000FED:FE:1C.0"));
    }
    g_unsetenv("NVML_STUB");
    /* Another machine's files say nothing of this one's driver. */
    const System *recorded = machine_look(machine);
    g_assert_cmpuint(recorded->gpus->devices->len, ==, 0);
    g_unsetenv("LD_LIBRARY_PATH");
}

/* The driver's tool tells of a device that no file does: it is taken, and so is its driver's
 * version where the kernel has none; lines that are something else are left. */
static void test_tool(void)
{
    static const char script[] =
        "#!/bin/sh\nprintf '%s\\n' '00000FED:FE:1D.0, Test, Device, 40960, 8.0, 550.54.14' "
        "'No devices were found' '00000FED:FE:1D.1, Other, [N/A], [N/A], 550.54.14'\n";
    g_autoptr(Machine) machine = machine_new();
    machine_write(machine, "/nvidia-smi", script);
    g_autofree char *program = g_build_filename(machine->folder, "nvidia-smi", NULL);
    g_assert_cmpint(g_chmod(program, 0755), ==, 0);
    g_autofree char *before = g_strdup(g_getenv("PATH"));
    g_autofree char *path = g_strdup_printf("%s:%s", machine->folder, before);
    g_assert_true(g_setenv("PATH", path, TRUE));
    g_autoptr(Tree) tree = tree_new(NULL, NULL);
    const SurveyRequest request = {
        .tree = tree, .knowledge = machine->knowledge, .ask_programs = TRUE};
    const System *system = survey_run(machine->arena, &request);
    g_assert_true(g_setenv("PATH", before, TRUE));
    const GPtrArray *devices = system->gpus->devices;
    g_assert_cmpuint(devices->len, >=, 2);
    const SystemGpu *first = devices->pdata[devices->len - 2];
    g_assert_cmpstr(first->bus, ==, "00000FED:FE:1D.0");
    g_assert_cmpstr(first->name, ==, "Test, Device");
    g_assert_cmpstr(first->architecture, ==, "sm_80");
    g_assert_cmpuint(first->memory_mib, ==, 40960);
    g_assert_cmpstr(first->at->pdata[0], ==, program);
    const SystemGpu *second = devices->pdata[devices->len - 1];
    g_assert_cmpstr(second->name, ==, "Other");
    g_assert_null(second->architecture);
    g_assert_cmpint(second->architecture_state, ==, STATE_UNKNOWN);
    const GpuDriver *driver = system_driver(system, "cuda");
    if (g_ptr_array_find_with_equal_func(driver->at, program, g_str_equal, NULL)) {
        g_assert_cmpstr(driver->version, ==, "550.54.14");
        g_assert_cmpstr(driver->newest, ==, "12.4");
        g_assert_true(driver->same_major);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(machines); i++) {
        g_autofree char *name = g_strconcat("/system/machine/", machines[i].name, NULL);
        g_test_add_data_func(name, &machines[i], test_machine);
    }
    g_test_add_func("/system/round-trip", test_round_trip);
    g_test_add_func("/system/empty-tree", test_empty_tree);
    g_test_add_func("/system/two-kinds", test_two_kinds);
    g_test_add_func("/system/hidden-features", test_hidden_features);
    g_test_add_func("/system/untold-features", test_untold_features);
    g_test_add_func("/system/lists", test_lists);
    g_test_add_func("/system/unknown-model", test_unknown_model);
    g_test_add_func("/system/versions", test_versions);
    g_test_add_func("/system/library", test_library);
    g_test_add_func("/system/tool", test_tool);
    g_test_add_func("/system/schema", test_same_fields);
    return g_test_run();
}
