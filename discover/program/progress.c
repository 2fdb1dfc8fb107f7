#include "discover/program/progress.h"

#define CLEAR_LINE "\r\033[K"

Progress progress_on(const Terminal *terminal, gboolean wanted)
{
    return (Progress){.terminal = wanted && terminal->interactive ? terminal : NULL};
}

void progress_show(Progress *self, const char *what, guint done, guint total)
{
    gint64 now = g_get_monotonic_time();
    if (self->terminal == NULL || total == 0 ||
        (now - self->shown_at < PROGRESS_INTERVAL && done != total)) {
        return;
    }
    self->shown_at = now;
    fprintf(self->terminal->stream, CLEAR_LINE "reading %s: %u of %u", what, done, total);
    fflush(self->terminal->stream);
}

void progress_count(Progress *self, const char *what, guint done)
{
    gint64 now = g_get_monotonic_time();
    if (self->terminal == NULL || done == 0 || now - self->shown_at < PROGRESS_INTERVAL) {
        return;
    }
    self->shown_at = now;
    fprintf(self->terminal->stream, CLEAR_LINE "reading %s: %u files so far", what, done);
    fflush(self->terminal->stream);
}

void progress_say(Progress *self, const char *text)
{
    if (self->terminal != NULL) {
        self->shown_at = g_get_monotonic_time();
        fprintf(self->terminal->stream, CLEAR_LINE "%s", text);
        fflush(self->terminal->stream);
    }
}

void progress_end(Progress *self)
{
    if (self->terminal != NULL && self->shown_at != 0) {
        fputs(CLEAR_LINE, self->terminal->stream);
        fflush(self->terminal->stream);
    }
}
