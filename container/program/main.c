/* xaas-container: from a specification to an IR container. One cmd_NAME.c a subcommand. */
#ifdef XAAS_CONTAINER_BUILD
#include "container/program/fatal.h"
#endif
#include "container/program/subcommands.h"
#include <langinfo.h>
#include <locale.h>

static ExitStatus refuse(const Console *console, const char *message)
{
    g_autofree char *safe = terminal_text(message);
    fprintf(console->err.stream, "xaas-container: %s\nTry 'xaas-container --help'.\n", safe);
    return EXIT_STATUS_USAGE;
}

static ExitStatus refuse_left_out(const Console *console, const char *name)
{
    fprintf(
        console->err.stream,
        "xaas-container: this build has no %s, for it was made without LLVM or libarchive; %s\n",
        name, CONTAINER_LEFT_OUT_REMEDY);
    return EXIT_STATUS_ENVIRONMENT;
}

/* Without a command: --help, --version, or a mistake. */
static ExitStatus run_alone(char *const *arguments, const Console *console)
{
    ContainerOptions options = {0};
    g_auto(GStrv) rest = NULL;
    g_autoptr(GError) error = NULL;
    if (!command_line_parse(&container_command_line, &options, arguments, &rest, &error)) {
        return refuse(console, error->message);
    }
    if (options.help) {
        g_autofree char *help = command_line_help(&container_command_line);
        fputs(help, console->out.stream);
        if (container_left_out[0] != NULL) {
            g_autofree char *names = g_strjoinv(", ", (char **)container_left_out);
            fprintf(console->out.stream, "\nNot in this build: %s; %s.\n", names,
                    CONTAINER_LEFT_OUT_REMEDY);
        }
    } else if (options.version) {
        fputs("xaas-container " XAAS_VERSION "\n", console->out.stream);
    } else if (rest[0] == NULL) {
        return refuse(console, "no command was given");
    } else {
        g_autofree char *question = subcommand_question(container_subcommands, rest[0]);
        g_autofree char *message = g_strdup_printf("%s is no command%s", rest[0], question);
        return refuse(console, message);
    }
    return EXIT_STATUS_DONE;
}

static ExitStatus run(char *const *arguments, const Console *console)
{
    const char *name = arguments[0] != NULL ? arguments[1] : NULL;
    if (name != NULL && g_strv_contains(container_left_out, name)) {
        return refuse_left_out(console, name);
    }
    const Subcommand *subcommand =
        name != NULL ? subcommand_find(container_subcommands, name) : NULL;
    const Subcommand *const jobs[] = {&cmd_gpu_library,
#ifdef XAAS_CONTAINER_BUILD
                                      &cmd_unit, &cmd_lower,
#endif
                                      NULL};
    subcommand = subcommand == NULL && name != NULL ? subcommand_find(jobs, name) : subcommand;
    return subcommand != NULL ? subcommand_run(subcommand, arguments + 1, console)
                              : run_alone(arguments, console);
}

/* Names in archives are UTF-8, and what reads them takes the names of files for the locale's: batch
 * jobs and cron mostly have the locale C, in which it finds none for what is beyond ASCII. */
static void take_names_for_utf8(void)
{
    static const char *const locales[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8"};
    const char *set = nl_langinfo(CODESET);
    for (gsize i = 0; g_ascii_strcasecmp(set, "UTF-8") != 0 && i < G_N_ELEMENTS(locales); i++) {
        if (setlocale(LC_CTYPE, locales[i]) != NULL) {
            return;
        }
    }
}

int main(int argc, char **argv)
{
    terminal_take_locale();
#ifdef XAAS_CONTAINER_BUILD
    fatal_install();
#endif
    const Console console = {argc > 0 ? argv[0] : "", terminal_of(stdout), terminal_of(stderr)};
    take_names_for_utf8();
    ExitStatus status = run(argv, &console);
    return (int)program_finish("xaas-container", &console.out, &console.err, status);
}
