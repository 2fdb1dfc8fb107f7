/* Definitions that variables of makefiles collect, in lines that people add, change and uncomment.
 *
 * What one of them is called as an option is the line that adds it: "FLAGS+=-DNAME" (OPTION_LISTED
 * in facts.h). All of it belongs to the reading's arenas, but for the arrays. */
#pragma once

#include "discover/make/reading.h"

/* Where a line stands; what people begin with comes first. */
typedef enum {
    LISTED_IN_TOP,      /* the first makefile */
    LISTED_IN_INCLUDED, /* what it includes, or the first of the files that stand for that */
    LISTED_IN_MODEL,    /* a file that shows what such files may hold */
    LISTED_IN_OTHER,    /* another file that people may copy or choose */
    LISTED_BESIDE,      /* another makefile that people may name */
} ListedRank;

/* A line that adds the definition, or that a person may make do so. */
typedef struct {
    Span at;
    const MakeFile *file;
    const char *value; /* NULL: it is only there or not, which "=1" says as well */
    const char *help;  /* NULL when nothing is said */
    ListedRank rank;
    gboolean off; /* it stands in a comment */
} ListedPlace;

typedef struct {
    const char *name; /* of the option */
    const char *variable;
    const char *macro;
    GArray *places; /* ListedPlace */
    gboolean mixed; /* other flags stand beside it */
} ListedDefinition;

/* definition_option.c: adds it to the facts. It has at least one place. */
void make_add_listed(MakeReading *self, const ListedDefinition *listed);
