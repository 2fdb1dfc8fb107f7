/* Whether what an image does after code is generated is what the build tool says. */
#pragma once

#include "container/image/container.h"
#include "container/stages/build.h"

/* `units` and `recorded` are the image's units.json and recipe.json for a configuration that was
 * built at least to the proof. What becomes of each unit is taken from the image. NULL when the
 * recipes are the same, else a sentence that the caller frees. Links of the build tree, which only
 * tests follow, are not compared. `names` are those of all modules; NULL: not all were read. */
char *verify_recipe(const BuildRequest *request, const BuiltConfiguration *built,
                    const json_t *units, const json_t *recorded, const ModuleNames *names);
