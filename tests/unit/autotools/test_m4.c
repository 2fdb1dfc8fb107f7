#include "discover/autotools/m4.h"
#include <string.h>

typedef struct {
    GString *problems;
} Problems;

static void note_problem(gpointer data, Origin at, const char *reason, const char *subject)
{
    Problems *self = data;
    g_string_append_printf(self->problems, "%u: %s: %s\n", at.line, reason, subject);
}

static Text *load(gpointer data, Origin at, const char *path)
{
    (void)data;
    (void)at;
    if (strcmp(path, "part/where.m4") == 0) {
        return text_of_file("\n<__file__:__line__>\n", 21, 3);
    }
    if (strcmp(path, "bin/sort.pl") == 0) {
        return text_of_file("#!/usr/bin/perl\n", 16, 4);
    }
    return strcmp(path, "there.m4") == 0 ? text_of_file("included\n", 9, 2) : NULL;
}

/* What a text expands to; what went wrong goes to `problems`, which may be NULL. */
static char *expand(const char *text, char **problems)
{
    Problems noted = {g_string_new(NULL)};
    const M4Client client = {.load = load, .problem = note_problem, .data = &noted};
    g_autoptr(M4) m4 = m4_new(&client);
    g_autoptr(Text) source = text_of_file(text, strlen(text), 1);
    g_autoptr(Text) result = m4_expand(m4, source);
    char *whole = g_string_free(noted.problems, FALSE);
    if (problems != NULL) {
        *problems = whole;
    } else {
        g_assert_cmpstr(whole, ==, "");
        g_free(whole);
    }
    return g_strdup(text_string(result));
}

static void test_expansions(void)
{
    static const struct {
        const char *text;
        const char *expanded;
    } rows[] = {
        {"plain [quoted [twice]] text", "plain quoted [twice] text"},
        {"m4_define([x], [y])x", "y"},
        {"ifelse(len([abc]), 3, index([abc], [b]), incr(1)) substr(a, 1)", "1 substr(a, 1)"},
        {"m4_define([x], [<$1|$2|$#|[$0]>])x x() x(a) x(a, b, c)",
         "<||0|x> <||1|x> <a||1|x> <a|b|3|x>"},
        {"m4_define([x], [$*])m4_define([y], [$@])x([a, b], c) y([a, b], c)", "a, b,c a, b,c"},
        {"m4_define([x], [y])[x] [[x]]", "x [x]"},
        {"m4_define([x], [y])xx x1 1x _x x", "xx x1 1x _x y"},
        {"m4_define([f], [$1])f( \n  a b)", "a b"},
        {"m4_define([f], [$1])f((a, b), c)", "(a, b)"},
        {"a dnl b\nc", "a c"},
        {"m4_define([x], [y])# x\nx", "# x\ny"},
        {"changequote(<<, >>)m4_define(<<x>>, <<[y]>>)x <<x>> [x]", "[y] x [[y]]"},
        {"changequote(,)[x]changequote([,])", "[x]"},
        {"m4_if([a], [b], [1], [a], [a], [2], [3])", "2"},
        {"m4_if([a], [b], [1], [3])", "3"},
        {"m4_ifdef([m4_define], [yes], [no])m4_ifdef([none], [yes], [no])", "yesno"},
        {"m4_foreach([v], [[a], [b, c]], [<v>])", "<a><b, c>"},
        {"m4_foreach_w([v], [a b\nc], [v.])", "a.b.c."},
        {"m4_for([i], 1, 5, 2, [i,])", "1,3,5,"},
        {"m4_map_args([m4_toupper], [a], [b])", "AB"},
        {"m4_map_sep([m4_toupper], [;], [[a], [b]])", "A;B"},
        {"m4_map_args_sep([m4_toupper(], [)], [;], [a], [b])", "A;B"},
        {"m4_map_args_sep([m4_toupper(], [)], [;])", ""},
        {"m4_pushdef([x], [1])m4_pushdef([x], [2])x[]m4_popdef([x])x[]m4_popdef([x])x", "21x"},
        {"m4_translit([abcd], [a-c], [XY])", "XYd"},
        {"m4_bpatsubst([a_b_c], [_], [-])", "a-b-c"},
        {"m4_bpatsubst([key=value], [\\(.*\\)=\\(.*\\)], [\\2:\\1])", "value:key"},
        {"m4_bmatch([abc], [^b], [1], [b], [2], [3])", "2"},
        {"m4_len([abc])m4_index([abc], [c])m4_substr([abcde], 1, 3)", "32bcd"},
        {"m4_incr(9)m4_decr(0)m4_eval(3 * 4)m4_eval(2 > 1)", "10-1121"},
        {"m4_normalize([ a \n b ])", "a b"},
        {"AS_TR_SH([a-b.c])AS_TR_CPP([a-b.h])", "a_b_cA_B_H"},
        {"m4_append([l], [a], [,])m4_append([l], [b], [,])m4_defn([l])", "a,b"},
        {"m4_case([b], [a], [1], [b], [2], [3])m4_join([-], [a], [], [b])", "2a-b"},
        {"m4_split([a b])", "a, b"},
        {"m4_include([there.m4])m4_sinclude([none])", "included\n"},
        {"builtin(include,there.m4)m4_builtin([len], [abc])", "included\n3"},
        {"m4_include([part/where.m4])__file__", "\n<part/where.m4:2>\nconfigure.ac"},
        {"m4_define([here], [__file__])m4_include([part/where.m4])m4_sinclude([none])here",
         "\n<part/where.m4:2>\nconfigure.ac"},
        {"m4_esyscmd_s([cat there.m4])m4_esyscmd([ls none there.m4 2>/dev/null])",
         "includedthere.m4\n"},
        {"m4_esyscmd_s([head -n 1 there.m4])m4_esyscmd([tr -d '\\n' < there.m4])",
         "includedincluded"},
        {"divert(-1)gone divert(0)here", "here"},
        {"AS_IF([a], [b], [c])", "if a\nthen\nb\nelse\nc\nfi\n"},
        {"AS_CASE([w], [p|q], [b], [c])", "case w in\n(p|q) b\n;;\n(*) c\n;;\nesac\n"},
        {"AS_CASE([w], # p, and\n # q\n [p|q], [b], # else\n [c])",
         "case w in\n(p|q) b\n;;\n(*) # else\n c\n;;\nesac\n"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *expanded = expand(rows[i].text, NULL);
        g_assert_cmpstr(expanded, ==, rows[i].expanded);
    }
}

/* Words with numbers are put in order without running what would do that. */
static void test_ranked(void)
{
    g_autofree char *problems = NULL;
    g_autofree char *expanded = expand(
        "m4_foreach([w], [m4_esyscmd([bin/sort.pl slow 5 fast 80 none -1 ])], [w.])", &problems);
    g_assert_cmpstr(expanded, ==, "fast.slow.none.");
    g_assert_nonnull(strstr(problems, "command not run"));
}

/* What a macro requires comes once, before the outermost macro. */
static void test_require(void)
{
    g_autofree char *expanded = expand("AC_DEFUN([INNER], [AC_REQUIRE([BASE])inner\n])"
                                       "AC_DEFUN([BASE], [base\n])"
                                       "AC_DEFUN([OUTER], [begin\nINNER[]end\n])"
                                       "first\nOUTER[]INNER",
                                       NULL);
    g_assert_cmpstr(expanded, ==, "first\nbase\n\nbegin\ninner\nend\ninner\n");
}

static void test_problems(void)
{
    static const struct {
        const char *text;
        const char *problems;
    } rows[] = {
        {"a\n[b", "2: unbalanced quotes: [\n"},
        {"m4_len([b]", "1: unbalanced parentheses: m4_len\n"},
        {"m4_include([none])", "1: file not found: none\n"},
        {"m4_esyscmd([rm -rf /])", "1: command not run: rm -rf /\n"},
        {"m4_esyscmd([bin/sort.pl b 1 a 2])",
         "1: command not run, its words taken in order of their numbers: bin/sort.pl b 1 a 2\n"},
        {"m4_esyscmd([bin/sort.pl b --all])", "1: command not run: bin/sort.pl b --all\n"},
        {"m4_esyscmd([bin/gone.pl b 1])", "1: command not run: bin/gone.pl b 1\n"},
        {"\nm4_eval(1 + 2 + 3)", "2: arithmetic not followed: 1 + 2 + 3\n"},
        {"m4_for([i], 1, 100000, 1, [i])", "1: limit: loop turns: i\n"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *problems = NULL;
        g_free(expand(rows[i].text, &problems));
        g_assert_cmpstr(problems, ==, rows[i].problems);
    }
}

/* A mark knows its arguments, where they were written, and who called. */
static void test_marks(void)
{
    static const char text[] = "AC_DEFUN([WRAP],\n[tell([[$1]], m4_toupper([$1]))])\n\n"
                               "WRAP([\nname])\n";
    const M4Client client = {0};
    g_autoptr(M4) m4 = m4_new(&client);
    m4_mark_macro(m4, "tell");
    g_autoptr(Text) source = text_of_file(text, strlen(text), 1);
    g_autoptr(Text) result = m4_expand(m4, source);
    const char wanted[] = {'\n', '\n', MARK_BEGIN, '0', MARK_END, '\n', '\0'};
    g_assert_cmpstr(text_string(result), ==, wanted);
    const M4Mark *mark = m4_mark(m4, 0);
    g_assert_cmpstr(mark->name, ==, "tell");
    g_assert_cmpuint(mark->at.line, ==, 2);
    g_assert_cmpuint(mark->argv->len, ==, 2);
    g_assert_cmpstr(text_string(mark->argv->pdata[0]), ==, "\nname");
    g_assert_cmpstr(text_string(mark->argv->pdata[1]), ==, "\nNAME");
    g_assert_cmpuint(text_origin(mark->argv->pdata[0], 1).line, ==, 5);
    g_assert_cmpuint(text_origin(mark->argv->pdata[1], 1).line, ==, 5);
    g_assert_cmpuint(mark->callers->len, ==, 1);
    g_assert_cmpstr(g_array_index(mark->callers, M4Caller, 0).name, ==, "WRAP");
    g_assert_cmpuint(g_array_index(mark->callers, M4Caller, 0).at.line, ==, 4);
    g_assert_null(m4_mark(m4, 1));
}

/* As many words "builtin" as a text likes: calls inside calls would use up the stack. */
static void test_builtin_of_builtin(void)
{
    g_autoptr(GString) text = g_string_new("builtin(");
    for (guint i = 0; i < 200000; i++) {
        g_string_append(text, "[builtin],");
    }
    g_string_append(text, "[len],[abc])");
    g_autofree char *expanded = expand(text->str, NULL);
    g_assert_cmpstr(expanded, ==, "3");
    char *problems = NULL;
    g_autofree char *nothing = expand("builtin([builtin],[none])", &problems);
    g_assert_cmpstr(problems, ==, "1: unknown macro: none\n");
    g_free(problems);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/autotools/m4/expansions", test_expansions);
    g_test_add_func("/autotools/m4/ranked", test_ranked);
    g_test_add_func("/autotools/m4/require", test_require);
    g_test_add_func("/autotools/m4/problems", test_problems);
    g_test_add_func("/autotools/m4/marks", test_marks);
    g_test_add_func("/autotools/m4/builtin_of_builtin", test_builtin_of_builtin);
    return g_test_run();
}
