/* Compares what the Autotools reader finds with what `configure --help` says.
 *
 *     oracle_autotools STUBS FOLDER HELP... [--verbose]
 *     oracle_autotools STUBS FOLDER --facts | --ledger
 *
 * HELP are files with the output of `configure --help`, of a generated script or of one written by
 * hand whose options stand alone in a line with their text below. One row of docs/oracle.md is
 * printed; the status is 0 when nothing differs, else 1. An option of the help counts when
 * Autoconf, Automake, Libtool and pkg-config do not bring it themselves, or when the project
 * defines it, too. */
#include "discover/autotools/autotools_reader.h"
#include "discover/autotools/tools_options.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    GHashTable *options; /* name -> help, char * */
    GPtrArray *order;
    gboolean by_hand; /* by a script of its own: forms stand alone in their lines */
} Help;

/* "--disable-x=ARG" -> "--enable-x"; a variable stays. The caller frees it. */
static char *option_name(const char *form)
{
    static const char *const negative[][2] = {{"--disable-", "--enable-"},
                                              {"--without-", "--with-"}};
    gsize length = strcspn(form, " =[,<(\n");
    for (guint i = 0; i < G_N_ELEMENTS(negative); i++) {
        if (g_str_has_prefix(form, negative[i][0])) {
            gsize skip = strlen(negative[i][0]);
            return g_strdup_printf("%s%.*s", negative[i][1], (int)(length - skip), form + skip);
        }
    }
    /* What is all capitals is a variable, with however many dashes a script of its own shows it. */
    gsize dashes = strspn(form, "-");
    gboolean variable = dashes > 0 && length > dashes + 1;
    for (gsize i = dashes; i < length; i++) {
        variable =
            variable && (g_ascii_isupper(form[i]) || g_ascii_isdigit(form[i]) || form[i] == '_');
    }
    return variable ? g_strndup(form + dashes, length - dashes) : g_strndup(form, length);
}

/* A name, and not the first word of a sentence that stands where options do. */
static gboolean is_name(const char *name)
{
    gboolean lower = FALSE;
    for (const char *c = name; *c != '\0'; c++) {
        lower = lower || g_ascii_islower(*c);
    }
    return *name == '-' || !lower || strchr(name, '_') != NULL;
}

static char *in_one_line(const char *text)
{
    GString *line = g_string_new(NULL);
    g_auto(GStrv) words = g_strsplit_set(text, " \t\r\n", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if (*words[i] != '\0') {
            g_string_append_printf(line, "%s%s", line->len > 0 ? " " : "", words[i]);
        }
    }
    return g_string_free(line, FALSE);
}

static void add_entry(Help *self, GString *entry)
{
    if (entry->len == 0) {
        return;
    }
    const char *form = entry->str + strspn(entry->str, " \t");
    const char *line = form + strcspn(form, "\n");
    gsize length = strcspn(form, " \t\n");
    /* The text begins in its column, behind two blanks, or in the next line: the form may have
     * blanks itself ("[=ARG or DIR]"). */
    static const gsize columns[] = {26, 14};
    const char *gap = g_strstr_len(form, line - form, "  ");
    gsize column = columns[*form != '-'];
    gsize first = (gsize)(line - entry->str);
    gboolean in_column = !self->by_hand && first > column && entry->str[column - 1] == ' ' &&
                         entry->str[column] != ' ' && (gsize)(form - entry->str) + length < column;
    if (in_column) {
        length = (gsize)(entry->str + column - form);
    } else if (gap != NULL) {
        length = (gsize)(gap - form);
    } else if (line[0] == '\n' && line[1] != '\0') {
        length = (gsize)(line - form);
    }
    char *name = option_name(form);
    /* A script of its own says what an option is at the moment, too. */
    char *current = strstr(entry->str, "  current: ");
    if (current != NULL) {
        *current = '\0';
    }
    char *help = in_one_line(form + length);
    if (*name != '\0' && is_name(name) && !g_hash_table_contains(self->options, name)) {
        g_ptr_array_add(self->order, name);
        g_hash_table_insert(self->options, name, help);
    }
    g_string_truncate(entry, 0);
}

static void read_help(Help *self, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autoptr(GString) entry = g_string_new(NULL);
    gboolean inside = FALSE;
    for (guint i = 0; lines[i] != NULL; i++) {
        const char *line = lines[i];
        gboolean heading = g_ascii_isalpha(*line);
        if (heading) {
            add_entry(self, entry);
            inside = g_str_has_prefix(line, "Optional ") ||
                     g_str_has_prefix(line, "Some influential") ||
                     (self->by_hand && g_str_has_suffix(line, ":"));
            self->by_hand = self->by_hand || strcmp(line, "Configure Help") == 0;
            continue;
        }
        gsize indent = strspn(line, " \t");
        /* The help's own indentation, or that of a hand in a hurry. */
        gboolean option = (indent == 2 && line[indent] != '\0') ||
                          ((*line == '\t' || indent < 2) && g_str_has_prefix(line + indent, "--"));
        if (option) {
            add_entry(self, entry);
        }
        if (inside && (option || entry->len > 0) && line[indent] != '\0') {
            g_string_append_printf(entry, "%s\n", line);
        } else if (line[indent] == '\0') {
            add_entry(self, entry);
        }
    }
    add_entry(self, entry);
}

/* Whether another option's text has it: help texts without a line end run into the next one's. */
static gboolean stands_within(const Help *self, const char *name)
{
    for (guint i = 0; i < self->order->len; i++) {
        const char *text = g_hash_table_lookup(self->options, self->order->pdata[i]);
        g_auto(GStrv) words = g_strsplit(text, " ", -1);
        for (guint k = 0; words[k] != NULL; k++) {
            g_autofree char *other =
                g_str_has_prefix(words[k], "--") ? option_name(words[k]) : NULL;
            if (g_strcmp0(other, name) == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

typedef struct {
    guint own, found, same_help, invented;
} Counts;

static void compare(const Help *help, const GHashTable *of_the_tools, const Facts *facts,
                    gboolean verbose, Counts *counts)
{
    for (guint i = 0; i < help->order->len; i++) {
        const char *name = help->order->pdata[i];
        const Option *option = facts_option(facts, name);
        if (option == NULL && g_hash_table_contains((GHashTable *)of_the_tools, name)) {
            continue;
        }
        counts->own++;
        if (option == NULL) {
            if (verbose) {
                printf("  missing: %s\n", name);
            }
            continue;
        }
        counts->found++;
        const char *wanted = g_hash_table_lookup(help->options, name);
        gboolean same = FALSE;
        const char *got = "";
        for (guint k = 0; k < option->definitions->len; k++) {
            const Definition *definition = option->definitions->pdata[k];
            got = definition->help != NULL ? definition->help : "";
            g_autofree char *line = in_one_line(got);
            same = same || strcmp(line, wanted) == 0;
        }
        counts->same_help += same;
        if (!same && verbose) {
            printf("  help of %s:\n    configure: %s\n    read:      %s\n", name, wanted, got);
        }
    }
    for (guint i = 0; i < facts->options->len; i++) {
        const Option *option = facts->options->pdata[i];
        gboolean configure = option->builder == BUILDER_AUTOTOOLS &&
                             !g_hash_table_contains(help->options, option->name) &&
                             !stands_within(help, option->name);
        counts->invented += configure;
        if (configure && verbose) {
            const Definition *definition = option->definitions->pdata[0];
            g_autofree char *at = span_text(&definition->at);
            printf("  invented: %s (%s)\n", option->name, at);
        }
    }
}

static double percent_of(guint part, guint whole)
{
    return whole > 0 ? 100.0 * part / whole : 100.0;
}

static int print_json(json_t *json)
{
    json_dumpf(json, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(json);
    return 0;
}

static int run(int argc, char **argv, const Facts *facts)
{
    if (strcmp(argv[3], "--facts") == 0) {
        return print_json(facts_json(facts));
    }
    if (strcmp(argv[3], "--ledger") == 0) {
        return print_json(facts_ledger_json(facts));
    }
    Help help = {g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free), g_ptr_array_new(),
                 FALSE};
    gboolean verbose = FALSE;
    int status = 0;
    for (int i = 3; i < argc; i++) {
        g_autofree char *text = NULL;
        if (strcmp(argv[i], "--verbose") == 0) {
            verbose = TRUE;
        } else if (g_file_get_contents(argv[i], &text, NULL, NULL)) {
            read_help(&help, text);
        } else {
            fprintf(stderr, "%s cannot be read\n", argv[i]);
            status = 3;
        }
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GHashTable) of_the_tools = tools_options_load(argv[1], &error);
    if (of_the_tools == NULL) {
        fprintf(stderr, "%s\n", error->message);
        status = 3;
    }
    if (status == 0) {
        Counts counts = {0};
        compare(&help, of_the_tools, facts, verbose, &counts);
        g_autofree char *name = g_path_get_basename(argv[2]);
        printf("| %s | %u | %u (%.1f %%) | %u (%.1f %%) | %u |\n", name, counts.own, counts.found,
               percent_of(counts.found, counts.own), counts.same_help,
               percent_of(counts.same_help, counts.own), counts.invented);
        status =
            counts.found == counts.own && counts.same_help == counts.own && counts.invented == 0
                ? 0
                : 1;
    }
    g_hash_table_unref(help.options);
    g_ptr_array_unref(help.order);
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: %s STUBS FOLDER (HELP... [--verbose] | --facts | --ledger)\n",
                argv[0]);
        return 2;
    }
    g_autoptr(Arena) arena = arena_new();
    Diagnostics *diagnostics = diagnostics_new();
    Facts *facts = facts_new(arena);
    g_autoptr(GError) error = NULL;
    g_autoptr(Tree) tree = tree_open(argv[2], diagnostics, &error);
    const AutotoolsReadOptions options = {.stub_folder = argv[1]};
    int status = 3;
    if (tree == NULL || !autotools_read(tree, &options, facts, &error)) {
        fprintf(stderr, "%s\n", error->message);
    } else {
        facts_finish(facts);
        status = run(argc, argv, facts);
    }
    diagnostics_free(diagnostics);
    return status;
}
