/* Options of the project: declaring them, and what else tells that there is one or which values it
 * has (option.c, option_given.c; named_file.c; compared.c). */
#pragma once

#include "discover/cmake/evaluator.h"

/* An option may be read before it is declared. A person who gives it has it there, too, so a
 * variable that nothing has written, and that an option will be, is true where the option is. It
 * stays so where the declaration is not reached then. `value`: what the variable holds. */
Guard evaluator_expected(Evaluator *self, Variable *variable, const Value *value);
/* The same for a text that is compared: what a person gave, as a hole. NULL where no
 * set(... CACHE STRING ...) stands further down. */
const char *evaluator_expected_text(Evaluator *self, Variable *variable);

/* Files of the tree, and variables that are set, whose names an option's value is a part of: each
 * tells one value that the option may have, as recorder_word() does. Does nothing where the name is
 * known, is unknown in another way, was looked for before, or has nothing in it that tells such
 * files or variables from others. */
void evaluator_note_named_files(Evaluator *self, const char *path);
void evaluator_note_named_variables(Evaluator *self, const char *name);

/* option() or set(... CACHE ...) for a name that has no cache entry yet, or with FORCE: records it
 * as the project's option when the project asks for it, and gives it a cache value. */
void evaluator_declare_option(Evaluator *self, const char *name, OptionType type, const char *value,
                              const char *help, gboolean force);
/* A person may give the variable a value though nothing declares it. Where it is not defined yet it
 * gets a cache entry that is there if a value was given; that none was is the condition NAME="".
 * Nothing happens when one configuration is followed. */
void evaluator_give_option(Evaluator *self, const char *name, gboolean boolean);
/* A variable gets a value by a plain set(). Where nobody gave one of a variable that nothing
 * declares, and a function called for that ("add_my_option(NAME value)") sets it, the call declares
 * it, and the value is its default. Where no such call does, the value is what the project takes
 * (Option.fallbacks). */
void evaluator_offer_option(Evaluator *self, const char *name, const char *value);
/* A list gets the variable's name. Where a function does it that is told what the variable is for,
 * and nothing else declares it, the call declares it (undeclared.h). */
void evaluator_register_option(Evaluator *self, const char *name);
/* The folder is added. Where it is a submodule that is not there, it is what reads the options that
 * begin with its name and that nothing declares or sets, and those of which documents say no more
 * than that they are given with such. */
void evaluator_note_absent(Evaluator *self, const char *folder);
/* What is fetched and not there to be read may ask for all that documents give along with the
 * project's own names. */
void evaluator_note_fetched(Evaluator *self);
/* The variable is asked for. Where no scope has it, and no line that was read has put it in the
 * cache, a person's text is taken, or none: what FORCE writes there afterwards may come from it. */
void evaluator_note_taken(Evaluator *self, Variable *variable);
/* Whether a call that is being followed is given the name as it is written there, and not from a
 * list of all names: fill_in(NAME). */
gboolean evaluator_is_given_by_name(Evaluator *self, const char *name);
/* The STRINGS property, or a list that the project checks the option against. */
void evaluator_option_values(Evaluator *self, const char *name, const char *list);
/* The symbol whose text it is but for letter case and blanks around: itself, or what it is computed
 * from. */
const Symbol *evaluator_meant(Evaluator *self, const Symbol *symbol);
/* Records that the project compares a text with a value, which the option that is meant by it may
 * have, then. */
void evaluator_compared(Evaluator *self, const char *text, const char *value);
/* Notes that it is asked whether `text` is among the elements of the list, all of which is a hole.
 */
void evaluator_compared_element(Evaluator *self, const char *list, const char *text);
/* The same for the words of a pattern that the text is matched with, unless the option is a place
 * or flags, of which patterns name pieces. */
void evaluator_compared_words(Evaluator *self, const char *text, const char *pattern);
