/* Units that keep their own targets beside units that have another one. */
#pragma once

#include "container/lower/callees.h"
#include <glib.h>

/* One object in the build tree. Texts and lists are the caller's. */
typedef struct {
    const char *source;       /* as people know it */
    const char *path;         /* of the object */
    const char *target;       /* the unit's recorded target; NULL: nobody knows */
    const GPtrArray *exposed; /* as in Lowered: of a unit that keeps its target; else NULL */
} KeptUnit;

/* `units` is an array of KeptUnit. FALSE and an error when a linker may take from a unit that keeps
 * its target what one with another target has as well, when one defines a function that was taken
 * for the runtime's, or when an object cannot be read. */
gboolean kept_units_check(const GArray *units, const Callees *callees, GError **error);

#define KEPT_ERROR kept_error_quark()
GQuark kept_error_quark(void);
typedef enum { KEPT_ERROR_READ, KEPT_ERROR_SHARED, KEPT_ERROR_RUNTIME } KeptError;
