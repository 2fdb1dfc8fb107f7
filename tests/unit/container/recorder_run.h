/* What the tests of xaas-record share: a folder with links to it, tools behind these, and a tree
 * that is recorded. */
#pragma once

#include "container/build/recorded.h"
#include <gio/gio.h>

typedef struct {
    char *folder; /* links/, bin/, tree/, seen/ and the log, in the order of this list in PATH */
    char *log;
    GStrv environment; /* that of all that is run */
} RecorderRun;

typedef struct {
    int status; /* as from waitpid() */
    char *out;
    gsize length; /* of `out` */
    char *err;
} RecorderSaid;

/* With a log, or without one. */
RecorderRun *recorder_run_new(gboolean records);
void recorder_run_free(RecorderRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RecorderRun, recorder_run_free)
void recorder_said_clear(RecorderSaid *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RecorderSaid, recorder_said_clear)

/* A path in the folder. The caller frees it. */
char *recorder_run_path(const RecorderRun *self, const char *name);
void recorder_run_write(const RecorderRun *self, const char *name, const char *text);
/* A link to xaas-record of that name, which stands for what has the same name elsewhere in PATH. */
void recorder_run_link(const RecorderRun *self, const char *name);
/* The same, and a script behind it. */
void recorder_run_tool(const RecorderRun *self, const char *name, const char *script);
void recorder_run_set(RecorderRun *self, const char *variable, const char *value);

/* Runs a line of sh in the tree; `input` may be NULL. What takes longer than half a minute fails.
 */
void recorder_run(const RecorderRun *self, const char *line, GBytes *input, RecorderSaid *said);
/* The same for what ends with status 0 and prints nothing on standard error. The caller frees what
 * it printed. */
char *recorder_run_well(const RecorderRun *self, const char *line);

/* RecordedCall *: what the log has. */
GPtrArray *recorder_run_calls(const RecorderRun *self, Arena *arena);
/* The one call that it has. */
const RecordedCall *recorder_run_call(const RecorderRun *self, Arena *arena);
/* "WORD PATH" of each, with blanks between; paths relative to the folder. The caller frees it. */
char *recorder_run_names(const RecorderRun *self, const GPtrArray *files);
