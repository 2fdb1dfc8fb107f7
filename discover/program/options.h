/* What the command line of xaas-discover asks for.
 *
 * One table, discover_option_rows, describes every option; the parser, --help, the manual page and
 * the shell completions are all made from it. The parsed options are handed down as one const
 * struct. */
#pragma once

#include "core/specification.h"

typedef struct {
    /* As given, NULL or 0 when not. Owned by the struct. */
    char *project;
    char *output; /* "-" for standard output */
    char *facts;
    char *ledger;
    char *explain;
    char *format_text;
    char *environment;
    char *knowledge;
    char *stubs;
    char **definitions; /* NAME[:TYPE]=VALUE */
    int jobs;
    gboolean update, concrete, check, json, quiet, verbose, help, version;
    SpecificationFormat format; /* read from format_text */
} DiscoverOptions;

void discover_options_free(DiscoverOptions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(DiscoverOptions, discover_options_free)

/* NULL and an error for a person when the command line makes no sense. With --help or --version the
 * rest isn't checked. `arguments` is the program's argv, NULL-terminated, and stays as it is. */
DiscoverOptions *discover_options_parse(char *const *arguments, GError **error);
/* The text of --help. The caller frees it. */
char *discover_options_help(void);

/* What an option takes, for completion. */
typedef enum {
    TAKES_NOTHING,
    TAKES_FILE,
    TAKES_FOLDER,
    TAKES_NUMBER,
    TAKES_FORMAT, /* one of SPECIFICATION_FORMATS */
    TAKES_TEXT,
    TAKES_TEXTS, /* may be given several times */
} OptionTakes;

typedef struct {
    const char *name; /* long, without dashes */
    char letter;      /* 0: there is no short form */
    OptionTakes takes;
    const char *argument; /* what it is called in the help; NULL when it takes nothing */
    const char *help;     /* one line */
    const char *manual; /* further sentences for the manual page; NULL when the line says it all */
    gsize offset;       /* of its field in DiscoverOptions */
} DiscoverOptionRow;

/* Ends with a row whose name is NULL. */
const DiscoverOptionRow *discover_option_rows(void);

/* One exit status a line, as the help and the manual page show them. */
/* clang-format off */
#define EXIT_STATUSES(X)                                                                    \
    X(DONE,        0, "done")                                                               \
    X(FINDINGS,    1, "--check found something")                                            \
    X(USAGE,       2, "the command line makes no sense, or names an unknown option")        \
    X(INPUT,       3, "the project cannot be read, or has no build system that is read")    \
    X(ENVIRONMENT, 4, "the environment does not allow it: output not writable, data missing")
/* clang-format on */

typedef enum {
#define X(id, number, text) EXIT_STATUS_##id = number,
    EXIT_STATUSES(X)
#undef X
} ExitStatus;

#define PROGRAM_ERROR program_error_quark()
GQuark program_error_quark(void);
/* The codes are the exit statuses. */
