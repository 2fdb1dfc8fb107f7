/* Whether what a model says has support in what was found. */
#pragma once

#include "discover/classify/classify.h"

/* Whether a technology's name occurs, as whole words whatever their case, in the text that the
 * model was shown, or is a spelling of the knowledge files. */
gboolean support_has_name(const Knowledge *knowledge, const char *text, const char *name);

/* Whether the knowledge files know a name as that of the technology which a package brings. */
gboolean support_is_package(const Knowledge *knowledge, const char *package, const char *name);
