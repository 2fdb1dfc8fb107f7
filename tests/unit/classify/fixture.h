/* Facts made by hand, for the tests of the classifier. */
#pragma once

#include "core/yaml.h"
#include "discover/classify/classify.h"

/* The knowledge files of the repository. Ends the test when they cannot be read. */
Knowledge *fixture_knowledge(void);

/* Facts of one project: {name, options: [{option, help, type, default, values, effects, ...}]}.
 * `folder` is the build system's, `exists` a condition; with `defaults: [{value, when}]` each value
 * is a definition of its own. Options keep the order of the text. The facts live in the arena and
 * keep pointers into `project`.
 */
Facts *fixture_facts(Arena *arena, json_t *project);
