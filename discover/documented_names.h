/* The names that documents give to CMake as "-DNAME=value", and which of them one command gives:
 * one line, with those that a backslash joins to it. */
#pragma once

#include <glib.h>

typedef struct {
    GHashTable *names; /* a set of texts */
    GPtrArray
        *commands;      /* GPtrArray of at least two of these names each, in the documents' order */
    GPtrArray *command; /* the same of the command that is being read */
    GPtrArray *tables;  /* GPtrArray of char *: what the rows of a table each begin with */
    GHashTable *switches; /* those of these that are on or off, a set of texts */
    gboolean runs;        /* which has been seen to run CMake */
    gboolean full;        /* there were more commands, or names in one, than are kept */
    char *cut;            /* the first document that was not read any more; NULL: none */
} DocumentedNames;

/* Later commands, and what a command gives behind that many names, are names alone. */
#define DOCUMENTED_COMMANDS_MAX 4096u
#define DOCUMENTED_COMMAND_NAMES_MAX 64u

DocumentedNames *documented_names_new(void);
void documented_names_free(DocumentedNames *self);
gboolean documented_names_has(const DocumentedNames *self, const char *name);
/* `together`: the command that is being read gives it. */
void documented_names_add(DocumentedNames *self, const char *name, gboolean together);
void documented_names_end_command(DocumentedNames *self);
/* Adds the tables of a Markdown text with several rows that begin with a name. */
void documented_names_read_tables(DocumentedNames *self, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(DocumentedNames, documented_names_free)
