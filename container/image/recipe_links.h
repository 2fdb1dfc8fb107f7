/* Symbolic links on the way to what a recipe takes: layers of ours hold none, so that the recipe
 * names them, and what they lead to is taken where it lies.
 *
 * Paths are as seen inside the sandbox, absolute and without "..". A link that leads out of the
 * project and the build tree is never followed: a project could name any file of the machine that
 * it is built on. */
#pragma once

#include "container/image/recipe.h"

typedef struct RecipeLinks RecipeLinks;

/* Both arguments outlive it. */
RecipeLinks *recipe_links_new(const ConfigureRequest *request, const BuiltConfiguration *built);
void recipe_links_free(RecipeLinks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RecipeLinks, recipe_links_free)

/* Whether a path lies in the project or the build tree. */
gboolean recipe_links_is_ours(const char *path);
/* What such a path is relative to its folder; it points into `path`. */
const char *recipe_links_relative(const char *path, gboolean *is_source);
/* The host's path; NULL when it is not ours. The caller frees it. */
char *recipe_links_host(const RecipeLinks *self, const char *path);

/* The same place without a link on the way, there or not; every link on it is kept for the recipe.
 * NULL when one leads out, which is noted, or in a circle. The caller frees it. */
char *recipe_links_follow(RecipeLinks *self, const char *path);

/* The links that were followed, as the recipe has them, in the order of paths. A new reference. */
json_t *recipe_links_json(const RecipeLinks *self);
/* Those that lead out, char *, sorted bytewise. The caller unrefs. */
GPtrArray *recipe_links_leading_out(const RecipeLinks *self);
