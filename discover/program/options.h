/* What the command line of xaas-discover asks for.
 *
 * One table, discover_command_line, describes every option; the parser, --help, the manual page and
 * the shell completions are all made from it. The parsed options are handed down as one const
 * struct. */
#pragma once

#include "core/command_line.h"
#include "core/diagnostic.h"
#include "core/specification.h"
#include "discover/llm/consult.h"

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
    char *llm; /* PROVIDER:MODEL */
    char *llm_url;
    char *llm_key_file;
    char *llm_mode_text;
    char *llm_dry_run;
    char *llm_record;
    char *llm_replay;
    char *prompt_folder;
    char **definitions; /* NAME[:TYPE]=VALUE */
    int jobs, llm_parallel, llm_votes, llm_batch_tokens, llm_timeout, llm_retries;
    gboolean no_cache;
    gboolean update, concrete, check, json, quiet, verbose, help, version;
    SpecificationFormat format; /* read from format_text */
    ConsultMode llm_mode;       /* read from llm_mode_text */
} DiscoverOptions;

void discover_options_free(DiscoverOptions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(DiscoverOptions, discover_options_free)

/* NULL and an error for a person when the command line makes no sense. With --help or --version the
 * rest isn't checked. `arguments` is the program's argv, NULL-terminated, and stays as it is. */
DiscoverOptions *discover_options_parse(char *const *arguments, GError **error);
/* The text of --help. The caller frees it. */
char *discover_options_help(void);
/* Why what these options ask for cannot be written with the specification going to `output` (NULL:
 * not known yet): two outputs are one file; else NULL. */
const char *discover_options_outputs(const DiscoverOptions *self, const char *output);
/* Whether standard output is for a document, and nothing else can be said there. */
gboolean discover_options_fill_stdout(const DiscoverOptions *self);
/* The least severity of diagnostics that a person asked to see: errors with --quiet, notes with
 * --verbose, else warnings. */
DiagnosticSeverity discover_options_severity(const DiscoverOptions *self);

/* The options as a table, for the manual page and the completions as well. */
extern const CommandLine discover_command_line;
