/* What written_file.c and made_file.c tell each other; what commands call is in written_file.h. */
#pragma once

#include "discover/cmake/evaluator.h"

/* The absolute path without ".." and doubled slashes; NULL when it is not known. To be freed. */
char *made_file_path(Evaluator *self, const char *name, const char *base_variable);
/* Notes that such a path was made, with the folders that it lies in: what was made there is there.
 */
void made_file_add(Evaluator *self, const char *path, gboolean folder);
/* Whether such a path was made anywhere, and is no folder. */
gboolean made_file_is_file(const Evaluator *self, const char *path);
/* written_file.c: under `path` of the evaluator the file is no longer there. */
void written_file_forget(Evaluator *self, const char *path);
