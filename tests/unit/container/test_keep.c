/* Units that keep a target that the machine may lack: what of theirs runs before the program has
 * looked, and what linkers could give to other units. */
#include "container/deploy/kept_units.h"
#include "container/ir/symbol_text.h"
#include "container/lower/lower.h"
#include <glib/gstdio.h>
#include <jansson.h>
#include <string.h>

#define X86 "x86_64-pc-linux-gnu"
#define WIDE "\"target-cpu\"=\"x86-64-v4\" \"target-features\"=\"+avx512f\""
#define USUAL "\"target-cpu\"=\"x86-64\" \"target-features\"=\"+sse2\""
#define HEAD                                                                                       \
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-"        \
    "n8:16:32:64-S128\"\ntarget triple = \"" X86 "\"\n"
#define TAIL "\nattributes #0 = { noinline \"xaas-default-target\" }\n"

/* `usual` NULL: of a unit that has the target that the others have. */
static gboolean lower(const char *text, const char *usual, Lowered *result, GError **error)
{
    g_autofree char *folder = g_build_filename(XAAS_SOURCE_ROOT, "container", "knowledge", NULL);
    g_autoptr(PipelineRules) rules = pipeline_rules_load(folder, error);
    g_autoptr(Callees) callees = callees_load(folder, NULL);
    g_assert_nonnull(rules);
    json_t *words = json_pack("[s]", "-O1");
    g_autoptr(Pipeline) pipeline = pipeline_new(rules, words);
    json_decref(words);
    return lower_module(&(LowerRequest){.text = text,
                                        .length = strlen(text),
                                        .attributes = usual == NULL ? USUAL : WIDE,
                                        .usual = usual,
                                        .callees = callees,
                                        .pipeline = pipeline},
                        result, error);
}

static gboolean has(const GPtrArray *names, const char *name)
{
    return g_ptr_array_find_with_equal_func((GPtrArray *)names, name, g_str_equal, NULL);
}

/* ---- what runs by itself ----------------------------------------------------------------------
 */

static void test_early(void)
{
    static const char text[] = HEAD
        "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } "
        "{ i32 65535, ptr @first, ptr null }]\n"
        "@table = global double 0.0\n@chosen = global ptr null\n"
        "declare i32 @__cxa_atexit(ptr, ptr, ptr)\n"
        "define internal void @first() #0 {\n  %a = load volatile double, ptr @table\n"
        "  %b = call double @helper(double %a)\n  store volatile double %b, ptr @table\n"
        "  store volatile ptr @fast, ptr @chosen\n"
        "  %c = call i32 @__cxa_atexit(ptr @last, ptr @table, ptr null)\n  ret void\n}\n"
        "define double @helper(double %x) #0 {\n  %r = fadd double %x, 1.0\n  ret double %r\n}\n"
        "define void @last(ptr %x) #0 {\n  store volatile double 0.0, ptr %x\n  ret void\n}\n"
        "define double @fast(double %x) #0 {\n  %r = fmul double %x, 3.0\n  ret double "
        "%r\n}\n" TAIL;
    g_auto(Lowered) lowered = {0};
    g_autoptr(GError) error = NULL;
    g_assert_true(lower(text, USUAL, &lowered, &error));
    g_assert_no_error(error);
    /* What it calls and what ends it; what it only notes down is for the program to call. */
    g_assert_false(has(lowered.own_targets, "first"));
    g_assert_false(has(lowered.own_targets, "helper"));
    g_assert_false(has(lowered.own_targets, "last"));
    g_assert_true(has(lowered.own_targets, "fast"));
}

/* What the initialiser does stands behind it. */
static const char given[] =
    HEAD "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } "
         "{ i32 65535, ptr @first, ptr null }]\n@place = global ptr null\n"
         "@_ZTV1S = linkonce_odr unnamed_addr constant [1 x ptr] [ptr @copy]\n"
         "@table = internal constant [1 x ptr] [ptr @copy]\n"
         "declare void @qsort(ptr, i64, i64, ptr)\ndeclare void @other(ptr)\n"
         "declare void @qsort_r(ptr, i64, i64, ptr, ptr)\n"
         "declare i32 @sigaction(i32, ptr, ptr)\ndeclare ptr @malloc(i64)\n"
         "declare i32 @atexit(ptr)\ndeclare void @exit(i32)\n"
         "declare i32 @fprintf(ptr, ptr, ...)\n"
         "declare ptr @_Znwm(i64)\ndeclare ptr @_ZnwmR4Pool(i64, ptr)\n"
         "declare void @counts(i32)\ndeclare void @packed(i64)\n"
         "declare void @some(...)\n"
         "define void @start(ptr %f) #0 {\n"
         "  call void @qsort(ptr null, i64 8, i64 8, ptr %f)\n  ret void\n}\n"
         "define double @fast(double %x) #0 {\n  %r = fmul double %x, 3.0\n"
         "  ret double %r\n}\n"
         "define linkonce_odr double @copy(double %x) #0 {\n"
         "  %r = call double @part(double %x)\n  ret double %r\n}\n"
         "define internal double @part(double %x) #0 {\n  %r = fmul double %x, 5.0\n"
         "  ret double %r\n}\n"
         "define ptr @tables() #0 {\n  ret ptr @_ZTV1S\n}\n"
         "define double @parts(double %x) #0 {\n  %r = call double @part(double %x)\n"
         "  ret double %r\n}\n"
         "define internal void @first() #0 {\n";

/* Functions whose addresses an initialiser names: a local one that is called by the address, be it
 * only perhaps, gets the target; so do copies that objects of several units may have. */
static void test_early_given(void)
{
    static const struct {
        const char *body;
        gboolean own[3]; /* which of `fast`, `copy` and `part` keep the unit's target */
    } rows[] = {
        {"  store volatile ptr @fast, ptr @place\n  store volatile ptr @table, ptr @place\n",
         {TRUE, FALSE, FALSE}},
        {"  store volatile ptr @_ZTV1S, ptr @place\n", {TRUE, FALSE, FALSE}},
        {"  store volatile ptr @fast, ptr @place\n  call void @counts(i32 3)\n"
         "  %m = call ptr @malloc(i64 3)\n",
         {TRUE, TRUE, TRUE}},
        {"  store volatile ptr @fast, ptr @place\n  %m = call ptr @_Znwm(i64 4)\n",
         {TRUE, TRUE, TRUE}},
        {"  store volatile ptr @fast, ptr @place\n"
         "  %m = call ptr @_ZnwmR4Pool(i64 4, ptr @place)\n",
         {FALSE, TRUE, TRUE}},
        {"  call void @qsort(ptr @place, i64 8, i64 8, ptr @fast)\n", {FALSE, TRUE, TRUE}},
        /* What is called in the end was handed over before, and there counts. */
        {"  store volatile ptr @fast, ptr @place\n  call void @exit(i32 3)\n"
         "  %n = call i32 (ptr, ptr, ...) @fprintf(ptr null, ptr @place)\n",
         {TRUE, TRUE, TRUE}},
        {"  %n = call i32 @atexit(ptr @fast)\n  call void @exit(i32 3)\n", {FALSE, TRUE, TRUE}},
        {"  call void @other(ptr @fast)\n  call void @exit(i32 3)\n", {FALSE, TRUE, TRUE}},
        {"  %f = alloca ptr\n  store ptr @fast, ptr %f\n  %g = load ptr, ptr %f\n"
         "  call void @qsort(ptr @place, i64 8, i64 8, ptr %g)\n",
         {FALSE, TRUE, TRUE}},
        /* One that is named does not stand for one that is in a variable. */
        {"  %f = alloca ptr\n  store ptr @fast, ptr %f\n  %g = load ptr, ptr %f\n"
         "  call void @qsort(ptr @counts, i64 8, i64 8, ptr %g)\n",
         {FALSE, TRUE, TRUE}},
        {"  call void @start(ptr @fast)\n", {FALSE, TRUE, TRUE}},
        {"  call void @qsort_r(ptr @place, i64 8, i64 8, ptr @fast, ptr null)\n",
         {FALSE, TRUE, TRUE}},
        {"  store ptr @fast, ptr @place\n  %r = call i32 @sigaction(i32 10, ptr @place, ptr "
         "null)\n",
         {FALSE, TRUE, TRUE}},
        {"  store volatile ptr @fast, ptr @place\n  call void @packed(i64 3)\n",
         {FALSE, TRUE, TRUE}},
        {"  store volatile ptr @fast, ptr @place\n  call void (...) @some()\n",
         {FALSE, TRUE, TRUE}},
        {"  call void @qsort(ptr @fast, i64 8, i64 8, ptr @other)\n", {FALSE, TRUE, TRUE}}};
    static const char *const names[] = {"fast", "copy", "part"};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strconcat(given, rows[i].body, "  ret void\n}\n" TAIL, NULL);
        g_auto(Lowered) lowered = {0};
        g_autoptr(GError) error = NULL;
        g_test_message("%s", rows[i].body);
        lower(text, USUAL, &lowered, &error);
        g_assert_no_error(error);
        for (gsize k = 0; k < G_N_ELEMENTS(names); k++) {
            g_assert_true(has(lowered.own_targets, names[k]) == rows[i].own[k]);
        }
    }
}

static void test_callees_malformed(void)
{
    static const struct {
        const char *text;
        const char *line;
    } rows[] = {
        {"given: {}\nregistered: []\n", "callees.yaml:"},
        {"given:\n  qsort: []\nregistered: []\nnone: []\n", "callees.yaml:2:"},
        {"given: {}\nregistered: []\nnone: malloc\n", "callees.yaml:3:"},
        {"given: {}\nregistered: []\nnone: [3]\n", "callees.yaml:3:"},
        {"given:\n  atexit: [0]\nregistered: []\nnone:\n- free\n- atexit\n",
         "callees.yaml:6: atexit stands there twice"},
    };
    g_autofree char *folder = g_dir_make_tmp("xaas-callees-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "callees.yaml", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_true(g_file_set_contents(path, rows[i].text, -1, NULL));
        g_assert_null(callees_load(folder, &error));
        g_assert_error(error, CALLEES_ERROR, CALLEES_ERROR_MALFORMED);
        g_assert_nonnull(strstr(error->message, rows[i].line));
    }
    g_unlink(path);
    g_rmdir(folder);
}

/* A variable of a thread is set up where another unit names it. */
static void test_early_thread(void)
{
    static const char text[] =
        HEAD "@counter = thread_local global double 0.0\n@_ZTH7counter = alias void (), ptr @set\n"
             "define internal void @set() #0 {\n"
             "  %a = load volatile double, ptr @counter\n  %b = fadd double %a, 1.0\n"
             "  store volatile double %b, ptr @counter\n  ret void\n}\n" TAIL;
    g_auto(Lowered) lowered = {0};
    g_autoptr(GError) error = NULL;
    g_assert_true(lower(text, USUAL, &lowered, &error));
    g_assert_false(has(lowered.own_targets, "set"));
}

/* What the initialiser does in place of BODY, which cannot be done for the target. */
static void test_early_refused(void)
{
    static const char *const bodies[] = {
        "  %v = load <64 x i8>, ptr @bytes\n"
        "  %r = call <8 x i64> @llvm.x86.avx512.psad.bw.512(<64 x i8> %v, <64 x i8> %v)\n"
        "  store volatile <8 x i64> %r, ptr @bytes\n",
        "  call void asm sideeffect \"vzeroall\", \"\"()\n",
        "  call void @own()\n",
        "  %w = load <8 x double>, ptr @bytes\n  call void @pass(<8 x double> %w)\n",
        "  store volatile ptr @special, ptr @bytes\n  %f = load volatile ptr, ptr @bytes\n"
        "  call void %f()\n",
        "  call void @qsort(ptr @bytes, i64 8, i64 8, ptr @special)\n"};
    for (gsize i = 0; i < G_N_ELEMENTS(bodies); i++) {
        g_autofree char *text = g_strconcat(
            HEAD "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } "
                 "{ i32 65535, ptr @first, ptr null }]\n@bytes = global [64 x i8] zeroinitializer\n"
                 "declare <8 x i64> @llvm.x86.avx512.psad.bw.512(<64 x i8>, <64 x i8>)\n"
                 "declare void @pass(<8 x double>)\n"
                 "declare void @qsort(ptr, i64, i64, ptr)\n"
                 "define void @own() #1 {\n  ret void\n}\n"
                 "define void @special() #0 {\n"
                 "  call void asm sideeffect \"vzeroupper\", \"\"()\n  ret void\n}\n"
                 "define internal void @first() #0 {\n",
            bodies[i],
            "  ret void\n}\n"
            "attributes #1 = { \"target-cpu\"=\"x86-64\" \"target-features\"=\"+avx2\" }" TAIL,
            NULL);
        g_auto(Lowered) lowered = {0};
        g_autoptr(GError) error = NULL;
        g_test_message("%s", bodies[i]);
        g_assert_false(lower(text, USUAL, &lowered, &error));
        g_assert_error(error, LOWER_ERROR, LOWER_ERROR_EARLY);
        g_assert_nonnull(strstr(error->message, "before the program can choose"));
    }
}

static void test_resolver(void)
{
    static const char text[] =
        HEAD "@f = ifunc double (double), ptr @resolve\n@state = global double 0.0\n"
             "define internal ptr @resolve() #0 {\n"
             "  %a = load volatile double, ptr @state\n  %b = fadd double %a, 1.0\n"
             "  store volatile double %b, ptr @state\n  ret ptr @fast\n}\n"
             "define internal double @fast(double %x) #0 {\n  %r = fmul double %x, 3.0\n"
             "  ret double %r\n}\n" TAIL;
    g_auto(Lowered) lowered = {0};
    g_autoptr(GError) error = NULL;
    g_assert_true(lower(text, USUAL, &lowered, &error));
    g_assert_false(has(lowered.own_targets, "resolve"));
    g_assert_true(has(lowered.own_targets, "fast"));
}

/* ---- what linkers choose from ------------------------------------------------------------------
 */

/* An inline function, one with an address that is asked for, a table of virtual functions, an
 * explicit instantiation, and a function of the unit alone. */
static const char shared[] = HEAD
    "$inlined = comdat any\n$pointed = comdat any\n$_ZTV1S = comdat any\n$instance = comdat any\n"
    "@_ZTV1S = linkonce_odr unnamed_addr constant [1 x ptr] [ptr @virtual], comdat\n"
    "define linkonce_odr double @inlined(double %x) #0 comdat {\n  %r = fmul double %x, 3.0\n"
    "  ret double %r\n}\n"
    "define linkonce_odr double @virtual(double %x) #0 {\n  %r = fmul double %x, 5.0\n"
    "  ret double %r\n}\n"
    "POINTED"
    "define weak_odr double @instance(double %x) #0 comdat {\n  %r = fmul double %x, 7.0\n"
    "  ret double %r\n}\n"
    "define double @NAME(double %x, ptr %p) #0 {\n  store volatile ptr @_ZTV1S, ptr %p\n"
    "  %r = call double @inlined(double %x)\n  ret double %r\n}\n" TAIL;

#define POINTED                                                                                    \
    "define linkonce_odr double @pointed(double %x) #0 comdat {\n  ret double %x\n}\n"             \
    "define ptr @points() #0 {\n  ret ptr @pointed\n}\n"

/* The text without a function, or with another one in its place. The caller frees it. */
static char *unit_text(const char *name, const char *pointed, gboolean instance)
{
    g_autoptr(GString) text = g_string_new(shared);
    g_string_replace(text, "NAME", name, 0);
    g_string_replace(text, "POINTED", pointed, 0);
    if (!instance) {
        g_string_replace(text, "@instance", "@other_instance", 0);
        g_string_replace(text, "$instance", "$other_instance", 0);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static KeptUnit object_of(const char *name, const char *text, gboolean keeps, Lowered *lowered)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(lower(text, keeps ? USUAL : NULL, lowered, &error));
    g_assert_no_error(error);
    g_assert_true((lowered->exposed != NULL) == keeps);
    char *path = NULL;
    int descriptor = g_file_open_tmp("xaas-keep-XXXXXX", &path, NULL);
    g_assert_cmpint(descriptor, >=, 0);
    g_close(descriptor, NULL);
    g_assert_true(g_file_set_contents(path, lowered->bytes, (gssize)lowered->length, NULL));
    return (KeptUnit){
        .source = name, .path = path, .target = keeps ? WIDE : USUAL, .exposed = lowered->exposed};
}

static gboolean check(const char *wide, const char *plain, GError **error)
{
    g_auto(Lowered) first = {0};
    g_auto(Lowered) second = {0};
    g_autoptr(GArray) units = g_array_new(FALSE, FALSE, sizeof(KeptUnit));
    KeptUnit kept = object_of("wide.cpp", wide, TRUE, &first);
    KeptUnit other = object_of("plain.cpp", plain, FALSE, &second);
    g_array_append_val(units, kept);
    g_array_append_val(units, other);
    g_autofree char *folder = g_build_filename(XAAS_SOURCE_ROOT, "container", "knowledge", NULL);
    g_autoptr(Callees) callees = callees_load(folder, NULL);
    g_assert_nonnull(callees);
    gboolean good = kept_units_check(units, callees, error);
    g_unlink(kept.path);
    g_unlink(other.path);
    g_free((char *)kept.path);
    g_free((char *)other.path);
    return good;
}

static void test_copies(void)
{
    g_autofree char *text = unit_text("wide", "", TRUE);
    g_auto(Lowered) lowered = {0};
    g_assert_true(lower(text, USUAL, &lowered, NULL));
    g_assert_false(has(lowered.exposed, "inlined"));
    g_assert_false(has(lowered.exposed, "virtual"));
    g_assert_false(has(lowered.exposed, "_ZTV1S"));
    g_assert_true(has(lowered.exposed, "instance"));
    g_assert_true(has(lowered.exposed, "wide"));
    /* They keep the unit's target, which is what it is there for. */
    g_assert_true(has(lowered.own_targets, "inlined"));
}

static void test_shared(void)
{
    const struct {
        const char *pointed[2];
        gboolean instance;
        const char *named; /* in the refusal; NULL: none */
    } rows[] = {{{"", ""}, FALSE, NULL},
                {{"", ""}, TRUE, "instance"},
                {{POINTED, ""}, FALSE, NULL},
                {{POINTED, "define weak double @pointed(double %x) #0 {\n  ret double %x\n}\n"},
                 FALSE,
                 "pointed"},
                {{POINTED, "define double @pointed(double %x) #0 {\n  ret double %x\n}\n"},
                 FALSE,
                 "pointed"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *wide = unit_text("wide", rows[i].pointed[0], TRUE);
        g_autofree char *plain = unit_text("plain", rows[i].pointed[1], rows[i].instance);
        g_autoptr(GError) error = NULL;
        g_assert_true(check(wide, plain, &error) == (rows[i].named == NULL));
        if (rows[i].named != NULL) {
            g_assert_error(error, KEPT_ERROR, KEPT_ERROR_SHARED);
            g_assert_nonnull(strstr(error->message, rows[i].named));
            g_assert_nonnull(strstr(error->message, "wide.cpp"));
            g_assert_nonnull(strstr(error->message, "plain.cpp"));
        }
    }
}

/* Two that are no copies are of two programs. */
static void test_programs(void)
{
    g_autofree char *wide = unit_text("main", "", TRUE);
    g_autofree char *plain = unit_text("main", "", FALSE);
    g_autoptr(GError) error = NULL;
    g_assert_true(check(wide, plain, &error));
    g_assert_no_error(error);
    /* A default that the unit with a target of its own would replace. */
    g_autoptr(GString) text = g_string_new(plain);
    g_string_replace(text, "define double @main", "define weak double @main", 0);
    g_assert_false(check(wide, text->str, &error));
    g_assert_error(error, KEPT_ERROR, KEPT_ERROR_SHARED);
}

/* What `free` of the project's does is not what the runtime's does; that a template of the
 * standard library was compiled along changes nothing. */
static void test_in_place_of_runtime(void)
{
    const struct {
        const char *definition;
        gboolean good;
    } rows[] = {{"define void @free() #0 {\n  ret void\n}\n", FALSE},
                {"define weak void @free() #0 {\n  ret void\n}\n", FALSE},
                {"define internal void @free() #0 {\n  ret void\n}\n", TRUE},
                {"define void @_Znwm() #0 {\n  ret void\n}\n", FALSE},
                {"define void @free_all() #0 {\n  ret void\n}\n", TRUE}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *wide = unit_text("wide", "", TRUE);
        g_autofree char *plain = unit_text("plain", rows[i].definition, FALSE);
        g_autoptr(GError) error = NULL;
        g_assert_true(check(wide, plain, &error) == rows[i].good);
        if (!rows[i].good) {
            g_assert_error(error, KEPT_ERROR, KEPT_ERROR_RUNTIME);
            g_assert_nonnull(strstr(error->message, "plain.cpp"));
        }
    }
}

/* Each variable names the one before it, and the first a function of the unit alone. */
static void test_list(void)
{
    g_autoptr(GString) text = g_string_new(
        HEAD "define internal void @last() #0 {\n  ret void\n}\n"
             "@v0 = linkonce_odr unnamed_addr constant { ptr, ptr } { ptr null, ptr @last }\n");
    guint count = 40000;
    for (guint i = 1; i < count; i++) {
        g_string_append_printf(
            text, "@v%u = %s { ptr, ptr } { ptr @v%u, ptr null }\n", i,
            i + 1 < count ? "linkonce_odr unnamed_addr constant" : "linkonce_odr global", i - 1);
    }
    g_string_append_printf(
        text,
        "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } "
        "{ i32 65535, ptr @first, ptr null }]\n@place = global ptr null\n"
        "define internal void @first() #0 {\n  store volatile ptr @v%u, ptr @place\n"
        "  ret void\n}\n" TAIL,
        count - 1);
    g_auto(Lowered) lowered = {0};
    g_autoptr(GError) error = NULL;
    g_autofree char *named = g_strdup_printf("v%u", count - 1);
    gint64 began = g_get_monotonic_time();
    lower(text->str, USUAL, &lowered, &error);
    g_assert_no_error(error);
    g_assert_true(has(lowered.exposed, named));
    g_assert_cmpuint(lowered.exposed->len, ==, 1);
    g_assert_cmpint(g_get_monotonic_time() - began, <, 30 * G_USEC_PER_SEC);
}

/* Names that mean more than anybody could read, or than there is memory for, stand alone. */
static void test_symbol_text_bounds(void)
{
    g_autoptr(GString) doubling = g_string_new("_Z1f1A1BIS_S_E");
    g_autoptr(GString) expanding = g_string_new("_Z1fIJ");
    g_autoptr(GString) wide = g_string_new("_Z1f100");
    g_autofree char *identifier = g_strnfill(600, 'a');
    g_autofree char *lengthy = g_strdup_printf("_Z600%sv", identifier);
    g_string_append_printf(wide, "%.100s1BIS_S_S_S_E1CIS1_S1_S1_S1_E", identifier);
    for (guint i = 1; i < 32; i++) {
        char number = (char)(i < 10 ? '0' + i : 'A' + i - 10);
        g_string_append_printf(doubling, "S0_IS%c_S%c_E", number, number);
        g_string_append_c(expanding, 'i');
    }
    g_string_append(expanding, "EEvDp1AIT_Dp1AIT_Dp1AIT_Dp1AIT_Dp1AIT_Dp1AIT_EEEEEE");
    /* The runtime never comes to an end of this one. */
    static const char endless[] = "_Z1fIDTsrfL0p_cvfp_UiENID01AstE_1AgsDpMKD0MNIfp_";
    const char *const names[] = {endless, doubling->str, expanding->str, wide->str, lengthy};
    gint64 began = g_get_monotonic_time();
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *text = symbol_text(names[i]);
        g_assert_cmpstr(text, ==, names[i]);
    }
    g_assert_cmpint(g_get_monotonic_time() - began, <, G_USEC_PER_SEC);
    g_autofree char *usual = symbol_text("_Z1fIJidEEvDpOT_");
    g_assert_cmpstr(usual, ==, "_Z1fIJidEEvDpOT_ (void f<int, double>(int&&, double&&))");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/keep/early", test_early);
    g_test_add_func("/keep/early-given", test_early_given);
    g_test_add_func("/keep/callees-malformed", test_callees_malformed);
    g_test_add_func("/keep/early-thread", test_early_thread);
    g_test_add_func("/keep/early-refused", test_early_refused);
    g_test_add_func("/keep/resolver", test_resolver);
    g_test_add_func("/keep/copies", test_copies);
    g_test_add_func("/keep/shared", test_shared);
    g_test_add_func("/keep/programs", test_programs);
    g_test_add_func("/keep/in-place-of-runtime", test_in_place_of_runtime);
    g_test_add_func("/keep/list", test_list);
    g_test_add_func("/keep/symbol-text-bounds", test_symbol_text_bounds);
    return g_test_run();
}
