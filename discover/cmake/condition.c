/* if(): the arguments of one run to the condition under which they hold. */
#include "discover/cmake/assign.h"
#include "discover/cmake/condition_internal.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/foreach_plan.h"
#include "discover/cmake/option.h"
#include "discover/cmake/policy.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/text_words.h"
#include "discover/cmake/undeclared.h"
#include <math.h>
#include <string.h>

typedef struct {
    Evaluator *evaluator;
    const Arguments *arguments;
    guint at;
    guint depth;
    gboolean failed; /* a syntax that CMake would refuse */
} Parser;

#define CONDITION_DEPTH_MAX 200u

static Guard parse_or(Parser *parser);

static const char *word_at(const Parser *parser, guint index)
{
    return index < parser->arguments->texts->len ? parser->arguments->texts->pdata[index] : NULL;
}

/* Whether the argument is a text and nothing else. Before CMP0054 quotes make no difference. */
static gboolean is_literal(const Parser *parser, guint index)
{
    Evaluator *self = parser->evaluator;
    return parser->arguments->quoted->data[index] != 0 &&
           (evaluator_policy_new(self, "CMP0054") || evaluator_in_stub(self));
}

static gboolean is_keyword(const Parser *parser, guint index, const char *keyword)
{
    const char *word = word_at(parser, index);
    return word != NULL && strcmp(word, keyword) == 0 && !is_literal(parser, index);
}

/* Whether something is there that a word before it can ask about. */
static gboolean has_operand(const Parser *parser, guint index)
{
    return word_at(parser, index) != NULL && !is_keyword(parser, index, ")");
}

/* What is declared further down may have been given where it is what a comparison is about; on the
 * right, "FFT STREQUAL FFTW3", it is a word. */
typedef enum { SIDE_LEFT, SIDE_RIGHT } Side;

/* Operands: the name of a defined variable stands for its value, other texts for themselves.
 * -------- */

static Value *operand(Parser *parser, guint index, Side side)
{
    Evaluator *self = parser->evaluator;
    const char *word = word_at(parser, index);
    if (text_has_hole(word) || is_literal(parser, index)) {
        return value_of_text(word);
    }
    Variable *variable = variables_find(self->variables, word);
    gboolean place = g_str_has_prefix(word, "CMAKE_CURRENT_");
    if (place) {
        Guard path = self->path;
        const char *text = evaluator_read_name(self, word);
        self->path = path;
        if (text != NULL) {
            return value_of_text(text);
        }
    }
    gpointer kind = side == SIDE_LEFT ? g_hash_table_lookup(self->declared, word) : NULL;
    gboolean later = kind != NULL && GPOINTER_TO_UINT(kind) != DECLARED_NOWHERE;
    /* What a package brings counts as a name on the left as well, also where the project has set it
     * for other cases; on the right it is a word. */
    gboolean brought = side == SIDE_LEFT && evaluator_may_bring(self, word);
    if (variable == NULL && !later && !brought) {
        return value_of_text(word);
    }
    variable = variables_get(self->variables, word);
    const char *given = later ? evaluator_expected_text(self, variable) : NULL;
    if (given != NULL) {
        return value_of_text(given);
    }
    evaluator_note_use(self, variable);
    g_autoptr(Value) value = evaluator_value(self, variable);
    Guard defined = value_defined(self->guards, value);
    if (guard_is_true(defined)) {
        return g_steal_pointer(&value);
    }
    const char *unset =
        brought ? evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, variable->name) : word;
    g_autoptr(Value) literal = value_of_text(unset);
    return value_update(self->symbols, self->guards, value, guard_not(self->guards, defined),
                        literal);
}

/* A variable that follows from the place, like CMAKE_CURRENT_LIST_DIR; NULL for others. */
static const char *place_text(Evaluator *self, const char *word)
{
    if (!g_str_has_prefix(word, "CMAKE_CURRENT_")) {
        return NULL;
    }
    Guard path = self->path;
    const char *text = evaluator_read_name(self, word);
    self->path = path;
    return text;
}

/* if(<word>): a constant, or the name of a variable. */
static Guard truth_of_word(Parser *parser, guint index)
{
    Evaluator *self = parser->evaluator;
    const char *word = word_at(parser, index);
    if (text_has_hole(word)) {
        /* The text may be a constant or a name; only its own truth can be asked. */
        return text_truth(self->symbols, self->guards, word);
    }
    if (cmake_is_true(word)) {
        return GUARD_TRUE;
    }
    if (cmake_is_false(word) || is_literal(parser, index)) {
        return GUARD_FALSE;
    }
    if (g_str_has_prefix(word, "ENV{")) {
        return GUARD_FALSE;
    }
    const char *place = place_text(self, word);
    if (place != NULL) {
        return cmake_is_false(place) ? GUARD_FALSE : GUARD_TRUE;
    }
    Variable *variable = variables_get(self->variables, word);
    evaluator_note_use(self, variable);
    condition_note_asked(variable);
    g_autoptr(Value) value = evaluator_value(self, variable);
    return guard_or(self->guards, value_truth(self->symbols, self->guards, value),
                    evaluator_expected(self, variable, value));
}

/* Binary operators -------------------------------------------------------------------------------
 */

typedef enum {
    TEST_NUMBER,
    TEST_TEXT,
    TEST_VERSION,
    TEST_MATCHES,
    TEST_IN_LIST,
    TEST_PATH,
    TEST_NEWER
} TestKind;

typedef struct {
    const char *word;
    TestKind kind;
    const char *relation; /* for conditions that stay open */
    int wanted;           /* -1 less, 0 equal, 1 greater; with `or_equal` also 0 */
    gboolean or_equal;
} Test;

static const Test tests[] = {
    {"EQUAL", TEST_NUMBER, "=", 0, FALSE},
    {"LESS", TEST_NUMBER, "<", -1, FALSE},
    {"GREATER", TEST_NUMBER, ">", 1, FALSE},
    {"LESS_EQUAL", TEST_NUMBER, "<=", -1, TRUE},
    {"GREATER_EQUAL", TEST_NUMBER, ">=", 1, TRUE},
    {"STREQUAL", TEST_TEXT, "=", 0, FALSE},
    {"STRLESS", TEST_TEXT, "<", -1, FALSE},
    {"STRGREATER", TEST_TEXT, ">", 1, FALSE},
    {"STRLESS_EQUAL", TEST_TEXT, "<=", -1, TRUE},
    {"STRGREATER_EQUAL", TEST_TEXT, ">=", 1, TRUE},
    {"VERSION_EQUAL", TEST_VERSION, "=", 0, FALSE},
    {"VERSION_LESS", TEST_VERSION, "<", -1, FALSE},
    {"VERSION_GREATER", TEST_VERSION, ">", 1, FALSE},
    {"VERSION_LESS_EQUAL", TEST_VERSION, "<=", -1, TRUE},
    {"VERSION_GREATER_EQUAL", TEST_VERSION, ">=", 1, TRUE},
    {"MATCHES", TEST_MATCHES, "matches", 0, FALSE},
    {"IN_LIST", TEST_IN_LIST, "in", 0, FALSE},
    {"PATH_EQUAL", TEST_PATH, "=", 0, FALSE},
    {"IS_NEWER_THAN", TEST_NEWER, "newer than", 0, FALSE},
};

static const Test *test_at(const Parser *parser, guint index)
{
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
        if (is_keyword(parser, index, tests[i].word)) {
            return &tests[i];
        }
    }
    return NULL;
}

static gboolean order_fits(const Test *test, int order)
{
    return order == test->wanted || (test->or_equal && order == 0);
}

/* As sscanf("%lg") does: what follows the number does not matter, so 4.8.2 is 4.8. */
static gboolean parse_number(const char *text, double *number)
{
    char *end = NULL;
    *number = g_ascii_strtod(text, &end);
    return end != text;
}

/* PATH_EQUAL compares component by component: repeated separators do not matter. */
static Guard test_paths(Evaluator *self, const char *a, const char *b)
{
    g_autoptr(GString) left = g_string_new(a);
    g_autoptr(GString) right = g_string_new(b);
    while (g_string_replace(left, "//", "/", 0) > 0) {
    }
    while (g_string_replace(right, "//", "/", 0) > 0) {
    }
    return text_equals(self->symbols, left->str, right->str);
}

static Guard test_texts(Parser *parser, const Test *test, const char *a, const char *b, Guard when)
{
    Evaluator *self = parser->evaluator;
    gboolean open = text_has_hole(a) || text_has_hole(b);
    double x = 0;
    double y = 0;
    switch (test->kind) {
    case TEST_NUMBER:
        if (!open) {
            if (!parse_number(a, &x) || !parse_number(b, &y)) {
                return GUARD_FALSE;
            }
            return !isunordered(x, y) && order_fits(test, x < y ? -1 : x > y) ? GUARD_TRUE
                                                                              : GUARD_FALSE;
        }
        break;
    case TEST_TEXT:
        if (test->wanted == 0 && !test->or_equal) {
            evaluator_compared(self, a, b);
            evaluator_compared(self, b, a);
            return text_equals(self->symbols, a, b);
        }
        if (!open) {
            int order = strcmp(a, b);
            return order_fits(test, order < 0 ? -1 : order > 0) ? GUARD_TRUE : GUARD_FALSE;
        }
        break;
    case TEST_VERSION:
        if (!open) {
            return order_fits(test, cmake_version_compare(a, b)) ? GUARD_TRUE : GUARD_FALSE;
        }
        break;
    case TEST_MATCHES:
        return condition_matches(self, a, b, when);
    case TEST_IN_LIST:
        return evaluator_in_list(self, a, b);
    case TEST_PATH:
        return test_paths(self, a, b);
    case TEST_NEWER:
        return symbol_relation(
            self->symbols, symbols_get(self->symbols, CONDITION_SUBJECT_PROBE, a), "newer than", b);
    }
    if (test->wanted == 0) {
        evaluator_compared(self, a, b);
        evaluator_compared(self, b, a);
        return text_equals(self->symbols, a, b);
    }
    return text_relation(self->symbols, a, test->relation, b);
}

/* A loop through several lists that asks in which of them its word stands compares that with none
 * of their words. */
static gboolean asks_for_place(const Frame *frame, const Test *test, const char *list)
{
    return test->kind == TEST_IN_LIST && frame->loop != NULL &&
           foreach_walks_also(frame->loop, list);
}

static Guard binary(Parser *parser, guint index, const Test *test)
{
    Evaluator *self = parser->evaluator;
    const char *word = word_at(parser, index);
    if (test->kind == TEST_IN_LIST && text_is_name(word) && !is_literal(parser, index)) {
        condition_note_asked(variables_get(self->variables, word));
    }
    g_autoptr(Value) left = operand(parser, index, SIDE_LEFT);
    /* The right side of MATCHES is a pattern; that of IN_LIST names a list, unset ones are empty.
     */
    g_autoptr(Value) right = NULL;
    if (test->kind == TEST_MATCHES) {
        right = value_of_text(word_at(parser, index + 2));
    } else if (test->kind == TEST_IN_LIST) {
        right = evaluator_value_of_name(self, word_at(parser, index + 2));
    } else {
        right = operand(parser, index + 2, SIDE_RIGHT);
    }
    const char *walked = self->frame->walked;
    gboolean placed = asks_for_place(self->frame, test, word_at(parser, index + 2));
    Guard result = GUARD_FALSE;
    for (guint a = 0; a < left->count; a++) {
        for (guint b = 0; b < right->count; b++) {
            const char *x = left->alternatives[a].text;
            const char *y = right->alternatives[b].text;
            Guard when =
                guard_and(self->guards, left->alternatives[a].when, right->alternatives[b].when);
            if (guard_is_false(when) || x == NULL || y == NULL ||
                !guard_meets(self->guards, when, self->path)) {
                continue;
            }
            self->frame->walked = placed ? x : walked;
            Guard holds = test_texts(parser, test, x, y, when);
            self->frame->walked = walked;
            result = guard_or(self->guards, result, guard_and(self->guards, holds, when));
        }
    }
    /* A list that is nothing has one empty element; one that is not defined has none. */
    return test->kind == TEST_IN_LIST ? guard_minus(self->guards, result, right->unset) : result;
}

/* Grammar: or := not ((AND | OR) not)*; not := NOT not | primary. AND and OR bind alike, from left
 * to right (CMake 3.25 does so, whatever its manual says).
 * --------------------------------------------------- */

static Guard parse_primary(Parser *parser)
{
    Evaluator *self = parser->evaluator;
    if (word_at(parser, parser->at) == NULL) {
        parser->failed = TRUE;
        return GUARD_FALSE;
    }
    if (is_keyword(parser, parser->at, "(")) {
        parser->at++;
        Guard inner = parse_or(parser);
        if (is_keyword(parser, parser->at, ")")) {
            parser->at++;
        } else {
            parser->failed = TRUE;
        }
        return inner;
    }
    const Test *test = test_at(parser, parser->at + 1);
    if (test != NULL && has_operand(parser, parser->at + 2)) {
        parser->at += 3;
        return binary(parser, parser->at - 3, test);
    }
    if (test != NULL) {
        /* "x STREQUAL" with nothing after it: an unquoted reference to an empty variable. */
        parser->failed = TRUE;
        parser->at += 2;
        return GUARD_FALSE;
    }
    ConditionTest unary =
        is_literal(parser, parser->at) ? NULL : condition_unary(word_at(parser, parser->at));
    if (unary != NULL && has_operand(parser, parser->at + 1)) {
        parser->at += 2;
        return unary(self, word_at(parser, parser->at - 1));
    }
    return truth_of_word(parser, parser->at++);
}

static Guard parse_not(Parser *parser)
{
    if (parser->depth >= CONDITION_DEPTH_MAX) {
        parser->failed = TRUE;
        parser->at = parser->arguments->texts->len;
        return GUARD_FALSE;
    }
    parser->depth++;
    Guard result;
    if (is_keyword(parser, parser->at, "NOT") && has_operand(parser, parser->at + 1)) {
        parser->at++;
        result = guard_not(parser->evaluator->guards, parse_not(parser));
    } else {
        result = parse_primary(parser);
    }
    parser->depth--;
    return result;
}

static Guard parse_or(Parser *parser)
{
    Guards *guards = parser->evaluator->guards;
    Guard result = parse_not(parser);
    for (;;) {
        gboolean and = is_keyword(parser, parser->at, "AND");
        if (!and&&!is_keyword(parser, parser->at, "OR")) {
            return result;
        }
        parser->at++;
        Guard right = parse_not(parser);
        result = and ? guard_and(guards, result, right) : guard_or(guards, result, right);
    }
}

typedef struct {
    const Command *command;
    Guard result;
    Guard failed;        /* where CMake would stop with a syntax error */
    gboolean understood; /* somewhere it does not */
} ConditionRun;

static void run_condition(Evaluator *self, gpointer data)
{
    ConditionRun *run = data;
    g_auto(Arguments) arguments = arguments_new(self);
    evaluator_expand(self, run->command, &arguments);
    if (arguments.texts->len == 0) {
        run->understood = TRUE;
        return; /* if() of nothing is false */
    }
    Parser parser = {.evaluator = self, .arguments = &arguments};
    Guard holds = parse_or(&parser);
    if (parser.failed || parser.at < arguments.texts->len) {
        run->failed = guard_or(self->guards, run->failed, self->path);
        return;
    }
    run->understood = TRUE;
    run->result = guard_or(self->guards, run->result, guard_and(self->guards, holds, self->path));
}

/* "${NAME}" IN_LIST list: what it stands for is all that is left of it once it is expanded. */
static void note_texts_among(Evaluator *self, const Command *command)
{
    for (guint i = 0; i + 1 < command->argument_count; i++) {
        if (g_strcmp0(command->arguments[i + 1].constant, "IN_LIST") == 0) {
            condition_note_among(self, &command->arguments[i]);
        }
    }
}

Guard evaluator_condition(Evaluator *self, const Command *command)
{
    note_texts_among(self, command);
    ConditionRun run = {command, GUARD_FALSE, GUARD_FALSE, FALSE};
    evaluator_each_run(self, run_condition, &run);
    if (!run.understood && !guard_is_false(run.failed)) {
        /* Nothing that we know makes a condition of it, so what we know is wrong: neither arm is
         * ruled out. */
        evaluator_ledger(self, "condition not understood", command->name, NULL);
        const char *name =
            arena_printf(self->arena, "condition at %s:%u", self->frame->file->path, command->line);
        Guard open = self->domain->flag(self, CONDITION_SUBJECT_UNKNOWN, name, NULL);
        run.result = guard_and(self->guards, run.failed, open);
    }
    return run.result;
}
