/* What kinds of commands there are, for looking through CMake files that may never be run. Names
 * are in lower case. */
#pragma once

#include <glib.h>

/* Whether no argument of it names a variable that it sets. Any command that is not known may. */
gboolean text_command_sets_nothing(const char *name);
/* Whether a file of settings, which a person gives with "cmake -C", has such commands. */
gboolean text_command_is_setting(const char *name);
/* Whether it is one of CMake's own that sets its first argument. */
gboolean text_command_writes(const char *name);
/* Whether the variable is CMake's own, or says where a package is, which no description sets
 * because CMake or a person does. */
gboolean text_variable_is_foreign(const char *name);
/* What begins the variable that has find_package() find nothing of the name behind it. */
#define TEXT_DISABLE_PACKAGE "CMAKE_DISABLE_FIND_PACKAGE_"
