/* What xaas-discover shows of an analysis. All of it goes to `terminal`, made safe. */
#pragma once

#include "core/specification.h"
#include "discover/program/analysis.h"

/* The points, one a line, by category and then by name; defaults as the specification has them. */
void print_table(const Terminal *terminal, const Analysis *analysis,
                 const Specification *specification);

/* The diagnostics that a person should see: errors always, warnings without `quiet` (at most
 * DIAGNOSTICS_SHOWN without `verbose`), notes with `verbose`. */
#define DIAGNOSTICS_SHOWN 10u
void print_diagnostics(const Terminal *terminal, const Analysis *analysis, gboolean quiet,
                       gboolean verbose);

/* How many options are points. */
guint count_points(const Analysis *analysis);

/* The summary of --json, a new reference. `written` is the file, NULL when none was. */
json_t *summary_json(const Analysis *analysis, const char *written);
