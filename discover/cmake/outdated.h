/* What messages of a build say is there only for who still gives it: "GPU_KIND is deprecated in
 * favor of GPU_ARCH". */
#pragma once

#include <glib.h>

/* The names (char *) that the text says are deprecated or obsolete, or will be removed: one, or a
 * list of them; nothing but words like "the option" stands before them, nothing but words like "has
 * been" between the two. Not "building without NAME is deprecated", "NAME=value is deprecated".
 * Empty where it says so of nothing; the caller frees it. */
GPtrArray *outdated_names(const char *text);
