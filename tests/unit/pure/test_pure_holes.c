/* What the pure commands make of texts of which parts are not known. H and K below are two holes;
 * "?" in an expected text stands for any hole that is neither. */
#include "tests/unit/pure/pure_world.h"
#include <string.h>

#define H                                                                                          \
    "\xFF"                                                                                         \
    "1\xFE"
#define K                                                                                          \
    "\xFF"                                                                                         \
    "2\xFE"
#define MAX_WORDS 12

typedef struct {
    const char *words[MAX_WORDS]; /* the command and its arguments */
    const char *list;             /* the value of "l"; NULL: not defined */
    const char *name;             /* the result's name */
    const char *expected;         /* NULL: not defined */
} HoleCase;

static const HoleCase known[] = {
    {{"list", "LENGTH", "l", "out"}, "a;" H, "out", "?"},
    {{"list", "GET", "l", "1", "out"}, "a;b;" H ";c", "out", "b"},
    {{"list", "GET", "l", "-1", "out"}, "a;b;" H ";c", "out", "c"},
    {{"list", "GET", "l", "2", "out"}, "a;b;" H ";c", "out", "?"},
    {{"list", "GET", "l", "-2", "out"}, "a;b;" H ";c", "out", "?"},
    {{"list", "GET", "l", "0", "-1", "out"}, "a;" H ";c", "out", "a;c"},
    {{"list", "GET", "l", H, "out"}, "a;b", "out", "?"},
    {{"list", "GET", "l", "0", "out"}, H, "out", "?"},
    {{"list", "LENGTH", "l", "out"}, "a;" H "/x", "out", "2"},
    {{"list", "GET", "l", "1", "out"}, "a;" H "/x;c", "out", H "/x"},
    {{"list", "GET", "l", "2", "out"}, "a;" H "/x;c", "out", "c"},
    {{"list", "LENGTH", "l", "out"}, "a;" H K, "out", "?"},
    {{"list", "JOIN", "l", "+", "out"}, "a;" H "/x", "out", "a+" H "/x"},
    {{"list", "FIND", "l", "c", "out"}, "a;" H "/x;c", "out", "?"},
    {{"list", "REVERSE", "l"}, "a;" H "/x;b", "l", "b;" H "/x;a"},
    {{"list", "JOIN", "l", "+", "out"}, "a;" H, "out", "?"},
    {{"list", "JOIN", "l", ";", "out"}, "a;" H, "out", "a;" H},
    {{"list", "JOIN", "l", H, "out"}, "a;b", "out", "a" H "b"},
    {{"list", "SUBLIST", "l", "0", "1", "out"}, "a;" H, "out", "a"},
    {{"list", "SUBLIST", "l", "1", "-1", "out"}, "a;" H ";b", "out", H ";b"},
    {{"list", "SUBLIST", "l", "0", "2", "out"}, "a;" H ";b", "out", "?"},
    {{"list", "FIND", "l", "a", "out"}, "a;" H, "out", "0"},
    {{"list", "FIND", "l", "b", "out"}, "a;" H ";b", "out", "?"},
    {{"list", "FIND", "l", H, "out"}, "a;b", "out", "?"},
    {{"list", "APPEND", "l", "x", H}, "a", "l", "a;x;" H},
    {{"list", "APPEND", "l", "x"}, H, "l", H ";x"},
    {{"list", "PREPEND", "l", "x"}, H, "l", "x;" H},
    {{"list", "INSERT", "l", "0", "x"}, H ";a", "l", "x;" H ";a"},
    {{"list", "INSERT", "l", "1", "x"}, "a;" H ";b", "l", "a;x;" H ";b"},
    {{"list", "INSERT", "l", "-1", "x"}, H ";b", "l", H ";x;b"},
    {{"list", "INSERT", "l", "2", "x"}, "a;" H ";b", "l", "?"},
    {{"list", "POP_BACK", "l", "out"}, H ";b", "out", "b"},
    {{"list", "POP_BACK", "l", "out"}, H ";b", "l", H},
    {{"list", "POP_BACK", "l", "out"}, "b;" H, "out", "?"},
    {{"list", "POP_BACK", "l", "out"}, "b;" H, "l", "?"},
    {{"list", "POP_FRONT", "l", "out", "out2"}, "b;" H, "out", "b"},
    {{"list", "POP_FRONT", "l", "out", "out2"}, "b;" H, "out2", "?"},
    {{"list", "REMOVE_AT", "l", "0", "-1"}, "a;" H ";b", "l", H},
    {{"list", "REMOVE_AT", "l", "1"}, "a;" H ";b", "l", "?"},
    {{"list", "REMOVE_ITEM", "l", "a"}, "a;" H "/a;b", "l", H "/a;b"},
    {{"list", "REMOVE_ITEM", "l", "a"}, "a;" H ";b", "l", "?;b"},
    {{"list", "REMOVE_ITEM", "l", H}, "a;b", "l", "?"},
    {{"list", "REMOVE_DUPLICATES", "l"}, "a;" H ";a;" H ";" K, "l", "a;" H ";" K},
    {{"list", "REVERSE", "l"}, "a;" H ";b", "l", "b;?;a"},
    {{"list", "SORT", "l"}, "b;" H ";a", "l", "?"},
    {{"list", "FILTER", "l", "INCLUDE", "REGEX", "\\.c$"},
     "a.c;b.h;" H "/d.h",
     "l",
     "a.c;" H "/d.h"},
    {{"list", "FILTER", "l", "INCLUDE", "REGEX", H}, "a", "l", "?"},
    {{"list", "TRANSFORM", "l", "TOUPPER"}, "a;b" H "c", "l", "A;B?C"},
    {{"list", "TRANSFORM", "l", "PREPEND", "x/"}, "a;" H ";b", "l", "x/a;?;x/b"},
    {{"list", "TRANSFORM", "l", "APPEND", H}, "a;b", "l", "a" H ";b" H},
    {{"list", "TRANSFORM", "l", "APPEND", "x", "AT", "0"}, "a;" H, "l", "?"},
    {{"list", "TRANSFORM", "l", "TOUPPER", "OUTPUT_VARIABLE", "out"}, H, "l", H},
    {{"list", "TRANSFORM", "l", "REPLACE", "a", "b", "OUTPUT_VARIABLE", "out"},
     "a;" H,
     "out",
     "b;?"},

    {{"string", "APPEND", "l", "a", H}, K, "l", K "a" H},
    {{"string", "PREPEND", "l", H}, "a", "l", H "a"},
    {{"string", "CONCAT", "out", "a", H, "b"}, NULL, "out", "a" H "b"},
    {{"string", "JOIN", ",", "out", "a", H}, NULL, "out", "?"},
    {{"string", "JOIN", "", "out", "a", H}, NULL, "out", "a" H},
    {{"string", "TOUPPER", "a" H "b", "out"}, NULL, "out", "A?B"},
    {{"string", "LENGTH", H, "out"}, NULL, "out", "?"},
    {{"string", "SUBSTRING", "abc" H, "1", "2", "out"}, NULL, "out", "bc"},
    {{"string", "SUBSTRING", "abc" H "d", "2", "-1", "out"}, NULL, "out", "c" H "d"},
    {{"string", "SUBSTRING", "abc" H, "1", "3", "out"}, NULL, "out", "?"},
    {{"string", "SUBSTRING", H, "5", "-1", "out"}, NULL, "out", "?"},
    {{"string", "FIND", "ab" H, "b", "out"}, NULL, "out", "1"},
    {{"string", "FIND", "ab" H "c", "c", "out"}, NULL, "out", "?"},
    {{"string", "FIND", "ab" H, "b", "out", "REVERSE"}, NULL, "out", "?"},
    {{"string", "STRIP", " a " H " b ", "out"}, NULL, "out", "a " H " b"},
    {{"string", "STRIP", " " H "b", "out"}, NULL, "out", "?"},
    {{"string", "REPEAT", H, "2", "out"}, NULL, "out", H H},
    {{"string", "REPLACE", ";", " ", "out", "a;" H ";b"}, NULL, "out", "a ? b"},
    {{"string", "REPLACE", "ab", "x", "out", "ab" H}, NULL, "out", "?"},
    {{"string", "REPLACE", "a", H, "out", "banana"}, NULL, "out", "b" H "n" H "n" H},
    {{"string", "REPLACE", H, "x", "out", "ab"}, NULL, "out", "?"},
    {{"string", "REGEX", "MATCH", "a", "out", "a" H}, NULL, "out", "?"},
    {{"string", "REGEX", "MATCH", "a", "out", "a" H}, NULL, "CMAKE_MATCH_1", "?"},
    {{"string", "REGEX", "MATCH", "a", "out", "a" H}, NULL, "CMAKE_MATCH_COUNT", "?"},
    {{"string", "REGEX", "REPLACE", "a", "b", "out", H}, NULL, "out", "?"},
    {{"string", "REGEX", "REPLACE", "a", H, "out", "a"}, NULL, "out", "?"},
    {{"string", "COMPARE", "EQUAL", "a" H, "a" H, "out"}, NULL, "out", "1"},
    {{"string", "COMPARE", "EQUAL", "a" H, "b" H, "out"}, NULL, "out", "0"},
    {{"string", "COMPARE", "LESS", "a" H, "b", "out"}, NULL, "out", "1"},
    {{"string", "COMPARE", "EQUAL", H "a", H "b", "out"}, NULL, "out", "0"},
    {{"string", "COMPARE", "EQUAL", H, K, "out"}, NULL, "out", "?"},
    {{"string", "COMPARE", "EQUAL", H, "a", "out"}, NULL, "out", "?"},
    {{"string", "COMPARE", "LESS", H, "a", "out"}, NULL, "out", "?"},
    {{"string", "COMPARE", "NOTEQUAL", "a", "a" H, "out"}, NULL, "out", "?"},
    {{"string", "MD5", "out", H}, NULL, "out", "?"},
    {{"string", "HEX", H, "out"}, NULL, "out", "?"},
    {{"string", "MAKE_C_IDENTIFIER", "1-" H, "out"}, NULL, "out", "_1_?"},
    {{"string", "MAKE_C_IDENTIFIER", H "-x", "out"}, NULL, "out", "?_x"},
    {{"string", "MAKE_C_IDENTIFIER", H "1", "out"}, NULL, "out", "?"},
    {{"string", "RANDOM", "LENGTH", "4", "out"}, NULL, "out", "?"},
    {{"string", "TIMESTAMP", "out", "%Y"}, NULL, "out", "?"},
    {{"string", "CONFIGURE", "x @l@ y", "out"}, H, "out", "x " H " y"},
    {{"string", "CONFIGURE", "#cmakedefine l\nx", "out"}, H, "out", "?\nx"},
    {{"string", "CONFIGURE", "a${${l}}b", "out"}, H, "out", "a?b"},
    {{"string", "CONFIGURE", H, "out"}, NULL, "out", "?"},
    {{"string", "JSON", "out", "GET", H, "a"}, NULL, "out", "?"},
    {{"string", "JSON", "out", "ERROR_VARIABLE", "out2", "GET", "{}", H}, NULL, "out2", "?"},

    {{"math", "EXPR", "out", H "+1"}, NULL, "out", "?"},
    {{"get_filename_component", "out", H "/lib/a.tar.gz", "NAME"}, NULL, "out", "a.tar.gz"},
    {{"get_filename_component", "out", H "/lib/a.tar.gz", "NAME_WE"}, NULL, "out", "a"},
    {{"get_filename_component", "out", H "/lib/a.tar.gz", "DIRECTORY"}, NULL, "out", H "/lib"},
    {{"get_filename_component", "out", H "/a", "DIRECTORY"}, NULL, "out", "?"},
    {{"get_filename_component", "out", "a" H, "EXT"}, NULL, "out", "?"},
    {{"get_filename_component", "out", "/a/" H, "ABSOLUTE"}, NULL, "out", "?"},
    {{"get_filename_component", "out", "gcc", "PROGRAM"}, NULL, "out", "?"},
    {{"get_filename_component", "out", "gcc -c", "PROGRAM", "PROGRAM_ARGS", "out2"},
     NULL,
     "out2",
     "?"},
    {{"get_filename_component", "out", "~/a", "ABSOLUTE"}, NULL, "out", "?"},
    {{"get_filename_component", "l", "/a/b", "NAME", "CACHE"}, "user's", "l", "user's"},
    {{"get_filename_component", "l", "/a/b", "NAME", "CACHE"}, "l-NOTFOUND", "l", "b"},
    {{"get_filename_component", "l", "/a/b", "NAME", "CACHE"}, H, "l", "?"},
    {{"cmake_path", "GET", "l", "FILENAME", "out"}, H "/a.b", "out", "a.b"},
    {{"cmake_path", "GET", "l", "STEM", "out"}, H "/a.b", "out", "a"},
    {{"cmake_path", "GET", "l", "PARENT_PATH", "out"}, H "/a.b", "out", "?"},
    {{"cmake_path", "APPEND_STRING", "l", "a"}, H, "l", H "a"},
    {{"cmake_path", "APPEND", "l", H}, "/a", "l", "?"},
    {{"cmake_path", "IS_ABSOLUTE", "l", "out"}, "/a" H, "out", "ON"},
    {{"cmake_path", "IS_ABSOLUTE", "l", "out"}, H, "out", "?"},
    {{"cmake_path", "HAS_FILENAME", "l", "out"}, "a" H, "out", "?"},
    {{"separate_arguments", "l"}, "a " H " b", "l", "a;?;b"},
    {{"separate_arguments", "out", "UNIX_COMMAND", "a " H "x 'b c'"}, NULL, "out", "a;?;b c"},
    {{"separate_arguments", "out", "UNIX_COMMAND", "PROGRAM", "gcc -c"}, NULL, "out", "?"},
};

/* Errors, after each of which the named result is a hole. */
static const struct {
    HoleCase call;
    PureError code;
} failures[] = {
    {{{"list", "GET", "l", "7", "out"}, "a", "out", "?"}, PURE_ERROR_USAGE},
    {{{"list", "GET", "l", "out"}, "a", "out", "?"}, PURE_ERROR_USAGE},
    {{{"list", "INSERT", "l", "7", "x"}, "a", "l", "?"}, PURE_ERROR_USAGE},
    {{{"list", "TRANSFORM", "l", "REPLACE", "(", "x", "OUTPUT_VARIABLE", "out"}, "a", "out", "?"},
     PURE_ERROR_USAGE},
    {{{"list", "ZIP", "l", "INTO", "out"}, "a", "out", "?"}, PURE_ERROR_USAGE},
    {{{"string", "REGEX", "MATCH", "(", "out", "x"}, NULL, "out", "?"}, PURE_ERROR_USAGE},
    {{{"string", "REGEX", "MATCH", "(x*x*)*y", "out", "x"}, NULL, "out", "?"}, PURE_ERROR_USAGE},
    {{{"string", "SHA3_256", "out", "x"}, NULL, "out", "?"}, PURE_ERROR_UNSUPPORTED},
    {{{"string", "SHA224", "out", "x"}, NULL, "out", "?"}, PURE_ERROR_UNSUPPORTED},
    {{{"string", "ASCII", "255", "out"}, NULL, "out", "?"}, PURE_ERROR_UNSUPPORTED},
    {{{"string", "REPEAT", "abc", "99999999999", "out"}, NULL, "out", "?"}, PURE_ERROR_UNSUPPORTED},
    {{{"string", "JSON", "out", "GET", "[007]", "0"}, NULL, "out", "?"}, PURE_ERROR_UNSUPPORTED},
    {{{"math", "EXPR", "out", "1 % 0"}, NULL, "out", "?"}, PURE_ERROR_USAGE},
    {{{"math", "EXPR", "out", "1 +"}, NULL, "out", "?"}, PURE_ERROR_USAGE},
    {{{"get_filename_component", "out", "a", "COLOUR"}, NULL, "out", "?"}, PURE_ERROR_USAGE},
    {{{"get_filename_component", "out", "a"}, NULL, "out", "?"}, PURE_ERROR_USAGE},
    {{{"cmake_path", "HASH", "l", "out"}, "/a", "out", "?"}, PURE_ERROR_UNSUPPORTED},
    {{{"cmake_path", "GET", "nope", "STEM", "out"}, NULL, "out", "?"}, PURE_ERROR_USAGE},
    {{{"separate_arguments", "out", "a"}, NULL, "out", "?"}, PURE_ERROR_USAGE},
};

/* The text with every hole but H and K as "?". */
static char *shown(const char *text)
{
    GString *out = g_string_new(NULL);
    while (*text != '\0') {
        const char *end = *text == HOLE_BEGIN ? strchr(text, HOLE_END) + 1 : text + 1;
        if (*text == HOLE_BEGIN && !g_str_has_prefix(text, H) && !g_str_has_prefix(text, K)) {
            g_string_append_c(out, '?');
        } else {
            g_string_append_len(out, text, end - text);
        }
        text = end;
    }
    return g_string_free(out, FALSE);
}

static gboolean run_words(World *world, const HoleCase *test, GError **error)
{
    guint count = 0;
    while (count < MAX_WORDS && test->words[count] != NULL) {
        count++;
    }
    world_set(world, "l", test->list);
    return world_run(world, test->words[0], test->words + 1, count - 1, error);
}

static void check_result(World *world, const HoleCase *test, guint number)
{
    const char *value = world_get(world, test->name);
    g_autofree char *got = value == NULL ? NULL : shown(value);
    if (g_strcmp0(got, test->expected) != 0) {
        g_autofree char *escaped = g_strescape(got == NULL ? "not defined" : got, NULL);
        g_test_message("row %u, %s(%s ...): %s is %s", number, test->words[0], test->words[1],
                       test->name, escaped);
        g_test_fail();
    }
}

static void test_known(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
        g_autoptr(World) world = world_new();
        g_autoptr(GError) error = NULL;
        if (!run_words(world, &known[i], &error)) {
            g_test_message("row %u: %s", i, error->message);
            g_test_fail();
        }
        check_result(world, &known[i], i);
    }
}

static void test_failures(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(failures); i++) {
        g_autoptr(World) world = world_new();
        g_autoptr(GError) error = NULL;
        g_assert_false(run_words(world, &failures[i].call, &error));
        g_assert_error(error, PURE_ERROR, (gint)failures[i].code);
        check_result(world, &failures[i].call, i);
    }
}

/* Equal calls give equal holes, so that results can be compared; different ones do not. */
static void test_equal_holes(void)
{
    static const HoleCase calls[] = {
        {{"string", "LENGTH", H, "one"}, NULL, "one", NULL},
        {{"string", "LENGTH", H, "two"}, NULL, "two", NULL},
        {{"string", "LENGTH", K, "three"}, NULL, "three", NULL},
        {{"list", "GET", "l", "0", "four"}, H, "four", NULL},
        {{"list", "GET", "l", "1", "five"}, H, "five", NULL},
        {{"list", "GET", "l", "0", "six"}, H, "six", NULL},
    };
    g_autoptr(World) world = world_new();
    for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
        g_assert_true(run_words(world, &calls[i], NULL));
    }
    g_assert_cmpstr(world_get(world, "one"), ==, world_get(world, "two"));
    g_assert_cmpstr(world_get(world, "one"), !=, world_get(world, "three"));
    g_assert_cmpstr(world_get(world, "four"), ==, world_get(world, "six"));
    g_assert_cmpstr(world_get(world, "four"), !=, world_get(world, "five"));
    const char *operation = g_hash_table_lookup(world->origins, world_get(world, "four"));
    g_assert_cmpstr(operation, ==, "list(GET)");
}

/* A search that would take for ever ends, and says so. */
static void test_backtracking(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CmakeRegex) regex = cmake_regex_new("(x+x+)+y", &error);
    g_assert_no_error(error);
    g_autofree char *text = g_strnfill(60, 'x');
    g_assert_cmpint(cmake_regex_search(regex, text, strlen(text), NULL), !=, CMAKE_REGEX_MATCHED);

    g_autoptr(CmakeRegex) worse = cmake_regex_new("((x|y|xy|z)+(x|y)+)+$", &error);
    g_assert_no_error(error);
    g_autofree char *many = g_strdup_printf("%s!", text);
    g_assert_cmpint(cmake_regex_search(worse, many, strlen(many), NULL), ==, CMAKE_REGEX_GAVE_UP);

    HoleCase match = {
        {"string", "REGEX", "MATCH", "((x|y|xy|z)+(x|y)+)+$", "out", many}, NULL, "out", "?"};
    g_autoptr(World) world = world_new();
    g_assert_false(run_words(world, &match, &error));
    g_assert_error(error, PURE_ERROR, PURE_ERROR_UNSUPPORTED);
    check_result(world, &match, 0);
    g_assert_true(text_has_hole(world_get(world, "CMAKE_MATCH_0")));
}

/* A result that grows with every turn of a loop meets its bound. */
static void test_growth(void)
{
    g_autoptr(World) world = world_new();
    g_autoptr(GError) error = NULL;
    const char *append[] = {"REPLACE", "x", "xxxxxxxxxxxxxxxx", "v", NULL};
    world_set(world, "v", "x");
    guint turns = 0;
    do {
        g_autofree char *value = g_strdup(world_get(world, "v"));
        append[4] = value;
        turns++;
        if (!world_run(world, "string", append, 5, &error)) {
            break;
        }
    } while (turns < 100);
    g_assert_error(error, PURE_ERROR, PURE_ERROR_UNSUPPORTED);
    g_assert_cmpuint(turns, <, 10);
    g_assert_true(text_has_hole(world_get(world, "v")));
}

/* Behind what is there, and without those that are empty. */
static void test_elements(void)
{
    static const char *const expected[] = {"before", "a", "b;c", "[d;e]", "\\f", "\3771\376"};
    g_autoptr(GPtrArray) elements = g_ptr_array_new();
    g_ptr_array_add(elements, "before");
    g_autofree char *kept = cmake_list_elements("a;;b\\;c;[d;e];\\f;\3771\376;", elements);
    g_autofree char *none = cmake_list_elements(";;", elements);
    g_assert_cmpuint(elements->len, ==, G_N_ELEMENTS(expected));
    for (guint i = 0; i < elements->len; i++) {
        g_assert_cmpstr(elements->pdata[i], ==, expected[i]);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pure/holes/known", test_known);
    g_test_add_func("/pure/holes/failures", test_failures);
    g_test_add_func("/pure/holes/equal", test_equal_holes);
    g_test_add_func("/pure/holes/backtracking", test_backtracking);
    g_test_add_func("/pure/holes/growth", test_growth);
    g_test_add_func("/pure/holes/elements", test_elements);
    return g_test_run();
}
