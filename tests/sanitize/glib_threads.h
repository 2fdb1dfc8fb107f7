/* What ThreadSanitizer cannot see of GLib, told to it: GLib's own library is not instrumented and
 * its locks are futexes, not those of pthreads. The preset `tsan` includes this before each source,
 * so that what orders two threads is known and what is left to report is a race. Threads that
 * g_thread_new() starts and g_thread_join() waits for are pthreads underneath, which it sees by
 * itself, as it does g_atomic_*, which are the compiler's. Of GLib's means only those are here that
 * the sources use: one that is missing shows as a race where there is none.
 *
 * The interface: compiler-rt, include/sanitizer/tsan_interface.h. */
#pragma once

#define _GNU_SOURCE         /* as sources that need it say; the first header decides */
#if __has_include(<glib.h>) /* small programs do without */

#include <glib.h>
#include <sanitizer/tsan_interface.h>

static inline void threads_mutex_lock(GMutex *mutex)
{
    __tsan_mutex_pre_lock(mutex, 0);
    g_mutex_lock(mutex);
    __tsan_mutex_post_lock(mutex, 0, 0);
}

static inline void threads_mutex_unlock(GMutex *mutex)
{
    __tsan_mutex_pre_unlock(mutex, 0);
    g_mutex_unlock(mutex);
    __tsan_mutex_post_unlock(mutex, 0);
}

static inline void threads_mutex_clear(GMutex *mutex)
{
    __tsan_mutex_destroy(mutex, 0);
    g_mutex_clear(mutex);
}

static inline void threads_cond_wait(GCond *cond, GMutex *mutex)
{
    __tsan_mutex_pre_unlock(mutex, 0);
    __tsan_mutex_post_unlock(mutex, 0);
    g_cond_wait(cond, mutex);
    __tsan_mutex_pre_lock(mutex, 0);
    __tsan_mutex_post_lock(mutex, 0, 0);
}

static inline gboolean threads_once_enter(gpointer place)
{
    gboolean first = (g_once_init_enter)(place);
    if (!first) {
        __tsan_acquire(place);
    }
    return first;
}

static inline void threads_once_leave(gpointer place, gsize value)
{
    __tsan_release(place);
    (g_once_init_leave)(place, value);
}

static inline void threads_ref_count_inc(gatomicrefcount *count)
{
    g_atomic_ref_count_inc(count);
}

static inline gboolean threads_ref_count_dec(gatomicrefcount *count)
{
    __tsan_release(count);
    gboolean last = g_atomic_ref_count_dec(count);
    if (last) {
        __tsan_acquire(count);
    }
    return last;
}

/* Threads of a pool are used again, so that neither their start nor their end orders anything. What
 * the last of them frees is the pool, under a lock of GLib's: reading its member is left out (the
 * runtime's dynamic annotations). */
void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);

static inline gpointer threads_pool_data(const GThreadPool *pool)
{
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    gpointer data = pool->user_data;
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
    return data;
}

typedef struct {
    GFunc run;
    gpointer data;
} ThreadsPool;

static inline void threads_pool_run(gpointer item, gpointer data)
{
    const ThreadsPool *pool = data;
    __tsan_acquire(data);
    pool->run(item, pool->data);
    __tsan_release(data);
}

static inline GThreadPool *threads_pool_new(GFunc run, gpointer data, gint most, gboolean own,
                                            GError **error)
{
    ThreadsPool *pool = g_new(ThreadsPool, 1);
    *pool = (ThreadsPool){run, data};
    return g_thread_pool_new(threads_pool_run, pool, most, own, error);
}

static inline gboolean threads_pool_push(GThreadPool *pool, gpointer item, GError **error)
{
    __tsan_release(threads_pool_data(pool));
    return g_thread_pool_push(pool, item, error);
}

static inline void threads_pool_free(GThreadPool *pool, gboolean now, gboolean wait)
{
    gpointer data = threads_pool_data(pool);
    g_thread_pool_free(pool, now, wait);
    __tsan_acquire(data);
    g_free(data);
}

#undef g_once_init_enter
#undef g_once_init_leave
#define g_mutex_lock threads_mutex_lock
#define g_mutex_unlock threads_mutex_unlock
#define g_mutex_clear threads_mutex_clear
#define g_cond_wait threads_cond_wait
#define g_once_init_enter(place) threads_once_enter((gpointer)(place))
#define g_once_init_leave(place, value) threads_once_leave((gpointer)(place), (gsize)(value))
#define g_atomic_ref_count_inc threads_ref_count_inc
#define g_atomic_ref_count_dec threads_ref_count_dec
#define g_thread_pool_new threads_pool_new
#define g_thread_pool_push threads_pool_push
#define g_thread_pool_free threads_pool_free
#endif
