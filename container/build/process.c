#include "container/build/process.h"
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

G_DEFINE_QUARK(xaas - process - error, process_error)

#define QUOTED_LINES 20u

void process_result_clear(ProcessResult *self)
{
    g_clear_pointer(&self->out, g_free);
    g_clear_pointer(&self->err, g_free);
}

void process_end_with_parent(gpointer data)
{
    (void)data;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
}

static char *text_of(GBytes *bytes, gsize *length)
{
    gsize size = 0;
    const char *data = bytes == NULL ? NULL : g_bytes_get_data(bytes, &size);
    if (length != NULL) {
        *length = size;
    }
    return g_strndup(data == NULL ? "" : data, size);
}

typedef struct {
    GSubprocess *child;
    GCancellable *cancellable;
    GAsyncResult *result; /* NULL: not done yet */
} Conversation;

static void conversation_done(GObject *source, GAsyncResult *result, gpointer data)
{
    (void)source;
    ((Conversation *)data)->result = g_object_ref(result);
}

/* What the child started may hold on to its output, so waiting ends with the child. */
static gboolean conversation_over(gpointer data)
{
    Conversation *self = data;
    g_subprocess_force_exit(self->child);
    g_cancellable_cancel(self->cancellable);
    return G_SOURCE_REMOVE;
}

static gboolean communicate(GSubprocess *child, guint seconds, GBytes **out, GBytes **err,
                            GError **error)
{
    if (seconds == 0) {
        return g_subprocess_communicate(child, NULL, NULL, out, err, error);
    }
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    g_autoptr(GMainContext) context = g_main_context_new();
    g_autoptr(GSource) timer = g_timeout_source_new_seconds(seconds);
    Conversation self = {.child = child, .cancellable = cancellable};
    g_source_set_callback(timer, conversation_over, &self, NULL);
    g_source_attach(timer, context);
    g_main_context_push_thread_default(context);
    g_subprocess_communicate_async(child, NULL, cancellable, conversation_done, &self);
    while (self.result == NULL) {
        g_main_context_iteration(context, TRUE);
    }
    g_main_context_pop_thread_default(context);
    g_source_destroy(timer);
    gboolean done = g_subprocess_communicate_finish(child, self.result, out, err, error);
    g_object_unref(self.result);
    return done;
}

/* A launcher closes what it takes. */
static int duplicate(int descriptor)
{
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

gboolean process_run(const ProcessRequest *request, ProcessResult *result, GError **error)
{
    *result = (ProcessResult){0};
    GSubprocessFlags flags = request->log == NULL
                                 ? G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE
                             : request->output != NULL ? G_SUBPROCESS_FLAGS_NONE
                                                       : G_SUBPROCESS_FLAGS_STDERR_MERGE;
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(flags);
    g_subprocess_launcher_set_child_setup(launcher, process_end_with_parent, NULL, NULL);
    if (request->directory != NULL) {
        g_subprocess_launcher_set_cwd(launcher, request->directory);
    }
    if (request->log != NULL) {
        /* GLib writes over what is there without shortening it. */
        g_unlink(request->log);
        if (request->output != NULL) {
            g_subprocess_launcher_set_stderr_file_path(launcher, request->log);
            g_subprocess_launcher_take_stdout_fd(launcher, duplicate(*request->output));
        } else {
            g_subprocess_launcher_set_stdout_file_path(launcher, request->log);
        }
    }
    if (request->input != NULL) {
        g_subprocess_launcher_take_stdin_fd(launcher, duplicate(*request->input));
    }
    g_autoptr(GError) cause = NULL;
    g_autoptr(GSubprocess) child = g_subprocess_launcher_spawnv(launcher, request->command, &cause);
    if (child == NULL) {
        g_set_error(error, PROCESS_ERROR, PROCESS_ERROR_START, "%s cannot be started: %s",
                    request->command[0], cause->message);
        return FALSE;
    }
    g_autoptr(GBytes) out = NULL;
    g_autoptr(GBytes) err = NULL;
    if (request->log != NULL ? !g_subprocess_wait(child, NULL, error)
                             : !communicate(child, request->seconds, &out, &err, error)) {
        return FALSE;
    }
    result->status = g_subprocess_get_if_exited(child) ? g_subprocess_get_exit_status(child)
                                                       : 128 + g_subprocess_get_term_sig(child);
    if (request->log == NULL) {
        if (g_bytes_get_size(out) > PROCESS_OUTPUT_MAX) {
            g_set_error(error, PROCESS_ERROR, PROCESS_ERROR_STATUS, "%s wrote more than %u bytes",
                        request->command[0], PROCESS_OUTPUT_MAX);
            return FALSE;
        }
        result->out = text_of(out, &result->length);
        result->err = text_of(err, NULL);
    }
    return TRUE;
}

char *process_last_lines(const char *text, guint lines)
{
    gsize end = strlen(text);
    while (end > 0 && text[end - 1] == '\n') {
        end--;
    }
    gsize begin = end;
    while (begin > 0 && (text[begin - 1] != '\n' || --lines > 0)) {
        begin--;
    }
    return g_strndup(text + begin, end - begin);
}

gboolean process_run_well(const ProcessRequest *request, ProcessResult *result, GError **error)
{
    if (!process_run(request, result, error)) {
        return FALSE;
    }
    if (result->status == 0) {
        return TRUE;
    }
    g_autofree char *command = process_command_text(request->command);
    g_autofree char *said =
        result->err == NULL ? NULL : process_last_lines(result->err, QUOTED_LINES);
    g_set_error(error, PROCESS_ERROR, PROCESS_ERROR_STATUS, "%s ended with status %d%s%s", command,
                result->status, said == NULL ? "; see " : ": ", said == NULL ? request->log : said);
    process_result_clear(result);
    return FALSE;
}

static char *word_text(const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                "0123456789@%+=:,./_-";
    return *word != '\0' && strspn(word, plain) == strlen(word) ? g_strdup(word)
                                                                : g_shell_quote(word);
}

char *process_command_text(const char *const *command)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    for (; *command != NULL; command++) {
        g_ptr_array_add(words, word_text(*command));
    }
    guint head = 0, tail = words->len;
    for (gsize bytes = 0; head < words->len && bytes <= PROCESS_COMMAND_HEAD; head++) {
        bytes += strlen(words->pdata[head]) + 1;
    }
    for (gsize bytes = 0; tail > head && bytes <= PROCESS_COMMAND_TAIL; tail--) {
        bytes += strlen(words->pdata[tail - 1]) + 1;
    }
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < words->len; i++) {
        if (i == head && tail > head) {
            g_string_append_printf(text, " [%u words] ", tail - head);
            i = tail;
        }
        if (i < words->len) {
            g_string_append_printf(text, "%s%s", i > 0 && i != tail ? " " : "",
                                   (const char *)words->pdata[i]);
        }
    }
    return g_string_free(text, FALSE);
}
