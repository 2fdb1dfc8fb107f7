#include "core/yaml_comments.h"
#include <string.h>

static YamlDocument *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    YamlDocument *document = yaml_parse(text, strlen(text), "f.yaml", &error);
    g_assert_no_error(error);
    return document;
}

static void test_values(void)
{
    static const struct {
        const char *yaml;
        const char *json;
    } cases[] = {
        {"", "null"},
        {"# only a comment\n", "null"},
        {"a: 1\nb: [x, 'y', \"z\\n\", -2, 0.5, 1e3]\n",
         "{\"a\":1,\"b\":[\"x\",\"y\",\"z\\n\",-2,0.5,1000.0]}"},
        {"- true\n- False\n- null\n- ~\n-\n- ''\n", "[true,false,null,null,null,\"\"]"},
        /* YAML 1.1 would make booleans, a float, a number and a time of these. */
        {"[ON, off, yes, n, 3.16.3, 0x10, 12:30:45, 2020-01-01, 1_000, .inf]",
         "[\"ON\",\"off\",\"yes\",\"n\",\"3.16.3\",\"0x10\",\"12:30:45\",\"2020-01-01\","
         "\"1_000\",\".inf\"]"},
        {"a: \"1\"\nb: !!str 2\n", "{\"a\":\"1\",\"b\":\"2\"}"},
        {"{\"json\": [1, {\"too\": null}]}", "{\"json\":[1,{\"too\":null}]}"},
        {"a: |\n  one\n  two\nb: >-\n  x\n  y\n", "{\"a\":\"one\\ntwo\\n\",\"b\":\"x y\"}"},
        {"12345678901234567890", "1.2345678901234567e19"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(YamlDocument) document = parse(cases[i].yaml);
        char *json = json_dumps(yaml_root(document), JSON_COMPACT | JSON_ENCODE_ANY);
        g_assert_cmpstr(json, ==, cases[i].json);
        free(json);
    }
}

static void assert_place(Span place, guint line, guint column)
{
    g_assert_cmpstr(place.path, ==, "f.yaml");
    g_assert_cmpuint(place.line, ==, line);
    g_assert_cmpuint(place.column, ==, column);
}

static void test_places(void)
{
    g_autoptr(YamlDocument) document = parse("a: true\nlist:\n- {x: true}\n-\n  y: true\n");
    json_t *root = yaml_root(document);
    json_t *list = json_object_get(root, "list");
    assert_place(yaml_member_place(document, root, "list"), 2, 1);
    assert_place(yaml_item_place(document, list, 0), 3, 3);
    assert_place(yaml_member_place(document, json_array_get(list, 0), "x"), 3, 4);
    assert_place(yaml_member_place(document, json_array_get(list, 1), "y"), 5, 3);
    assert_place(yaml_member_place(document, root, "none"), 0, 0);
    assert_place(yaml_item_place(document, list, 2), 0, 0);
}

static void assert_refused_length(const char *text, gsize length, const char *pattern)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(yaml_parse(text, length, "f.yaml", &error));
    g_assert_nonnull(error);
    g_assert_true(error->domain == YAML_ERROR);
    if (!g_pattern_match_simple(pattern, error->message)) {
        g_error("\"%s\" does not match \"%s\"", error->message, pattern);
    }
}

static void test_refused(void)
{
    static const struct {
        const char *text;
        const char *pattern;
    } cases[] = {
        {"a: 1\nb: 2\na: 3\n", "f.yaml:3:1: the key \"a\" is there twice, first in line 1*"},
        {"a: {b: 1, b: 2}", "f.yaml:1:11: *twice*"},
        {"a: [1, 2", "f.yaml:*flow sequence that begins in line 1, *"},
        {"a: \"x", "f.yaml:*quoted scalar*"},
        {"a:\n\t- b\n", "f.yaml:2:*"},
        {"a: &x 1\nb: *x\n", "f.yaml:2:4: aliases*"},
        {"a: !thing 1\n", "f.yaml:1:4: tags*"},
        {"a: !thing [1]\n", "f.yaml:1:4: tags*"},
        {"[1]: 2\n", "f.yaml:1:1: a key must be text*"},
        {"a: 1\n---\nb: 2\n", "f.yaml:2:1: a second document*"},
        {"a: \"x\\0y\"\n", "f.yaml:1:4: *NUL*"},
        {"a: 1\nb: \xff\xfe\n", "f.yaml:2:4: *UTF-8*"},
        {"a: 1\nb: x\x01y\n", "f.yaml:2:5: *control characters*"},
        {"a: 1\n b: 2\n", "f.yaml:2:3: *"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        assert_refused_length(cases[i].text, strlen(cases[i].text), cases[i].pattern);
    }
    assert_refused_length("a: x\0y\n", 7, "f.yaml:1:5: *control characters*");
    assert_refused_length("\xff\xfe\x61\x00", 4, "f.yaml:1:1: *");
}

/* The mark that some editors begin a file with is no part of the text. */
static void test_mark(void)
{
    static const char text[] = "\xEF\xBB\xBF# above\n---\na: 1\n";
    static const char *const identity[] = {NULL};
    g_autoptr(GError) error = NULL;
    g_autoptr(YamlDocument) document = yaml_parse(text, strlen(text), "f.yaml", &error);
    g_assert_no_error(error);
    g_autoptr(YamlComments) comments = yaml_comments_read(text, strlen(text), document, identity);
    g_autofree char *path = yaml_path_member("", "a");
    const YamlNotes *notes = yaml_comments_at(comments, path);
    g_assert_nonnull(notes);
    g_assert_cmpstr(notes->above->pdata[0], ==, "# above");
    g_autoptr(YamlDocument) begins = yaml_parse("\xEF\xBB\xBF---\na: 1\n", 12, "f.yaml", &error);
    g_assert_no_error(error);
    g_assert_nonnull(begins);
}

static void test_deep(void)
{
    g_autofree char *flow = g_strnfill(1000000, '[');
    assert_refused_length(flow, 1000000, "f.yaml:1:65: nested too deeply*");
    g_autoptr(GString) block = g_string_new(NULL);
    for (guint i = 0; i < 100000; i++) {
        g_string_append(block, "- ");
    }
    assert_refused_length(block->str, block->len, "f.yaml:1:129: nested too deeply*");
    g_autoptr(GString) maps = g_string_new(NULL);
    for (guint i = 0; i < 1000; i++) {
        g_string_append_printf(maps, "%*sa:\n", (int)i, "");
    }
    assert_refused_length(maps->str, maps->len, "f.yaml:65:*: nested too deeply*");
}

static void test_laughs(void)
{
    g_autoptr(GString) text = g_string_new("a0: &a0 [lol, lol]\n");
    for (guint i = 1; i < 40; i++) {
        g_string_append_printf(text, "a%u: &a%u [*a%u, *a%u]\n", i, i, i - 1, i - 1);
    }
    assert_refused_length(text->str, text->len, "f.yaml:2:10: aliases*");
}

static void test_large(void)
{
    gsize length = 50 * 1000 * 1000;
    g_autofree char *text = g_strnfill(length, ' ');
    assert_refused_length(text, length, "f.yaml: larger than *");
    g_autoptr(GString) many = g_string_new("[");
    for (guint i = 0; i <= YAML_VALUES_MAX; i++) {
        g_string_append(many, "1,");
    }
    assert_refused_length(many->str, many->len, "f.yaml:1:*: too many values*");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/yaml/values", test_values);
    g_test_add_func("/yaml/places", test_places);
    g_test_add_func("/yaml/refused", test_refused);
    g_test_add_func("/yaml/mark", test_mark);
    g_test_add_func("/yaml/deep", test_deep);
    g_test_add_func("/yaml/laughs", test_laughs);
    g_test_add_func("/yaml/large", test_large);
    return g_test_run();
}
