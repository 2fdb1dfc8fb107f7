/* Calls that bring nothing new.
 *
 * A project calls the same helpers for each of its targets: warnings are turned off, flags added.
 * What such a body records is said of its own lines, not of the target. So where it has changed no
 * variable that outlives it, and a later call finds everything as this one did that it has looked
 * at, following it again would only record the same. A body that does more than that (TRAIT_PLAIN)
 * is not remembered. */
#include "discover/cmake/call.h"

/* Calls of one function that are remembered, the last ones. */
#define REMEMBERED_CALLS_MAX 64u

typedef struct {
    Guard path;
    GArray *seen; /* SeenVariable */
} CallMemory;

static void call_memory_free(gpointer data)
{
    CallMemory *self = data;
    g_array_unref(self->seen);
    g_free(self);
}

GHashTable *remembered_calls_new(void)
{
    return g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
}

void evaluator_forget_calls(Evaluator *self)
{
    variables_lose_watches(self->variables);
    g_hash_table_remove_all(self->remembered);
}

/* Whether an earlier call saw what this one would see. */
static gboolean is_known(Evaluator *self, const Function *function)
{
    const GPtrArray *calls = g_hash_table_lookup(self->remembered, function);
    for (guint i = calls != NULL ? calls->len : 0; i > 0; i--) {
        const CallMemory *call = calls->pdata[i - 1];
        if (guard_same(call->path, self->path) &&
            variables_are_as_seen(self->variables, call->seen)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void remember(Evaluator *self, const Function *function, Guard path, GArray *seen)
{
    GPtrArray *calls = g_hash_table_lookup(self->remembered, function);
    if (calls == NULL) {
        calls = g_ptr_array_new_with_free_func(call_memory_free);
        g_hash_table_insert(self->remembered, (gpointer)function, calls);
    }
    if (calls->len >= REMEMBERED_CALLS_MAX) {
        g_ptr_array_remove_index(calls, 0);
    }
    CallMemory *call = g_new(CallMemory, 1);
    *call = (CallMemory){path, g_array_ref(seen)};
    g_ptr_array_add(calls, call);
}

/* Where conditions were given up, or the reading ended, the same would not happen again. */
static void follow_and_remember(Evaluator *self, const Function *function)
{
    Guard path = self->path;
    guint give_ups = guards_give_ups(self->guards);
    Watch watch;
    variables_watch(self->variables, &watch);
    evaluator_run_range(self, function->file, function->begin, function->end);
    variables_unwatch(self->variables);
    if (!watch.lost && !self->exhausted && give_ups == guards_give_ups(self->guards)) {
        remember(self, function, path, watch.seen);
    }
    g_array_unref(watch.seen);
}

void evaluator_run_body(Evaluator *self, const Function *function)
{
    /* A stub speaks for the line that calls it, and a macro has no scope of its own. */
    if (function->macro || function->file->stub || self->options->concrete) {
        evaluator_run_range(self, function->file, function->begin, function->end);
    } else if (!is_known(self, function)) {
        follow_and_remember(self, function);
    }
}
