#include "tests/unit/cmake/random_program.h"
#include <string.h>

#define BLOCK_DEPTH_MAX 4u

static const char *const switches[] = {"A", "B", "C"};
static const char *const choices[] = {"x", "y", "OFF"};
G_STATIC_ASSERT(RANDOM_CONFIGURATIONS == (1u << G_N_ELEMENTS(switches)) * G_N_ELEMENTS(choices));

typedef struct {
    GString *text;
    guint left; /* statements that may still be written */
    guint marks;
    gboolean in_loop, in_function;
    gboolean defining; /* what calls f() or m() here may call itself without end */
    GRand *random;
} Writer;

static guint random_below(Writer *self, guint end)
{
    return (guint)g_rand_int_range(self->random, 0, (gint32)end);
}

static gboolean chance(Writer *self, guint of)
{
    return random_below(self, of) == 0;
}

static const char *one_of(Writer *self, const char *const *texts, guint count)
{
    return texts[random_below(self, count)];
}

static const char *variable_name(Writer *self)
{
    static const char *const names[] = {"v", "w", "l"};
    return one_of(self, names, G_N_ELEMENTS(names));
}

/* Appends a pattern in which "@1", "@2" stand for variables and "@f", "@g" for files, each the same
 * throughout, and "@n" for a number that no other pattern gets. */
static void write_pattern(Writer *self, const char *pattern)
{
    static const char *const paths[] = {"\"${CMAKE_CURRENT_BINARY_DIR}/a.txt\"",
                                        "\"${CMAKE_CURRENT_BINARY_DIR}/d/b.txt\"",
                                        "${CMAKE_CURRENT_BINARY_DIR}//d/./c.txt"};
    const char *const names[] = {variable_name(self), variable_name(self)};
    const char *const files[] = {one_of(self, paths, G_N_ELEMENTS(paths)),
                                 one_of(self, paths, G_N_ELEMENTS(paths))};
    guint number = self->marks++;
    for (const char *c = pattern; *c != '\0'; c++) {
        if (*c != '@' || c[1] == '\0' || strchr("12nfg", c[1]) == NULL) {
            g_string_append_c(self->text, *c);
        } else if (*++c == 'n') {
            g_string_append_printf(self->text, "%u", number);
        } else if (*c == 'f' || *c == 'g') {
            g_string_append(self->text, files[*c - 'f']);
        } else {
            g_string_append(self->text, names[*c - '1']);
        }
    }
}

static void write_condition(Writer *self, guint depth)
{
    static const char *const tests[] = {"A",
                                        "B",
                                        "C",
                                        "K",
                                        "v",
                                        "w",
                                        "l",
                                        "DEFINED v",
                                        "DEFINED w",
                                        "K STREQUAL \"x\"",
                                        "K STREQUAL y",
                                        "v STREQUAL \"a\"",
                                        "w STREQUAL v",
                                        "\"a\" IN_LIST l",
                                        "b IN_LIST l",
                                        "l MATCHES \"a\"",
                                        "NOT A",
                                        "A AND NOT B",
                                        "\"${l}\" STREQUAL \"a;b\"",
                                        "i STREQUAL b",
                                        "K IN_LIST l",
                                        "${v} STREQUAL a",
                                        "NOT DEFINED l",
                                        "DEFINED CACHE{c}",
                                        "c",
                                        "D",
                                        "n GREATER 1",
                                        "n EQUAL 0",
                                        "\"1.${n}\" VERSION_LESS 1.1",
                                        "v VERSION_GREATER_EQUAL n",
                                        "v MATCHES \"^(a|x)\"",
                                        "w STRLESS b",
                                        "COMMAND g",
                                        "\"${v}\" IN_LIST l",
                                        "w IN_LIST l",
                                        "l STREQUAL \"\"",
                                        "NOT v AND DEFINED w",
                                        "n LESS_EQUAL 2",
                                        "\"${w}\" MATCHES \"^$\"",
                                        "DEFINED ENV{XAAS_TEST}",
                                        "b STRGREATER_EQUAL \"${v}\"",
                                        "\"1.${n}\" VERSION_EQUAL 1.0",
                                        "\"${v}/\" PATH_EQUAL \"${w}//\"",
                                        "CMAKE_MATCH_COUNT GREATER 0",
                                        "EXISTS \"${CMAKE_CURRENT_BINARY_DIR}/a.txt\"",
                                        "EXISTS \"${CMAKE_CURRENT_BINARY_DIR}/d/b.txt\"",
                                        "IS_DIRECTORY \"${CMAKE_CURRENT_BINARY_DIR}/d\"",
                                        "\"${n}.1a\" GREATER 0",
                                        "NOT DEFINED ENV{XAAS_NONE}",
                                        "TRUE",
                                        "OFF"};
    if (depth > 0 && chance(self, 4)) {
        static const char *const joints[] = {" AND (", " OR (", " AND NOT ("};
        g_string_append(self->text, "(");
        write_condition(self, depth - 1);
        g_string_append(self->text, one_of(self, joints, G_N_ELEMENTS(joints)));
        write_condition(self, depth - 1);
        g_string_append(self->text, "))");
        return;
    }
    /* "${v}" may be nothing, which if() refuses before an operator. */
    const char *test;
    do {
        test = one_of(self, tests, G_N_ELEMENTS(tests));
    } while (g_str_has_prefix(test, "${"));
    g_string_append(self->text, test);
}

static void write_value(Writer *self)
{
    static const char *const values[] = {
        "a",     "b",    "OFF",  "\"\"",         "a b", "${v}",    "${w}",   "\"${l}\"",
        "x${v}", "${K}", "${l}", "\"${v}${w}\"", "c",   "${${v}}", "\"a;b\""};
    g_string_append(self->text, one_of(self, values, G_N_ELEMENTS(values)));
}

static void write_block(Writer *self, guint depth);

static void write_mark(Writer *self)
{
    static const char *const tails[] = {"", "_${v}", "_${w}", "_${i}", "_${CMAKE_MATCH_0}"};
    if (chance(self, 3)) {
        g_string_append_printf(self->text,
                               "string(REPLACE \";\" \"-\" t \"${l}\")\n"
                               "find_package(M%u_${t})\n",
                               self->marks++);
    } else if (chance(self, 4)) {
        g_string_append_printf(self->text, "set(O%u \"${%s}\" CACHE STRING \"\")\n", self->marks++,
                               variable_name(self));
    } else {
        g_string_append_printf(self->text, "find_package(\"M%u%s\")\n", self->marks++,
                               one_of(self, tails, G_N_ELEMENTS(tails) - 1));
    }
}

static void write_if(Writer *self, guint depth)
{
    g_string_append(self->text, "if(");
    write_condition(self, 2);
    g_string_append(self->text, ")\n");
    write_block(self, depth + 1);
    if (chance(self, 4)) {
        g_string_append(self->text, "elseif(");
        write_condition(self, 1);
        g_string_append(self->text, ")\n");
        write_block(self, depth + 1);
    }
    if (chance(self, 2)) {
        g_string_append(self->text, "else()\n");
        write_block(self, depth + 1);
    }
    g_string_append(self->text, "endif()\n");
}

static void write_loop(Writer *self, guint depth)
{
    static const char *const heads[] = {
        "foreach(i IN LISTS l)\n",
        "foreach(i a b)\n",
        "foreach(i ${l} c)\n",
        "foreach(i IN LISTS l ITEMS b)\n",
        "foreach(i RANGE 1)\n",
        "foreach(i RANGE 1 3 2)\n",
        "foreach(i j IN ZIP_LISTS l @1)\n",
        "foreach(i IN LISTS @1 l ITEMS ${@2})\n",
        "foreach(i IN ITEMS ${l} \"${@1}\")\n",
        "foreach(i RANGE ${n})\nif(i GREATER 2)\nbreak()\nendif()\n"};
    gboolean outer = self->in_loop;
    self->in_loop = TRUE;
    write_pattern(self, one_of(self, heads, G_N_ELEMENTS(heads)));
    write_block(self, depth + 1);
    g_string_append(self->text, "endforeach()\n");
    self->in_loop = outer;
}

/* A loop that counts before anything can continue or break it, so that it ends. */
static void write_while(Writer *self, guint depth)
{
    guint number = self->marks++;
    gboolean outer = self->in_loop;
    self->in_loop = TRUE;
    g_string_append_printf(self->text, "set(k%u 0)\n", number);
    if (chance(self, 3)) {
        g_string_append_printf(self->text, "if(A)\nset(k%u 1)\nendif()\n", number);
    }
    g_string_append_printf(self->text, "while(k%u LESS 2)\nmath(EXPR k%u \"${k%u} + 1\")\n", number,
                           number, number);
    write_block(self, depth + 1);
    g_string_append(self->text, "endwhile()\n");
    self->in_loop = outer;
}

static void write_scope(Writer *self, guint depth)
{
    gboolean loop = self->in_loop;
    gboolean function = self->in_function;
    self->in_loop = self->in_function = FALSE; /* what leaves them would leave the block, too */
    static const char *const heads[] = {"block(PROPAGATE @1)\n", "block()\n",
                                        "block(SCOPE_FOR POLICIES)\n",
                                        "block(SCOPE_FOR VARIABLES PROPAGATE @1 @2)\n"};
    write_pattern(self, one_of(self, heads, G_N_ELEMENTS(heads)));
    write_block(self, depth + 1);
    g_string_append(self->text, "endblock()\n");
    self->in_loop = loop;
    self->in_function = function;
}

/* What the commands do that compute texts, lists, numbers and paths, or keep them elsewhere than in
 * a variable. Where a command would refuse a list that is not there, that is asked before. */
static void write_command(Writer *self)
{
    static const char *const commands[] = {
        "list(FILTER @1 INCLUDE REGEX \"a|x\")\n", "list(FILTER @1 EXCLUDE REGEX \"^b\")\n",
        "if(DEFINED @1)\nlist(SORT @1)\nendif()\n", "if(DEFINED @1)\nlist(REVERSE @1)\nendif()\n",
        "if(DEFINED @1)\nlist(REMOVE_DUPLICATES @1)\nendif()\n", "list(TRANSFORM @1 PREPEND p)\n",
        "list(TRANSFORM @1 TOUPPER OUTPUT_VARIABLE @2)\n",
        "list(TRANSFORM @1 REPLACE \"(a)\" \"\\\\1q\")\n", "list(PREPEND @1 \"${@2}\")\n",
        "list(LENGTH @1 n)\n", "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(GET @1 0 @2)\nendif()\n",
        "list(LENGTH @1 n)\nif(n GREATER 1)\nlist(REMOVE_AT @1 -1)\nendif()\n",
        "list(FIND @1 a n)\n", "list(JOIN @1 - @2)\n", "list(POP_FRONT @1 @2)\n",
        "list(POP_BACK @1)\n", "string(REPLACE a q @1 \"${@2}\")\n",
        "string(REGEX REPLACE \"([ab])x?\" \"<\\\\1>\" @1 \"${@2}\")\n",
        "string(REGEX MATCH \"a|x.\" @1 \"${@2}\")\n",
        "string(REGEX MATCHALL \"[a-c]\" @1 \"${@2}\")\n", "string(TOUPPER \"${@2}\" @1)\n",
        "string(LENGTH \"${@2}\" n)\n", "string(CONCAT @1 \"${@2}\" \"${n}\")\n",
        "string(PREPEND @1 \"${@2}\")\n", "string(JOIN \"-\" @1 ${@2} z)\n",
        "string(COMPARE EQUAL \"${@1}\" \"${@2}\" @1)\n", "string(CONFIGURE \"@w@\" @1 @ONLY)\n",
        "math(EXPR n \"${n} * 2 + 1\")\n",
        "cmake_path(APPEND p@n \"${@2}\" a.b)\ncmake_path(GET p@n STEM @1)\n",
        "get_filename_component(@1 \"d/${@2}.c\" NAME_WE)\n", "cmake_language(CALL set @1 ${@2})\n",
        "cmake_language(EVAL CODE \"set(@1 \\${@2})\")\n", "set(c \"${@1}\" CACHE INTERNAL \"\")\n",
        "set(@1 \"${@2}\" CACHE INTERNAL \"\")\n", "unset(@1 CACHE)\n", "set(@1 ${c})\n",
        "set(D ON)\n", "option(D \"\" OFF)\n",
        "set_property(GLOBAL APPEND PROPERTY P ${@1})\nget_property(@2 GLOBAL PROPERTY P)\n",
        "get_property(@1 GLOBAL PROPERTY P SET)\n", "set(ENV{XAAS_TEST} \"${@1}\")\n",
        "set(@1 \"$ENV{XAAS_TEST}\")\n", "if(COMMAND g)\ng(${@1})\nendif()\n",
        "macro(g)\nset(@1 \"g${ARGN}\")\nendmacro()\n",
        "separate_arguments(@1 UNIX_COMMAND \"${@2} b\")\n", "separate_arguments(@1)\n",
        "list(APPEND @1)\n",
        "if(DEFINED @1)\nlist(SORT @1 COMPARE NATURAL ORDER DESCENDING)\nendif()\n",
        "if(DEFINED @1)\nlist(SORT @1 CASE INSENSITIVE)\nendif()\n",
        "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(SUBLIST @1 0 1 @2)\nendif()\n",
        "list(LENGTH @1 n)\nif(n GREATER 1)\nlist(SUBLIST @1 1 -1 @2)\nendif()\n",
        "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(TRANSFORM @1 APPEND s AT 0)\nendif()\n",
        "list(LENGTH @1 n)\nif(n GREATER 1)\nlist(TRANSFORM @1 TOUPPER FOR 0 1)\nendif()\n",
        "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(INSERT @1 -1 q \"${@2}\")\nendif()\n",
        "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(GET @1 -1 0 @2)\nendif()\n",
        "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(REMOVE_AT @1 0 -1)\nendif()\n",
        "list(TRANSFORM @1 TOLOWER REGEX \"[AX]\")\n", "list(TRANSFORM @1 STRIP)\n",
        "list(TRANSFORM @1 REPLACE \"^a\" \"z\" REGEX \"a|b\" OUTPUT_VARIABLE @2)\n",
        "list(REMOVE_ITEM @1 a ${@2})\n",
        "list(FILTER @1 INCLUDE REGEX \"(a)(.)?$\")\nset(@2 \"${CMAKE_MATCH_1}\")\n",
        "list(POP_BACK @1 @2 t)\nset(@1 \"${t}${@1}\")\n",
        "string(REGEX MATCHALL \"(a|b)+\" @1 \"${@2}\")\n",
        "string(REGEX REPLACE \"^(.)(.*)$\" \"\\\\2\\\\1\" @1 \"${@2}\")\n",
        "string(REGEX REPLACE \"b+\" \"-\" @1 \"${@2}z\")\n",
        "string(REGEX REPLACE \"^a\" \"\" @1 \"${@2}\")\n",
        "string(REGEX REPLACE \"[^;a]+\" \"n\" @1 ${@2} \"x\")\n",
        "string(REGEX MATCH \"([^a]+)(a)?\" @1 \"${@2}\")\nset(@2 "
        "\"${CMAKE_MATCH_COUNT}${CMAKE_MATCH_2}\")\n",
        "if(\"${@1}\" MATCHES \"(.)(x)?\")\nset(@2 "
        "\"${CMAKE_MATCH_1}-${CMAKE_MATCH_2}-${CMAKE_MATCH_COUNT}\")\nendif()\n",
        "if(@1 MATCHES \"^(${@2})\")\nset(@2 \"<${CMAKE_MATCH_1}>\")\nendif()\n",
        "string(FIND \"${@1}\" \"a\" n)\n", "string(FIND \"${@1}\" \";\" n REVERSE)\n",
        "string(STRIP \" ${@1} \" @2)\n", "string(REPEAT \"${@1}\" 2 @2)\n",
        "string(HEX \"${@1}\" @2)\n", "string(MAKE_C_IDENTIFIER \"${@1}-${n}\" @2)\n",
        "string(GENEX_STRIP \"${@1}$<1:${@2}>b\" @2)\n",
        "string(MD5 t \"${@1}\")\nstring(SUBSTRING \"${t}\" 0 3 @2)\n",
        "string(SUBSTRING \"${@1}ab\" 1 -1 @2)\n", "string(COMPARE LESS \"${@1}\" \"${@2}\" @1)\n",
        "string(REPLACE \"${@1}b\" \"\" @2 \"${@2}b\" ${@1})\n",
        "string(TOLOWER \"${@2}\" @1)\nstring(ASCII 65 59 66 t)\nlist(APPEND @1 ${t})\n",
        "string(JSON @1 ERROR_VARIABLE t GET [[{\"a\": [1, \"b;c\"], \"x\": {\"y\": true}}]] ${@2} "
        "a 1)\n",
        "string(JSON @1 ERROR_VARIABLE t MEMBER [[{\"a\": [1, \"b\"], \"x\": 2}]] 1)\n",
        "string(JSON t SET [[{\"a\": []}]] a 0 \"\\\"${@1}\\\"\")\nstring(JSON n LENGTH \"${t}\" "
        "a)\n",
        "math(EXPR n \"(${n} << 2) % 7\")\n",
        "math(EXPR t \"${n} + 250\" OUTPUT_FORMAT HEXADECIMAL)\nset(@1 ${t})\n",
        "cmake_path(SET p@n NORMALIZE \"q/../${@2}/./r.s.t\")\ncmake_path(GET p@n EXTENSION "
        "LAST_ONLY @1)\nset(@2 ${p@n})\n",
        "cmake_path(SET p@n \"${@2}/r.s\")\ncmake_path(REPLACE_EXTENSION p@n \"${@1}.c\" "
        "OUTPUT_VARIABLE @1)\n",
        "get_filename_component(@1 \"/d/../${@2}.c.h\" NAME_WLE)\n",
        "get_filename_component(@1 \"/d/../e/${@2}\" DIRECTORY)\n",
        "set(c \"${@1}\" CACHE STRING \"\" FORCE)\n", "set(@1 \"$CACHE{c}${@2}\")\n",
        "set(@1 [==[${@2};]] \\;x]==])\nlist(LENGTH @1 n)\n",
        "set(@1 a\\;b \"c\\;${@2}\")\nlist(LENGTH @1 n)\n", "set(@1 \"${@2}\" PARENT_SCOPE)\n",
        "set(@1)\n", "unset(ENV{XAAS_TEST})\n", "get_property(@1 VARIABLE PROPERTY @2)\n",
        "set_property(GLOBAL APPEND_STRING PROPERTY P \"${@1}\")\nget_property(@2 GLOBAL PROPERTY "
        "P)\n",
        "set_property(GLOBAL PROPERTY P)\n",
        "cmake_language(EVAL CODE \"list(APPEND @1 [===[${@2}]===])\n\" \"set(t "
        "[===[\\${@1}]===])\")\n",
        "set(q@n cmake_language)\ncmake_language(CALL \"${q@n}\" CALL string APPEND @1 "
        "\"${@2}\")\n",
        /* What a macro does with the names of its arguments. */
        "macro(h@n p)\nset(@1 \"${p}-${ARGC}-${ARGV0}-${ARGN}\")\nif(DEFINED p)\nset(@2 "
        "d)\nendif()\n"
        "endmacro()\nh@n(${@2} 7)\n",
        "macro(h@n)\nset(t)\nforeach(x IN LISTS ARGN)\nlist(APPEND t \"<${x}>\")\nendforeach()\n"
        "set(@1 ${t})\nendmacro()\nh@n(a ${@2})\n",
        "macro(h@n)\nset(t)\nforeach(x ${ARGN})\nlist(APPEND t \"<${x}>\")\nendforeach()\n"
        "set(@1 ${t})\nendmacro()\nh@n(a \"${@2}\" \"\")\n",
        "macro(h@n a)\nmacro(k@n b)\nset(@1 \"${a}+${b}+${ARGV0}\")\nendmacro()\nk@n(\"${@2}\" 5)\n"
        "endmacro()\nh@n(\"x${@1}\")\n",
        "macro(h@n a)\nset(${a} \"${${a}}2\" c)\nendmacro()\nh@n(@1)\n",
        "macro(h@n a)\nif(\"${a}\" STREQUAL \"${@2}\" AND ARGC)\nset(@1 "
        "same)\nendif()\nendmacro()\n"
        "h@n(\"${@1}\")\n",
        "function(k@n a)\nset(ARGV0 q)\nset(@1 \"${a}${ARGV0}${ARGV1}|${ARGV}|${ARGC}\" "
        "PARENT_SCOPE)\n"
        "endfunction()\nk@n(\"${@2}\" ${@1} [[;]])\n",
        "function(k@n)\ncmake_parse_arguments(PARSE_ARGV 1 P \"F;G\" \"ONE\" \"MANY\")\n"
        "set(@1 \"${P_F}/${P_ONE}/${P_MANY}/${P_UNPARSED_ARGUMENTS}/${P_KEYWORDS_MISSING_VALUES}\""
        " PARENT_SCOPE)\nif(DEFINED P_ONE)\nset(@2 o PARENT_SCOPE)\nendif()\nendfunction()\n"
        "k@n(z G \"${@2}\" MANY ${@1} \"p;q\" ONE)\n",
        "function(k@n)\ncmake_parse_arguments(P \"F\" \"ONE\" \"MANY\" ${ARGN})\n"
        "set(@1 \"${P_F}/${P_ONE}/${P_MANY}/${P_UNPARSED_ARGUMENTS}\" "
        "PARENT_SCOPE)\nendfunction()\n"
        "k@n(${@2} MANY \"${@1}\" 3 ONE \"\" F z)\n",
        "function(k@n a b)\nset(@1 \"${a}/${b}/${ARGN}\" PARENT_SCOPE)\nendfunction()\n"
        "k@n(${@2} 7 ${@1} 8)\n",
        "macro(h@n a)\nset(@1 \"${a}/${ARGV1}\")\nendmacro()\nh@n(${@2} ${@1} z)\n",
        "set(ENV{XAAS_TEST} \"${@1}\")\nset(@2 \"<$ENV{XAAS_TEST}>\")\n",
        "if(EXISTS @f)\nfile(STRINGS @f @1 LENGTH_MINIMUM 2)\nfile(READ @f @2 OFFSET 1 LIMIT 2)\n"
        "file(READ @f t HEX)\nfile(SIZE @f n)\nset(@2 \"${@2}${t}\")\nendif()\n",
        "file(GLOB_RECURSE t LIST_DIRECTORIES true RELATIVE \"${CMAKE_CURRENT_BINARY_DIR}/d\" "
        "\"${CMAKE_CURRENT_BINARY_DIR}/[a-d]*\")\nset(@1 \"${t}\")\n",
        "cmake_policy(PUSH)\ncmake_policy(SET CMP0054 OLD)\nif(\"${@2}\" STREQUAL \"a\" OR "
        "\"@1\")\n"
        "set(@1 old)\nendif()\ncmake_policy(POP)\n",
        "if(\"${@1}\" LESS 2 OR \"4.8.${n}\" EQUAL 4.8)\nset(@2 \"${n}l\")\nendif()\n",
        "function(k@n)\nset(@1 \"${@2}k\")\nset(@2)\nreturn(PROPAGATE @1 "
        "@2)\nendfunction()\nk@n()\n",
        /* Files that the program writes itself. */
        "file(WRITE @f \"${@1}\")\n", "file(WRITE @f ${@1} \"\\n${@2}\\n\\nz\")\n",
        "file(APPEND @f \"${@2};z\\n\")\n", "file(TOUCH ${CMAKE_CURRENT_BINARY_DIR}/a.txt)\n",
        "file(REMOVE @f)\n", "file(MAKE_DIRECTORY \"${CMAKE_CURRENT_BINARY_DIR}/d\")\n",
        "file(REMOVE_RECURSE \"${CMAKE_CURRENT_BINARY_DIR}/d\")\n",
        "if(EXISTS @f)\nfile(READ @f @1)\nelse()\nset(@1 none)\nendif()\n",
        "if(EXISTS @f)\nfile(STRINGS @f @1)\nlist(LENGTH @1 n)\nendif()\n",
        "if(EXISTS @f)\nfile(STRINGS @f @1 REGEX \"a|z\")\nendif()\n",
        "if(EXISTS @f)\nfile(RENAME @f \"${CMAKE_CURRENT_BINARY_DIR}/e.txt\")\n"
        "file(READ \"${CMAKE_CURRENT_BINARY_DIR}/e.txt\" @1)\nendif()\n",
        "if(EXISTS @f)\nconfigure_file(@f \"${CMAKE_CURRENT_BINARY_DIR}/h.txt\" "
        "COPYONLY)\nendif()\n"
        "if(EXISTS \"${CMAKE_CURRENT_BINARY_DIR}/h.txt\")\n"
        "file(READ \"${CMAKE_CURRENT_BINARY_DIR}/h.txt\" @1)\nendif()\n",
        "if(EXISTS @f)\nfile(COPY @f DESTINATION \"${CMAKE_CURRENT_BINARY_DIR}/copies\")\n"
        "file(GLOB t RELATIVE \"${CMAKE_CURRENT_BINARY_DIR}/copies\""
        " \"${CMAKE_CURRENT_BINARY_DIR}/copies/*.txt\")\nset(@1 ${t})\nendif()\n",
        "file(CONFIGURE OUTPUT \"${CMAKE_CURRENT_BINARY_DIR}/i@n.txt\" CONTENT \"<@w@${v}>\\n\" "
        "@ONLY)\n"
        "file(READ \"${CMAKE_CURRENT_BINARY_DIR}/i@n.txt\" @1)\n",
        "file(WRITE \"${CMAKE_CURRENT_BINARY_DIR}/x@n.cmake\" \"set(@1 [===[${@2}]===])\\n\")\n"
        "include(\"${CMAKE_CURRENT_BINARY_DIR}/x@n.cmake\")\n",
        "file(WRITE \"${CMAKE_CURRENT_BINARY_DIR}/y.cmake\" \"include_guard(GLOBAL)\\nlist(APPEND "
        "@1 guarded)\\n\")\n"
        "include(\"${CMAKE_CURRENT_BINARY_DIR}/y.cmake\")\n",
        "if(v)\nfile(WRITE \"${CMAKE_CURRENT_BINARY_DIR}/z.cmake\" \"get_filename_component(@1 "
        "\\\"\\${CMAKE_CURRENT_LIST_FILE}\\\" NAME)\\nset(@2 [===[${@1}]===] "
        "PARENT_SCOPE)\\n\")\nendif()\n"
        "include(\"${CMAKE_CURRENT_BINARY_DIR}/z.cmake\" OPTIONAL RESULT_VARIABLE t)\n"
        "if(t)\nget_filename_component(@2 \"${t}\" NAME)\nendif()\n"};
    write_pattern(self, one_of(self, commands, G_N_ELEMENTS(commands)));
}

static void write_assignment(Writer *self)
{
    const char *name = variable_name(self);
    static const char *const heads[] = {"set(%s ", "list(APPEND %s ", "set(%s ${%s} ",
                                        "list(REMOVE_ITEM %s ", "list(INSERT %s 0 q "};
    guint head = random_below(self, G_N_ELEMENTS(heads));
    if (head == 0) {
        g_string_append_printf(self->text, "set(%s ", name);
    } else if (head == 2) {
        g_string_append_printf(self->text, "set(%s ${%s} ", name, name);
    } else {
        g_string_append_printf(self->text,
                               head == 1   ? "list(APPEND %s "
                               : head == 3 ? "list(REMOVE_ITEM %s "
                                           : "list(INSERT %s 0 q ",
                               name);
    }
    write_value(self);
    g_string_append(self->text, chance(self, 6) && self->in_function && (head == 0 || head == 2)
                                    ? " PARENT_SCOPE)\n"
                                    : ")\n");
}

static void write_statement(Writer *self, guint depth)
{
    static const char *const calls[] = {" e)\n", " MANY a ${l} ONE ${v})\n", " F)\n",
                                        " ONE b MANY ${w} F)\n"};
    self->left--;
    switch (random_below(self, 19)) {
    case 0:
    case 1:
    case 2:
        if (depth < BLOCK_DEPTH_MAX) {
            write_if(self, depth);
            break;
        }
        write_mark(self);
        break;
    case 3:
        if (depth < BLOCK_DEPTH_MAX) {
            write_loop(self, depth);
            break;
        }
        write_mark(self);
        break;
    case 4:
        if (self->in_loop && depth > 1) {
            g_string_append(self->text, chance(self, 2) ? "break()\n" : "continue()\n");
        } else if (self->in_function && depth > 1) {
            write_pattern(self, chance(self, 3) ? "return(PROPAGATE @1)\n" : "return()\n");
        } else {
            g_string_append_printf(self->text, "unset(%s)\n", variable_name(self));
        }
        break;
    case 5:
        if (self->in_function && chance(self, 2)) {
            write_pattern(self, "cmake_parse_arguments(P \"F\" \"ONE\" \"MANY;MORE\" ${ARGN})\n"
                                "set(@1 ${P_ONE} ${P_MANY})\nset(@2 \"${P_F}\")\n");
        } else if (self->in_function) {
            write_pattern(self, chance(self, 3) ? "unset(@1 PARENT_SCOPE)\n"
                                                : "set(@1 ${ARGN} PARENT_SCOPE)\n");
        } else if (self->defining) {
            g_string_append_printf(self->text, "set(%s ${ARGN})\n", variable_name(self));
        } else {
            g_string_append(self->text, chance(self, 2) ? "f(" : "m(");
            write_value(self);
            g_string_append(self->text, one_of(self, calls, G_N_ELEMENTS(calls)));
        }
        break;
    case 6:
        g_string_append_printf(self->text, "string(APPEND %s \"", variable_name(self));
        g_string_append(self->text, chance(self, 2) ? "${w}\")\n" : ";b\")\n");
        break;
    case 7:
    case 8:
        write_mark(self);
        break;
    case 9:
        if (depth < BLOCK_DEPTH_MAX) {
            if (chance(self, 2)) {
                write_while(self, depth);
            } else {
                write_scope(self, depth);
            }
            break;
        }
        write_mark(self);
        break;
    case 10:
    case 11:
    case 12:
    case 13:
    case 14:
    case 15:
        write_command(self);
        break;
    default:
        write_assignment(self);
        break;
    }
}

static void write_block(Writer *self, guint depth)
{
    do {
        if (self->left == 0) {
            write_mark(self);
            return;
        }
        write_statement(self, depth);
    } while (!chance(self, 2));
}

char *random_program(guint32 seed, guint statements)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    Writer writer = {.random = random,
                     .text = g_string_new("cmake_minimum_required(VERSION 3.25)\n"
                                          "project(random NONE)\n"),
                     .left = statements};
    for (guint i = 0; i < G_N_ELEMENTS(switches); i++) {
        g_string_append_printf(writer.text, "option(%s \"\" OFF)\n", switches[i]);
    }
    g_string_append(writer.text,
                    "set(K x CACHE STRING \"\")\n"
                    "set_property(CACHE K PROPERTY STRINGS x y OFF)\nset(e)\nset(i)\nset(n 0)\n"
                    "set(ENV{XAAS_TEST} \"\")\n");
    writer.in_function = writer.defining = TRUE;
    g_string_append(writer.text, "function(f v)\n");
    write_block(&writer, 1);
    g_string_append(writer.text, "endfunction()\nmacro(m p)\n");
    writer.in_function = FALSE;
    write_block(&writer, 1);
    writer.defining = FALSE;
    g_string_append(writer.text, "endmacro()\n");
    while (writer.left > 0) {
        write_statement(&writer, 0);
    }
    write_mark(&writer);
    write_mark(&writer);
    return g_string_free(writer.text, FALSE);
}

GHashTable *random_configuration(guint number)
{
    GHashTable *values = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < G_N_ELEMENTS(switches); i++) {
        g_hash_table_insert(values, (gpointer)switches[i],
                            (gpointer)((number >> i) & 1u ? "ON" : "OFF"));
    }
    g_hash_table_insert(values, (gpointer) "K",
                        (gpointer)choices[number >> G_N_ELEMENTS(switches)]);
    return values;
}
