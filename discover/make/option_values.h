/* What the parts share that find the values of an option. */
#pragma once

#include "discover/make/reading.h"

/* Adds a value once; more than an option may have are a ledger entry. */
void make_add_value(MakeReading *self, GPtrArray *values, const char *text, ValueOrigin origin,
                    Span at);
/* Adds a value for each of the files that the variable chooses; of one that chooses none, those
 * that all have to which it is given, "CC_SET ?= $(X)". */
void make_add_template_values(MakeReading *self, const MakeVariable *variable, GPtrArray *values);
