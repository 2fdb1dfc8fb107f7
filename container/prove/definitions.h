/* All definitions of macros in files that were read: bodies and parameters by name, whether a
 * configuration compiles them or not. */
#pragma once

#include "container/prove/lexicon.h"

/* One `#define`. */
typedef struct {
    const GArray *tokens; /* of its file */
    guint begin, end;     /* its body */
    gboolean call;        /* has parameters, if only "()" */
    GArray *parameters;   /* guint32; NULL: none */
    gboolean variadic;    /* the last one takes all further arguments */
} Definition;

/* All that is known of one name. */
typedef struct {
    guint32 name;
    GPtrArray *definitions; /* Definition * */
    guint arity;            /* the most parameters that a definition has */
    gboolean function_like; /* some definition has parameters */
    gboolean object_like;   /* some definition has none */
    gboolean pastes;        /* may bring tokens together: see definitions_new */
} Macro;

typedef struct Definitions Definitions;

/* `files` are `LexedFile *`. A macro counts as pasting when its body has `##`, when it may use what
 * it gets or what another macro leaves as a macro, or when it mentions one that pastes. What asks
 * about builtins counts as such a macro, without a body. */
Definitions *definitions_new(const Lexicon *lexicon, const GPtrArray *files);
void definitions_free(Definitions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Definitions, definitions_free)

/* NULL when no file defines the name. */
const Macro *definitions_find(const Definitions *self, guint32 name);

typedef struct {
    guint first, end; /* which arguments a name in a body stands for; first == end: none */
} Arguments;

Arguments definition_arguments(const Definition *self, const Macro *macro, guint32 name);
/* Whether the token at a place of the body is an operand of `##`. */
gboolean definition_pastes_at(const Definition *self, guint at);

#define NO_TOKEN G_MAXUINT
/* Where a chain of parentheses begins that ends with the one at `close`, as in NAME(...)(...): the
 * place of NAME, at or behind `begin`. NO_TOKEN when there is none. */
guint tokens_chain_begin(const GArray *tokens, guint begin, guint close);

/* What lies behind a file's last token is the end of a line. */
static inline guint32 token_at(const GArray *tokens, guint at)
{
    return at < tokens->len ? g_array_index(tokens, guint32, at) : (guint32)TOKEN_LINE_END;
}

static inline gboolean token_is_name(guint32 token)
{
    return token >= TOKEN_FIRST_NAME;
}
