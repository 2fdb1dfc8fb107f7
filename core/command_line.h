/* A program's command line as a table: the parser, --help, the manual page and the shells'
 * completions (core/manual.h) are all made from the same rows.
 *
 * Parsed values go into a plain struct of the program, each at the offset that its row names, and
 * are handed down as const. */
#pragma once

#include <glib.h>

/* What an option takes, and the C type of its field. */
/* clang-format off */
#define OPTION_TAKES(X)                                                      \
    X(NOTHING)  /* gboolean */                                               \
    X(FILE)     /* char * */                                                 \
    X(FOLDER)   /* char * */                                                 \
    X(NUMBER)   /* int */                                                    \
    X(FRACTION) /* double */                                                 \
    X(CHOICE)   /* char *: one of the row's choices */                        \
    X(TEXT)     /* char * */                                                 \
    X(OPTIONAL) /* char *: "" without a text; one stands behind '=' only */  \
    X(TEXTS)    /* char **: may be given several times */
/* clang-format on */

typedef enum {
#define X(id) TAKES_##id,
    OPTION_TAKES(X)
#undef X
} OptionTakes;

typedef struct {
    const char *name; /* long, without dashes */
    char letter;      /* 0: there is no short form */
    OptionTakes takes;
    const char *argument; /* what it is called in the help; NULL when it takes nothing */
    const char *help;     /* one line, without quotes and brackets: shells read it, too */
    const char *manual; /* further sentences for the manual page; NULL when the line says it all */
    gsize offset;       /* of its field in the program's struct */
    const char *const *choices; /* CHOICE: NULL-terminated */
} OptionRow;

/* The exit statuses of all programs. */
typedef enum {
    EXIT_STATUS_DONE = 0,
    EXIT_STATUS_FINDINGS = 1,
    EXIT_STATUS_USAGE = 2,
    EXIT_STATUS_INPUT = 3,
    EXIT_STATUS_ENVIRONMENT = 4,
    EXIT_STATUS_COUNT,
} ExitStatus;

/* A subject of the manual page with what is to be said about it. */
typedef struct {
    const char *subject;
    const char *text;
} ManualEntry;

typedef struct CommandLine CommandLine;
struct CommandLine {
    const char *program;                     /* xaas-discover */
    const char *purpose;                     /* half a sentence, for the manual's first line */
    const char *summary;                     /* one sentence, for --help */
    const char *arguments;                   /* PROJECT; what follows the options */
    OptionTakes argument_takes;              /* FILE or FOLDER, for completion */
    const OptionRow *rows;                   /* end with a row whose name is NULL */
    const char *statuses[EXIT_STATUS_COUNT]; /* what each means here; NULL: it never ends so */
    const char *const *description;          /* the manual's paragraphs; NULL-terminated */
    const ManualEntry *environment;          /* end with a subject that is NULL; NULL: nothing */
    const ManualEntry *examples;             /* command lines; likewise */
    const CommandLine *const *commands;      /* when the first argument is one; NULL-terminated */
};

/* Writes into `options`, whose fields are zero before; texts are allocated with g_malloc. `rest` is
 * what is no option, to be freed with g_strfreev; `arguments` (the program's argv, NULL-terminated)
 * stays as it is. FALSE and an error for a person when the options make no sense, what takes a
 * choice is given another word, what names one thing is given two, or a name of a file or
 * folder is empty; `options` is to be cleared then, too. */
gboolean command_line_parse(const CommandLine *self, void *options, char *const *arguments,
                            GStrv *rest, GError **error);
/* Frees what command_line_parse put into the fields; the struct itself is the caller's. */
void command_line_clear(const CommandLine *self, void *options);
/* The last word of the program: "plan" of "xaas-container plan". */
const char *command_line_word(const CommandLine *self);
/* The text of --help. The caller frees it. */
char *command_line_help(const CommandLine *self);

/* Errors that end a program; the codes are exit statuses. */
#define PROGRAM_ERROR program_error_quark()
GQuark program_error_quark(void);
