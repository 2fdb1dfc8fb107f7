/* A line for a shell, cut where the shell cuts it. Nothing is run or expanded: whoever reads the
 * line is told where only a shell would know what a word becomes. */
#pragma once

#include "core/arena.h"

/* clang-format off */
typedef enum {
    SHELL_WORD,
    SHELL_CONTROL, /* ends a command: "&&", "||", "|", "&", ";" (a line's end, too), "(" and ")" */
    SHELL_REDIRECT /* ">", "2>", ">>", "<", "2>&" and so on; the next word is what it leads to */
} ShellKind;
/* clang-format on */

typedef struct {
    ShellKind kind;
    const char *text; /* of a word: without its quotes */
    gboolean quoted;  /* of a word: some of it was quoted or escaped */
    gboolean expands; /* of a word: a variable, a command's output or a pattern of names is in it;
                         but for patterns in paths that a word sets something to ("A=/b/c[1]") */
} ShellToken;

/* ShellToken * in the arena. NULL and an error when a quote is not closed. */
GPtrArray *shell_tokens(Arena *arena, const char *line, GError **error);

/* Whether the token is that operator. */
gboolean shell_is(const ShellToken *token, const char *operator);

#define SHELL_ERROR shell_error_quark()
GQuark shell_error_quark(void);
typedef enum { SHELL_ERROR_QUOTE } ShellError;
