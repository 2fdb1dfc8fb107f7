#include "core/identifier.h"
#include <string.h>

static void test_length(void)
{
    g_assert_cmpuint(identifier_length("USE_MPI=1"), ==, strlen("USE_MPI"));
    g_assert_cmpuint(identifier_length("2D"), ==, 2);
    g_assert_cmpuint(identifier_length("-DX"), ==, 0);
    g_assert_cmpuint(identifier_length(""), ==, 0);
    g_assert_cmpuint(identifier_length("gr\xc3\xb6\xc3\x9f"), ==, 2);
}

static void test_begin(void)
{
    const char *text = "make USE_MPI=1";
    g_assert_cmpstr(identifier_begin(text, strchr(text, '=')), ==, "USE_MPI=1");
    g_assert_true(identifier_begin(text, text + strlen("make ")) == text + strlen("make "));
    g_assert_true(identifier_begin(text, text + strlen("make")) == text);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/identifier/length", test_length);
    g_test_add_func("/identifier/begin", test_begin);
    return g_test_run();
}
