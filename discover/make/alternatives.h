/* Assignments that stand beside each other for whoever edits the file: one in force, the others in
 * comments. */
#pragma once

#include "discover/make/reading.h"

/* The assignments among which an edited file lets people choose (const Declaration *, the
 * variable's own), in the order of the file; empty when they are no such list. The caller frees the
 * array. */
GPtrArray *make_alternatives(const MakeVariable *variable);

/* Adds the values with which comments show the macro that the variable gives its value to: beside
 * "FLAGS += -DX=$(X)" the lines "# FLAGS += -DX=a" and "# FLAGS += -DX=b". */
void make_add_commented_definitions(MakeReading *self, const MakeVariable *variable,
                                    GPtrArray *values);

/* Whether the file assigns the variable one word in one place, and shows at least two others in
 * comments. */
gboolean make_has_alternatives(const MakeFile *file, const char *name);
