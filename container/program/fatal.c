#include "container/program/fatal.h"
#include "container/build/workspace.h"
#include "container/ir/work.h"
#include "container/program/subcommands.h"
#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <llvm-c/ErrorHandling.h>
#include <signal.h>
#include <unistd.h>

/* LLVM hands its message alone to the function below, which is why these stand here. The first
 * thread that fails takes the lock and keeps it: others that do, too, wait for the end. */
static GMutex ending;
static const char *scratch;
static char **watched;   /* under the lock */
static char *last_words; /* likewise */
/* What a signal's handler may do is hardly more than to write its number for a thread. */
static int wake[2];

/* Other threads still run and may write while the folder goes, so that it is tried again. */
#define REMOVALS 3u

static void remove_scratch(void)
{
    for (guint i = 0; i < REMOVALS && scratch != NULL; i++) {
        folder_remove(scratch);
    }
    for (char **path = watched; path != NULL && *path != NULL; path++) {
        folder_remove(*path);
    }
}

void fatal_watch(const char *const *paths)
{
    g_mutex_lock(&ending);
    g_strfreev(watched);
    watched = g_strdupv((char **)paths);
    g_mutex_unlock(&ending);
}

/* Nothing but this thread's own is sure to be in order, so that no destructor runs. */
static void end(const char *reason)
{
    g_mutex_lock(&ending);
    const char *what = work_now();
    g_autofree char *safe_what = terminal_text(what != NULL ? what : "a module");
    g_autofree char *line = g_strchomp(g_strdup(reason));
    g_autofree char *safe_reason = terminal_text(line);
    fprintf(stderr,
            "xaas-container: %s: LLVM cannot go on with it: %s; it is malformed, or more than this "
            "LLVM can do for the target: name another one, or report it\n",
            safe_what, safe_reason);
    remove_scratch();
    _exit(EXIT_STATUS_INPUT);
}

void fatal_install(void)
{
    LLVMInstallFatalErrorHandler(end);
}

static void tell_thread(int number)
{
    int before = errno;
    const guchar byte = (guchar)number;
    gssize written = write(wake[1], &byte, 1);
    (void)written;
    errno = before;
}

/* The program ends as it would have without this. */
static gpointer end_by_signal(gpointer data)
{
    guchar number = 0;
    while (read(wake[0], &number, 1) < 0 && errno == EINTR) {
    }
    g_mutex_lock(&ending);
    if (last_words != NULL) {
        /* A terminal has shown ^C in the line of the progress. */
        fprintf(stderr, "%sxaas-container: %s\n", isatty(STDERR_FILENO) ? "\n" : "", last_words);
    }
    remove_scratch();
    signal(number, SIG_DFL);
    kill(getpid(), number);
    return data;
}

/* What a caller has switched off (nohup) stays off. */
static void watch_signals(void)
{
    static const int numbers[] = {SIGHUP, SIGINT, SIGTERM};
    static gboolean watching = FALSE;
    if (watching || !g_unix_open_pipe(wake, FD_CLOEXEC, NULL)) {
        return;
    }
    watching = TRUE;
    g_thread_unref(g_thread_new("signals", end_by_signal, NULL));
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        struct sigaction action = {0};
        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            action = (struct sigaction){.sa_handler = tell_thread, .sa_flags = SA_RESTART};
            sigaction(numbers[i], &action, NULL);
        }
    }
}

void fatal_tell(const char *farewell)
{
    g_mutex_lock(&ending);
    g_free(last_words);
    last_words = farewell == NULL ? NULL : terminal_text(farewell);
    g_mutex_unlock(&ending);
    watch_signals();
}

FatalScratch fatal_scratch_new(const char *parent, GError **error)
{
    g_autofree char *path = g_build_filename(parent, "xaas-XXXXXX", NULL);
    if (g_mkdtemp(path) == NULL) {
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno),
                    "no folder for temporary files can be made in %s: %s; make room there, or name "
                    "another place in TMPDIR (or, where it is given, in --keep-build)",
                    parent, g_strerror(errno));
        return NULL;
    }
    scratch = path;
    watch_signals();
    return g_steal_pointer(&path);
}

void fatal_scratch_free(FatalScratch path)
{
    if (path != NULL) {
        g_mutex_lock(&ending);
        folder_remove(path);
        scratch = NULL;
        g_mutex_unlock(&ending);
        g_free(path);
    }
}
