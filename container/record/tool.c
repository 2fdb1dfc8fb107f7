#include "container/record/tool.h"
#include "container/record/record.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a shell searches where nobody says. */
#define USUAL_PATH "/usr/local/bin:/usr/bin:/bin"

/* ---- finding --------------------------------------------------------------------------------- */

static gboolean is_same(const char *one, const char *other)
{
    struct stat left, right;
    return stat(one, &left) == 0 && stat(other, &right) == 0 && left.st_dev == right.st_dev &&
           left.st_ino == right.st_ino;
}

char *tool_search_path(const char *links)
{
    const char *whole = g_getenv("PATH");
    if (whole == NULL) {
        return NULL;
    }
    g_auto(GStrv) folders = g_strsplit(whole, ":", -1);
    g_autoptr(GPtrArray) rest = g_ptr_array_new();
    for (char **folder = folders; *folder != NULL; folder++) {
        if (!g_str_equal(*folder, links) && (**folder == '\0' || !is_same(*folder, links))) {
            g_ptr_array_add(rest, *folder);
        }
    }
    /* An empty name is the current folder, and so it is alone; no name at all is none. */
    if (rest->len == 1 && *(const char *)rest->pdata[0] == '\0') {
        g_ptr_array_add(rest, rest->pdata[0]);
    }
    g_ptr_array_add(rest, NULL);
    return g_strjoinv(":", (char **)rest->pdata);
}

/* A link to this program in a folder that we do not know of would start it again without end. */
static gboolean is_program(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0 &&
           !is_same(path, "/proc/self/exe");
}

char *tool_find(const char *word, const char *path)
{
    if (g_path_is_absolute(word) && is_program(word)) {
        return g_strdup(word);
    }
    g_autofree char *name = g_path_get_basename(word);
    g_auto(GStrv) folders = g_strsplit(path == NULL ? USUAL_PATH : path, ":", -1);
    for (char **folder = folders; *folder != NULL; folder++) {
        g_autofree char *relative = g_build_filename(**folder == '\0' ? "." : *folder, name, NULL);
        g_autofree char *found = g_canonicalize_filename(relative, NULL);
        if (is_program(found)) {
            return g_steal_pointer(&found);
        }
    }
    return NULL;
}

/* ---- running --------------------------------------------------------------------------------- */

void tool_become(const char *program, char **words)
{
    /* As shells do, it has a script without "#!" run by sh. */
    execvp(program, words);
    g_printerr("xaas-record: %s cannot be run: %s\n", program, g_strerror(errno));
}

gboolean tool_run(const char *program, char **words, int *status)
{
    /* Who ignores ends of children has that inherited, and would not be told of this one's. */
    void (*children)(int) = signal(SIGCHLD, SIG_DFL);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGCHLD, children);
        /* make and timeout end those that they have started, not those that these have. */
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        tool_become(program, words);
        _exit(RECORD_STATUS_FAILED);
    }
    if (child < 0) {
        g_printerr("xaas-record: %s cannot be run: %s\n", program, g_strerror(errno));
        return FALSE;
    }
    while (waitpid(child, status, 0) < 0) {
        if (errno != EINTR) {
            g_printerr("xaas-record: %s: its end is not known: %s\n", program, g_strerror(errno));
            return FALSE;
        }
    }
    return TRUE;
}

void tool_end(int status)
{
    if (WIFSIGNALED(status)) {
        /* It has left a core file already, where one is wanted. */
        const struct rlimit none = {0, 0};
        sigset_t only;
        setrlimit(RLIMIT_CORE, &none);
        signal(WTERMSIG(status), SIG_DFL);
        sigemptyset(&only);
        sigaddset(&only, WTERMSIG(status));
        sigprocmask(SIG_UNBLOCK, &only, NULL);
        raise(WTERMSIG(status));
        /* The first process of a sandbox is not ended by signals of its own. */
        exit(128 + WTERMSIG(status));
    }
    exit(WEXITSTATUS(status));
}
