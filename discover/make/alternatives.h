/* Assignments that stand beside each other for whoever edits the file: one in force, the others in
 * comments. */
#pragma once

#include "discover/make/reading.h"

/* The assignments among which an edited file lets people choose (const Declaration *, the
 * variable's own), in the order of the file; empty when they are no such list. The caller frees the
 * array. */
GPtrArray *make_alternatives(const MakeVariable *variable);
