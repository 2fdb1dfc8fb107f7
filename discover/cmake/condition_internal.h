/* What the files of if() share. */
#pragma once

#include "discover/cmake/evaluator.h"

/* Under which condition a unary test of the word holds. */
typedef Guard (*ConditionTest)(Evaluator *self, const char *word);
/* NULL: there is no such test. */
ConditionTest condition_unary(const char *word);

/* Who asks for what nobody has set asks for what a person gave. */
void condition_note_asked(Variable *variable);
