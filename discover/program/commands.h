/* The program's two jobs. Both get an analysis that succeeded and return an exit status; `out` and
 * `err` are standard output and standard error. */
#pragma once

#include "discover/program/analysis.h"

/* Whether the files that a person named for cmd_discover() can be put there, asked before the
 * analysis, which may take long, and before a model, which costs. FALSE, a message on `err` and the
 * exit status otherwise; what cannot be known before is asked again when they are written. */
gboolean cmd_discover_may_write(const DiscoverOptions *options, const Terminal *err,
                                ExitStatus *status);
/* cmd_discover.c: writes the specification, the facts and the ledger, and shows what was found. */
ExitStatus cmd_discover(const DiscoverOptions *options, const Analysis *analysis,
                        const Terminal *out, const Terminal *err);
/* cmd_explain.c: shows all that is known about one option. */
ExitStatus cmd_explain(const DiscoverOptions *options, const Analysis *analysis,
                       const Terminal *out, const Terminal *err);
