/* Tokens of a Meson file. */
#pragma once

#include "core/arena.h"

typedef enum {
    TOKEN_END,
    TOKEN_NEWLINE,
    TOKEN_NAME, /* a keyword, too */
    TOKEN_NUMBER,
    TOKEN_TEXT,  /* `text` is what it says */
    TOKEN_SIGN,  /* "(", "==", "+=", ... */
    TOKEN_ERROR, /* `text` says what is wrong */
} MesonTokenKind;

typedef struct {
    MesonTokenKind kind;
    guint line;
    const char *text; /* in the arena */
    gboolean formatted;
} MesonToken;

typedef struct {
    Arena *arena;
    const char *cursor;
    guint line;
    guint brackets; /* that are open: newlines count for nothing in them */
    MesonToken token;
} MesonTokens;

void meson_tokens_begin(MesonTokens *self, Arena *arena, const char *text);
/* Goes to the next one, which then is `token`. */
void meson_tokens_next(MesonTokens *self);
