/* xaas-container audit: which instruction sets binaries use. */
#include "container/audit/audit.h"
#include "container/ir/symbol_text.h"
#include "container/program/subcommands.h"
#include "core/data_folder.h"
#include "core/table.h"
#include <stddef.h>

typedef struct {
    CommonOptions common;
    char *target;
} AuditOptions;

#define FIELD(member) offsetof(AuditOptions, member)

static const OptionRow rows[] = {
    {"target", 't', TAKES_TEXT, "CPU", "refuse what exceeds this CPU",
     "As deploy takes it: native is this machine, else a CPU as LLVM calls it.", FIELD(target),
     NULL},
    COMMON_ROWS,
};

static const char *const description[] = {
    "Disassembles all code of objects, libraries (static ones, too) and programs with LLVM, and counts for each "
    "instruction-set extension beyond the architecture's baseline the instructions that need it, "
    "and vector instructions by the width of their registers. With --target, code that the target "
    "cannot run ends with status 1.",
    "A program may hold such code behind a check at run time. What deploy makes is audited with "
    "the knowledge of which functions those are; a lone file does not tell.",
    NULL};
static const ManualEntry examples[] = {
    {"xaas-container audit /usr/bin/ls", "What does ls need?"},
    {"xaas-container audit --target native app/bin/app app/lib/libapp.so",
     "Can this machine run it?"},
    {.subject = NULL}};

const CommandLine audit_command_line = {
    .program = "xaas-container audit",
    .purpose = "tell which instruction sets binaries use",
    .summary = "Disassembles binaries and tells which instruction sets they use.",
    .arguments = "FILE...",
    .argument_takes = TAKES_FILE,
    .rows = rows,
    .statuses = COMMON_STATUSES("a file needs more than the CPU of --target has"),
    .description = description,
    .environment = subcommand_reads_data,
    .examples = examples,
};

static void show(const AuditReport *report, const Console *console)
{
    static const TableColumn columns[] = {
        {.title = "feature", .style = STYLE_NAME, .minimum = 8, .priority = 1},
        {.title = "instructions", .right = TRUE},
        {.title = "exceeds", .minimum = 3},
        {.title = "first in", .minimum = 12, .priority = 2},
    };
    FILE *out = console->out.stream;
    g_autofree char *path = terminal_text(report->path);
    fprintf(out,
            "%s (%s): %" G_GUINT64_FORMAT " instructions; vector registers of 128 bits in "
            "%" G_GUINT64_FORMAT ", 256 in %" G_GUINT64_FORMAT ", 512 in %" G_GUINT64_FORMAT
            ", scalable in %" G_GUINT64_FORMAT "\n",
            path, report->triple, report->instructions, report->width_128, report->width_256,
            report->width_512, report->scalable);
    if (report->left_out > 0) {
        fprintf(out, "%u %s for another machine %s left out\n", report->left_out,
                count_noun(report->left_out, "object", "objects"),
                count_noun(report->left_out, "is", "are"));
    }
    if (report->undecoded > 0) {
        fprintf(out, "%" G_GUINT64_FORMAT " bytes are no instruction\n", report->undecoded);
    }
    g_autoptr(Table) table = table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < report->uses->len; i++) {
        const ExtensionUse *use = report->uses->pdata[i];
        g_autofree char *count = g_strdup_printf("%" G_GUINT64_FORMAT, use->instructions);
        g_autofree char *function = terminal_text(use->function == NULL ? "" : use->function);
        table_add(table,
                  (const char *const[]){use->feature, count, use->lacking ? "yes" : "", function});
    }
    if (report->uses->len > 0) {
        table_print(table, &console->out);
    }
}

static ExitStatus audit_one(const AuditOptions *options, const char *path, const char *knowledge,
                            const Console *console, json_t *list, GError **error)
{
    const AuditRequest request = {.path = path, .knowledge = knowledge, .cpu = options->target};
    g_autoptr(AuditReport) report = audit_file(&request, error);
    if (report == NULL) {
        return EXIT_STATUS_INPUT;
    }
    if (options->common.json) {
        json_array_append_new(list, audit_json(report));
    } else if (!options->common.quiet) {
        show(report, console);
    }
    if (report->exceeding_instructions == 0) {
        return EXIT_STATUS_DONE;
    }
    g_autofree char *safe = terminal_text(path);
    g_autofree char *symbol = symbol_text(report->exceeding->pdata[0]);
    g_autofree char *function = terminal_text(symbol);
    fprintf(console->err.stream,
            "xaas-container audit: %s: %" G_GUINT64_FORMAT " instructions in %u or more functions "
            "exceed %s, first in %s\n",
            safe, report->exceeding_instructions, report->exceeding->len, options->target,
            function);
    return EXIT_STATUS_FINDINGS;
}

static ExitStatus audit(const void *given, char *const *files, const Console *console,
                        GError **error)
{
    const AuditOptions *options = given;
    if (g_strcmp0(options->target, TARGET_RECORDED) == 0) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                            "a file does not tell what was recorded; name a CPU with --target");
        return EXIT_STATUS_USAGE;
    }
    g_autofree char *knowledge = data_folder_find(console->program, "container", error);
    json_t *list = json_array();
    ExitStatus status = knowledge == NULL ? EXIT_STATUS_ENVIRONMENT : EXIT_STATUS_DONE;
    for (char *const *file = files; status <= EXIT_STATUS_FINDINGS && *file != NULL; file++) {
        ExitStatus one = audit_one(options, *file, knowledge, console, list, error);
        status = MAX(status, one);
    }
    if (options->common.json && status <= EXIT_STATUS_FINDINGS) {
        json_dumpf(list, console->out.stream, JSON_INDENT(2));
        fputs("\n", console->out.stream);
    }
    json_decref(list);
    return status;
}

const Subcommand cmd_audit = {.name = "audit",
                              .line = &audit_command_line,
                              .options_size = sizeof(AuditOptions),
                              .positional = SUBCOMMAND_MANY,
                              .act = audit,
                              .is_bad_input = container_error_is_bad_input};
