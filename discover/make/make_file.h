/* One makefile as a flat list of statements, with nothing expanded yet.
 *
 * Written after the GNU make manual, chapters "Writing Makefiles", "How to Use Variables" and
 * "Conditional Parts of Makefiles". Continued lines are joined, comments are cut off and kept.
 * Nesting is not built here: conditionals stay as their own statements, so that no depth of them
 * can exhaust the stack. All memory belongs to the arena. */
#pragma once

#include "core/arena.h"
#include "core/span.h"

/* A file with more statements than this is cut there, which `cut` says. */
#define MAKE_STATEMENTS_MAX 400000u

typedef enum {
    MAKE_ASSIGNMENT, /* name, operation, value; of one target when `targets` is there */
    MAKE_COMMENTED,  /* the same in a comment: what a person may switch on */
    MAKE_IF,         /* test, left, right */
    MAKE_ELSE,       /* the same; TEST_NONE for a plain else */
    MAKE_ENDIF,
    MAKE_INCLUDE, /* value: the files; `optional` for -include */
    MAKE_RULE,    /* targets, value: what they need */
    MAKE_RECIPE,  /* value: a line for the shell */
    MAKE_TEXT,    /* value: a line that is only expanded: $(info ...), $(eval ...), or a hole in a
                   * text that is evaluated */
} MakeKind;

typedef enum {
    ASSIGN_RECURSIVE, /* = and define */
    ASSIGN_SIMPLE,    /* := ::= :::= */
    ASSIGN_DEFAULT,   /* ?= */
    ASSIGN_APPEND,    /* += */
    ASSIGN_SHELL,     /* != */
} MakeOperation;

typedef enum {
    TEST_NONE,
    TEST_DEFINED,     /* ifdef left */
    TEST_NOT_DEFINED, /* ifndef left */
    TEST_EQUAL,       /* ifeq (left,right) */
    TEST_NOT_EQUAL,   /* ifneq (left,right) */
} MakeTest;

typedef struct {
    MakeKind kind;
    guint line;
    MakeOperation operation;
    MakeTest test;
    const char *name;
    const char *value;
    const char *left;
    const char *right;
    const char *targets;
    const char *remark; /* the comment at the end of the line; NULL when there is none */
    gboolean optional;
    gboolean override;
    gboolean defined; /* by define ... endef */
} MakeStatement;

typedef struct {
    const char *path;   /* relative to the root */
    const char *folder; /* "" for the root */
    const char *text;
    GArray *line_starts; /* gsize, one a line */
    GArray *statements;  /* MakeStatement */
    guint rules;         /* rules with a recipe or with things that they need */
    gboolean exports;    /* all its variables: "export" alone */
    guint assignments;   /* outside of rules */
    guint commented;
    guint lines_too_long;
    guint lines_too_deep;
    gboolean cut;
    guint open_line;  /* of a conditional or define without an end; 0 for none */
    guint stray_line; /* of an else, endif or endef without a beginning; 0 for none */
} MakeFile;

/* `path` is kept, and spans will point at it for as long as facts do; `text` is copied. */
MakeFile *make_file_new(Arena *arena, const char *path, const char *text);
void make_file_free(MakeFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MakeFile, make_file_free)

/* The line without its end; NULL behind the last one. Lines count from one. The caller frees it. */
char *make_file_line(const MakeFile *self, guint line);
