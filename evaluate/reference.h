/* Label files and model replies in the layout of the SC'25 paper (docs/reference-layout.md).
 *
 * Replies come from language models: anything may be missing or have the wrong type. What cannot be
 * read is no claim. */
#pragma once

#include "evaluate/claim.h"

/* Whether an object has any of the layout's members. */
gboolean reference_is(const json_t *root);
/* Appends its claims. `document` gives places when `root` belongs to it; NULL: there are none. */
void reference_claims(Arena *arena, const json_t *root, const YamlDocument *document,
                      GPtrArray *claims);
