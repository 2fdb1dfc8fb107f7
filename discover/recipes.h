/* Files of the tree that build the project with certain settings: CMake presets, ecbundle bundles,
 * Spack packages, EasyBuild recipes. Whoever tests or packages the project wrote them: they are
 * evidence of settings that are in use, never of options that exist or of what is possible.
 *
 * They are read as text, line by line; a package's Python is never run. Formats: cmake-presets(7);
 * ecbundle's bundle.yml; Spack's "Packaging Guide"; EasyBuild's "Writing easyconfig files". */
#pragma once

#include "discover/facts.h"
#include "discover/tree.h"

#define RECIPES_MAX 64u                  /* files that are read */
#define RECIPE_BYTES_MAX (1024u * 1024u) /* larger ones are left out */
#define RECIPE_SETTINGS_MAX 4096u        /* settings that are kept */

/* Appends to `facts->settings` what the files say of the options of `facts`. Files in folders of
 * bundled copies are left out. To be called after the readers. */
void recipes_read(const Tree *tree, Facts *facts);
