/* What the tests of whole runs share: a temporary folder with the project's matrix, and the program
 * run in it. */
#pragma once

#include "container/build/process.h"
#include "container/build/sandbox.h"
#include <jansson.h>

typedef struct {
    char *folder;
    Isolation isolation; /* the best that this machine can do */
} ContainerRun;

/* A test that gets a run of its own, and is skipped where this machine lacks a program. */
typedef struct {
    const char *name;
    void (*test)(const ContainerRun *);
} ContainerRunTest;

/* Adds them; `tests` lasts until they have run. */
void container_run_add_tests(const ContainerRunTest *tests, gsize count);
/* A main function that does nothing else. */
int container_run_tests(int argc, char **argv, const ContainerRunTest *tests, gsize count);

/* NULL, and the test skipped, when this machine lacks a program that a build needs. */
ContainerRun *container_run_new(void);
void container_run_free(ContainerRun *self);
/* Whether commands can be isolated here; a test that returns when they cannot is skipped. */
gboolean container_run_isolates(const ContainerRun *self);
/* Removes a file, or a folder with all that is in it. */
void container_run_remove(const char *path);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ContainerRun, container_run_free)

/* "matrix.yaml" in the folder: the project holes with these configurations (YAML lines). */
void container_run_write_matrix(const ContainerRun *self, const char *configurations);
/* The same for another project of this folder. */
void container_run_write_project(const ContainerRun *self, const char *project,
                                 const char *configurations);
/* A file of the folder, with the folders that lead to it. */
void container_run_write_file(const ContainerRun *self, const char *name, const char *text);
/* The matrix of a project that the test itself writes, in a folder of that name. */
void container_run_write_own(const ContainerRun *self, const char *project,
                             const char *configurations);
/* The same for a project in C that has a main.c, which does nothing, and these lines in its
 * description; its one configuration is called "one" and sets nothing. */
void container_run_write_plain(const ContainerRun *self, const char *project, const char *lines);
/* The lines of all configurations. */
extern const char container_run_all[];

/* Runs `xaas-container` with the words of `line` in the folder; "%I" stands for the isolation. */
int container_run(const ContainerRun *self, const char *line, ProcessResult *result);
/* The same, which has to go well. */
void container_run_well(const ContainerRun *self, const char *line, ProcessResult *result);
/* The digest of the image that this line builds, as it is said; the caller frees it. */
char *container_run_digest(const ContainerRun *self, const char *line);
/* The same, killed after so many seconds if it is not done by then. */
void container_run_killed(const ContainerRun *self, const char *line, const char *seconds,
                          ProcessResult *result);
/* What --why tells about a source, by configuration; several units a configuration are an array's
 * items in order. A new reference. */
json_t *container_run_why(const ContainerRun *self, const char *image, const char *source);
/* Deploys the image oci:image:t with these options, too, and keeps code in the folder. */
int container_run_deploy(const ContainerRun *self, const char *rest, ProcessResult *result);
/* Whether there is a file or folder of that name in the folder. */
gboolean container_run_is_there(const ContainerRun *self, const char *name);
/* Runs a program of the folder, `argument` NULL for none, which has to end well, and gives what it
 * printed. The caller frees it. */
char *container_run_output(const ContainerRun *self, const char *program, const char *argument);
/* Whether a program is there. */
gboolean container_run_has(const char *program);
