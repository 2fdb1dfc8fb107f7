/* In which folders of a tree the reading of CMake files begins. */
#pragma once

#include "discover/tree.h"

/* A tree without a top-level CMakeLists.txt may hold several projects side by side. */
#define TOP_LEVELS_MAX 64u

/* Whether some command of the file has that name. */
gboolean first_folders_command(const Tree *tree, const char *path, const char *command);
/* The nearest folders that name a project, or begin a build without a name, with or without bundled
 * copies, and none of the side folders (NULL: all). Elements are char *; the caller unrefs it, as
 * all that is returned here. */
GPtrArray *first_folders_nearest(const Tree *tree, gboolean copies, GHashTable *side_folders);
/* Whether a folder with a project of its own is a part of the project that people build by itself:
 * it takes files from above, has a language, and a document of the project builds in it; or it has
 * the root built as an external project, behind what that needs. */
gboolean first_folders_is_part(const Tree *tree, const char *folder);
/* Folders with a project that people build by itself: it offers options, or takes files from above,
 * no CMakeLists.txt above adds it, and it is none of the `reached` (a set of paths of files). Those
 * of the side folders, of bundled copies and below another one are left out. */
GPtrArray *first_folders_apart(const Tree *tree, GHashTable *reached, GHashTable *side_folders);
/* The folders to begin in: the root; or the nearest ones that name a project, those with tests only
 * where there is nothing else. Where another builder begins in the root, a bundled copy is none of
 * them; where that is a makefile, which may only start CMake, and there is nothing else, it is.
 */
GPtrArray *first_folders_to_read(const Tree *tree, GHashTable *side_folders);
