/* CMake's variables: normal ones in nested scopes, cache entries, and where they are read.
 *
 * Scopes nest strictly (function in function, directory in directory), so each variable keeps a
 * stack of its own bindings and a look-up never walks scopes: the last binding is the visible one.
 * Leaving a scope undoes the bindings that were made in it.
 *
 * *Layers* do the same for conditions. A block that is reached only under a condition, its base, is
 * read on a layer: what is written in it replaces what was there, as if the base always held, so
 * that the block sees plain texts. When the layer is closed, what was there before gets its say
 * back where the base does not hold. So a value is joined once a block, not once a write, and its
 * conditions need to be right only where the base of the layer around holds. */
#pragma once

#include "core/span.h"
#include "discover/cmake/value.h"

/* A value, and which layer changed it last: its number (0: none that is open), and which of its
 * changes. */
typedef struct {
    Value *value; /* NULL: nothing there */
    guint layer, change;
} Cell;

typedef struct {
    guint depth;
    Cell cell;
    guint looked_at; /* the newest watch when somebody asked for it last */
} Binding;

typedef struct {
    const char *name; /* interned */
    GArray *bindings; /* Binding, by depth ascending */
    Cell cache;       /* no value: no cache entry */
    gpointer option;  /* the recorder's OptionRecord when the project declares it as an option */
    gboolean untyped; /* the cache entry is a -D without a type, not declared yet */
    gboolean written; /* some scope or the cache was given a value, or none, in any branch */
    gboolean spelled; /* an option whose text is asked for: evaluator_note_spelled */
    gboolean unknown; /* the name itself is not known in full: it may be that of another */
    gboolean asked;   /* if(NAME) or if(DEFINED NAME) came before anybody set it */
    gboolean taken;   /* its text was asked for where nobody had set it: evaluator_note_taken */
    gboolean
        only_unless; /* a switch that is declared only where it is off: if(NOT NAME) option(NAME) */
    gboolean
        passing; /* CMAKE_MATCH_*: forgotten where a layer ends, as nobody means to read it there */
    gboolean volatile_; /* an unknown command may have set it: unset means unknown */
    guint looked_at;    /* the same where no scope has it */
} Variable;

typedef struct Variables Variables;

/* Names and values live in the arena, which must outlive it. The caller frees it. */
Variables *variables_new(Arena *arena);
void variables_free(Variables *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Variables, variables_free)

/* Never NULL. `variables_get_interned` needs a name of the arena's interning. */
Variable *variables_get(Variables *self, const char *name);
Variable *variables_get_interned(Variables *self, const char *name);
/* NULL when nobody has mentioned it. */
Variable *variables_find(Variables *self, const char *name);

/* A scope within the current one, with a function's call; leaving it forgets what was bound there.
 * The depth of the outermost one is 0. */
void variables_enter(Variables *self);
void variables_leave(Variables *self);
guint variables_depth(const Variables *self);

/* The visible normal value; NULL when there is no binding. Borrowed. */
Value *variable_value(const Variable *variable);
/* The value that the scope so many levels around the current one sees; NULL when there is none. */
Value *variables_outer_value(const Variables *self, const Variable *variable, guint levels);

/* How a value came about: a list that only grows is joined differently from a text that is
 * replaced. */
typedef enum { WRITE_REPLACES, WRITE_GROWS } Write;

/* Binds a parameter in the scope that was entered last. Nobody has asked for it by that. Takes over
 * the reference; interned name. */
void variables_bind(Variables *self, const char *name, Value *value);
/* Binds in the current scope. Takes over the reference. */
void variables_set(Variables *self, Variable *variable, Value *value, Write write);
/* Binds in the scope so many levels around; what the scopes within see stays. The outermost scope
 * has none around it: then nothing happens. Takes over the reference. */
void variables_set_outer(Variables *self, Variable *variable, Value *value, guint levels,
                         Write write);
/* The cache entry. Takes over the reference. */
void variables_set_cache(Variables *self, Variable *variable, Value *value, Write write);
/* A variable is written whose name has holes: it may be any that fits. */
void variables_note_unknown(Variables *self, const char *name);
/* Whether one of those may have been the variable of that name. */
gboolean variables_may_have_written(const Variables *self, const char *name);

/* Layers, innermost last; scopes are entered and left within one layer, or the other way round.
 * `within` is what the base says beyond the base of the layer around. */
void variables_open_layer(Variables *self, Guard base, Guard within);
void variables_close_layer(Variables *self, Symbols *symbols, Guards *guards);
/* The base of the innermost layer; TRUE when there is none. */
Guard variables_base(const Variables *self);

/* Marks the conditions of all values, and of the layers (guards_collect). */
void variables_mark(const Variables *self, Guards *guards);

/* Every variable, in no order; for listings that sort. Elements are Variable *. The caller unrefs
 * it.
 */
GPtrArray *variables_all(Variables *self);

/* Watches: what a function's body sees of variables that were there before it, and whether it
 * changes any. Whoever asks for a variable by its name counts as one who looks at it. */

/* A variable as it was when it was first looked at. */
typedef struct {
    const char *name;   /* interned */
    Variable *variable; /* NULL: nobody had mentioned it */
    Value *normal;      /* the visible one; NULL for nothing, as below */
    Value *cache;
    gpointer option;
    gboolean untyped, asked, only_unless, volatile_;
} SeenVariable;

typedef struct Watch Watch;
struct Watch {
    GArray *seen;  /* SeenVariable */
    gboolean lost; /* something was changed that outlives the scope; `seen` says nothing then */
    guint depth, number;
    Watch *outer;
};

/* Begins to watch the scope that was entered last; watches end in the opposite order. */
void variables_watch(Variables *self, Watch *watch);
void variables_unwatch(Variables *self);
/* What is done now is no matter of variables alone: all watches under way are lost. */
void variables_lose_watches(Variables *self);
/* Whether all of it is now as it was then. Counts as looking at it. */
gboolean variables_are_as_seen(Variables *self, const GArray *seen);
/* What `option` of the variable is, without counting as one who looks; interned name. */
gpointer variables_option_of(const Variables *self, const char *name);
