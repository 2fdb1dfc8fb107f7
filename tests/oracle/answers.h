/* What programs answered while real CMake configured a project, for the reader's concrete mode.
 *
 * tests/oracle/answers.cmake shows each output in the trace. The reader takes it from its
 * environment file: the entry "answer PATH:LINE VARIABLE N" is what the command at that place
 * stored in the variable the Nth time, with line ends and backslashes written as in C. So do checks
 * of CMake's modules that were made several times with different results. "file PATH" is the text
 * of a file outside the project that it reads, "exists PATH" says that there is one. What a module
 * of CMake's keeps in a file of its own instead of the cache is an entry of its name.
 * What the files of a package made of imported targets is the answer for the variable "targets of
 * PACKAGE" at its find_package(). */
#pragma once

#include <glib.h>
#include <jansson.h>

/* Adds an entry of the environment file to the array: {"name": ..., "value": ...}. */
void answers_add_entry(json_t *answers, const char *name, const char *value);
/* Adds one answer. `counts` keeps how often a variable
 * was answered at a place; its keys are freed with it. */
void answers_add(json_t *answers, GHashTable *counts, const char *place, const char *variable,
                 const char *value);
/* The variables of the process that projects look at, as entries of an environment file. */
void answers_add_environment(json_t *answers);
/* Appends the entries of the array, a line each. */
void answers_append(json_t *answers, GString *text);
