/* Scores on a terminal. */
#pragma once

#include "core/terminal.h"
#include "evaluate/evaluation.h"

/* `details`: lists every finding, too. */
void print_scores(const Terminal *out, const Evaluation *evaluation, gboolean details);
