/* Commands of a trace that define an option: option() and set(... CACHE ...). */
#pragma once

#include <glib.h>

/* An execution that would define an option. */
typedef struct {
    const char *name;
    const char *by;
    char *type;
    char *value;
    gboolean force;
} Assignment;

/* A trace shows arguments with their variables replaced, but not yet split at ';' and without those
 * that then vanish, and it does not show the quotes that decide about both. So the words (char *)
 * are read as they stand if that makes sense, else without a last empty one, else split. FALSE when
 * the command defines nothing. `result` borrows its name from the words or from `split`, which
 * frees what it gets; type and value are for the caller to free. */
gboolean assignment_of(const char *command, const GPtrArray *words, Assignment *result,
                       GPtrArray *split);

/* The value that an option() stores for this initial value: "ON" or "OFF". */
const char *assignment_switch(const char *value);
