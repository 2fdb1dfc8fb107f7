/* The names in cpus.yaml are LLVM's, and this machine is what LLVM says that it is. */
#include "machine.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <string.h>
#include <unistd.h>

/* LLVM says only on standard error that it does not know a name. */
static void assert_known(const char *architecture, const char *cpu, const char *feature)
{
    g_autofree char *triple = g_strconcat(architecture, "-unknown-linux-gnu", NULL);
    g_autofree char *features = feature == NULL ? g_strdup("") : g_strconcat("+", feature, NULL);
    LLVMTargetRef target;
    char *message = NULL;
    if (LLVMGetTargetFromTriple(triple, &target, &message)) {
        g_error("%s: %s", triple, message);
    }
    fflush(stderr);
    g_autofree char *path = NULL;
    int file = g_file_open_tmp("xaas-llvm-XXXXXX", &path, NULL);
    int before = dup(STDERR_FILENO);
    dup2(file, STDERR_FILENO);
    LLVMTargetMachineRef machine =
        LLVMCreateTargetMachine(target, triple, cpu, features, LLVMCodeGenLevelNone,
                                LLVMRelocDefault, LLVMCodeModelDefault);
    LLVMDisposeTargetMachine(machine);
    dup2(before, STDERR_FILENO);
    close(before);
    close(file);
    g_autofree char *said = NULL;
    g_assert_true(g_file_get_contents(path, &said, NULL, NULL));
    unlink(path);
    if (strstr(said, "not a recognized") != NULL) {
        g_error("%s %s %s: %s", architecture, cpu, features, said);
    }
}

static void test_names(void)
{
    LLVMInitializeAllTargetInfos();
    LLVMInitializeAllTargets();
    LLVMInitializeAllTargetMCs();
    g_autoptr(Machine) machine = machine_new();
    const GPtrArray *architectures = machine->knowledge->cpus->architectures;
    for (guint i = 0; i < architectures->len; i++) {
        const CpuArchitecture *architecture = architectures->pdata[i];
        assert_known(architecture->name, architecture->generic, NULL);
        for (guint k = 0; k < architecture->processors->len; k++) {
            const CpuModel *model = architecture->processors->pdata[k];
            assert_known(architecture->name, model->name, NULL);
        }
        for (guint k = 0; k < architecture->same->len; k++) {
            assert_known(architecture->name, architecture->generic, architecture->same->pdata[k]);
        }
        for (guint k = 0; k < architecture->renamed->len; k++) {
            const FeatureFlags *row = architecture->renamed->pdata[k];
            assert_known(architecture->name, architecture->generic, row->feature);
        }
        for (guint k = 0; k < architecture->levels->len; k++) {
            const CpuLevel *level = architecture->levels->pdata[k];
            assert_known(architecture->name, level->name, NULL);
        }
    }
}

/* What we say is present, LLVM has found, too. It asks the processor itself, we ask the kernel:
 * what that hides, LLVM sees, but never the other way round. */
static void test_this_machine(void)
{
    g_autoptr(Machine) machine = machine_new();
    g_autoptr(Tree) tree = tree_new(NULL, NULL);
    const SurveyRequest request = {.tree = tree, .knowledge = machine->knowledge};
    Survey survey = {.request = &request,
                     .tree = tree,
                     .arena = machine->arena,
                     .system = system_new(machine->arena)};
    survey_cpu(&survey);
    const SystemCpu *cpu = survey.system->cpu;
    if (cpu->kinds->len != 1 || ((CpuKind *)cpu->kinds->pdata[0])->why != NULL) {
        g_test_skip("several kinds of processors, or one that is not known");
        return;
    }
    const CpuKind *kind = cpu->kinds->pdata[0];
    char *name = LLVMGetHostCPUName();
    g_assert_cmpstr(kind->name, ==, name);
    LLVMDisposeMessage(name);
    char *features = LLVMGetHostCPUFeatures();
    g_autofree char *framed = g_strdup_printf(",%s,", features);
    for (guint i = 0; i < kind->features->len; i++) {
        g_autofree char *absent = g_strdup_printf(",-%s,", (const char *)kind->features->pdata[i]);
        if (strstr(framed, absent) != NULL) {
            g_error("%s is not there, says LLVM", (const char *)kind->features->pdata[i]);
        }
    }
    LLVMDisposeMessage(features);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/llvm-names/known", test_names);
    g_test_add_func("/llvm-names/this-machine", test_this_machine);
    return g_test_run();
}
