/* Canonical modules, and the store that gives them back byte for byte. */
#include "container/ir/dependence.h"
#include "container/ir/store.h"
#include <glib/gstdio.h>
#include <string.h>

static const char target[] =
    "\"target-cpu\"=\"x86-64\" \"target-features\"=\"+sse2,+x87\" \"tune-cpu\"=\"generic\"";

/* Numbered names of every kind, a quoted one, a text with marks in it, an explicit target. */
static const char module_text_template[] =
    "source_filename = \"/somewhere/%s.c\"\n"
    "target triple = \"x86_64-pc-linux-gnu\"\n"
    "%%struct.point.7 = type { i32, i32 }\n"
    "%%\"class.std::thing.3\" = type { ptr }\n"
    "@.str = private constant [6 x i8] c\"#1 ;\\22\\00\"\n"
    "@.str.%d = private constant [4 x i8] c\"!2 \\00\"\n"
    "define i32 @f(i32 %%0) #0 {\n"
    "  %%2 = alloca %%struct.point.7, align 4\n"
    "  %%3 = alloca %%\"class.std::thing.3\", align 8\n"
    "  %%4 = load i32, ptr %%2, align 4, !tbaa !0\n"
    "  %%5 = call i32 @g(ptr @.str.%d) #1\n"
    "  call void asm \"nop\", \"\"(), !srcloc !3\n"
    "  br label %%6\n"
    "6:                                                ; preds = %%1\n"
    "  ret i32 %%5\n"
    "}\n"
    "declare i32 @g(ptr) #0\n"
    "define void @h() #2 {\n"
    "  ret void\n"
    "}\n"
    "attributes #0 = { nounwind %s }\n"
    "attributes #1 = { nounwind }\n"
    "attributes #2 = { nounwind \"target-cpu\"=\"x86-64\" \"target-features\"=\"+avx512f\" }\n"
    "!0 = !{!1, !1, i64 0}\n"
    "!1 = !{!\"int\", !2, i64 0}\n"
    "!2 = !{!\"root\"}\n"
    "!3 = !{i64 %d}\n";

static Module *module(const char *name, int number, const char *attributes)
{
    g_autofree char *text =
        g_strdup_printf(module_text_template, name, number, number, attributes, (int)strlen(name));
    g_autoptr(GError) error = NULL;
    Module *parsed = module_parse(text, strlen(text), &error);
    g_assert_no_error(error);
    return parsed;
}

static char *canonical(Module *self, guint *explicit_targets)
{
    *explicit_targets = module_canonicalise(self, target);
    return module_text(self);
}

/* Name, source and default target are set aside; explicit targets stay. */
static void test_canonical(void)
{
    static const char other[] = "\"target-cpu\"=\"haswell\" \"target-features\"=\"+avx2\"";
    guint explicit_targets = 0;
    g_autoptr(Module) left = module("left", 4, target);
    g_autoptr(Module) right = module("right", 4, other);
    g_autofree char *left_text = canonical(left, &explicit_targets);
    g_assert_cmpuint(explicit_targets, ==, 1);
    module_canonicalise(right, other);
    g_autofree char *right_text = module_text(right);
    g_assert_cmpstr(left_text, ==, right_text);
    g_assert_nonnull(strstr(left_text, "+avx512f"));
    g_assert_null(strstr(left_text, "+sse2"));
    g_assert_null(strstr(left_text, "preds"));
    g_assert_null(strstr(left_text, "srcloc"));
    g_assert_nonnull(strstr(left_text, "c\"#1 ;\\22\\00\""));
    module_set_target(left, target);
    g_autofree char *attributed = module_text(left);
    g_assert_nonnull(strstr(attributed, "+sse2"));
    g_assert_null(strstr(attributed, MODULE_DEFAULT_TARGET));
}

static void test_round_trip(void)
{
    guint explicit_targets = 0;
    g_autoptr(Store) store = store_new();
    g_autoptr(Module) first = module("m", 4, target);
    g_autoptr(Module) second = module("m", 9, target);
    g_autofree char *first_text = canonical(first, &explicit_targets);
    g_autofree char *second_text = canonical(second, &explicit_targets);
    const char *const texts[] = {first_text, second_text};
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < 2; i++) {
        g_autofree char *digest = module_digest(texts[i]);
        g_assert_true(store_add(store, texts[i], digest, &error));
        g_assert_no_error(error);
    }
    /* They differ in the number of a private global only: both bodies are stored once. */
    g_assert_cmpstr(texts[0], !=, texts[1]);
    StoreCounts counts = store_counts(store);
    g_assert_cmpuint(counts.modules, ==, 2);
    g_assert_cmpuint(counts.functions, ==, 4);
    g_assert_cmpuint(counts.stored_functions, ==, 2);

    g_autofree char *folder = g_dir_make_tmp("xaas-store-XXXXXX", NULL);
    g_assert_true(store_write(store, folder, &error));
    g_autoptr(Store) again = store_open(folder, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < 2; i++) {
        g_autofree char *digest = module_digest(texts[i]);
        g_autofree char *text = store_text(again, digest, &error);
        g_assert_no_error(error);
        g_assert_cmpstr(text, ==, texts[i]);
    }
    for (const char *const *name = store_files(); *name != NULL; name++) {
        g_autofree char *path = g_build_filename(folder, *name, NULL);
        g_autofree char *bytes = NULL;
        gsize length = 0;
        g_assert_true(g_file_get_contents(path, &bytes, &length, NULL));
        bytes[length / 3] = (char)(bytes[length / 3] ^ 4);
        g_assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
        g_test_message("%s", *name);
        g_autoptr(Store) damaged = store_open(folder, NULL);
        guint whole = 0;
        for (guint k = 0; damaged != NULL && k < 2; k++) {
            g_autofree char *digest = module_digest(texts[k]);
            g_autofree char *text = store_text(damaged, digest, NULL);
            whole += text != NULL ? 1 : 0;
        }
        g_assert_cmpuint(whole, <, 2);
        bytes[length / 3] = (char)(bytes[length / 3] ^ 4);
        g_assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
    }
    for (const char *const *name = store_files(); *name != NULL; name++) {
        g_autofree char *path = g_build_filename(folder, *name, NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
}

/* The same file with something missing or too much: never opened. */
static void test_malformed_files(void)
{
    static const char digest[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    static const struct {
        const char *modules; /* so many as there are bars, which stand for NULs */
        const char *digests;
        gboolean whole;
    } cases[] = {
        {"", "", TRUE},          {"|", "D\n", TRUE},
        {"e|", "D\n", TRUE},     {"e", "D\n", FALSE},
        {"e|", "", FALSE},       {"", "D\n", FALSE},
        {"e|ee|", "D\n", FALSE}, {"e|", "D", FALSE},
        {"e|", "d\n", FALSE},    {"e|ee|", "D\nD\n", FALSE},
        {"e|", "D\nx", FALSE},
    };
    g_autofree char *folder = g_dir_make_tmp("xaas-store-XXXXXX", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(GStrv) parts = g_strsplit(cases[i].digests, "D", -1);
        g_autofree char *digests = g_strjoinv(digest, parts);
        g_autofree char *modules = g_strdelimit(g_strdup(cases[i].modules), "|", '\0');
        for (const char *const *name = store_files(); *name != NULL; name++) {
            g_autofree char *path = g_build_filename(folder, *name, NULL);
            gboolean is_digests = g_str_has_suffix(*name, ".digests");
            gboolean is_modules = g_str_equal(*name, "modules.pool");
            gsize length = is_modules ? strlen(cases[i].modules) : 0;
            g_assert_true(g_file_set_contents(path, is_digests ? digests : modules,
                                              is_digests ? -1 : (gssize)length, NULL));
        }
        g_autoptr(GError) error = NULL;
        g_autoptr(Store) store = store_open(folder, &error);
        g_test_message("%s: %s", cases[i].modules, cases[i].digests);
        g_assert_true((store != NULL) == cases[i].whole);
        g_assert_true((error == NULL) == cases[i].whole);
    }
    for (const char *const *name = store_files(); *name != NULL; name++) {
        g_autofree char *path = g_build_filename(folder, *name, NULL);
        g_unlink(path);
        g_assert_null(store_open(folder, NULL));
    }
    g_rmdir(folder);
}

/* What the code generator makes of the same tokens may depend on the CPU. */
static void test_dependence(void)
{
    static const struct {
        const char *text;
        gboolean dependent;
    } cases[] = {
        {"define void @f() {\n  ret void\n}\n", FALSE},
        {"define void @f(<4 x float> %a) {\n  ret void\n}\n", FALSE},
        {"define void @f(<8 x float> %a) {\n  ret void\n}\n", TRUE},
        {"define void @f(ptr %p) {\n  %1 = load <8 x float>, ptr %p\n  ret void\n}\n", TRUE},
        {"declare void @f(half)\n", TRUE},
        {"define void @f({i32, [2 x half]} %a) {\n  ret void\n}\n", TRUE},
        {"define void @f() {\n  call void asm \"\", \"\"()\n  ret void\n}\n", TRUE},
        {"define void @f(ptr %p) {\n  store atomic i64 0, ptr %p seq_cst, align 8\n  ret void\n}\n",
         FALSE},
        {"define void @f(ptr %p) {\n  store atomic i128 0, ptr %p seq_cst, align 16\n  ret "
         "void\n}\n",
         TRUE},
        {"declare void @__atomic_store(i64, ptr, ptr, i32)\n", TRUE},
        {"declare void @llvm.x86.sse2.pause()\n", TRUE},
        {"declare void @f() \"target-features\"=\"+avx\"\n", TRUE},
        {"module asm \"nop\"\n", TRUE},
        {"declare void @llvm.assume(i1)\ndefine void @f(ptr %p) {\n  call void @llvm.assume(i1 "
         "true) "
         "[\"align\"(ptr %p, i64 64)]\n  ret void\n}\n",
         TRUE},
        {"declare void @llvm.assume(i1)\ndefine void @f(ptr %p, i64 %n) {\n  call void "
         "@llvm.assume(i1 true) [\"align\"(ptr %p, i64 %n)]\n  ret void\n}\n",
         FALSE},
        {"declare void @llvm.assume(i1)\ndefine void @f(ptr %p) {\n  call void @llvm.assume(i1 "
         "true) "
         "[\"nonnull\"(ptr %p)]\n  ret void\n}\n",
         FALSE},
        {"target triple = \"aarch64-linux-gnu\"\ndeclare float @f(float) \"_ZGVnN4v_f\"\n", TRUE},
        {"target triple = \"x86_64-linux-gnu\"\ndeclare float @f(float) \"_ZGVbN4v_f\"\n", FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(Module) parsed = module_parse(cases[i].text, strlen(cases[i].text), &error);
        g_assert_no_error(error);
        g_test_message("%s", cases[i].text);
        g_assert_true((module_target_dependence(parsed) != NULL) == cases[i].dependent);
    }
}

/* What LLVM writes and reads again is the same, though its reader loses flags of some phis. */
static void test_phi_flags(void)
{
    static const char text[] =
        "define float @f(i1 %c, float %x, float %y) {\nentry:\n"
        "  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n"
        "  %plain = phi i32 [ 1, %entry ], [ 2, %a ], !tag !0\n"
        "  %one = phi contract float [ %x, %entry ], [ %y, %a ], !tag !0\n"
        "  %\"two\" = phi nnan nsz float [ %y, %entry ], [ %x, %a ], !tag !0\n"
        "  %all = phi fast float [ %x, %entry ], [ %y, %a ]\n"
        "  %asked = call i32 asm \"# not = phi fast\", \"=r\"()\n"
        "  %sum = fadd float %one, %\"two\"\n  ret float %sum\n}\n!0 = !{}\n";
    g_autoptr(Module) parsed = module_parse(text, strlen(text), NULL);
    g_autofree char *written = module_text(parsed);
    g_assert_nonnull(strstr(written, "%one = phi contract float"));
    g_assert_nonnull(strstr(written, "= phi nnan nsz float"));
    g_assert_nonnull(strstr(written, "%all = phi fast float"));
    g_assert_nonnull(strstr(written, "%plain = phi i32"));
    g_autoptr(Module) again = module_parse(written, strlen(written), NULL);
    g_autofree char *rewritten = module_text(again);
    g_assert_cmpstr(rewritten, ==, written);
}

static void test_malformed(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(module_parse("no module", 9, &error));
    g_assert_error(error, MODULE_ERROR, MODULE_ERROR_READ);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/store/canonical", test_canonical);
    g_test_add_func("/container/store/round_trip", test_round_trip);
    g_test_add_func("/container/store/malformed_files", test_malformed_files);
    g_test_add_func("/container/store/dependence", test_dependence);
    g_test_add_func("/container/store/malformed", test_malformed);
    g_test_add_func("/container/store/phi_flags", test_phi_flags);
    return g_test_run();
}
