#include "core/parallel.h"

typedef struct {
    void (*work)(guint, gpointer);
    gpointer data;
} Task;

/* Thread pools take no NULL, so indices are one higher on their way. */
static void run_one(gpointer item, gpointer user_data)
{
    const Task *task = user_data;
    task->work(GPOINTER_TO_UINT(item) - 1, task->data);
}

void parallel_for(guint count, guint jobs, void (*work)(guint index, gpointer data), gpointer data)
{
    Task task = {work, data};
    GThreadPool *pool = g_thread_pool_new(run_one, &task, (int)MAX(jobs, 1), TRUE, NULL);
    for (guint i = 0; i < count; i++) {
        g_thread_pool_push(pool, GUINT_TO_POINTER(i + 1), NULL);
    }
    g_thread_pool_free(pool, FALSE, TRUE);
}

/* More threads wait for each other's interned texts more than they help. */
#define ARENA_JOBS_MAX 8u

typedef struct {
    ParallelArenaWork work;
    gpointer data;
    guint count;
    gint next; /* the first index that nobody has taken; atomic */
    Arena *arenas[ARENA_JOBS_MAX];
} ArenaTask;

static void run_in_arena(guint job, gpointer data)
{
    ArenaTask *task = data;
    for (guint i = 0; (i = (guint)g_atomic_int_add(&task->next, 1)) < task->count;) {
        task->work(i, task->arenas[job], task->data);
    }
}

void parallel_in_arenas(Arena *arena, guint count, guint jobs, ParallelArenaWork work,
                        gpointer data)
{
    ArenaTask task = {.work = work, .data = data, .count = count};
    guint wanted = MIN(jobs > 0 ? jobs : g_get_num_processors(), ARENA_JOBS_MAX);
    guint used = MIN(wanted, count);
    for (guint i = 0; i < used; i++) {
        task.arenas[i] = arena_companion(arena);
    }
    parallel_for(used, used, run_in_arena, &task);
    for (guint i = 0; i < used; i++) {
        arena_adopt(arena, task.arenas[i]);
    }
}
