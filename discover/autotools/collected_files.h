/* Files of includes that a program makes of what it finds in the folders of a project: autogen.pl
 * of configure.m4, a program that autogen.sh starts of another name. Such a program names the file
 * that it writes and the files that it collects; nothing is run. */
#pragma once

#include "discover/tree.h"

/* Names of files in one program beyond this are not looked at. */
#define COLLECTED_NAMES_MAX 32u
/* So many folders have to have a file that a program collects, unless it is configure.m4 in a
 * script that prepares the tree. */
#define COLLECTED_FOLDERS_MIN 3u

/* What the files of a folder and those below it are called, listed once. */
typedef struct CollectedFiles CollectedFiles;

/* The tree must outlive it; the caller frees it. */
CollectedFiles *collected_files_new(const Tree *tree, const char *folder);
void collected_files_free(CollectedFiles *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CollectedFiles, collected_files_free)

/* Takes the text of a script that prepares the tree, or of a program that such a script starts. It
 * must live as long. FALSE: names in it were left out. */
gboolean collected_files_add(CollectedFiles *self, const char *text, gboolean program);

/* The paths of the files that are collected for the one at `path`, in the order of the tree; NULL
 * where no program names that one. They live as long as the tree and `self`. */
const GPtrArray *collected_files_for(const CollectedFiles *self, const char *path);
