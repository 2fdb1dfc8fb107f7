/* Libraries that the sources use whatever is given: an option of such a name only says where the
 * library is. */
#pragma once

#include "discover/classify/subject.h"

/* The libraries that code of the project uses outside of all conditions, in sources that a build
 * system is sure to compile (Facts.built): a table that only needed_anyway reads. What lies
 * beside the code (tests, examples), in copies of others' packages, or in files and folders called
 * after the library does not count. The caller unrefs the table. */
GHashTable *needed_learn(const Project *project, const SourceIndex *sources);

/* Whether an argument of a configure script, on or a place unless something else is said, is named
 * after such a library of its build system and decides nothing of what is built: no source, folder
 * or definition, no macro that a source asks for, and no variable that is anything but a place or
 * flags: the object of a source is neither. */
gboolean needed_anyway(const Project *project, const Subject *subject, const SourceIndex *sources);
