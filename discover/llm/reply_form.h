/* A reply in the layout of the SC'25 label files (docs/reference-layout.md), made out of whatever
 * form a model gave it.
 *
 * Models put the object amid prose or into a code block, answer with a JSON Schema whose examples,
 * constants and defaults are the answer, fill values into the schema that they were shown, or write
 * the layout's keys in other letter case. What they meant is the same object; form alone should
 * lose nothing. What nobody said is not made up here. */
#pragma once

#include <jansson.h>

/* An object with the layout's keys only, each of the type that the layout has; keys that the reply
 * lacks are missing. A new reference; NULL when the text holds no such object. */
json_t *reply_form_read(const char *text);
