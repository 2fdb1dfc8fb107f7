/* xaas-container build: from a matrix to an IR container. */
#include "container/build/configure.h"
#include "container/image/pack.h"
#include "container/image/verify.h"
#include "container/program/fatal.h"
#include "container/program/setup.h"
#include "container/program/show.h"
#include "container/program/source_command.h"
#include "core/json.h"
#include <stddef.h>
#include <string.h>

typedef struct {
    CommonOptions common;
    SetupOptions setup;
    char *output;
    char *base;
    char *stop_after;
    gboolean source_container;
    gboolean add_architecture;
    gboolean keep_going;
    gboolean thorough;
    gboolean verify;
    gboolean tests;
    gboolean default_only;
} BuildOptions;

#define FIELD(member) offsetof(BuildOptions, member)

static const char *const stage_names[] = {
#define X(id, text) text,
    STAGES(X)
#undef X
        NULL};

static const OptionRow rows[] = {
    {"output", 'o', TAKES_TEXT, "oci:DIR:TAG", "the image to write", NULL, FIELD(output), NULL},
    SETUP_ROWS(BuildOptions, setup),
    {"source-container", 0, TAKES_NOTHING, NULL,
     "pack the sources, for a native build where they are deployed",
     "Then the specification stands in place of the matrix, and nothing is compiled: for what "
     "cannot become bitcode. deploy chooses the configuration on the machine and builds there.",
     FIELD(source_container), NULL},
    {"base", 0, TAKES_TEXT, "oci:DIR:TAG", "put the container on top of this image", NULL,
     FIELD(base), NULL},
    {"add-architecture", 0, TAKES_NOTHING, NULL, "keep what the tag has for other architectures",
     "The tag names an index then, in which each architecture has an image. Others choose the one "
     "for their machine, or that of TAG@arm64.",
     FIELD(add_architecture), NULL},
    {"tests", 0, TAKES_NOTHING, NULL, "also pack what the project's own tests read",
     "All sources and all that is in the build trees, in a layer that only deploy --check reads.",
     FIELD(tests), NULL},
    {"default-only", 0, TAKES_NOTHING, NULL, "leave out what is built only on demand",
     "Tests and examples often are (EXCLUDE_FROM_ALL). Without it they are compiled last, for "
     "deploy --check and --everything.",
     FIELD(default_only), NULL},
    {"stop-after", 0, TAKES_CHOICE, "STAGE",
     "end after configure, commands, prove, compile or merge", NULL, FIELD(stop_after),
     stage_names},
    {"keep-going", 'k', TAKES_NOTHING, NULL, "pack the configurations that work",
     "Without it, the first stage in which something fails is the last.", FIELD(keep_going), NULL},
    {"thorough", 0, TAKES_NOTHING, NULL, "compare the tokens of all units that may differ",
     "Without it, tokens are compared only where what differs is likely to be without effect; the "
     "others are compiled, and become one where their bitcode is the same.",
     FIELD(thorough), NULL},
    {"verify", 0, TAKES_NOTHING, NULL, "then compile every unit with its own command and compare",
     NULL, FIELD(verify), NULL},
    COMMON_ROWS,
};

static const char *const description[] = {
    "Configures every configuration of the matrix, proves which translation units are equal, "
    "compiles one of each to unoptimised LLVM bitcode, stores every distinct function once, and "
    "packs an OCI image from which each configuration's modules are rebuilt exactly.",
    "What is done stays in the work folder: a build that was stopped, or failed, goes on from "
    "there.",
    NULL};
static const ManualEntry environment[] = {
    {"SOURCE_DATE_EPOCH", "The time that everything in the image gets; default: 0."},
    SUBCOMMAND_READS_DATA,
    {.subject = NULL}};
static const ManualEntry examples[] = {
    {"xaas-container build matrix.yaml -o oci:app:1.0", "Build the image app with the tag 1.0."},
    {"xaas-container build --source-container app.xaas.yaml --source app -o oci:app:source",
     "Pack the sources with their specification."},
    {.subject = NULL}};

const CommandLine build_command_line = {
    .program = "xaas-container build",
    .purpose = "build an IR container of a matrix",
    .summary = "Builds all configurations of a matrix into one OCI image of LLVM bitcode.",
    .arguments = "MATRIX|SPECIFICATION",
    .argument_takes = TAKES_FILE,
    .rows = rows,
    .statuses = COMMON_STATUSES("a configuration or a unit failed, or --verify found a difference"),
    .description = description,
    .environment = environment,
    .examples = examples,
};

static json_t *summary_json(const Build *build)
{
    const BuildCounts *counts = &build->counts;
    json_t *seconds = json_object();
    for (Stage stage = STAGE_CONFIGURE; stage < STAGE_COUNT; stage++) {
        json_object_set_new(seconds, stage_text(stage), json_real(counts->seconds[stage]));
    }
    return json_pack(
        "{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:I, s:i, s:i, s:I, s:I, s:o, s:o, s:o, "
        "s:o}",
        "configurations", (int)build->configurations->len, "units", (int)counts->units,
        "other_units", (int)counts->others, "scanned", (int)counts->prove.scanned, "taken_over",
        (int)counts->prove.taken_over, "preprocessed", (int)counts->prove.preprocessed, "macros",
        (int)counts->prove.macros, "classes", (int)counts->classes, "modules", (int)counts->modules,
        "class_bytes", (json_int_t)counts->class_bytes, "functions", (int)counts->store.functions,
        "stored_functions", (int)counts->store.stored_functions, "function_bytes",
        (json_int_t)counts->store.function_bytes, "skeleton_bytes",
        (json_int_t)counts->store.skeleton_bytes, "seconds", seconds, "failures",
        json_of_texts(build->failures), "left_out", json_of_texts(build->left_out), "notes",
        json_of_texts(build->notes));
}

/* "fortran 12, assembler 3". The caller frees it. */
static char *kinds_of_others(const Build *build)
{
    guint numbers[UNIT_KIND_COUNT] = {0};
    for (guint i = 0; i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        for (guint k = 0; k < built->units->len; k++) {
            const BuiltUnit *unit = built->units->pdata[k];
            gboolean is_other =
                !unit_kind_has_bitcode(unit->unit->kind) || unit->why_object != NULL;
            numbers[unit->unit->kind] += is_other && unit->left_out == NULL ? 1 : 0;
        }
    }
    GString *text = g_string_new(NULL);
    for (UnitKind kind = 0; kind < UNIT_KIND_COUNT; kind++) {
        if (numbers[kind] > 0) {
            g_string_append_printf(text, "%s%s %u", text->len > 0 ? ", " : "", unit_kind_text(kind),
                                   numbers[kind]);
        }
    }
    return g_string_free(text, FALSE);
}

/* `last` is the stage that the build ended after: of what comes later there is nothing to say. */
static void show(const Build *build, Stage last, const Console *console)
{
    const BuildCounts *counts = &build->counts;
    FILE *out = console->out.stream;
    g_autofree char *configurations =
        counted(build->configurations->len, "configuration", "configurations");
    g_autofree char *units = counted(counts->units, "unit", "units");
    fputs(configurations, out);
    if (last >= STAGE_COMMANDS) {
        fprintf(out, ", %s", units);
    }
    if (counts->others > 0) {
        g_autofree char *kinds = kinds_of_others(build);
        fprintf(out, " and %u that cannot become bitcode (%s)", counts->others, kinds);
    }
    if (counts->left_out > 0) {
        fprintf(out, ", %u left out", counts->left_out);
    }
    if (last >= STAGE_PROVE) {
        g_autofree char *classes = counted(counts->classes, "class", "classes");
        g_autofree char *scanned = counted(counts->prove.scanned, "closure", "closures");
        fprintf(out, ": %s (%s scanned, %u taken over, %u preprocessed)", classes, scanned,
                counts->prove.taken_over, counts->prove.preprocessed);
    }
    fputs("\n", out);
    if (build->store != NULL) {
        g_autofree char *modules = counted(counts->modules, "distinct module", "distinct modules");
        g_autofree char *functions = counted(counts->store.functions, "function", "functions");
        fprintf(out, "%s with %s, of which %u %s stored\n", modules, functions,
                counts->store.stored_functions,
                count_noun(counts->store.stored_functions, "is", "are"));
    }
}

/* A run that was to pack and did not. */
static void show_unpacked(const Build *build, const Console *console)
{
    g_autofree char *working =
        counted(build->configurations->len, "configuration works", "configurations work");
    if (build->configurations->len == 0) {
        fputs("nothing is packed: no configuration works\n", console->out.stream);
    } else {
        fprintf(console->out.stream,
                "nothing is packed: %s as far as was tried; -k packs those that do\n", working);
    }
}

typedef struct {
    const BuildOptions *options;
    const Setup *setup;
    const Console *console;
    GError **error;
} Building;

static ExitStatus verify(const Building *self, const BuildRequest *request, Build *result,
                         const char *layout, const char *tag)
{
    g_auto(FatalScratch) scratch = fatal_scratch_new(request->folder, self->error);
    g_autoptr(Container) container =
        scratch == NULL ? NULL : container_read(layout, tag, scratch, self->error);
    g_auto(VerifyResult) verified = {0};
    const VerifyRequest asked = {.build_request = request, .build = result, .container = container};
    if (container == NULL || !verify_container(&asked, &verified, self->error)) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    return show_verification(&cmd_build, &verified, &self->options->common, self->console)
               ? EXIT_STATUS_DONE
               : EXIT_STATUS_FINDINGS;
}

/* The image, and on request its verification. */
static ExitStatus finish(const Building *self, BuildRequest *request, Build *result)
{
    g_autofree char *layout = NULL;
    g_autofree char *tag = NULL;
    g_autofree char *base_layout = NULL;
    g_autofree char *base_tag = NULL;
    if (!image_reference_parse(self->options->output, &layout, &tag, self->error) ||
        (self->options->base != NULL &&
         !image_reference_find(self->options->base, &base_layout, &base_tag, self->error))) {
        return EXIT_STATUS_USAGE;
    }
    gint64 begin = g_get_monotonic_time();
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    const PackRequest pack = {.build_request = request,
                              .build = result,
                              .layout = layout,
                              .tag = tag,
                              .base_layout = base_layout,
                              .base_tag = base_tag,
                              .tests = self->options->tests,
                              .add_architecture = self->options->add_architecture,
                              .version = XAAS_VERSION,
                              .knowledge = self->setup->knowledge,
                              .notes = notes};
    g_autofree char *digest = pack_image(&pack, self->error);
    result->counts.seconds[STAGE_PACK] = (double)(g_get_monotonic_time() - begin) / G_USEC_PER_SEC;
    show_failures(&cmd_build, notes, self->console);
    if (digest == NULL) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    if (!self->options->common.quiet && !self->options->common.json) {
        fprintf(self->console->out.stream, "%s is %s\n", self->options->output, digest);
    }
    return self->options->verify ? verify(self, request, result, layout, tag) : EXIT_STATUS_DONE;
}

/* What is wrong with a name should not show only after an hour of compiling. */
static gboolean is_image(const char *name, GError **error)
{
    g_autofree char *layout = NULL;
    g_autofree char *tag = NULL;
    return name == NULL || image_reference_parse(name, &layout, &tag, error);
}

/* A full disk says nothing of the project, whichever command finds it. */
static gboolean lacked_space(const BuildRequest *request, const Build *build)
{
    for (guint i = 0; i < build->failures->len; i++) {
        if (failures_lacked_space(configure_failures(request->driver), build->failures->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* It is read last, and missed before hours of work. */
static gboolean base_is_there(const char *base, GError **error)
{
    g_autofree char *layout = NULL;
    g_autofree char *tag = NULL;
    if (base == NULL) {
        return TRUE;
    }
    json_t *manifest = image_reference_find(base, &layout, &tag, error)
                           ? layout_manifest(layout, tag, NULL, error)
                           : NULL;
    json_decref(manifest);
    return manifest != NULL;
}

/* Where to stop, and whether there is an image to go on to. */
static gboolean read_stage(const BuildOptions *options, Stage *stop_after, GError **error)
{
    *stop_after = STAGE_PACK;
    if (options->stop_after != NULL && !stage_parse(options->stop_after, stop_after)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "--stop-after: %s is no stage",
                    options->stop_after);
        return FALSE;
    }
    if (*stop_after == STAGE_PACK && options->output == NULL) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                            "no image was named; give -o oci:DIR:TAG or --stop-after");
        return FALSE;
    }
    return is_image(options->output, error);
}

/* Whether the image that is built upon is there, and the one that is made has a place: better asked
 * now than when all is compiled. EXIT_STATUS_DONE, or an error. */
static ExitStatus check_places(const BuildOptions *options, GError **error)
{
    g_autofree char *layout = NULL;
    g_autofree char *tag = NULL;
    if (!base_is_there(options->base, error)) {
        return EXIT_STATUS_INPUT;
    }
    if (options->output != NULL) {
        image_reference_parse(options->output, &layout, &tag, NULL);
    }
    return layout == NULL || layout_check(layout, error) ? EXIT_STATUS_DONE
                                                         : EXIT_STATUS_ENVIRONMENT;
}

static Build *run(const Building *self, const BuildRequest *request)
{
    g_autofree char *farewell = g_strdup_printf(
        "ended before it was done; what is done is in %s, and the same command goes on from there",
        request->folder);
    fatal_tell(farewell);
    Build *result = build_run(request, self->error);
    fatal_tell(NULL);
    return result;
}

static void show_result(const Building *self, const Build *result, Stage stop_after, gboolean whole)
{
    const CommonOptions *common = &self->options->common;
    if (common->json) {
        json_t *summary = summary_json(result);
        json_dumpf(summary, self->console->out.stream, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        fputs("\n", self->console->out.stream);
        json_decref(summary);
    } else if (!common->quiet && result->configurations->len > 0) {
        show(result, stop_after, self->console);
    }
    if (result->failures->len > 0 && stop_after == STAGE_PACK && !whole && !common->json &&
        !common->quiet) {
        show_unpacked(result, self->console);
    }
}

static ExitStatus build_matrix(const Building *self)
{
    const BuildOptions *options = self->options;
    Stage stop_after;
    if (!read_stage(options, &stop_after, self->error)) {
        return EXIT_STATUS_USAGE;
    }
    ExitStatus status = check_places(options, self->error);
    if (status != EXIT_STATUS_DONE) {
        return status;
    }
    BuildRequest request = self->setup->request;
    request.keep_going = options->keep_going;
    request.thorough = options->thorough;
    request.default_only = options->default_only;
    request.stop_after = stop_after;
    g_autoptr(Build) result = run(self, &request);
    if (result == NULL) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    show_failures(&cmd_build, result->failures, self->console);
    show_failures(&cmd_build, result->left_out, self->console);
    show_failures(&cmd_build, result->notes, self->console);
    gboolean failed = result->failures->len > 0;
    gboolean whole = stop_after == STAGE_PACK && result->configurations->len > 0 &&
                     result->store != NULL && (!failed || options->keep_going);
    status = whole ? finish(self, &request, result) : EXIT_STATUS_DONE;
    if (status == EXIT_STATUS_USAGE || status == EXIT_STATUS_ENVIRONMENT) {
        return status;
    }
    show_result(self, result, stop_after, whole);
    if (lacked_space(&request, result)) {
        fputs("xaas-container build: a disk is full; make room there and build again, which goes "
              "on from there\n",
              self->console->err.stream);
        return EXIT_STATUS_ENVIRONMENT;
    }
    /* Without a failure there is an image when there was to be one. */
    return failed || (stop_after == STAGE_PACK && !whole) ? EXIT_STATUS_FINDINGS : status;
}

/* The first option that says something about a build, which packing sources is none. */
static const char *option_of_builds(const BuildOptions *options)
{
    const SetupOptions *setup = &options->setup;
    const struct {
        const char *name;
        gboolean given;
    } all[] = {
        {"work", setup->work != NULL},
        {"root", setup->root != NULL},
        {"isolation", setup->isolation != NULL},
        {"copy-source", setup->copy_source},
        {"network", setup->network},
        {"launcher", setup->launcher != NULL},
        {"jobs", setup->jobs != 0},
        {"base", options->base != NULL},
        {"add-architecture", options->add_architecture},
        {"tests", options->tests},
        {"default-only", options->default_only},
        {"stop-after", options->stop_after != NULL},
        {"keep-going", options->keep_going},
        {"thorough", options->thorough},
        {"verify", options->verify},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++) {
        if (all[i].given) {
            return all[i].name;
        }
    }
    return NULL;
}

/* What would not be verified is refused before hours of work. */
static gboolean check_verify(const BuildOptions *options, GError **error)
{
    Stage stop_after = STAGE_PACK;
    if (!options->verify || options->stop_after == NULL ||
        !stage_parse(options->stop_after, &stop_after) || stop_after == STAGE_PACK) {
        return TRUE;
    }
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                "--verify compares an image, and --stop-after %s makes none; drop one of the two "
                "options",
                options->stop_after);
    return FALSE;
}

static ExitStatus build(const void *given, char *const *arguments, const Console *console,
                        GError **error)
{
    const BuildOptions *options = given;
    const char *misplaced = options->source_container ? option_of_builds(options) : NULL;
    if (misplaced != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "--%s says how a matrix is built, and --source-container packs sources only; "
                    "drop one of the two options",
                    misplaced);
        return EXIT_STATUS_USAGE;
    }
    if (options->source_container) {
        const SourceBuildOptions source = {arguments[0], options->setup.source, options->output,
                                           options->common.quiet, options->common.json};
        return source_command_build(&source, console, error);
    }
    if (!check_verify(options, error)) {
        return EXIT_STATUS_USAGE;
    }
    g_autoptr(Setup) setup =
        setup_new(&options->setup, arguments[0], options->common.quiet, console, error);
    return setup == NULL ? EXIT_STATUS_ENVIRONMENT
                         : build_matrix(&(Building){options, setup, console, error});
}

const Subcommand cmd_build = {.name = "build",
                              .line = &build_command_line,
                              .options_size = sizeof(BuildOptions),
                              .positional = 1,
                              .act = build,
                              .is_bad_input = container_error_is_bad_input};
