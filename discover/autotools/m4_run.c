/* Expansions as wholes: each is scanned from its first byte to its last on a run of its own, within
 * the runs around it; what asks for one; and what is left behind for calls that are kept. */
#include "discover/autotools/m4_private.h"

/* Reads what is in the frames and returns when all of it is expanded; an open call ends there. */
static void finish_run(M4 *self)
{
    m4_scan(self);
    while (self->run->calls->len > 0 && !self->exhausted) {
        const Call *call = &g_array_index(self->run->calls, Call, self->run->calls->len - 1);
        if (call->name == NULL) {
            return;
        }
        m4_problem(self, call->at, "unbalanced parentheses", call->name);
        m4_finish_call(self);
        m4_scan(self);
    }
}

static void run_begin(M4 *self, Run *run)
{
    *run = (Run){.outer = self->run,
                 .frames = g_array_new(FALSE, FALSE, sizeof(Frame)),
                 .calls = g_array_new(FALSE, FALSE, sizeof(Call))};
    g_array_set_clear_func(run->frames, m4_frame_clear);
    g_array_set_clear_func(run->calls, m4_call_clear);
    self->run = run;
    self->runs++;
}

static void run_end(M4 *self)
{
    Run *run = self->run;
    self->run = run->outer;
    self->runs--;
    g_array_unref(run->frames);
    g_array_unref(run->calls);
}

/* A macro within which more of the runs are calls itself, be it through some others. */
#define ENDLESS_MIN (M4_RUNS_MAX / 8)

/* The macro whose expansions most of the runs under way are within; NULL when no macro is. */
static const char *most_expanded(const M4 *self)
{
    g_autoptr(GHashTable) counts = g_hash_table_new(NULL, NULL);
    const char *most = NULL;
    guint best = ENDLESS_MIN;
    for (const Run *run = self->run; run != NULL; run = run->outer) {
        for (guint i = 0; i < run->frames->len; i++) {
            const char *macro = g_array_index(run->frames, Frame, i).macro;
            guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, macro)) + 1;
            g_hash_table_insert(counts, (gpointer)macro, GUINT_TO_POINTER(count));
            if (macro != NULL && count > best) {
                most = macro;
                best = count;
            }
        }
    }
    return most;
}

/* So deep goes only what calls itself, and each level may do so several times: from here on that
 * macro gives nothing, and what is behind it is read. */
static gboolean may_run(M4 *self, Origin at)
{
    if (self->runs < M4_RUNS_MAX) {
        return TRUE;
    }
    const char *name = most_expanded(self);
    Macro *macro = name != NULL ? g_hash_table_lookup(self->macros, name) : NULL;
    if (macro != NULL && macro->builtin == NULL) {
        macro->endless = TRUE;
    } else {
        self->exhausted = TRUE;
    }
    m4_limit(self, at, "limit: expansions within expansions", name != NULL ? name : "");
    return FALSE;
}

Text *m4_expand_part(M4 *self, const Text *text)
{
    Text *output = text_new();
    if (text_length(text) == 0 || !may_run(self, text_origin(text, 0))) {
        return output;
    }
    Run run;
    run_begin(self, &run);
    run.output = output;
    m4_push(self, text_ref((Text *)text));
    finish_run(self);
    run_end(self);
    return output;
}

GPtrArray *m4_arguments(M4 *self, const Text *list)
{
    if (text_length(list) == 0 || !may_run(self, text_origin(list, 0))) {
        return g_ptr_array_new_with_free_func((GDestroyNotify)text_unref);
    }
    Run run;
    run_begin(self, &run);
    run.output = NULL;
    m4_begin_call(self, NULL, text_origin(list, 0));
    m4_push(self, text_ref((Text *)list));
    finish_run(self);
    GPtrArray *result = NULL;
    if (run.calls->len > 0) {
        Call *call = &g_array_index(run.calls, Call, 0);
        m4_end_argument(call);
        result = g_steal_pointer(&call->arguments);
    }
    run_end(self);
    return result != NULL ? result : g_ptr_array_new_with_free_func((GDestroyNotify)text_unref);
}

/* Autoconf puts what a macro requires before the outermost macro of AC_DEFUN that is under way. */
void m4_require(M4 *self, const M4Call *call, const char *name)
{
    if (m4_is_provided(self, name) || *name == '\0' || !may_run(self, call->at)) {
        return;
    }
    m4_provide(self, name);
    Macro *macro = g_hash_table_lookup(self->macros, name);
    gboolean once = macro != NULL && macro->once;
    if (once) {
        g_hash_table_remove(self->provided, name);
    }
    Run *outermost = self->run;
    while (outermost->outer != NULL) {
        outermost = outermost->outer;
    }
    g_autoptr(Text) word = text_of_string(name, call->at);
    Text *text = m4_expand_part(self, word);
    text_append_string(text, "\n", call->at);
    if (self->run->discards > 0 || self->segments->len == 0) {
        text_unref(text);
        return;
    }
    guint before = outermost->defuns > 0 ? self->segments->len - 1 : self->segments->len;
    g_ptr_array_insert(self->segments, (int)before, text);
    if (outermost->defuns == 0) {
        /* What follows comes behind it. */
        outermost->output = text_new();
        g_ptr_array_add(self->segments, outermost->output);
    }
}

static void collect_callers(const Run *run, GArray *callers)
{
    if (run == NULL) {
        return;
    }
    collect_callers(run->outer, callers);
    for (guint i = 0; i < run->frames->len && callers->len < M4_CALLERS_MAX; i++) {
        const Frame *frame = &g_array_index(run->frames, Frame, i);
        if (frame->project && frame->macro != NULL) {
            M4Caller caller = {frame->macro, frame->call_at};
            g_array_append_val(callers, caller);
        }
    }
}

void m4_make_mark(M4 *self, const M4Call *call)
{
    M4Mark *mark = g_new0(M4Mark, 1);
    mark->name = m4_intern(self, call->name);
    mark->at = call->at;
    mark->argv = g_ptr_array_new_with_free_func((GDestroyNotify)text_unref);
    for (guint i = 0; i < call->argc; i++) {
        g_ptr_array_add(mark->argv, m4_expand_part(self, call->argv[i]));
    }
    mark->callers = g_array_new(FALSE, FALSE, sizeof(M4Caller));
    collect_callers(self->run, mark->callers);
    g_ptr_array_add(self->marks, mark);
    g_autofree char *text = g_strdup_printf("%c%u%c", MARK_BEGIN, self->marks->len - 1, MARK_END);
    m4_emit_string(self, text, call->at);
}

const M4Mark *m4_mark(const M4 *self, guint index)
{
    return index < self->marks->len ? self->marks->pdata[index] : NULL;
}

void m4_read(M4 *self, const Text *text, M4Definitions kind)
{
    M4Definitions before = self->reading;
    char *begin = g_strdup(self->quote_begin);
    char *end = g_strdup(self->quote_end);
    char *comment = g_strdup(self->comment);
    /* Each file begins with Autoconf's quotes, whatever the one that asked for it has set. */
    m4_set_quotes(self, "[", "]");
    m4_set_comment(self, "#");
    self->reading = kind;
    if (may_run(self, text_origin(text, 0))) {
        Run run;
        run_begin(self, &run);
        run.discards = 1;
        m4_push(self, text_ref((Text *)text));
        finish_run(self);
        run_end(self);
    }
    self->reading = before;
    m4_set_quotes(self, begin, end);
    m4_set_comment(self, comment);
    g_free(begin);
    g_free(end);
    g_free(comment);
}

Text *m4_expand(M4 *self, const Text *text)
{
    Run run;
    run_begin(self, &run);
    run.output = text_new();
    g_ptr_array_add(self->segments, run.output);
    m4_push(self, text_ref((Text *)text));
    finish_run(self);
    run_end(self);
    Text *whole = text_new();
    for (guint i = 0; i < self->segments->len; i++) {
        text_append(whole, self->segments->pdata[i]);
    }
    return whole;
}
