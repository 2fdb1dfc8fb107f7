/* Random cases: small alphabets, so that patterns match, elements repeat and paths have dots in
 * them. */
#include "discover/cmake/pure.h"
#include "tests/unit/pure/pure_case.h"
#include <string.h>

typedef struct {
    GRand *random;
    PureCase *current;
} Maker;

static guint below(Maker *self, guint limit)
{
    return (guint)g_rand_int_range(self->random, 0, (gint32)limit);
}

#define PICK(maker, array) ((array)[below((maker), G_N_ELEMENTS(array))])

static void begin(Maker *self, const char *command)
{
    self->current = pure_case_new(0, command);
}

static void add(Maker *self, const char *word)
{
    pure_case_add(self->current, word);
}

static void add_owned(Maker *self, char *word)
{
    pure_case_add(self->current, word);
    g_free(word);
}

static void set_owned(Maker *self, const char *name, char *value)
{
    pure_case_set(self->current, name, value);
    g_free(value);
}

/* Up to `longest` pieces, one behind the other. */
static char *pieces(Maker *self, const char *const *from, guint count, guint longest)
{
    GString *text = g_string_new(NULL);
    for (guint n = below(self, longest + 1); n > 0; n--) {
        g_string_append(text, from[below(self, count)]);
    }
    return g_string_free(text, FALSE);
}

#define PIECES(maker, array, longest) pieces((maker), (array), G_N_ELEMENTS(array), (longest))

static void append_regex(Maker *self, GString *out, guint depth)
{
    static const char *const atoms[] = {"a",    "b",   "c",     ".", "ab",   "[ab]",
                                        "[^a]", "\\.", "[a-c]", "x", "[]a]", "[^]b]",
                                        "[-a]", "1",   "[0-9]", "a"};
    static const char *const quantifiers[] = {"", "", "", "*", "+", "?", "", "*"};
    for (guint n = below(self, 4); n > 0; n--) {
        guint kind = below(self, 12);
        if (kind < 2 && depth > 0) {
            g_string_append_c(out, '(');
            append_regex(self, out, depth - 1);
            g_string_append_c(out, ')');
        } else if (kind == 2) {
            g_string_append_c(out, '|');
        } else if (kind == 3 && below(self, 3) == 0) {
            g_string_append(out, below(self, 2) == 0 ? "^" : "$");
        } else {
            g_string_append(out, PICK(self, atoms));
        }
        g_string_append(out, PICK(self, quantifiers));
    }
}

static char *regex(Maker *self)
{
    static const char *const noise[] = {"a", "b", "(", ")",  "[", "]", "*", "+", "?", "^",
                                        "$", ".", "|", "\\", "-", "{", "}", "c", "2", "\n"};
    if (below(self, 8) == 0) {
        return PIECES(self, noise, 8);
    }
    GString *out = g_string_new(below(self, 6) == 0 ? "^" : "");
    append_regex(self, out, 2);
    return g_string_free(out, FALSE);
}

/* An if() with a pattern that is none would end CMake's run. */
static char *valid_regex(Maker *self)
{
    for (;;) {
        char *pattern = regex(self);
        g_autoptr(CmakeRegex) compiled = cmake_regex_new(pattern, NULL);
        if (compiled != NULL) {
            return pattern;
        }
        g_free(pattern);
    }
}

static char *subject(Maker *self)
{
    static const char *const bytes[] = {"a", "b", "c", "a", "b", "ab", "x",
                                        ".", "1", "]", "-", ";", "\n", "{"};
    return PIECES(self, bytes, 12);
}

static void make_regex(Maker *self)
{
    static const char *const modes[] = {"MATCH", "MATCHALL", "REPLACE", "REPLACE"};
    static const char *const replacements[] = {"<",   ">",    "\\0", "\\1", "\\2",
                                               "\\n", "\\\\", "x",   "",    "\\0"};
    if (below(self, 4) == 0) {
        begin(self, "match");
        add_owned(self, valid_regex(self));
        add_owned(self, subject(self));
        return;
    }
    begin(self, "string");
    add(self, "REGEX");
    const char *mode = PICK(self, modes);
    add(self, mode);
    add_owned(self, regex(self));
    if (strcmp(mode, "REPLACE") == 0) {
        add_owned(self, PIECES(self, replacements, 3));
    }
    add(self, "out");
    add_owned(self, subject(self));
    if (below(self, 4) == 0) {
        add_owned(self, subject(self));
    }
}

static char *list_value(Maker *self)
{
    static const char *const parts[] = {"a",  "b",   "c",   ";",   ";",      ";",  ";",
                                        "aa", "10",  "9",   "[",   "]",      "\\", "\\;",
                                        "B",  "d/b", "x.c", " a ", "$<x:a>", ">"};
    return PIECES(self, parts, 14);
}

/* CMake itself breaks down over an index of TRANSFORM that does not fit an int, and string(REPEAT)
 * takes all the memory there is. */
static char *index_text(Maker *self)
{
    const GPtrArray *words = self->current->words;
    const char *verb = words->len > 1 ? g_ptr_array_index(words, 1) : "";
    gboolean bounded = strcmp(verb, "TRANSFORM") == 0 || strcmp(verb, "REPEAT") == 0;
    static const char *const odd[] = {"x",  "",    " 1",  "+1", "1 ",
                                      "99", "-99", "0x1", "-0", "4294967296"};
    return below(self, 10) == 0 ? g_strdup(odd[below(self, G_N_ELEMENTS(odd) - bounded)])
                                : g_strdup_printf("%d", (int)below(self, 7) - 3);
}

static void add_selector(Maker *self)
{
    switch (below(self, 5)) {
    case 0:
        add(self, "AT");
        for (guint n = 1 + below(self, 2); n > 0; n--) {
            add_owned(self, index_text(self));
        }
        break;
    case 1:
        add(self, "FOR");
        for (guint n = 1 + below(self, 3); n > 0; n--) {
            add_owned(self, index_text(self));
        }
        break;
    case 2:
        add(self, "REGEX");
        add_owned(self, regex(self));
        break;
    default:
        break;
    }
    if (below(self, 3) == 0) {
        add(self, "OUTPUT_VARIABLE");
        add(self, "out");
    }
}

static void make_transform(Maker *self)
{
    static const char *const actions[] = {"APPEND", "PREPEND",     "TOUPPER", "TOLOWER",
                                          "STRIP",  "GENEX_STRIP", "REPLACE"};
    const char *action = PICK(self, actions);
    add(self, "TRANSFORM");
    add(self, "l");
    add(self, action);
    if (strcmp(action, "REPLACE") == 0) {
        add_owned(self, regex(self));
        add(self, below(self, 2) == 0 ? "<\\0>" : "");
    } else if (strcmp(action, "APPEND") == 0 || strcmp(action, "PREPEND") == 0) {
        add(self, below(self, 2) == 0 ? "+" : "x;y");
    }
    add_selector(self);
}

static void make_sort(Maker *self)
{
    static const char *const options[][2] = {{"COMPARE", "STRING"},        {"COMPARE", "NATURAL"},
                                             {"COMPARE", "FILE_BASENAME"}, {"ORDER", "DESCENDING"},
                                             {"ORDER", "ASCENDING"},       {"CASE", "SENSITIVE"}};
    add(self, "SORT");
    add(self, "l");
    for (guint n = below(self, 3); n > 0; n--) {
        guint option = below(self, G_N_ELEMENTS(options));
        add(self, options[option][0]);
        add(self, options[option][1]);
    }
}

static void make_list(Maker *self)
{
    static const char *const forms[][6] = {
        {"LENGTH", "l", "out"},
        {"GET", "l", "#", "out"},
        {"GET", "l", "#", "#", "out"},
        {"JOIN", "l", "%", "out"},
        {"SUBLIST", "l", "#", "#", "out"},
        {"FIND", "l", "%", "out"},
        {"APPEND", "l", "%", "%"},
        {"PREPEND", "l", "%"},
        {"INSERT", "l", "#", "%", "%"},
        {"POP_BACK", "l"},
        {"POP_BACK", "l", "out", "out2"},
        {"POP_FRONT", "l", "out", "out2", "out3"},
        {"POP_FRONT", "l"},
        {"REMOVE_ITEM", "l", "%", "%"},
        {"REMOVE_AT", "l", "#"},
        {"REMOVE_AT", "l", "#", "#"},
        {"REMOVE_DUPLICATES", "l"},
        {"REVERSE", "l"},
        {"FILTER", "l", "INCLUDE", "REGEX", "*"},
        {"FILTER", "l", "EXCLUDE", "REGEX", "*"},
    };
    static const char *const elements[] = {"a", "b", "", "a;b", "aa", "c", ";", "]", "x\\;y"};
    begin(self, "list");
    if (below(self, 20) > 0) {
        set_owned(self, "l", list_value(self));
    }
    guint form = below(self, G_N_ELEMENTS(forms) + 6);
    if (form >= G_N_ELEMENTS(forms)) {
        if (below(self, 3) == 0) {
            make_sort(self);
        } else {
            make_transform(self);
        }
        return;
    }
    for (guint i = 0; i < 6 && forms[form][i] != NULL; i++) {
        const char *word = forms[form][i];
        if (strcmp(word, "#") == 0) {
            add_owned(self, index_text(self));
        } else if (strcmp(word, "%") == 0) {
            add(self, PICK(self, elements));
        } else if (strcmp(word, "*") == 0) {
            add_owned(self, regex(self));
        } else {
            add(self, word);
        }
    }
}

static void append_expression(Maker *self, GString *out, guint depth)
{
    static const char *const operators[] = {"+", "-", "*", "/", "|", "&", "^", "<<", ">>"};
    static const char *const numbers[] = {
        "0",  "1",  "2", "7", "010", "0xff", "0X1f", "4294967296", "9223372036854775807",
        "63", "100"};
    static const char *const signs[] = {"", "", "", "-", "~", "+", "- -", "-~"};
    guint terms = 1 + below(self, 3);
    for (guint i = 0; i < terms; i++) {
        const char *sign = i > 0 ? PICK(self, operators) : "";
        g_string_append_printf(out, " %s ", sign);
        g_string_append(out, PICK(self, signs));
        if (*sign != '/' && depth > 0 && below(self, 3) == 0) {
            g_string_append_c(out, '(');
            append_expression(self, out, depth - 1);
            g_string_append_c(out, ')');
        } else if (*sign == '/') {
            /* A remainder by zero ends CMake's process, and so nothing here divides by what may be
             * zero. */
            g_string_append_printf(out, "%u%%%u", 1 + below(self, 9), 1 + below(self, 9));
        } else {
            g_string_append(out, PICK(self, numbers));
        }
    }
}

static void make_math(Maker *self)
{
    static const char *const noise[] = {"1", "2",  "+", "(",  ")",
                                        " ", "*",  "<", ">",  "$",
                                        "x", "0x", "~", "\t", "99999999999999999999"};
    begin(self, "math");
    add(self, "EXPR");
    add(self, "out");
    if (below(self, 6) == 0) {
        add_owned(self, PIECES(self, noise, 6));
    } else {
        GString *out = g_string_new(NULL);
        append_expression(self, out, 3);
        add_owned(self, g_string_free(out, FALSE));
    }
    if (below(self, 4) == 0) {
        add(self, "OUTPUT_FORMAT");
        add(self, below(self, 2) == 0 ? "HEXADECIMAL" : "DECIMAL");
    }
}

static void make_version(Maker *self)
{
    static const char *const parts[] = {
        "1", "2", "10", "0", ".", ".", ".", "a", "-", "01", " ", "rc1", "18446744073709551616"};
    begin(self, "version");
    char *version = PIECES(self, parts, 7);
    add(self, version);
    if (below(self, 3) == 0) {
        add_owned(self, g_strdup_printf("%s.0", version));
    } else {
        add_owned(self, PIECES(self, parts, 7));
    }
    g_free(version);
}

static char *path(Maker *self)
{
    static const char *const parts[] = {"/",  "/",  "/",   "a",   "b",  ".",   "..", "a.b.c",
                                        ".x", "//", "lib", "../", "./", "a b", "x.", ".tar.gz"};
    return PIECES(self, parts, 7);
}

static void make_filename(Maker *self)
{
    static const char *const modes[] = {"DIRECTORY", "PATH",     "NAME",     "EXT",     "NAME_WE",
                                        "LAST_EXT",  "NAME_WLE", "ABSOLUTE", "ABSOLUTE"};
    begin(self, "get_filename_component");
    add(self, "out");
    char *name = path(self);
    if (below(self, 8) == 0) {
        g_strdelimit(name, "b", '\\');
    }
    add_owned(self, name);
    const char *mode = PICK(self, modes);
    add(self, mode);
    if (strcmp(mode, "ABSOLUTE") == 0 && below(self, 2) == 0) {
        add(self, "BASE_DIR");
        add_owned(self, path(self));
    }
}

static void make_path(Maker *self)
{
    static const char *const forms[][6] = {
        {"GET", "p", "ROOT_NAME", "out"},
        {"GET", "p", "ROOT_DIRECTORY", "out"},
        {"GET", "p", "ROOT_PATH", "out"},
        {"GET", "p", "FILENAME", "out"},
        {"GET", "p", "EXTENSION", "out"},
        {"GET", "p", "EXTENSION", "LAST_ONLY", "out"},
        {"GET", "p", "STEM", "out"},
        {"GET", "p", "STEM", "LAST_ONLY", "out"},
        {"GET", "p", "RELATIVE_PART", "out"},
        {"GET", "p", "PARENT_PATH", "out"},
        {"SET", "out", "@"},
        {"SET", "out", "NORMALIZE", "@"},
        {"APPEND", "p", "@", "@"},
        {"APPEND", "p", "@", "OUTPUT_VARIABLE", "out"},
        {"APPEND_STRING", "p", "@", "@"},
        {"REMOVE_FILENAME", "p"},
        {"REPLACE_FILENAME", "p", "@"},
        {"REMOVE_EXTENSION", "p"},
        {"REMOVE_EXTENSION", "p", "LAST_ONLY", "OUTPUT_VARIABLE", "out"},
        {"REPLACE_EXTENSION", "p", "@"},
        {"REPLACE_EXTENSION", "p", "LAST_ONLY", "ext"},
        {"NORMAL_PATH", "p"},
        {"RELATIVE_PATH", "p", "BASE_DIRECTORY", "@"},
        {"ABSOLUTE_PATH", "p", "BASE_DIRECTORY", "@"},
        {"ABSOLUTE_PATH", "p", "BASE_DIRECTORY", "@", "NORMALIZE"},
        {"NATIVE_PATH", "p", "NORMALIZE", "out"},
        {"CONVERT", "@", "TO_CMAKE_PATH_LIST", "out", "NORMALIZE"},
        {"CONVERT", "@", "TO_NATIVE_PATH_LIST", "out"},
        {"COMPARE", "@", "EQUAL", "@", "out"},
        {"HAS_ROOT_DIRECTORY", "p", "out"},
        {"HAS_ROOT_PATH", "p", "out"},
        {"HAS_ROOT_NAME", "p", "out"},
        {"HAS_FILENAME", "p", "out"},
        {"HAS_EXTENSION", "p", "out"},
        {"HAS_STEM", "p", "out"},
        {"HAS_RELATIVE_PART", "p", "out"},
        {"HAS_PARENT_PATH", "p", "out"},
        {"IS_ABSOLUTE", "p", "out"},
        {"IS_RELATIVE", "p", "out"},
        {"IS_PREFIX", "p", "@", "out"},
        {"IS_PREFIX", "p", "@", "NORMALIZE", "out"},
    };
    begin(self, "cmake_path");
    set_owned(self, "p", path(self));
    guint form = below(self, G_N_ELEMENTS(forms));
    for (guint i = 0; i < 6 && forms[form][i] != NULL; i++) {
        if (strcmp(forms[form][i], "@") == 0) {
            add_owned(self, path(self));
        } else {
            add(self, forms[form][i]);
        }
    }
}

static void make_arguments(Maker *self)
{
    static const char *const parts[] = {"a",  "b",  " ", " ",      "\t", "'",
                                        "\"", "\\", ";", "\\\\\"", "\n"};
    static const char *const modes[] = {"UNIX_COMMAND", "WINDOWS_COMMAND", "NATIVE_COMMAND"};
    begin(self, "separate_arguments");
    add(self, "out");
    if (below(self, 6) == 0) {
        set_owned(self, "out", PIECES(self, parts, 10));
        return;
    }
    add(self, PICK(self, modes));
    add_owned(self, PIECES(self, parts, 12));
}

static void make_string(Maker *self)
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
    begin(self, "string");
    pure_case_set(self->current, "l", below(self, 3) == 0 ? "v\"1" : "OFF");
    guint form = below(self, G_N_ELEMENTS(forms));
    for (guint i = 0; i < 7 && forms[form][i] != NULL; i++) {
        const char *word = forms[form][i];
        if (strcmp(word, "#") == 0) {
            add_owned(self, index_text(self));
        } else if (strcmp(word, "%") == 0) {
            /* CMake's run would end over a reference that is not closed: no lone braces. */
            guint braces = strcmp(forms[form][0], "CONFIGURE") == 0 ? 1 : 0;
            add_owned(self, pieces(self, parts, G_N_ELEMENTS(parts) - braces, 7));
        } else {
            add(self, word);
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
    guint kind = depth == 0 ? 0 : below(self, 4);
    if (kind < 2) {
        g_string_append(out, PICK(self, scalars));
        return;
    }
    g_string_append_c(out, kind == 2 ? '[' : '{');
    for (guint n = below(self, kind == 2 ? 12 : 4), i = 0; i < n; i++) {
        g_string_append(out, i > 0 ? ", " : "");
        g_string_append(out, kind == 2 ? "" : PICK(self, names));
        append_json(self, out, depth - 1);
    }
    g_string_append_c(out, kind == 2 ? ']' : '}');
}

static char *json(Maker *self)
{
    static const char *const odd[] = {
        "",     "{",    "[1,]", "{\"a\":1,}", "[1 2]", "// c\n[1, /* x */ 2]",
        "{} x", "nope", "\"x",  "[[1,2],[3]]"};
    if (below(self, 8) == 0) {
        return g_strdup(PICK(self, odd));
    }
    GString *out = g_string_new(NULL);
    append_json(self, out, 3);
    return g_string_free(out, FALSE);
}

static void make_json(Maker *self)
{
    static const char *const modes[] = {"GET",    "GET",    "TYPE", "LENGTH",
                                        "MEMBER", "REMOVE", "SET",  "EQUAL"};
    static const char *const steps[] = {"a", "b", "c d", "0", "1", "2", "x"};
    begin(self, "string");
    add(self, "JSON");
    add(self, "out");
    add(self, "ERROR_VARIABLE");
    add(self, "unwatched");
    const char *mode = PICK(self, modes);
    add(self, mode);
    add_owned(self, json(self));
    for (guint n = below(self, 3); n > 0; n--) {
        add(self, PICK(self, steps));
    }
    if (strcmp(mode, "SET") == 0 || strcmp(mode, "EQUAL") == 0) {
        add_owned(self, json(self));
    }
}

static void make_truth(Maker *self)
{
    static const char *const words[] = {
        "1",   "ON",    "on",    "YES",    "yEs",      "TRUE",       "Y",        "0",  "OFF",
        "no",  "FALSE", "N",     "IGNORE", "NOTFOUND", "x-NOTFOUND", "notfound", "",   "2",
        "-1",  "0.0",   "1.5",   "0x10",   "0x0",      "x",          "1x",       "1 ", " 1",
        "inf", "nan",   "TRUEx", "00",     "1e5",      "i_on"};
    begin(self, below(self, 2) == 0 ? "true" : "false");
    add(self, PICK(self, words));
}

static void make_split(Maker *self)
{
    begin(self, "split");
    add_owned(self, list_value(self));
}

static const struct {
    void (*make)(Maker *self);
    guint share; /* of a thousand */
} kinds[] = {
    {make_regex, 260},   {make_list, 230}, {make_math, 100},     {make_version, 60},
    {make_filename, 60}, {make_path, 100}, {make_arguments, 40}, {make_string, 70},
    {make_json, 50},     {make_truth, 10}, {make_split, 20},
};

void pure_cases_random(guint32 seed, guint count, GPtrArray *cases)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    Maker self = {.random = random};
    for (guint i = 0; i < count; i++) {
        guint draw = below(&self, 1000);
        guint kind = 0;
        while (draw >= kinds[kind].share) {
            draw -= kinds[kind++].share;
        }
        kinds[kind].make(&self);
        g_ptr_array_add(cases, self.current);
    }
}
