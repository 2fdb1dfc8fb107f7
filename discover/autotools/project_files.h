/* The files of one configure.ac: numbered for origins, their lines at hand, macros found where they
 * are defined. */
#pragma once

#include "discover/autotools/configure.h"

typedef struct ProjectFiles ProjectFiles;

/* Reads from the tree of `configure`, which must outlive it. */
ProjectFiles *project_files_new(Configure *configure);
void project_files_free(ProjectFiles *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ProjectFiles, project_files_free)

/* The text of a file of the tree, with origins; NULL when it is not there. A new reference. */
Text *project_files_text(ProjectFiles *self, const char *path);
/* The same by a path as the project writes it `at` some place: from the folder of configure.ac or
 * the one above it; else what a script of the project would write there (written_includes.h), all
 * of which stands for that place. */
Text *project_files_include(ProjectFiles *self, Origin at, const char *path);
/* Reads the definitions in acinclude.m4, aclocal.m4 and the macro folders that `script` names. */
void project_files_read_macros(ProjectFiles *self, const char *script);
/* Reads the file that defines a macro, wherever below the folder it is. Each file is read once. */
gboolean project_files_find_macro(ProjectFiles *self, const char *name);
/* Whether a program of the project defines that macro in a file that is not in the tree. */
gboolean project_files_defines(const ProjectFiles *self, const char *name);
/* Line `line` of a file, going on behind its end; NULL when there is none. */
const char *project_files_line(ProjectFiles *self, const char *path, guint line);
