/* CMake's variables: normal ones in nested scopes, cache entries, and where they are read.
 *
 * Scopes nest strictly (function in function, directory in directory), so each variable keeps a stack of
 * its own bindings and a look-up never walks scopes: the last binding is the visible one. Leaving a scope
 * undoes the bindings that were made in it. Conditions are not handled here: values carry them. */
#pragma once

#include "core/span.h"
#include "discover/cmake/value.h"

typedef struct {
    guint depth;
    Value *value;
} Binding;

typedef struct {
    const char *name;  /* interned */
    GArray *bindings;  /* Binding, by depth ascending */
    Value *cache;      /* NULL: no cache entry */
    gpointer option;   /* the recorder's OptionRecord when the project declares it as an option */
    gboolean untyped;   /* the cache entry is a -D without a type, not declared yet */
    gboolean volatile_; /* an unknown command may have set it: unset means unknown */
} Variable;

typedef struct Variables Variables;

Variables *variables_new(Arena *arena);
void variables_free(Variables *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Variables, variables_free)

/* Never NULL. `variables_get_interned` needs a name of the arena's interning. */
Variable *variables_get(Variables *self, const char *name);
Variable *variables_get_interned(Variables *self, const char *name);
/* NULL when nobody has mentioned it. */
Variable *variables_find(Variables *self, const char *name);

void variables_enter(Variables *self);
void variables_leave(Variables *self);
guint variables_depth(const Variables *self);

/* The visible normal value; NULL when there is no binding. Borrowed. */
Value *variable_value(const Variable *variable);
/* The value that the scope around the current one sees; NULL when there is none. */
Value *variables_parent_value(const Variables *self, const Variable *variable);

/* Binds in the current scope. Takes over the reference. */
void variables_set(Variables *self, Variable *variable, Value *value);
/* Binds in the scope around; what the current scope sees stays. Takes over the reference. */
void variables_set_parent(Variables *self, Variable *variable, Value *value);

/* Every variable, in no order; for listings that sort. Elements are Variable *. */
GPtrArray *variables_all(Variables *self);
