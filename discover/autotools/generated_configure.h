/* A configure script that Autoconf generated, where what it is made from is missing: what its help
 * says, as it stands in the script ("Optional Features:" and so on, in here-documents).
 *
 * The script's commands, five megabytes of them at times, are not read: what an option turns on
 * stays unknown. */
#pragma once

#include "discover/autotools/declared_option.h"

gboolean generated_configure_is(const char *text);

/* The number of options, without those in `of_the_tools`; also tells the facts what the package is
 * called. `path` must live as long as the facts. */
guint generated_configure_read(const char *path, const char *text, const GHashTable *of_the_tools,
                               DeclaredOptions *options);
