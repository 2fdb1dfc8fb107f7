/* What a list in a comment says of a variable that nothing declares: many files begin with the
 * names that may be given, each with a text behind it. */
#pragma once

#include "discover/cmake/facts_build.h"

/* The text behind the name in the comments of the project's first file, with the lines that go on
 * with it; NULL when no line is about it. In the source's arena. */
const char *comment_list_text(const FactsSource *self, const char *name);
