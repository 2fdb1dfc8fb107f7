/* What a folder is in which nothing is read: said in words, with what to do instead. */
#pragma once

#include "discover/tree.h"

/* Whether the root is what a build has made, not sources: what of, to be freed; else NULL. What the
 * makefiles there say is no choice of a person. */
char *no_build_made_by(const Tree *tree);

/* Whether a folder with more in it than was looked at is no project: no build description lies in
 * it, as in the root of a file system, or where somebody keeps all their projects. What to do
 * instead, to be freed; else NULL. */
char *no_build_too_large(const Tree *tree);

/* That a tool which nobody reads builds what is in the root; NULL when no file there is for one. To
 * be freed. */
char *no_build_other_tool(const Tree *tree);

/* Why no build description was found; to be freed. `build_scripts`: what scripts that build are
 * called (build_script.h). */
char *no_build_reason(const Tree *tree, GHashTable *build_scripts);
