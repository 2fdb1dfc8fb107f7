/* xaas-container deploy: from an IR container to a program for one CPU. */
#include "container/build/process.h"
#include "container/deploy/deploy.h"
#include "container/program/deploy_options.h"
#include "container/program/fatal.h"
#include "container/program/machine.h"
#include "container/program/setup.h"
#include "container/program/show.h"
#include "container/program/show_deployment.h"
#include "container/program/source_command.h"
#include "core/data_folder.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#define RESULT_PREFIX "/usr/local"

/* What has been tried here and has failed: a step, the project's own tests, its build or the check
 * of what came out. */
static gboolean is_finding(const GError *error)
{
    return g_error_matches(error, REPLAY_ERROR, REPLAY_ERROR_FAILED) ||
           g_error_matches(error, REPLAY_ERROR, REPLAY_ERROR_TESTS) ||
           g_error_matches(error, DEPLOY_ERROR, DEPLOY_ERROR_EXCEEDS) ||
           g_error_matches(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED) ||
           g_error_matches(error, CONFIGURE_ERROR, CONFIGURE_ERROR_ENDED) ||
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

/* The same for those that only a build takes. */
static gboolean check_bitcode_options(const DeployOptions *options, GError **error)
{
    const char *misplaced = options->arguments != NULL        ? "argument"
                            : options->make_arguments != NULL ? "make-argument"
                                                              : NULL;
    if (misplaced != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "--%s does nothing for this image, whose project has been built; `plan` takes "
                    "it, and `deploy` of a source container",
                    misplaced);
    }
    return misplaced == NULL;
}

static gboolean parse_audit(const char *text, DeployAudit *audit, GError **error)
{
    for (guint i = 0; text != NULL && deploy_audit_choices[i] != NULL; i++) {
        if (g_str_equal(deploy_audit_choices[i], text)) {
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

/* What the words of the command line mean. */
typedef struct {
    Isolation isolation;
    DeployAudit audit;
    WholeProgram whole_program;
    char *layout, *tag;             /* the image that is deployed */
    char *image_layout, *image_tag; /* the one that is written; NULL: none */
} Meaning;

static void meaning_clear(Meaning *self)
{
    g_free(self->layout);
    g_free(self->tag);
    g_free(self->image_layout);
    g_free(self->image_tag);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Meaning, meaning_clear)

/* FALSE and an error for a command line that makes no sense. */
static gboolean read_meaning(const DeployOptions *options, const char *image, Meaning *meaning,
                             GError **error)
{
    *meaning = (Meaning){.isolation = ISOLATION_BUBBLEWRAP,
                         .audit = DEPLOY_AUDIT_REFUSE,
                         .whole_program = WHOLE_PROGRAM_NONE};
    if (options->isolation != NULL && !isolation_parse(options->isolation, &meaning->isolation)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "--isolation: %s is no kind of it",
                    options->isolation);
        return FALSE;
    }
    if ((options->prefix == NULL && options->output == NULL) || options->jobs < 0) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                            options->jobs < 0 ? "--jobs takes a number"
                                              : "give --prefix DIR or --output oci:DIR:TAG");
        return FALSE;
    }
    if (options->output != NULL && !image_reference_parse(options->output, &meaning->image_layout,
                                                          &meaning->image_tag, error)) {
        return FALSE;
    }
    if (!parse_audit(options->audit, &meaning->audit, error)) {
        return FALSE;
    }
    if (options->lto != NULL && !whole_program_parse(options->lto, &meaning->whole_program)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "--lto: %s is not none, thin or full",
                    options->lto);
        return FALSE;
    }
    return image_reference_find(image, &meaning->layout, &meaning->tag, error) &&
           check_keep(options->keep, error);
}

static ExitStatus deploy_source(const DeployOptions *options, const Meaning *meaning,
                                const Console *console, GError **error)
{
    g_autofree char *prefix = g_canonicalize_filename(options->prefix, NULL);
    g_auto(FatalScratch) scratch = scratch_for(options, error);
    if (scratch == NULL) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    const SourceDeployOptions source = {
        .layout = meaning->layout,
        .tag = meaning->tag,
        .scratch = scratch,
        .prefix = prefix,
        .root = options->root,
        .keep = options->keep,
        .set = (const char *const *)options->set,
        .arguments = (const char *const *)options->arguments,
        .make_arguments = (const char *const *)options->make_arguments,
        .selector = {options->system, options->prefer},
        .isolation = meaning->isolation,
        .jobs = options->jobs > 0 ? (guint)options->jobs : g_get_num_processors(),
        .quiet = options->common.quiet,
        .json = options->common.json};
    GError *failure = NULL;
    ExitStatus status = source_command_deploy(&source, console, &failure);
    if (failure != NULL) {
        tell(failure, error);
    }
    return status;
}

static ExitStatus deploy_bitcode(const DeployOptions *options, const Meaning *meaning,
                                 const Console *console, GError **error)
{
    g_auto(Machine) machine = {0};
    if (!machine_read(&machine, options->system, error)) {
        return EXIT_STATUS_INPUT;
    }
    g_autofree char *knowledge = data_folder_find(console->program, "container", error);
    g_autofree char *program = program_own_path(console->program);
    g_auto(FatalScratch) scratch = knowledge == NULL ? NULL : scratch_for(options, error);
    g_autoptr(Container) container =
        scratch == NULL ? NULL : container_open(meaning->layout, meaning->tag, scratch, error);
    const char *configuration =
        container == NULL ? NULL : deploy_choice(container, options, console, error);
    if (configuration == NULL) {
        return EXIT_STATUS_USAGE;
    }
    g_autofree char *prefix =
        g_canonicalize_filename(options->prefix != NULL ? options->prefix : RESULT_PREFIX, NULL);
    g_auto(Progress) progress = {console, options->common.quiet, NULL};
    const DeployRequest request = {.container = container,
                                   .layout = meaning->layout,
                                   .tag = meaning->tag,
                                   .configuration = configuration,
                                   .target = options->target != NULL  ? options->target
                                             : machine.target != NULL ? machine.target
                                                                      : TARGET_NATIVE,
                                   .machine = machine.attributes,
                                   .prefix = prefix,
                                   .image_layout = meaning->image_layout,
                                   .image_tag = meaning->image_tag,
                                   .audit = meaning->audit,
                                   .scratch = scratch,
                                   .cache = options->cache,
                                   .keep = options->keep,
                                   .knowledge = knowledge,
                                   .program = program,
                                   .root = options->root,
                                   .linker = options->linker,
                                   .isolation = meaning->isolation,
                                   .keep_unit_targets = options->keep_unit_targets,
                                   .everything = options->everything,
                                   .check = options->check,
                                   .whole_program = meaning->whole_program,
                                   .jobs = options->jobs > 0 ? (guint)options->jobs
                                                             : g_get_num_processors(),
                                   .watch = fatal_watch,
                                   .progress = progress_show,
                                   .data = &progress};
    return deploy_to(options, &request, console, error);
}

static ExitStatus deploy(const void *given, char *const *arguments, const Console *console,
                         GError **error)
{
    const DeployOptions *options = given;
    g_auto(Meaning) meaning = {0};
    if (!read_meaning(options, arguments[0], &meaning, error)) {
        return EXIT_STATUS_USAGE;
    }
    gboolean is_source = FALSE;
    if (!source_command_is_source(meaning.layout, meaning.tag, &is_source, error)) {
        return EXIT_STATUS_INPUT;
    }
    if (!is_source) {
        return check_bitcode_options(options, error)
                   ? deploy_bitcode(options, &meaning, console, error)
                   : EXIT_STATUS_USAGE;
    }
    return check_source_options(options, error) ? deploy_source(options, &meaning, console, error)
                                                : EXIT_STATUS_USAGE;
}

const Subcommand cmd_deploy = {.name = "deploy",
                               .line = &deploy_command_line,
                               .options_size = sizeof(DeployOptions),
                               .positional = 1,
                               .act = deploy,
                               .is_bad_input = container_error_is_bad_input};
