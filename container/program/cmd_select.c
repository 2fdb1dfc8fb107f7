/* xaas-container select: which configuration, or which build flags, a machine should get. */
#include "container/program/selector.h"
#include "container/select/from_specification.h"
#ifdef XAAS_CONTAINER_BUILD
#include "container/select/from_image.h"
#endif
#include "container/system/survey.h"
#include "core/data_folder.h"
#include "core/table.h"
#include <stddef.h>
#include <string.h>

typedef struct {
    CommonOptions common;
    char *system;
    char *prefer;
    gboolean explain;
    gboolean keep_unit_targets;
} SelectOptions;

#define FIELD(member) offsetof(SelectOptions, member)

static const OptionRow rows[] = {
    {"system", 's', TAKES_FILE, "FILE", "the machine, as xaas-container system describes it",
     "Default: this machine.", FIELD(system), NULL},
    {"prefer", 0, TAKES_FILE, "FILE", "what to prefer and to refuse", NULL, FIELD(prefer), NULL},
    {"explain", 0, TAKES_NOTHING, NULL, "tell each fact that rules something out or ranks it", NULL,
     FIELD(explain), NULL},
    {"keep-unit-targets", 0, TAKES_NOTHING, NULL,
     "ask for nothing that only adds to what other units have",
     "Of an image that is deployed with the option of that name.", FIELD(keep_unit_targets), NULL},
    COMMON_ROWS,
};

static const char *const description[] = {
    "Compares what each configuration of an image needs with what the machine has: the processor "
    "features that its units were compiled for, the graphics processor, driver and runtime of its "
    "backend, the MPI whose interface it was linked for, libraries. What is unknown does not count "
    "as present. Of those that fit, the best comes first: the backend that the device is made for, "
    "wider vectors, and so on, unless preferences say otherwise.",
    "With a specification in place of an image, chooses a value for each point that the machine "
    "decides, and prints the build's flags, one a line.",
    "With --quiet, only the name of the best configuration, or the flags, are printed.", NULL};
static const ManualEntry examples[] = {
    {"xaas-container select oci:app:1.0 --system node.yaml --explain",
     "Why does the compute node get this configuration?"},
    {"xaas-container select app.xaas.yaml -q", "Print the build flags for this machine."},
    {.subject = NULL}};

const CommandLine select_command_line = {
    .program = "xaas-container select",
    .purpose = "choose the configuration for a machine",
    .summary = "Says which configurations fit a machine, which is best, and why.",
    .arguments = "oci:DIR:TAG|SPECIFICATION",
    .argument_takes = TAKES_FILE,
    .rows = rows,
    .statuses = {[EXIT_STATUS_DONE] = "something fits",
                 [EXIT_STATUS_FINDINGS] = "nothing fits",
                 [EXIT_STATUS_USAGE] = "the command line makes no sense",
                 [EXIT_STATUS_INPUT] =
                     "an image, specification, description or file of preferences is malformed",
                 [EXIT_STATUS_ENVIRONMENT] = "a file cannot be read"},
    .description = description,
    .environment = subcommand_reads_data,
    .examples = examples,
};

gboolean selector_open(Selector *self, const SelectorOptions *options, const Console *console,
                       GError **error)
{
    g_autofree char *folder = data_folder_find(console->program, "container", error);
    self->needs = folder == NULL ? NULL : needs_load(self->arena, folder, error);
    if (self->needs == NULL) {
        return FALSE;
    }
    self->knowledge = arena_strdup(self->arena, folder);
    if (options->prefer != NULL) {
        self->preferences = preferences_load(self->arena, options->prefer, error);
        if (self->preferences == NULL) {
            return FALSE;
        }
    }
    if (options->system != NULL) {
        self->system = system_load(self->arena, options->system, error);
        return self->system != NULL;
    }
    g_autoptr(Tree) tree = tree_new(NULL, error);
    const SystemKnowledge *knowledge =
        tree == NULL ? NULL : system_knowledge_load(self->arena, folder, error);
    const SurveyRequest request = {.tree = tree, .knowledge = knowledge};
    self->system = knowledge == NULL ? NULL : survey_run(self->arena, &request);
    return self->system != NULL;
}

/* ---- for people ------------------------------------------------------------------------------ */

void selector_warn(const Selector *self, const GPtrArray *settings, const Console *console)
{
    const GPtrArray *unmet = preferences_unmet(self, settings);
    for (guint i = 0; i < unmet->len; i++) {
        terminal_say(console->err.stream, "xaas-container: preferences: %s",
                     (const char *)unmet->pdata[i]);
    }
}

static void show_facts(const Judgement *judgement, const char *indent, FILE *out)
{
    for (guint i = 0; i < judgement->facts->len; i++) {
        const Fact *fact = judgement->facts->pdata[i];
        const char *at = fact->at != NULL ? fact->at : "";
        terminal_say(out, "%s%s: %s%s%s%s", indent, fact->text, system_state_text(fact->state),
                     *at != '\0' ? " (" : "", at, *at != '\0' ? ")" : "");
    }
}

#ifdef XAAS_CONTAINER_BUILD
static const char *first_objection(const Judgement *judgement)
{
    for (guint i = 0; i < judgement->facts->len; i++) {
        const Fact *fact = judgement->facts->pdata[i];
        if (fact->state != STATE_PRESENT) {
            return fact->text;
        }
    }
    return "";
}

static void show_target(const Selector *selector, const Console *console)
{
    const char *cpu = system_target_cpu(selector->system);
    terminal_say(console->out.stream, "target: %s", cpu != NULL ? cpu : "unknown");
}

static void show_image(const Selector *selector, const GPtrArray *judgements, gboolean explain,
                       const Console *console)
{
    static const TableColumn columns[] = {
        {.title = "configuration", .style = STYLE_NAME, .minimum = 12, .priority = 1},
        {.title = "fits"},
        {.title = "ranked by, or ruled out by", .minimum = 16, .priority = 2},
    };
    g_autoptr(Table) table = table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < judgements->len; i++) {
        const Judgement *judgement = judgements->pdata[i];
        table_add(table,
                  (const char *const[]){judgement->offer->name,
                                        judgement->fits ? (i == 0 ? "best" : "yes") : "no",
                                        judgement->fits ? judgement_ranks(selector, judgement)
                                                        : first_objection(judgement)});
    }
    table_print(table, &console->out);
    for (guint i = 0; explain && i < judgements->len; i++) {
        const Judgement *judgement = judgements->pdata[i];
        terminal_say(console->out.stream, "%s %s", judgement->offer->name,
                     judgement->fits ? "fits" : "is ruled out");
        show_facts(judgement, "    ", console->out.stream);
    }
    show_target(selector, console);
}

static gboolean select_image(const Selector *selector, const SelectOptions *options,
                             const char *name, const Console *console, GError **error)
{
    g_autofree char *layout = NULL;
    g_autofree char *tag = NULL;
    g_autoptr(Container) container = image_reference_find(name, &layout, &tag, error)
                                         ? container_open(layout, tag, NULL, error)
                                         : NULL;
    const GPtrArray *offers =
        container == NULL ? NULL
                          : offers_of_image(selector, container, options->keep_unit_targets, error);
    if (offers == NULL) {
        return FALSE;
    }
    selector_warn(selector, offers_settings(selector->arena, offers), console);
    const GPtrArray *judgements = select_all(selector, offers);
    if (options->common.json) {
        json_t *document = select_json(selector, judgements);
        json_dumpf(document, console->out.stream, JSON_INDENT(2));
        fputs("\n", console->out.stream);
        json_decref(document);
    } else if (!options->common.quiet) {
        show_image(selector, judgements, options->explain, console);
    }
    const Judgement *best = judgements->len == 0 ? NULL : judgements->pdata[0];
    if (best == NULL || !best->fits) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_FINDINGS,
                            "no configuration fits; --explain tells why");
        return FALSE;
    }
    if (options->common.quiet) {
        terminal_say(console->out.stream, "%s", best->offer->name);
    }
    return TRUE;
}
#endif

static void show_decision(const Decision *decision, const Console *console)
{
    FILE *out = console->out.stream;
    terminal_say(out, "# %s: %s", decision->point->id,
                 decision->chosen != NULL ? decision->chosen->value : "nothing fits");
    for (guint i = 0; i < decision->candidates->len; i++) {
        const Candidate *candidate = decision->candidates->pdata[i];
        const NeedTechnology *technology =
            candidate->judgement->technology[decision->point->category];
        terminal_say(out, "#   %s: %s%s%s", candidate->value,
                     candidate == decision->chosen   ? "chosen"
                     : candidate->impossible != NULL ? "impossible"
                     : candidate->judgement->fits    ? "fits"
                                                     : "ruled out",
                     technology != NULL ? ", " : "", technology != NULL ? technology->id : "");
        if (candidate->impossible != NULL) {
            terminal_say(out, "#       %s", candidate->impossible);
        }
        show_facts(candidate->judgement, "#       ", out);
    }
}

/* Flags are for configure lines, what explains them stands in comments. */
static void show_decisions(const GPtrArray *decisions, gboolean explain, const Console *console)
{
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        if (explain) {
            show_decision(decision, console);
        }
        const Candidate *chosen = decision->chosen;
        if (chosen != NULL && chosen->flag != NULL) {
            terminal_say(console->out.stream, "%s", chosen->flag);
        }
    }
}

static gboolean select_specification(const Selector *selector, const SelectOptions *options,
                                     const char *path, const Console *console, GError **error)
{
    const Specification *specification = specification_load(selector->arena, path, error);
    if (specification == NULL) {
        return FALSE;
    }
    selector_warn(selector, specification_settings(selector->arena, specification), console);
    const GPtrArray *decisions = select_for_specification(selector, specification, NULL);
    if (options->common.json) {
        json_t *document = decisions_json(selector, decisions);
        json_dumpf(document, console->out.stream, JSON_INDENT(2));
        fputs("\n", console->out.stream);
        json_decref(document);
    } else {
        show_decisions(decisions, options->explain, console);
    }
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        if (decision->chosen == NULL) {
            g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_FINDINGS,
                        "no value of %s fits; --explain tells why", decision->point->id);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean select_for(const SelectOptions *options, const char *subject,
                           const Console *console, GError **error)
{
    g_autoptr(Arena) arena = arena_new();
    Selector selector = {.arena = arena};
    const SelectorOptions from = {options->system, options->prefer};
    if (!selector_open(&selector, &from, console, error)) {
        return FALSE;
    }
    if (!g_str_has_prefix(subject, "oci:")) {
        return select_specification(&selector, options, subject, console, error);
    }
#ifdef XAAS_CONTAINER_BUILD
    return select_image(&selector, options, subject, console, error);
#else
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                "%s: this program was built without LLVM and reads specifications only", subject);
    return FALSE;
#endif
}

static ExitStatus act(const void *options, char *const *arguments, const Console *console,
                      GError **error)
{
    select_for(options, arguments[0], console, error);
    return EXIT_STATUS_DONE;
}

const Subcommand cmd_select = {.name = "select",
                               .line = &select_command_line,
                               .options_size = sizeof(SelectOptions),
                               .positional = 1,
                               .act = act,
                               .is_bad_input = container_error_is_bad_input};
