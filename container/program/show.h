/* What several subcommands show. */
#pragma once

#include "container/image/verify.h"
#include "container/program/subcommands.h"

/* Failures in words, the first of them whole. */
void show_failures(const Subcommand *command, const GPtrArray *failures, const Console *console);
/* TRUE when there was no difference. */
gboolean show_verification(const Subcommand *command, const VerifyResult *result,
                           const CommonOptions *options, const Console *console);
