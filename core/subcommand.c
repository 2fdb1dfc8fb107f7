#include "core/subcommand.h"
#include "core/condition.h"
#include "core/file.h"
#include "core/nearest.h"
#include "core/record.h"
#include <string.h>

const ManualEntry subcommand_reads_data[] = {SUBCOMMAND_READS_DATA, {.subject = NULL}};

/* What other programs said stands in several lines of an error. */
#define QUOTED_INDENT "  "

static ExitStatus status_of(const Subcommand *self, const GError *error)
{
    if (error->domain == PROGRAM_ERROR) {
        return (ExitStatus)error->code;
    }
    if (error->domain == YAML_ERROR || error->domain == RECORD_ERROR ||
        error->domain == CONDITION_ERROR || g_error_matches(error, FILE_ERROR, FILE_ERROR_READ) ||
        g_error_matches(error, FILE_ERROR, FILE_ERROR_TOO_LARGE) ||
        (self->is_bad_input != NULL && self->is_bad_input(error))) {
        return EXIT_STATUS_INPUT;
    }
    return EXIT_STATUS_ENVIRONMENT;
}

ExitStatus program_finish(const char *program, const Terminal *out, const Terminal *err,
                          ExitStatus status)
{
    gboolean done = status == EXIT_STATUS_DONE || status == EXIT_STATUS_FINDINGS;
    if (terminal_flush(out->stream) || !done) {
        return status;
    }
    fprintf(err->stream, "%s: standard output cannot be written: free some space there\n", program);
    return EXIT_STATUS_ENVIRONMENT;
}

const Subcommand *subcommand_find(const Subcommand *const *list, const char *name)
{
    for (; *list != NULL; list++) {
        if (strcmp((*list)->name, name) == 0) {
            return *list;
        }
    }
    return NULL;
}

char *subcommand_question(const Subcommand *const *list, const char *name)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (const Subcommand *const *each = list; *each != NULL; each++) {
        g_ptr_array_add(names, (gpointer)(*each)->name);
    }
    const char *program = (*list)->line->program;
    g_autofree char *before = g_strndup(program, strcspn(program, " ") + 1);
    return nearest_question(names, name, before);
}

ExitStatus subcommand_fail(const Subcommand *self, const Console *console, const GError *error)
{
    g_autofree char *message = terminal_lines(error->message, QUOTED_INDENT);
    fprintf(console->err.stream, "%s: %s\n", self->line->program, message);
    ExitStatus status = status_of(self, error);
    if (status == EXIT_STATUS_USAGE) {
        fprintf(console->err.stream, "Try '%s --help'.\n", self->line->program);
    }
    return status;
}

static gboolean has_wanted_number(const Subcommand *self, char *const *arguments, GError **error)
{
    guint given = g_strv_length((char **)arguments);
    if (given == self->positional || (self->positional == SUBCOMMAND_MANY && given > 0)) {
        return TRUE;
    }
    if (given > self->positional) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "%s is too much; it takes %s",
                    arguments[self->positional],
                    self->positional > 0 ? self->line->arguments : "options only");
    } else {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "too little was given; it takes %s",
                    self->line->arguments);
    }
    return FALSE;
}

static ExitStatus parse_and_act(const Subcommand *self, void *options, char *const *arguments,
                                const Console *console, GError **error)
{
    g_auto(GStrv) rest = NULL;
    if (!command_line_parse(self->line, options, arguments, &rest, error)) {
        return EXIT_STATUS_USAGE;
    }
    if (((const SubcommandOptions *)options)->help) {
        g_autofree char *help = command_line_help(self->line);
        fputs(help, console->out.stream);
        return EXIT_STATUS_DONE;
    }
    return has_wanted_number(self, rest, error) ? self->act(options, rest, console, error)
                                                : EXIT_STATUS_USAGE;
}

ExitStatus subcommand_run(const Subcommand *self, char *const *arguments, const Console *console)
{
    /* The parser takes the name that --help shows from the first argument. */
    g_auto(GStrv) named = g_strdupv((char **)arguments);
    g_free(named[0]);
    named[0] = g_strdup(self->line->program);
    g_autofree void *options = g_malloc0(self->options_size);
    g_autoptr(GError) error = NULL;
    ExitStatus status = parse_and_act(self, options, named, console, &error);
    if (error != NULL) {
        status = subcommand_fail(self, console, error);
    }
    command_line_clear(self->line, options);
    return status;
}
