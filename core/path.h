/* Paths as texts: names with '/' between them. Nothing is looked up, and "." and ".." are names
 * like others. A path in a project's tree is relative to its root, and "" is the root itself; the
 * functions do for absolute paths what their texts say. */
#pragma once

#include <glib.h>

/* What stands behind the last '/', all of it where there is none; points into `path`. */
const char *path_base(const char *path);
/* What stands in front of the last '/', "" where there is none. The caller frees it. */
char *path_folder(const char *path);
/* How many bytes of the path those are. */
gsize path_folder_length(const char *path);
/* "folder/name"; the name alone in the folder "". The caller frees it. */
char *path_join(const char *folder, const char *name);
/* How many folders a path leads through; 0 for a file in the root, and for NULL. */
guint path_depth(const char *path);

/* Whether a path is a folder, or lies in it. */
gboolean path_lies_in(const char *path, const char *folder);
/* Whether it lies in it, or further down, and is not the folder itself; all lies below "". */
gboolean path_is_below(const char *path, const char *folder);
