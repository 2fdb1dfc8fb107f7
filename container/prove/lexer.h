/* What the parts of the lexicon share: lexicon.c numbers names and reads files, lexer.c goes
 * through a file's tokens, lexer_text.c through its texts, lexicon_lines.c finds plain lines. */
#pragma once

#include "container/prove/lexicon.h"

struct Lexicon {
    GHashTable *ids;  /* name -> id */
    GPtrArray *names; /* by id */
    GArray *marks;    /* guint32 by id: the last file that has the name */
    guint32 file;     /* number of the present file */
    guint32 declare, variant, metadirective, required_simd_align;
    guint32 wide_atomics, evaluation, sse;
    guint32 define, undef, include, include_next, import, embed, has_include, has_include_next,
        has_embed, has_builtin, timestamp, push_macro, pop_macro, pragma;
    guint32 defined, ifdef, ifndef, elifdef, elifndef, error, warning;
};

typedef struct {
    Lexicon *lexicon;
    LexedFile *file;
    const char *begin;
    const char *at;
    const char *end;
    const GArray *seams; /* gsize: where lines were joined, from `begin` on */
    guint seam;          /* those before it are behind `at` */
    GString *word;
    gboolean line_begins;
    gboolean in_directive;
    gboolean read_text;      /* a pragma's text follows: its words count */
    gboolean after_defined;  /* `defined` or #ifdef stands before: this name is not expanded */
    gboolean before_defined; /* the same for the next token */
} Lexer;

gboolean lexer_begins_name(char c);
gboolean lexer_continues_name(char c);
/* Where `text` begins; NULL when it does not come. Zero bytes are bytes like others. */
const char *lexer_find(const char *from, const char *end, const char *text);
const char *lexer_line_end(const Lexer *self);

void lexer_emit(Lexer *self, guint32 token);
/* The token of a character that is none of a name. */
void lexer_emit_character(Lexer *self, char c);
void lexer_mention(Lexer *self, guint32 id);

/* ---- lexer_text.c ---------------------------------------------------------------------------- */

/* The rest of the line, in which no comment begins; its words count. */
void lexer_read_plain_rest(Lexer *self);
/* A text or character constant: a quote is at `at`. */
void lexer_skip_quoted(Lexer *self);
/* Whether a name and a quote begin a raw text. */
gboolean lexer_is_raw_prefix(const char *name);
/* R"delimiter(...)delimiter": the quote is at `at`. FALSE when it is not that. */
gboolean lexer_skip_raw_text(Lexer *self);

/* ---- lexer.c --------------------------------------------------------------------------------- */

/* Goes through all tokens. */
void lexer_run(Lexer *self);
