/* What is left of an option's name when what only says that it is an option is taken away. */
#pragma once

#include <glib.h>

/* The part of a name that says what the option is about: "NAME" of "FLAGS+=-DNAME", which is what a
 * line of a makefile defines (OPTION_LISTED in facts.h), and "word" of "LIST+=word" (OPTION_WORD);
 * the name itself for all others. */
const char *option_name_bare(const char *name);

/* "GMX_USE_OPENMP", "--enable-openmp" and "USE_OPENMP" are "openmp", with "GMX" as the project's
 * name. `words`, which may be NULL, is how many words that is. The caller frees the result. */
char *option_name_plain(const char *name, const char *project, guint *words);

/* Whether the name ends like that of a place: "SILO_ROOT", "HDF5_DIR". */
gboolean option_name_says_place(const char *name);
