/* Lines of makefiles, before anything is expanded. */
#include "discover/make/comment.h"
#include "discover/make/comment_values.h"
#include "discover/make/make_file.h"

typedef struct {
    Arena *arena;
    MakeFile *file;
} Fixture;

static Fixture read_text(const char *text)
{
    Fixture self = {.arena = arena_new()};
    self.file = make_file_new(self.arena, "Makefile", text);
    return self;
}

static void fixture_clear(Fixture *self)
{
    make_file_free(self->file);
    arena_free(self->arena);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Fixture, fixture_clear)

static const MakeStatement *at(const Fixture *self, guint index)
{
    g_assert_cmpuint(index, <, self->file->statements->len);
    return &g_array_index(self->file->statements, MakeStatement, index);
}

static void assert_assignment(const MakeStatement *statement, MakeOperation operation,
                              const char *name, const char *value)
{
    g_assert_cmpint(statement->kind, ==, MAKE_ASSIGNMENT);
    g_assert_cmpint(statement->operation, ==, operation);
    g_assert_cmpstr(statement->name, ==, name);
    g_assert_cmpstr(statement->value, ==, value);
}

static void test_assignments(void)
{
    g_auto(Fixture) self =
        read_text("A = 1\nB := $(X:=y)\nC ::= 3\nD ?= 4 # remark\nE += 5\nF != date\n"
                  "override G=7\nexport H = a\\#b\nI_$(J) = k\n  \tK=\n");
    static const struct {
        MakeOperation operation;
        const char *name;
        const char *value;
    } expected[] = {
        {ASSIGN_RECURSIVE, "A", "1"},      {ASSIGN_SIMPLE, "B", "$(X:=y)"},
        {ASSIGN_SIMPLE, "C", "3"},         {ASSIGN_DEFAULT, "D", "4"},
        {ASSIGN_APPEND, "E", "5"},         {ASSIGN_SHELL, "F", "date"},
        {ASSIGN_RECURSIVE, "G", "7"},      {ASSIGN_RECURSIVE, "H", "a#b"},
        {ASSIGN_RECURSIVE, "I_$(J)", "k"}, {ASSIGN_RECURSIVE, "K", ""},
    };
    g_assert_cmpuint(self.file->statements->len, ==, G_N_ELEMENTS(expected));
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
        assert_assignment(at(&self, i), expected[i].operation, expected[i].name, expected[i].value);
    }
    g_assert_cmpstr(at(&self, 3)->remark, ==, "remark");
    g_assert_true(at(&self, 6)->override);
}

/* A tab makes a recipe only behind a rule. */
static void test_rules(void)
{
    g_auto(Fixture) self =
        read_text("\tA = 1\nall: main; cc main\n\tB = 2\nifdef C\n\tD = 3\nendif\n"
                  "E = 4\n\tF = 5\nfast: CFLAGS += -O3\n");
    assert_assignment(at(&self, 0), ASSIGN_RECURSIVE, "A", "1");
    g_assert_cmpint(at(&self, 1)->kind, ==, MAKE_RULE);
    g_assert_cmpstr(at(&self, 1)->targets, ==, "all");
    g_assert_cmpstr(at(&self, 1)->value, ==, "main");
    g_assert_cmpint(at(&self, 2)->kind, ==, MAKE_RECIPE);
    g_assert_cmpstr(at(&self, 2)->value, ==, "cc main");
    g_assert_cmpint(at(&self, 3)->kind, ==, MAKE_RECIPE);
    g_assert_cmpint(at(&self, 4)->kind, ==, MAKE_IF);
    g_assert_cmpint(at(&self, 5)->kind, ==, MAKE_RECIPE);
    g_assert_cmpint(at(&self, 6)->kind, ==, MAKE_ENDIF);
    assert_assignment(at(&self, 7), ASSIGN_RECURSIVE, "E", "4");
    assert_assignment(at(&self, 8), ASSIGN_RECURSIVE, "F", "5");
    assert_assignment(at(&self, 9), ASSIGN_APPEND, "CFLAGS", "-O3");
    g_assert_cmpstr(at(&self, 9)->targets, ==, "fast");
}

/* Behind a conditional the rule before it goes on where none of the branches ends it. */
static void test_rules_around_branches(void)
{
    g_auto(Fixture) self = read_text("all:\nifdef A\nB = 1\nelse ifdef C\nD = 2\nendif\n\tE = 3\n"
                                     "most:\nifdef A\nB = 4\nelse\nB = 5\nendif\n\tF = 6\n");
    g_assert_cmpint(at(&self, 6)->kind, ==, MAKE_RECIPE);
    g_assert_cmpstr(at(&self, 6)->value, ==, "E = 3");
    g_assert_cmpint(at(&self, 7)->kind, ==, MAKE_RULE);
    assert_assignment(at(&self, 13), ASSIGN_RECURSIVE, "F", "6");
}

static void test_tests(void)
{
    g_auto(Fixture) self = read_text(
        "ifeq ($(call f,a,b),c)\nelse ifneq 'x' \"y\"\nelse ifdef Z\nelse\nendif\nifeq (broken\n"
        "endif\n");
    g_assert_cmpint(at(&self, 0)->test, ==, TEST_EQUAL);
    g_assert_cmpstr(at(&self, 0)->left, ==, "$(call f,a,b)");
    g_assert_cmpstr(at(&self, 0)->right, ==, "c");
    g_assert_cmpint(at(&self, 1)->test, ==, TEST_NOT_EQUAL);
    g_assert_cmpstr(at(&self, 1)->left, ==, "x");
    g_assert_cmpstr(at(&self, 1)->right, ==, "y");
    g_assert_cmpint(at(&self, 2)->test, ==, TEST_DEFINED);
    g_assert_cmpint(at(&self, 3)->test, ==, TEST_NONE);
    g_assert_cmpint(at(&self, 5)->test, ==, TEST_EQUAL);
    g_assert_null(at(&self, 5)->right);
    g_assert_cmpuint(self.file->open_line, ==, 0);
}

static void test_lines(void)
{
    g_auto(Fixture) self =
        read_text("A = one \\\n    two\r\ndefine B\nif x\nendef\nC = 3\nif\nendif\n");
    assert_assignment(at(&self, 0), ASSIGN_RECURSIVE, "A", "one  two");
    g_assert_cmpuint(at(&self, 0)->line, ==, 1);
    assert_assignment(at(&self, 1), ASSIGN_RECURSIVE, "B", "if x\n");
    g_assert_true(at(&self, 1)->defined);
    assert_assignment(at(&self, 2), ASSIGN_RECURSIVE, "C", "3");
    g_assert_cmpuint(at(&self, 2)->line, ==, 6);
    g_assert_cmpuint(self.file->stray_line, ==, 8);
    g_autofree char *line = make_file_line(self.file, 2);
    g_assert_cmpstr(line, ==, "    two");
    g_assert_null(make_file_line(self.file, 99));
}

static void test_commented(void)
{
    static const struct {
        const char *text;
        const char *name;
        const char *value;
    } cases[] = {
        {"# USE_OPENMP = 1", "USE_OPENMP", "1"},
        {"#LIBS = -la -lb", "LIBS", "-la -lb"},
        {"## EMPTY =", "EMPTY", ""},
        {"# export X := /opt/x", "X", "/opt/x"},
        {"#   make JOBS=40", "JOBS", "40"},
        {"# CC = path of the compiler", NULL, NULL},
        {"# if a == b", NULL, NULL},
        {"# CC : the C compiler", NULL, NULL},
        {"# SPEED = fast.", NULL, NULL},
        {"# 2nd = x", NULL, NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        CommentedAssignment found = {NULL, NULL, FALSE};
        g_assert_cmpint(comment_assignment(cases[i].text, &found), ==, cases[i].name != NULL);
        g_assert_cmpstr(found.name, ==, cases[i].name);
        g_assert_cmpstr(found.value, ==, cases[i].value);
        g_free(found.name);
        g_free(found.value);
    }
}

static void test_emptied(void)
{
    static const struct {
        const char *text;
        const char *assignment;
    } cases[] = {
        {"WANT_FFT = #yes", "WANT_FFT =yes"},
        {"N ?= #4  ", "N ?=4"},
        {"FFT = # -DOWN_FFT -DFFT_SIZE=4 ", "FFT =-DOWN_FFT -DFFT_SIZE=4 "},
        {"FFT = #-DOWN_FFT for small machines", NULL},
        {"PROFILE = #-pg -DP", NULL},
        {"A = # yes", NULL},
        {"A = b #yes", NULL},
        {"A = #yes or no", NULL},
        {"A =", NULL},
        {"A = #", NULL},
        {"# A", NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *assignment = comment_emptied(cases[i].text);
        g_assert_cmpstr(assignment, ==, cases[i].assignment);
    }
}

static void test_above(void)
{
    g_auto(Fixture) self =
        read_text("# About A.\n# More of it.\nA = 1\n\n# Of a group\n\nB = 2\nC = 3\n"
                  "####\nD = 4\n# About E\n# E = 5\n# F = 6\n");
    static const struct {
        guint line;
        const char *text;
    } cases[] = {{3, "About A.\nMore of it."},
                 {7, "Of a group"},
                 {8, "Of a group"},
                 {10, NULL},
                 {12, "About E"},
                 {13, "About E"}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_cmpstr(comment_above(self.arena, self.file, cases[i].line), ==, cases[i].text);
    }
}

static void test_values(void)
{
    static const struct {
        const char *text;
        const char *values; /* joined by a comma */
    } cases[] = {
        {"The device, one of cpu, cuda or hip.", "cpu,cuda,hip"},
        {"Options: a|b|c", "a,b,c"},
        {"valid values are 'on' (the default), \"off\"", "on,off"},
        {"one of the following: x86-64, power9", "x86-64,power9"},
        {"either fast or slow for some reason", ""},
        {"nothing is listed", ""},
        {"one of them", ""},
    };
    g_autoptr(Arena) arena = arena_new();
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GPtrArray) values = comment_values(arena, cases[i].text);
        g_ptr_array_add(values, NULL);
        g_autofree char *joined = g_strjoinv(",", (char **)values->pdata);
        g_assert_cmpstr(joined, ==, cases[i].values);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/make/file/assignments", test_assignments);
    g_test_add_func("/make/file/rules", test_rules);
    g_test_add_func("/make/file/rules-around-branches", test_rules_around_branches);
    g_test_add_func("/make/file/tests", test_tests);
    g_test_add_func("/make/file/lines", test_lines);
    g_test_add_func("/make/comment/assignment", test_commented);
    g_test_add_func("/make/comment/emptied", test_emptied);
    g_test_add_func("/make/comment/above", test_above);
    g_test_add_func("/make/comment/values", test_values);
    return g_test_run();
}
