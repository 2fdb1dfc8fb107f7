/* Projects of a few lines and what is read from them: cases/NAME/ is the project,
 * cases/NAME/expected.txt the dump. UPDATE=1 writes the dumps. */
#include "discover/make/begin.h"
#include "discover/make/make_reader.h"
#include "discover/make/reading.h"
#include "tests/unit/cmake/facts_dump.h"
#include "tests/unit/golden.h"
#include <glib/gstdio.h>
#include <string.h>

#define STUBS XAAS_SOURCE_ROOT "/tests/unit/make/stubs"
#define CASES XAAS_SOURCE_ROOT "/tests/unit/make/cases"

/* What the reader of makefiles finds in a folder. */
static const Facts *read_folder(const char *folder, Arena *arena)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_open(folder, diagnostics, &error);
    g_assert_no_error(error);
    Facts *facts = facts_new(arena);
    g_autoptr(GHashTable) side_folders = g_hash_table_new(g_str_hash, g_str_equal);
    const MakeReadOptions options = {.side_folders = side_folders};
    make_read(tree, &options, facts, diagnostics);
    return facts;
}

static void test_case(gconstpointer data)
{
    const char *folder = data;
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(Tree) tree = tree_open(folder, diagnostics, &error);
    g_assert_no_error(error);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    g_autoptr(GHashTable) side_folders = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(side_folders, "test");
    g_autoptr(GHashTable) machine = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(machine, "home");
    g_autoptr(GHashTable) beginnings = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(beginnings, "slurmjob");
    const MachineVariables variables = {machine, beginnings};
    const MakeReadOptions options = {
        .side_folders = side_folders, .machine_variables = &variables, .stub_folder = STUBS};
    make_read(tree, &options, facts, diagnostics);
    facts_finish(facts);
    assert_facts(facts, diagnostics, folder);
}

/* Where documents send people to start make; not where they start something else before. */
static void test_told_folders(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_open(CASES "/side_build_told", diagnostics, &error);
    g_assert_no_error(error);
    g_assert_true(make_is_told_of(tree, "code"));
    g_assert_false(make_is_told_of(tree, "tools"));
    g_assert_false(make_is_told_of(tree, "cod"));
}

/* Documents beyond the limit: that they were not read is said once, and what is called after
 * building is read before all others. */
#define DOCUMENTS_MANY 258u

static void test_many_documents(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("xaas-make-XXXXXX", &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(paths, g_build_filename(folder, "Makefile", NULL));
    g_ptr_array_add(paths, g_build_filename(folder, "main.c", NULL));
    for (guint i = 0; i < DOCUMENTS_MANY; i++) {
        g_ptr_array_add(paths, g_strdup_printf("%s/A%03u.md", folder, i));
    }
    g_ptr_array_add(paths, g_build_filename(folder, "INSTALL", NULL));
    for (guint i = 0; i < paths->len; i++) {
        const char *text = i == 0                ? "ifeq ($(GPU), yes)\nLIBS += -lgpu\nendif\n"
                                                   "prog: main.o\n\t$(CC) -o $@ $^ $(LIBS)\n"
                           : i + 1 == paths->len ? "For accelerators say: make GPU=yes\n"
                                                 : "Text.\n";
        g_assert_true(g_file_set_contents(paths->pdata[i], text, -1, NULL));
    }
    g_autoptr(Arena) arena = arena_new();
    const Facts *facts = read_folder(folder, arena);
    g_assert_cmpuint(facts->ledger->len, ==, 1);
    const LedgerEntry *entry = facts->ledger->pdata[0];
    g_assert_cmpstr(entry->reason, ==, "limit: documents");
    g_assert_cmpstr(entry->subject, ==, "A255.md");
    const Option *option = facts->options->pdata[0];
    const Definition *definition = option->definitions->pdata[0];
    g_assert_cmpstr(definition->help, ==, "For accelerators say: make GPU=yes");
    for (guint i = 0; i < paths->len; i++) {
        g_assert_cmpint(g_remove(paths->pdata[i]), ==, 0);
    }
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* Targets that each need the one above: that the chain is cut is said. */
#define CHAIN_LINKS 40u

static void test_long_chain(void)
{
    g_autoptr(GString) text = g_string_new("all: link0\n");
    for (guint i = CHAIN_LINKS; i > 0; i--) {
        g_string_append_printf(text, "link%u: link%u\n", i - 1, i);
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "Makefile", text->str, "main.c", "int main;\n", NULL);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    g_autoptr(GHashTable) side_folders = g_hash_table_new(g_str_hash, g_str_equal);
    const MakeReadOptions options = {.side_folders = side_folders};
    make_read(tree, &options, facts, diagnostics);
    g_assert_cmpuint(facts->ledger->len, ==, 1);
    const LedgerEntry *entry = facts->ledger->pdata[0];
    g_assert_cmpstr(entry->reason, ==, "limit: chain of targets");
}

/* Makefiles that a script in the root fills in: those beyond the limit are told of once. */
#define FILLED_MAX 64u
#define FILLED_MANY (FILLED_MAX + 2)

static void test_many_filled(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("xaas-make-XXXXXX", &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) script = g_string_new("#!/bin/sh\n");
    for (guint i = 0; i < FILLED_MANY; i++) {
        g_autofree char *part = g_strdup_printf("%s/part%03u", folder, i);
        g_assert_cmpint(g_mkdir(part, 0700), ==, 0);
        char *template = g_build_filename(part, "Makefile.in", NULL);
        g_assert_true(g_file_set_contents(template, "prog: main.o\n", -1, NULL));
        g_ptr_array_add(paths, template);
        g_ptr_array_add(paths, g_steal_pointer(&part));
        g_string_append_printf(script, "fill part%03u/Makefile.in\n", i);
    }
    char *setup = g_build_filename(folder, "setup", NULL);
    g_assert_true(g_file_set_contents(setup, script->str, -1, NULL));
    g_ptr_array_add(paths, setup);
    g_autoptr(Arena) arena = arena_new();
    const Facts *facts = read_folder(folder, arena);
    g_assert_cmpuint(facts->ledger->len, ==, FILLED_MAX + 1);
    const LedgerEntry *entry = facts->ledger->pdata[FILLED_MAX];
    g_assert_cmpstr(entry->reason, ==, "limit: filled in makefiles");
    g_assert_cmpstr(entry->at.path, ==, "part064/Makefile.in");
    for (guint i = 0; i < paths->len; i++) {
        g_assert_cmpint(g_remove(paths->pdata[i]), ==, 0);
    }
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* A line that is one name of this length: each of its bytes is looked at a few times, however many
 * there are. */
#define NAME_BYTES 600000u
#define NAME_LOOKS_MAX 4u

static void test_long_name(void)
{
    g_autofree char *name = g_strnfill(NAME_BYTES, 'A');
    g_autofree char *line = g_strdup_printf("# %s=1", name);
    g_autoptr(GHashTable) variables = g_hash_table_new(g_str_hash, g_str_equal);
    MakeReading reading = {.variables = variables};
    make_read_usage(&reading, line, line, SPAN_NONE);
    g_assert_cmpuint(reading.name_bytes, >=, NAME_BYTES);
    g_assert_cmpuint(reading.name_bytes, <=, NAME_LOOKS_MAX * (gsize)NAME_BYTES);
}

/* More files for machines than anybody chooses among. */
#define MACHINES_MANY 40u

/* Reads a project with such files in machines/, "Make.m00" and so on; the last says something more.
 * `script`: one beside the makefile; NULL: none. */
static const Facts *read_machines(const char *makefile, const char *script, const char *last,
                                  Arena *arena)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("xaas-make-XXXXXX", &error);
    g_assert_no_error(error);
    g_autofree char *machines = g_build_filename(folder, "machines", NULL);
    g_assert_cmpint(g_mkdir(machines, 0700), ==, 0);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    const char *const names[] = {"Makefile", "main.c", "start"};
    const char *const texts[] = {makefile, "", script != NULL ? script : ""};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        char *path = g_build_filename(folder, names[i], NULL);
        g_ptr_array_add(paths, path);
        g_assert_true(g_file_set_contents(path, texts[i], -1, NULL));
    }
    for (guint i = 0; i < MACHINES_MANY; i++) {
        char *path = g_strdup_printf("%s/Make.m%02u", machines, i);
        g_ptr_array_add(paths, path);
        g_autofree char *text = g_strdup_printf("# module load compiler\nWIDTH = WIDE\n%s",
                                                i + 1 == MACHINES_MANY && last != NULL ? last : "");
        g_assert_true(g_file_set_contents(path, text, -1, NULL));
    }
    const Facts *facts = read_folder(folder, arena);
    for (guint i = 0; i < paths->len; i++) {
        g_assert_cmpint(g_remove(paths->pdata[i]), ==, 0);
    }
    g_assert_cmpint(g_rmdir(machines), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    return facts;
}

/* The environment chooses: what they assign is for people who copy one, and none of them is a
 * value. */
static void test_many_machines(void)
{
    g_autoptr(Arena) arena = arena_new();
    const Facts *facts = read_machines("MACHINE = ${CODE_MACHINE}\n"
                                       "include machines/Make.${MACHINE}\n"
                                       "prog: main.o\n\t$(CC) -D$(WIDTH) -o $@ $^\n",
                                       NULL, NULL, arena);
    g_assert_cmpuint(facts->options->len, ==, 1);
    g_assert_cmpstr(((const Option *)facts->options->pdata[0])->name, ==, "WIDTH");
    g_assert_false(facts_tell(facts, "limit: files that the build chooses"));
}

/* So it is where a script gives the whole name. What a single one of them asks for is its own. */
static void test_machines_passed(void)
{
    g_autoptr(Arena) arena = arena_new();
    const Facts *facts = read_machines("MACROS = none\n"
                                       "-include $(MACROS)\n"
                                       "prog: main.o\n\t$(CC) -D$(WIDTH) -o $@ $^\n",
                                       "#!/bin/sh\nmake MACROS=machines/Make.$1\n",
                                       "ifeq ($(OWN_FFT), yes)\nLIBS += -lfft\nendif\n", arena);
    g_assert_cmpuint(facts->options->len, ==, 1);
    g_assert_cmpstr(((const Option *)facts->options->pdata[0])->name, ==, "WIDTH");
    g_assert_true(facts_tell(facts, "included file is one that a script names"));
}

/* Reads a project of two files beside main.c; the folder is gone afterwards. */
static const Facts *read_two(const char *makefile, const char *name, const char *text, Arena *arena)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("xaas-make-XXXXXX", &error);
    g_assert_no_error(error);
    const char *const names[] = {"Makefile", "main.c", name};
    const char *const texts[] = {makefile, "int main(void) { return 0; }\n", text};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(folder, names[i], NULL);
        g_assert_true(g_file_set_contents(path, texts[i], -1, NULL));
    }
    const Facts *facts = read_folder(folder, arena);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(folder, names[i], NULL);
        g_assert_cmpint(g_remove(path), ==, 0);
    }
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    return facts;
}

static const char *help_of(const Facts *facts, const char *name)
{
    for (guint i = 0; i < facts->options->len; i++) {
        const Option *option = facts->options->pdata[i];
        if (strcmp(option->name, name) == 0) {
            return ((const Definition *)option->definitions->pdata[0])->help;
        }
    }
    g_assert_not_reached();
}

/* A setting that thousands of lines explain is kept once, and only its beginning. */
#define HELP_LINES 4000u
#define HELP_ARENA_BYTES_MAX (256u * 1024u)

static void test_long_help(void)
{
    g_autoptr(GString) settings = g_string_new("#PIN  # pins processes\n");
    for (guint i = 0; i < HELP_LINES; i++) {
        g_string_append(settings, " # again\n");
    }
    for (guint i = 0; i < 8; i++) {
        g_string_append_printf(settings, "#SETTING_%u  # another\n", i);
    }
    g_autoptr(Arena) arena = arena_new();
    const Facts *facts = read_two("CONFIG = Config.sh\n"
                                  "S := $(shell ./config.py $(CONFIG))\n"
                                  "ifeq (PIN,$(findstring PIN,$(S)))\nLIBS += -lhwloc\nendif\n"
                                  "code: main.o\n\t$(CC) -o code main.o $(LIBS)\n",
                                  "Template-Config.sh", settings->str, arena);
    g_assert_true(g_str_has_prefix(help_of(facts, "PIN"), "pins processes again again"));
    g_assert_cmpuint(arena_size(arena), <, HELP_ARENA_BYTES_MAX);
}

/* A list without an empty line in it: what stands far above a variable does not explain it. */
static void test_long_paragraph(void)
{
    g_autoptr(GString) document = g_string_new("The first line.\n");
    for (guint i = 0; i < 100; i++) {
        g_string_append(document, "-\n");
    }
    g_string_append(document, "For accelerators say: make GPU=yes\n");
    g_autoptr(Arena) arena = arena_new();
    const Facts *facts = read_two("ifeq ($(GPU), yes)\nLIBS += -lgpu\nendif\n"
                                  "prog: main.o\n\t$(CC) -o $@ $^ $(LIBS)\n",
                                  "INSTALL", document->str, arena);
    g_assert_null(strstr(help_of(facts, "GPU"), "first"));
}

/* A switch that hangs on pairs of others, which were asked for one half before the other: a
 * condition that has no short form is given up, and that is told. */
#define PAIRS 20u

static void test_large_condition(void)
{
    g_autoptr(GString) makefile = g_string_new(NULL);
    for (guint i = 0; i < 2 * PAIRS; i++) {
        g_string_append_printf(makefile, "ifdef USE_%u\nDEFS += -DUSE_%u\nendif\n", i, i);
    }
    for (guint i = 0; i < PAIRS; i++) {
        g_string_append_printf(makefile, "ifdef USE_%u\nifdef USE_%u\nBOTH = 1\nendif\nendif\n", i,
                               i + PAIRS);
    }
    g_string_append(makefile, "ifdef BOTH\nDEFS += -DBOTH\nendif\n"
                              "prog: main.o\n\t$(CC) $(DEFS) -o $@ $^\n");
    g_autoptr(Arena) arena = arena_new();
    const Facts *facts = read_two(makefile->str, "README", "", arena);
    g_assert_true(facts_tell(facts, "limit: condition size"));
}

#define VALUES_MANY 600u

/* More values of one option than are listed: that is said. */
static void test_many_values(void)
{
    g_autoptr(GString) makefile = g_string_new("LIST ?=");
    for (guint i = 0; i < VALUES_MANY; i++) {
        g_string_append_printf(makefile, " W%u", i);
    }
    g_string_append(makefile, "\nFLAGS = $(addprefix -D,$(LIST))\n"
                              "prog: main.o\n\t$(CC) $(FLAGS) -o $@ $^\n");
    g_autoptr(Arena) arena = arena_new();
    const Facts *facts = read_two(makefile->str, "README", "", arena);
    g_assert_true(facts_tell(facts, "limit: values of an option"));
    const Option *option = facts->options->pdata[0];
    g_assert_cmpuint(option->values->len, <, VALUES_MANY);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/make/many-documents", test_many_documents);
    g_test_add_func("/make/long-chain", test_long_chain);
    g_test_add_func("/make/many-filled", test_many_filled);
    g_test_add_func("/make/told-folders", test_told_folders);
    g_test_add_func("/make/many-machines", test_many_machines);
    g_test_add_func("/make/machines-passed", test_machines_passed);
    g_test_add_func("/make/large-condition", test_large_condition);
    g_test_add_func("/make/many-values", test_many_values);
    g_test_add_func("/make/long-name", test_long_name);
    g_test_add_func("/make/long-help", test_long_help);
    g_test_add_func("/make/long-paragraph", test_long_paragraph);
    golden_add_cases(CASES, "/make/cases", test_case);
    return g_test_run();
}
