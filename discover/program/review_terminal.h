/* Reviewing on a terminal: one point after the other, a letter for each decision. */
#pragma once

#include "core/command_line.h"
#include "core/terminal.h"
#include "discover/review/store.h"
#include "discover/tree.h"

typedef struct {
    ReviewStore *store;
    const Tree *tree; /* NULL: without pieces of source */
    FILE *input;      /* one command a line; its end is "quit" */
    const Terminal *out;
} ReviewTerminal;

/* Steps through the points that wait for a decision. Each decision is in the file before the next
 * point is shown, so that the review can be left at any time and taken up again. FALSE and an error
 * when a decision could not be written. */
gboolean review_terminal_run(const ReviewTerminal *self, GError **error);
