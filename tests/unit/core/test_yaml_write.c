#include "core/yaml_comments.h"
#include "core/yaml_write.h"
#include <string.h>

static const char *const flow[] = {"project", "values", "macros", "reach", NULL};
static const char *const identity[] = {"option", "value", "text", NULL};
static const char *const header[] = {"# header of the tool", "# and a second line", NULL};

static YamlDocument *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    YamlDocument *document = yaml_parse(text, strlen(text), "f.yaml", &error);
    g_assert_no_error(error);
    return document;
}

/* A text that is written and read again is the same text, bare or quoted, in a block and in braces.
 */
static void test_texts(void)
{
    static const struct {
        const char *text;
        const char *written;
    } cases[] = {
        {"CUDA", "CUDA"},
        {"-DGMX_GPU=CUDA", "-DGMX_GPU=CUDA"},
        {"--enable-mpi", "--enable-mpi"},
        {"A=x and not (B or C)", "A=x and not (B or C)"},
        {"cmake/a_b.cmake", "cmake/a_b.cmake"},
        {"ON", "\"ON\""},
        {"off", "\"off\""},
        {"Yes", "\"Yes\""},
        {"no", "\"no\""},
        {"y", "\"y\""},
        {"~", "\"~\""},
        {"Null", "\"Null\""},
        {"true", "\"true\""},
        {"1.0", "\"1.0\""},
        {"3.16.3", "\"3.16.3\""},
        {"-1", "\"-1\""},
        {"+.5", "\"+.5\""},
        {".inf", "\".inf\""},
        {"-.inf", "\"-.inf\""},
        {"0x1F", "\"0x1F\""},
        {"2020-01-01", "\"2020-01-01\""},
        {"a:1", "\"a:1\""},
        {"12:30", "\"12:30\""},
        {"", "\"\""},
        {" a", "\" a\""},
        {"a ", "\"a \""},
        {"a#b", "\"a#b\""},
        {"a, b", "\"a, b\""},
        {"[x]", "\"[x]\""},
        {"- a", "\"- a\""},
        {"-", "\"-\""},
        {"---", "\"---\""},
        {"...", "\"...\""},
        {"?", "\"?\""},
        {"a\xE2\x80\xAE"
         "b",
         "\"a\\u202Eb\""},
        {"<<", "\"<<\""},
        {"=", "\"=\""},
        {"*a", "\"*a\""},
        {"&a", "\"&a\""},
        {"!a", "\"!a\""},
        {"%a", "\"%a\""},
        {"@a", "\"@a\""},
        {"say \"x\" \\ 'y'", "\"say \\\"x\\\" \\\\ 'y'\""},
        {"a\nb\tc\r", "\"a\\nb\\tc\\u000D\""},
        {"\x1b[2J\x7f", "\"\\u001B[2J\\u007F\""},
        {"caf\xc3\xa9", "\"caf\xc3\xa9\""},
        {"\xf0\x9f\x9a\x80", "\"\xf0\x9f\x9a\x80\""},
        {"\xc2\x85\xe2\x80\xa8\xef\xbb\xbf", "\"\\u0085\\u2028\\uFEFF\""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        const char *text = cases[i].text;
        g_autofree char *written = yaml_scalar_text(text);
        g_assert_cmpstr(written, ==, cases[i].written);
        json_t *document = json_pack("{s:s, s:[s,{s:s}], s:{s:s}}", "a", text, "list", text, text,
                                     text, "project", text, text);
        g_autofree char *yaml = yaml_write(document, &(YamlStyle){.flow = flow});
        g_autoptr(YamlDocument) again = parse(yaml);
        g_assert_true(json_equal(yaml_root(again), document));
        json_decref(document);
    }
}

/* Numbers of any size and texts of every character below 0x300. */
static void test_round_trip(void)
{
    json_t *list = json_array();
    for (gunichar character = 1; character < 0x300; character++) {
        char text[16] = "a";
        text[1 + g_unichar_to_utf8(character, text + 1)] = '\0';
        json_array_append_new(list, json_string(text));
        json_array_append_new(list, json_string(text + 1));
    }
    json_array_append_new(list, json_pack("[i, f, f, n, b, [], {}]", -7, 0.98, 1e300, 1));
    json_array_append_new(list, json_pack("{s:[], s:{}}", "empty", "none"));
    g_autofree char *yaml = yaml_write(list, &(YamlStyle){.flow = flow});
    g_autoptr(YamlDocument) again = parse(yaml);
    g_assert_true(json_equal(yaml_root(again), list));
    json_decref(list);
}

static void assert_rewritten(const char *before, const char *after)
{
    g_autoptr(YamlDocument) document = parse(before);
    g_autoptr(YamlComments) comments =
        yaml_comments_read(before, strlen(before), document, identity);
    YamlStyle style = {.header = header, .flow = flow, .comments = comments};
    g_autofree char *yaml = yaml_write(yaml_root(document), &style);
    g_assert_cmpstr(yaml, ==, after);
}

#define HEADER "# header of the tool\n# and a second line\n"

static void test_style(void)
{
    assert_rewritten("{project: {name: x, version: '1'}, points: [{option: A, values: "
                     "[{value: 1, flag: f}, {value: 2}], macros: [a, b], reach: {files: 1}, "
                     "reasons: [because], none: []}], empty: {}, score: 0.980}",
                     HEADER "project: {name: x, version: \"1\"}\n"
                            "points:\n"
                            "- option: A\n"
                            "  values:\n"
                            "  - {value: 1, flag: f}\n"
                            "  - {value: 2}\n"
                            "  macros: [a, b]\n"
                            "  reach: {files: 1}\n"
                            "  reasons:\n"
                            "  - because\n"
                            "  none: []\n"
                            "empty: {}\n"
                            "score: 0.98\n");
}

static void test_long_lines(void)
{
    g_autofree char *filler = g_strnfill(YAML_FLOW_COLUMNS, 'x');
    g_autofree char *before = g_strdup_printf("values: [{value: %s, b: [c]}]\n", filler);
    g_autofree char *after = g_strdup_printf(HEADER "values:\n- value: %s\n  b:\n  - c\n", filler);
    assert_rewritten(before, after);
}

/* Comments that already stand where they would be written are not moved. */
static void test_comments_stay(void)
{
    static const char *const texts[] = {
        HEADER "# free words\n"
               "\n"
               "schema: x # at the end\n"
               "\n"
               "# above the points\n"
               "points: # behind the colon\n"
               "# above A\n"
               "#   with a # in it\n"
               "- option: A # behind A\n"
               "  # above its values\n"
               "  values:\n"
               "  # above one value\n"
               "  - {value: \"# not one\"} # behind one value\n"
               "  macros: [a, b] # behind macros\n"
               "  # below everything of A\n"
               "\n"
               "# Free words between the points.\n"
               "\n"
               "- option: \"B#\"\n"
               "  text: \"a \xc3\xa9 # no comment\" # a comment\n"
               "# the last words\n",
        HEADER "a: b\n\n# one\n\n# two\n",
        HEADER "a:\n  b:\n    c: 1\n    # below c\n  # below b\n",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        assert_rewritten(texts[i], texts[i]);
    }
}

static void test_comments_move(void)
{
    /* Inside braces that are written on one line. */
    assert_rewritten("values:\n- {value: a, # why a\n   # more\n   flag: f} # end\n",
                     HEADER "values:\n# more\n# end\n- {value: a, flag: f} # why a\n");
    /* In a block that is written on one line. */
    assert_rewritten("values:\n- value: a # why\n  # about the flag\n  flag: f\n",
                     HEADER "values:\n# why\n# about the flag\n- {value: a, flag: f}\n");
    /* No key to hold on to. */
    assert_rewritten("# only words\n", HEADER "null\n# only words\n");
    assert_rewritten("a: |\n  # text\n# comment\nb: 1\n",
                     HEADER "a: \"# text\\n\"\n# comment\nb: 1\n");
    assert_rewritten("a: 1\r\n# windows\r\nb: 2 # too\r\n", HEADER "a: 1\n# windows\nb: 2 # too\n");
}

static void test_comments_follow(void)
{
    const char *before = "points:\n"
                         "# about A\n"
                         "- option: A # behind A\n"
                         "  old: 1 # behind old\n"
                         "# about B\n"
                         "- option: B\n"
                         "- option: B # the second\n"
                         "# end\n";
    g_autoptr(YamlDocument) document = parse(before);
    g_autoptr(YamlComments) comments =
        yaml_comments_read(before, strlen(before), document, identity);
    json_t *changed = json_pack("{s:[{s:s}, {s:s}, {s:s}, {s:s}]}", "points", "option", "B",
                                "option", "C", "option", "B", "option", "A");
    YamlStyle style = {.comments = comments};
    g_autofree char *yaml = yaml_write(changed, &style);
    json_decref(changed);
    g_assert_cmpstr(yaml, ==,
                    "points:\n"
                    "# about B\n"
                    "- option: B\n"
                    "- option: C\n"
                    "- option: B # the second\n"
                    "# about A\n"
                    "- option: A # behind A\n"
                    "# end\n"
                    "# Comments whose key or item is gone:\n"
                    "# behind old\n");
}

#define EQUAL_ITEMS 20000u

static void check_item(GHashTable *seen, const char *text, const char *name)
{
    static const char *const none[] = {NULL};
    json_t *item = json_string(text);
    g_autofree char *path = yaml_path_item("", item, none, seen);
    g_assert_true(g_str_has_suffix(path, name));
    json_decref(item);
}

/* Items of one name are told apart by numbers that are free, however many there are. */
static void test_equal_items(void)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    check_item(seen, "x#3", "[x#3");
    check_item(seen, "x", "[x");
    check_item(seen, "x", "[x#2");
    check_item(seen, "x", "[x#4");
    check_item(seen, "x#3", "[x#3#2");
    for (guint i = 5; i < EQUAL_ITEMS; i++) {
        g_autofree char *name = g_strdup_printf("[x#%u", i);
        check_item(seen, "x", name);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/yaml-write/texts", test_texts);
    g_test_add_func("/yaml-write/round-trip", test_round_trip);
    g_test_add_func("/yaml-write/style", test_style);
    g_test_add_func("/yaml-write/long-lines", test_long_lines);
    g_test_add_func("/yaml-write/comments-stay", test_comments_stay);
    g_test_add_func("/yaml-write/comments-move", test_comments_move);
    g_test_add_func("/yaml-write/comments-follow", test_comments_follow);
    g_test_add_func("/yaml-write/equal-items", test_equal_items);
    return g_test_run();
}
