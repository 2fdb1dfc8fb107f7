/* The work folder of a build: what each stage leaves for the next one, and for the next run.
 *
 *   configurations/NAME/build/     the build tree
 *   configurations/NAME/source/    its sources, where the project writes among them
 *   configurations/NAME/...log    what configuring and generating said
 *   units/KEY.json                 how to compile a class of units
 *   modules/KEY.bc, KEY.json       its canonical bitcode and what is known about it
 *   logs/KEY.txt, KEY.json         what the compiler said, and how it ended
 *   scratch/                       temporary files
 *
 * One run at a time: the folder is locked. Everything in it can be deleted. */
#pragma once

#include <glib.h>

typedef struct {
    char *folder; /* absolute, and without symbolic links */
    int lock;
} Workspace;

/* Makes what is missing. NULL and an error when that fails or another run has the folder. */
Workspace *workspace_open(const char *folder, GError **error);
/* Whether a folder is one. */
gboolean workspace_is_there(const char *folder);
void workspace_close(Workspace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Workspace, workspace_close)

/* Removes a folder, or whatever is there, with everything in it; follows no link; folders that may
 * not be written are, first. What cannot be removed stays. */
void folder_remove(const char *path);

/* Paths in the folder; the caller frees them. */
char *workspace_path(const char *folder, const char *part, const char *name, const char *ending);
char *workspace_build(const char *folder, const char *configuration);
/* A log of a configuration: "configure", "generate". */
char *workspace_log(const char *folder, const char *configuration, const char *step);
/* Where what the build tool makes is on the host. */
typedef struct {
    const char *build;  /* its tree */
    const char *source; /* the sources that the tree has of its own; NULL: none */
} OutputFolders;

/* Removes what the build tool is to make again. Its name comes from the project: what lies outside
 * of the folders, by a link too, stays. */
void workspace_remove_output(const OutputFolders *folders, const char *output);
/* What Ninja and a launcher said when units were compiled last. The caller frees the path. */
char *workspace_graph_log(const char *folder);

#define WORKSPACE_ERROR workspace_error_quark()
GQuark workspace_error_quark(void);
typedef enum { WORKSPACE_ERROR_FOLDER, WORKSPACE_ERROR_LOCKED } WorkspaceError;
