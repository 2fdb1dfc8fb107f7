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

/* More threads than this wait for each other's names. */
#define ARENA_JOBS_MAX 8u

typedef struct {
    ParallelArenaWork work;
    gpointer data;
    guint count;
    gint next; /* the first index that nobody has taken; atomic */
} ArenaTask;

typedef struct {
    ArenaTask *task;
    Arena *arena;
    GThread *thread;
} ArenaThread;

static gpointer run_in_arena(gpointer data)
{
    const ArenaThread *self = data;
    ArenaTask *task = self->task;
    for (guint i = 0; (i = (guint)g_atomic_int_add(&task->next, 1)) < task->count;) {
        task->work(i, self->arena, task->data);
    }
    return NULL;
}

void parallel_in_arenas(Arena *arena, guint count, guint jobs, ParallelArenaWork work,
                        gpointer data)
{
    ArenaTask task = {work, data, count, 0};
    guint wanted = jobs > 0 ? jobs : g_get_num_processors();
    guint others = MIN(MIN(wanted, ARENA_JOBS_MAX), MAX(count, 1)) - 1;
    ArenaThread threads[ARENA_JOBS_MAX];
    for (guint i = 0; i < others; i++) {
        threads[i] = (ArenaThread){&task, arena_companion(arena), NULL};
        threads[i].thread = g_thread_new("work", run_in_arena, &threads[i]);
    }
    ArenaThread own = {&task, arena, NULL};
    run_in_arena(&own);
    for (guint i = 0; i < others; i++) {
        g_thread_join(threads[i].thread);
        arena_adopt(arena, threads[i].arena);
    }
}
