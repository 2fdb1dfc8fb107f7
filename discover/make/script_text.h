/* What a script of the shell may print: its text without what can only be its own. */
#pragma once

#include <glib.h>

/* Whether the text is a script of the shell, by its first line. */
gboolean script_text_is_shell(const char *text);
/* The same text with blanks for comments and for names that statements assign to: "X=1" in a
 * document that goes to a file, or behind `echo`, is text, and anywhere else a variable of the
 * script's. What is not balanced keeps its names. The caller frees it. */
char *script_text_without_own(const char *text);
