/* What build and verify need before they begin: the matrix, the sandbox, the knowledge, the work
 * folder. */
#pragma once

#include "container/build/workspace.h"
#include "container/image/container.h"
#include "container/program/show.h"
#include "container/stages/build.h"

typedef struct {
    char *source;
    char *work;
    char *root;
    char *isolation;
    gboolean copy_source;
    gboolean network;
    char *launcher;
    int jobs;
} SetupOptions;

#define SETUP_ROWS(Struct, member)                                                                 \
    {"source",                                                                                     \
     0,                                                                                            \
     TAKES_FOLDER,                                                                                 \
     "DIR",                                                                                        \
     "folder of the project; default: the one in the matrix",                                      \
     NULL,                                                                                         \
     offsetof(Struct, member.source),                                                              \
     NULL},                                                                                        \
        {"work",                                                                                   \
         'w',                                                                                      \
         TAKES_FOLDER,                                                                             \
         "DIR",                                                                                    \
         "keep what the stages leave in DIR; default: MATRIX.work",                                \
         NULL,                                                                                     \
         offsetof(Struct, member.work),                                                            \
         NULL},                                                                                    \
        {"root",                                                                                   \
         0,                                                                                        \
         TAKES_TEXT,                                                                               \
         "DIR|oci:DIR:TAG",                                                                        \
         "build within the root file system in DIR, or in an image",                               \
         "An image is unpacked into the work folder.",                                             \
         offsetof(Struct, member.root),                                                            \
         NULL},                                                                                    \
        {"isolation",                                                                              \
         0,                                                                                        \
         TAKES_CHOICE,                                                                             \
         "KIND",                                                                                   \
         "bubblewrap (default) or none",                                                           \
         "none lets the project's build run with all rights of the user.",                         \
         offsetof(Struct, member.isolation),                                                       \
         isolation_choices},                                                                       \
        {"copy-source",                                                                            \
         0,                                                                                        \
         TAKES_NOTHING,                                                                            \
         NULL,                                                                                     \
         "give each configuration a copy of the sources, which it may write to",                   \
         "For a project that writes among its sources. The copies lie in the work folder.",        \
         offsetof(Struct, member.copy_source),                                                     \
         NULL},                                                                                    \
        {"network",                                                                                \
         0,                                                                                        \
         TAKES_NOTHING,                                                                            \
         NULL,                                                                                     \
         "let the project download what it needs when it is configured",                           \
         "The compilation of its units never has a network.",                                      \
         offsetof(Struct, member.network),                                                         \
         NULL},                                                                                    \
        {"launcher",                                                                               \
         0,                                                                                        \
         TAKES_TEXT,                                                                               \
         "COMMAND",                                                                                \
         "put COMMAND in front of each compilation",                                               \
         "For instance srun -N1 -n1: the other machine has to see the work folder.",               \
         offsetof(Struct, member.launcher),                                                        \
         NULL},                                                                                    \
    {                                                                                              \
        "jobs", 'j', TAKES_NUMBER, "N", "run N jobs at once; default, or 0: one a processor",      \
            NULL, offsetof(Struct, member.jobs), NULL                                              \
    }

extern const char *const isolation_choices[];

typedef struct {
    BuildRequest request; /* without stop_after, keep_going, thorough */
    Arena *arena;
    Matrix *matrix;
    char *specification; /* the matrix's path */
    Compilers *compilers;
    CMakeDriver *driver;
    Sandbox *sandbox;
    Workspace *workspace;
    char *program;
    char *recorder;  /* xaas-record */
    char *knowledge; /* folder of the data files */
    const Console *console;
    Progress progress;
} Setup;

/* The container that "oci:DIR:TAG" names, with its store, which lies in the folder `scratch`. */
Container *setup_container(const char *reference, const char *scratch, GError **error);

/* The time of everything that is made, from SOURCE_DATE_EPOCH; 0 when that is not set. */
gboolean setup_timestamp(gint64 *timestamp, GError **error);

Setup *setup_new(const SetupOptions *options, const char *matrix_path, gboolean quiet,
                 const Console *console, GError **error);
void setup_free(Setup *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Setup, setup_free)
