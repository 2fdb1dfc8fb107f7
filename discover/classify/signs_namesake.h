/* Libraries and packages that an option is named after, whether or not knowledge lists them.
 * Between signs*.c only. */
#pragma once

#include "discover/classify/subject.h"

/* Whether the option's name contains the package's, or a word of it that means nothing else is part
 * of the package's ("vori" of libvori). */
gboolean signs_is_namesake(const Knowledge *knowledge, const Subject *subject, const char *package);
/* Whether the option links a library that no knowledge names, is called as the library is, and
 * brings it from outside: it is none that the project builds. */
gboolean signs_links_namesake(const Project *project, const Subject *subject,
                              const OptionLink *link);
