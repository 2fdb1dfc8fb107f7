/* What an image says of a configuration's steps, before anybody relies on it. */
#pragma once

#include <glib.h>
#include <jansson.h>

/* What a person can do about an image that this program cannot use. */
#define IMAGE_REMEDY                                                                               \
    "build the image again with this program, or use the one in the image's tool layer, "          \
    "usr/bin/xaas-container"

/* Whether a recipe (NULL: there is none) has the form that recipe.h tells; members may be missing,
 * but not those of a step that say what is done where. FALSE and an error with the file, the field
 * and what to do. */
gboolean recipe_check(const json_t *recipe, const char *configuration, GError **error);
