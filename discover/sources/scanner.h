/* One source file, read once from front to back: its conditional directives, and the words, headers
 * and pragmas that a SourceMatcher knows.
 *
 * This is no compiler's lexer. It follows comments, string and character literals, raw strings and
 * continued lines only as far as needed to know which '#' begins a directive and which words are
 * code. Whatever the bytes, it ends, in time linear in their number, and never fails. */
#pragma once

#include "discover/sources/matcher.h"

#define SCANNER_CONDITION_BYTES_MAX 8192 /* what follows in a longer condition is not looked at */
#define SCANNER_PRAGMA_BYTES_MAX 80      /* so much of a pragma is compared and shown */

typedef enum {
    DIRECTIVE_IF,   /* #ifdef X and #ifndef X are told as "defined(X)" and "!defined(X)" */
    DIRECTIVE_ELIF, /* so are #elifdef and #elifndef */
    DIRECTIVE_ELSE,
    DIRECTIVE_ENDIF,
    DIRECTIVE_DEFINE,
} DirectiveKind;

typedef struct {
    DirectiveKind kind;
    /* The condition without comments, each run of blanks one space; the name of a defined macro; ""
     * for the others. Valid during the call only. */
    const char *text;
    gboolean truncated; /* SCANNER_CONDITION_BYTES_MAX was reached */
    guint line;         /* counted from one */
    guint last_line;    /* differs when the line is continued */
    gsize end;          /* offset behind the directive's operand */
} Directive;

typedef struct {
    /* In order of appearance. */
    void (*directive)(void *data, const Directive *directive);
    /* A technology shows for the first time in this file. `text` is valid during the call only. */
    void (*hit)(void *data, guint technology, const char *text, guint line);
    void *data;
} ScanHandler;

typedef enum {
    SCAN_C,             /* C and what descends from it, preprocessed assembly as well */
    SCAN_FORTRAN_FIXED, /* a letter in column one makes a comment */
    SCAN_FORTRAN_FREE,
} ScanForm;

typedef struct Scanner Scanner;

/* Belongs to one thread. The matcher must outlive it. */
Scanner *scanner_new(const SourceMatcher *matcher);
void scanner_free(Scanner *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Scanner, scanner_free)

/* Returns the number of lines. TREE_PADDING zero bytes must follow `text`. */
guint scanner_run(Scanner *self, const guint8 *text, gsize length, ScanForm form,
                  const ScanHandler *handler);
/* Whether nothing but blanks and comments follows an offset of such a text (of the C form). */
gboolean scanner_is_blank(const guint8 *text, gsize length, gsize offset);
/* By a file's kind and ending. FALSE when it is no source that is scanned. */
gboolean scan_form_of(const TreeFile *file, ScanForm *form);
