/* An option as a script written by hand declares it: plain facts, no conditions. */
#pragma once

#include "discover/facts.h"
#include "discover/machine_variables.h"
#include "discover/tree.h"

typedef struct {
    const char *name;     /* "--with-x" */
    const char *argument; /* behind "=" in the declaration, "<dir>"; NULL when it takes none */
    const char *help;     /* NULL when there is none */
    const char *fallback; /* its default; NULL when not known */
    gboolean boolean;
    gboolean path;
    gboolean only_where;        /* a place, and nothing without one */
    gboolean noted;             /* the script says that the thing is there, beside what it takes */
    const GPtrArray *values;    /* const char *; declared choices; may be NULL */
    const GPtrArray *named;     /* AllowedValue *: words among any others; may be NULL */
    const GPtrArray *libraries; /* const char *: linked when it is on; NULL: none */
    const GPtrArray *definitions; /* const char *: macros that it defines then; NULL: none */
    Span at;
    Span declared_at;
    Span help_at;     /* the line that prints `help`; SPAN_NONE: it is declared with the option */
    const char *text; /* the line at `at` */
    const char *stands_for; /* another option, of which it is another name; NULL: none */
    const char *wrapper;    /* the class that asks for it; NULL when it is declared right there */
} DeclaredOption;

typedef struct {
    Facts *facts;
    const char *folder;      /* of the configure script */
    GHashTable *names;       /* name -> Option * of this script */
    gboolean arguments_only; /* no variables of the environment */
    const Tree *tree;
    const MachineVariables *machine_variables; /* that no person gives; NULL: none */
} DeclaredOptions;

/* Adds it, or a further definition of one that is there. The texts must live in the facts' arena.
 */
void declared_options_add(DeclaredOptions *self, const DeclaredOption *option);
void declared_options_ledger(DeclaredOptions *self, Span at, const char *reason,
                             const char *subject);

/* Whether what stands behind "=" ("<no,yes,filename,url>") only says on and off, and otherwise
 * where to take it from: then the option is a switch. */
gboolean declared_option_is_switch(const char *argument);

/* The name of the option that a form of `length` bytes speaks of: --disable-x and --without-x are
 * --enable-x and --with-x, and `negative`. The caller frees it. */
char *declared_option_positive(const char *form, gsize length, gboolean *negative);
