/* Which of the names that there are a misspelt one may have meant. */
#pragma once

#include <glib.h>

/* Names that look like `wanted`, nearest first, at most `limit`: a third of its letters may be
 * wrong, in upper or lower case, and a name that has it as a part counts as near. `names` are const
 * char *, and so are the elements of the result, which belong to `names`. The caller frees the
 * array. */
GPtrArray *nearest_names(const GPtrArray *names, const char *wanted, guint limit);

/* "; did you mean --explain?", where `before` is "--"; "" when nothing is near. The caller frees
 * it.
 */
char *nearest_question(const GPtrArray *names, const char *wanted, const char *before);
