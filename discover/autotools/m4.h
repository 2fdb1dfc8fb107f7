/* The macro processor M4, as far as configure scripts are written with it.
 *
 * It expands macros into text whose bytes know where they were written (text.h). What the language
 * of M4 demands is here (quotes that can be changed, comments, nesting, rescanning, argument
 * lists); what Autoconf builds on it is in m4_autoconf.c (AC_DEFUN, AC_REQUIRE) and in macros
 * written in M4 itself (discover/stubs/autotools). Nothing is executed: `esyscmd` and its like
 * expand to nothing and are reported. Semantics follow GNU M4 1.4 and Autoconf 2.71 (their
 * manuals).
 *
 * A *mark* is how a macro tells the reader of the expanded script something: the bytes MARK_BEGIN,
 * the mark's number and MARK_END stand in the script where the macro was called, and the mark keeps
 * the call's arguments.
 *
 * Bounds: each one that is reached is reported once, and what it stopped expands to nothing. */
#pragma once

#include "discover/autotools/text.h"

#define M4_BYTES_MAX (24u << 20) /* bytes that are scanned in all; a large project needs 2 MiB */
#define M4_TEXT_BYTES_MAX (1u << 20)   /* of one argument or expansion */
#define M4_OUTPUT_BYTES_MAX (8u << 20) /* of the script; that of a large project has 240 KiB */
#define M4_EXPANSIONS_MAX 200000u      /* a large project needs 12000 */
#define M4_FRAMES_MAX 20000u           /* expansions within expansions */
#define M4_CALLS_MAX 20000u            /* calls within the arguments of calls */
#define M4_RUNS_MAX 64u /* expansions that have to be complete before another goes on */
#define M4_CALLERS_MAX 32u
#define M4_MISSING_LISTS_MAX 64u /* lists that nobody defines, of which it is known */

#define MARK_BEGIN '\x01'
#define MARK_END '\x02'
/* The two halves of a help text, as AS_HELP_STRING puts them together. */
#define HELP_BEGIN '\x03'
#define HELP_MIDDLE '\x04'
#define HELP_END '\x05'

/* Answers for macros that nobody has defined. */
#define M4_UNKNOWN_MACRO "xaas_unknown_macro"

typedef struct M4 M4;

typedef struct {
    const char *name; /* of the macro */
    Origin at;        /* of the call */
    guint argc;
    Text *const *argv; /* without the name */
} M4Call;

typedef void (*M4Builtin)(M4 *self, const M4Call *call);

/* A call of a macro of the project that is being expanded. */
typedef struct {
    const char *name;
    Origin at;
} M4Caller;

typedef struct {
    const char *name;
    Origin at;
    GPtrArray *argv; /* Text *, expanded */
    GArray *callers; /* M4Caller, outermost first; at most M4_CALLERS_MAX */
} M4Mark;

typedef struct {
    /* The text of a file that the project asks for `at` some place; NULL when there is none. A new
     * reference. */
    Text *(*load)(gpointer data, Origin at, const char *path);
    /* A macro that nobody has defined: the client may define it (m4_read) and return TRUE. */
    gboolean (*find)(gpointer data, const char *name);
    /* Whether a macro that nobody has defined is one that a program of the project defines before
     * M4 runs. */
    gboolean (*written)(gpointer data, const char *name);
    void (*problem)(gpointer data, Origin at, const char *reason, const char *subject);
    gpointer data;
    guint64 most_bytes; /* to be scanned; 0 for M4_BYTES_MAX */
} M4Client;

/* A processor that knows the built-in macros. The client is copied, its data must outlive it. The
 * caller frees it. */
M4 *m4_new(const M4Client *client);
void m4_free(M4 *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(M4, m4_free)

/* A macro that is answered by C. `needs_arguments`: without a "(" behind it the name is plain text.
 */
void m4_builtin(M4 *self, const char *name, M4Builtin builtin, gboolean needs_arguments);
/* A macro whose call becomes a mark. */
void m4_mark_macro(M4 *self, const char *name);
/* Reads definitions. Text outside of them is dropped. `ours`: their bodies stand for the place of
 * the call, and `final` ones cannot be defined again. */
typedef enum { M4_DEFINITIONS_PROJECT, M4_DEFINITIONS_OURS, M4_DEFINITIONS_FINAL } M4Definitions;
void m4_read(M4 *self, const Text *text, M4Definitions kind);
gboolean m4_is_defined(const M4 *self, const char *name);

/* Expands a whole file; may be called once. A new reference. */
Text *m4_expand(M4 *self, const Text *text);
const M4Mark *m4_mark(const M4 *self, guint index);

/* For builtins: ----------------------------------------------------------------------------- */

/* Argument `index`, or an empty text. Borrowed. */
const Text *m4_argument(const M4 *self, const M4Call *call, guint index);
const char *m4_argument_string(const M4Call *call, guint index);
/* Text that is scanned again. Takes over the reference. */
void m4_push(M4 *self, Text *text);
/* The same for a file that is included by that name. */
void m4_push_file(M4 *self, Text *text, const char *path);
/* The name under which what is being read was included; NULL for the first file. Borrowed. */
const char *m4_current_file(const M4 *self);
/* Text that is final. */
void m4_emit(M4 *self, const Text *text);
void m4_emit_string(M4 *self, const char *bytes, Origin origin);
/* Expands a text completely, apart from everything else. A new reference. */
Text *m4_expand_part(M4 *self, const Text *text);
/* Splits a text at its commas as the arguments of a call, expanding it. Elements are Text *. The
 * caller unrefs it. */
GPtrArray *m4_arguments(M4 *self, const Text *list);
void m4_define(M4 *self, const char *name, const Text *body, gboolean push);
void m4_undefine(M4 *self, const char *name, gboolean pop);
/* The body as it was given; NULL when there is no such macro or it has none. Borrowed. */
const Text *m4_definition(const M4 *self, const char *name);
void m4_set_quotes(M4 *self, const char *begin, const char *end);
void m4_set_comment(M4 *self, const char *begin);
const char *m4_quote_begin(const M4 *self);
const char *m4_quote_end(const M4 *self);
/* Drops what is expanded, until as many calls with FALSE. */
void m4_discard(M4 *self, gboolean discard);
/* The rest of the line is dropped. */
void m4_skip_line(M4 *self);
void m4_problem(M4 *self, Origin at, const char *reason, const char *subject);
Text *m4_load(M4 *self, Origin at, const char *path);
/* Whether a program of the project defines that macro before M4 runs. */
gboolean m4_is_written(const M4 *self, const char *name);
/* Whether a file is being read, so that to include it would not end. */
gboolean m4_is_open(const M4 *self, const Text *text);
/* AC_DEFUN: a macro that AC_REQUIRE expands once, before the outermost one under way. */
void m4_defun(M4 *self, const char *name, const Text *body, gboolean once);
void m4_require(M4 *self, const M4Call *call, const char *name);
gboolean m4_is_provided(const M4 *self, const char *name);
void m4_provide(M4 *self, const char *name);
/* Makes a mark of a call and puts it into the text. */
void m4_make_mark(M4 *self, const M4Call *call);

/* m4_builtins.c, m4_command.c, m4_sugar.c, m4_autoconf.c: what every M4 and every Autoconf has. */
void m4_add_builtins(M4 *self);
void m4_add_commands(M4 *self);
void m4_add_sugar(M4 *self);
void m4_add_autoconf(M4 *self);
