/* Help that shows "${toggle_x}", where a loop over names has made "--enable-x" or "--disable-x" of
 * each: eval "toggle_${name}=\"--enable-${dashed}\"". */
#pragma once

#include <glib.h>

typedef struct {
    char *variable;  /* "toggle_"; NULL: the script has none */
    gboolean dashed; /* "_" of a name is "-" in its option */
} ShellToggles;

/* `lines` is NULL-terminated; the caller clears it. */
void shell_toggles_learn(ShellToggles *self, char **lines);
void shell_toggles_clear(ShellToggles *self);
/* The text with the option in place of the variable that it begins with, or the text itself. Takes
 * the text; the caller frees what comes back. */
char *shell_toggles_show(const ShellToggles *self, char *text);
