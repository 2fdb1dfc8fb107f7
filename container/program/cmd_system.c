/* xaas-container system: what this machine, a recorded one, or a compute node is. */
#include "container/build/process.h"
#include "container/program/subcommands.h"
#include "container/system/survey.h"
#include "core/data_folder.h"
#include "core/file.h"
#include "core/table.h"
#include <stddef.h>
#include <string.h>

typedef struct {
    CommonOptions common;
    char *output;
    char *root;
    char *launcher;
    gboolean no_programs;
} SystemOptions;

#define FIELD(member) offsetof(SystemOptions, member)

static const OptionRow rows[] = {
    {"output", 'o', TAKES_FILE, "FILE", "write the description to FILE", NULL, FIELD(output), NULL},
    {"root", 0, TAKES_FOLDER, "DIR", "describe the machine whose files were copied to DIR",
     "DIR holds that machine's /proc, /sys, /etc and folders of libraries, or parts of them. What "
     "is not there is unknown.",
     FIELD(root), NULL},
    {"launcher", 0, TAKES_TEXT, "COMMAND", "put COMMAND in front, so that it runs elsewhere",
     "For instance srun -N1 -n1: a login node is not what jobs run on. The other machine has to "
     "see this program; its description comes back over standard output.",
     FIELD(launcher), NULL},
    {"no-programs", 0, TAKES_NOTHING, NULL, "ask no program for its version",
     "Otherwise compilers, launchers and container engines that are found are run with the "
     "argument that makes them print it, each for a few seconds at most.",
     FIELD(no_programs), NULL},
    COMMON_ROWS,
};

static const char *const description[] = {
    "Looks at processors, caches, memory, graphics processors and their drivers, MPI, networks, "
    "OpenMP runtimes, mathematical libraries, compilers, the C library, container engines and "
    "module systems. Each is present, absent or unknown, with the place where it was seen. "
    "Processors and features have LLVM's names.",
    "Nothing is changed, and no rights are needed. Of the environment, only the names of folders "
    "and modules are read.",
    "The description is what select and deploy choose by; people may correct it.", NULL};
static const ManualEntry environment[] = {
    {"LD_LIBRARY_PATH, PATH", "Further folders to look into."},
    {"LOADEDMODULES", "The modules that are loaded."},
    SUBCOMMAND_READS_DATA,
    {.subject = NULL}};
static const ManualEntry examples[] = {
    {"xaas-container system -o system.yaml", "Describe this machine."},
    {"xaas-container system --launcher \"srun -N1 -n1\" -o node.yaml", "Describe a compute node."},
    {.subject = NULL}};

const CommandLine system_command_line = {
    .program = "xaas-container system",
    .purpose = "describe the machine that code is to run on",
    .summary = "Says what a machine is: what is present, absent or unknown, and where it was seen.",
    .arguments = "",
    .argument_takes = TAKES_NOTHING,
    .rows = rows,
    .statuses = COMMON_STATUSES(NULL),
    .description = description,
    .environment = environment,
    .examples = examples,
};

/* ---- the description ------------------------------------------------------------------------- */

static System *look(Arena *arena, const SystemOptions *options, const Console *console,
                    GError **error)
{
    g_autoptr(Tree) tree = tree_new(options->root, error);
    g_autofree char *folder =
        tree == NULL ? NULL : data_folder_find(console->program, "container", error);
    const SystemKnowledge *knowledge =
        folder == NULL ? NULL : system_knowledge_load(arena, folder, error);
    g_autofree char *program = program_own_path(console->program);
    const SurveyRequest request = {.tree = tree,
                                   .knowledge = knowledge,
                                   .ask_programs = !options->no_programs,
                                   .program = program};
    return knowledge == NULL ? NULL : survey_run(arena, &request);
}

/* The launcher's words, this program, and the options that the other one needs: a vector, so that
 * nothing is read by a shell. */
static char **elsewhere_command(const SystemOptions *options, const Console *console,
                                GError **error)
{
    g_auto(GStrv) words = NULL;
    g_autoptr(GError) cause = NULL;
    if (!g_shell_parse_argv(options->launcher, NULL, &words, &cause)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "--launcher: %s", cause->message);
        return NULL;
    }
    g_autoptr(GStrvBuilder) command = g_strv_builder_new();
    g_strv_builder_addv(command, (const char **)words);
    g_autofree char *self = program_own_path(console->program);
    g_strv_builder_add_many(command, self, "system", "--json", NULL);
    if (options->no_programs) {
        g_strv_builder_add(command, "--no-programs");
    }
    if (options->root != NULL) {
        g_strv_builder_add_many(command, "--root", options->root, NULL);
    }
    return g_strv_builder_end(command);
}

static System *look_elsewhere(Arena *arena, const SystemOptions *options, const Console *console,
                              GError **error)
{
    g_auto(GStrv) command = elsewhere_command(options, console, error);
    const ProcessRequest request = {.command = (const char *const *)command};
    g_auto(ProcessResult) result = {0};
    if (command == NULL || !process_run_well(&request, &result, error)) {
        return NULL;
    }
    /* Launchers may say something of their own first. */
    const char *begin = strchr(result.out, '{');
    begin = begin == NULL ? result.out : begin;
    return system_parse(arena, begin, strlen(begin), "the other machine's description", error);
}

/* ---- for people ------------------------------------------------------------------------------ */

static void show_cpu(const System *system, FILE *out)
{
    const SystemCpu *cpu = system->cpu;
    if (cpu->state != STATE_PRESENT) {
        terminal_say(out, "processors: unknown; %s", cpu->reason);
        return;
    }
    for (guint i = 0; i < cpu->kinds->len; i++) {
        const CpuKind *kind = cpu->kinds->pdata[i];
        terminal_say(out, "processors %s: %s%s%s%s (%s)", kind->processors, kind->name,
                     kind->level != NULL ? ", " : "", kind->level != NULL ? kind->level : "",
                     kind->why != NULL ? ", not the exact name" : "",
                     kind->model != NULL ? kind->model : kind->identity);
    }
    terminal_say(out, "%s: %u %s, %u %s, %u %s; %u MiB of memory in %u %s", cpu->architecture,
                 cpu->sockets, count_noun(cpu->sockets, "socket", "sockets"), cpu->cores,
                 count_noun(cpu->cores, "core", "cores"), cpu->threads,
                 count_noun(cpu->threads, "thread", "threads"), system->memory_mib,
                 system->numa->len, count_noun(system->numa->len, "node", "nodes"));
}

static void show_gpus(const System *system, FILE *out)
{
    const SystemGpus *gpus = system->gpus;
    if (gpus->state != STATE_PRESENT) {
        terminal_say(out, "graphics processors: %s%s%s", system_state_text(gpus->state),
                     gpus->reason != NULL ? "; " : "", gpus->reason != NULL ? gpus->reason : "");
    }
    for (guint i = 0; i < gpus->devices->len; i++) {
        const SystemGpu *gpu = gpus->devices->pdata[i];
        g_autofree char *memory =
            gpu->memory_mib > 0 ? g_strdup_printf(", %u MiB", gpu->memory_mib) : g_strdup("");
        terminal_say(out, "graphics processor %s: %s, %s%s", gpu->bus,
                     gpu->name != NULL ? gpu->name : gpu->device,
                     gpu->architecture != NULL ? gpu->architecture : "architecture unknown",
                     memory);
    }
    for (guint i = 0; i < gpus->drivers->len; i++) {
        const GpuDriver *driver = gpus->drivers->pdata[i];
        if (driver->state != STATE_ABSENT) {
            terminal_say(out, "driver of %s: %s, %s up to %s", driver->vendor,
                         driver->version != NULL ? driver->version
                                                 : system_state_text(driver->state),
                         driver->runtime, driver->newest != NULL ? driver->newest : "unknown");
        }
    }
}

/* How many findings are absent: their names would be most of what is shown. */
static void show_absent(const System *system, FILE *out)
{
    guint count = 0;
    for (guint i = 0; i < system->findings->len; i++) {
        count += ((const SystemFinding *)system->findings->pdata[i])->state == STATE_ABSENT;
    }
    if (count > 0) {
        fprintf(out, "absent: %u more that were looked for; --output and --json name them\n",
                count);
    }
}

/* The names of all findings of which it is not known whether they are there, on one line. */
static void show_unknown(const System *system, FILE *out)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < system->findings->len; i++) {
        const SystemFinding *finding = system->findings->pdata[i];
        if (finding->state == STATE_UNKNOWN) {
            g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", finding->name);
        }
    }
    if (names->len > 0) {
        terminal_say(out, "%s: %s", system_state_text(STATE_UNKNOWN), names->str);
    }
}

static void show(const System *system, const Console *console)
{
    static const TableColumn columns[] = {
        {.title = "category", .minimum = 10},
        {.title = "present", .style = STYLE_NAME, .minimum = 12, .priority = 1},
        {.title = "version", .minimum = 8, .priority = 2},
        {.title = "seen at", .cut = CUT_BEGIN, .minimum = 16, .priority = 3},
    };
    show_cpu(system, console->out.stream);
    show_gpus(system, console->out.stream);
    g_autoptr(Table) table = table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < system->findings->len; i++) {
        const SystemFinding *finding = system->findings->pdata[i];
        if (finding->state == STATE_PRESENT) {
            const char *at = finding->at->len > 0 ? finding->at->pdata[0] : "";
            const char *version = finding->version != NULL ? finding->version : "";
            table_add(table, (const char *const[]){finding->category, finding->name, version, at});
        }
    }
    table_print(table, &console->out);
    show_absent(system, console->out.stream);
    show_unknown(system, console->out.stream);
}

static ExitStatus describe(const void *given, char *const *arguments G_GNUC_UNUSED,
                           const Console *console, GError **error)
{
    const SystemOptions *options = given;
    if (options->common.json && file_is_same(options->output, FILE_STANDARD_OUTPUT)) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                            "--json and --output - both write to standard output");
        return EXIT_STATUS_USAGE;
    }
    g_autoptr(Arena) arena = arena_new();
    const System *system = options->launcher != NULL
                               ? look_elsewhere(arena, options, console, error)
                               : look(arena, options, console, error);
    if (system == NULL) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    if (options->output != NULL) {
        g_autofree char *text = system_text(system);
        if (!file_write(options->output, text, strlen(text), error)) {
            return EXIT_STATUS_ENVIRONMENT;
        }
    }
    if (options->common.json) {
        json_t *document = system_json(system);
        json_dumpf(document, console->out.stream, JSON_INDENT(2));
        fputs("\n", console->out.stream);
        json_decref(document);
    } else if (!options->common.quiet && g_strcmp0(options->output, FILE_STANDARD_OUTPUT) != 0) {
        show(system, console);
    }
    return EXIT_STATUS_DONE;
}

const Subcommand cmd_system = {.name = "system",
                               .line = &system_command_line,
                               .options_size = sizeof(SystemOptions),
                               .positional = 0,
                               .act = describe,
                               .is_bad_input = container_error_is_bad_input};
