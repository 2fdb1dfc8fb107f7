/* What the files of pasting*.c share: pasting.c has the sets of what may stand somewhere and puts
 * everything together, pasting_uses.c follows calls. Nobody else includes it. */
#pragma once

#include "container/prove/definitions.h"
#include "container/prove/pasting.h"
#include "container/prove/spelling.h"

/* A run of tokens that is expanded together: a macro's body, or a whole file. */
typedef struct {
    const GArray *tokens;
    guint begin, end;
    const Macro *macro; /* whose body it is; NULL: a file */
    const Definition *definition;
} Region;

struct Pasting {
    const Lexicon *lexicon;
    Definitions *definitions;
    Flow *flow;
    guint32 optional;    /* __VA_OPT__; 0: stands nowhere */
    guint asked;         /* set of what builtins are asked by */
    GArray *results;     /* guint by name: set of what the macro leaves, + 1 */
    GArray *arguments;   /* guint by name: set of the first argument, + 1; the others follow */
    GQueue *unread;      /* names of macros whose bodies are to be put into their results */
    GArray *sites;       /* PasteSite */
    GArray *made;        /* guint by site: set of macros whose names it may leave */
    GHashTable *site_at; /* const guint32 *: the `##` -> number + 1 */
    GArray *uses;        /* guint: set of arguments of what is called by a set of names */
    GArray *use_of_name; /* guint by name: what is called where only that name stands, + 1 */
    Spelling *spelling;
};

/* The set of what a macro may leave. */
guint pasting_result(Pasting *self, guint32 name);
/* The set of what may be given for an argument, before and after it is expanded. */
guint pasting_argument(Pasting *self, const Macro *macro, guint number);
/* The arguments that the token at a place of a macro's body stands for; none in a file. */
Arguments pasting_arguments_at(const Region *region, guint at);
/* Whether it stands beside `##`. */
gboolean pasting_is_operand(const Region *region, guint at);
/* Puts whatever may come to stand at a place, or at those from `begin` on, into a set. */
void pasting_put_place(Pasting *self, const Region *region, guint at, guint set);
void pasting_put_places(Pasting *self, const Region *region, guint begin, guint end, guint set);

/* Puts what is given in the region's calls into the sets of arguments. */
void pasting_read_uses(Pasting *self, const Region *region);
/* A name (`element`) came into the set of what is called by a use; for flow_run(). */
void pasting_visit(guint use, guint32 element, gpointer data);
