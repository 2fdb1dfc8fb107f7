/* All configurations at once against one after the other: random small programs are read in the
 * symbolic domain and, for each choice of their options, in the concrete one. What is found under a
 * condition that the choice fulfils must be just what is found for the choice. XAAS_PROGRAMS=FOLDER
 * keeps the programs, to ask CMake itself. */
#include "discover/cmake/cmake_reader.h"
#include <string.h>

#define PROGRAMS 150u
#define STATEMENTS_MAX 14u
#define BLOCK_DEPTH_MAX 4u

static const char *const switches[] = {"A", "B", "C"};
static const char *const choices[] = {"x", "y", "OFF"};
#define CONFIGURATIONS ((1u << G_N_ELEMENTS(switches)) * G_N_ELEMENTS(choices))

/* The program ------------------------------------------------------------------------------------
 */

typedef struct {
    GString *text;
    guint left; /* statements that may still be written */
    guint marks;
    gboolean in_loop, in_function, in_macro;
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

/* Appends a pattern in which "@1", "@2" stand for variables, each the same throughout, and "@n" for
 * a number that no other pattern gets. */
static void write_pattern(Writer *self, const char *pattern)
{
    const char *const names[] = {variable_name(self), variable_name(self)};
    guint number = self->marks++;
    for (const char *c = pattern; *c != '\0'; c++) {
        if (*c != '@' || strchr("12n", c[1]) == NULL) {
            g_string_append_c(self->text, *c);
        } else if (*++c == 'n') {
            g_string_append_printf(self->text, "%u", number);
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
                                        "TRUE",
                                        "OFF"};
    if (depth > 0 && chance(self, 4)) {
        static const char *const joints[] = {" AND ", " OR ", " AND NOT "};
        g_string_append(self->text, "(");
        write_condition(self, depth - 1);
        g_string_append(self->text, one_of(self, joints, G_N_ELEMENTS(joints)));
        write_condition(self, depth - 1);
        g_string_append(self->text, ")");
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
        "foreach(i IN LISTS l)\n",         "foreach(i a b)\n",     "foreach(i ${l} c)\n",
        "foreach(i IN LISTS l ITEMS b)\n", "foreach(i RANGE 1)\n", "foreach(i RANGE 1 3 2)\n",
        "foreach(i j IN ZIP_LISTS l @1)\n"};
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
    write_pattern(self, chance(self, 2) ? "block(PROPAGATE @1)\n" : "block()\n");
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
        "list(FILTER @1 INCLUDE REGEX \"a|x\")\n",
        "list(FILTER @1 EXCLUDE REGEX \"^b\")\n",
        "if(DEFINED @1)\nlist(SORT @1)\nendif()\n",
        "if(DEFINED @1)\nlist(REVERSE @1)\nendif()\n",
        "if(DEFINED @1)\nlist(REMOVE_DUPLICATES @1)\nendif()\n",
        "list(TRANSFORM @1 PREPEND p)\n",
        "list(TRANSFORM @1 TOUPPER OUTPUT_VARIABLE @2)\n",
        "list(TRANSFORM @1 REPLACE \"(a)\" \"\\\\1q\")\n",
        "list(PREPEND @1 \"${@2}\")\n",
        "list(LENGTH @1 n)\n",
        "list(LENGTH @1 n)\nif(n GREATER 0)\nlist(GET @1 0 @2)\nendif()\n",
        "list(LENGTH @1 n)\nif(n GREATER 1)\nlist(REMOVE_AT @1 -1)\nendif()\n",
        "list(FIND @1 a n)\n",
        "list(JOIN @1 - @2)\n",
        "list(POP_FRONT @1 @2)\n",
        "list(POP_BACK @1)\n",
        "string(REPLACE a q @1 \"${@2}\")\n",
        "string(REGEX REPLACE \"([ab])x?\" \"<\\\\1>\" @1 \"${@2}\")\n",
        "string(REGEX MATCH \"a|x.\" @1 \"${@2}\")\n",
        "string(REGEX MATCHALL \"[a-c]\" @1 \"${@2}\")\n",
        "string(TOUPPER \"${@2}\" @1)\n",
        "string(LENGTH \"${@2}\" n)\n",
        "string(CONCAT @1 \"${@2}\" \"${n}\")\n",
        "string(PREPEND @1 \"${@2}\")\n",
        "string(JOIN \"-\" @1 ${@2} z)\n",
        "string(COMPARE EQUAL \"${@1}\" \"${@2}\" @1)\n",
        "string(CONFIGURE \"@w@\" @1 @ONLY)\n",
        "math(EXPR n \"${n} * 2 + 1\")\n",
        "cmake_path(APPEND p@n \"${@2}\" a.b)\ncmake_path(GET p@n STEM @1)\n",
        "get_filename_component(@1 \"d/${@2}.c\" NAME_WE)\n",
        "cmake_language(CALL set @1 ${@2})\n",
        "cmake_language(EVAL CODE \"set(@1 \\${@2})\")\n",
        "set(c \"${@1}\" CACHE INTERNAL \"\")\n",
        "set(@1 \"${@2}\" CACHE INTERNAL \"\")\n",
        "unset(@1 CACHE)\n",
        "set(@1 ${c})\n",
        "set(D ON)\n",
        "option(D \"\" OFF)\n",
        "set_property(GLOBAL APPEND PROPERTY P ${@1})\nget_property(@2 GLOBAL PROPERTY P)\n",
        "get_property(@1 GLOBAL PROPERTY P SET)\n",
        "set(ENV{XAAS_TEST} \"${@1}\")\n",
        "set(@1 \"$ENV{XAAS_TEST}\")\n",
        "if(COMMAND g)\ng(${@1})\nendif()\n",
        "macro(g)\nset(@1 \"g${ARGN}\")\nendmacro()\n",
        "separate_arguments(@1 UNIX_COMMAND \"${@2} b\")\n"};
    write_pattern(self, one_of(self, commands, G_N_ELEMENTS(commands)));
}

static void write_assignment(Writer *self)
{
    const char *name = variable_name(self);
    static const char *const heads[] = {"set(%s ", "list(APPEND %s ", "set(%s ${%s} ",
                                        "list(REMOVE_ITEM %s ", "list(INSERT %s 0 "};
    guint head = random_below(self, G_N_ELEMENTS(heads));
    if (head == 0) {
        g_string_append_printf(self->text, "set(%s ", name);
    } else if (head == 2) {
        g_string_append_printf(self->text, "set(%s ${%s} ", name, name);
    } else {
        g_string_append_printf(self->text,
                               head == 1   ? "list(APPEND %s "
                               : head == 3 ? "list(REMOVE_ITEM %s "
                                           : "list(INSERT %s 0 ",
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
    switch (random_below(self, 17)) {
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
        } else if (self->in_macro) {
            /* It must not call itself: nothing would end that. */
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

static char *random_program(guint32 seed, guint statements)
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
    writer.in_function = TRUE;
    g_string_append(writer.text, "function(f v)\n");
    write_block(&writer, 1);
    g_string_append(writer.text, "endfunction()\nmacro(m p)\n");
    writer.in_function = FALSE;
    writer.in_macro = TRUE;
    write_block(&writer, 1);
    writer.in_macro = FALSE;
    g_string_append(writer.text, "endmacro()\n");
    while (writer.left > 0) {
        write_statement(&writer, 0);
    }
    write_mark(&writer);
    write_mark(&writer);
    return g_string_free(writer.text, FALSE);
}

/* Reading it
 * --------------------------------------------------------------------------------------- */

static GHashTable *configuration(guint number)
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

/* Following all configurations, conditions are freed as soon as nobody says that they are kept. */
static Facts *read_program(Arena *arena, const char *program, GHashTable *definitions)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "CMakeLists.txt", program, NULL);
    const CmakeReadOptions options = {.stub_folder = XAAS_SOURCE_ROOT "/tests/fuzz/stubs",
                                      .concrete = definitions != NULL,
                                      .definitions = definitions,
                                      .collect_after = definitions != NULL ? 0 : 1};
    Facts *facts = facts_new(arena);
    g_autoptr(GError) error = NULL;
    cmake_read(tree, &options, facts, diagnostics, &error);
    g_assert_no_error(error);
    facts_finish(facts);
    return facts;
}

/* Whether a condition over A, B, C and K holds; -1 when it asks for something else. */
static int holds(const Condition *condition, GHashTable *values)
{
    int result;
    switch (condition->kind) {
    case CONDITION_TRUE:
        return 1;
    case CONDITION_FALSE:
        return 0;
    case CONDITION_NOT:
        result = holds(condition->operands[0], values);
        return result < 0 ? -1 : !result;
    case CONDITION_ALL:
    case CONDITION_ANY:
        for (guint i = 0; i < condition->operand_count; i++) {
            result = holds(condition->operands[i], values);
            if (result < 0 || result == (condition->kind == CONDITION_ANY)) {
                return result;
            }
        }
        return condition->kind == CONDITION_ALL;
    case CONDITION_ATOM:
        break;
    }
    const char *value = g_hash_table_lookup(values, condition->subject);
    if (value == NULL || condition->subject_kind != CONDITION_SUBJECT_OPTION) {
        return -1;
    }
    if (condition->relation == NULL) {
        return strcmp(value, "OFF") != 0;
    }
    return strcmp(condition->relation, "=") == 0 ? strcmp(value, condition->value) == 0 : -1;
}

/* What is found under conditions that `values` fulfil, a line each; with `open` also under
 * conditions that ask for more than the options. */
static GHashTable *found(const Facts *facts, GHashTable *values, gboolean open)
{
    int least = open ? -1 : 1;
    GHashTable *lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < facts->effects->len; i++) {
        const Effect *effect = facts->effects->pdata[i];
        int here = holds(effect->when, values);
        if (effect->kind == EFFECT_PACKAGE && here != 0 && here >= least) {
            g_hash_table_add(lines, g_strdup_printf("%u: %s", effect->at.line, effect->name));
        }
    }
    for (guint i = 0; i < facts->options->len; i++) {
        const Option *option = facts->options->pdata[i];
        for (guint d = 0; option->name[0] == 'O' && d < option->definitions->len; d++) {
            const Definition *definition = option->definitions->pdata[d];
            int here = holds(definition->exists, values);
            for (guint k = 0; here != 0 && k < definition->defaults->len; k++) {
                const DefaultValue *value = definition->defaults->pdata[k];
                int when = holds(value->when, values);
                if (when != 0 && MIN(here, when) >= least) {
                    g_hash_table_add(lines, g_strdup_printf("%u: %s=%s", definition->at.line,
                                                            option->name, value->value));
                }
            }
        }
    }
    return lines;
}

/* The lines in sorted order, for people. */
static char *listed(GHashTable *lines)
{
    g_autoptr(GList) keys = g_list_sort(g_hash_table_get_keys(lines), (GCompareFunc)strcmp);
    g_autoptr(GString) text = g_string_new(NULL);
    for (const GList *key = keys; key != NULL; key = key->next) {
        g_string_append_printf(text, "%s\n", (const char *)key->data);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* An element of `part` that is not in `whole`; NULL when there is none. */
static const char *missing(GHashTable *part, GHashTable *whole)
{
    GHashTableIter iter;
    gpointer line;
    g_hash_table_iter_init(&iter, part);
    while (g_hash_table_iter_next(&iter, &line, NULL)) {
        if (!g_hash_table_contains(whole, line)) {
            return line;
        }
    }
    return NULL;
}

static void keep_program(const char *program, guint number, guint chosen, const char *wanted)
{
    const char *folder = g_getenv("XAAS_PROGRAMS");
    if (folder == NULL) {
        return;
    }
    g_autofree char *path = g_strdup_printf("%s/%u.cmake", folder, number);
    g_autofree char *answer = g_strdup_printf("%s/%u.%u", folder, number, chosen);
    g_assert_true(g_file_set_contents(path, program, -1, NULL));
    g_assert_true(g_file_set_contents(answer, wanted, -1, NULL));
}

/* FALSE when the choice shows a difference, which is told. */
static gboolean agrees(const char *program, guint number, const Facts *all, guint chosen,
                       Arena *arena)
{
    g_autoptr(GHashTable) values = configuration(chosen);
    const Facts *one = read_program(arena, program, values);
    g_autoptr(GHashTable) alone = found(one, values, FALSE);
    g_autoptr(GHashTable) certain = found(all, values, FALSE);
    g_autoptr(GHashTable) possible = found(all, values, TRUE);
    g_autofree char *wanted = listed(alone);
    keep_program(program, number, chosen, wanted);
    const char *lost = missing(alone, possible);
    const char *invented = missing(certain, alone);
    if (lost == NULL && invented == NULL) {
        return TRUE;
    }
    g_autofree char *got = listed(possible);
    g_test_message("program %u, choice %u: %s %s\n%s\nalone:\n%s\namong all:\n%s", number, chosen,
                   lost != NULL ? "lost" : "invented", lost != NULL ? lost : invented, program,
                   wanted, got);
    return FALSE;
}

static void test_random_programs(void)
{
    const char *other = g_getenv("XAAS_SEED");
    guint32 seed = other != NULL ? (guint32)g_ascii_strtoull(other, NULL, 10) : 0;
    guint differing = 0;
    for (guint number = 0; number < PROGRAMS; number++) {
        g_autofree char *program =
            random_program(seed * PROGRAMS + number, 1 + number * STATEMENTS_MAX / PROGRAMS);
        g_autoptr(Arena) arena = arena_new();
        const Facts *all = read_program(arena, program, NULL);
        for (guint chosen = 0; chosen < CONFIGURATIONS; chosen++) {
            if (!agrees(program, number, all, chosen, arena)) {
                differing++;
                break;
            }
        }
    }
    g_assert_cmpuint(differing, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cmake/agreement/random-programs", test_random_programs);
    return g_test_run();
}
