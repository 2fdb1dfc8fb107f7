/* xaas-container verify: whether an image is what its matrix's own commands make. */
#include "container/image/units_check.h"
#include "container/image/verify.h"
#include "container/program/fatal.h"
#include "container/program/setup.h"
#include "container/program/show.h"
#include <stddef.h>

typedef struct {
    CommonOptions common;
    SetupOptions setup;
    char *matrix;
    int sample;
    gboolean resume;
} VerifyOptions;

#define FIELD(member) offsetof(VerifyOptions, member)

static const OptionRow rows[] = {
    {"matrix", 'm', TAKES_FILE, "FILE", "the matrix that the image was built from",
     "Without it, only the image itself is checked: digests, layers, annotations, and that every "
     "module is rebuilt to its digest.",
     FIELD(matrix), NULL},
    {"sample", 0, TAKES_NUMBER, "N", "compile about N units only, evenly chosen", NULL,
     FIELD(sample), NULL},
    {"resume", 0, TAKES_NOTHING, NULL, "go on with an interrupted verification of this work folder",
     "What it has compiled already is compared again with the image, not compiled again.",
     FIELD(resume), NULL},
    SETUP_ROWS(VerifyOptions, setup),
    COMMON_ROWS,
};

static const char *const description[] = {
    "Checks the image, rebuilds every module from the store, and, with --matrix, compiles every "
    "unit of every configuration with its own command and compares the bitcode with the rebuilt "
    "module. A difference ends with status 1.",
    NULL};
static const ManualEntry examples[] = {
    {"xaas-container verify oci:app:1.0 --matrix matrix.yaml", "Verify everything."},
    {.subject = NULL}};

const CommandLine verify_command_line = {
    .program = "xaas-container verify",
    .purpose = "prove that an IR container holds what its commands make",
    .summary = "Checks an image and compares its modules with what the original commands make.",
    .arguments = "oci:DIR:TAG",
    .argument_takes = TAKES_TEXT,
    .rows = rows,
    .statuses = COMMON_STATUSES("the image is damaged, or what a command makes differs"),
    .description = description,
    .examples = examples,
};

/* How many configurations say something of their units that cannot be so; each is told. */
static guint check_units(const Container *container, const Console *console)
{
    guint faults = 0;
    for (guint i = 0; i < container->units->len; i++) {
        g_autofree char *fault = units_fault(container->units->pdata[i]);
        if (fault != NULL) {
            g_autoptr(GError) error =
                g_error_new(LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED, "configuration %s, %s",
                            (const char *)container->names->pdata[i], fault);
            subcommand_fail(&cmd_verify, console, error);
            faults++;
        }
    }
    return faults;
}

/* The image alone: every module that a unit names comes out of the store with its digest. */
static ExitStatus check_image(const Container *container, const VerifyOptions *options,
                              const Console *console)
{
    guint modules = 0, damaged = 0;
    guint faults = check_units(container, console);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < container->units->len; i++) {
        gsize index;
        const json_t *unit;
        json_array_foreach(json_object_get(container->units->pdata[i], "units"), index, unit)
        {
            const char *module = json_string_value(json_object_get(unit, "module"));
            g_autoptr(GError) error = NULL;
            if (module == NULL || !g_hash_table_add(seen, (gpointer)module)) {
                continue;
            }
            g_autofree char *text = store_text(container->store, module, &error);
            modules++;
            if (text == NULL) {
                damaged++;
                subcommand_fail(&cmd_verify, console, error);
            }
        }
    }
    if (options->common.json) {
        fprintf(console->out.stream, "{\"modules\": %u, \"damaged\": %u, \"malformed\": %u}\n",
                modules, damaged, faults);
    } else if (!options->common.quiet) {
        g_autofree char *rebuilt = counted(modules, "module", "modules");
        fprintf(console->out.stream, "the image is %s; %s rebuilt, %u damaged\n",
                faults > 0 ? "malformed" : "well-formed", rebuilt, damaged);
    }
    return damaged > 0 || faults > 0 ? EXIT_STATUS_FINDINGS : EXIT_STATUS_DONE;
}

static ExitStatus compare(const Container *container, const VerifyOptions *options,
                          const Console *console, const Setup *setup, GError **error)
{
    BuildRequest request = setup->request;
    request.keep_going = TRUE;
    request.stop_after = STAGE_PROVE;
    g_autoptr(Build) build = build_run(&request, error);
    g_auto(VerifyResult) result = {0};
    const VerifyRequest verify = {.build_request = &request,
                                  .build = build,
                                  .container = container,
                                  .sample = (guint)options->sample,
                                  .resume = options->resume};
    if (build == NULL || !verify_container(&verify, &result, error)) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    show_failures(&cmd_verify, build->failures, console);
    return show_verification(&cmd_verify, &result, &options->common, console) &&
                   build->failures->len == 0
               ? EXIT_STATUS_DONE
               : EXIT_STATUS_FINDINGS;
}

static gboolean has_configuration_of(const Container *container, const Matrix *matrix)
{
    gsize index;
    const json_t *item;
    json_array_foreach(json_object_get(container->container, "configurations"), index, item)
    {
        const char *name = json_string_value(json_object_get(item, "name"));
        if (name != NULL && matrix_find(matrix, name) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The first option that is about compiling units, which nothing is without a matrix. */
static const char *option_of_comparing(const VerifyOptions *options)
{
    const SetupOptions *setup = &options->setup;
    const struct {
        const char *name;
        gboolean given;
    } all[] = {
        {"sample", options->sample != 0},      {"resume", options->resume},
        {"source", setup->source != NULL},     {"work", setup->work != NULL},
        {"root", setup->root != NULL},         {"isolation", setup->isolation != NULL},
        {"copy-source", setup->copy_source},   {"network", setup->network},
        {"launcher", setup->launcher != NULL}, {"jobs", setup->jobs != 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++) {
        if (all[i].given) {
            return all[i].name;
        }
    }
    return NULL;
}

static gboolean check_options(const VerifyOptions *options, GError **error)
{
    const char *misplaced = options->matrix == NULL ? option_of_comparing(options) : NULL;
    if (misplaced != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "--%s is about compiling units, and without a matrix none is; give --matrix "
                    "FILE, too",
                    misplaced);
    } else if (options->sample < 0) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                            "--sample takes a number of units");
    }
    return misplaced == NULL && options->sample >= 0;
}

static ExitStatus verify(const void *given, char *const *arguments, const Console *console,
                         GError **error)
{
    const VerifyOptions *options = given;
    if (!check_options(options, error)) {
        return EXIT_STATUS_USAGE;
    }
    g_auto(FatalScratch) scratch = fatal_scratch_new(g_get_tmp_dir(), error);
    if (scratch == NULL) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    g_autoptr(Container) container = setup_container(arguments[0], scratch, error);
    if (container == NULL) {
        return EXIT_STATUS_INPUT;
    }
    if (options->matrix == NULL) {
        return check_image(container, options, console);
    }
    g_autoptr(Setup) setup =
        setup_new(&options->setup, options->matrix, options->common.quiet, console, error);
    if (setup == NULL) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    if (!has_configuration_of(container, setup->matrix)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT,
                    "the image has none of the configurations of %s; name the matrix that it was "
                    "built from",
                    options->matrix);
        return EXIT_STATUS_INPUT;
    }
    fatal_tell("ended before it was done; with --resume the same command goes on from there");
    ExitStatus status = compare(container, options, console, setup, error);
    fatal_tell(NULL);
    return status;
}

const Subcommand cmd_verify = {.name = "verify",
                               .line = &verify_command_line,
                               .options_size = sizeof(VerifyOptions),
                               .positional = 1,
                               .act = verify,
                               .is_bad_input = container_error_is_bad_input};
