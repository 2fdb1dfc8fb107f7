/* Options beside definitions that are options of their own ("FLAGS+=-DNAME", OPTION_LISTED in
 * facts.h).
 *
 * Files that one variable chooses among may each stand for several decisions at once: for a
 * system, a compiler, and for whether messages are passed. What decides these are the definitions
 * by which the files differ. */
#pragma once

#include "discover/classify/classify.h"

/* To be called with the decisions (Decision *) on all options of a project, once it is settled
 * which definitions are points. Rejects variables that hold nothing but a definition which more
 * lines add to another one, and choices of compilers among files of which most build with what
 * another one builds with and differ from it by such definitions. */
void listed_reject(GPtrArray *decisions, Arena *arena);
