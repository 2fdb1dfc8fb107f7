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
    LISTED_IN_DOCUMENT, /* what people read lists it, and says what for */
    LISTED_IN_SENTENCE, /* or speaks of it */
} ListedRank;

/* A line that adds the definition, or that a person may make do so. */
typedef struct {
    Span at;
    const MakeFile *file; /* NULL for a line of a document */
    const char *text;     /* that line; NULL otherwise */
    const char *value;    /* NULL: it is only there or not, which "=1" says as well */
    const char *help;     /* NULL when nothing is said */
    ListedRank rank;
    gboolean off;      /* it stands in a comment */
    gboolean replaced; /* an assignment below it in the file takes its place */
} ListedPlace;

typedef struct {
    const char *name; /* of the option */
    const char *variable;
    const char *macro;
    GArray *places; /* ListedPlace */
    gboolean mixed; /* other flags stand beside it */
} ListedDefinition;

/* All that was found while the files are read. */
typedef struct {
    MakeReading *reading;
    GPtrArray *list;      /* ListedDefinition *, in order of first mention */
    GHashTable *by_name;  /* -> ListedDefinition * */
    GHashTable *by_macro; /* -> GPtrArray of ListedDefinition * */
    GHashTable *counts;   /* variable -> how many definitions it collects */
    GHashTable *offered; /* variable and file, and file: a line in a comment adds something there */
    GHashTable *uses;    /* variables that lines in comments refer to */
    GHashTable *decided; /* macros that conditionals decide about */
    GHashTable *explained; /* macro and file -> what a comment of the file says of it */
    GHashTable *read;      /* paths of files that were looked at */
    GHashTable *replacing; /* variable -> line of its last "=" in the file that is being read */
    GHashTable *checks;    /* variables that the shell runs while the file that is being read is */
    GHashTable *family;    /* paths of makefiles of which people name one; empty: there are none */
} DefinitionLists;

/* definition_line.c: reads the lines of one file, once. */
void make_read_definition_lines(DefinitionLists *self, const MakeSource *source, ListedRank rank);
/* How many definitions a variable collects. */
guint make_count_listed(const DefinitionLists *self, const char *variable);

/* The definition in the list of a variable, a new one if there is none; NULL when there are too
 * many. `definition` is the part behind "-D". */
ListedDefinition *make_listed_of(DefinitionLists *self, const char *variable,
                                 const char *definition);
void make_add_listed_place(DefinitionLists *self, ListedDefinition *listed,
                           const ListedPlace *place);
/* The variable to which the file adds most; for NULL that to which all files do beside other flags.
 * NULL when there is none. */
const char *make_main_list(const DefinitionLists *self, const char *path);

/* definition_document.c: what documents, and the comments of makefiles that people change, tell
 * people to add: "-DHDF5  writes files of that kind", "add -DHDF5 to CFLAGS". */
void make_read_definition_documents(DefinitionLists *self);

/* definition_option.c: adds it to the facts. It has at least one place. */
void make_add_listed(MakeReading *self, const ListedDefinition *listed);

/* definition_asked.c: how sentences of documents ask for definitions. */
typedef struct {
    GRegex *before;
    GRegex *behind;
    GRegex *refused;
    GRegex *gone;
    GRegex *output;
    GRegex *command;
} MakeAsking;

/* Filled; make_asking_clear() frees what it holds. */
void make_asking_init(MakeAsking *self);
void make_asking_clear(MakeAsking *self);
/* "pass -DX", "set the flag -DX", "-DX is defined": people are to add the word. */
gboolean make_is_asked_for(const MakeAsking *self, const char *text, const char *word);
/* "never add -DX", "it was built with -DX": all that the text says of the word. */
gboolean make_is_ruled_out(const MakeAsking *self, const char *text, const char *word);
/* What a compiler printed, or what code does that uses the library: the text tells nobody how to
 * build. */
gboolean make_is_beside_build(const MakeAsking *self, const char *text, const char *word);
/* "g++ -O3 -DX -c main.cpp", "FLAGS = -O3 -DX": it shows how a definition is given, and says
 * nothing of it. */
gboolean make_is_command(const MakeAsking *self, const char *line);
