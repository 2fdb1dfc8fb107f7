/* The forms of a specification that are written only; specification_text chooses among them. */
#pragma once

#include "core/specification.h"

/* A document for reviewers: a table a category, then each point with its evidence. Freed by the
 * caller. */
char *specification_markdown(const Specification *self);
/* The layout of the SC'25 label files; docs/reference-layout.md says what goes where. A new
 * reference. */
json_t *specification_reference_json(const Specification *self);
