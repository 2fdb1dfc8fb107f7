#include "container/program/fatal.h"
#include "container/build/workspace.h"
#include "container/ir/work.h"
#include "container/program/subcommands.h"
#include <llvm-c/ErrorHandling.h>
#include <unistd.h>

/* LLVM hands its message alone to the function below, which is why these stand here. The first
 * thread that fails takes the lock and keeps it: others that do, too, wait for the end. */
static GMutex ending;
static const char *scratch;

/* Other threads still run and may write while the folder goes, so that it is tried again. */
#define REMOVALS 3u

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
    for (guint i = 0; i < REMOVALS && scratch != NULL; i++) {
        folder_remove(scratch);
    }
    _exit(EXIT_STATUS_INPUT);
}

void fatal_install(void)
{
    LLVMInstallFatalErrorHandler(end);
}

FatalScratch fatal_scratch_new(GError **error)
{
    char *path = g_dir_make_tmp("xaas-XXXXXX", error);
    scratch = path;
    return path;
}

void fatal_scratch_free(FatalScratch path)
{
    if (path != NULL) {
        folder_remove(path);
        scratch = NULL;
        g_free(path);
    }
}
