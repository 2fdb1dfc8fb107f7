#include "container/program/subcommand.h"
#include "container/plan/plan.h"

#include "core/file.h"
#include "core/record.h"
#include "core/yaml.h"
#ifdef XAAS_CONTAINER_BUILD
#include "container/image/container.h"
#endif
#include <string.h>

/* Which exit status an error stands for, by its domain; everything else is the environment's. */
static ExitStatus status_of(const GError *error)
{
    if (error->domain == PROGRAM_ERROR) {
        return (ExitStatus)error->code;
    }
    if (error->domain == YAML_ERROR || error->domain == RECORD_ERROR ||
        error->domain == PLAN_ERROR || g_error_matches(error, FILE_ERROR, FILE_ERROR_READ)) {
        return EXIT_STATUS_INPUT;
    }
#ifdef XAAS_CONTAINER_BUILD
    if (g_error_matches(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED) ||
        g_error_matches(error, LAYOUT_ERROR, LAYOUT_ERROR_MISSING) ||
        error->domain == MODULE_ERROR) {
        return EXIT_STATUS_INPUT;
    }
#endif
    return EXIT_STATUS_ENVIRONMENT;
}

ExitStatus subcommand_fail(const Subcommand *self, const Console *console, const GError *error)
{
    g_autofree char *message = terminal_text(error->message);
    fprintf(console->err.stream, "xaas-container %s: %s\n", self->name, message);
    ExitStatus status = status_of(error);
    if (status == EXIT_STATUS_USAGE) {
        fprintf(console->err.stream, "Try 'xaas-container %s --help'.\n", self->name);
    }
    return status;
}

gboolean subcommand_parse(const Subcommand *self, void *options, char *const *arguments,
                          guint positional, GStrv *rest, const Console *console, ExitStatus *status)
{
    g_autoptr(GError) error = NULL;
    if (command_line_parse(self->line, options, arguments, rest, &error)) {
        if (((const CommonOptions *)options)->help) {
            g_autofree char *help = command_line_help(self->line);
            fputs(help, console->out.stream);
            *status = EXIT_STATUS_DONE;
            return FALSE;
        }
        if (g_strv_length(*rest) == positional) {
            return TRUE;
        }
        g_set_error(&error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "it takes %s, and no more",
                    self->line->arguments);
    }
    *status = subcommand_fail(self, console, error);
    return FALSE;
}

gboolean image_reference_parse(const char *text, char **folder, char **tag, GError **error)
{
    const char *colon = g_str_has_prefix(text, "oci:") ? strrchr(text, ':') : NULL;
    const char *path = text + strlen("oci:");
    if (colon == NULL || colon <= path || colon[1] == '\0' || strchr(colon, '/') != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "\"%s\" is no image; write oci:FOLDER:TAG", text);
        return FALSE;
    }
    for (const char *c = colon + 1; *c != '\0'; c++) {
        if (!g_ascii_isalnum(*c) && strchr("-._+", *c) == NULL) {
            g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                        "the tag \"%s\" holds more than letters, digits and \"-._+\"", colon + 1);
            return FALSE;
        }
    }
    *folder = g_strndup(path, (gsize)(colon - path));
    *tag = g_strdup(colon + 1);
    return TRUE;
}
