/* The few shapes in LLVM's textual form that the store tells apart. Nothing here needs a NUL before
 * `end`. */
#pragma once

#include <glib.h>

/* A character of an unquoted name. */
gboolean lexeme_is_word(char c);
/* How many digits stand at `at`. */
gsize lexeme_digits(const char *at, const char *end);
/* The length of the quoted text at `at`, both quotes included; all that is left when it does not
 * end. */
gsize lexeme_quoted(const char *at, const char *end);
/* The length of @name, %name, $name or their quoted forms at `at`, the sign included; 1 when no
 * name follows the sign. */
gsize lexeme_name(const char *at, const char *end);
/* How much of a module's text at `at`, where a line begins, is one function's definition, the line
 * break behind it excluded; 0 when none begins there. `at` is NUL-terminated. */
gsize lexeme_function(const char *at);
