#include "discover/documented.h"

static Option *add_option(Facts *facts, const char *name, OptionType type)
{
    Option *option = arena_new0(facts->arena, Option);
    option->name = name;
    option->folder = "";
    option->type = type;
    option->values = arena_array(facts->arena);
    g_ptr_array_add(facts->options, option);
    return option;
}

static void test_places(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autofree char *large = g_strnfill(DOCUMENTED_FILE_BYTES_MAX, ' ');
    g_autofree char *too_large = g_strconcat(large, " P_LARGE ", NULL);
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "CMakeLists.txt",
        "#   P_REMARK\n  # -DP_SAID=1 \\\nexecute_process(COMMAND x -DP_BUILD=1)\n"
        "# add_definitions(-DP_UNUSED=1)\n# set (FLAGS\n#   \"-DP_UNUSED_TOO=1\")\n",
        "INSTALL", "first\nset -DP_ARCH=80 here\n", "doc/a.rst.in", "``P_PLAIN`` and P_ARCH\n",
        "doc/large.md", too_large, "src/a.c", "/* P_SOURCE */\n", "src/notes.md",
        "--DP_DASHES XP_PART P_PARTS (P_MARKS).\n", NULL);
    Facts *facts = facts_new(arena);
    const Option *arch = add_option(facts, "P_ARCH", OPTION_UNTYPED);
    const Option *plain = add_option(facts, "P_PLAIN", OPTION_UNTYPED);
    const Option *marks = add_option(facts, "P_MARKS", OPTION_UNTYPED);
    const Option *declared = add_option(facts, "P_DECLARED", OPTION_STRING);
    const Option *said = add_option(facts, "P_SAID", OPTION_UNTYPED);
    static const char *const nowhere[] = {"P_BUILD", "P_REMARK", "P_UNUSED", "P_UNUSED_TOO",
                                          "P_LARGE", "P_SOURCE", "P_PART"};
    const Option *others[G_N_ELEMENTS(nowhere)];
    for (gsize i = 0; i < G_N_ELEMENTS(nowhere); i++) {
        others[i] = add_option(facts, nowhere[i], OPTION_UNTYPED);
    }
    documented_read(tree, facts);
    g_assert_cmpstr(arch->documented.path, ==, "INSTALL");
    g_assert_cmpuint(arch->documented.line, ==, 2);
    g_assert_cmpuint(arch->values->len, ==, 0);
    g_assert_cmpstr(plain->documented.path, ==, "doc/a.rst.in");
    g_assert_cmpstr(said->documented.path, ==, "CMakeLists.txt");
    g_assert_cmpstr(marks->documented.path, ==, "src/notes.md");
    g_assert_null(declared->documented.path);
    for (gsize i = 0; i < G_N_ELEMENTS(nowhere); i++) {
        g_assert_null(others[i]->documented.path);
    }
}

/* "NAME=ON" is said of a switch, unless something else is given as well. */
static void test_switches(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "README.md",
                      "-DP_SWITCH=OFF, -DP_BACKEND=OFF, -DP_SIMD=no, -DP_THREADS=NO, -DP_CI=on\n"
                      "-DP_SWITCH=${SWITCH}, -DP_BACKEND=CUDA, -DP_SIMD=avx2, -DP_SWITCH=1\n",
                      "build.sh", "cmake -DP_CI=hip .\n", NULL);
    Facts *facts = facts_new(arena);
    static const char *const names[] = {"P_SWITCH", "P_BACKEND", "P_SIMD", "P_THREADS", "P_CI"};
    const Option *options[G_N_ELEMENTS(names)];
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        options[i] = add_option(facts, names[i], OPTION_UNTYPED);
    }
    documented_read(tree, facts);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_assert_cmpuint(options[i]->documented.line, ==, 1);
        g_assert_cmpstr(options[i]->documented.path, ==, "README.md");
        g_assert_cmpuint(options[i]->values->len, ==, i == 0 ? 2 : 0);
    }
}

/* A script that runs CMake names what it gives; one that runs a compiler gives it definitions. */
static void test_scripts(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "compile.sh", "# no cmake needed\ncc -DP_DEFINED=1 a.c\n", "sites/here.sh",
        "P_LOCAL=1\nmkdir b && cmake -DP_GIVEN=$x \\\n  -DP_NEXT=ON ..\n", NULL);
    Facts *facts = facts_new(arena);
    const Option *given = add_option(facts, "P_GIVEN", OPTION_UNTYPED);
    const Option *next = add_option(facts, "P_NEXT", OPTION_UNTYPED);
    const Option *defined = add_option(facts, "P_DEFINED", OPTION_UNTYPED);
    const Option *local = add_option(facts, "P_LOCAL", OPTION_UNTYPED);
    documented_read(tree, facts);
    g_assert_cmpstr(given->documented.path, ==, "sites/here.sh");
    g_assert_cmpuint(next->documented.line, ==, 3);
    g_assert_null(defined->documented.path);
    g_assert_null(local->documented.path);
}

/* Other texts that run CMake, and a blank behind "-D". */
static void test_other_scripts(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, ".github/workflows/ci.yml",
                      "- run: cmake -S . -D P_SPACE=ON \"-DP_QUOTED=1\"\n", "ci/Dockerfile",
                      "RUN cmake .. -DP_IMAGE=1\n", "build.sh",
                      ": ${CMAKE:=cmake}\n${CMAKE} .. \\\n  -DP_NAMED=\"${P_NAMED}\"\n",
                      "bin/p-configure", "#!/bin/sh\ncmake $1 -DP_BARE=1 P_LOCAL\n", "ci/none.yml",
                      "- -DP_NEVER=1 # cmake does it\n", NULL);
    Facts *facts = facts_new(arena);
    static const char *const names[] = {"P_SPACE", "P_QUOTED", "P_IMAGE", "P_NAMED",
                                        "P_BARE",  "P_LOCAL",  "P_NEVER"};
    const Option *options[G_N_ELEMENTS(names)];
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        options[i] = add_option(facts, names[i], OPTION_UNTYPED);
    }
    documented_read(tree, facts);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_assert_cmpint(options[i]->documented.path != NULL, ==, i < 5);
    }
}

/* What the project's own scripts give to a copy counts, what the copy's scripts do does not. */
/* A key that is given a truth is a switch; that a file of keys runs no CMake does not matter. Small
 * letters, other values and other files' colons say nothing. */
static void test_keys(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "packages.yaml",
                      "reef:\n  P_KEY: true\n  //P_MARKED: OFF\n  P_TEXT: nothing\n  plain: true\n"
                      "  P_LONGER: trueish\n  args: -DP_ARGUMENT=ON\n",
                      "notes.toml", "P_COLON: true\n", NULL);
    Facts *facts = facts_new(arena);
    const Option *key = add_option(facts, "P_KEY", OPTION_UNTYPED);
    const Option *marked = add_option(facts, "P_MARKED", OPTION_UNTYPED);
    static const char *const nowhere[] = {"P_TEXT", "plain", "P_LONGER", "P_ARGUMENT", "P_COLON"};
    const Option *others[G_N_ELEMENTS(nowhere)];
    for (gsize i = 0; i < G_N_ELEMENTS(nowhere); i++) {
        others[i] = add_option(facts, nowhere[i], OPTION_UNTYPED);
    }
    documented_read(tree, facts);
    g_assert_cmpuint(key->documented.line, ==, 2);
    g_assert_cmpuint(key->values->len, ==, 2);
    g_assert_cmpuint(marked->documented.line, ==, 3);
    for (gsize i = 0; i < G_N_ELEMENTS(nowhere); i++) {
        g_assert_null(others[i]->documented.path);
    }
}

/* What a recipe of Nix has given to CMake, and what notes on releases say that something is set to.
 */
static void test_recipes_and_notes(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "flake.nix", "cmakeFlags = [ \"-DP_NIX:BOOL=TRUE\" ];\n", "other.nix",
        "x = \"-DP_NO_FLAGS=ON\";\n", "ReleaseNotes/release_2.md",
        "Setting `P_NOTED=TRUE` makes cmake look for it. P_NAMED is gone, P_LEVEL=3 too.\n", NULL);
    Facts *facts = facts_new(arena);
    const Option *nix = add_option(facts, "P_NIX", OPTION_UNTYPED);
    const Option *noted = add_option(facts, "P_NOTED", OPTION_UNTYPED);
    const Option *no_flags = add_option(facts, "P_NO_FLAGS", OPTION_UNTYPED);
    const Option *named = add_option(facts, "P_NAMED", OPTION_UNTYPED);
    const Option *level = add_option(facts, "P_LEVEL", OPTION_UNTYPED);
    documented_read(tree, facts);
    g_assert_cmpstr(nix->documented.path, ==, "flake.nix");
    g_assert_cmpstr(noted->documented.path, ==, "ReleaseNotes/release_2.md");
    g_assert_null(no_flags->documented.path);
    g_assert_null(named->documented.path);
    g_assert_null(level->documented.path);
}

static void test_scripts_of_copies(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "ci/run.sh", "cmake .. -DSUB_ARCH=80\n",
                                         "extern/sub/ci.sh", "cmake .. -DSUB_MPI=ON\n", NULL);
    Facts *facts = facts_new(arena);
    Option *arch = add_option(facts, "SUB_ARCH", OPTION_STRING);
    Option *mpi = add_option(facts, "SUB_MPI", OPTION_BOOL);
    Definition definition = {.at = {.path = "extern/sub/CMakeLists.txt", .line = 1, .column = 1}};
    GPtrArray *definitions = arena_array(arena);
    g_ptr_array_add(definitions, &definition);
    arch->definitions = mpi->definitions = definitions;
    arch->vendored = mpi->vendored = TRUE;
    documented_read(tree, facts);
    g_assert_cmpstr(arch->documented.path, ==, "ci/run.sh");
    g_assert_null(mpi->documented.path);
}

/* A preset and a file for "cmake -C" name options as a manual does. */
static void test_configurations(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "host-configs/site.cmake",
        "# P_REMARK\nset(P_CACHED ON CACHE BOOL \"\")\nset(P_SET ON)\nif(P_ASKED)\nendif()\n"
        "set(P_NOTED 1 CACHE INTERNAL \"\")\n",
        NULL);
    Facts *facts = facts_new(arena);
    const Option *cached = add_option(facts, "P_CACHED", OPTION_UNTYPED);
    const Option *preset = add_option(facts, "P_PRESET", OPTION_UNTYPED);
    static const char *const nowhere[] = {"P_REMARK", "P_SET", "P_ASKED", "P_NOTED"};
    const Option *others[G_N_ELEMENTS(nowhere)];
    for (gsize i = 0; i < G_N_ELEMENTS(nowhere); i++) {
        others[i] = add_option(facts, nowhere[i], OPTION_UNTYPED);
    }
    Setting setting = {.option = "P_PRESET",
                       .kind = RECIPE_PRESET,
                       .at = {.path = "CMakePresets.json", .line = 7, .column = 1}};
    g_ptr_array_add(facts->settings, &setting);
    documented_read(tree, facts);
    g_assert_cmpstr(cached->documented.path, ==, "host-configs/site.cmake");
    g_assert_cmpuint(cached->documented.line, ==, 2);
    g_assert_cmpstr(preset->documented.path, ==, "CMakePresets.json");
    for (gsize i = 0; i < G_N_ELEMENTS(nowhere); i++) {
        g_assert_null(others[i]->documented.path);
    }
}

/* What a bundled copy's own manual says is said to the people of that project. */
static void test_copies(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "contrib/sub/CMakeLists.txt", "project(sub)\n",
                      "contrib/sub/COPYRIGHT", "free\n", "contrib/sub/README.md",
                      "SUB_ARCH and SUB_MPI\n", "doc/build.md", "set -DSUB_ARCH=80\n", NULL);
    Facts *facts = facts_new(arena);
    Option *arch = add_option(facts, "SUB_ARCH", OPTION_STRING);
    Option *mpi = add_option(facts, "SUB_MPI", OPTION_BOOL);
    arch->vendored = mpi->vendored = TRUE;
    documented_read(tree, facts);
    g_assert_cmpstr(arch->documented.path, ==, "doc/build.md");
    g_assert_null(mpi->documented.path);
}

/* Two builds of a tree may each have an option of one name; a word names both. */
static void test_namesakes(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "INSTALL", "set -DP_ARCH=80 here\n", NULL);
    Facts *facts = facts_new(arena);
    const Option *first = add_option(facts, "P_ARCH", OPTION_UNTYPED);
    Option *second = add_option(facts, "P_ARCH", OPTION_UNTYPED);
    second->folder = "part";
    documented_read(tree, facts);
    g_assert_cmpstr(first->documented.path, ==, "INSTALL");
    g_assert_cmpstr(second->documented.path, ==, "INSTALL");
}

/* Data that might be scripts takes no room from what is written for people; that not all of it was
 * looked at is said. */
static void test_data(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autofree char *half = g_strnfill(DOCUMENTED_BYTES_MAX / 2, ' ');
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "data/a.yaml", half, "data/b.yaml", half, "data/c.yaml",
                      "run: cmake -DP_BEHIND=1 .\n", "doc/README.md", "cmake -DP_CUDA=ON\n", NULL);
    Facts *facts = facts_new(arena);
    const Option *cuda = add_option(facts, "P_CUDA", OPTION_UNTYPED);
    const Option *behind = add_option(facts, "P_BEHIND", OPTION_UNTYPED);
    documented_read(tree, facts);
    g_assert_cmpstr(cuda->documented.path, ==, "doc/README.md");
    /* That it is ON or OFF is said as well. */
    g_assert_cmpuint(cuda->values->len, ==, 2);
    g_assert_cmpstr(((const AllowedValue *)cuda->values->pdata[0])->value, ==, "ON");
    g_assert_null(behind->documented.path);
    g_assert_cmpuint(facts->ledger->len, ==, 1);
    const LedgerEntry *entry = facts->ledger->pdata[0];
    g_assert_cmpstr(entry->reason, ==, "limit: documents");
    g_assert_cmpstr(entry->at.path, ==, "data/c.yaml");
}

/* Names alone: those that are given, by documents of the project, a script called configure and
 * folders with a manual that has a licence of its own. */
static void test_given(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "CMakeLists.txt", "project(p)\n", "configure",
        "#!/bin/sh\ncase $1 in --wide) args=\"$args -DP_WIDE=TRUE\" ;; esac\ncmake $args .\n",
        "doc/en/LICENSE", "MIT License\n\nPermission is hereby granted\n", "doc/en/Makefile",
        "html:\n\tsphinx-build . out\n", "doc/en/conf.py", "", "doc/en/build.md",
        "cmake -DP_MANUAL=1 -DP_NAMED -DP_TYPED:BOOL=ON\n", "extern/q/LICENSE",
        "MIT License\n\nPermission is hereby granted\n", "extern/q/Makefile", "q:\n\tcc q.c\n",
        "extern/q/README.md", "cmake -DP_COPY=1\n", "extern/part",
        "# -*- mode: cmake -*-\nset(DEFINITIONS \"-DP_EDITOR=${x}\")\n", NULL);
    g_autoptr(DocumentedNames) given = documented_given(tree);
    g_assert_true(documented_names_has(given, "P_WIDE"));
    g_assert_true(documented_names_has(given, "P_MANUAL"));
    g_assert_true(documented_names_has(given, "P_TYPED"));
    g_assert_cmpuint(g_hash_table_size(given->names), ==, 3);
}

/* The names of each command that gives several: of manuals, over lines that a backslash joins. */
static void test_given_together(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "CMakeLists.txt", "project(p)\n", "README.md",
                      "cmake -DP_ONE=1 \\\n  -D P_TWO=1\ncmake -DP_ALONE=1\n"
                      "-DP_ONE=1 is older than -DP_TOLD=1.\ncmake -DP_ONE=1 -DP_LAST=1",
                      "INSTALL.md", "cmake -DP_ONE=1 \\\r\n  -DP_TWO=1\r\ncmake -DP_ALONE=1\r\n",
                      "build.sh", "cmake -DP_SCRIPT=1 -DP_OTHER=1 .\n", NULL);
    g_autoptr(DocumentedNames) given = documented_given(tree);
    g_autoptr(GString) text = g_string_new("");
    for (guint i = 0; i < given->commands->len; i++) {
        const GPtrArray *command = given->commands->pdata[i];
        for (guint k = 0; k < command->len; k++) {
            g_string_append_printf(text, "%s ", (const char *)command->pdata[k]);
        }
        g_string_append_c(text, '/');
    }
    g_assert_cmpstr(text->str, ==, "P_ONE P_TWO /P_ONE P_TWO /P_ONE P_LAST /");
    g_assert_cmpuint(g_hash_table_size(given->names), ==, 7);
}

/* A mention that gives nothing does not hide one further down that says what is given. */
static void test_switch_further_down(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "README.md", "P_SWITCH and P_PLACE\n-DP_SWITCH=ON -DP_PLACE=/x\n", NULL);
    Facts *facts = facts_new(arena);
    const Option *one = add_option(facts, "P_SWITCH", OPTION_UNTYPED);
    const Option *place = add_option(facts, "P_PLACE", OPTION_UNTYPED);
    documented_read(tree, facts);
    g_assert_cmpuint(one->documented.line, ==, 1);
    g_assert_cmpuint(one->values->len, ==, 2);
    g_assert_cmpuint(place->values->len, ==, 0);
}

/* What rows of lists and tables say of the names that they begin with. */
static void test_rows(void)
{
    static const struct {
        const char *name;
        const char *said; /* NULL: nothing */
    } rows[] = {
        {"P_LISTED", "(default is OFF) must be on for wide kernels, and for narrow ones"},
        {"P_SHOWN", "how many devices the tests use"},
        {"P_COLUMN", "Number of devices"},
        {"P_NUMBERED", "is for numbers"},
        {"P_INNER", NULL},
        {"P_SILENT", NULL},
        {"P_EMPTY", NULL},
    };
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "README.md",
        "* `P_LISTED` (default is OFF) must be on for `wide` kernels,\n  and for narrow ones\n"
        "- **`-DP_SHOWN=<n>`** - how many devices the tests use\n* another\n\n"
        "| Name | Default | Text |\n| --- | --- | --- |\n"
        "| `P_COLUMN` | \xe2\x80\x94 | Number of devices |\n1. P_NUMBERED: is for numbers\n"
        "* also P_INNER is here\n* `P_SILENT`\n\n| P_EMPTY | ON | |\n",
        NULL);
    Facts *facts = facts_new(arena);
    const Option *options[G_N_ELEMENTS(rows)];
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        options[i] = add_option(facts, rows[i].name, OPTION_UNTYPED);
    }
    documented_read(tree, facts);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_assert_nonnull(options[i]->documented.path);
        g_assert_cmpstr(options[i]->comment, ==, rows[i].said);
    }
}

/* What nobody sees, and what tells of other times, documents nothing. */
static void test_not_for_now(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "README.md",
                      "first\n<!-- * `-DP_HIDDEN=ON`\n P_HIDDEN_TOO -->P_SEEN <!-- P_OPEN\n",
                      "CHANGELOG.md", "* P_GONE was taken out\n* give -DP_GIVEN=ON\n", NULL);
    Facts *facts = facts_new(arena);
    static const char *const names[] = {"P_SEEN", "P_OPEN",   "P_GIVEN",
                                        "P_GONE", "P_HIDDEN", "P_HIDDEN_TOO"};
    const Option *options[G_N_ELEMENTS(names)];
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        options[i] = add_option(facts, names[i], OPTION_UNTYPED);
    }
    documented_read(tree, facts);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_assert_cmpint(options[i]->documented.path != NULL, ==, i < 3);
    }
    g_assert_cmpuint(options[0]->documented.line, ==, 3);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/documented/given", test_given);
    g_test_add_func("/documented/given-together", test_given_together);
    g_test_add_func("/documented/switch-further-down", test_switch_further_down);
    g_test_add_func("/documented/rows", test_rows);
    g_test_add_func("/documented/not-for-now", test_not_for_now);
    g_test_add_func("/documented/scripts", test_scripts);
    g_test_add_func("/documented/keys", test_keys);
    g_test_add_func("/documented/recipes-and-notes", test_recipes_and_notes);
    g_test_add_func("/documented/other-scripts", test_other_scripts);
    g_test_add_func("/documented/scripts-of-copies", test_scripts_of_copies);
    g_test_add_func("/documented/switches", test_switches);
    g_test_add_func("/documented/places", test_places);
    g_test_add_func("/documented/namesakes", test_namesakes);
    g_test_add_func("/documented/data", test_data);
    g_test_add_func("/documented/configurations", test_configurations);
    g_test_add_func("/documented/copies", test_copies);
    return g_test_run();
}
