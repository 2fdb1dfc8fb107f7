/* xaas-container deploy: from an IR container to a program for one CPU. */
#include "container/build/process.h"
#include "container/deploy/deploy.h"
#include "container/plan/choice.h"
#include "container/program/fatal.h"
#include "container/program/machine.h"
#include "container/program/setup.h"
#include "container/program/show.h"
#include "container/program/show_deployment.h"
#include "container/program/source_command.h"
#include "container/select/from_image.h"
#include "core/data_folder.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <stddef.h>
#include <string.h>

typedef struct {
    CommonOptions common;
    char *target;
    char *configuration;
    char **set;
    char *prefix;
    char *output;
    char *audit;
    char *lto;
    char *cache;
    char *keep;
    char *root;
    char *isolation;
    char *linker;
    char *system;
    char *prefer;
    gboolean keep_unit_targets;
    gboolean everything;
    gboolean check;
    int jobs;
} DeployOptions;

#define RESULT_PREFIX "/usr/local"
#define FIELD(member) offsetof(DeployOptions, member)

static const char *const audit_choices[] = {
#define X(id, text) text,
    DEPLOY_AUDITS(X)
#undef X
        NULL};

static const char *const lto_choices[] = {
#define X(id, text) text,
    WHOLE_PROGRAMS(X)
#undef X
        NULL};

static const OptionRow rows[] = {
    {"prefix", 'p', TAKES_FOLDER, "DIR", "install to DIR",
     "With --output, DIR is in the image; default there: /usr/local.", FIELD(prefix), NULL},
    {"output", 'o', TAKES_TEXT, "oci:DIR:TAG", "write an image that runs, with its libraries", NULL,
     FIELD(output), NULL},
    {"target", 't', TAKES_TEXT, "CPU", "the CPU to make code for; default: native",
     "native is this machine as LLVM sees it, recorded is what each unit was compiled for when the "
     "image was built; else a CPU as LLVM calls it, with features behind: znver3, x86-64-v3, "
     "skylake-avx512, neoverse-v1, x86-64-v2+avx. A configuration that may use what the target "
     "lacks is refused.",
     FIELD(target), NULL},
    {"keep-unit-targets", 0, TAKES_NOTHING, NULL,
     "let units that the target has too little for keep their own target",
     "For programs that choose among their units while they run, by what the machine has: only "
     "they "
     "make it right, and nothing here can prove that they do. The target that most units were "
     "compiled for has to be there, and that of the others may only add to one that is.",
     FIELD(keep_unit_targets), NULL},
    {"configuration", 'c', TAKES_TEXT, "NAME", "the configuration to deploy",
     "Without it, and without --set, the best one that fits the machine, as select says it.",
     FIELD(configuration), NULL},
    {"system", 0, TAKES_FILE, "FILE", "the machine to deploy for, as system describes it",
     "Chooses the configuration and, without --target, the CPU. Default: this machine.",
     FIELD(system), NULL},
    {"prefer", 0, TAKES_FILE, "FILE", "what to prefer and to refuse", NULL, FIELD(prefer), NULL},
    {"set", 0, TAKES_TEXTS, "POINT=V", "deploy the configuration with this setting", NULL,
     FIELD(set), NULL},
    {"cache", 0, TAKES_FOLDER, "DIR", "keep generated code in DIR for later deployments",
     "Default: xaas/objects in the user's cache folder.", FIELD(cache), NULL},
    {"audit", 0, TAKES_CHOICE, "WHAT",
     "code that exceeds the target: refuse (default), report, none",
     "refuse (default): nothing is installed when a binary holds instructions that the target "
     "lacks, outside of functions that the project itself gave a target, or when a library that it "
     "needs is missing or too old. report: it is said. none: nobody looks.",
     FIELD(audit), audit_choices},
    {"lto", 0, TAKES_CHOICE, "KIND", "optimise each program and library as a whole: thin, full",
     "none (default), thin: units take over from others what helps, full: all become one, which "
     "takes more time and memory. LLVM's linker does it in place of the recorded links' own.",
     FIELD(lto), lto_choices},
    {"linker", 0, TAKES_TEXT, "PROGRAM", "link with PROGRAM in place of the recorded one", NULL,
     FIELD(linker), NULL},
    {"everything", 0, TAKES_NOTHING, NULL, "also make what is built only on request",
     "Tests, for instance: what the build tool does not make when nothing is named.",
     FIELD(everything), NULL},
    {"check", 0, TAKES_NOTHING, NULL, "run the project's own tests before anything is installed",
     "Makes everything, as --everything does. Of an image that was built with --tests. When a test "
     "fails nothing is installed, and the status is 1.",
     FIELD(check), NULL},
    {"keep-build", 0, TAKES_FOLDER, "DIR", "leave the build tree at DIR",
     "Also where a step or a test has failed. What is made meanwhile lies beside DIR.", FIELD(keep),
     NULL},
    {"root", 0, TAKES_FOLDER, "DIR", "link within the root file system in DIR", NULL, FIELD(root),
     NULL},
    {"isolation", 0, TAKES_CHOICE, "KIND", "bubblewrap (default) or none",
     "none lets the recorded steps run with all rights of the user.", FIELD(isolation),
     isolation_choices},
    {"jobs", 'j', TAKES_NUMBER, "N", "run N jobs at once; default: one a processor", NULL,
     FIELD(jobs), NULL},
    COMMON_ROWS,
};

static const char *const description[] = {
    "Rebuilds the modules of one configuration, gives the functions that carried their unit's "
    "default target the chosen CPU, optimises each module as its own command said, generates code "
    "within this process, and replays the recorded archive, link and install steps. Nothing is "
    "compiled from source.",
    "A source container is built by this machine's compilers, with the flags that select chooses.",
    "The prefix appears when it is whole, or not at all. Generated code is kept, so that a second "
    "deployment only links and installs.",
    NULL};
static const ManualEntry environment[] = {
    {"XDG_CACHE_HOME", "The user's cache folder; default: ~/.cache."},
    {"TMPDIR", "Where the build tree is while it is needed; default: /tmp."},
    SUBCOMMAND_READS_DATA,
    {.subject = NULL}};
static const ManualEntry examples[] = {
    {"xaas-container deploy oci:app:1.0 -c avx2 --prefix ~/app", "Deploy for this machine."},
    {"xaas-container deploy oci:app:1.0 --set SIMD=AVX2 -t znver3 -p app",
     "Deploy for another one."},
    {.subject = NULL}};

const CommandLine deploy_command_line = {
    .program = "xaas-container deploy",
    .purpose = "make native code of an IR container",
    .summary = "Makes native code for one CPU from an image and installs it.",
    .arguments = "oci:DIR:TAG",
    .argument_takes = TAKES_TEXT,
    .rows = rows,
    .statuses = COMMON_STATUSES,
    .description = description,
    .environment = environment,
    .examples = examples,
};

/* ---- which configuration --------------------------------------------------------------------- */

static gboolean has_settings(const json_t *configuration, const json_t *common, char **set)
{
    for (char **item = set; item != NULL && *item != NULL; item++) {
        const char *equals = strchr(*item, '=');
        g_autofree char *name = g_strndup(*item, (gsize)(equals - *item));
        const json_t *value = json_object_get(json_object_get(configuration, "settings"), name);
        value = value != NULL ? value : json_object_get(common, name);
        const char *text = json_string_value(value);
        if (text == NULL || !values_are_same(text, equals + 1)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* The best that fits the machine. */
static const char *choose_by_machine(const Container *container, const DeployOptions *options,
                                     const Console *console, GError **error)
{
    g_autoptr(Arena) arena = arena_new();
    Selector selector = {.arena = arena};
    const SelectorOptions from = {options->system, options->prefer};
    const GPtrArray *offers =
        selector_open(&selector, &from, console, error)
            ? offers_of_image(arena, container, options->keep_unit_targets ? selector.system : NULL,
                              error)
            : NULL;
    if (offers == NULL) {
        return NULL;
    }
    selector_warn(&selector, offers_settings(arena, offers), console);
    const char *name = select_configuration(&selector, offers, error);
    /* The container's own text outlives the selection. */
    for (guint i = 0; name != NULL && i < container->names->len; i++) {
        if (g_str_equal(container->names->pdata[i], name)) {
            return container->names->pdata[i];
        }
    }
    return NULL;
}

static const char *choose(const Container *container, const DeployOptions *options,
                          const Console *console, GError **error)
{
    if (options->configuration == NULL && options->set == NULL && container->names->len > 1) {
        return choose_by_machine(container, options, console, error);
    }
    g_autoptr(GString) names = g_string_new(NULL);
    g_autoptr(GString) fitting = g_string_new(NULL);
    const char *chosen = NULL;
    guint count = 0;
    if (!pairs_are_whole("set", options->set, error)) {
        return NULL;
    }
    gsize index;
    const json_t *item;
    json_array_foreach(json_object_get(container->container, "configurations"), index, item)
    {
        const char *name = json_string_value(json_object_get(item, "name"));
        gboolean fits = options->configuration == NULL || g_str_equal(options->configuration, name);
        g_string_append_printf(names, "%s%s", index > 0 ? ", " : "", name);
        if (fits &&
            has_settings(item, json_object_get(container->container, "common"), options->set)) {
            g_string_append_printf(fitting, "%s%s", count > 0 ? ", " : "", name);
            chosen = name;
            count++;
        }
    }
    if (count == 0) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "the image has no such configuration; it has: %s", names->str);
        return NULL;
    }
    if (count > 1) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "%u configurations of the image fit; name one of them with --configuration: %s",
                    count, fitting->str);
        return NULL;
    }
    return chosen;
}

/* ---------------------------------------------------------------------------------------------- */

/* What has been tried here and has failed: a step, the project's own tests, its build or the check
 * of what came out. */
static gboolean is_finding(const GError *error)
{
    return g_error_matches(error, REPLAY_ERROR, REPLAY_ERROR_FAILED) ||
           g_error_matches(error, REPLAY_ERROR, REPLAY_ERROR_TESTS) ||
           g_error_matches(error, DEPLOY_ERROR, DEPLOY_ERROR_EXCEEDS) ||
           g_error_matches(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED) ||
           g_error_matches(error, PROCESS_ERROR, PROCESS_ERROR_STATUS);
}

/* Takes over the failure. */
static void tell(GError *failure, GError **error)
{
    gboolean finding = is_finding(failure);
    if (finding || g_error_matches(failure, RELOCATION_ERROR, RELOCATION_ERROR_PREFIX)) {
        g_set_error_literal(error, PROGRAM_ERROR,
                            finding ? EXIT_STATUS_FINDINGS : EXIT_STATUS_USAGE, failure->message);
        g_error_free(failure);
    } else {
        g_propagate_error(error, failure);
    }
}

static ExitStatus deploy_to(const DeployOptions *options, const DeployRequest *request,
                            const Console *console, GError **error)
{
    g_auto(DeployResult) result = {0};
    GError *failure = NULL;
    if (!deploy_run(request, &result, &failure)) {
        tell(failure, error);
        return EXIT_STATUS_ENVIRONMENT;
    }
    if (options->common.json) {
        json_t *document = deploy_json(request, &result);
        json_dumpf(document, console->out.stream, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        fputs("\n", console->out.stream);
        json_decref(document);
    } else if (!options->common.quiet) {
        const ShownDeployment shown = {.result = &result,
                                       .configuration = request->configuration,
                                       .place = options->output != NULL ? options->output
                                                                        : options->prefix,
                                       .machine = options->system};
        show_deployment(&shown, console);
    }
    return EXIT_STATUS_DONE;
}

/* The build tree goes where nothing is: better now than when it has been made. */
static gboolean check_keep(const char *keep, GError **error)
{
    g_autoptr(GDir) folder = keep == NULL ? NULL : g_dir_open(keep, 0, NULL);
    gboolean is_free = keep == NULL || (folder != NULL && g_dir_read_name(folder) == NULL) ||
                       !g_file_test(keep, G_FILE_TEST_EXISTS);
    if (!is_free) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "--keep-build: %s is there already; remove it, or name another folder", keep);
    }
    return is_free;
}

/* A build tree that is to be kept is made beside its place, for it is renamed in the end: what is
 * temporary is mostly on another file system. */
static FatalScratch scratch_for(const DeployOptions *options, GError **error)
{
    if (options->keep == NULL) {
        return fatal_scratch_new(g_get_tmp_dir(), error);
    }
    g_autofree char *keep = g_canonicalize_filename(options->keep, NULL);
    g_autofree char *folder = g_path_get_dirname(keep);
    if (g_mkdir_with_parents(folder, 0777) != 0) {
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno),
                    "--keep-build: the folder %s cannot be made: %s; name another place", folder,
                    g_strerror(errno));
        return NULL;
    }
    return fatal_scratch_new(folder, error);
}

/* The first option that says something about modules, of which a source container has none. */
static const char *option_of_modules(const DeployOptions *options)
{
    const struct {
        const char *name;
        gboolean given;
    } all[] = {
        {"target", options->target != NULL},
        {"configuration", options->configuration != NULL},
        {"output", options->output != NULL},
        {"cache", options->cache != NULL},
        {"audit", options->audit != NULL},
        {"lto", options->lto != NULL},
        {"linker", options->linker != NULL},
        {"everything", options->everything},
        {"keep-unit-targets", options->keep_unit_targets},
        {"check", options->check},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++) {
        if (all[i].given) {
            return all[i].name;
        }
    }
    return NULL;
}

/* A promise that would not be kept is refused. */
static gboolean check_source_options(const DeployOptions *options, GError **error)
{
    const char *misplaced = option_of_modules(options);
    if (misplaced != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "--%s does nothing for a source container, which this machine's compilers "
                    "build; drop it (--set chooses values, --system the machine)",
                    misplaced);
    } else if (options->prefix == NULL) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                            "a source container is deployed to a folder: give --prefix DIR");
    }
    return misplaced == NULL && options->prefix != NULL;
}

static ExitStatus deploy_source(const DeployOptions *options, const char *layout, const char *tag,
                                Isolation isolation, const Console *console, GError **error)
{
    g_autofree char *prefix = g_canonicalize_filename(options->prefix, NULL);
    g_auto(FatalScratch) scratch = scratch_for(options, error);
    if (scratch == NULL) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    const SourceDeployOptions source = {.layout = layout,
                                        .tag = tag,
                                        .scratch = scratch,
                                        .prefix = prefix,
                                        .root = options->root,
                                        .keep = options->keep,
                                        .set = (const char *const *)options->set,
                                        .selector = {options->system, options->prefer},
                                        .isolation = isolation,
                                        .jobs = options->jobs > 0 ? (guint)options->jobs
                                                                  : g_get_num_processors(),
                                        .quiet = options->common.quiet,
                                        .json = options->common.json};
    GError *failure = NULL;
    ExitStatus status = source_command_deploy(&source, console, &failure);
    if (failure != NULL) {
        tell(failure, error);
    }
    return status;
}

static gboolean parse_audit(const char *text, DeployAudit *audit, GError **error)
{
    for (guint i = 0; text != NULL && audit_choices[i] != NULL; i++) {
        if (g_str_equal(audit_choices[i], text)) {
            *audit = (DeployAudit)i;
            return TRUE;
        }
    }
    if (text != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "--audit: %s is not refuse, report or none", text);
    }
    return text == NULL;
}

static ExitStatus deploy(const void *given, char *const *arguments, const Console *console,
                         GError **error)
{
    const DeployOptions *options = given;
    Isolation isolation = ISOLATION_BUBBLEWRAP;
    if (options->isolation != NULL && !isolation_parse(options->isolation, &isolation)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "--isolation: %s is no kind of it",
                    options->isolation);
        return EXIT_STATUS_USAGE;
    }
    if ((options->prefix == NULL && options->output == NULL) || options->jobs < 0) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                            options->jobs < 0 ? "--jobs takes a number"
                                              : "give --prefix DIR or --output oci:DIR:TAG");
        return EXIT_STATUS_USAGE;
    }
    g_autofree char *image_layout = NULL;
    g_autofree char *image_tag = NULL;
    if (options->output != NULL &&
        !image_reference_parse(options->output, &image_layout, &image_tag, error)) {
        return EXIT_STATUS_USAGE;
    }
    DeployAudit audit = DEPLOY_AUDIT_REFUSE;
    if (!parse_audit(options->audit, &audit, error)) {
        return EXIT_STATUS_USAGE;
    }
    WholeProgram whole_program = WHOLE_PROGRAM_NONE;
    if (options->lto != NULL && !whole_program_parse(options->lto, &whole_program)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "--lto: %s is not none, thin or full",
                    options->lto);
        return EXIT_STATUS_USAGE;
    }
    g_autofree char *layout = NULL;
    g_autofree char *tag = NULL;
    if (!image_reference_find(arguments[0], &layout, &tag, error) ||
        !check_keep(options->keep, error)) {
        return EXIT_STATUS_USAGE;
    }
    gboolean is_source = FALSE;
    if (!source_command_is_source(layout, tag, &is_source, error)) {
        return EXIT_STATUS_INPUT;
    }
    if (is_source) {
        return check_source_options(options, error)
                   ? deploy_source(options, layout, tag, isolation, console, error)
                   : EXIT_STATUS_USAGE;
    }
    g_auto(Machine) machine = {0};
    if (!machine_read(&machine, options->system, error)) {
        return EXIT_STATUS_INPUT;
    }
    g_autofree char *knowledge = data_folder_find(console->program, "container", error);
    g_autofree char *program = program_own_path(console->program);
    g_auto(FatalScratch) scratch = knowledge == NULL ? NULL : scratch_for(options, error);
    g_autoptr(Container) container =
        scratch == NULL ? NULL : container_open(layout, tag, scratch, error);
    const char *configuration =
        container == NULL ? NULL : choose(container, options, console, error);
    if (configuration == NULL) {
        return EXIT_STATUS_USAGE;
    }
    g_autofree char *prefix =
        g_canonicalize_filename(options->prefix != NULL ? options->prefix : RESULT_PREFIX, NULL);
    g_auto(Progress) progress = {console, options->common.quiet, NULL};
    const DeployRequest request = {.container = container,
                                   .layout = layout,
                                   .tag = tag,
                                   .configuration = configuration,
                                   .target = options->target != NULL  ? options->target
                                             : machine.target != NULL ? machine.target
                                                                      : TARGET_NATIVE,
                                   .machine = machine.attributes,
                                   .prefix = prefix,
                                   .image_layout = image_layout,
                                   .image_tag = image_tag,
                                   .audit = audit,
                                   .scratch = scratch,
                                   .cache = options->cache,
                                   .keep = options->keep,
                                   .knowledge = knowledge,
                                   .program = program,
                                   .root = options->root,
                                   .linker = options->linker,
                                   .isolation = isolation,
                                   .keep_unit_targets = options->keep_unit_targets,
                                   .everything = options->everything,
                                   .check = options->check,
                                   .whole_program = whole_program,
                                   .jobs = options->jobs > 0 ? (guint)options->jobs
                                                             : g_get_num_processors(),
                                   .watch = fatal_watch,
                                   .progress = progress_show,
                                   .data = &progress};
    return deploy_to(options, &request, console, error);
}

const Subcommand cmd_deploy = {.name = "deploy",
                               .line = &deploy_command_line,
                               .options_size = sizeof(DeployOptions),
                               .positional = 1,
                               .act = deploy,
                               .is_bad_input = container_error_is_bad_input};
