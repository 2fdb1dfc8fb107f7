/* What the modules of a Python script name outside of classes, as far as declarations of options
 * speak of it: constants, lists, and functions that read a word as on or off. Nothing is run. */
#pragma once

#include "core/arena.h"

typedef struct PythonNames PythonNames;

/* A function that reads "true" as on and "false" as off, by the first words that it knows. */
typedef struct {
    const char *on;
    const char *off;
} PythonSwitch;

/* The caller frees it; the texts that it gives live in the arena. */
PythonNames *python_names_new(Arena *arena);
void python_names_free(PythonNames *self);

/* Adds the names of a module. Elements are PythonLine *. */
void python_names_read(PythonNames *self, const GPtrArray *lines);

/* The expression of a constant, a text of Python; NULL when it is none, or when more than one thing
 * is assigned to the name. */
const char *python_names_constant(const PythonNames *self, const char *name);
/* The "[...]", "(...)" or "{...}" that an expression goes through: its own, or what the name in it
 * stands for, without list() and the like around it. NULL when it is neither. In the arena. */
const char *python_names_list(const PythonNames *self, const char *expression);
/* The function that an argument parser calls with the word, "str2bool"; NULL for any other. */
const PythonSwitch *python_names_switch(const PythonNames *self, const char *function);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(PythonNames, python_names_free)
