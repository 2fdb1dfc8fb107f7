/* What a Python script asks right around a statement, as far as attributes of the object decide
 * it. Nothing is run. */
#pragma once

#include "discover/autotools/python_file.h"

/* FALSE only where the condition ("self.a and not self.b", "self.kind == 'x'", hasattr(self, 'c'))
 * surely does not hold for the attributes that `lookup` gives. */
gboolean python_may_hold(Arena *arena, const char *condition, PythonLookup lookup, gpointer data);
