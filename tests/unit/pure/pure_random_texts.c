/* Random cases of string() and separate_arguments(). */
#include "tests/unit/pure/pure_maker.h"
#include <string.h>

void make_arguments(Maker *self)
{
    static const char *const parts[] = {"a",  "b",  " ", " ",      "\t", "'",
                                        "\"", "\\", ";", "\\\\\"", "\n"};
    static const char *const modes[] = {"UNIX_COMMAND", "WINDOWS_COMMAND", "NATIVE_COMMAND"};
    maker_begin(self, "separate_arguments");
    maker_add(self, "out");
    if (maker_below(self, 6) == 0) {
        maker_set_owned(self, "out", MAKER_PIECES(self, parts, 10));
        return;
    }
    maker_add(self, MAKER_PICK(self, modes));
    maker_add_owned(self, MAKER_PIECES(self, parts, 12));
}

void make_string(Maker *self)
{
    static const char *const forms[][7] = {
        {"FIND", "%", "%", "out"},
        {"FIND", "%", "%", "out", "REVERSE"},
        {"REPLACE", "%", "%", "out", "%", "%"},
        {"APPEND", "l", "%", "%"},
        {"PREPEND", "l", "%", "%"},
        {"CONCAT", "out", "%", "%"},
        {"JOIN", "%", "out", "%", "%", "%"},
        {"TOLOWER", "%", "out"},
        {"TOUPPER", "%", "out"},
        {"LENGTH", "%", "out"},
        {"SUBSTRING", "%", "#", "#", "out"},
        {"STRIP", "%", "out"},
        {"GENEX_STRIP", "%", "out"},
        {"REPEAT", "%", "#", "out"},
        {"COMPARE", "LESS", "%", "%", "out"},
        {"COMPARE", "GREATER_EQUAL", "%", "%", "out"},
        {"COMPARE", "NOTEQUAL", "%", "%", "out"},
        {"MD5", "out", "%"},
        {"SHA256", "out", "%"},
        {"HEX", "%", "out"},
        {"MAKE_C_IDENTIFIER", "%", "out"},
        {"CONFIGURE", "%", "out"},
        {"CONFIGURE", "%", "out", "@ONLY"},
        {"CONFIGURE", "%", "out", "ESCAPE_QUOTES"},
    };
    static const char *const parts[] = {
        "a",
        "b",
        "A",
        " ",
        ";",
        "$<",
        ">",
        ":",
        "\n",
        "9",
        "ab",
        "$",
        "}",
        "@",
        "#",
        "\\",
        "\"",
        "\xC3\xA9",
        "${l}",
        "@l@",
        "#cmakedefine l",
        "#  cmakedefine01 l ",
        "{",
    };
    maker_begin(self, "string");
    pure_case_set(self->current, "l", maker_below(self, 3) == 0 ? "v\"1" : "OFF");
    guint form = maker_below(self, G_N_ELEMENTS(forms));
    for (guint i = 0; i < 7 && forms[form][i] != NULL; i++) {
        const char *word = forms[form][i];
        if (strcmp(word, "#") == 0) {
            maker_add_owned(self, maker_index(self));
        } else if (strcmp(word, "%") == 0) {
            /* CMake's run would end over a reference that is not closed: no lone braces. */
            guint braces = strcmp(forms[form][0], "CONFIGURE") == 0 ? 1 : 0;
            maker_add_owned(self, maker_pieces(self, parts, G_N_ELEMENTS(parts) - braces, 7));
        } else {
            maker_add(self, word);
        }
    }
}

static void append_json(Maker *self, GString *out, guint depth)
{
    static const char *const scalars[] = {
        "1",    "-2",           "1.5",     "true",           "false",
        "null", "\"x\"",        "\"a b\"", "\"\\u00e9\\n\"", "1e3",
        "\"\"", "100000000000", "0.1"};
    static const char *const names[] = {"\"a\":", "\"b\" : ", "\"c d\":", "\"aa\":"};
    guint kind = depth == 0 ? 0 : maker_below(self, 4);
    if (kind < 2) {
        g_string_append(out, MAKER_PICK(self, scalars));
        return;
    }
    g_string_append_c(out, kind == 2 ? '[' : '{');
    for (guint n = maker_below(self, kind == 2 ? 12 : 4), i = 0; i < n; i++) {
        g_string_append(out, i > 0 ? ", " : "");
        g_string_append(out, kind == 2 ? "" : MAKER_PICK(self, names));
        append_json(self, out, depth - 1);
    }
    g_string_append_c(out, kind == 2 ? ']' : '}');
}

static char *json(Maker *self)
{
    static const char *const odd[] = {
        "",     "{",    "[1,]", "{\"a\":1,}", "[1 2]", "// c\n[1, /* x */ 2]",
        "{} x", "nope", "\"x",  "[[1,2],[3]]"};
    if (maker_below(self, 8) == 0) {
        return g_strdup(MAKER_PICK(self, odd));
    }
    GString *out = g_string_new(NULL);
    append_json(self, out, 3);
    return g_string_free(out, FALSE);
}

void make_json(Maker *self)
{
    static const char *const modes[] = {"GET",    "GET",    "TYPE", "LENGTH",
                                        "MEMBER", "REMOVE", "SET",  "EQUAL"};
    static const char *const steps[] = {"a", "b", "c d", "0", "1", "2", "x"};
    maker_begin(self, "string");
    maker_add(self, "JSON");
    maker_add(self, "out");
    maker_add(self, "ERROR_VARIABLE");
    maker_add(self, "unwatched");
    const char *mode = MAKER_PICK(self, modes);
    maker_add(self, mode);
    maker_add_owned(self, json(self));
    for (guint n = maker_below(self, 3); n > 0; n--) {
        maker_add(self, MAKER_PICK(self, steps));
    }
    if (strcmp(mode, "SET") == 0 || strcmp(mode, "EQUAL") == 0) {
        maker_add_owned(self, json(self));
    }
}
