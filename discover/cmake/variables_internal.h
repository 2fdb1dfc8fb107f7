/* What the files behind variables.h share; nobody else includes it. */
#pragma once

#include "discover/cmake/variables.h"

struct Variables {
    Arena *arena;
    GHashTable *by_name; /* interned name (by pointer) -> Variable * */
    GPtrArray *trail;    /* Variable * bound in a scope, in order */
    GArray *marks;       /* guint: the trail's length when each scope was entered */
    GArray *layers;      /* Layer */
    guint layer_number;  /* of the newest */
    Watch *watch;        /* innermost */
    guint watch_number;  /* of the newest */
    GHashTable *unknown; /* names with holes that were written */
};

static inline Binding *last_binding(const Variable *variable)
{
    return variable->bindings->len == 0
               ? NULL
               : &g_array_index(variable->bindings, Binding, variable->bindings->len - 1);
}

/* Somebody asks for the variable, or for a name that nobody has mentioned; a scope's variable is
 * written, or with depth 0 a cache entry. */
void variables_look_at(Variables *self, Variable *variable);
void variables_look_at_nothing(Variables *self, const char *name);
void variables_note_written(Variables *self, guint depth);
