/* One option of the facts, from what the recorder knows of it: its definitions, type, values, uses
 * and comment. What it leads to is facts_build's. */
#pragma once

#include "discover/cmake/facts_build.h"

/* The option, without links, in the source's arena; NULL where nothing that can come about declares
 * it, or only the project itself sets it. What is recorded of it is changed on the way: its
 * definitions are sorted, and hold wherever a person gives it. */
Option *facts_option_build(const FactsSource *self, OptionRecord *record);

/* Whether a condition turns out to be impossible once names are taken for what they stand for. */
gboolean facts_option_never(const FactsSource *self, Guard guard);

/* What the condition says whatever the symbol is. */
Guard facts_option_without(const FactsSource *self, Guard guard, SymbolId symbol);
