/* One line on the terminal that says how far the work is, and goes away when it is done. */
#pragma once

#include "core/terminal.h"

typedef struct {
    const Terminal *terminal; /* NULL: nothing is shown */
    gint64 shown_at; /* microseconds; the line is redrawn at most every PROGRESS_INTERVAL */
} Progress;

#define PROGRESS_INTERVAL (G_USEC_PER_SEC / 10)

/* Shown only where `terminal` is interactive; `terminal` must outlive it. */
Progress progress_on(const Terminal *terminal, gboolean wanted);
/* To be called from one thread at a time. */
void progress_show(Progress *self, const char *what, guint done, guint total);
/* The same where nobody knows how much there will be. */
void progress_count(Progress *self, const char *what, guint done);
/* The same for work that is not reading: the whole line. */
void progress_say(Progress *self, const char *text);
/* Takes the line away. */
void progress_end(Progress *self);
