/* Include closures: the files that a unit's preprocessing reads, as clang's dependency scanner
 * finds them. */
#pragma once

#include "container/prove/frontend.h"

/* What is scanned together: units of one configuration. */
typedef struct {
    const Compilers *compilers;
    const Sandbox *sandbox;
    const char *scratch;
    const char *build;
    guint jobs;
    const GPtrArray *units;     /* const Unit * */
    const GPtrArray *resources; /* const char *: the compiler's own folder, by unit */
} ClosureRequest;

/* An array parallel to the units: GPtrArray of paths (`char *`, absolute, as seen inside, in the
 * order in which they are read), or NULL where the scanner failed (the compiler will say why). The
 * caller unrefs it. NULL and an error when it cannot be run. */
GPtrArray *closures_scan(const ClosureRequest *request, GError **error);
/* The dependencies in a make rule, by target: fills `closures`, as long as `count`, from targets
 * "N:". For tests. */
void closures_parse(const char *text, GPtrArray *closures);
/* Which files these paths name, in whatever order. The caller frees it. */
char *closure_digest(const GPtrArray *closure);
