/* Functions and macros: defining and calling them (function.c, call.c), and what a macro's
 * parameters stand for (macro.c). */
#pragma once

#include "discover/cmake/evaluator.h"

/* function.c: defines the function() or macro() at `index`, whose body ends before `end`. */
void evaluator_define_function(Evaluator *self, SourceFile *file, guint index, guint end);
/* What functions are kept by: the name in lower case, interned. */
const char *evaluator_function_key(Evaluator *self, const char *name);
/* FALSE when there is no such function for all of `path`; the part that was called is taken from
 * it. */
gboolean evaluator_call_user(Evaluator *self, const Command *command);
/* cmake_language(CALL): the same with arguments that are expanded already, for a name that may be a
 * built-in command, too. */
gboolean evaluator_call_named(Evaluator *self, const char *name, const Arguments *arguments,
                              const Command *command);
/* Where the name is a command: a built-in one, or one that is defined. */
Guard evaluator_command_exists(Evaluator *self, const char *name);

/* What a reference to a macro's parameter stands for in the innermost frame; NULL when the name,
 * which is interned, is none. */
Value *evaluator_parameter(const Evaluator *self, const char *name);
/* The same for this piece, whose name may have been computed. */
Value *evaluator_parameter_of(const Evaluator *self, const Piece *piece, const char *name);
/* The parameters that a function or macro refers to whose commands are these, and which is defined
 * where they are something: name -> Value *. NULL for none; the caller unrefs it. */
GHashTable *evaluator_given(const Evaluator *self, const SourceFile *file, guint begin, guint end);
/* Marks their conditions (guards_collect); `given` may be NULL. */
void evaluator_mark_given(Evaluator *self, GHashTable *given);

/* call_memory.c: runs the body of a function, whose arguments are bound. Not again where an earlier
 * call saw the same and changed nothing that outlives it: it would record what is recorded. */
void evaluator_run_body(Evaluator *self, const Function *function);
/* Something changes that calls hang on and that is in no variable, or conditions are freed. */
void evaluator_forget_calls(Evaluator *self);
/* An empty `remembered` of the evaluator; the caller unrefs it. */
GHashTable *remembered_calls_new(void);
