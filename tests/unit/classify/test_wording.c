/* What people read of a decision: why an option is a point or none. */
#include "fixture.h"
#include "world.h"

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
        g_assert_false(has_reason(decision, "account"));
        g_assert_false(has_reason(decision, "names a program"));
        g_assert_false(has_reason(decision, "buffer or cache"));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wording/reasons", test_reasons);
    return g_test_run();
}
