#include "container/build/parallel.h"

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
