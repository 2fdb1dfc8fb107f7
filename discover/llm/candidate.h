/* An option as a model gets to see it: one line of text, short, with what helps to label it.
 *
 *   7. USE_X (bool, OFF) "help"; values: A, B; if: not Y; finds X >=1.5; defines HAVE_X;
 * CMakeLists.txt:12
 *
 * All of it is the project's words and so hostile; it stays on one line, and every part is bounded.
 */
#pragma once

#include "discover/classify/classify.h"

#define CANDIDATE_HELP_BYTES 240u
#define CANDIDATE_VALUES_MAX 32u
#define CANDIDATE_VALUE_BYTES 32u
#define CANDIDATE_CONDITION_BYTES 60u
#define CANDIDATE_EFFECTS_MAX 4u
#define CANDIDATE_EFFECT_BYTES 60u
#define CANDIDATE_LINE_BYTES 120u

/* Without the number. To be freed. */
char *candidate_text(const Option *option);
