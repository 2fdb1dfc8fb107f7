/* What the two readers of Makefile.am share: what is under which condition (automake.c), and what
 * is compiled in every case (automake_built.c). */
#pragma once

#include "discover/autotools/configure.h"

typedef struct {
    const char *text;
    Guard when;
    Span at;
} AutomakeLine;

typedef struct {
    const char *name;
    GArray *lines; /* AutomakeLine */
} AutomakeVariable;

typedef struct {
    Configure *configure;
    GHashTable *folders; /* folder -> Guard *: under which it is built */
    GPtrArray *queue;    /* const char *: folders, in the order they are found */
    GHashTable *always;  /* const char *: folders that a build enters whatever is given */
    guint words;
    /* Of the file that is read: */
    const char *folder;
    GHashTable *programs;  /* with "_" for what is no letter: built, but not installed */
    GHashTable *targets;   /* likewise -> Guard *: under which they are listed to be built */
    GHashTable *variables; /* name -> AutomakeVariable * */
    GPtrArray *in_order;   /* AutomakeVariable * */
    GArray *conditions;    /* Guard: of the "if"s around the line, innermost last */
    Guard base;            /* under which the folder is built */
} AutomakeReader;

/* automake.c -------------------------------------------------------------------------------------
 */

typedef void (*AutomakeAct)(AutomakeReader *self, const char *word, Guard when, Span at);

/* Calls `act` for each word of a variable's text, references followed. */
void automake_each_word(AutomakeReader *self, const char *text, Guard when, Span at,
                        AutomakeAct act, guint depth);
/* The path below the project's root of a file of sources as a makefile writes it, with the names of
 * source folders in front or not. The caller frees it; NULL outside of the tree. */
char *automake_source_path(const AutomakeReader *self, const char *path);
/* Whether the name is one of what can be compiled; headers count. */
gboolean automake_is_source(const char *path);

/* automake_built.c -------------------------------------------------------------------------------
 */

/* Adds to the sources and folders that a build takes in every case those of the file that was read.
 */
void automake_learn_built(AutomakeReader *self);
