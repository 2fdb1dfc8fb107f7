/* Methods by which Python scripts take options from their command line themselves: a method that
 * looks for "--" and its parameter among the arguments, def PopBool(self, keyword). What calls it
 * with a name declares that option. Nothing is run. */
#pragma once

#include "core/arena.h"

typedef struct {
    gboolean bare; /* takes "--name" without a word behind it, too */
    gboolean path; /* what stands behind it is a place */
    gboolean off;  /* gives False where nobody gave the option */
} PythonTaker;

typedef struct PythonTakers PythonTakers;

/* The caller frees it; its texts live in the arena. */
PythonTakers *python_takers_new(Arena *arena);
void python_takers_free(PythonTakers *self);

/* Adds those of a module. Elements are PythonLine *. */
void python_takers_read(PythonTakers *self, const GPtrArray *lines);

/* The method that a line calls on some object other than its own, and where its "(" is; NULL when
 * it calls none. */
const PythonTaker *python_takers_find(const PythonTakers *self, const char *line,
                                      const char **open);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(PythonTakers, python_takers_free)
