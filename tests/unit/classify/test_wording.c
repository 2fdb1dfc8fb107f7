/* What people read of a decision: what an option is called, what "on" does, and why it is no point.
 */
#include "fixture.h"
#include "world.h"

typedef struct {
    const char *option;
    const char *facts; /* as options.yaml has them, behind the name */
    const char *name;
    Polarity polarity;
} Called;

static void test_called(void)
{
    static const Called rows[] = {
        {"P_ENABLE_PARALLEL",
         "help: Enable or disable parallel interface ?, effects: [package MPI]",
         "parallel interface", POLARITY_POSITIVE},
        {"P_ENABLE_THREADING", "help: Enable/disable threading layer, effects: [package OpenMP]",
         "threading layer", POLARITY_POSITIVE},
        {"P_ENABLE_HPX_ASYNC_DISPATCH", "help: Whether HPX supports asynchronous dispatch",
         "HPX async dispatch", POLARITY_POSITIVE},
        /* Ways to pack, none of them FFTPACK. */
        {"FFT_PACK",
         "type: string, default: array, values: [array, pointer, memcpy], help: How it is done",
         "FFT PACK", POLARITY_POSITIVE},
        {"DYNAMIC_ARCH", "help: Include support for multiple CPU targets", "CPU dispatch",
         POLARITY_POSITIVE},
        {"P_CPU_TARGET", "type: string, help: Target CPU", "CPU target", POLARITY_POSITIVE},
        {"DISABLE_FP_CONTRACT", "help: Disable floating-point contractions", "FP contract",
         POLARITY_NEGATIVE},
        {"P_DISABLE_FFTW_MEASURE", "help: Do not optimize FFTW setups", "FFTW measure",
         POLARITY_NEGATIVE},
        {"NO_WARMUP", "make: true, help: no warming up", "warmup", POLARITY_NEGATIVE},
        {"P_FAST_MATH", "help: Use fast math", NULL, POLARITY_POSITIVE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *project = g_strdup_printf("name: p\noptions:\n- {option: %s, %s}\n",
                                                   rows[i].option, rows[i].facts);
        g_auto(World) world = world_of(project, NULL, NULL);
        const Decision *decision = decision_of(&world, rows[i].option);
        g_test_message("%s is called %s", rows[i].option, decision->name);
        g_assert_true(decision->is_point);
        g_assert_cmpint(decision->polarity, ==, rows[i].polarity);
        if (rows[i].name != NULL) {
            g_assert_cmpstr(decision->name, ==, rows[i].name);
        }
    }
}

static void test_reasons(void)
{
    static const struct {
        const char *option, *facts, *reason;
    } rows[] = {
        {"P_MOLECULE", "help: Build MOLECULE Package, effects: [source src/MOLECULE/bond.c]",
         "from sources of its own"},
        {"P_NO_SSL_CHECK", "type: string, default: 'OFF', help: Do not verify the peer",
         "how connections are secured"},
        {"P_DEPRECATED_CODE_4", "help: Whether code deprecated in major release 4 is available",
         "keeps old behaviour"},
        {"P_LIBS_SUFFIX", "type: string, help: Suffix for libraries", "what files are called"},
        {"P_BRANCH_UNLIKELY", "help: 'Use the C++20 [[unlikely]] attribute'", "language offers"},
        {"X_USER_FLAGS", "type: string, help: User flags for x++", "raw flags"},
        {"CXX_EXTRA_FLAGS", "type: untyped", "raw flags"},
        {"DISABLE_FP_CONTRACT", "help: Disable floating-point contractions",
         "between exactness and speed"},
        {"P_CLUSTER_SIZE", "type: string, default: '8', help: Cluster size used by the kernel",
         "worked on at once"},
        {"P_BUILD_CUDA", "help: Build for NVIDIA GPUs, effects: [source test/reorder/rocm.cpp]",
         "says \"CUDA\""},
        {"P_HPX_ASYNC_DISPATCH", "help: Whether HPX dispatches", "how threads share the work"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *project = g_strdup_printf("name: p\noptions:\n- {option: %s, %s}\n",
                                                   rows[i].option, rows[i].facts);
        g_auto(World) world = world_of(project, NULL, NULL);
        const Decision *decision = decision_of(&world, rows[i].option);
        for (guint k = 0; k < decision->reasons->len; k++) {
            g_test_message("%s: %s", rows[i].option, (char *)decision->reasons->pdata[k]);
        }
        g_assert_true(has_reason(decision, rows[i].reason));
        g_assert_false(has_reason(decision, "rocm.cpp"));
        g_assert_false(has_reason(decision, "account"));
        g_assert_false(has_reason(decision, "names a program"));
        g_assert_false(has_reason(decision, "buffer or cache"));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wording/called", test_called);
    g_test_add_func("/wording/reasons", test_reasons);
    return g_test_run();
}
