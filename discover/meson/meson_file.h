/* The syntax of Meson's files: meson.build, meson.options and meson_options.txt.
 *
 * Source of the grammar: the Meson manual, "Syntax" (mesonbuild.com/Syntax.html), Meson 1.x. */
#pragma once

#include "core/arena.h"

#define MESON_FILE_BYTES_MAX (8u * 1024u * 1024u)
/* Expressions and blocks within each other; deeper ones are a syntax error here. */
#define MESON_DEPTH_MAX 200u

typedef enum {
    MESON_TEXT,   /* `text`; `formatted`: f'...', whose text is not known as it stands */
    MESON_NUMBER, /* `text` as written */
    MESON_BOOL,   /* `truth` */
    MESON_NAME,   /* `text` */
    MESON_ARRAY,  /* `items` */
    MESON_DICT,   /* `items`, `keys` */
    MESON_CALL,   /* `text`(`items`, `keys`: `named`) */
    MESON_METHOD, /* `left`.`text`(...), as a call */
    MESON_INDEX,  /* `left`[`right`] */
    MESON_NOT,    /* `left` */
    MESON_MINUS,  /* `left` */
    MESON_BINARY, /* `left` `text` `right`: and, or, in, not in, ==, +, ... */
    MESON_CHOICE, /* `test` ? `left` : `right` */
} MesonKind;

typedef struct MesonNode {
    MesonKind kind;
    guint line; /* from 1 */
    const char *text;
    gboolean truth, formatted;
    const struct MesonNode *left, *right, *test;
    GPtrArray *items; /* MesonNode *: elements, arguments, values of a dictionary; NULL for none */
    GPtrArray *keys;  /* MesonNode *: of a dictionary, as many as items */
    GPtrArray *names; /* const char *: of named arguments; NULL for none */
    GPtrArray *named; /* MesonNode *: these arguments */
} MesonNode;

typedef enum {
    MESON_EXPRESSION, /* `value` */
    MESON_ASSIGN,     /* `name` = `value` */
    MESON_ADD,        /* `name` += `value` */
    MESON_IF,         /* `branches`; the last may have no test */
    MESON_FOREACH,    /* `name`, `second` : `value`, `block` */
    MESON_BREAK,
    MESON_CONTINUE,
} MesonStatementKind;

typedef struct {
    const MesonNode *test; /* NULL: else */
    GPtrArray *block;      /* MesonStatement * */
} MesonBranch;

typedef struct {
    MesonStatementKind kind;
    guint line;
    const char *name, *second; /* `second`: NULL unless a loop names two */
    const MesonNode *value;
    GPtrArray *branches; /* MesonBranch * */
    GPtrArray *block;
} MesonStatement;

typedef struct {
    GPtrArray *statements; /* MesonStatement *; those in front of an error */
    const char *error;     /* NULL for none */
    guint error_line;
} MesonFile;

/* `text` ends in a zero byte. All of the result is in the arena. */
MesonFile *meson_file_parse(Arena *arena, const char *text);

/* The argument of that name; NULL for none. */
const MesonNode *meson_named(const MesonNode *call, const char *name);
/* The n-th argument without a name; NULL for none. */
const MesonNode *meson_argument(const MesonNode *call, guint n);
