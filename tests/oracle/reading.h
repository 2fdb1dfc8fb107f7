/* What is known of a run of CMake while its trace is read, and questions about it that both halves
 * of the truth ask: the definitions (truth.c) and what the run found out (found.c). */
#pragma once

#include "tests/oracle/truth.h"

/* A command that is being executed. The texts belong to the entry. */
typedef struct {
    json_t *entry;
    const char *command;
    const char *file;
    json_int_t line;
    GPtrArray *words;
    guint number; /* of the execution */
} Frame;

/* What a check of CMake's modules left in the cache. */
typedef struct {
    char *place; /* of the project's call */
    char *value;
    guint call; /* its number */
} Check;

/* The imported targets that one search for a package made; the reader cannot read the package's own
 * files. */
typedef struct {
    char *place; /* of the project's find_package() */
    char *name;
    GString *targets;
    guint call; /* its number */
} Package;

typedef struct {
    const TruthOptions *options;
    GPtrArray *frames;     /* Frame *; index: depth of the call */
    GHashTable *own;       /* name -> array of definitions, by the project's files */
    GHashTable *modules;   /* the same, by CMake's files */
    GHashTable *languages; /* the same, while a language was set up */
    GHashTable *choices;   /* name -> array of texts */
    json_t *answers;
    GHashTable *answered; /* how often, for answers_add */
    GHashTable *checks;   /* variable -> array of Check */
    GArray *packages;     /* Package */
    guint executions;
} Reading;

/* Whether a file lies in a folder; both absolute. */
gboolean reading_is_below(const char *file, const char *folder);
/* Whether it is one of the project's: below its root and not below the build folder. */
gboolean reading_is_own(const Reading *self, const char *file);
/* The text with the folders that stand for the real ones (TRUTH_ROOT). The caller frees it. */
char *reading_normalised(const Reading *self, const char *value);
/* The innermost call in a file of the project above this depth; NULL when there is none. */
const Frame *reading_own_caller(const Reading *self, guint depth);
/* "path:line" below the root. The caller frees it. */
char *reading_place(const Reading *self, const char *file, json_int_t line);
/* Whether a word of the call is the name. */
gboolean frame_names(const Frame *call, const char *name);
gboolean frame_sets_up_language(const Frame *call);
/* For qsort over const char *. */
int reading_compare_names(gconstpointer a, gconstpointer b);
