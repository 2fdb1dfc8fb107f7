/* What messages of a build say is there only for who still gives it: "GPU_KIND is deprecated in
 * favor of GPU_ARCH". */
#pragma once

#include <glib.h>

/* The name that the text says is deprecated: nothing but words like "the option" stands before it,
 * nothing but words like "has been" between the two. Not "building without NAME is deprecated",
 * "NAME=value is deprecated". The caller frees it; NULL: the text says so of nothing. */
char *outdated_name(const char *text);
