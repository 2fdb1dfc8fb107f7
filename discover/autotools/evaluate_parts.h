/* The parts of the evaluator of shell scripts: what configure_run (configure.h) does for the kinds
 * of nodes that have a file of their own. Each gives the condition under which it succeeds. */
#pragma once

#include "discover/autotools/configure.h"

/* Assignments, functions, and commands that are known or not. */
Guard configure_run_simple(Configure *self, const Node *node);
/* Whether a program succeeds, which nobody here knows. Elements are Word *. */
Guard configure_run_unknown(Configure *self, const GPtrArray *words);
/* The same of a pipe: what its last command finds hangs on what those before it print. */
Guard configure_run_unknown_pipe(Configure *self, const Node *pipe);
/* A case, with what its patterns tell of the values of an option. */
Guard configure_run_case(Configure *self, const Node *node);

/* The part of a path where the condition holds as well, in the shortest form. */
Guard configure_narrow(Configure *self, Guard path, Guard condition);
