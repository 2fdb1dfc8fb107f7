/* What conditions say of texts: within if(NAME STREQUAL "text") the variable is that text, whatever
 * could be told of it before: an option's value, what a program printed, one of many. So
 * set(USE_${NAME} ON) sets one variable there, and nothing has to be run for other texts. */
#pragma once

#include "discover/cmake/evaluator.h"

/* For `known` of the evaluator: none. The caller unrefs it. */
GArray *known_texts_new(void);

/* To be called where the condition of an if() or elseif() has been found to hold, before its block
 * is run: notes what all of its parts that AND joins say. Gives how many texts were known before.
 */
guint evaluator_know(Evaluator *self, const Command *condition);
/* Behind the block: as many are known as before. */
void evaluator_unknow(Evaluator *self, guint before);

/* Nothing that is known is known in a function's body, so that calls which see the same variables
 * do the same. Gives what to hand to evaluator_know_again() behind the body. */
guint evaluator_know_nothing(Evaluator *self);
void evaluator_know_again(Evaluator *self, guint outer);

/* The text that the visible variable of that name is known to hold; NULL when nothing says so. */
const char *evaluator_known_text(const Evaluator *self, const Variable *variable);
