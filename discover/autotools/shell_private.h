/* What the shell's parser and its words share. */
#pragma once

#include "discover/autotools/shell.h"

typedef struct {
    Arena *arena;
    TextCursor cursor;
    guint depth;
    GPtrArray *documents; /* char *: delimiters of here-documents that begin behind this line */
    ShellProblem problem; /* may be NULL */
    guint problems;       /* reported so far */
    gpointer data;
} ShellReader;

static inline int shell_peek(const ShellReader *self)
{
    return text_cursor_peek(&self->cursor);
}

/* The byte there; moves on. */
static inline int shell_next(ShellReader *self)
{
    int byte = text_cursor_peek(&self->cursor);
    text_cursor_next(&self->cursor);
    return byte;
}

/* shell_between.c: the text from here on. */
const char *shell_rest(const ShellReader *self);
gboolean shell_looks_at(const ShellReader *self, const char *text);
/* Moves on by so many bytes, at most to the end of the text. */
void shell_skip(ShellReader *self, gsize count);
/* To the end of the line, which is not passed. */
void shell_skip_line(ShellReader *self);
/* Behind blanks, continued lines and a comment. */
void shell_skip_blanks(ShellReader *self);
/* Behind blanks, ends of lines with their here-documents, and lone semicolons. */
void shell_skip_separators(ShellReader *self);
/* Whether the reserved word stands here, whole. */
gboolean shell_at_keyword(const ShellReader *self, const char *keyword);
/* The same; then it is passed. */
gboolean shell_take_keyword(ShellReader *self, const char *keyword);

/* Reports a part that was not understood; after SHELL_PROBLEMS_MAX of them nothing more. */
void shell_problem(ShellReader *self, Origin at, const char *reason, const char *subject);

/* One word from here on; without parts when there is none. */
const Word *shell_read_word(ShellReader *reader);
/* Whether bash's "(one two)" begins here, and reading it: its elements, as the words of one text.
 */
gboolean shell_at_elements(const ShellReader *self);
const Word *shell_read_elements(ShellReader *self);
