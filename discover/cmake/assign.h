/* Writing: giving values to variables, and the layers on which blocks do it (assign.c). */
#pragma once

#include "discover/cmake/evaluator.h"

/* A block that is reached under `path` only is read on a layer of its own (variables.h), unless the
 * layer around has the same base; what the first gives tells the second whether there is one to
 * close. */
gboolean evaluator_open_layer(Evaluator *self);
/* The same for who knows better what `path` says beyond the base of the layer around. */
gboolean evaluator_open_layer_within(Evaluator *self, Guard within);
void evaluator_close_layer(Evaluator *self, gboolean opened);
/* Where a write has to tell old from new: what `path` says beyond the layer's base. */
Guard evaluator_write_path(const Evaluator *self);
/* `old` of the variable `name` with `tail` added within `path`. With APPEND_ELEMENTS the tail's
 * first semicolon is left out where it would come first. A new reference. */
typedef enum { APPEND_TEXT, APPEND_ELEMENTS } Append;
Value *evaluator_appended(Evaluator *self, const Value *old, const char *name, const char *tail,
                          Append append);
/* Gives the variable a value within `path`; NULL takes it away. */
void evaluator_set(Evaluator *self, const char *name, const char *text);
void evaluator_set_value(Evaluator *self, Variable *variable, Value *value);
/* In the scope that many levels further out, at least 1; what lies between is left as it is. */
void evaluator_set_outer(Evaluator *self, const char *name, Value *value, guint levels);
void evaluator_set_cache(Evaluator *self, Variable *variable, Value *value);
/* "NAME is unknown from here on", for each; recorded in the ledger. `names` ended by NULL. */
void evaluator_havoc(Evaluator *self, const char *reason, const char *subject,
                     const char *const *names);
/* The same for each variable whose name is one of the texts. */
void evaluator_havoc_named(Evaluator *self, const char *reason, const char *subject,
                           const GPtrArray *texts);
/* A text that is unknown: of a thing that nobody can ask, or worked out from such texts. */
const char *evaluator_hole(Evaluator *self, ConditionSubject kind, const char *subject);
const char *evaluator_derive(Evaluator *self, const char *operation, const char *input);

/* copy.c: gives a variable all that another may be, where the command does just that; else FALSE.
 */
gboolean evaluator_copy(Evaluator *self, const Command *command);
/* grow.c: adds elements to a list where the command, a set(), does just that in this run, narrowing
 * `path` to what the added ones need; else FALSE. */
gboolean evaluator_grow(Evaluator *self, const Command *command);
