/* Small helpers on Jansson. JSON holds UTF-8 only, and build files hold any byte; what is not UTF-8
 * becomes U+FFFD here, in one place. All results are new references. */
#pragma once

#include "core/span.h"
#include <jansson.h>

/* A JSON string; null for NULL. */
json_t *json_of_text(const char *text);
/* The same as CMake reads it in a presets file, where a '$' begins a macro (cmake-presets(7)). */
json_t *json_of_preset_text(const char *text);
/* "path:line"; null for no place. */
json_t *json_of_span(Span span);
/* An array of strings from `const char *` elements; empty for NULL. */
json_t *json_of_texts(const GPtrArray *texts);
/* The same of a vector that ends with NULL. */
json_t *json_of_vector(const char *const *texts);
/* The text of an object's member, which owns it; NULL where it has none, or one of another kind. */
const char *json_text(const json_t *object, const char *key);
/* The document as a person reads it: two blanks of indentation, members in the order in which they
 * were set, a newline at the end. The caller frees it with g_free. */
char *json_document_text(const json_t *document);
