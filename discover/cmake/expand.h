/* Reading: what the arguments of a command expand to in one run, and what is in variables
 * (expand.c; optional.c: list elements that are there under a condition). */
#pragma once

#include "discover/cmake/evaluator.h"

/* Must be cleared before the evaluator ends. */
Arguments arguments_new(Evaluator *evaluator);
void arguments_clear(Arguments *self);
/* Frees what arguments_clear() has kept in `spare`. */
void arguments_free_spare(GArray *spare);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Arguments, arguments_clear)
void arguments_add(Arguments *self, const char *text, gboolean quoted);

/* Adds what the arguments, or the one with that index, expand to, narrowing `path` to one run. */
void evaluator_expand(Evaluator *self, const Command *command, Arguments *arguments);
void evaluator_expand_argument(Evaluator *self, const Command *command, guint index,
                               Arguments *arguments);
/* Adds to `out` the text of an argument in this run, narrowing `path`, with a blank for what the
 * variables hold whose names pass. */
typedef struct {
    gboolean (*passes)(const char *name, gconstpointer data);
    gconstpointer data;
} NameTest;
void evaluator_expand_without(Evaluator *self, const Argument *argument, const NameTest *left_out,
                              GString *out);
/* The name of the variable that a reference means in this run, narrowing `path`; interned. */
const char *evaluator_name(Evaluator *self, const Piece *piece);
/* Records that the project reads the option of that name, if there is one. */
void evaluator_note_use(Evaluator *self, Variable *variable);
/* Whether the project has set the option itself, so that what a person may have given is not read:
 * then it is none at all, unless it is declared. */
gboolean evaluator_is_own(Evaluator *self, const Variable *variable);
/* A variable's text in this run, narrowing `path`; NULL when it is not defined. Borrowed until the
 * variable is written, or the command that is run ends. */
const char *evaluator_read(Evaluator *self, Variable *variable);
/* The same where the project does not ask for it, as before it writes: no use of an option. */
const char *evaluator_peek(Evaluator *self, Variable *variable);
/* The same by name. */
const char *evaluator_read_name(Evaluator *self, const char *name);
/* Whether a package that was looked for may have set a variable of that name, by its first part. */
gboolean evaluator_may_bring(const Evaluator *self, const char *name);
/* The same of one that nothing in the project sets or declares. */
gboolean evaluator_brought(const Evaluator *self, const char *name);
/* All texts that a variable can have: its normal value, else its cache entry. A new reference. */
Value *evaluator_value(Evaluator *self, Variable *variable);
Value *evaluator_value_of_name(Evaluator *self, const char *name);

/* process_environment.c: $ENV{NAME} in this run, narrowing `path`; what the process had before is
 * not known. Whether it is there is asked without narrowing. */
const char *evaluator_environment(Evaluator *self, const char *name);
Guard evaluator_environment_defined(Evaluator *self, const char *name);
void evaluator_set_environment(Evaluator *self, const char *name, const char *text);
void evaluator_unset_environment(Evaluator *self, const char *name);

/* Calls `run` for one combination of values after the other until all of `path` is covered. */
typedef void (*RunFunction)(Evaluator *self, gpointer data);
void evaluator_each_run(Evaluator *self, RunFunction run, gpointer data);

/* The text with its optional pieces decided for this run, narrowing `path`. */
const char *evaluator_settle(Evaluator *self, const char *text);
/* The piece that is `text` where `when` holds, and nothing elsewhere. Belongs to the symbols. */
const char *evaluator_piece(Evaluator *self, const char *text, Guard when);
/* Whether the text consists of optional pieces, of which there is at least one. */
gboolean evaluator_all_optional(Evaluator *self, const char *text);
/* Whether nothing of the text is certainly there. A list's piece that is always there only says
 * that it loses its semicolon where those before it are not. */
gboolean evaluator_may_be_empty(Evaluator *self, const char *text);
/* Whether the text is an element that may be nothing: all of it is optional, and none of its pieces
 * brings a semicolon. */
gboolean evaluator_may_vanish(Evaluator *self, const char *text);
/* Where the text is nothing: it is "", or all of it is optional and none of its pieces is there. Of
 * a text with many pieces FALSE. */
Guard evaluator_nothing(Evaluator *self, const char *text);
/* The text without the optional pieces that are not there within `path`; to be freed. */
char *evaluator_text_within(Evaluator *self, const char *text);
/* Whether an unquoted reference to the list is just its elements: none of them is empty or has a
 * backslash. The list may be nothing. FALSE is always safe to say. */
gboolean evaluator_is_plain_list(Evaluator *self, const char *text);
/* Whether one of its optional pieces is, or has, an empty element. */
gboolean evaluator_brings_empty(Evaluator *self, const char *text);
/* The text with these left out: they are no arguments. The caller frees it. */
char *evaluator_without_empty(Evaluator *self, const char *text);
/* The text as it can stand behind another one. An optional element at its beginning would lose its
 * semicolon to what it then stands behind, so which of its elements comes first is decided for this
 * run, narrowing `path`. */
const char *evaluator_text_behind(Evaluator *self, const char *text);
/* Takes the first element off a list: leading pieces are decided until one is there, narrowing
 * `path`. NULL when the list is nothing in this run; else to be freed. What is left belongs to the
 * arena. */
char *evaluator_take_element(Evaluator *self, const char **list);
/* Appends `text` to an argument that is put together. A piece can stay open only at the beginning
 * or behind another one, and where another element follows: "${A}b" is not the list of A and b.
 * Elsewhere it is decided for this run, narrowing `path`. */
void evaluator_add_text(Evaluator *self, GString *out, const char *text);
/* Appends an argument as an element to a list, with the semicolon before it. */
void evaluator_add_element(Evaluator *self, GString *list, const char *text, gboolean quoted);
