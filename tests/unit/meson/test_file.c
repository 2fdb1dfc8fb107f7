/* The syntax of Meson's files. */
#include "discover/meson/meson_file.h"
#include <string.h>

static MesonFile *parse(Arena *arena, const char *text)
{
    return meson_file_parse(arena, text);
}

static const MesonNode *value_of(Arena *arena, const char *text)
{
    const MesonFile *file = parse(arena, text);
    g_assert_cmpstr(file->error, ==, NULL);
    g_assert_cmpuint(file->statements->len, ==, 1);
    return ((const MesonStatement *)file->statements->pdata[0])->value;
}

static void test_texts(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_assert_cmpstr(value_of(arena, "'a\\'b\\n'")->text, ==, "a'b\n");
    g_assert_cmpstr(value_of(arena, "'''a\\n\n'b'''\n")->text, ==, "a\\n\n'b");
    g_assert_cmpstr(value_of(arena, "'keeps \\q'")->text, ==, "keeps \\q");
    g_assert_cmpstr(value_of(arena, "'a\nb'")->text, ==, "a\nb"); /* Meson only warns */
    g_assert_true(value_of(arena, "f'a@b@'")->formatted);
    g_assert_cmpstr(value_of(arena, "0xFf")->text, ==, "0xFf");
}

static void test_precedence(void)
{
    g_autoptr(Arena) arena = arena_new();
    const MesonNode *or_node = value_of(arena, "a or b and not c == 1 + 2 * 3");
    g_assert_cmpstr(or_node->text, ==, "or");
    const MesonNode *and_node = or_node->right;
    g_assert_cmpstr(and_node->text, ==, "and");
    g_assert_cmpint(and_node->right->kind, ==, MESON_BINARY);
    const MesonNode *same = and_node->right;
    g_assert_cmpstr(same->text, ==, "==");
    g_assert_cmpint(same->left->kind, ==, MESON_NOT);
    g_assert_cmpstr(same->right->text, ==, "+");
    g_assert_cmpstr(same->right->right->text, ==, "*");
    g_assert_cmpstr(value_of(arena, "x not in y")->text, ==, "not in");
    g_assert_cmpint(value_of(arena, "t ? a : b")->kind, ==, MESON_CHOICE);
}

static void test_calls(void)
{
    g_autoptr(Arena) arena = arena_new();
    const MesonNode *call = value_of(arena, "f(1, # why\n  two: [\n 2, ],\n)");
    g_assert_cmpstr(meson_argument(call, 0)->text, ==, "1");
    g_assert_null(meson_argument(call, 1));
    g_assert_cmpint(meson_named(call, "two")->kind, ==, MESON_ARRAY);
    g_assert_cmpuint(meson_named(call, "two")->items->len, ==, 1);
    g_assert_null(meson_named(call, "three"));
    const MesonNode *method = value_of(arena, "a.b('c')[0].d()");
    g_assert_cmpstr(method->text, ==, "d");
    g_assert_cmpint(method->left->kind, ==, MESON_INDEX);
    g_assert_cmpstr(method->left->left->text, ==, "b");
}

static void test_lines(void)
{
    g_autoptr(Arena) arena = arena_new();
    const MesonFile *file = parse(arena, "a = '''x\ny'''\n\nb = 1 + \\\n  2\nif a\n  c()\nendif\n");
    g_assert_cmpstr(file->error, ==, NULL);
    g_assert_cmpuint(file->statements->len, ==, 3);
    g_assert_cmpuint(((const MesonStatement *)file->statements->pdata[1])->line, ==, 4);
    const MesonStatement *test = file->statements->pdata[2];
    g_assert_cmpuint(test->line, ==, 6);
    const MesonBranch *branch = test->branches->pdata[0];
    g_assert_cmpuint(((const MesonStatement *)branch->block->pdata[0])->line, ==, 7);
}

/* What is in front of an error is kept, and the error has its line. */
static void test_errors(void)
{
    static const struct {
        const char *text;
        guint line, kept;
    } cases[] = {
        {"a = 1\nb = 'x\n", 2, 1},  {"a = 1\nif a\nb = 2\n", 4, 1},
        {"f(1, 2\n", 2, 0},         {"a = \n", 1, 0},
        {"1 = 2\n", 1, 0},          {"a b\n", 1, 0},
        {"endif\n", 1, 0},          {"x = a not b\n", 1, 0},
        {"x = \"double\"\n", 1, 0}, {"foreach 1 : a\nendforeach\n", 1, 0},
        {"x = {'a' 1}\n", 1, 0},    {"x.y\n", 1, 0},
        {"f(1: 2)\n", 1, 0},        {"x = '''\n\n", 1, 0},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Arena) arena = arena_new();
        const MesonFile *file = parse(arena, cases[i].text);
        g_assert_cmpstr(file->error, !=, NULL);
        g_assert_cmpuint(file->error_line, ==, cases[i].line);
        g_assert_cmpuint(file->statements->len, ==, cases[i].kept);
    }
}

/* More brackets, operators and blocks within each other than anybody writes. */
static void test_depth(void)
{
    static const char *const pieces[] = {"(", "[", "not ", "-", "f(", "if a\n", "a ? b : "};
    for (guint i = 0; i < G_N_ELEMENTS(pieces); i++) {
        g_autoptr(Arena) arena = arena_new();
        g_autoptr(GString) text = g_string_new(NULL);
        for (guint k = 0; k < 100000; k++) {
            g_string_append(text, pieces[i]);
        }
        g_assert_cmpstr(parse(arena, text->str)->error, !=, NULL);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/meson/file/texts", test_texts);
    g_test_add_func("/meson/file/precedence", test_precedence);
    g_test_add_func("/meson/file/calls", test_calls);
    g_test_add_func("/meson/file/lines", test_lines);
    g_test_add_func("/meson/file/errors", test_errors);
    g_test_add_func("/meson/file/depth", test_depth);
    return g_test_run();
}
