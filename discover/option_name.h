/* What is left of an option's name when what only says that it is an option is taken away. */
#pragma once

#include <glib.h>

/* "GMX_USE_OPENMP", "--enable-openmp" and "USE_OPENMP" are "openmp", with "GMX" as the project's
 * name. `words`, which may be NULL, is how many words that is. The caller frees the result. */
char *option_name_plain(const char *name, const char *project, guint *words);

/* Whether the name asks to do without something: "NO_AVX2", "--without-neon". */
gboolean option_name_denies(const char *name);
