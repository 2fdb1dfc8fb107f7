/* What a Python class that stands for a library says of it: the names of the files that a linker
 * takes ("libfftw3.a", "-lfftw3"), in whatever attribute they are listed. */
#pragma once

#include "core/arena.h"

#define PYTHON_LIBRARIES_MAX 32u /* of one class; where a platform is, the list is not read on */

/* Adds the libraries that an expression's texts name to `names` (const char *, in the arena), in
 * its order, each once. */
void python_libraries(Arena *arena, const char *expression, GPtrArray *names);
