/* Modules taken apart and put together again, byte for byte. */
#include "container/ir/comdats.h"
#include "container/ir/pieces.h"
#include "container/ir/pool.h"
#include <string.h>

typedef struct {
    Pool *pools[PIECE_KINDS];
} Pools;

static void pools_init(Pools *self)
{
    for (guint i = 0; i < PIECE_KINDS; i++) {
        self->pools[i] = pool_new();
    }
}

static void pools_clear(Pools *self)
{
    for (guint i = 0; i < PIECE_KINDS; i++) {
        pool_free(self->pools[i]);
    }
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Pools, pools_clear)

static guint add_piece(PieceKind kind, const char *text, gsize length, gpointer data)
{
    return pool_add(((Pools *)data)->pools[kind], text, length);
}

static const char *find_piece(PieceKind kind, guint number, gpointer data)
{
    return pool_text(((Pools *)data)->pools[kind], number);
}

/* The skeleton of a text, which comes back as it was. */
static char *split(Pools *pools, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_test_message("%s", text);
    char *skeleton = pieces_split(text, &(PieceSink){add_piece, pools}, &error);
    g_assert_no_error(error);
    g_autofree char *again = pieces_join(skeleton, &(PieceSource){find_piece, pools}, &error);
    g_assert_no_error(error);
    gboolean ended = g_str_has_suffix(text, "\n") || *text == '\0';
    g_autofree char *expected = g_strconcat(text, ended ? "" : "\n", NULL);
    g_assert_cmpstr(again, ==, expected);
    return skeleton;
}

/* What differs in names and numbers only has one body; what differs in a module's own numbers only
 * is one function. */
static void test_functions(void)
{
    static const struct {
        const char *text;
        guint functions;
        guint bodies;
        guint distinct;
    } cases[] = {
        {"define void @f() {\n  ret void\n}\ndefine void @g() {\n  ret void\n}\n", 2, 1, 2},
        {"define void @f.1() {\n  ret void\n}\ndefine void @f.2() {\n  ret void\n}\n", 2, 1, 1},
        {"define void @0() {\n  ret void\n}\ndefine void @\"a b.2\"() {\n  ret void\n}\n", 2, 1, 1},
        {"define i32 @f(i32 %0) {\n  %2 = add i32 %0, 1\n  ret i32 %2\n}\n"
         "define i32 @g(i32 %0) {\n  %2 = add i32 %0, 1\n  ret i32 %2\n}\n",
         2, 1, 2},
        {"define void @f() {\n  call void @a()\n  call void @b()\n}\n"
         "define void @g() {\n  call void @a()\n  call void @a()\n}\n",
         2, 2, 2},
        {"define void @f() {\n  call void @a() #1\n}\ndefine void @a() {\n  call void @f() #2\n}\n",
         2, 1, 2},
        {"define void @f(ptr %x, ptr %1) {\n  %\"a b\" = load ptr, ptr %x\n  br label %3\n\n3:\n"
         "  br label %4\n4:\n  br label %3\n}\n",
         1, 1, 1},
        {"define void @\"f\\22 1\"() {\n  store i8 0, ptr @.str.7, align 1, !tbaa !12\n}\n", 1, 1,
         1},
        {"define i32 @f(i32 %007, i32 %99999999999999999999, i32 %1x) {\n  ret i32 %007\n}\n", 1, 1,
         1},
        {"define void @f() {\n  call void asm \"@a %0 #1 !2\", \"\"()\n  ret void\n}", 1, 1, 1},
        {"define void @\"\"() {\n  ret void\n}\n", 1, 1, 1},
        {"@a = global i32 0\n\n!0 = !{}\n", 0, 0, 0},
        {"", 0, 0, 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(Pools) pools;
        pools_init(&pools);
        g_autofree char *skeleton = split(&pools, cases[i].text);
        g_autoptr(GArray) bodies = pieces_bodies(skeleton, &(PieceSource){find_piece, &pools});
        g_assert_cmpuint(bodies->len, ==, cases[i].functions);
        g_assert_cmpuint(pool_length(pools.pools[PIECE_BODY]), ==, cases[i].bodies);
        g_assert_cmpuint(pool_length(pools.pools[PIECE_FUNCTION]), ==, cases[i].distinct);
    }
}

/* The same types at other numbers are the same pieces. */
static void test_metadata(void)
{
    g_auto(Pools) pools;
    pools_init(&pools);
    g_autofree char *first = split(&pools, "!llvm.ident = !{!0}\n\n!0 = !{!\"!7 \", !1, i64 0}\n"
                                           "!1 = !{!\"root\"}\n");
    guint count = pool_length(pools.pools[PIECE_METADATA]);
    g_assert_cmpuint(count, ==, 2);
    g_autofree char *second = split(&pools, "!0 = !{!\"root\"}\n!1 = !{!\"!7 \", !2, i64 0}\n"
                                            "!2 = !{!\"root\"}\n");
    g_assert_cmpuint(pool_length(pools.pools[PIECE_METADATA]), ==, count);
    /* Numbers that LLVM would not print there. */
    g_autofree char *other =
        split(&pools, "!7 = !{!1}\n!0 = !{!007, !99999999999, !-1}\n!00 = !{}\n");
    g_assert_cmpuint(pool_length(pools.pools[PIECE_METADATA]), ==, count + 1);
}

/* Comdats that functions and variables imply are not stored; any others are. */
static void test_comdats(void)
{
    static const char rest[] = "@v = linkonce_odr global [9 x i8] c\", comdat,\", comdat, align 4\n"
                               "@w = global i8 0, comdat($v)\n"
                               "\n"
                               "define void @f(ptr @no) #0 comdat($\"a b\") {\n  ret void\n}\n"
                               "define void @no() section \"x comdat\" {\n  ret void\n}\n"
                               "define void @g() comdat {\n  ret void\n}\n";
    static const char implied[] = "$\"a b\" = comdat any\n\n$g = comdat any\n\n$v = comdat any\n";
    g_autofree char *found = comdats_implied(rest);
    g_assert_cmpstr(found, ==, implied);
    static const struct {
        const char *comdats;
        gboolean stored;
    } cases[] = {
        {implied, FALSE},
        {"", FALSE},
        {"$g = comdat any\n\n$\"a b\" = comdat any\n\n$v = comdat any\n", TRUE},
        {"$\"a b\" = comdat any\n\n$g = comdat nodeduplicate\n\n$v = comdat any\n", TRUE},
        {"$\"a b\" = comdat any\n\n$g = comdat any\n", TRUE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(Pools) pools;
        pools_init(&pools);
        g_autofree char *text = g_strconcat(cases[i].comdats, rest, NULL);
        g_autofree char *skeleton = split(&pools, text);
        gboolean stored = FALSE;
        for (guint k = 0; k < pool_length(pools.pools[PIECE_LINE]); k++) {
            stored = stored || *pool_text(pools.pools[PIECE_LINE], k) == '$';
        }
        g_assert_true(stored == cases[i].stored);
    }
    /* Twice the same block: the second one is lines. */
    g_auto(Pools) pools;
    pools_init(&pools);
    g_autofree char *twice = g_strconcat(implied, implied, rest, implied, NULL);
    g_autofree char *skeleton = split(&pools, twice);
}

static void test_mark(void)
{
    g_auto(Pools) pools;
    pools_init(&pools);
    g_autoptr(GError) error = NULL;
    g_assert_null(pieces_split("@a = global i8 \x02\n", &(PieceSink){add_piece, &pools}, &error));
    g_assert_error(error, PIECES_ERROR, PIECES_ERROR_MARK);
}

static void check_damaged(Pools *pools, const char *skeleton)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = pieces_join(skeleton, &(PieceSource){find_piece, pools}, &error);
    g_assert_null(text);
    g_assert_error(error, PIECES_ERROR, PIECES_ERROR_DAMAGED);
}

/* Whatever a damaged store says, the answer is an error, or a text. */
static void test_damaged(void)
{
    static const char *const skeletons[] = {
        "l",
        "l7",
        "l-1",
        "f1",
        "l\n",
        "x",
        "f-",
        "cc",
        "f\x02",
        "ff\x02#1",
        "f\x02#1\x02#2",
        "e99999999999999999999",
        "l-99999999999999999999",
    };
    g_auto(Pools) pools;
    pools_init(&pools);
    static const char body[] = "define \x01"
                               "0\x02\n}";
    static const char function[] = "0\x02?";
    add_piece(PIECE_BODY, body, strlen(body), &pools);
    add_piece(PIECE_FUNCTION, function, strlen(function), &pools);
    g_autofree char *whole = pieces_join("f\x02@a.1", &(PieceSource){find_piece, &pools}, NULL);
    g_assert_cmpstr(whole, ==, "define @a.1\n}\n");
    for (gsize i = 0; i < G_N_ELEMENTS(skeletons); i++) {
        g_test_message("skeleton %" G_GSIZE_FORMAT, i);
        check_damaged(&pools, skeletons[i]);
    }
}

static void test_damaged_pieces(void)
{
    static const struct {
        PieceKind kind;
        const char *text;
    } cases[] = {
        {PIECE_BODY, "\x03"},
        {PIECE_BODY, "\x03"
                     "1"},
        {PIECE_BODY, "\x03-"},
        {PIECE_BODY, "\x04"
                     "99:"},
        {PIECE_BODY, "\x01"
                     "0"},
        {PIECE_BODY, "\x01"
                     "1\x02"},
        {PIECE_BODY, "\x01x\x02"},
        {PIECE_BODY, "\x03-99999999999999"},
        {PIECE_FUNCTION, ""},
        {PIECE_FUNCTION, "x"},
        {PIECE_FUNCTION, "-1"},
        {PIECE_FUNCTION, "7\x02?"},
        {PIECE_FUNCTION, "0"},
        {PIECE_FUNCTION, "0\x02?\x02?"},
        {PIECE_FUNCTION, "0\x02?x"},
        {PIECE_FUNCTION, "0\x02?\x02"
                         "7"},
        {PIECE_FUNCTION, "99999999999999999999"},
        {PIECE_METADATA, "\x03"},
        {PIECE_METADATA, "\x03"
                         "7"},
        {PIECE_METADATA, "\x03-99999999999999"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(Pools) pools;
        pools_init(&pools);
        static const char *const sound[PIECE_KINDS] = {[PIECE_BODY] = "\x01"
                                                                      "0\x02",
                                                       [PIECE_FUNCTION] = "0\x02?"};
        for (guint kind = 0; kind < PIECE_KINDS; kind++) {
            const char *text = kind == cases[i].kind ? cases[i].text : sound[kind];
            if (text != NULL) {
                add_piece((PieceKind)kind, text, strlen(text), &pools);
            }
        }
        g_test_message("piece %" G_GSIZE_FORMAT, i);
        check_damaged(&pools, cases[i].kind == PIECE_METADATA ? "m" : "f\x02#1");
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/pieces/functions", test_functions);
    g_test_add_func("/container/pieces/metadata", test_metadata);
    g_test_add_func("/container/pieces/comdats", test_comdats);
    g_test_add_func("/container/pieces/mark", test_mark);
    g_test_add_func("/container/pieces/damaged", test_damaged);
    g_test_add_func("/container/pieces/damaged_pieces", test_damaged_pieces);
    return g_test_run();
}
