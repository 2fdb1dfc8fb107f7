/* What the build tool has told, kept for as long as what it reads stays as it is. */
#include "container/build/answers.h"
#include <glib/gstdio.h>
#include <string.h>

static const char *const command[] = {"ninja", "-t", "targets", NULL};
static const char *const other[] = {"ninja", "-t targets", NULL};

/* The file that is asked about; removed by the caller. */
static char *description_new(void)
{
    g_autoptr(GError) error = NULL;
    char *path = NULL;
    g_close(g_file_open_tmp("xaas-answers-XXXXXX", &path, &error), NULL);
    g_assert_no_error(error);
    return path;
}

static void add(Answers *answers, const char *question, const char *text, gsize length)
{
    answers_add(answers, question, &(ProcessResult){.out = (char *)text, .length = length});
}

static void assert_answer(Answers *answers, const char *question, const char *expected)
{
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(answers_find(answers, question, &result), ==, expected != NULL);
    g_assert_cmpstr(result.out, ==, expected);
    g_assert_cmpuint(result.length, ==, expected == NULL ? 0 : strlen(expected));
    g_assert_cmpint(result.status, ==, 0);
}

static void test_questions(void)
{
    g_autofree char *path = description_new();
    g_autoptr(Answers) answers = answers_new();
    g_autofree char *question = answers_question(path, command);
    g_autofree char *joined = answers_question(path, other);
    add(answers, question, "all: phony\n", strlen("all: phony\n"));
    add(answers, question, "later\n", strlen("later\n"));
    assert_answer(answers, question, "all: phony\n");
    assert_answer(answers, joined, NULL);
    /* What is written anew is another file, though it says the same. */
    g_assert_cmpint(g_remove(path), ==, 0);
    g_assert_null(answers_question(path, command));
    g_assert_true(g_file_set_contents(path, "rule", -1, NULL));
    g_autofree char *again = answers_question(path, command);
    assert_answer(answers, again, NULL);
    g_assert_cmpint(g_remove(path), ==, 0);
}

static void test_bytes(void)
{
    g_autofree char *path = description_new();
    g_autoptr(Answers) answers = answers_new();
    g_autofree char *first = answers_question(path, command);
    g_autofree char *second = answers_question(path, other);
    g_autofree char *large = g_strnfill(ANSWERS_BYTES_MAX, 'x');
    add(answers, first, "one", 3);
    add(answers, second, large, ANSWERS_BYTES_MAX); /* never kept */
    assert_answer(answers, first, "one");
    assert_answer(answers, second, NULL);
    large[ANSWERS_BYTES_MAX - 2] = '\0';
    add(answers, second, large, ANSWERS_BYTES_MAX - 2); /* with the first it is too much */
    assert_answer(answers, first, NULL);
    assert_answer(answers, second, large);
    g_assert_cmpint(g_remove(path), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/answers/questions", test_questions);
    g_test_add_func("/answers/bytes", test_bytes);
    return g_test_run();
}
