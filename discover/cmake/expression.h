/* Generator expressions (cmake-generator-expressions(7)) in what targets are compiled and linked
 * with: which words they may become, and under which condition. What compiler, language or
 * configuration it is nobody asks here: such conditions may hold or not. */
#pragma once

#include "discover/cmake/evaluator.h"

typedef void (*WordVisit)(Evaluator *self, const char *word);

/* Visits the item, or, where it is "$<condition:words>" or "$<IF:condition,words,words>", each word
 * within, with `path` narrowed to where the condition may hold. Expressions that ask for a text
 * ("$<TARGET_FILE:x>") are no words. */
void expression_each_word(Evaluator *self, const char *item, WordVisit visit);
