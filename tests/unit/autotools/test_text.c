#include "discover/autotools/text.h"

static void assert_origin(const Text *text, gsize offset, guint file, guint line)
{
    Origin origin = text_origin(text, offset);
    g_assert_cmpuint(origin.file, ==, file);
    g_assert_cmpuint(origin.line, ==, line);
}

static void test_file(void)
{
    g_autoptr(Text) text = text_of_file("ab\ncd\n\ne", 8, 3);
    assert_origin(text, 0, 3, 1);
    assert_origin(text, 2, 3, 1);
    assert_origin(text, 3, 3, 2);
    assert_origin(text, 7, 3, 4);
    assert_origin(text, 100, 3, 4);
}

static void test_parts(void)
{
    g_autoptr(Text) file = text_of_file("one\ntwo\nthree\n", 14, 1);
    g_autoptr(Text) text = text_of_string("[\n", (Origin){.file = 2, .line = 9});
    text_append_part(text, file, 4, 7);
    text_append_string(text, "]", (Origin){.file = 2, .line = 9});
    g_assert_cmpstr(text_string(text), ==, "[\ntwo\nthr]");
    assert_origin(text, 1, 2, 9);
    assert_origin(text, 2, 1, 2);
    assert_origin(text, 6, 1, 3);
    assert_origin(text, 9, 2, 9);
    g_assert_cmpuint(text->runs->len, ==, 3);
}

/* Bytes that are appended one by one are as good as a part. */
static void test_bytes(void)
{
    g_autoptr(Text) file = text_of_file("a\nb\nc", 5, 1);
    g_autoptr(Text) text = text_new();
    for (TextCursor cursor = text_cursor(file, 0); text_cursor_peek(&cursor) >= 0;
         text_cursor_next(&cursor)) {
        text_append_byte(text, (char)text_cursor_peek(&cursor), cursor.origin);
    }
    g_assert_cmpstr(text_string(text), ==, "a\nb\nc");
    g_assert_cmpuint(text->runs->len, ==, 1);
    assert_origin(text, 4, 1, 3);
}

static void test_empty(void)
{
    g_autoptr(Text) empty = text_new();
    g_autoptr(Text) text = text_new();
    text_append(text, empty);
    g_assert_cmpuint(text_length(text), ==, 0);
    assert_origin(text, 0, 0, 0);
    TextCursor cursor = text_cursor(text, 0);
    g_assert_cmpint(text_cursor_peek(&cursor), ==, -1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/autotools/text/file", test_file);
    g_test_add_func("/autotools/text/parts", test_parts);
    g_test_add_func("/autotools/text/bytes", test_bytes);
    g_test_add_func("/autotools/text/empty", test_empty);
    return g_test_run();
}
