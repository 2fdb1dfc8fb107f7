/* The shell script that a configure.ac expands to, as a tree.
 *
 * The grammar is that of the POSIX shell, without what decides nothing here: redirections are
 * dropped, here-documents skipped. A mark (m4.h) is a command of its own that needs no separator
 * behind it. What is no shell (macros of unknown kind leave debris) is skipped up to the next
 * line, and reported. */
#pragma once

#include "core/arena.h"
#include "discover/autotools/text.h"

#define SHELL_DEPTH_MAX 300u    /* constructs within constructs */
#define SHELL_PROBLEMS_MAX 100u /* reported of one script */

typedef struct Word Word;
typedef struct Node Node;

typedef enum {
    PART_LITERAL,
    PART_VARIABLE, /* $NAME, ${NAME...} */
    PART_COMMAND,  /* `...`, $(...), $((...)): the text inside, as one word */
} PartKind;

typedef struct {
    PartKind kind;
    gboolean quoted;  /* inside quotes: not split, and no pattern */
    const char *text; /* the literal, the variable's name */
    const char
        *operation; /* VARIABLE: "", "-", ":-", "=", ":=", "+", ":+", "?", or what cuts: "%" */
    const Word *argument; /* VARIABLE with an operation: behind it; COMMAND: the command */
} Part;

struct Word {
    Origin at;
    guint count;
    const Part *parts;
};

typedef struct {
    const char *name;
    gboolean append; /* += */
    const Word *value;
} Assignment;

typedef struct {
    const GPtrArray *patterns; /* Word * */
    const Node *body;          /* NULL: empty */
    Origin at;
} Arm;

typedef enum {
    NODE_SIMPLE,
    NODE_MARK,
    NODE_LIST, /* items in a row */
    NODE_PIPE, /* items */
    NODE_AND,  /* first && second */
    NODE_OR,   /* first || second */
    NODE_NOT,  /* first */
    NODE_IF,   /* first; then second; else third */
    NODE_CASE,
    NODE_FOR,      /* name, words, first */
    NODE_WHILE,    /* first; do second */
    NODE_GROUP,    /* first: { } and ( ) */
    NODE_FUNCTION, /* name, first */
} NodeKind;

struct Node {
    NodeKind kind;
    Origin at;
    guint mark;                         /* MARK */
    const char *name;                   /* FOR, FUNCTION */
    const GPtrArray *assignments;       /* SIMPLE: Assignment * */
    const GPtrArray *words;             /* SIMPLE, FOR: Word * */
    const GPtrArray *inputs;            /* SIMPLE: Word *, behind "<<<" */
    const GPtrArray *items;             /* LIST, PIPE: Node * */
    const GPtrArray *arms;              /* CASE: Arm * */
    const Word *subject;                /* CASE */
    const Node *first, *second, *third; /* NULL: empty */
};

typedef void (*ShellProblem)(gpointer data, Origin at, const char *reason, const char *subject);

/* Never NULL: a NODE_LIST. `problem` may be NULL. Everything lives in the arena. */
const Node *shell_parse(Arena *arena, const Text *text, ShellProblem problem, gpointer data);

/* The bytes of a word that is nothing but literals; else NULL. In the arena. */
const char *word_literal(Arena *arena, const Word *word);
/* Whether it has wildcards outside of quotes, where patterns are understood. */
gboolean word_is_pattern(const Word *word);
