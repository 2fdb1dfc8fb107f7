/* JSON texts as CMake's library reads and writes them, over jansson. */
#pragma once

#include <glib.h>
#include <jansson.h>

typedef enum {
    JSON_TEXT_READ,
    JSON_TEXT_MALFORMED, /* CMake's library refuses it too */
    JSON_TEXT_UNCLEAR,   /* it may read what jansson does not: 007, bytes that are not UTF-8 */
} JsonTextOutcome;

/* Reads the first value of the text; comments, commas before a closing bracket, control bytes in
 * strings and anything after the value are allowed, as CMake does. `value` is the caller's. */
JsonTextOutcome json_text_read(const char *text, json_t **value);

/* Appends the value with members sorted by name, two spaces an indentation, and short arrays on one
 * line. */
void json_text_write(const json_t *value, GString *out);

/* A number as text: reals keep 17 digits and a point or an exponent. */
void json_text_write_number(const json_t *number, GString *out);

/* The member names of an object, sorted bytewise. Frees only the vector. */
GPtrArray *json_text_names(const json_t *object);
