/* xaas-discover diff: what changed between two specifications, in words. */
#include "core/json.h"
#include "discover/program/subcommands.h"
#include "discover/review/difference.h"
#include <stddef.h>

typedef struct {
    SubcommandOptions common;
    gboolean json;
} DiffOptions;

static const OptionRow rows[] = {
    {"json", 0, TAKES_NOTHING, NULL, "show the differences as JSON", NULL,
     offsetof(DiffOptions, json), NULL},
    SUBCOMMAND_ROWS,
};

static const char *const description[] = {
    "Compares two specifications, of two versions of a project or of one before and after a "
    "review, and says in words which points are new, gone or changed and which combinations the "
    "project refuses now. That code has moved is no difference.",
    NULL};

static const ManualEntry examples[] = {
    {"xaas-discover diff gromacs-2022.xaas.yaml gromacs-2023.xaas.yaml",
     "Say what a new version brings."},
    {.subject = NULL}};

static const CommandLine line = {
    .program = "xaas-discover diff",
    .purpose = "say what changed between two specifications",
    .summary = "Says in words what changed between two specifications.",
    .arguments = "OLD NEW",
    .argument_takes = TAKES_FILE,
    .rows = rows,
    .statuses = SUBCOMMAND_STATUSES("there are differences"),
    .description = description,
    .examples = examples,
};

static void print_safely(FILE *stream, const char *before, const char *text)
{
    g_autofree char *safe = terminal_text(text);
    fprintf(stream, "%s%s\n", before, safe);
}

static void show(const GPtrArray *differences, const Terminal *out)
{
    for (guint i = 0; i < differences->len; i++) {
        const Difference *difference = differences->pdata[i];
        const Difference *previous = i == 0 ? NULL : differences->pdata[i - 1];
        if (previous == NULL || previous->kind != difference->kind) {
            fputs(i == 0 ? "" : "\n", out->stream);
            terminal_print(out, STYLE_HEADING, difference_kind_title(difference->kind));
            fputs("\n", out->stream);
        }
        print_safely(out->stream, "  ", difference->subject);
        for (guint k = 0; k < difference->words->len; k++) {
            print_safely(out->stream, "    ", difference->words->pdata[k]);
        }
    }
    if (differences->len == 0) {
        fputs("No differences\n", out->stream);
    }
}

static void show_json(const GPtrArray *differences, const Terminal *out)
{
    json_t *list = json_array();
    for (guint i = 0; i < differences->len; i++) {
        const Difference *difference = differences->pdata[i];
        json_array_append_new(list, json_pack("{s:s, s:o, s:o}", "kind",
                                              difference_kind_text(difference->kind), "subject",
                                              json_of_text(difference->subject), "changes",
                                              json_of_texts(difference->words)));
    }
    g_autofree char *text = json_document_text(list);
    json_decref(list);
    fputs(text, out->stream);
}

static ExitStatus compare(const void *given, char *const *arguments, const Console *console,
                          GError **error)
{
    const DiffOptions *options = given;
    g_autoptr(Arena) arena = arena_new();
    const Specification *before = specification_load(arena, arguments[0], error);
    const Specification *after =
        before == NULL ? NULL : specification_load(arena, arguments[1], error);
    if (after == NULL) {
        return EXIT_STATUS_INPUT;
    }
    const GPtrArray *differences = specification_differences(before, after, DIFFERENCE_ALL, arena);
    (options->json ? show_json : show)(differences, &console->out);
    return differences->len > 0 ? EXIT_STATUS_FINDINGS : EXIT_STATUS_DONE;
}

const Subcommand cmd_diff = {.name = "diff",
                             .line = &line,
                             .options_size = sizeof(DiffOptions),
                             .positional = 2,
                             .act = compare};
