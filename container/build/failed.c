#include "container/build/failed.h"
#include "container/build/failures.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* A line begins so that names what a command has failed to make; the next one is the command. */
#define FAILED "FAILED: "
/* Some versions say how it ended, first of all. */
#define STATUS "[code="
/* What a shell says of a program that could not be started, and before the number of the signal
 * that has ended one. */
#define STATUS_NOT_STARTED 126
#define STATUS_NOT_FOUND 127
#define STATUS_SIGNAL 128

void failed_command_clear(FailedCommand *self)
{
    g_clear_pointer(&self->command, g_free);
    g_clear_pointer(&self->said, g_free);
}

/* The next line that begins so, from `at` on. */
static const char *next_failed(const char *said, const char *at)
{
    const char *found = strstr(at, FAILED);
    while (found != NULL && found != said && found[-1] != '\n') {
        found = strstr(found + 1, FAILED);
    }
    return found;
}

/* Names stand between blanks, and may have some themselves. */
static gboolean names(const char *line, const char *output)
{
    g_autofree char *between = g_strconcat(" ", output, " ", NULL);
    g_autofree char *closed = g_strconcat(line, " ", NULL);
    return strstr(closed, between) != NULL;
}

static int status_of(const char *line)
{
    const char *code = line + strlen(FAILED);
    return g_str_has_prefix(code, STATUS) ? atoi(code + strlen(STATUS)) : -1;
}

gboolean failed_command_any(const char *said)
{
    return next_failed(said, said) != NULL;
}

/* Reads what is told from a line on that begins so. FALSE when no command follows. */
static gboolean read_command(FailedCommand *self, const char *said, const char *line)
{
    const char *command = line + strcspn(line, "\n");
    if (*command == '\0') {
        return FALSE;
    }
    command++;
    gsize length = strcspn(command, "\n");
    const char *own = command + length;
    const char *end = next_failed(said, own);
    *self =
        (FailedCommand){.command = g_strndup(command, length),
                        .said = end == NULL ? g_strdup(own) : g_strndup(own, (gsize)(end - own)),
                        .status = status_of(line)};
    return TRUE;
}

gboolean failed_command_find(FailedCommand *self, const char *said, const char *output)
{
    *self = (FailedCommand){0};
    for (const char *at = next_failed(said, said); at != NULL; at = next_failed(said, at + 1)) {
        g_autofree char *line = g_strndup(at, strcspn(at, "\n"));
        if (names(line, output) && read_command(self, said, at)) {
            return TRUE;
        }
    }
    return FALSE;
}

const char *failed_command_next(FailedCommand *self, const char *said, const char *at)
{
    *self = (FailedCommand){0};
    at = next_failed(said, at);
    return at != NULL && read_command(self, said, at) ? at + strlen(FAILED) : NULL;
}

gboolean failed_status_is_signal(int status)
{
    return status > STATUS_SIGNAL && status <= STATUS_SIGNAL + SIGRTMAX;
}

gboolean failed_command_ends(const char *said, int status)
{
    gboolean by_itself = status != STATUS_NOT_STARTED && status != STATUS_NOT_FOUND &&
                         !failed_status_is_signal(status);
    gboolean ends = FALSE;
    for (const char *at = next_failed(said, said); at != NULL && by_itself;
         at = next_failed(said, at + 1)) {
        ends = ends || status == FAILURES_STATUS_ERROR || status_of(at) == status;
    }
    return ends;
}

/* How many of the build tool's outputs from `first` on make up all of a line's names: it lists
 * those of one command one after the other, and writes each with a blank behind. 0: the line is not
 * its. */
static guint outputs_named(const char *line_names, const GPtrArray *targets, guint first)
{
    guint last = first;
    while (*line_names != '\0' && last < targets->len) {
        const char *name = targets->pdata[last];
        if (!g_str_has_prefix(line_names, name) || line_names[strlen(name)] != ' ') {
            return 0;
        }
        line_names += strlen(name) + 1;
        last++;
    }
    return *line_names == '\0' ? last - first : 0;
}

/* The same of a whole line, wherever in the list: *first is where. */
static guint line_outputs(const char *line, const GPtrArray *targets, guint *first)
{
    const char *line_names = line + strlen(FAILED);
    if (g_str_has_prefix(line_names, STATUS)) {
        const char *end = strstr(line_names, "] ");
        line_names = end == NULL ? line_names : end + strlen("] ");
    }
    for (*first = 0; *first < targets->len; (*first)++) {
        guint count = outputs_named(line_names, targets, *first);
        if (count > 0) {
            return count;
        }
    }
    return 0;
}

/* Whether the line is the build tool's own, of a command whose first output was asked for. */
static gboolean remove_named(const char *line, const OutputFolders *folders,
                             const FailedOutputs *known)
{
    guint first = 0;
    guint count = line_outputs(line, known->targets, &first);
    if (count == 0 || !g_hash_table_contains(known->asked, known->targets->pdata[first])) {
        return FALSE;
    }
    for (guint i = 0; i < count; i++) {
        workspace_remove_output(folders, known->targets->pdata[first + i]);
    }
    return TRUE;
}

void failed_outputs_add(const char *said, const GPtrArray *targets, GHashTable *outputs)
{
    for (const char *at = next_failed(said, said); at != NULL; at = next_failed(said, at + 1)) {
        g_autofree char *line = g_strndup(at, strcspn(at, "\n"));
        guint first = 0;
        guint count = line_outputs(line, targets, &first);
        for (guint i = 0; i < count; i++) {
            g_hash_table_add(outputs, g_strdup(targets->pdata[first + i]));
        }
    }
}

gboolean failed_outputs_remove(const char *said, const OutputFolders *folders,
                               const FailedOutputs *known)
{
    gboolean all = TRUE;
    for (const char *at = next_failed(said, said); at != NULL; at = next_failed(said, at + 1)) {
        g_autofree char *line = g_strndup(at, strcspn(at, "\n"));
        all = remove_named(line, folders, known) && all;
    }
    return all;
}
