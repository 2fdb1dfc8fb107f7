/* xaas-container inspect: what an image holds, what was merged and what was not, and why. */
#include "container/image/inspect.h"
#include "container/image/machine_code.h"
#include "container/program/fatal.h"
#include "container/program/setup.h"
#include "container/program/subcommands.h"
#include "core/file.h"
#include "core/table.h"
#include <stddef.h>
#include <string.h>

typedef struct {
    CommonOptions common;
    char *why;
    char *html;
} InspectOptions;

#define FIELD(member) offsetof(InspectOptions, member)
#define LEFT_OUT_SHOWN 20u

static const OptionRow rows[] = {
    {"why", 0, TAKES_TEXT, "UNIT", "tell how a unit was merged, or why not",
     "UNIT is the end of a source's path. Each configuration's unit is shown with its module, the "
     "level at which it was shown to be equal to others, and what keeps it apart.",
     FIELD(why), NULL},
    {"html", 0, TAKES_FILE, "FILE", "write a picture of the matrix", NULL, FIELD(html), NULL},
    COMMON_ROWS,
};

static const char *const description[] = {
    "Shows configurations, units, classes, modules and functions of an IR container. The image's "
    "digests are checked on the way.",
    NULL};
static const ManualEntry examples[] = {
    {"xaas-container inspect oci:app:1.0 --why kernel.cpp", "Why is kernel.cpp there five times?"},
    {.subject = NULL}};

const CommandLine inspect_command_line = {
    .program = "xaas-container inspect",
    .purpose = "show what an IR container holds",
    .summary = "Shows what is in an image, what was merged, and why not more.",
    .arguments = "oci:DIR:TAG",
    .argument_takes = TAKES_TEXT,
    .rows = rows,
    .statuses = COMMON_STATUSES(NULL),
    .description = description,
    .examples = examples,
};

static void show_left_out(const Container *container, const Console *console)
{
    FILE *out = console->out.stream;
    json_t *left_out = inspection_left_out(container);
    guint failed = 0, unasked = 0;
    gsize index;
    const json_t *unit;
    json_array_foreach(left_out, index, unit)
    {
        if (json_is_true(json_object_get(unit, "unasked"))) {
            unasked++;
            continue;
        }
        if (failed++ == 0) {
            fprintf(out, "left out, for the default build does not need them and they do not "
                         "compile:\n");
        }
        if (failed <= LEFT_OUT_SHOWN) {
            g_autofree char *configuration =
                terminal_text(json_string_value(json_object_get(unit, "configuration")));
            const char *named = json_string_value(json_object_get(unit, "source"));
            g_autofree char *source = terminal_text(named != NULL ? named : "(no source)");
            g_autofree char *error =
                terminal_text(json_string_value(json_object_get(unit, "left_out")));
            fprintf(out, "    %s %s: %s\n", configuration, source, error);
        }
    }
    if (failed > LEFT_OUT_SHOWN) {
        fprintf(out, "    and %u more, which --json lists\n", failed - LEFT_OUT_SHOWN);
    }
    if (unasked > 0) {
        g_autofree char *units = counted(unasked, "unit", "units");
        fprintf(out, "left out on request: %s that the default build does not need\n", units);
    }
    json_decref(left_out);
}

/* What no target of a deployment changes. */
static void show_machine_code(const Container *container, const Console *console)
{
    for (guint i = 0; i < container->recipes->len; i++) {
        g_autofree char *text =
            machine_code_text(json_object_get(container->recipes->pdata[i], "machine_code"));
        if (text != NULL) {
            g_autofree char *name = terminal_text(container->names->pdata[i]);
            g_autofree char *safe = terminal_text(text);
            fprintf(console->out.stream, "%s: %s\n", name, safe);
        }
    }
}

static void show(const Inspection *inspection, const Console *console)
{
    static const TableColumn columns[] = {
        {.title = "configuration", .style = STYLE_NAME, .minimum = 12, .priority = 1},
        {.title = "settings", .minimum = 12, .priority = 2},
        {.title = "units", .right = TRUE},
        {.title = "other", .right = TRUE},
        {.title = "modules", .right = TRUE},
        {.title = "own", .right = TRUE},
        {.title = "functions", .right = TRUE},
    };
    g_autoptr(Table) table = table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < inspection->configurations->len; i++) {
        const ConfigurationCounts *counts = inspection->configurations->pdata[i];
        const guint numbers[] = {counts->units, counts->others, counts->modules,
                                 counts->own_modules, counts->functions};
        char texts[G_N_ELEMENTS(numbers)][16];
        for (gsize k = 0; k < G_N_ELEMENTS(numbers); k++) {
            g_snprintf(texts[k], sizeof texts[k], "%u", numbers[k]);
        }
        table_add(table, (const char *const[]){counts->name, counts->settings, texts[0], texts[1],
                                               texts[2], texts[3], texts[4]});
    }
    table_print(table, &console->out);
    show_left_out(inspection->container, console);
    show_machine_code(inspection->container, console);
    const StoreCounts *store = &inspection->store;
    g_autofree char *units = counted(inspection->units, "unit", "units");
    g_autofree char *classes = counted(inspection->classes, "class", "classes");
    g_autofree char *modules = counted(inspection->modules, "distinct module", "distinct modules");
    g_autofree char *functions = counted(store->functions, "function", "functions");
    fprintf(console->out.stream,
            "%s: %s, %s; %s, %u stored (%" G_GUINT64_FORMAT " bytes, skeletons %" G_GUINT64_FORMAT
            "); %" G_GUINT64_FORMAT " bytes in %u layers\n",
            units, classes, modules, functions, store->stored_functions, store->function_bytes,
            store->skeleton_bytes, inspection->container->bytes, inspection->container->layers);
}

/* One member of a unit as a line, when it is there. */
static void show_member(const json_t *unit, const char *key, const char *title, FILE *out)
{
    const char *text = json_string_value(json_object_get(unit, key));
    if (text != NULL) {
        g_autofree char *safe = terminal_text(text);
        fprintf(out, "    %s: %s\n", title, safe);
    }
}

static void show_why(const json_t *units, const Console *console)
{
    FILE *out = console->out.stream;
    gsize index;
    const json_t *unit;
    json_array_foreach(units, index, unit)
    {
        g_autofree char *configuration =
            terminal_text(json_string_value(json_object_get(unit, "configuration")));
        g_autofree char *source = terminal_text(json_string_value(json_object_get(unit, "source")));
        fprintf(out, "%s %s\n", configuration, source);
        show_member(unit, "module", "module", out);
        show_member(unit, "level", "shown equal by", out);
        show_member(unit, "apart", "kept apart from the first by", out);
        show_member(unit, "dependence", "compiled apart because of", out);
        show_member(unit, "why_not", "no bitcode because", out);
        show_member(unit, "left_out", "left out, for the default build does not need it", out);
        if (json_object_get(unit, "functions") != NULL) {
            fprintf(out, "    functions: %d, of which %d stand in other modules, too\n",
                    (int)json_integer_value(json_object_get(unit, "functions")),
                    (int)json_integer_value(json_object_get(unit, "shared_functions")));
        }
    }
}

static ExitStatus inspect(const void *given, char *const *arguments, const Console *console,
                          GError **error)
{
    const InspectOptions *options = given;
    g_auto(FatalScratch) scratch = fatal_scratch_new(g_get_tmp_dir(), error);
    if (scratch == NULL) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    g_autoptr(Container) container = setup_container(arguments[0], scratch, error);
    if (container == NULL) {
        return EXIT_STATUS_INPUT;
    }
    g_autoptr(Inspection) inspection = inspection_new(container);
    if (options->html != NULL) {
        g_autofree char *page = inspection_html(inspection);
        if (!file_write(options->html, page, strlen(page), error)) {
            return EXIT_STATUS_ENVIRONMENT;
        }
    }
    json_t *why = options->why != NULL ? inspection_why(container, options->why) : NULL;
    if (why != NULL && json_array_size(why) == 0) {
        json_decref(why);
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "no unit's source ends in %s; name a file as it is called in the project",
                    options->why);
        return EXIT_STATUS_USAGE;
    }
    if (options->common.json) {
        json_t *document = why != NULL ? json_incref(why) : inspection_json(inspection);
        json_dumpf(document, console->out.stream, JSON_INDENT(2));
        fputs("\n", console->out.stream);
        json_decref(document);
    } else if (why != NULL) {
        show_why(why, console);
    } else if (!options->common.quiet) {
        show(inspection, console);
    }
    json_decref(why);
    return EXIT_STATUS_DONE;
}

const Subcommand cmd_inspect = {.name = "inspect",
                                .line = &inspect_command_line,
                                .options_size = sizeof(InspectOptions),
                                .positional = 1,
                                .act = inspect,
                                .is_bad_input = container_error_is_bad_input};
