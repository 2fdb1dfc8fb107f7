/* Short texts about options, shared by the table and the explanation. All results are to be freed
 * by the caller. */
#pragma once

#include "discover/classify/classify.h"

/* A text with what the reader could not work out in few words: "${string(TOUPPER) of ${X}}" is
 * "${from X}", and "${...}" what comes from more than DESCRIBE_NAMES_MAX variables, or from none.
 * The caller frees it. */
#define DESCRIBE_NAMES_MAX 3u
char *describe_text(const char *text);

/* What can be set: "CUDA, OpenCL, SYCL"; "ON, OFF"; "(text)". Of a choice, the values that
 * the classification kept. */
char *describe_values(const Decision *decision);
/* "AUTO"; "?" when it could not be worked out; with a star when it depends on something. */
char *describe_default(const char *value, gboolean depends);
/* "1234/56": lines and files. "" when nothing hangs on it. */
char *describe_reach(const Reach *reach);
/* "CUDA >= 11.0, required": what happens, without when and where. */
char *describe_effect(const Effect *effect);
/* The first place that defines it, else where it is read first; SPAN_NONE when there is neither. */
Span describe_place(const Option *option);
