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

void shell_problem(ShellReader *self, Origin at, const char *reason, const char *subject);

/* One word from here on; without parts when there is none. */
const Word *shell_read_word(ShellReader *reader);
