#include "tests/unit/cmake/random_program.h"
#include "tests/unit/cmake/random_commands.h"
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

/* Appends a pattern, with names for what stands for variables, files and numbers in it
 * (random_commands.h). */
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
        write_pattern(self, one_of(self, random_commands, random_command_count));
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
