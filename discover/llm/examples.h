/* Which examples a batch of candidates is shown: those that are most like it.
 *
 * Likeness is that of words, a rare word counting more than a common one. Examples are chosen
 * together: each next one is that which helps the batch most beyond those already chosen. None
 * comes from the project under study, nor from a copy of it under another name: an example whose
 * option the project has is left out as well. */
#pragma once

#include "discover/facts.h"
#include "discover/llm/prompts.h"

/* Elements are const PromptExample *, in the order of the file; at most `count`. `options` are
 * const Option *. `folder_name` is the name of the project's folder, for projects whose build files
 * do not say what they are called. The caller frees the array. */
GPtrArray *examples_choose(const Prompts *prompts, const Facts *facts, const char *folder_name,
                           const GPtrArray *options, guint count);
