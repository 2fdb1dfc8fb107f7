/* All configurations at once against one after the other: random small programs are read in the
 * symbolic domain and, for each choice of their options, in the concrete one. What is found under a
 * condition that the choice fulfils must be just what is found for the choice. And that must be
 * what CMake itself does, which is asked for some of them.
 *
 * XAAS_SEED=NUMBER tries other programs, XAAS_ASKED=NUMBER asks CMake for that many of them. */
#include "discover/cmake/cmake_reader.h"
#include "tests/unit/cmake/asked_cmake.h"
#include "tests/unit/cmake/random_program.h"
#include <string.h>

#define PROGRAMS 150u
#define STATEMENTS_MAX 14u

/* Reading it
 * --------------------------------------------------------------------------------------- */

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

/* The lines of which the reader says itself that it does not know all that is found there: texts
 * that checks alone tell apart become an unknown one when they are too many. Elements are numbers.
 */
static GHashTable *open_lines(const Facts *facts)
{
    GHashTable *lines = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < facts->ledger->len; i++) {
        const LedgerEntry *entry = facts->ledger->pdata[i];
        if (strcmp(entry->reason, "unknown name") == 0) {
            g_hash_table_add(lines, GUINT_TO_POINTER(entry->at.line));
        }
    }
    for (guint i = 0; i < facts->options->len; i++) {
        const Option *option = facts->options->pdata[i];
        for (guint d = 0; d < option->definitions->len; d++) {
            const Definition *definition = option->definitions->pdata[d];
            for (guint k = 0; k < definition->defaults->len; k++) {
                const DefaultValue *value = definition->defaults->pdata[k];
                if (value->value != NULL && strstr(value->value, "${") != NULL) {
                    g_hash_table_add(lines, GUINT_TO_POINTER(definition->at.line));
                }
            }
        }
    }
    return lines;
}

/* An element of `part` that is not in `whole`, nor in a line of `open`, which may be NULL; NULL
 * when there is none. */
static const char *missing(GHashTable *part, GHashTable *whole, GHashTable *open)
{
    GHashTableIter iter;
    gpointer line;
    g_hash_table_iter_init(&iter, part);
    while (g_hash_table_iter_next(&iter, &line, NULL)) {
        guint number = (guint)g_ascii_strtoull(line, NULL, 10);
        gboolean told = open != NULL && g_hash_table_contains(open, GUINT_TO_POINTER(number));
        if (!told && !g_hash_table_contains(whole, line)) {
            return line;
        }
    }
    return NULL;
}

/* FALSE when the choice shows a difference, which is told. */
static gboolean agrees(const char *program, guint number, const Facts *all, guint chosen,
                       Arena *arena)
{
    g_autoptr(GHashTable) values = random_configuration(chosen);
    const Facts *one = read_program(arena, program, values);
    g_autoptr(GHashTable) alone = found(one, values, FALSE);
    g_autoptr(GHashTable) certain = found(all, values, FALSE);
    g_autoptr(GHashTable) possible = found(all, values, TRUE);
    g_autofree char *wanted = listed(alone);
    g_autoptr(GHashTable) open = open_lines(all);
    const char *lost = missing(alone, possible, open);
    const char *invented = missing(certain, alone, NULL);
    if (lost == NULL && invented == NULL) {
        return TRUE;
    }
    g_autofree char *got = listed(possible);
    g_test_message("program %u, choice %u: %s %s\n%s\nalone:\n%s\namong all:\n%s", number, chosen,
                   lost != NULL ? "lost" : "invented", lost != NULL ? lost : invented, program,
                   wanted, got);
    return FALSE;
}

static guint number_of(const char *variable, guint otherwise)
{
    const char *given = g_getenv(variable);
    return given != NULL ? (guint)g_ascii_strtoull(given, NULL, 10) : otherwise;
}

/* Later ones are longer. */
static char *program_of(guint number)
{
    return random_program(number_of("XAAS_SEED", 0) * PROGRAMS + number,
                          1 + number * STATEMENTS_MAX / PROGRAMS);
}

static void test_random_programs(void)
{
    guint differing = 0;
    for (guint number = 0; number < PROGRAMS; number++) {
        g_autofree char *program = program_of(number);
        g_autoptr(Arena) arena = arena_new();
        const Facts *all = read_program(arena, program, NULL);
        for (guint chosen = 0; chosen < RANDOM_CONFIGURATIONS; chosen++) {
            if (!agrees(program, number, all, chosen, arena)) {
                differing++;
                break;
            }
        }
    }
    g_assert_cmpuint(differing, ==, 0);
}

/* FALSE when CMake does something else, which is told. Counts in `answers` when CMake said anything
 * at all: it is stopped where a program takes too long or too much memory. */
static gboolean cmake_agrees(const char *program, guint number, guint chosen, guint *answers)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GHashTable) values = random_configuration(chosen);
    g_autoptr(GHashTable) ours = found(read_program(arena, program, values), values, FALSE);
    g_autoptr(GHashTable) theirs = asked_cmake(program, values);
    if (theirs == NULL) {
        return TRUE;
    }
    (*answers)++;
    const char *lost = missing(theirs, ours, NULL);
    const char *invented = missing(ours, theirs, NULL);
    if (lost == NULL && invented == NULL) {
        return TRUE;
    }
    g_autofree char *wanted = listed(theirs);
    g_autofree char *got = listed(ours);
    g_test_message("program %u, choice %u: %s %s\n%s\nCMake:\n%s\nours:\n%s", number, chosen,
                   lost != NULL ? "lost" : "invented", lost != NULL ? lost : invented, program,
                   wanted, got);
    return FALSE;
}

static void test_asking_cmake(void)
{
    guint asked = MIN(number_of("XAAS_ASKED", 20), PROGRAMS);
    guint differing = 0;
    guint answers = 0;
    for (guint i = 1; i <= asked; i++) {
        guint number = i * PROGRAMS / asked - 1;
        g_autofree char *program = program_of(number);
        guint chosen = (number * 7 + i) % RANDOM_CONFIGURATIONS;
        differing += !cmake_agrees(program, number, chosen, &answers);
    }
    g_test_message("CMake answered for %u of %u programs", answers, asked);
    g_assert_cmpuint(differing, ==, 0);
    g_assert_cmpuint(2 * answers, >, asked);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cmake/agreement/random-programs", test_random_programs);
    g_test_add_func("/cmake/agreement/asking-cmake", test_asking_cmake);
    return g_test_run();
}
