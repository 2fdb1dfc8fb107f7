/* The manual page and the shells' completions of a program, as text made from its command line.
 * Each program has a small helper that prints them when it is built and installed. */
#pragma once

#include "core/command_line.h"

/* The second column is the name of the form on the helper's command line. */
/* clang-format off */
#define MANUAL_FORMS(X) \
    X(MAN,  "man")      \
    X(BASH, "bash")     \
    X(ZSH,  "zsh")      \
    X(FISH, "fish")
/* clang-format on */

typedef enum {
#define X(id, text) MANUAL_##id,
    MANUAL_FORMS(X)
#undef X
} ManualForm;

/* FALSE when no form has that name. */
gboolean manual_form_parse(const char *text, ManualForm *form);
/* The caller frees it. */
char *manual_text(const CommandLine *command, ManualForm form, const char *version);
