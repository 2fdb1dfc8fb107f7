/* The words for on and off that build systems share, in letters of any case. What one of them takes
 * besides ("t" in makefiles, numbers in CMake, "enabled" in Meson) its own reader knows. */
#pragma once

#include <glib.h>

/* "on", "true", "yes", "y", "1"; FALSE for NULL. */
gboolean switch_word_is_on(const char *text);
/* "off", "false", "no", "n", "0"; FALSE for NULL and the empty text. */
gboolean switch_word_is_off(const char *text);
/* "auto", "automatic", "autodetect", "detect": what is there decides; FALSE for NULL. */
gboolean switch_word_is_automatic(const char *text);
/* Off, and what CMake has for something that is not there: "ignore", "notfound",
 * "X-NOTFOUND". */
gboolean switch_word_is_off_or_missing(const char *text);
/* The same and "none": as a value it chooses nothing. */
gboolean switch_word_is_none(const char *text);
