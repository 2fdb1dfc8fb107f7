#include "container/build/failed.h"
#include "container/build/workspace.h"
#include <stdlib.h>
#include <string.h>

/* A line begins so that names what a command has failed to make; the next one is the command. */
#define FAILED "FAILED: "
/* Some versions say how it ended, first of all. */
#define STATUS "[code="

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

gboolean failed_command_find(FailedCommand *self, const char *said, const char *output)
{
    *self = (FailedCommand){0};
    for (const char *at = next_failed(said, said); at != NULL; at = next_failed(said, at + 1)) {
        g_autofree char *line = g_strndup(at, strcspn(at, "\n"));
        const char *command = at + strlen(line);
        if (!names(line, output) || *command == '\0') {
            continue;
        }
        command++;
        gsize length = strcspn(command, "\n");
        const char *own = command + length;
        const char *end = next_failed(said, own);
        self->command = g_strndup(command, length);
        self->said = end == NULL ? g_strdup(own) : g_strndup(own, (gsize)(end - own));
        self->status = status_of(line);
        return TRUE;
    }
    return FALSE;
}

void failed_outputs_remove(const char *said, const char *build, const GPtrArray *outputs)
{
    for (const char *at = next_failed(said, said); at != NULL; at = next_failed(said, at + 1)) {
        g_autofree char *line = g_strndup(at, strcspn(at, "\n"));
        g_auto(GStrv) words = g_strsplit(line + strlen(FAILED), " ", -1);
        for (char **word = words; *word != NULL; word++) {
            if (**word != '\0') {
                workspace_remove_output(build, *word);
            }
        }
        for (guint i = 0; i < outputs->len; i++) {
            if (names(line, outputs->pdata[i])) {
                workspace_remove_output(build, outputs->pdata[i]);
            }
        }
    }
}
