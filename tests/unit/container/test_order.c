/* Which steps wait for which. */
#include "container/deploy/order.h"

typedef struct {
    const char *steps; /* JSON */
    guint numbers[8];
} Row;

#define STEP(kind, output, words)                                                                  \
    "{\"kind\": \"" kind "\", \"output\": \"" output "\", \"commands\": [[" words "]]}"

static const Row rows[] = {
    /* Two archives and two programs of each. */
    {"[" STEP("archive", "a/liba.a", "\"ar\", \"a/liba.a\", \"a.o\"") "," STEP(
         "archive", "b/libb.a",
         "\"ar\", \"b/libb.a\", \"b.o\"") "," STEP("link", "one",
                                                   "\"cc\", \"-o\", \"one\", \"1.o\", "
                                                   "\"a/liba.a\"") "," STEP("link", "two",
                                                                            "\"cc\", \"-o\", "
                                                                            "\"two\", \"2.o\", "
                                                                            "\"b/libb.a\"") "]",
     {0, 0, 1, 1}},
    /* Found by option, by absolute path and within a word. */
    {"[" STEP("archive", "a/liba.a", "\"ar\", \"a/liba.a\"") "," STEP("link", "libc.so.1", "\"cc\", \"-o\", \"libc.so.1\", \"-La\", \"-la\"") "," STEP(
         "name", "libc.so",
         "\"cmake\", \"libc.so.1\", \"libc.so\"") "," STEP("link", "one",
                                                           "\"cc\", \"-o\", \"one\", "
                                                           "\"/build/libc.so\"") "," STEP("link",
                                                                                          "two",
                                                                                          "\"cc\", "
                                                                                          "\"-o\", "
                                                                                          "\"two\","
                                                                                          " \"-Wl,-"
                                                                                          "-whole-"
                                                                                          "archive,"
                                                                                          "a/"
                                                                                          "liba."
                                                                                          "a\"") "," STEP("link",
                                                                                                          "six",
                                                                                                          "\"cc\", \"-o\", \"six\", \"-lab\"") "," STEP("link",
                                                                                                                                                        "ten",
                                                                                                                                                        "\"cc\", \"-o\", \"ten\", \"-l\", \"a\"") "]",
     {0, 1, 2, 3, 1, 0, 1}},
    /* A command of the project's own waits for all, and all that follows waits for it. */
    {"[" STEP("link", "one", "\"cc\", \"-o\", \"one\"") "," STEP(
         "command", "made",
         "\"./one\", \"made\"") "," STEP("link", "two",
                                         "\"cc\", \"-o\", \"two\"") "," STEP("link", "six",
                                                                             "\"cc\", \"-o\", "
                                                                             "\"six\"") "]",
     {0, 1, 2, 2}},
    /* So does a step with more than its link. */
    {"[" STEP("link", "one",
              "\"cc\", \"-o\", \"one\"") ","
                                         "{\"kind\": \"link\", \"output\": \"two\", \"commands\": "
                                         "[[\"cc\", \"-o\", \"two\"], "
                                         "[\"./two\"]]}," STEP("link", "six",
                                                               "\"cc\", \"-o\", \"six\"") "]",
     {0, 1, 2}},
    {"[]", {0}},
};

static void test_rows(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        json_t *list = json_loads(rows[i].steps, 0, NULL);
        g_assert_nonnull(list);
        g_autoptr(GPtrArray) steps = g_ptr_array_new();
        gsize index;
        json_t *step;
        json_array_foreach(list, index, step)
        {
            g_ptr_array_add(steps, step);
        }
        g_autofree guint *numbers = order_steps(steps);
        for (guint k = 0; k < steps->len; k++) {
            g_test_message("row %zu, step %u", i, k);
            g_assert_cmpuint(numbers[k], ==, rows[i].numbers[k]);
        }
        json_decref(list);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/order", test_rows);
    return g_test_run();
}
