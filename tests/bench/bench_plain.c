/* The plain method, to compare with: every unit's real command is preprocessed and the text's
 * digest taken; units with equal digests, options and processor flags set aside, are one.
 *
 *   bench_plain MATRIX WORK [STEP] [KNOWLEDGE]
 *
 * WORK is the work folder of a build that got at least to the stage "commands". STEP takes every
 * STEP-th unit of each configuration. Prints JSON: units, distinct texts, seconds, bytes of text.
 */
#include "container/build/process.h"
#include "container/build/unit.h"
#include "container/build/workspace.h"
#include "container/plan/matrix.h"
#include "core/parallel.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const Unit *unit;
    char *build;
    char *digest;
    gsize bytes;
} Task;

typedef struct {
    const Compilers *compilers;
    const Sandbox *sandbox;
    GPtrArray *tasks;
} Work;

static void preprocess(guint index, gpointer data)
{
    const Work *work = data;
    Task *task = work->tasks->pdata[index];
    g_autoptr(Arena) arena = arena_new();
    const GPtrArray *command = unit_command(arena, work->compilers, task->unit,
                                            &compilers_driver(work->compilers)->tokens, NULL);
    g_auto(GStrv) vector = sandbox_command(
        work->sandbox, &(SandboxRequest){.command = (const char *const *)command->pdata,
                                         .directory = task->unit->directory,
                                         .build = task->build});
    g_auto(ProcessResult) result = {0};
    g_autoptr(GError) error = NULL;
    if (!process_run_well(&(ProcessRequest){.command = (const char *const *)vector}, &result,
                          &error)) {
        fprintf(stderr, "%s\n", error->message);
        exit(EXIT_FAILURE);
    }
    task->bytes = result.length;
    task->digest =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)result.out, result.length);
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Arena) arena = arena_new();
    guint step = argc > 3 ? (guint)atoi(argv[3]) : 1;
    const char *knowledge = argc > 4 ? argv[4] : XAAS_SOURCE_ROOT "/container/knowledge";
    Matrix *matrix = argc > 2 ? matrix_load(arena, argv[1], &error) : NULL;
    g_autoptr(Compilers) compilers = matrix == NULL ? NULL : compilers_load(knowledge, &error);
    g_autoptr(Sandbox) sandbox =
        compilers == NULL ? NULL
                          : sandbox_new(ISOLATION_BUBBLEWRAP, NULL, matrix->source, 0, &error);
    if (sandbox == NULL || step == 0) {
        fprintf(stderr, "%s\n",
                error != NULL ? error->message
                              : "usage: bench_plain MATRIX WORK [STEP] [KNOWLEDGE]");
        return EXIT_FAILURE;
    }
    Work work = {compilers, sandbox, g_ptr_array_new()};
    for (guint i = 0; i < matrix->configurations->len; i++) {
        const Configuration *configuration = matrix->configurations->pdata[i];
        char *build = workspace_build(argv[2], configuration->name);
        const UnitReader reader = {.arena = arena,
                                   .compilers = compilers,
                                   .sandbox = sandbox,
                                   .configuration = configuration->name,
                                   .build = build};
        const GPtrArray *units = units_read(&reader, &error);
        if (units == NULL) {
            fprintf(stderr, "%s\n", error->message);
            return EXIT_FAILURE;
        }
        for (guint k = 0; k < units->len; k += step) {
            const Unit *unit = units->pdata[k];
            if (unit_kind_has_bitcode(unit->kind)) {
                Task *task = g_new0(Task, 1);
                task->unit = unit;
                task->build = build;
                g_ptr_array_add(work.tasks, task);
            }
        }
    }
    gint64 begin = g_get_monotonic_time();
    parallel_for(work.tasks->len, g_get_num_processors(), preprocess, &work);
    double seconds = (double)(g_get_monotonic_time() - begin) / G_USEC_PER_SEC;
    g_autoptr(GHashTable) distinct = g_hash_table_new(g_str_hash, g_str_equal);
    guint64 bytes = 0;
    for (guint i = 0; i < work.tasks->len; i++) {
        const Task *task = work.tasks->pdata[i];
        g_hash_table_add(distinct, g_strconcat(task->unit->source, task->digest, NULL));
        bytes += task->bytes;
    }
    printf("{\"units\": %u, \"distinct\": %u, \"seconds\": %.1f, \"bytes\": %" G_GUINT64_FORMAT
           "}\n",
           work.tasks->len, g_hash_table_size(distinct), seconds, bytes);
    return EXIT_SUCCESS;
}
