/* Random cases: small alphabets, so that patterns match, elements repeat and paths have dots in
 * them. */
#include "discover/cmake/pure.h"
#include "tests/unit/pure/pure_maker.h"
#include <string.h>

static void append_regex(Maker *self, GString *out, guint depth)
{
    static const char *const atoms[] = {"a",    "b",   "c",     ".", "ab",   "[ab]",
                                        "[^a]", "\\.", "[a-c]", "x", "[]a]", "[^]b]",
                                        "[-a]", "1",   "[0-9]", "a"};
    static const char *const quantifiers[] = {"", "", "", "*", "+", "?", "", "*"};
    for (guint n = maker_below(self, 4); n > 0; n--) {
        guint kind = maker_below(self, 12);
        if (kind < 2 && depth > 0) {
            g_string_append_c(out, '(');
            append_regex(self, out, depth - 1);
            g_string_append_c(out, ')');
        } else if (kind == 2) {
            g_string_append_c(out, '|');
        } else if (kind == 3 && maker_below(self, 3) == 0) {
            g_string_append(out, maker_below(self, 2) == 0 ? "^" : "$");
        } else {
            g_string_append(out, MAKER_PICK(self, atoms));
        }
        g_string_append(out, MAKER_PICK(self, quantifiers));
    }
}

char *maker_regex(Maker *self)
{
    static const char *const noise[] = {"a", "b", "(", ")",  "[", "]", "*", "+", "?", "^",
                                        "$", ".", "|", "\\", "-", "{", "}", "c", "2", "\n"};
    if (maker_below(self, 8) == 0) {
        return MAKER_PIECES(self, noise, 8);
    }
    GString *out = g_string_new(maker_below(self, 6) == 0 ? "^" : "");
    append_regex(self, out, 2);
    return g_string_free(out, FALSE);
}

/* An if() with a pattern that is none would end CMake's run. */
static char *valid_regex(Maker *self)
{
    for (;;) {
        char *pattern = maker_regex(self);
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
    return MAKER_PIECES(self, bytes, 12);
}

static void make_regex(Maker *self)
{
    static const char *const modes[] = {"MATCH", "MATCHALL", "REPLACE", "REPLACE"};
    static const char *const replacements[] = {"<",   ">",    "\\0", "\\1", "\\2",
                                               "\\n", "\\\\", "x",   "",    "\\0"};
    if (maker_below(self, 4) == 0) {
        maker_begin(self, "match");
        maker_add_owned(self, valid_regex(self));
        maker_add_owned(self, subject(self));
        return;
    }
    maker_begin(self, "string");
    maker_add(self, "REGEX");
    const char *mode = MAKER_PICK(self, modes);
    maker_add(self, mode);
    maker_add_owned(self, maker_regex(self));
    if (strcmp(mode, "REPLACE") == 0) {
        maker_add_owned(self, MAKER_PIECES(self, replacements, 3));
    }
    maker_add(self, "out");
    maker_add_owned(self, subject(self));
    if (maker_below(self, 4) == 0) {
        maker_add_owned(self, subject(self));
    }
}

static void append_expression(Maker *self, GString *out, guint depth)
{
    static const char *const operators[] = {"+", "-", "*", "/", "|", "&", "^", "<<", ">>"};
    static const char *const numbers[] = {
        "0",  "1",  "2", "7", "010", "0xff", "0X1f", "4294967296", "9223372036854775807",
        "63", "100"};
    static const char *const signs[] = {"", "", "", "-", "~", "+", "- -", "-~"};
    guint terms = 1 + maker_below(self, 3);
    for (guint i = 0; i < terms; i++) {
        const char *sign = i > 0 ? MAKER_PICK(self, operators) : "";
        g_string_append_printf(out, " %s ", sign);
        g_string_append(out, MAKER_PICK(self, signs));
        if (*sign != '/' && depth > 0 && maker_below(self, 3) == 0) {
            g_string_append_c(out, '(');
            append_expression(self, out, depth - 1);
            g_string_append_c(out, ')');
        } else if (*sign == '/') {
            /* A remainder by zero ends CMake's process, and so nothing here divides by what may be
             * zero. */
            g_string_append_printf(out, "%u%%%u", 1 + maker_below(self, 9),
                                   1 + maker_below(self, 9));
        } else {
            g_string_append(out, MAKER_PICK(self, numbers));
        }
    }
}

static void make_math(Maker *self)
{
    static const char *const noise[] = {"1", "2",  "+", "(",  ")",
                                        " ", "*",  "<", ">",  "$",
                                        "x", "0x", "~", "\t", "99999999999999999999"};
    maker_begin(self, "math");
    maker_add(self, "EXPR");
    maker_add(self, "out");
    if (maker_below(self, 6) == 0) {
        maker_add_owned(self, MAKER_PIECES(self, noise, 6));
    } else {
        GString *out = g_string_new(NULL);
        append_expression(self, out, 3);
        maker_add_owned(self, g_string_free(out, FALSE));
    }
    if (maker_below(self, 4) == 0) {
        maker_add(self, "OUTPUT_FORMAT");
        maker_add(self, maker_below(self, 2) == 0 ? "HEXADECIMAL" : "DECIMAL");
    }
}

static void make_version(Maker *self)
{
    static const char *const parts[] = {
        "1", "2", "10", "0", ".", ".", ".", "a", "-", "01", " ", "rc1", "18446744073709551616"};
    maker_begin(self, "version");
    char *version = MAKER_PIECES(self, parts, 7);
    maker_add(self, version);
    if (maker_below(self, 3) == 0) {
        maker_add_owned(self, g_strdup_printf("%s.0", version));
    } else {
        maker_add_owned(self, MAKER_PIECES(self, parts, 7));
    }
    g_free(version);
}

static char *path(Maker *self)
{
    static const char *const parts[] = {"/",  "/",  "/",   "a",   "b",  ".",   "..", "a.b.c",
                                        ".x", "//", "lib", "../", "./", "a b", "x.", ".tar.gz"};
    return MAKER_PIECES(self, parts, 7);
}

static void make_filename(Maker *self)
{
    static const char *const modes[] = {"DIRECTORY", "PATH",     "NAME",     "EXT",     "NAME_WE",
                                        "LAST_EXT",  "NAME_WLE", "ABSOLUTE", "ABSOLUTE"};
    maker_begin(self, "get_filename_component");
    maker_add(self, "out");
    char *name = path(self);
    if (maker_below(self, 8) == 0) {
        g_strdelimit(name, "b", '\\');
    }
    maker_add_owned(self, name);
    const char *mode = MAKER_PICK(self, modes);
    maker_add(self, mode);
    if (strcmp(mode, "ABSOLUTE") == 0 && maker_below(self, 2) == 0) {
        maker_add(self, "BASE_DIR");
        maker_add_owned(self, path(self));
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
    maker_begin(self, "cmake_path");
    maker_set_owned(self, "p", path(self));
    guint form = maker_below(self, G_N_ELEMENTS(forms));
    for (guint i = 0; i < 6 && forms[form][i] != NULL; i++) {
        if (strcmp(forms[form][i], "@") == 0) {
            maker_add_owned(self, path(self));
        } else {
            maker_add(self, forms[form][i]);
        }
    }
}

static void make_truth(Maker *self)
{
    static const char *const words[] = {
        "1",   "ON",    "on",    "YES",    "yEs",      "TRUE",       "Y",        "0",  "OFF",
        "no",  "FALSE", "N",     "IGNORE", "NOTFOUND", "x-NOTFOUND", "notfound", "",   "2",
        "-1",  "0.0",   "1.5",   "0x10",   "0x0",      "x",          "1x",       "1 ", " 1",
        "inf", "nan",   "TRUEx", "00",     "1e5",      "i_on"};
    maker_begin(self, maker_below(self, 2) == 0 ? "true" : "false");
    maker_add(self, MAKER_PICK(self, words));
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
        guint draw = maker_below(&self, 1000);
        guint kind = 0;
        while (draw >= kinds[kind].share) {
            draw -= kinds[kind++].share;
        }
        kinds[kind].make(&self);
        g_ptr_array_add(cases, self.current);
    }
}
