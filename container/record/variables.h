/* Variables with which compilers and linkers are told more than by words: where to look for
 * headers and libraries, and for libraries while a program runs. */
#pragma once

#include <glib.h>

/* Their names, NULL-terminated. */
extern const char *const record_variable_names[];
/* Those that are set, "NAME=VALUE;" each. The caller frees it. */
char *record_variables(void);
