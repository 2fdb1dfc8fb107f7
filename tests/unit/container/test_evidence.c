/* What files mention, what pasting can make, what the scanner says. */
#include "container/prove/closure.h"
#include "container/prove/pasting.h"
#include <string.h>

static LexedFile *lex(Lexicon *lexicon, const char *text)
{
    return lexicon_read(lexicon, g_strdup(text), strlen(text));
}

static gboolean mentions(Lexicon *lexicon, const LexedFile *file, const char *name)
{
    guint32 id = lexicon_find(lexicon, name);
    for (guint i = 0; i < file->names->len; i++) {
        if (g_array_index(file->names, guint32, i) == id && id != 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static void test_mentions(void)
{
    static const struct {
        const char *text;
        gboolean mentioned;
    } cases[] = {
        {"#ifdef NAME\n#endif\n", TRUE},
        {"#if 0\nNAME\n#endif\n", TRUE},
        {"int x = NAME;\n", TRUE},
        {"#define OTHER NAME\n", TRUE},
        {"#define NAME 1\n", FALSE},
        {"#undef NAME\n", FALSE},
        {"/* NAME */ // NAME\n", FALSE},
        {"/* \n NAME \n */", FALSE},
        {"\"NAME\" 'NAME'\n", FALSE},
        {"don't NAME\n", TRUE},
        {"#if 0\ndon't read src/*.c\n#endif\nNAME\n", TRUE},
        {"#error don't read src/*.c\nNAME\n", TRUE},
        {"#error don't NAME\n", TRUE},
        {"_Pragma(\"push_macro(\\\"NAME\\\")\")\n", TRUE},
        {"#pragma push_macro(\"NAME\")\n", TRUE},
        {"R\"x( NAME \" )x\" \n", FALSE},
        {"R\"x( \" )x\" NAME\n", TRUE},
        {"CR\"(\" NAME\n", TRUE},
        {"u8R\"(\" NAME)\"\n", FALSE},
        {"R\"a b\" (x) NAME\n", TRUE},
        {"_Pragma(R\"(omp NAME)\")\n", TRUE},
        {"_Pragma(TEXT) \"NAME\"\n", FALSE},
        {"NA\\\nME\n", TRUE},
        {"NA\\  \nME\n", TRUE},
        {"NA\\\f\nME\n", TRUE},
        {"// comment \\\n NAME\n", FALSE},
        {"int n = 1'000; NAME\n", TRUE},
        {"NAMES XNAME NAME1\n", FALSE},
        {"#include <NAME>\n", FALSE},
        {"#include NAME\n", TRUE},
        {"  #  define  A(NAME) 1\n", TRUE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Lexicon) lexicon = lexicon_new();
        g_autoptr(LexedFile) file = lex(lexicon, cases[i].text);
        g_test_message("%s", cases[i].text);
        g_assert_true(mentions(lexicon, file, "NAME") == cases[i].mentioned);
    }
}

static void test_flags(void)
{
    g_autoptr(Lexicon) lexicon = lexicon_new();
    g_autoptr(LexedFile) plain = lex(lexicon, "#include \"a/b.h\"\n#include <c.h>\n");
    g_assert_cmpuint(plain->included->len, ==, 2);
    g_assert_cmpstr(lexicon_name(lexicon, g_array_index(plain->included, guint32, 0)), ==, "b.h");
    g_assert_false(plain->includes_computed);
    g_autoptr(LexedFile) computed = lex(lexicon, "#include WHERE\n");
    g_assert_true(computed->includes_computed);
    g_autoptr(LexedFile) lookup = lex(lexicon, "#if __has_include(<x/y.h>)\n#endif\n");
    g_assert_cmpuint(lookup->included->len, ==, 1);
    g_assert_cmpuint(lookup->doubts, ==, FILE_DOUBT_NONE);
    g_autoptr(LexedFile) stamp = lex(lexicon, "const char *t = __TIMESTAMP__;\n");
    g_assert_cmpuint(stamp->doubts, ==, FILE_DOUBT_TIMESTAMP);
    g_autoptr(LexedFile) escaped = lex(lexicon, "int \\u00e9;\n");
    g_assert_cmpuint(escaped->doubts, ==, FILE_DOUBT_ESCAPES);
    g_autoptr(LexedFile) embeds = lex(lexicon, "#embed \"d.bin\"\n");
    g_assert_cmpuint(embeds->doubts, ==, FILE_DOUBT_EMBED);
    g_autoptr(LexedFile) asks = lex(lexicon, "#if __has_embed(\"d.bin\")\n#endif\n");
    g_assert_cmpuint(asks->doubts, ==, FILE_DOUBT_EMBED);
    g_autoptr(LexedFile) knows = lex(lexicon, "#ifdef __has_embed\n#endif\n");
    g_assert_cmpuint(knows->doubts, ==, FILE_DOUBT_NONE);
    g_autoptr(LexedFile) trigraph = lex(lexicon, "?"
                                                 "?=ifdef NAME\n");
    g_assert_cmpuint(trigraph->doubts, ==, FILE_DOUBT_ESCAPES);
    g_autoptr(LexedFile) lone = lex(lexicon, "// comment\rNAME\n");
    g_assert_cmpuint(lone->doubts, ==, FILE_DOUBT_ESCAPES);
    g_autoptr(LexedFile) returns = lex(lexicon, "// comment\r\nNAME\r\n");
    g_assert_cmpuint(returns->doubts, ==, FILE_DOUBT_NONE);
    g_autoptr(LexedFile) message = lex(lexicon, "#warning src/*.c\nNAME\n");
    g_assert_cmpuint(message->doubts, ==, FILE_DOUBT_COMMENT);
    g_autoptr(LexedFile) closed = lex(lexicon, "#warning a /* b */\nNAME\n");
    g_assert_cmpuint(closed->doubts, ==, FILE_DOUBT_NONE);
    static const char zero[] = "/* \0 */ SEEN\n";
    g_autoptr(LexedFile) zeros =
        lexicon_read(lexicon, g_memdup2(zero, sizeof zero), sizeof zero - 1);
    g_assert_true(mentions(lexicon, zeros, "SEEN"));
    g_autoptr(LexedFile) evaluation = lex(lexicon, "#if __FLT_EVAL_METHOD__\n");
    g_assert_true(mentions(lexicon, evaluation, "__SSE__"));
    g_autoptr(LexedFile) comments = lex(lexicon, "a //* b */ NAME\n");
    g_assert_true(comments->two_comments);
    g_autoptr(LexedFile) raw = lex(lexicon, "R\"(a)\"\n");
    g_assert_true(raw->raw_texts);
    g_assert_cmpuint(raw->doubts, ==, FILE_DOUBT_NONE);
    /* Lines are not joined in a raw text, so that this is not its end. */
    g_autoptr(LexedFile) seam = lex(lexicon, "A \\\n B R\"(a)\\\n\")\"\n");
    g_assert_cmpuint(seam->doubts, ==, FILE_DOUBT_ESCAPES);
    g_autoptr(LexedFile) within = lex(lexicon, "R\"(a \\\n b)\"\n");
    g_assert_cmpuint(within->doubts, ==, FILE_DOUBT_NONE);
    g_autoptr(LexedFile) delimiter = lex(lexicon, "R\"a\\\nb(c)ab\"\n");
    g_assert_cmpuint(delimiter->doubts, ==, FILE_DOUBT_ESCAPES);
    g_autoptr(LexedFile) before = lex(lexicon, "A \\\n B R\"(a)\"\n");
    g_assert_cmpuint(before->doubts, ==, FILE_DOUBT_NONE);
    g_autoptr(LexedFile) lock_free = lex(lexicon, "__atomic_always_lock_free(16, 0)\n");
    g_assert_true(mentions(lexicon, lock_free, "__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16"));
}

/* A _Pragma whose text is not written out there may read any. */
static void test_pragmas(void)
{
    static const struct {
        const char *text;
        gboolean computed;
        gboolean kept; /* NAME, as a word of a text */
    } cases[] = {
        {"_Pragma(\"omp simd\")\n", FALSE, FALSE},
        {"_Pragma ( L\"omp simd\" )\n", FALSE, FALSE},
        {"#define DO(x) _Pragma(#x)\n", FALSE, FALSE},
        {"#define DO(x) _Pragma(x)\nDO(\"omp NAME\")\n", TRUE, TRUE},
        {"#define DO _Pragma\nDO(\"omp NAME\")\n", TRUE, TRUE},
        {"_Pragma(\n\"omp NAME\")\n", TRUE, TRUE},
        {"NAME \"NAME\"\n", FALSE, FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Lexicon) lexicon = lexicon_new();
        g_autoptr(LexedFile) file = lex(lexicon, cases[i].text);
        g_test_message("%s", cases[i].text);
        g_assert_cmpint(file->pragmas_computed, ==, cases[i].computed);
        guint32 name = lexicon_find(lexicon, "NAME");
        gboolean kept = FALSE;
        for (guint k = 0; k < file->text_names->len; k++) {
            kept = kept || g_array_index(file->text_names, guint32, k) == name;
        }
        g_assert_cmpint(kept, ==, cases[i].kept);
    }
}

static void test_lookups(void)
{
    static const struct {
        const char *text;
        gboolean computed; /* any file may be looked for */
        guint builtins;    /* names to ask about */
        guint doubts;
    } cases[] = {
        {"#if __has_include(WHERE)\n#endif\n", TRUE, 0, FILE_DOUBT_NONE},
        {"#define HAS(x) __has_include(x)\n", TRUE, 0, FILE_DOUBT_NONE},
        {"#define HAS __has_include\n", TRUE, 0, FILE_DOUBT_NONE},
        {"#ifdef __has_include\n#endif\n", FALSE, 0, FILE_DOUBT_NONE},
        {"#if defined(__has_include) && __has_include(<a.h>)\n", FALSE, 0, FILE_DOUBT_NONE},
        {"#if defined __has_include_next\n", FALSE, 0, FILE_DOUBT_NONE},
        {"#if __has_builtin(__builtin_a) || __has_builtin( other )\n", FALSE, 2, FILE_DOUBT_NONE},
        {"#if HAS(__builtin_a)\n", FALSE, 1, FILE_DOUBT_NONE},
        {"#define WHICH __builtin_a\n", FALSE, 1, FILE_DOUBT_NONE},
        {"int f(void) { return __builtin_a(1) + __builtin_b /* */ (2); }\n", FALSE, 0,
         FILE_DOUBT_NONE},
        {"#define HAS(x) __has_builtin(__builtin_##x)\n", FALSE, 1, FILE_DOUBT_NONE},
        {"#define HAS(x) ASK(x ## __builtin_a)\n", FALSE, 1, FILE_DOUBT_NONE},
        {"#define JOIN(x, y) x##y (__builtin_a)\n", FALSE, 1, FILE_DOUBT_NONE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Lexicon) lexicon = lexicon_new();
        g_autoptr(LexedFile) file = lex(lexicon, cases[i].text);
        g_test_message("%s", cases[i].text);
        g_assert_cmpint(file->includes_computed, ==, cases[i].computed);
        g_assert_cmpuint(file->builtins->len, ==, cases[i].builtins);
        g_assert_cmpuint(file->doubts, ==, cases[i].doubts);
    }
}

/* Lines that may be dropped when nothing mentions their name. */
static void test_plain_lines(void)
{
    static const struct {
        const char *text;
        guint lines;
    } cases[] = {
        {"#define A 1\n#undef B\n/* #undef C */\n", 3},
        {"#define A(x) x\n", 1},
        {"#define A 1 \\\n + 2\n", 0},
        {"x \\\n#define A 1\n", 0},
        {"/*\n#define A 1\n*/\n", 0},
        {"#define A 1 /* begins\n ends */\n", 0},
        {"const char *t = \"/*\";\n#define A 1\n", 0},
        {"R\"(\n#define A 1\n)\";\n", 0},
        {"int x; // #define A\n", 0},
        {"// /*\n#define A 1\n", 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Lexicon) lexicon = lexicon_new();
        g_autoptr(LexedFile) file = lex(lexicon, cases[i].text);
        lexicon_plain_lines(lexicon, file);
        g_test_message("%s", cases[i].text);
        g_assert_cmpuint(file->plain_lines->len, ==, cases[i].lines);
    }
}

static void test_pasting(void)
{
    static const struct {
        const char *text;
        gboolean makes;
    } cases[] = {
        {"#define CAT(a, b) a##b\nCAT(__AV, X2__)\n", TRUE},
        {"#define CAT(a, b) a%:%:b\nCAT(__AV, X2__)\n", TRUE},
        {"#define CAT(a, b) a##b\n#define GO(x) CAT(__AV, x)\nGO(X2__)\n", TRUE},
        {"#define CAT(a) __AV##a\nCAT(X2__)\n", TRUE},
        {"#define CAT(a, b) a##b\nCAT(__AV, x) X2__\n", FALSE},
        {"#define CAT(a, b) a##b\n__AV X2__\n", FALSE},
        {"#define CAT(a, b) a##b\n#define ALIAS CAT\nALIAS(__AV, X2__)\n", TRUE},
        {"#define CAT(a, b) a##b\n#define X2 X2__\nCAT(__AV, X2)\n", TRUE},
        {"#define CAT(a, b) a##b\n#define USE(m, x) m(__AV, x)\nUSE(CAT, X2__)\n", TRUE},
        {"#define CAT(a, b) a##b\n#define USE(m, args) m args\nUSE(CAT, (__AV, X2__))\n", TRUE},
        {"#define CAT(a, b) a##b\n#define GET(m) m\nGET(CAT)(__AV, X2__)\n", TRUE},
        {"#define CAT(a, b, c) a##b##c\nCAT(__AV, X, 2__)\n", TRUE},
        {"#define LIST(x) x\n__AV X2__\n", FALSE},
        /* Pieces that other pastings get are not this one's. */
        {"#define CAT(a, b) a##b\n#define OF(x) of_##x\nOF(X2__) CAT(__AV, x)\n", FALSE},
        {"#define CAT(a, b) a##b\nCAT(X2__, __AV)\n", FALSE},
        {"#define CAT(a, b) a##b\n#define NOT(a, b) CAT(a, x) b\nNOT(__AV, X2__)\n", FALSE},
        {"#define CAT(a, b) C(a, b)\n#define C(a, b) a##b\nCAT(CAT(__, AV), CAT(X2, __))\n", TRUE},
        {"#define CAT(...) C(__VA_ARGS__)\n#define C(a, b) a##b\nCAT(__AV, X2__)\n", TRUE},
        {"#define CAT(args...) C(args)\n#define C(a, b) a##b\nCAT(__AV, X2__)\n", TRUE},
        {"#define C(a, b) a##b\n#define PAIR __AV, X2__\n#define GO(x) C(x)\nGO(PAIR)\n", TRUE},
        {"#define C(a, b) a##b\n#define CC C\nC(C, C)(__AV, X2__)\n", TRUE},
        {"#define C(a, b) a##b\n#define E\n#define R(x) x\nR(C E (__AV, X2__))\n", TRUE},
        {"#define C(a, b) a##b\n#define P (__AV, X2__)\n#define R(x) x\nR(C P)\n", TRUE},
        {"#define C(a, b) a##b\nC(__AV\n#ifdef A\n, 1\n#else\n, X2__\n#endif\n)\n", TRUE},
        {"#define C(a, b) x y a##b z\nC(1 __AV, X2__ 2)\n", TRUE},
        {"#define C(a, ...) a##__VA_OPT__(x X2__)\nC(__AV, 1)\n", TRUE},
        {"#define A __AV##X2__\nA\n", TRUE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Lexicon) lexicon = lexicon_new();
        g_autoptr(GPtrArray) files =
            g_ptr_array_new_with_free_func((GDestroyNotify)lexed_file_free);
        g_ptr_array_add(files, lex(lexicon, cases[i].text));
        g_autoptr(Pasting) pasting = pasting_new(lexicon, files);
        g_autoptr(GPtrArray) pieces = pasting_pieces(pasting, "__AVX2__");
        g_test_message("%s", cases[i].text);
        g_assert_true((pieces != NULL) == cases[i].makes);
    }
}

static void test_rules(void)
{
    g_autoptr(GPtrArray) closures =
        g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    g_ptr_array_set_size(closures, 2);
    closures_parse("1: /a/x.c \\\n  /a/with\\ blank.h \\\n  /a/d$$.h\n0: /b.c\nother: /c.c\n",
                   closures);
    const GPtrArray *second = closures->pdata[1];
    g_assert_cmpuint(second->len, ==, 3);
    g_assert_cmpstr(second->pdata[1], ==, "/a/with blank.h");
    g_assert_cmpstr(second->pdata[2], ==, "/a/d$.h");
    g_assert_cmpuint(((const GPtrArray *)closures->pdata[0])->len, ==, 1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/evidence/mentions", test_mentions);
    g_test_add_func("/container/evidence/flags", test_flags);
    g_test_add_func("/container/evidence/pragmas", test_pragmas);
    g_test_add_func("/container/evidence/lookups", test_lookups);
    g_test_add_func("/container/evidence/plain_lines", test_plain_lines);
    g_test_add_func("/container/evidence/pasting", test_pasting);
    g_test_add_func("/container/evidence/rules", test_rules);
    return g_test_run();
}
