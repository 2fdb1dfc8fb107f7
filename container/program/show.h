/* What several subcommands show. */
#pragma once

#include "container/image/verify.h"
#include "container/program/subcommands.h"

/* Failures, and what else is to be said, in words; the first of them whole. */
void show_failures(const Subcommand *command, const GPtrArray *failures, const Console *console);
/* TRUE when there was no difference. */
gboolean show_verification(const Subcommand *command, const VerifyResult *result,
                           const CommonOptions *options, const Console *console);

/* What long runs are doing. */
typedef struct {
    const Console *console;
    gboolean quiet;
    char *stage; /* that was last shown; NULL: none */
} Progress;

void progress_clear(Progress *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Progress, progress_clear)
/* A line for each step; on a terminal it is redrawn as the step goes on. `data` is a Progress. */
void progress_show(const char *what, guint done, guint total, gpointer data);
