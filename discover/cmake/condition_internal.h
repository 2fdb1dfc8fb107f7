/* What the files of if() share. */
#pragma once

#include "discover/cmake/evaluator.h"

/* Under which condition a unary test of the word holds. */
typedef Guard (*ConditionTest)(Evaluator *self, const char *word);
/* NULL: there is no such test. */
ConditionTest condition_unary(const char *word);

/* Who asks for what nobody has set asks for what a person gave. */
void condition_note_asked(Variable *variable);
/* The argument is looked for in a list. If it is "${NAME}", it is asked whether what was given as
 * NAME is one of the words there; where it is none, what the project writes is its default. */
void condition_note_among(Evaluator *self, const Argument *argument);

/* Under which condition the text matches the pattern. Sets the CMAKE_MATCH variables as far as
 * `when` and the path hold. condition_match.c */
Guard condition_matches(Evaluator *self, const char *text, const char *pattern, Guard when);
