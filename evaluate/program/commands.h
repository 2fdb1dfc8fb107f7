/* The program's two jobs. Both return an exit status; `out` and `err` are standard output and
 * standard error. */
#pragma once

#include "core/terminal.h"
#include "evaluate/program/options.h"

/* cmd_check_labels.c: whether label files are what the guide asks for. */
ExitStatus cmd_check_labels(const EvaluateOptions *options, const Terminal *out,
                            const Terminal *err);
/* cmd_evaluate.c: scores predictions and reports. */
ExitStatus cmd_evaluate(const EvaluateOptions *options, const Terminal *out, const Terminal *err);
