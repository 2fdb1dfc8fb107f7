/* What xaas-discover shows of an analysis. All of it goes to `terminal`, made safe. */
#pragma once

#include "core/specification.h"
#include "discover/program/analysis.h"

/* The points, by category and then by name, defaults as the specification has them; below each how
 * other build systems of the project ask for the same. TRUE when it shows what options reach. */
gboolean print_table(const Terminal *terminal, const Analysis *analysis,
                     const Specification *specification);

/* The diagnostics of this severity and above; warnings beyond the first DIAGNOSTICS_SHOWN are
 * counted, unless notes are shown, too. */
#define DIAGNOSTICS_SHOWN 10u
void print_diagnostics(const Terminal *terminal, const Analysis *analysis,
                       DiagnosticSeverity least);

/* How many points there are; options that ask for one in another build system do not count again.
 */
guint count_points(const Analysis *analysis, const Specification *specification);
/* How many options are none. */
guint count_rejected(const Analysis *analysis);

/* The summary of --json, a new reference. `written` is the file, NULL when none was. */
json_t *summary_json(const Analysis *analysis, const Specification *specification,
                     const char *written);
