/* Files of an image that hold machine code and are no unit's: what commands of the project's own
 * have compiled (ExternalProject, a compiler in add_custom_command), and what lies among the
 * sources. Nothing can make other code of them: they run where they were made for. */
#pragma once

#include "container/image/recipe_links.h"

/* Whether a file is an object, library or program for some processor, or an archive that begins
 * with one. */
gboolean machine_code_is(const char *path);
typedef struct {
    const BuiltConfiguration *built;
    const RecipeLinks *links;
    GHashTable *cpus; /* char *: paths as seen inside -> char *: words of their commands that name a
                       * processor */
} MachineCodeRequest;

/* Those among the files of the build tree that are packed (char *, relative) and of the sources (a
 * set of the same), as recipes have them. A new reference. */
json_t *machine_code_list(const MachineCodeRequest *request, const GPtrArray *kept,
                          GHashTable *sources);
/* What a recipe tells of them (image/recipe.h) in words: how many, the first of them, and for which
 * processor where that is known. NULL when there are none; the caller frees it. */
char *machine_code_text(const json_t *list);
