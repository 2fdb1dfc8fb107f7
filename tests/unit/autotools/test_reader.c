/* Projects of a few lines and what is read from them: cases/NAME/ is the project,
 * cases/NAME/expected.txt the dump. UPDATE=1 writes the dumps. */
#include "discover/autotools/autotools_reader.h"
#include "tests/unit/cmake/facts_dump.h"
#include "tests/unit/golden.h"
#include <string.h>

#define CASES XAAS_SOURCE_ROOT "/tests/unit/autotools/cases"
#define STUBS XAAS_SOURCE_ROOT "/discover/stubs"

static void check_case(const char *folder, gsize collect_after)
{
    g_autoptr(GHashTable) side_folders = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(side_folders, "trials");
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(names, "home");
    g_autoptr(GHashTable) beginnings = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(beginnings, "slurmjob");
    const MachineVariables variables = {names, beginnings};
    const AutotoolsReadOptions options = {.stub_folder = STUBS,
                                          .collect_after = collect_after,
                                          .side_folders = side_folders,
                                          .machine_variables = &variables};
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(Tree) tree = tree_open(folder, diagnostics, &error);
    g_assert_no_error(error);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    autotools_read(tree, &options, facts, &error);
    g_assert_no_error(error);
    facts_finish(facts);
    assert_facts(facts, diagnostics, folder);
}

/* Conditions that somebody holds must not be freed, whenever that is done. */
static void test_case(gconstpointer data)
{
    check_case(data, 0);
    check_case(data, 1);
}

/* The facts live in the arena. */
static Facts *read_tree(Arena *arena, const Tree *tree)
{
    const AutotoolsReadOptions options = {.stub_folder = STUBS};
    Facts *facts = facts_new(arena);
    g_autoptr(GError) error = NULL;
    autotools_read(tree, &options, facts, &error);
    g_assert_no_error(error);
    facts_finish(facts);
    return facts;
}

/* Reads a project of one file. */
static Facts *read_text(Arena *arena, const char *text)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "configure.ac", text, NULL);
    return read_tree(arena, tree);
}

static void append_times(GString *text, const char *piece, guint times)
{
    for (guint i = 0; i < times; i++) {
        g_string_append(text, piece);
    }
}

#define DEEP 10000u

static void test_deep_shell(void)
{
    g_autoptr(GString) text = g_string_new("AC_INIT([deep], [1])\n");
    append_times(text, "if test x = y; then\n", DEEP);
    append_times(text, "fi\n", DEEP);
    g_string_append(text, "AC_ARG_ENABLE([behind], [AS_HELP_STRING([--enable-behind], [x])])\n");
    g_autoptr(Arena) arena = arena_new();
    const Facts *facts = read_text(arena, text->str);
    g_assert_true(facts_tell(facts, "limit: constructs within constructs"));
}

/* Each level is expanded with all that is in it: what came before stays, and the end is reported.
 */
static void test_deep_calls(void)
{
    g_autoptr(GString) text = g_string_new("AC_INIT([deep], [1])\n");
    g_string_append(text, "AC_ARG_ENABLE([before], [AS_HELP_STRING([--enable-before], [x])])\n");
    append_times(text, "AS_IF([true], [", DEEP);
    append_times(text, "])", DEEP);
    g_autoptr(Arena) arena = arena_new();
    const Facts *facts = read_text(arena, text->str);
    g_assert_nonnull(facts_option(facts, "--enable-before"));
    g_assert_true(facts_tell(facts, "limit: scanned bytes"));
}

static void test_unquoted_calls(void)
{
    g_autoptr(GString) text = g_string_new("AC_INIT([deep], [1])\n");
    append_times(text, "m4_default(", DEEP);
    append_times(text, ")", DEEP);
    g_string_append(text, "\nAC_ARG_ENABLE([behind], [AS_HELP_STRING([--enable-behind], [x])])\n");
    g_autoptr(Arena) arena = arena_new();
    g_assert_nonnull(facts_option(read_text(arena, text->str), "--enable-behind"));
}

static void test_huge_line(void)
{
    g_autoptr(GString) text = g_string_new("AC_INIT([huge], [1])\nx=\"");
    append_times(text, "abcdefghij ", 200000);
    g_string_append(text,
                    "\"\nAC_ARG_ENABLE([behind], [AS_HELP_STRING([--enable-behind], [x])])\n");
    g_autoptr(Arena) arena = arena_new();
    g_assert_nonnull(facts_option(read_text(arena, text->str), "--enable-behind"));
}

/* A macro that calls itself over and over ends, and says so. */
static void test_endless(void)
{
    static const char *const texts[] = {
        "m4_define([a], [a a])a",
        "m4_define([a], [b])m4_define([b], [a])b",
        "AC_DEFUN([A_A], [AC_ARG_ENABLE([x$0], [], [$0])])A_A",
        "m4_define([a], [a(a($1$1))])a([x])",
        "m4_include([configure.ac])",
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *text = g_strdup_printf("AC_INIT([endless], [1])\n%s\n", texts[i]);
        g_autoptr(Arena) arena = arena_new();
        const Facts *facts = read_text(arena, text);
        g_assert_cmpuint(facts->ledger->len, >, 0);
        const LedgerEntry *entry = facts->ledger->pdata[0];
        g_assert_true(g_str_has_prefix(entry->reason, "limit: "));
    }
}

static void test_missing_stubs(void)
{
    const AutotoolsReadOptions options = {.stub_folder = "/no/such/folder"};
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "configure.ac", "AC_INIT", NULL);
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    g_assert_false(autotools_read(tree, &options, facts_new(arena), &error));
    g_assert_error(error, TREE_ERROR, TREE_ERROR_UNREADABLE);
}

/* People start the script where it stands, wherever it was made from. */
static void test_script_above(void)
{
    const AutotoolsReadOptions options = {.stub_folder = STUBS};
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "code/config/configure.in",
        "AC_INIT([above], [1.0])\nAC_ARG_ENABLE([fast], [  --enable-fast  be fast])\nAC_OUTPUT\n",
        "code/configure", "#! /bin/sh\n# Generated by GNU Autoconf 2.71 for above 1.0.\n", NULL);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    g_autoptr(GError) error = NULL;
    autotools_read(tree, &options, facts, &error);
    g_assert_no_error(error);
    facts_finish(facts);
    g_assert_cmpuint(facts->build_systems->len, ==, 1);
    const BuildSystem *system = facts->build_systems->pdata[0];
    g_assert_cmpstr(system->folder, ==, "code");
    g_assert_cmpstr(system->file, ==, "code/config/configure.in");
    const Option *option = facts_option(facts, "--enable-fast");
    g_assert_nonnull(option);
    g_assert_cmpstr(option->folder, ==, "code");
}

/* What a script would write is worked out only up to some limits, and the ledger says so. */
static void check_written(const char *script, const char *configure, gboolean cut)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "configure.ac", configure, "autogen.sh", script, NULL);
    g_autoptr(Arena) arena = arena_new();
    const Facts *facts = read_tree(arena, tree);
    g_assert_cmpint(facts_tell(facts, "limit: includes that scripts write"), ==, cut);
}

static void test_written_limits(void)
{
    static const char one[] = "AC_INIT([t], [1])\nm4_include([missing.m4])\nAC_OUTPUT\n";
    check_written("#!/bin/sh\n", one, FALSE);
    g_autofree char *filler = g_strnfill(300000, '#');
    check_written(filler, one, TRUE);
    g_autoptr(GString) commands = g_string_new("#!/bin/sh\n");
    g_autoptr(GString) includes = g_string_new("AC_INIT([t], [1])\n");
    for (guint i = 0; i < 70; i++) {
        g_string_append_printf(commands, "echo \"m4_include([a%u.m4])\" >> list.m4\n", i);
        g_string_append_printf(includes, "m4_include([missing%u.m4])\n", i);
    }
    check_written(commands->str, one, TRUE);
    g_autoptr(GString) words = g_string_new("#!/bin/sh\nfor t in");
    append_times(words, " part", 600);
    g_string_append(words, "; do echo \"m4_include([$t/a.m4])\" >> list.m4; done\n");
    check_written(words->str, one, TRUE);
    check_written("#!/bin/sh\n", includes->str, TRUE);
}

/* A folder's name is no pattern, even when it looks like one. */
static void test_written_beside(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "a***b/configure.ac", "AC_INIT([t], [1])\nm4_include([list.m4])\nAC_OUTPUT\n",
        "a***b/autogen.sh", "#!/bin/sh\necho \"m4_include([x$t])\" >> list.m4\n", "a***b/xx.m4",
        "AC_ARG_ENABLE([x], [AS_HELP_STRING([--enable-x], [use x])])\n", "ab/xy.m4", "",
        "alongb/xz.m4", "", NULL);
    g_autoptr(Arena) arena = arena_new();
    const Facts *facts = read_tree(arena, tree);
    g_assert_nonnull(facts_option(facts, "--enable-x"));
    g_assert_false(facts_tell(facts, "file not found"));
}

/* Scripts are read once, and in one go, whatever they look like. */
static void test_written_time(void)
{
    g_autoptr(GString) script = g_string_new("#!/bin/sh\n");
    append_times(script, "include(", 30000);
    g_string_append(script, ")- > b\n");
    g_autoptr(GString) configure = g_string_new("AC_INIT([t], [1])\n");
    for (guint i = 0; i < 60; i++) {
        g_string_append_printf(configure, "m4_include([missing%u.m4])\n", i);
    }
    check_written(script->str, configure->str, FALSE);
}

/* Blanks are passed over once; of too many variables that a list may set, the ledger tells. */
static void test_lists_time(void)
{
    g_autoptr(GString) text = g_string_new("AC_INIT([lists], [1])\n");
    for (guint i = 0; i < 100; i++) {
        g_string_append_printf(text, "x=`echo %*s y`\n", 5000, "");
    }
    g_string_append(text, "AC_ARG_WITH([parts], [AS_HELP_STRING([--with-parts=LIST], [parts])],\n"
                          "  [for p in $withval; do eval \"part_$p=yes\"; done])\n");
    for (guint i = 0; i < 70; i++) {
        g_string_append_printf(text, "if test \"$part_a%u\" = yes; then LIBS=-la; fi\n", i);
    }
    g_autoptr(Arena) arena = arena_new();
    g_assert_true(facts_tell(read_text(arena, text->str), "limit: names that hold values"));
}

static void test_many_options(void)
{
    const AutotoolsReadOptions options = {.stub_folder = STUBS};
    g_autoptr(GString) script = g_string_new("#!/bin/sh\ncase $1 in\n");
    for (guint i = 0; i < 1001; i++) {
        g_string_append_printf(script, "--with-part%u) part%u=yes ;;\n", i, i);
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "configure", script->str, NULL);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    g_autoptr(GError) error = NULL;
    autotools_read(tree, &options, facts, &error);
    g_assert_no_error(error);
    facts_finish(facts);
    g_assert_cmpuint(facts->options->len, ==, 1000);
    g_assert_true(facts_tell(facts, "limit: options of a script"));
}

/* Of a condition that is too long to be followed only what it says of options is known: that checks
 * have a say is not forgotten, or the option would be refused as such. */
static void test_long_conditions(void)
{
    g_autoptr(GString) text = g_string_new("AC_INIT([p], [1])\nhappy=no\n");
    for (guint side = 0; side < 2; side++) {
        for (guint i = 0; i < 16; i++) {
            g_string_append_printf(text, "AC_CHECK_HEADER([%c%u.h], [%c%u=yes])\n", 'a' + side, i,
                                   'a' + side, i);
        }
    }
    for (guint i = 0; i < 16; i++) {
        g_string_append_printf(
            text, "if test \"$a%u\" = yes && test \"$b%u\" = yes; then happy=yes; fi\n", i, i);
    }
    g_string_append(text, "AC_ARG_ENABLE([x], [AS_HELP_STRING([--enable-x], [use x])])\n"
                          "if test \"$enable_x\" = yes; then\n"
                          "  if test $happy = no; then AC_MSG_ERROR([no x]); fi\n"
                          "  AC_DEFINE([X], [1], [x])\nfi\n");
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = read_text(arena, text->str);
    g_assert_cmpuint(facts->constraints->len, ==, 1);
    const Constraint *constraint = facts->constraints->pdata[0];
    g_autofree char *when = condition_text(constraint->when);
    g_assert_nonnull(strstr(when, "--enable-x"));
    g_assert_nonnull(strstr(when, "check("));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/autotools/written-limits", test_written_limits);
    g_test_add_func("/autotools/written_beside", test_written_beside);
    g_test_add_func("/autotools/written_time", test_written_time);
    g_test_add_func("/autotools/lists_time", test_lists_time);
    golden_add_cases(CASES, "/autotools/cases", test_case);
    g_test_add_func("/autotools/many_options", test_many_options);
    g_test_add_func("/autotools/deep_shell", test_deep_shell);
    g_test_add_func("/autotools/deep_calls", test_deep_calls);
    g_test_add_func("/autotools/unquoted_calls", test_unquoted_calls);
    g_test_add_func("/autotools/huge_line", test_huge_line);
    g_test_add_func("/autotools/endless", test_endless);
    g_test_add_func("/autotools/long_conditions", test_long_conditions);
    g_test_add_func("/autotools/script_above", test_script_above);
    g_test_add_func("/autotools/missing_stubs", test_missing_stubs);
    return g_test_run();
}
