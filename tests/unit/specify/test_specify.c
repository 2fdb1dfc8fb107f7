#include "discover/specify.h"
#include "tests/unit/golden.h"
#include <string.h>

/* Facts written by hand, as a reader of CMake would make them, in few words. */
typedef struct {
    Arena *arena;
    Facts *facts;
    GPtrArray *decisions;
    guint line; /* every fact gets a line of its own */
} Fixture;

static Fixture *fixture_new(void)
{
    Fixture *self = g_new0(Fixture, 1);
    self->arena = arena_new();
    self->facts = facts_new(self->arena);
    self->facts->project_name = "small";
    self->facts->project_version = "";
    self->decisions = arena_array(self->arena);
    return self;
}

static void fixture_free(Fixture *self)
{
    arena_free(self->arena);
    g_free(self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Fixture, fixture_free)

static Span next_place(Fixture *self)
{
    return (Span){.path = "CMakeLists.txt", .line = ++self->line, .column = 3};
}

static const Condition *when(Fixture *self, const char *text)
{
    g_autoptr(GError) error = NULL;
    const Condition *condition = condition_parse(self->arena, text, &error);
    g_assert_no_error(error);
    return condition;
}

static void add_build(Fixture *self, Builder builder, const char *folder, gboolean vendored)
{
    BuildSystem *system = arena_new0(self->arena, BuildSystem);
    *system = (BuildSystem){.builder = builder,
                            .folder = folder,
                            .file = arena_printf(self->arena, "%sfile", folder),
                            .vendored = vendored,
                            .read = TRUE};
    g_ptr_array_add(self->facts->build_systems, system);
}

static Definition *add_definition(Fixture *self, Option *option, const char *exists,
                                  const char *value, const char *default_when)
{
    Definition *definition = arena_new0(self->arena, Definition);
    GPtrArray *defaults = arena_array(self->arena);
    DefaultValue *fallback = arena_new0(self->arena, DefaultValue);
    *fallback = (DefaultValue){value, when(self, default_when)};
    g_ptr_array_add(defaults, fallback);
    *definition = (Definition){.at = next_place(self),
                               .text = arena_printf(self->arena, "  define(%s)\t", option->name),
                               .help = "Some\n help",
                               .type = option->type,
                               .exists = when(self, exists),
                               .defaults = defaults};
    g_ptr_array_add((GPtrArray *)option->definitions, definition);
    return definition;
}

/* `values` are separated by blanks; one in parentheses is rejected. */
static Option *add_option(Fixture *self, const char *name, Category category, const char *values,
                          const char *exists, const char *value)
{
    Option *option = arena_new0(self->arena, Option);
    GPtrArray *allowed = arena_array(self->arena);
    *option = (Option){.name = name,
                       .folder = "",
                       .type = *values == '\0' ? OPTION_BOOL : OPTION_STRING,
                       .definitions = arena_array(self->arena),
                       .values = allowed,
                       .links = arena_array(self->arena)};
    add_definition(self, option, exists, value, "true");
    g_ptr_array_add(self->facts->options, option);
    Decision *decision = arena_new0(self->arena, Decision);
    *decision = (Decision){.option = option,
                           .is_point = category != CATEGORY_OTHER,
                           .category = category,
                           .name = name,
                           .confidence = 0.987,
                           .reasons = arena_array(self->arena),
                           .values = arena_array(self->arena),
                           .macros = arena_array(self->arena),
                           .reach = {1, 2, 3}};
    g_ptr_array_add(decision->reasons, "a reason\nof two lines");
    g_auto(GStrv) words = g_strsplit(values, " ", -1);
    for (gsize i = 0; words[i] != NULL && *words[i] != '\0'; i++) {
        gboolean rejected = words[i][0] == '(';
        const char *text = words[i] + (rejected ? 1 : 0);
        AllowedValue *one = arena_new0(self->arena, AllowedValue);
        one->value = arena_strndup(self->arena, text, strlen(text) - (rejected ? 1 : 0));
        g_ptr_array_add(allowed, one);
        ValueDecision *choice = arena_new0(self->arena, ValueDecision);
        *choice = (ValueDecision){.value = one,
                                  .name = one->value,
                                  .rejected = rejected,
                                  .reason = rejected ? "turns it off" : NULL};
        g_ptr_array_add(decision->values, choice);
    }
    g_ptr_array_add(self->decisions, decision);
    return option;
}

/* An effect that the option's `values` allow. */
static void add_effect(Fixture *self, Option *option, EffectKind kind, const char *name,
                       const char *detail, const char *condition, const char *values,
                       gboolean alone)
{
    Effect *effect = arena_new0(self->arena, Effect);
    *effect = (Effect){.kind = kind,
                       .name = name,
                       .detail = detail,
                       .required = TRUE,
                       .when = when(self, condition),
                       .at = next_place(self)};
    g_ptr_array_add(self->facts->effects, effect);
    GPtrArray *list = arena_array(self->arena);
    g_auto(GStrv) words = g_strsplit(values, " ", -1);
    for (gsize i = 0; words[i] != NULL; i++) {
        g_ptr_array_add(list, arena_strdup(self->arena, words[i]));
    }
    OptionLink *link = arena_new0(self->arena, OptionLink);
    *link = (OptionLink){.effect = effect, .values = list, .alone = alone};
    g_ptr_array_add((GPtrArray *)option->links, link);
}

static void add_constraint(Fixture *self, const char *condition, const char *message)
{
    Constraint *constraint = arena_new0(self->arena, Constraint);
    *constraint = (Constraint){when(self, condition), message, next_place(self)};
    g_ptr_array_add(self->facts->constraints, constraint);
}

static void add_ledger(Fixture *self, const char *reason)
{
    LedgerEntry *entry = arena_new0(self->arena, LedgerEntry);
    *entry = (LedgerEntry){.at = next_place(self), .reason = reason};
    g_ptr_array_add(self->facts->ledger, entry);
}

static Specification *finish(Fixture *self)
{
    facts_finish(self->facts);
    return specify(self->facts, self->decisions, NULL, self->arena);
}

static void assert_case(Fixture *self, const char *name)
{
    g_autofree char *text = specification_text(finish(self), FORMAT_YAML, NULL);
    g_autofree char *path =
        g_build_filename(XAAS_SOURCE_ROOT, "tests", "unit", "specify", "expected", name, NULL);
    assert_golden(text, path);
    g_autoptr(GError) error = NULL;
    g_autoptr(YamlDocument) document = yaml_parse(text, strlen(text), name, &error);
    g_assert_no_error(error);
    g_assert_nonnull(specification_from_yaml(self->arena, document, &error));
    g_assert_no_error(error);
}

/* A GPU backend, FFT libraries that need it, and a switch: the shapes of real projects. */
static void test_dependencies(void)
{
    g_autoptr(Fixture) self = fixture_new();
    add_build(self, BUILDER_CMAKE, "", FALSE);
    Option *gpu =
        add_option(self, "USE_GPU", CATEGORY_GPU_BACKEND, "(OFF) CUDA OpenCL", "true", "OFF");
    add_effect(self, gpu, EFFECT_PACKAGE, "CUDAToolkit", "11.0", "USE_GPU=CUDA", "CUDA", TRUE);
    add_effect(self, gpu, EFFECT_MACRO, "HAVE_CUDA", "1", "USE_GPU=CUDA", "CUDA", TRUE);
    add_effect(self, gpu, EFFECT_MACRO, "HAVE_GPU", "1", "USE_GPU", "CUDA OpenCL", TRUE);
    Option *fft =
        add_option(self, "GPU_FFT", CATEGORY_FFT, "cuFFT clFFT VkFFT (none)", "USE_GPU", "VkFFT");
    add_effect(self, fft, EFFECT_LINK, "cufft", NULL, "USE_GPU=CUDA and GPU_FFT=cuFFT", "cuFFT",
               FALSE);
    add_effect(self, fft, EFFECT_PACKAGE, "cuFFT", NULL, "USE_GPU=CUDA and GPU_FFT=cuFFT", "cuFFT",
               FALSE);
    add_effect(self, fft, EFFECT_PACKAGE, "Elsewhere", NULL, "OTHER_SWITCH and GPU_FFT=clFFT",
               "clFFT", FALSE);
    add_effect(self, fft, EFFECT_LINK, "clFFT", NULL, "GPU_FFT=clFFT and DEFAULT_ON", "clFFT",
               TRUE);
    add_option(self, "DEFAULT_ON", CATEGORY_TUNING, "", "true", "ON");
    add_option(self, "OTHER_SWITCH", CATEGORY_TUNING, "", "not DEFAULT_ON", "OFF");
    /* What is only seen of AVX2 is in the tests, which are no point: it does not need them. */
    Option *simd = add_option(self, "SIMD", CATEGORY_SIMD, "(OFF) AVX2", "true", "OFF");
    add_effect(self, simd, EFFECT_FLAG, "-mavx2", NULL,
               "BUILD_TESTS and OTHER_SWITCH and SIMD=AVX2", "AVX2", FALSE);
    add_effect(self, simd, EFFECT_PACKAGE, "TestTool", NULL,
               "BUILD_TESTS and OTHER_SWITCH and SIMD=AVX2", "AVX2", FALSE);
    add_option(self, "BUILD_TESTS", CATEGORY_OTHER, "", "true", "OFF");
    ((Decision *)self->decisions->pdata[self->decisions->len - 1])->is_beside = TRUE;
    /* A part of the program that is no point either is needed. */
    Option *pack = add_option(self, "PACK", CATEGORY_TUNING, "(OFF) memcpy", "true", "OFF");
    add_effect(self, pack, EFFECT_DEFINITION, "PACK_MEMCPY", NULL, "SOLVER and PACK=memcpy",
               "memcpy", FALSE);
    add_option(self, "SOLVER", CATEGORY_OTHER, "", "true", "OFF");
    add_constraint(self, "GPU_FFT=clFFT and not USE_GPU=OpenCL", "clFFT needs OpenCL");
    add_constraint(self, "GPU_FFT=VkFFT and not (USE_GPU=OpenCL or USE_GPU=CUDA)", NULL);
    assert_case(self, "dependencies.xaas.yaml");
}

/* Effects of a command that was not followed in all ways share what the others need not have. */
static void test_cut_short(void)
{
    g_autoptr(Fixture) self = fixture_new();
    add_build(self, BUILDER_CMAKE, "", FALSE);
    add_option(self, "OTHER", CATEGORY_LIBRARY, "", "true", "OFF");
    Option *followed = add_option(self, "FOLLOWED", CATEGORY_THREADING, "", "true", "OFF");
    Option *cut = add_option(self, "CUT", CATEGORY_THREADING, "", "true", "OFF");
    add_effect(self, followed, EFFECT_LINK, "one", NULL, "FOLLOWED and OTHER", "ON", FALSE);
    add_effect(self, cut, EFFECT_LINK, "two", NULL, "CUT and OTHER", "ON", FALSE);
    add_effect(self, cut, EFFECT_LINK, "three", NULL, "CUT and OTHER", "ON", FALSE);
    self->line--;
    add_ledger(self, "limit: combinations of values"); /* where the last effect is */
    assert_case(self, "cut_short.xaas.yaml");
}

static void test_refusals(void)
{
    g_autoptr(Fixture) self = fixture_new();
    add_build(self, BUILDER_CMAKE, "", FALSE);
    add_option(self, "MPI", CATEGORY_MPI, "", "true", "OFF");
    add_option(self, "THREADS", CATEGORY_THREADING, "", "true", "ON");
    add_option(self, "SERIAL", CATEGORY_THREADING, "", "true", "OFF");
    add_option(self, "HUGE", CATEGORY_MEMORY, "", "true", "OFF");
    add_constraint(self, "MPI and THREADS", "only one");
    add_constraint(self, "not MPI and not THREADS", "one of them\nis needed");
    add_constraint(self, "not SERIAL and not THREADS", "some way to run");
    add_constraint(self, "MPI and not found(MPI)>=3", "MPI is missing");
    add_constraint(self, "HUGE and not check(HAVE_HUGETLB) or HUGE and platform(WIN32)",
                   "no huge pages");
    add_constraint(self, "HUGE and not ALLOWED and (check(A) or check(B))", "not allowed");
    add_constraint(self, "HUGE and (SERIAL or check(OLD))", "two ways to be wrong");
    add_constraint(self, "HUGE and unknown(something)", "who knows");
    add_constraint(self,
                   "SERIAL and not check(S) and platform(OS)=Linux or "
                   "SERIAL and not check(S) and not platform(OS)=Windows",
                   "what the second way demands is enough");
    add_constraint(self, "platform(WIN32)", "no option in it");
    add_constraint(self, "HUGE and MPI and THREADS and SERIAL and A and B",
                   "too many to take apart");
    assert_case(self, "refusals.xaas.yaml");
}

static void test_options(void)
{
    g_autoptr(Fixture) self = fixture_new();
    add_build(self, BUILDER_AUTOTOOLS, "", FALSE);
    add_build(self, BUILDER_CMAKE, "", FALSE);
    add_build(self, BUILDER_MAKE, "extern/", TRUE);
    Option *mpi = add_option(self, "--enable-mpi", CATEGORY_MPI, "", "true", "no");
    Option *fft = add_option(self, "--with-fft", CATEGORY_FFT, "fftw (no)", "true", "fftw");
    Option *flags = add_option(self, "CFLAGS", CATEGORY_COMPILER, "", "true", "");
    mpi->builder = fft->builder = flags->builder = BUILDER_AUTOTOOLS;
    flags->type = OPTION_STRING;
    Option *make = add_option(self, "USE_OPENMP", CATEGORY_THREADING, "", "true", "0");
    make->builder = BUILDER_MAKE;
    make->folder = "extern";
    make->vendored = TRUE;
    Option *either = add_option(self, "EITHER", CATEGORY_MPI, "", "A and X and B", "FALSE");
    add_definition(self, either, "A and B and not X", "1", "true");
    Option *path = add_option(self, "GPU_ROOT", CATEGORY_GPU_BACKEND, "", "true", "/usr");
    path->type = OPTION_PATH;
    Option *number = add_option(self, "UNROLL", CATEGORY_TUNING, "", "true", "8");
    number->type = OPTION_STRING;
    number->advanced = TRUE;
    add_option(self, "WORDS", CATEGORY_SIMD, "ON OFF", "true", "ON");
    Option *letter = add_option(self, "DEGREE", CATEGORY_TUNING, "", "true", "N");
    letter->type = OPTION_STRING;
    Option *twice = add_option(self, "TWICE", CATEGORY_SIMD, "A B", "not found(P)", "A");
    twice->free_form = TRUE;
    add_definition(self, twice, "found(P)", "B", "USE_IT");
    add_definition(self, twice, "found(P)", "A", "not USE_IT");
    add_option(self, "BUILD_DOCS", CATEGORY_OTHER, "", "true", "OFF");
    Option *unknown = add_option(self, "UNKNOWN_DEFAULT", CATEGORY_SIMD, "", "true", NULL);
    unknown->type = OPTION_STRING;
    add_ledger(self, "unknown command");
    add_ledger(self, "limit: loop turns");
    add_ledger(self, "unknown command");
    assert_case(self, "options.xaas.yaml");
}

/* The default is that of the most general case, whatever comes first. */
static void test_general_default(void)
{
    g_autoptr(Fixture) self = fixture_new();
    Option *option = add_option(self, "X", CATEGORY_FFT, "a b c", "found(P) and check(C)", "a");
    add_definition(self, option, "not (found(P) and check(C))", "b", "Y");
    add_definition(self, option, "not (found(P) and check(C))", "c", "not Y");
    add_option(self, "Y", CATEGORY_TUNING, "", "true", "ON");
    /* Options whose defaults depend on each other in a circle have no default there. */
    Option *one = add_option(self, "ONE", CATEGORY_TUNING, "", "TWO", "ON");
    Option *two = add_option(self, "TWO", CATEGORY_TUNING, "", "ONE", "ON");
    add_definition(self, one, "not TWO", "OFF", "TWO");
    add_definition(self, two, "not ONE", "OFF", "ONE");
    const Specification *result = finish(self);
    for (guint i = 0; i < result->points->len; i++) {
        const Point *point = result->points->pdata[i];
        if (g_str_equal(point->option, "X")) {
            g_assert_cmpstr(point->default_value, ==, "b");
            g_assert_cmpuint(point->defaults->len, ==, 3);
        }
    }
}

/* A default that is the value of another option, of one that nothing declares, and of itself. */
static void test_default_of_another(void)
{
    g_autoptr(Fixture) self = fixture_new();
    add_option(self, "A", CATEGORY_FFT, "", "true", "${B}");
    add_option(self, "B", CATEGORY_FFT, "", "true", "${C}");
    add_option(self, "C", CATEGORY_FFT, "", "true", "ON");
    add_option(self, "D", CATEGORY_FFT, "", "true", "${Package_HAS_D}");
    add_option(self, "E", CATEGORY_FFT, "x y", "true", "${Package_E}");
    Option *later = add_option(self, "F", CATEGORY_FFT, "", "G=\"\"", "ON");
    add_definition(self, later, "not G=\"\"", "${G}", "true");
    Option *undeclared = add_option(self, "G", CATEGORY_OTHER, "", "true", "ON");
    g_ptr_array_set_size((GPtrArray *)undeclared->definitions, 0);
    const Specification *result = finish(self);
    static const char *const expected[] = {"ON", "ON", "ON", "OFF", "${Package_E}", "ON"};
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_assert_cmpstr(((const Point *)result->points->pdata[i])->default_value, ==, expected[i]);
    }
}

/* A hostile project: texts that are long, control a terminal or are no UTF-8. */
static void test_hostile_texts(void)
{
    g_autoptr(Fixture) self = fixture_new();
    g_autofree char *huge = g_strnfill(1000000, 'x');
    Option *option = add_option(self, "A\x1b[2J\xff", CATEGORY_FFT, "a\x01 b\xff", "true", "\xfe");
    ((Definition *)option->definitions->pdata[0])->help = huge;
    self->facts->project_name = "\xff\n";
    add_constraint(self, "A and B", "\x1b]0;title\x07 \xff");
    g_autofree char *yaml = specification_text(finish(self), FORMAT_YAML, NULL);
    g_assert_true(g_utf8_validate(yaml, -1, NULL));
    g_assert_cmpuint(strlen(yaml), <, 10000);
    for (const char *at = yaml; *at != '\0'; at++) {
        g_assert_true(*at == '\n' || !g_ascii_iscntrl(*at));
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(YamlDocument) document = yaml_parse(yaml, strlen(yaml), "hostile", &error);
    g_assert_no_error(error);
    g_assert_nonnull(specification_from_yaml(self->arena, document, &error));
    g_assert_no_error(error);
}

/* What loses most comes first; a name that is lost in several places is one. */
static void test_ledger_by_loss(void)
{
    static const char *const lost[][2] = {{"A", "B"}, {"B", NULL}};
    g_autoptr(Fixture) self = fixture_new();
    add_ledger(self, "limit: loop turns");
    for (guint i = 0; i < G_N_ELEMENTS(lost); i++) {
        add_ledger(self, "unknown command");
        GPtrArray *names = arena_array(self->arena);
        for (guint k = 0; k < 2 && lost[i][k] != NULL; k++) {
            g_ptr_array_add(names, (gpointer)lost[i][k]);
        }
        LedgerEntry *entry = self->facts->ledger->pdata[self->facts->ledger->len - 1];
        entry->lost = names;
    }
    const Specification *result = finish(self);
    const LedgerCount *first = result->ledger->pdata[0];
    g_assert_cmpstr(first->reason, ==, "unknown command");
    g_assert_cmpuint(first->count, ==, 2);
    g_assert_cmpuint(first->lost, ==, 2);
    g_assert_cmpuint(((const LedgerCount *)result->ledger->pdata[1])->lost, ==, 0);
}

static void test_many_constraints(void)
{
    g_autoptr(Fixture) self = fixture_new();
    add_option(self, "A", CATEGORY_FFT, "a", "true", "OFF");
    for (guint i = 0; i < SPECIFY_CONSTRAINTS_MAX + 5; i++) {
        add_constraint(self, "A and B", "no");
    }
    const Specification *result = finish(self);
    g_assert_cmpuint(result->constraints->len, ==, SPECIFY_CONSTRAINTS_MAX);
    const LedgerCount *count = result->ledger->pdata[0];
    g_assert_cmpuint(count->count, ==, 5);
    g_assert_true(g_str_has_prefix(count->reason, "limit: "));
}

/* What the reader has to reckon with and nobody who configures has: other values than the listed
 * ones, ways that are unknown, and what another alternative says already. */
static void test_plain(void)
{
    static const char *const expected[][2] = {
        {"not GPU and not GPU=OFF and X or GPU=CUDA", "GPU=CUDA"},
        {"GPU and not GPU=CUDA", "GPU=SYCL"},
        {"GPU and X", "GPU and X"},
        {"(GPU=OFF or GPU=CUDA) and GPU", "GPU=CUDA"},
        {"not GPU=SYCL", "not GPU=SYCL"},
        {"GPU=CUDA or GPU=CUDA and X", "GPU=CUDA"},
        {"X and GPU=CUDA or not X", "GPU=CUDA or not X"},
        {"GPU=CUDA or unknown(w) and X", "GPU=CUDA"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_autoptr(Fixture) self = fixture_new();
        add_option(self, "GPU", CATEGORY_GPU_BACKEND, "OFF CUDA SYCL", "true", "OFF");
        add_constraint(self, expected[i][0], "no");
        const Specification *result = finish(self);
        g_assert_cmpuint(result->constraints->len, ==, 1);
        const SpecificationConstraint *constraint = result->constraints->pdata[0];
        g_autofree char *text = condition_text(constraint->when);
        g_assert_cmpstr(text, ==, expected[i][1]);
    }
}

/* Defaults that stand for what could not be worked out, and messages with drawn rules in them. */
static void test_unreadable(void)
{
    g_autoptr(Fixture) self = fixture_new();
    add_option(self, "A", CATEGORY_FFT, "", "true", "${math(EXPR) of 2 * x}");
    add_option(self, "B", CATEGORY_FFT, "b c", "true", "${SOME_DEFAULT}");
    add_constraint(self, "A", "**** no ***** for ${one of x|y} ****");
    const Specification *result = finish(self);
    g_assert_null(((const Point *)result->points->pdata[0])->default_value);
    g_assert_cmpstr(((const Point *)result->points->pdata[1])->default_value, ==,
                    "${SOME_DEFAULT}");
    const SpecificationConstraint *constraint = result->constraints->pdata[0];
    g_assert_cmpstr(constraint->message, ==, "no for ...");
}

/* CMake takes "IGNORE" for off, which is one of the values here: whoever chooses it is not refused.
 */
static void test_plain_ignore(void)
{
    g_autoptr(Fixture) self = fixture_new();
    add_option(self, "PROFILE", CATEGORY_LIBRARY, "IGNORE VTUNE", "true", "IGNORE");
    add_constraint(self, "not PROFILE and not PROFILE=IGNORE or PROFILE and not PROFILE=VTUNE",
                   "one of the list");
    g_assert_cmpuint(finish(self)->constraints->len, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/specify/dependencies", test_dependencies);
    g_test_add_func("/specify/refusals", test_refusals);
    g_test_add_func("/specify/cut-short", test_cut_short);
    g_test_add_func("/specify/options", test_options);
    g_test_add_func("/specify/general-default", test_general_default);
    g_test_add_func("/specify/ledger-by-loss", test_ledger_by_loss);
    g_test_add_func("/specify/default-of-another", test_default_of_another);
    g_test_add_func("/specify/plain", test_plain);
    g_test_add_func("/specify/plain-ignore", test_plain_ignore);
    g_test_add_func("/specify/unreadable", test_unreadable);
    g_test_add_func("/specify/hostile-texts", test_hostile_texts);
    g_test_add_func("/specify/many-constraints", test_many_constraints);
    return g_test_run();
}
