/* Child processes, run to their end. No shell is ever involved: a command is a vector. */
#pragma once

#include <glib.h>

/* What is read of a log; a longer one is read as none. */
#define PROCESS_LOG_BYTES_MAX (64u * 1024u * 1024u)

/* What a captured stream may hold; a child that writes more is an error. */
#define PROCESS_OUTPUT_MAX (1024u * 1024u * 1024u)
/* What a message shows of a command, at its beginning and at its end. */
#define PROCESS_COMMAND_HEAD 1200u
#define PROCESS_COMMAND_TAIL 400u

typedef struct {
    const char *const *command; /* NULL-terminated; the program is looked for in PATH */
    const char *directory;      /* NULL: the current one */
    const char *log;            /* file that both streams are written to; NULL: captured */
    const int *input;           /* descriptor to read from; NULL: there is nothing */
    const int *output;          /* with a log: where standard output goes instead; NULL: there */
    guint seconds;              /* it is ended after so long; 0: never. Without a log only */
} ProcessRequest;

typedef struct {
    int status;   /* exit status; 128 + N when signal N ended it */
    char *out;    /* standard output; NULL with a log */
    gsize length; /* of `out` */
    char *err;    /* standard error; NULL with a log */
} ProcessResult;

void process_result_clear(ProcessResult *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ProcessResult, process_result_clear)

/* FALSE and an error only when the program could not be started or its output not be taken; how it
 * ended is in `result`. Standard input is empty unless one is given. Safe for several threads. The
 * child is ended when this process is. */
gboolean process_run(const ProcessRequest *request, ProcessResult *result, GError **error);
/* The same, but every ending other than status 0 is an error that quotes the end of what the child
 * said. */
gboolean process_run_well(const ProcessRequest *request, ProcessResult *result, GError **error);
/* A command as a person could type it; of a long one (links name hundreds of objects) the words in
 * the middle are left out and counted. The caller frees it. */
char *process_command_text(const char *const *command);
/* The last lines of a text, for messages. The caller frees it. */
char *process_last_lines(const char *text, guint lines);
/* For g_subprocess_launcher_set_child_setup(): the child is ended when this process is. It runs
 * between fork and exec, where only some calls are safe. */
void process_end_with_parent(gpointer data);

#define PROCESS_ERROR process_error_quark()
GQuark process_error_quark(void);
typedef enum { PROCESS_ERROR_START, PROCESS_ERROR_STATUS } ProcessError;
