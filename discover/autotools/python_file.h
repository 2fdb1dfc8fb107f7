/* A Python file as far as declarations of options need it: classes, what they are derived from,
 * what is assigned to self, and calls. Nothing is run. */
#pragma once

#include "core/arena.h"
#include "core/span.h"

#define PYTHON_NESTING_MAX 200u /* brackets within brackets */

/* One logical line: brackets and strings hold it together over line ends. */
typedef struct {
    guint line;
    guint indent;
    const char *text; /* without comments, stripped */
} PythonLine;

/* Elements are PythonLine *. Everything lives in the arena. */
GPtrArray *python_lines(Arena *arena, const char *text);

/* Where `wanted` stands in a line, outside of strings; NULL when it does not. */
const char *python_find(const char *text, const char *wanted);

/* The arguments of the call whose "(" is at `open`: texts, split at commas outside of brackets and
 * strings. Elements are const char *. */
GPtrArray *python_arguments(Arena *arena, const char *open);

/* What a name is, as a text of Python; NULL when nobody has assigned it. `own`: it is one of self,
 * without that in front; otherwise it is one of the module. */
typedef const char *(*PythonLookup)(gpointer data, const char *name, gboolean own);
/* The text that an expression of strings, "+", names and .lower()/.upper() gives; NULL when it is
 * anything else. In the arena. */
const char *python_string(Arena *arena, const char *expression, PythonLookup lookup, gpointer data);
