/* Canonical modules, and the store that gives them back byte for byte. */
#include "container/ir/pieces.h"
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
    static const char *const names[] = {"functions.pack", "functions.index", "modules.pack",
                                        "modules.index"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(folder, names[i], NULL);
        g_autofree char *bytes = NULL;
        gsize length = 0;
        g_assert_true(g_file_get_contents(path, &bytes, &length, NULL));
        bytes[length / 3] = (char)(bytes[length / 3] ^ 4);
        g_assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
        g_autoptr(Store) damaged = store_open(folder, NULL);
        guint whole = 0;
        for (guint k = 0; damaged != NULL && k < 2; k++) {
            g_autofree char *digest = module_digest(texts[k]);
            g_autofree char *text = store_text(damaged, digest, NULL);
            whole += text != NULL ? 1 : 0;
        }
        /* The index of bodies only has digests that nobody relies on. */
        g_assert_true(i == 1 || whole < 2);
        bytes[length / 3] = (char)(bytes[length / 3] ^ 4);
        g_assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(folder, names[i], NULL);
        g_unlink(path);
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
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(Module) parsed = module_parse(cases[i].text, strlen(cases[i].text), &error);
        g_assert_no_error(error);
        g_test_message("%s", cases[i].text);
        g_assert_true((module_target_dependence(parsed) != NULL) == cases[i].dependent);
    }
}

static void test_malformed(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(module_parse("no module", 9, &error));
    g_assert_error(error, MODULE_ERROR, MODULE_ERROR_READ);
}

typedef struct {
    GPtrArray *bodies;
} Bodies;

static guint add_text(const char *body, gsize length, gpointer data)
{
    g_ptr_array_add(((Bodies *)data)->bodies, g_strndup(body, length));
    return ((Bodies *)data)->bodies->len - 1;
}

static const char *find_text(guint number, gpointer data)
{
    const GPtrArray *bodies = ((Bodies *)data)->bodies;
    return number < bodies->len ? bodies->pdata[number] : NULL;
}

/* Texts come back as they were, and what differs in names and numbers only has one body. */
static void test_pieces(void)
{
    static const struct {
        const char *text;
        guint equal; /* so many of its bodies are the first one */
    } cases[] = {
        {"define void @f() {\n  ret void\n}\ndefine void @g() {\n  ret void\n}\n", 2},
        {"define i32 @f(i32 %0) {\n  %2 = add i32 %0, 1\n  ret i32 %2\n}\n"
         "define i32 @g(i32 %0) {\n  %2 = add i32 %0, 1\n  ret i32 %2\n}\n",
         2},
        {"define void @f() {\n  call void @a()\n  call void @b()\n}\n"
         "define void @g() {\n  call void @a()\n  call void @a()\n}\n",
         1},
        {"define void @f() {\n  call void @a() #1\n}\ndefine void @a() {\n  call void @f() #2\n}\n",
         2},
        {"define void @f(ptr %x, ptr %1) {\n  %\"a b\" = load ptr, ptr %x\n  br label %3\n\n3:\n"
         "  br label %4\n4:\n  br label %3\n}\n",
         1},
        {"define void @\"f\\22 1\"() {\n  store i8 0, ptr @.str.7, align 1, !tbaa !12\n}\n", 1},
        {"define i32 @f(i32 %007, i32 %99999999999999999999, i32 %1x) {\n  ret i32 %007\n}\n", 1},
        {"define void @f() {\n  call void asm \"@a %0 #1 !2\", \"\"()\n  ret void\n}", 1},
        {"@a = global i32 0\n\n!0 = !{}\n", 0},
        {"", 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
        Bodies bodies = {texts};
        g_autoptr(GError) error = NULL;
        guint functions = 0;
        g_test_message("%s", cases[i].text);
        g_autofree char *skeleton =
            pieces_split(cases[i].text, &(PieceSink){add_text, &bodies}, &functions, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(functions, ==, texts->len);
        g_autofree char *again = pieces_join(skeleton, &(PieceSource){find_text, &bodies}, &error);
        g_assert_no_error(error);
        gboolean ended = g_str_has_suffix(cases[i].text, "\n") || *cases[i].text == '\0';
        g_autofree char *expected = g_strconcat(cases[i].text, ended ? "" : "\n", NULL);
        g_assert_cmpstr(again, ==, expected);
        guint equal = 0;
        for (guint k = 0; k < texts->len; k++) {
            equal += g_str_equal(texts->pdata[k], texts->pdata[0]) ? 1 : 0;
        }
        g_assert_cmpuint(equal, ==, cases[i].equal);
    }
}

/* Whatever a damaged store says, the answer is an error, or a text. */
static void test_damaged_pieces(void)
{
    static const char *const skeletons[] = {"\n\x01"
                                            "0\n",
                                            "\n\x01"
                                            "7\n",
                                            "\n\x01\n",
                                            "\n\x01"
                                            "0\x02\n",
                                            "\x02"
                                            "a\n\x01"
                                            "0\x02"
                                            "1\n",
                                            "\x02"
                                            "a\n\x01"
                                            "0\x02-1\n",
                                            "\x02"
                                            "a\n\x01"
                                            "0\x02\x02\n",
                                            "\x02"
                                            "a\n\x01"
                                            "0\x02x\n",
                                            "\n\x01"
                                            "99999999999999999999\n"};
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    Bodies bodies = {texts};
    g_ptr_array_add(texts, g_strdup("define \x01"
                                    "1\x02\n}"));
    for (gsize i = 0; i < G_N_ELEMENTS(skeletons); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *text =
            pieces_join(skeletons[i], &(PieceSource){find_text, &bodies}, &error);
        g_assert_null(text);
        g_assert_error(error, PIECES_ERROR, PIECES_ERROR_DAMAGED);
    }
    static const char *const damaged[] = {"\x03",
                                          "\x03"
                                          "1",
                                          "\x03-",
                                          "\x04"
                                          "99:",
                                          "\x01"
                                          "0",
                                          "\x01x\x02",
                                          "\x03-99999999999999"};
    for (gsize i = 0; i < G_N_ELEMENTS(damaged); i++) {
        g_ptr_array_set_size(texts, 0);
        g_ptr_array_add(texts, g_strdup(damaged[i]));
        g_autoptr(GError) error = NULL;
        g_autofree char *text = pieces_join("\n\x01"
                                            "0\x02#1\n",
                                            &(PieceSource){find_text, &bodies}, &error);
        g_assert_null(text);
        g_assert_error(error, PIECES_ERROR, PIECES_ERROR_DAMAGED);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/store/canonical", test_canonical);
    g_test_add_func("/container/store/round_trip", test_round_trip);
    g_test_add_func("/container/store/pieces", test_pieces);
    g_test_add_func("/container/store/damaged_pieces", test_damaged_pieces);
    g_test_add_func("/container/store/dependence", test_dependence);
    g_test_add_func("/container/store/malformed", test_malformed);
    return g_test_run();
}
