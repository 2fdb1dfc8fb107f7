/* CPUs compared by LLVM's own rules, and modules that become objects. */
#define _GNU_SOURCE /* memmem */
#include "container/audit/binary.h"
#include "container/ir/module_llvm.h"
#include "container/ir/symbol_text.h"
#include "container/lower/lower.h"
#include "container/lower/names.h"
#include "container/lower/raise.h"
#include "core/text_list.h"
#include <glib/gstdio.h>
#include <string.h>

#define X86 "x86_64-pc-linux-gnu"
#define ARM "aarch64-linux-gnu"

typedef struct {
    const char *triple;
    const char *outer;
    const char *inner;
    const char *lacking; /* joined by blanks */
} Row;

static const Row rows[] = {
    {X86, "\"target-cpu\"=\"znver3\"",
     "\"target-cpu\"=\"x86-64\" \"target-features\"=\"+avx2,+fma\"", ""},
    {X86, "\"target-cpu\"=\"znver3\"", "\"target-features\"=\"+avx2,+avx512f,+sse4.2,+avx512bw\"",
     "avx512f avx512bw"},
    {X86, "\"target-cpu\"=\"x86-64\" \"target-features\"=\"+avx2\"", "\"target-features\"=\"+avx\"",
     ""},
    {X86, "\"target-cpu\"=\"skylake-avx512\" \"target-features\"=\"-avx512f\"",
     "\"target-features\"=\"+avx512f\"", "avx512f"},
    {X86, "\"target-cpu\"=\"x86-64-v2\"", "\"target-cpu\"=\"x86-64-v3\"",
     "something that every x86-64-v3 has"},
    {X86, "\"target-cpu\"=\"skylake-avx512\"", "\"target-cpu\"=\"x86-64-v4\"", ""},
    {ARM, "\"target-cpu\"=\"neoverse-v1\"", "\"target-features\"=\"+sve,+lse,+neon\"", ""},
    {ARM, "\"target-cpu\"=\"neoverse-n1\"", "\"target-features\"=\"+sve,+lse,+neon\"", "sve"},
};

static void test_lacking(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) lacking = target_lacking(rows[i].triple, rows[i].outer, rows[i].inner);
        g_ptr_array_add(lacking, NULL);
        g_autofree char *text = g_strjoinv(" ", (char **)lacking->pdata);
        g_assert_cmpstr(text, ==, rows[i].lacking);
    }
}

/* What a processor's name stands for is named. */
static void test_lacking_all(void)
{
    g_autoptr(GPtrArray) lacking =
        target_lacking_all(X86, "\"target-cpu\"=\"x86-64-v3\"", "\"target-cpu\"=\"x86-64-v4\"");
    g_ptr_array_add(lacking, NULL);
    g_autofree char *text = g_strjoinv(" ", (char **)lacking->pdata);
    g_assert_cmpstr(text, ==, "avx512bw avx512cd avx512dq avx512f avx512vl evex512");
    g_autoptr(GPtrArray) none =
        target_lacking_all(X86, "\"target-cpu\"=\"x86-64-v4\"", "\"target-cpu\"=\"x86-64-v3\"");
    g_assert_cmpuint(none->len, ==, 0);
}

static void take_rules(Target *target)
{
    g_autofree char *folder = g_build_filename(XAAS_SOURCE_ROOT, "container", "knowledge", NULL);
    g_autoptr(PipelineRules) rules = pipeline_rules_load(folder, NULL);
    g_autofree char *baseline = pipeline_rules_baseline(rules, target->triple);
    target_add_baseline(target, baseline);
    target_set_choices(target, pipeline_rules_choices(rules, target->triple));
    g_autofree char *unneeded = pipeline_rules_unneeded(rules, target->triple);
    target_set_unneeded(target, unneeded);
}

/* No machine lacks a choice of the compiler, or speed that only one maker's processors have in
 * LLVM's tables; instructions are none, though no CPU has them yet. */
static void test_choices(void)
{
    static const Row choice_rows[] = {
        {X86, "\"target-cpu\"=\"x86-64\"",
         "\"target-features\"=\"+avx2,+retpoline-indirect-calls,+retpoline-indirect-branches\"",
         "avx2"},
        {X86, "\"target-cpu\"=\"x86-64\"",
         "\"target-features\"=\"+retpoline,+harden-sls-ret,+soft-float,+sse2\"", ""},
        {X86, "\"target-cpu\"=\"znver5\"",
         "\"target-features\"=\"+egpr,+ndd,+raoint,+avx10.1-512,+lvi-cfi\"",
         "egpr ndd raoint avx10.1-512"},
        {ARM, "\"target-cpu\"=\"neoverse-n1\"",
         "\"target-features\"=\"+outline-atomics,+reserve-x18,+sve\"", "sve"},
        {ARM, "\"target-cpu\"=\"neoverse-v2\"",
         "\"target-features\"=\"+strict-align,+sve2p1,+sme2p1,+fp8,+lut\"",
         "sve2p1 sme2p1 fp8 lut"},
        {X86, "\"target-cpu\"=\"znver4\"", "\"target-cpu\"=\"skylake-avx512\"", ""},
        {X86, "\"target-cpu\"=\"znver3\"", "\"target-cpu\"=\"core-avx2\"", ""},
        {X86, "\"target-cpu\"=\"znver1\"",
         "\"target-cpu\"=\"haswell\" \"target-features\"=\"+invpcid,+rdrnd,+fma\"", ""},
        {X86, "\"target-cpu\"=\"znver4\"", "\"target-cpu\"=\"icelake-server\"", ""},
        {X86, "\"target-cpu\"=\"znver4\"",
         "\"target-cpu\"=\"icelake-server\" \"target-features\"=\"+pconfig,+avx512fp16\"",
         "avx512fp16"},
        {X86, "\"target-cpu\"=\"haswell\"", "\"target-cpu\"=\"znver3\"",
         "something that every znver3 has"},
        {"riscv64-linux-gnu", "\"target-cpu\"=\"generic-rv64\"",
         "\"target-features\"=\"+relax,+save-restore,+v\"", "v"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(choice_rows); i++) {
        const Row *row = &choice_rows[i];
        g_autoptr(Target) target = target_new(TARGET_RECORDED, row->triple, NULL);
        take_rules(target);
        g_autofree char *asked = target_asks(target, row->inner);
        g_autofree char *outer = target_machine(target, row->outer);
        g_autoptr(GPtrArray) lacking = target_lacking(row->triple, outer, asked);
        g_ptr_array_add(lacking, NULL);
        g_autofree char *text = g_strjoinv(" ", (char **)lacking->pdata);
        g_assert_cmpstr(text, ==, row->lacking);
    }
}

static void test_names(void)
{
    g_autoptr(TargetNames) names = target_names_new(X86, NULL);
    g_assert_true(text_list_has(names->processors, "znver3"));
    g_assert_true(text_list_has(names->features, "avx512f"));
    g_assert_false(text_list_has(names->processors, "nonesuch"));
    /* Asked a second time, LLVM tells again. */
    g_autoptr(TargetNames) others = target_names_new(ARM, NULL);
    g_assert_true(text_list_has(others->processors, "neoverse-v1"));
    g_autoptr(GError) error = NULL;
    g_assert_null(target_names_new("nonesuch-linux-gnu", &error));
    g_assert_error(error, TARGET_ERROR, TARGET_ERROR_ARCHITECTURE);
}

static void test_targets(void)
{
    static const struct {
        const char *text;
        const char *cpu;
        const char *features;
    } wanted[] = {{"znver3", "znver3", ""},
                  {"x86-64-v2+avx", "x86-64-v2", "+avx"},
                  {"x86-64-v3+sse4a-avx2", "x86-64-v3", "+sse4a,-avx2"},
                  {"skylake-avx512+prefer-256-bit", "skylake-avx512", "+prefer-256-bit"},
                  {"skylake-avx2", "skylake", "-avx2"}};
    for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(Target) target = target_new(wanted[i].text, X86, &error);
        g_assert_no_error(error);
        g_assert_cmpstr(target->cpu, ==, wanted[i].cpu);
        g_assert_cmpstr(target->features, ==, wanted[i].features);
    }
    static const char *const mistakes[] = {"nonesuch", "znver3+nonesuch", "neoverse-v1", ""};
    for (gsize i = 0; i < G_N_ELEMENTS(mistakes); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(target_new(mistakes[i], X86, &error));
        g_assert_error(error, TARGET_ERROR, TARGET_ERROR_UNKNOWN);
    }
}

/* What the unit's own command switched off stays off; choices are kept, instructions are not. */
static void test_attributes(void)
{
    g_autoptr(Target) target = target_new("znver3", X86, NULL);
    take_rules(target);
    const char *recorded =
        "\"target-cpu\"=\"x86-64\" \"target-features\"=\"+sse2,-fma,+retpoline,+egpr\"";
    g_autofree char *attributes = target_attributes(target, recorded);
    g_assert_cmpstr(attributes, ==,
                    "\"target-cpu\"=\"znver3\" \"target-features\"=\"+64bit,-fma,+retpoline\"");
}

static const char module_text_of_test[] =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:"
    "64-S128\"\n"
    "target triple = \"" X86 "\"\n"
    "@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, "
    "ptr @first, ptr null }, { i32, ptr, ptr } { i32 200, ptr @early, ptr null }]\n"
    "@state = global i32 0\n"
    "define internal void @first() #0 { store volatile i32 1, ptr @state ret void }\n"
    "define internal void @early() #0 { store volatile i32 2, ptr @state ret void }\n"
    "define double @root(double %x) #0 {\n"
    "  %r = call double @sqrt(double %x)\n  ret double %r\n}\n"
    "define void @own() #1 { ret void }\n"
    "declare double @sqrt(double) #2\n"
    "attributes #0 = { \"xaas-default-target\" }\n"
    "attributes #1 = { \"target-cpu\"=\"x86-64\" \"target-features\"=\"+avx512f\" }\n"
    "attributes #2 = { nounwind willreturn memory(write) }\n";

static gboolean lower(const char *words, const char *text, Lowered *result, GError **error)
{
    g_autofree char *folder = g_build_filename(XAAS_SOURCE_ROOT, "container", "knowledge", NULL);
    g_autoptr(PipelineRules) rules = pipeline_rules_load(folder, error);
    g_assert_nonnull(rules);
    json_t *list = json_loads(words, 0, NULL);
    g_autoptr(Pipeline) pipeline = pipeline_new(rules, list);
    json_decref(list);
    return lower_module(&(LowerRequest){.text = text,
                                        .length = strlen(text),
                                        .attributes = "\"target-cpu\"=\"x86-64-v3\"",
                                        .recorded = "\"target-cpu\"=\"x86-64\"",
                                        .pipeline = pipeline},
                        result, error);
}

/* Attributes of a function in the text that a module prints as. */
static char *attributes_in(const char *text, const char *function)
{
    g_autofree char *head = g_strdup_printf("@%s() #", function);
    const char *at = strstr(text, head);
    g_assert_nonnull(at);
    g_autofree char *line = g_strdup_printf("attributes #%c = { ", at[strlen(head)]);
    const char *begin = strstr(text, line);
    g_assert_nonnull(begin);
    begin += strlen(line);
    return g_strndup(begin, strcspn(begin, "}"));
}

/* What a compiler gives to these functions when its default is the other one. */
static void test_raised(void)
{
    static const char text[] =
        "define void @adds() #0 { ret void }\ndefine void @names() #1 { ret void }\n"
        "define void @tunes() #2 { ret void }\ndefine void @usual() #3 { ret void }\n"
        "attributes #0 = { \"target-cpu\"=\"x86-64\" \"target-features\"=\"+sse2,+avx2\" "
        "\"tune-cpu\"=\"generic\" }\n"
        "attributes #1 = { \"target-cpu\"=\"haswell\" \"target-features\"=\"+avx2\" }\n"
        "attributes #2 = { \"target-cpu\"=\"x86-64\" \"target-features\"=\"+sse2,-sse4.2\" "
        "\"tune-cpu\"=\"skylake\" }\n"
        "attributes #3 = { \"xaas-default-target\" }\n";
    static const struct {
        const char *function;
        const char *attributes;
    } wanted[] = {
        {"adds", "\"target-cpu\"=\"znver4\" \"target-features\"=\"+64bit,+sse2,+avx2\" "},
        {"names", "\"target-cpu\"=\"haswell\" \"target-features\"=\"+avx2\" "},
        {"tunes", "\"target-cpu\"=\"znver4\" \"target-features\"=\"+64bit,+sse2,-sse4.2\" "
                  "\"tune-cpu\"=\"skylake\" "},
        {"usual", "\"xaas-default-target\" "},
    };
    g_autoptr(Module) module = module_parse(text, strlen(text), NULL);
    g_assert_nonnull(module);
    raise_own_targets(module,
                      "\"target-cpu\"=\"x86-64\" \"target-features\"=\"+sse2\" "
                      "\"tune-cpu\"=\"generic\"",
                      "\"target-cpu\"=\"znver4\" \"target-features\"=\"+64bit\"");
    g_autofree char *printed = module_text(module);
    for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++) {
        g_autofree char *attributes = attributes_in(printed, wanted[i].function);
        g_assert_cmpstr(attributes, ==, wanted[i].attributes);
    }
}

static const BinarySection *section_of(const Binary *binary, const char *name)
{
    const GArray *sections = binary_sections(binary);
    for (guint i = 0; i < sections->len; i++) {
        if (g_str_equal(g_array_index(sections, BinarySection, i).name, name)) {
            return &g_array_index(sections, BinarySection, i);
        }
    }
    return NULL;
}

static Binary *object_of(const Lowered *lowered)
{
    g_autofree char *path = NULL;
    int descriptor = g_file_open_tmp("xaas-lower-XXXXXX", &path, NULL);
    g_assert_cmpint(descriptor, >=, 0);
    g_close(descriptor, NULL);
    g_assert_true(g_file_set_contents(path, lowered->bytes, (gssize)lowered->length, NULL));
    Binary *binary = binary_open(path, NULL);
    g_unlink(path);
    g_assert_nonnull(binary);
    return binary;
}

static void test_object(void)
{
    g_auto(Lowered) lowered = {0};
    g_autoptr(GError) error = NULL;
    g_assert_true(
        lower("[\"-O2\", \"-mrelocation-model\", \"pic\"]", module_text_of_test, &lowered, &error));
    g_assert_cmpuint(lowered.own_targets->len, ==, 1);
    g_assert_cmpstr(lowered.own_targets->pdata[0], ==, "own");
    g_autoptr(Binary) binary = object_of(&lowered);
    g_assert_nonnull(section_of(binary, ".init_array"));
    g_assert_nonnull(section_of(binary, ".init_array.200"));
    g_assert_null(section_of(binary, ".ctors"));
    /* Square roots are taken in place where the argument allows it: vsqrtsd is c5 .. 51. */
    const BinarySection *text = section_of(binary, ".text");
    gboolean found = FALSE;
    for (gsize i = 0; i + 3 < text->length; i++) {
        found = found || (text->bytes[i] == 0xc5 && text->bytes[i + 2] == 0x51);
    }
    g_assert_true(found);
}

/* A helper goes into a function that has more than the default still when the default has become
 * more than that, so that nothing is left of it. */
static void test_inlined(void)
{
    static const char text[] =
        "target triple = \"" X86 "\"\n"
        "define internal i32 @helper_of_unit(i32 %x) #0 {\n  %r = mul i32 %x, 3\n  ret i32 %r\n}\n"
        "define i32 @own(i32 %x) #1 {\n  %r = call i32 @helper_of_unit(i32 %x)\n  ret i32 %r\n}\n"
        "attributes #0 = { \"xaas-default-target\" }\n"
        "attributes #1 = { \"target-cpu\"=\"x86-64\" \"target-features\"=\"+avx\" }\n";
    g_auto(Lowered) lowered = {0};
    g_assert_true(lower("[\"-O2\"]", text, &lowered, NULL));
    static const char helper[] = "helper_of_unit";
    for (gsize i = 0; i + strlen(helper) <= lowered.length; i++) {
        g_assert_cmpint(memcmp(lowered.bytes + i, helper, strlen(helper)), !=, 0);
    }
}

static void test_sections(void)
{
    g_auto(Lowered) lowered = {0};
    g_assert_true(lower("[\"-O2\", \"-ffunction-sections\"]", module_text_of_test, &lowered, NULL));
    g_autoptr(Binary) binary = object_of(&lowered);
    g_assert_nonnull(section_of(binary, ".text.root"));
    g_assert_null(section_of(binary, ".bss.state"));
}

/* The names that clang -fdata-sections gives, but for constants that linkers merge. */
static void test_data_sections(void)
{
    static const char text[] =
        "target triple = \"" X86 "\"\n"
        "@zero = global i32 0\n@one = global i32 1\n@own = global i32 2, section \"mine\"\n"
        "@fixed = constant [2 x i32] [i32 3, i32 4]\n@merged = unnamed_addr constant i32 5\n"
        "@address = constant ptr @one\n@there = external global i32\n"
        "@each = thread_local global i32 6\n@none = thread_local global i32 0\n"
        "@hidden = internal global i32 7\n"
        "define i32 @get() #0 {\n  %a = load volatile i32, ptr @hidden\n  ret i32 %a\n}\n"
        "attributes #0 = { \"xaas-default-target\" }\n";
    static const char *const there[] = {".bss.zero",   ".data.one",  ".rodata.fixed",
                                        ".tdata.each", ".tbss.none", ".data.hidden",
                                        "mine"};
    static const char *const not_there[] = {".rodata.merged", ".rodata.address", ".data.own",
                                            ".bss.there", ".data.there"};
    g_auto(Lowered) lowered = {0};
    g_autoptr(GError) error = NULL;
    g_assert_true(lower("[\"-O2\", \"-fdata-sections\"]", text, &lowered, &error));
    g_autoptr(Binary) binary = object_of(&lowered);
    for (gsize i = 0; i < G_N_ELEMENTS(there); i++) {
        g_test_message("%s", there[i]);
        g_assert_nonnull(section_of(binary, there[i]));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(not_there); i++) {
        g_test_message("%s", not_there[i]);
        g_assert_null(section_of(binary, not_there[i]));
    }
}

/* What lowering cannot do is said, whatever stands behind the option's name. */
static void test_notes(void)
{
    g_autofree char *folder = g_build_filename(XAAS_SOURCE_ROOT, "container", "knowledge", NULL);
    g_autoptr(PipelineRules) rules = pipeline_rules_load(folder, NULL);
    static const struct {
        const char *word;
        guint notes;
    } turns[] = {{"-fveclib=NEW", 1},
                 {"-fsanitize=address,undefined", 1},
                 {"-mrelax-relocations=no", 1},
                 {"-fsanitizer", 0},
                 {"-fdata-sections", 0}};
    for (gsize i = 0; i < G_N_ELEMENTS(turns); i++) {
        json_t *words = json_pack("[s, s]", "-O2", turns[i].word);
        g_autoptr(Pipeline) pipeline = pipeline_new(rules, words);
        g_assert_cmpuint(pipeline->notes->len, ==, turns[i].notes);
        g_assert_cmpstr(pipeline->passes, ==, "O2");
        json_decref(words);
    }
}

/* Options for LLVM itself add up, in order; the names of libraries are LLVM's. Such a unit keeps
 * its code when programs are optimised as a whole. */
static void test_llvm_options(void)
{
    g_autofree char *folder = g_build_filename(XAAS_SOURCE_ROOT, "container", "knowledge", NULL);
    g_autoptr(PipelineRules) rules = pipeline_rules_load(folder, NULL);
    json_t *words =
        json_pack("[s, s, s, s, s, s, s, s]", "-O3", "-vectorize-loops", "-vectorize-slp", "-mllvm",
                  "-a=1", "-fveclib=libmvec", "-mllvm", "-b");
    json_t *none =
        json_pack("[s, s, s, s]", "-O3", "-vectorize-loops", "-vectorize-slp", "-fveclib=none");
    g_autoptr(Pipeline) told = pipeline_new(rules, words);
    g_autoptr(Pipeline) usual = pipeline_new(rules, none);
    static const char *const wanted[] = {"-a=1", "-vector-library=LIBMVEC-X86", "-b"};
    g_assert_cmpuint(told->llvm->len, ==, G_N_ELEMENTS(wanted));
    for (guint i = 0; i < told->llvm->len; i++) {
        g_assert_cmpstr(told->llvm->pdata[i], ==, wanted[i]);
    }
    g_assert_cmpuint(told->notes->len, ==, 0);
    g_assert_cmpuint(usual->llvm->len, ==, 0);
    g_assert_cmpuint(usual->notes->len, ==, 0);
    g_assert_false(pipeline_is_usual(told));
    g_assert_true(pipeline_is_usual(usual));
    g_autofree char *told_text = pipeline_text(told);
    g_autofree char *usual_text = pipeline_text(usual);
    g_assert_cmpstr(told_text, !=, usual_text);
    json_decref(words);
    json_decref(none);
}

/* LLVM's pipelines vectorize as their names say, so that LLVM itself is told what is not wanted,
 * and people what cannot be had. */
static void test_vectorizing(void)
{
    g_autofree char *folder = g_build_filename(XAAS_SOURCE_ROOT, "container", "knowledge", NULL);
    g_autoptr(PipelineRules) rules = pipeline_rules_load(folder, NULL);
    static const struct {
        const char *level, *loops, *slp;
        const char *told; /* the only option */
        guint notes;
    } turns[] = {{"-O3", "-vectorize-loops", "-vectorize-slp", NULL, 0},
                 {"-O2", "-vectorize-loops", "", "-vectorize-slp=false", 0},
                 {"-Os", "", "-vectorize-slp", "-vectorize-loops=false", 0},
                 {"-O0", "-vectorize-loops", "-vectorize-slp", NULL, 0},
                 {"-O0", "", "", NULL, 0},
                 {"-O1", "", "", NULL, 0},
                 {"-O1", "-vectorize-loops", "", NULL, 1},
                 {"-Oz", "", "-vectorize-slp", NULL, 1}};
    for (gsize i = 0; i < G_N_ELEMENTS(turns); i++) {
        json_t *words = json_pack("[s, s, s]", turns[i].level, turns[i].loops, turns[i].slp);
        g_autoptr(Pipeline) pipeline = pipeline_new(rules, words);
        g_assert_cmpuint(pipeline->llvm->len, ==, turns[i].told != NULL ? 1 : 0);
        if (turns[i].told != NULL) {
            g_assert_cmpstr(pipeline->llvm->pdata[0], ==, turns[i].told);
        }
        g_assert_cmpuint(pipeline->notes->len, ==, turns[i].notes);
        json_decref(words);
    }
}

/* Levels as the frontend's command has them: one that there is none of is the highest. */
static void test_levels(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(PipelineRules) rules =
        pipeline_rules_load(XAAS_SOURCE_ROOT "/container/knowledge", &error);
    g_assert_no_error(error);
    static const struct {
        const char *word, *passes;
        LLVMCodeGenOptLevel level;
        gboolean unroll;
    } turns[] = {{"-O0", "O0", LLVMCodeGenLevelNone, FALSE},
                 {"-O1", "O1", LLVMCodeGenLevelLess, FALSE},
                 {"-Og", "O1", LLVMCodeGenLevelLess, FALSE},
                 {"-Os", "Os", LLVMCodeGenLevelDefault, TRUE},
                 {"-O3", "O3", LLVMCodeGenLevelAggressive, TRUE},
                 {"-O7", "O3", LLVMCodeGenLevelAggressive, TRUE}};
    for (gsize i = 0; i < G_N_ELEMENTS(turns); i++) {
        json_t *words = json_pack("[s]", turns[i].word);
        g_autoptr(Pipeline) pipeline = pipeline_new(rules, words);
        g_assert_cmpstr(pipeline->passes, ==, turns[i].passes);
        g_assert_cmpint((int)pipeline->level, ==, (int)turns[i].level);
        g_assert_true(pipeline->unroll == turns[i].unroll);
        json_decref(words);
    }
    json_t *words =
        json_pack("[s, s, s, s]", "-O2", "-mlimit-float-precision", "12", "-exception-model=sjlj");
    g_autoptr(Pipeline) pipeline = pipeline_new(rules, words);
    g_assert_true(g_ptr_array_find_with_equal_func(pipeline->llvm, "-limit-float-precision=12",
                                                   g_str_equal, NULL));
    g_assert_cmpuint(pipeline->notes->len, ==, 1);
    json_decref(words);
}

/* Counters that the frontend wrote are no code until a pass has made them such. */
static void test_profile(void)
{
    static const char module[] =
        "target triple = \"" X86 "\"\n"
        "@__profn_f = private constant [1 x i8] c\"f\"\n"
        "declare void @llvm.instrprof.increment(ptr, i64, i32, i32)\n"
        "define void @f() {\n"
        "  call void @llvm.instrprof.increment(ptr @__profn_f, i64 24, i32 1, i32 0)\n"
        "  ret void\n}\n";
    g_autofree char *folder = g_build_filename(XAAS_SOURCE_ROOT, "container", "knowledge", NULL);
    g_autoptr(PipelineRules) rules = pipeline_rules_load(folder, NULL);
    static const char *const levels[] = {"-O0", "-O2"};
    for (gsize i = 0; i < G_N_ELEMENTS(levels); i++) {
        json_t *words = json_pack("[s, s, s, s]", levels[i], "-vectorize-loops", "-vectorize-slp",
                                  "-fprofile-instrument=clang");
        g_autoptr(Pipeline) pipeline = pipeline_new(rules, words);
        json_decref(words);
        g_assert_cmpuint(pipeline->notes->len, ==, 0);
        g_assert_false(pipeline_is_usual(pipeline));
        const LowerRequest request = {.text = module,
                                      .length = strlen(module),
                                      .attributes = "\"target-cpu\"=\"x86-64\"",
                                      .pipeline = pipeline,
                                      .form = LOWER_CODE};
        g_auto(Lowered) lowered = {0};
        g_autoptr(GError) error = NULL;
        g_assert_true(lower_module(&request, &lowered, &error));
        g_assert_no_error(error);
        g_assert_nonnull(memmem(lowered.bytes, lowered.length, "__llvm_prf_cnts", 15));
    }
}

/* Counters of threads are counted up as the unit's own command said, by an option of LLVM itself.
 */
static void test_profile_atomic(void)
{
    g_autofree char *folder = g_build_filename(XAAS_SOURCE_ROOT, "container", "knowledge", NULL);
    g_autoptr(PipelineRules) rules = pipeline_rules_load(folder, NULL);
    json_t *words = json_pack("[s, s, s, s, s]", "-O2", "-vectorize-loops", "-vectorize-slp",
                              "-fprofile-instrument=clang", "-fprofile-update=atomic");
    g_autoptr(Pipeline) pipeline = pipeline_new(rules, words);
    json_decref(words);
    g_assert_cmpstr(pipeline->before, ==, "instrprof");
    g_assert_cmpuint(pipeline->notes->len, ==, 0);
    g_assert_cmpuint(pipeline->llvm->len, ==, 1);
    g_assert_cmpstr(pipeline->llvm->pdata[0], ==, "-instrprof-atomic-counter-update-all");
}

/* Code generation runs with the user's rights, so that no assembly of an image may name a file. */
static void test_assembly(void)
{
#define TRIPLE "target triple = \"" X86 "\"\n"
#define ASKS(text, constraints, value)                                                             \
    TRIPLE "@.incbin = external global i8\n@other = external global i8\n"                          \
           "define void @f() {\n  call void asm sideeffect \"" text "\", \"" constraints           \
           "\"(ptr @" value ")\n  ret void\n}\n"
    static const struct {
        const char *module;
        gboolean refused;
    } assemblies[] = {
        {TRIPLE "module asm \".incbin \\22/etc/passwd\\22\"\n", TRUE},
        {TRIPLE "module asm \".INCLUDE \\22/etc/passwd\\22\"\n", TRUE},
        {TRIPLE "module asm \".macro r d f\"\nmodule asm \".\\5Cd \\5Cf\"\nmodule asm \".endm\"\n",
         TRUE},
        {ASKS(".${0:c} \\22/etc/passwd\\22", "i", "other"), TRUE},
        {ASKS("${0:c} \\22/etc/passwd\\22", "i", ".incbin"), TRUE},
        {TRIPLE "@.Inc = external global i8\n"
                "define void @f() {\n  call void asm sideeffect \"${0:c}bin \\22/etc/passwd\\22\", "
                "\"i\"(ptr @.Inc)\n  ret void\n}\n",
         TRUE},
        /* A lock of OpenMP. */
        {TRIPLE "@.gomp_critical_user_.reduction.var = common global [8 x i32] zeroinitializer\n"
                "define void @f() {\n  call void asm sideeffect \"pause\", \"\"()\n  ret void\n}\n",
         FALSE},
        {TRIPLE "module asm \".globl g\"\n", FALSE},
        {TRIPLE "define void @f() {\n  call void asm sideeffect \"pause\", \"\"()\n  ret void\n}\n",
         FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(assemblies); i++) {
        g_auto(Lowered) lowered = {0};
        g_autoptr(GError) error = NULL;
        gboolean done = lower("[\"-O2\"]", assemblies[i].module, &lowered, &error);
        g_test_message("%" G_GSIZE_FORMAT ": %s", i, error == NULL ? "" : error->message);
        g_assert_cmpint(done, ==, !assemblies[i].refused);
        g_assert_true(done || strstr(error->message, "may read a file of this machine") != NULL);
    }
}

static void test_malformed(void)
{
    static const char *const texts[] = {
        "", "no module", "target triple = \"nonesuch-linux-gnu\"\n",
        "define void @f() { call void asm \"nonesuch\", \"\"() ret void }\n"};
    for (gsize i = 1; i < G_N_ELEMENTS(texts); i++) {
        g_auto(Lowered) lowered = {0};
        g_autoptr(GError) error = NULL;
        g_assert_false(lower("[\"-O2\"]", texts[i], &lowered, &error));
        g_assert_nonnull(error);
    }
}

/* What C++ has made says what it means; what only looks so does not. */
static void test_symbol_text(void)
{
    static const struct {
        const char *name;
        const char *text;
    } symbols[] = {{"main", "main"},
                   {"_ZN4unit3ownEv", "_ZN4unit3ownEv (unit::own())"},
                   {"_ZTV5Shape", "_ZTV5Shape (vtable for Shape)"},
                   {"_Znonsense", "_Znonsense"},
                   {"i", "i"}};
    for (gsize i = 0; i < G_N_ELEMENTS(symbols); i++) {
        g_autofree char *text = symbol_text(symbols[i].name);
        g_assert_cmpstr(text, ==, symbols[i].text);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/lower/lacking", test_lacking);
    g_test_add_func("/container/lower/lacking_all", test_lacking_all);
    g_test_add_func("/container/lower/choices", test_choices);
    g_test_add_func("/container/lower/names", test_names);
    g_test_add_func("/container/lower/targets", test_targets);
    g_test_add_func("/container/lower/attributes", test_attributes);
    g_test_add_func("/container/lower/raised", test_raised);
    g_test_add_func("/container/lower/inlined", test_inlined);
    g_test_add_func("/container/lower/object", test_object);
    g_test_add_func("/container/lower/sections", test_sections);
    g_test_add_func("/container/lower/data_sections", test_data_sections);
    g_test_add_func("/container/lower/notes", test_notes);
    g_test_add_func("/container/lower/llvm_options", test_llvm_options);
    g_test_add_func("/container/lower/vectorizing", test_vectorizing);
    g_test_add_func("/container/lower/profile", test_profile);
    g_test_add_func("/container/lower/profile_atomic", test_profile_atomic);
    g_test_add_func("/container/lower/levels", test_levels);
    g_test_add_func("/container/lower/assembly", test_assembly);
    g_test_add_func("/container/lower/malformed", test_malformed);
    g_test_add_func("/container/lower/symbol_text", test_symbol_text);
    return g_test_run();
}
