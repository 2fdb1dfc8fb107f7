/* What CMake itself does with a program of random_program.h. */
#pragma once

#include <glib.h>

/* Runs the program as a script, with these definitions (names -> values). Gives a line for each
 * find_package() that ran and each option O... that was set: "LINE: NAME" and "LINE: NAME=DEFAULT",
 * with CMake's build folder called "/build"; and what CMake complains of, if it does. NULL when
 * the program takes CMake too long, or too much memory. The caller unrefs the table. */
GHashTable *asked_cmake(const char *program, GHashTable *definitions);
