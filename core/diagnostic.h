/* What the analysis has to tell a person, as data: collected while it runs, printed by main only.
 *
 * Diagnostics are sorted by place and freed of duplicates when they are read, so that their order
 * does not depend on threads or hash tables. Adding is safe from several threads. */
#pragma once

#include "core/span.h"

/* clang-format off */
#define DIAGNOSTIC_SEVERITIES(X) \
    X(NOTE,    "note")           \
    X(WARNING, "warning")        \
    X(ERROR,   "error")
/* clang-format on */

typedef enum {
#define X(id, text) DIAGNOSTIC_##id,
    DIAGNOSTIC_SEVERITIES(X)
#undef X
} DiagnosticSeverity;

typedef struct {
    DiagnosticSeverity severity;
    Span at;             /* SPAN_NONE when it concerns no file */
    const char *message; /* what is wrong */
    const char *remedy;  /* what the reader can do; NULL when the message says it all */
} Diagnostic;

typedef struct Diagnostics Diagnostics;

/* Empty; the caller frees it. */
Diagnostics *diagnostics_new(void);
void diagnostics_free(Diagnostics *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Diagnostics, diagnostics_free)

/* Copies everything that it is given. At most DIAGNOSTICS_MAX are kept; the rest are counted. */
#define DIAGNOSTICS_MAX 10000
void diagnostics_add(Diagnostics *self, DiagnosticSeverity severity, Span at, const char *remedy,
                     const char *format, ...) G_GNUC_PRINTF(5, 6);

/* Sorted, without duplicates; valid until the next addition. Elements are `Diagnostic *`. */
const GPtrArray *diagnostics_list(Diagnostics *self);
/* How many of the list have that severity; how many were not kept. */
guint diagnostics_count(Diagnostics *self, DiagnosticSeverity severity);
guint diagnostics_dropped(Diagnostics *self);
/* "path:12:3: error: message; remedy" as one line. The caller frees it. */
char *diagnostic_text(const Diagnostic *diagnostic);
