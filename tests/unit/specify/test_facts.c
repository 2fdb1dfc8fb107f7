#include "core/json.h"
#include "discover/facts_closed.h"
#include "discover/facts_values.h"
#include "tests/unit/golden.h"
#include <string.h>

static void add_option(Facts *facts, const char *name, const char *folder)
{
    Option *option = arena_new0(facts->arena, Option);
    option->name = name;
    option->folder = folder;
    g_ptr_array_add(facts->options, option);
}

static void test_order(void)
{
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    g_assert_null(facts_option(facts, "A"));
    add_option(facts, "C", "");
    add_option(facts, "A", "sub");
    add_option(facts, "B", "");
    add_option(facts, "A", "");
    facts_finish(facts);
    g_assert_cmpstr(facts_option(facts, "A")->folder, ==, "");
    g_assert_cmpstr(facts_option(facts, "B")->name, ==, "B");
    g_assert_cmpstr(facts_option(facts, "C")->name, ==, "C");
    g_assert_null(facts_option(facts, "AA"));
    g_assert_null(facts_option(facts, "D"));
}

/* A part's name is not the project's, whichever reader comes first. */
static void test_name(void)
{
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    facts_name_project(facts, NULL, "9", (Span){"a", 1, 1});
    g_assert_null(facts->project_name);
    facts_name_project(facts, "part", "0.1", (Span){"src/part/CMakeLists.txt", 1, 1});
    facts_name_project(facts, "Whole", NULL, (Span){"configure.ac", 2, 1});
    g_assert_cmpstr(facts->project_name, ==, "Whole");
    g_assert_null(facts->project_version);
    facts_name_project(facts, "whole", "3.2", (Span){"CMakeLists.txt", 4, 1});
    g_assert_cmpstr(facts->project_name, ==, "Whole");
    g_assert_cmpstr(facts->project_version, ==, "3.2");
    g_assert_cmpstr(facts->project_at.path, ==, "configure.ac");
}

/* Of builds beside each other none names the whole; one further up does. */
static void test_names_of_parts(void)
{
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    facts_name_project(facts, "a", "1", (Span){"a/CMakeLists.txt", 1, 1});
    facts_name_project(facts, "A", "1", (Span){"b/CMakeLists.txt", 1, 1});
    facts_name_project(facts, "c", "1", (Span){"a/c/CMakeLists.txt", 1, 1});
    facts_name_project(facts, "liba", "1", (Span){"a/configure.ac", 1, 1});
    g_assert_false(facts->project_is_part);
    facts_name_project(facts, "d", "1", (Span){"d/CMakeLists.txt", 1, 1});
    g_assert_true(facts->project_is_part);
    facts_name_project(facts, "whole", "1", (Span){"CMakeLists.txt", 1, 1});
    g_assert_false(facts->project_is_part);
}

/* A version that the project's own build works out is not what another build still says. */
static void test_version_not_told(void)
{
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    facts_name_project(facts, "whole", "", (Span){"CMakeLists.txt", 1, 1});
    facts_name_project(facts, "whole", "0.9", (Span){"meson.build", 1, 1});
    g_assert_null(facts->project_version);
}

static char *values_of(Arena *arena, const char *help, const char *fallback, const char *compared)
{
    g_autoptr(GPtrArray) defaults = g_ptr_array_new();
    if (fallback != NULL) {
        g_ptr_array_add(defaults, (gpointer)fallback);
    }
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    if (compared != NULL) {
        g_ptr_array_add(words, (gpointer)compared);
    }
    const KnownValues known = {defaults, words};
    g_autoptr(GPtrArray) values = facts_help_values(arena, help, &known);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < values->len; i++) {
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", (const char *)values->pdata[i]);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Which of a help text's words are values, and which only happen to stand there. */
static void test_help_values(void)
{
    static const struct {
        const char *help, *fallback, *values;
    } cases[] = {
        {"single, double, or extended", "DOUBLE", "single double extended"},
        {"Which backends to build (REF, OMP, CUDA)", "REF;OMP", "REF OMP CUDA"},
        {"Which backends to build (REF, OMP, CUDA)", NULL, "REF OMP CUDA"},
        {"backend: cuda|hip", NULL, "cuda hip"},
        {"Signed 64-bit (64) or signed 32-bit (32) integer", "64", "64 32"},
        {"FFT library. Pick one of: fftw3, mkl, pack[built-in]", "mkl", "fftw3 mkl pack"},
        {"select one ['none', 'cuda', 'hip']", "none", "none cuda hip"},
        {"Supported values are: \"none\", \"merom\" (65nm), \"zen 4\", \"atom\".", "none",
         "none merom zen 4 atom"},
        {"Use \"foo\" (the old one) or a valid folder", NULL, ""},
        {"Threading type: OPENMP or PTHREAD", "pthread", "OPENMP PTHREAD"},
        {"Includes selected and all. Possible values are: GEN9, GEN11, XE2.", "ALL",
         "ALL GEN9 GEN11 XE2"},
        {"Chips to build for; one of the following", "all", ""},
        {"How to divide the work:\n  AUTO   - by events\n  STATIC - evenly\nSee the manual.",
         "AUTO", "AUTO STATIC"},
        {"Which library:\n  MKL - of the vendor,\n        found by its folder\n  OWN - slow\nSee "
         "there.",
         NULL, "MKL OWN"},
        {"Which library:\n  MKL - of the vendor\nfound by its folder\n  OWN - slow\n", NULL, ""},
        {"Access:\n - ACCESSOR\n * USM\n", NULL, "ACCESSOR USM"},
        {"Level. Values are:\n  1: SSE -msse\n  2: AVX\n", "0", "0 1 2"},
        {"For example:\n * A\n * B\n", NULL, ""},
        {"Notes:\n * it is new\n * it is fast\n", NULL, ""},
        {"GPU of the compiler (cc35,cc70,...)", "cc70", ""},
        {"GPU of the compiler (cc35, cc70, cc80, etc.)", "cc70", ""},
        {"Use MPI, OpenMP or both", NULL, ""},
        {"Use MPI (needs MPI, OpenMP)", NULL, ""},
        {"Target architecture, e.g. sm_70, sm_80.", "sm_60", ""},
        {"CUDA architectures to compile for (e.g., 70;80;90)", "70;80;90", ""},
        {"If not 0, it overrides the alignment of the architecture", "0", ""},
        {"Level, one, two or three", "four", ""},
        {"One of three values: \"internal\", \"external\", or a valid folder.", NULL,
         "internal external"},
        {"How loops are split. Valid values for HOW are 'rr', 'slab', and 'tlb':", "slab",
         "rr slab tlb"},
        {"Vector unit (scalar sse avx avxfma)", "avx", "scalar sse avx avxfma"},
        {"Vector unit (scalar sse avx avxfma)", NULL, ""},
        {"Vector unit (use avx with care)", "avx", ""},
        {"Cache line size in bytes (x86: 64; POWER: 128; A64FX: 256)", "64", ""},
        {"Kernels: avx2 or avx512, which is wide", "avx2", "avx2 avx512"},
        {"Tasks of a launch (allowed values 1 4 16).", "1", "1 4 16"},
        {"Tasks of a launch; allowed values depend on it", "1", ""},
        {"# set(UNIT sse avx fma)", "avx", ""},
        {"BLAS, search order MKL>OPENBLAS>ATLAS on Linux", NULL, "MKL OPENBLAS ATLAS"},
        {"Only for n > 2", NULL, ""},
        {"BLAS: one of mkl openblas atlas", "mkl", "mkl openblas atlas"},
        {"BLAS: one of mkl openblas or atlas.", "mkl", "mkl openblas atlas"},
        {"BLAS, available: mkl openblas", "mkl", "mkl openblas"},
        {"BLAS, available: mkl, openblas", "other", ""},
        {"One of the two that are there, mkl is faster", "mkl", ""},
        {"BLAS: mkl (default), openblas or atlas", "mkl", "mkl openblas atlas"},
        {"Threads: 0 = none, 1 = OpenMP (with tasks, too), 2=TBB", "0", "0 1 2"},
        {"0 - Vulkan, 1 - CUDA, 2 - Level Zero", "0", "0 1 2"},
        {"Tile size from 0 - automatic, 32 - small caches", "0", ""},
        {"Pages: 4 - or more, as needed, 8-byte words", "4", ""},
        {"Threads: 0: none; 1: OpenMP", "1", "0 1"},
        {"Flags as in a=b, c=d", "e", ""},
        {"BLAS\n  mkl       Intel's\n  openblas  the open one\nSee there.", "mkl", "mkl openblas"},
        {"Notes on it\n - new\n - fast", "mkl", ""},
        {"", "", ""},
        {"(", "a", ""},
        {"(a", "a", ""},
        {"a>", "a", ""},
        {"a = ", "a", ""},
        {"a,", "a", ""},
        {"\"a", "a", ""}, /* nothing behind the end is read */
        {"Values:\n \"a", NULL, ""},
        {"'a', \"b\" and `c`", "b", "a b c"},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *values = values_of(arena, cases[i].help, cases[i].fallback, NULL);
        g_assert_cmpstr(values, ==, cases[i].values);
    }
    g_autofree char *endless = g_strnfill(20000, 'a');
    for (gsize i = 1; i < 20000; i += 2) {
        endless[i] = ',';
    }
    g_autofree char *values = values_of(arena, endless, "a", NULL);
    g_assert_cmpstr(values, ==, "");
}

/* A list with "or" in it counts as well where the project asks for one of its words. */
static void test_help_values_compared(void)
{
    static const struct {
        const char *help, *compared, *values;
    } cases[] = {
        {"specify the machine as ring or torus", "ring", "ring torus"},
        {"specify the machine as ring or torus", "star", ""},
        {"specify the machine as ring or torus", NULL, ""},
        {"specify the machine as Ring or Torus", "ring", ""},
        {"ring or torus", "ring", "ring torus"},
        {"machine: 'ring' or 'torus'", "ring", "ring torus"},
        {"use the big torus or ring", "ring", ""},
        {"Where the machine is, or ring", "ring", ""},
        {"specify the machine, ring, torus", "ring", ""},
        {"specify the machine as ring or torus, see the manual", "ring", "ring torus"},
        {"Set to ring or leave empty", "ring", ""},
        {"To be ring or else all is serial", "ring", ""},
        {"ring or newer", "ring", ""},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *values = values_of(arena, cases[i].help, "no", cases[i].compared);
        g_assert_cmpstr(values, ==, cases[i].values);
    }
}

/* Every field of every struct, each with a value of its own. */
static Facts *full_facts(Arena *arena)
{
    Facts *facts = facts_new(arena);
    facts->project_name = "tiny";
    facts->project_version = "1.2";
    facts->project_at = (Span){.path = "CMakeLists.txt", .line = 2};
    BuildSystem *system = arena_new0(arena, BuildSystem);
    *system = (BuildSystem){.builder = BUILDER_CMAKE,
                            .folder = "",
                            .file = "CMakeLists.txt",
                            .minimum_version = "3.16",
                            .read = TRUE};
    g_ptr_array_add(facts->build_systems, system);
    Effect *late = arena_new0(arena, Effect);
    Effect *early = arena_new0(arena, Effect);
    *late = (Effect){.kind = EFFECT_PACKAGE,
                     .name = "Thing",
                     .detail = "2.0",
                     .required = TRUE,
                     .when = condition_parse(arena, "USE=yes", NULL),
                     .at = {.path = "b.cmake", .line = 7}};
    *early = (Effect){.kind = EFFECT_MACRO,
                      .name = "HAVE_THING",
                      .detail = "1",
                      .file = "config.h",
                      .when = condition_true(),
                      .at = {.path = "a.cmake", .line = 9}};
    g_ptr_array_add(facts->effects, late);
    g_ptr_array_add(facts->effects, early);
    OptionLink *link = arena_new0(arena, OptionLink);
    GPtrArray *allowing = arena_array(arena);
    g_ptr_array_add(allowing, "yes");
    *link = (OptionLink){.effect = late, .values = allowing, .alone = TRUE};
    AllowedValue *value = arena_new0(arena, AllowedValue);
    *value = (AllowedValue){
        .value = "yes", .origin = VALUE_COMPARED, .at = {.path = "b.cmake", .line = 6}};
    DefaultValue *fallback = arena_new0(arena, DefaultValue);
    *fallback = (DefaultValue){.value = NULL, .when = condition_true()};
    Wrapper *wrapper = arena_new0(arena, Wrapper);
    *wrapper = (Wrapper){.command = "my_option", .at = {.path = "CMakeLists.txt", .line = 5}};
    Span *use = arena_new0(arena, Span);
    *use = (Span){.path = "b.cmake", .line = 6};
    Definition *definition = arena_new0(arena, Definition);
    GPtrArray *defaults = arena_array(arena);
    GPtrArray *wrappers = arena_array(arena);
    g_ptr_array_add(defaults, fallback);
    g_ptr_array_add(wrappers, wrapper);
    *definition = (Definition){.at = {.path = "CMakeLists.txt", .line = 5},
                               .declared_at = {.path = "m.cmake", .line = 3},
                               .text = "my_option(USE \xff)",
                               .help = "Use it",
                               .type = OPTION_STRING,
                               .force = TRUE,
                               .exists = condition_true(),
                               .defaults = defaults,
                               .wrappers = wrappers};
    Option *option = arena_new0(arena, Option);
    GPtrArray *definitions = arena_array(arena);
    GPtrArray *values = arena_array(arena);
    GPtrArray *links = arena_array(arena);
    GPtrArray *uses = arena_array(arena);
    g_ptr_array_add(definitions, definition);
    g_ptr_array_add(values, value);
    g_ptr_array_add(links, link);
    g_ptr_array_add(uses, use);
    *option = (Option){.name = "USE",
                       .builder = BUILDER_CMAKE,
                       .folder = "",
                       .type = OPTION_STRING,
                       .free_form = TRUE,
                       .definitions = definitions,
                       .values = values,
                       .links = links,
                       .uses = uses,
                       .comment = "about it"};
    g_ptr_array_add(facts->options, option);
    Constraint *constraint = arena_new0(arena, Constraint);
    *constraint = (Constraint){.when = condition_parse(arena, "not USE=yes", NULL),
                               .message = "refused",
                               .at = {.path = "b.cmake", .line = 8}};
    g_ptr_array_add(facts->constraints, constraint);
    GPtrArray *lost = arena_array(arena);
    g_ptr_array_add(lost, "X");
    for (guint line = 3; line > 0; line--) {
        LedgerEntry *entry = arena_new0(arena, LedgerEntry);
        *entry = (LedgerEntry){.at = {.path = "a.cmake", .line = line},
                               .reason = line == 2 ? "a limit" : "unknown command",
                               .subject = "frobnicate",
                               .lost = lost};
        g_ptr_array_add(facts->ledger, entry);
    }
    facts_finish(facts);
    return facts;
}

static void assert_document(json_t *document, const char *name)
{
    g_autofree char *text = json_document_text(document);
    g_autofree char *path =
        g_build_filename(XAAS_SOURCE_ROOT, "tests", "unit", "specify", "expected", name, NULL);
    assert_golden(text, path);
    json_decref(document);
}

static void test_json(void)
{
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = full_facts(arena);
    assert_document(facts_json(facts), "facts.json");
    assert_document(facts_ledger_json(facts), "ledger.json");
}

static void test_empty(void)
{
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    facts_finish(facts);
    json_t *document = facts_json(facts);
    g_assert_nonnull(document);
    g_assert_true(json_is_null(json_object_get(json_object_get(document, "project"), "name")));
    json_decref(document);
    json_t *ledger = facts_ledger_json(facts);
    g_assert_cmpuint(json_array_size(json_object_get(ledger, "entries")), ==, 0);
    json_decref(ledger);
}

/* A text that is compared with its default alone has no list of values. */
static void test_lone_default(void)
{
    static const struct {
        const char *value;
        const char *fallback;
        guint left;
    } cases[] = {{"native", "native", 0}, {"native", "", 1}, {"yes", "yes", 1}, {"1", "1", 1}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Arena) arena = arena_new();
        Facts *facts = facts_new(arena);
        AllowedValue value = {.value = cases[i].value, .origin = VALUE_COMPARED};
        DefaultValue fallback = {.value = cases[i].fallback, .when = condition_true()};
        Definition definition = {.type = OPTION_STRING, .defaults = arena_array(arena)};
        Option option = {.name = "ARCH",
                         .type = OPTION_STRING,
                         .free_form = TRUE,
                         .definitions = arena_array(arena),
                         .values = arena_array(arena)};
        g_ptr_array_add((GPtrArray *)definition.defaults, &fallback);
        g_ptr_array_add((GPtrArray *)option.definitions, &definition);
        g_ptr_array_add((GPtrArray *)option.values, &value);
        g_ptr_array_add(facts->options, &option);
        facts_complete_values(facts);
        g_assert_cmpuint(option.values->len, ==, cases[i].left);
    }
}

/* A project that refuses all but "a" and "b", and besides asks `more` times for something else. */
static gboolean is_open_after(guint more, const char *other)
{
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    AllowedValue values[] = {{.value = "a", .origin = VALUE_COMPARED},
                             {.value = other, .origin = VALUE_COMPARED}};
    Definition definition = {.type = OPTION_STRING, .exists = condition_true()};
    Option option = {.name = "WAY",
                     .type = OPTION_STRING,
                     .free_form = TRUE,
                     .definitions = arena_array(arena),
                     .values = arena_array(arena)};
    g_ptr_array_add((GPtrArray *)option.definitions, &definition);
    g_ptr_array_add((GPtrArray *)option.values, &values[0]);
    g_ptr_array_add((GPtrArray *)option.values, &values[1]);
    g_autoptr(GPtrArray) parts = g_ptr_array_new();
    for (guint i = 0; i < 2 + more; i++) {
        const char *value = i < 2 ? (i == 0 ? "a" : "b") : arena_printf(arena, "c%u", i);
        const Condition *atom = condition_atom(arena, CONDITION_SUBJECT_OPTION, "WAY", "=", value);
        g_ptr_array_add(parts, (gpointer)condition_not(arena, atom));
    }
    Constraint constraint = {
        .when = condition_all(arena, (const Condition *const *)parts->pdata, parts->len)};
    g_ptr_array_add(facts->constraints, &constraint);
    g_ptr_array_add(facts->options, &option);
    facts_complete_values(facts);
    return option.free_form;
}

/* What refuses all values that nobody compares with closes the list; one too long to look through
 * does not. */
static void test_closed_values(void)
{
    g_assert_false(is_open_after(0, "b"));
    g_assert_false(is_open_after(10, "b"));
    g_assert_true(is_open_after(0, "d"));
    g_assert_true(is_open_after(0, ""));
    g_assert_true(is_open_after(CLOSED_PARTS_MAX, "b"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/facts/lone-default", test_lone_default);
    g_test_add_func("/facts/closed-values", test_closed_values);
    g_test_add_func("/facts/order", test_order);
    g_test_add_func("/facts/name", test_name);
    g_test_add_func("/facts/names-of-parts", test_names_of_parts);
    g_test_add_func("/facts/version-not-told", test_version_not_told);
    g_test_add_func("/facts/help-values", test_help_values);
    g_test_add_func("/facts/help-values-compared", test_help_values_compared);
    g_test_add_func("/facts/json", test_json);
    g_test_add_func("/facts/empty", test_empty);
    return g_test_run();
}
