/* Conditions of the shell: test, case, and what they say of options. */
#include "discover/autotools/option_lists.h"
#include "discover/cmake/pure.h"
#include <string.h>

OptionState *configure_option_of(Configure *self, const char *text, const char *other, char **value)
{
    const char *begin = strchr(text, HOLE_BEGIN);
    if (begin == NULL) {
        return NULL;
    }
    const char *cursor = begin;
    const Symbol *symbol = symbols_read_hole(self->symbols, &cursor);
    gsize prefix = (gsize)(begin - text);
    gsize suffix = strlen(cursor);
    gsize whole = strlen(other);
    if (symbol == NULL || symbol->kind != CONDITION_SUBJECT_OPTION || text_has_hole(cursor) ||
        whole < prefix + suffix || strncmp(text, other, prefix) != 0 ||
        !g_str_has_suffix(other, cursor)) {
        return NULL;
    }
    for (guint i = 0; i < self->option_list->len; i++) {
        OptionState *state = self->option_list->pdata[i];
        if (state->symbol == symbol) {
            *value = g_strndup(other + prefix, whole - prefix - suffix);
            return state;
        }
    }
    return NULL;
}

/* Patterns, places and what a linker is given are no words to choose from. */
static gboolean is_word(const char *value)
{
    return *value != '\0' && *value != '-' && strlen(value) < 64 &&
           strpbrk(value, " \t\n/$*") == NULL;
}

/* What a text is compared with is a value of the option that it is made of. */
static void note_compared(Configure *self, const char *text, const char *other, ValueOrigin origin)
{
    g_autofree char *value = NULL;
    OptionState *state = configure_option_of(self, text, other, &value);
    if (state != NULL && is_word(value)) {
        recorder_value(self->recorder, state->record, value, origin,
                       configure_span(self, self->at));
        if (!self->among_spellings) {
            if (state->alone == NULL) {
                state->alone = g_hash_table_new(NULL, NULL);
            }
            g_hash_table_add(state->alone, (gpointer)arena_intern(self->arena, value));
        }
    }
}

static Guard texts_equal(Configure *self, const char *a, const char *b, ValueOrigin origin)
{
    a = a != NULL ? a : "";
    b = b != NULL ? b : "";
    gboolean a_open = text_has_hole(a);
    gboolean b_open = text_has_hole(b);
    if (a_open && !b_open) {
        note_compared(self, a, b, origin);
    } else if (b_open && !a_open) {
        note_compared(self, b, a, origin);
    }
    return text_equals(self->symbols, a, b);
}

Guard configure_equals(Configure *self, const Value *a, const Value *b, ValueOrigin origin)
{
    Guard result = GUARD_FALSE;
    for (guint i = 0; i < a->count; i++) {
        for (guint k = 0; k < b->count; k++) {
            Guard when = guard_and(self->guards, a->alternatives[i].when, b->alternatives[k].when);
            if (!guard_meets(self->guards, when, self->path)) {
                continue;
            }
            Guard equal =
                texts_equal(self, a->alternatives[i].text, b->alternatives[k].text, origin);
            result = guard_or(self->guards, result, guard_and(self->guards, when, equal));
        }
    }
    return result;
}

/* A pattern that leaves nothing out. */
static gboolean matches_all(const char *pattern)
{
    return *pattern != '\0' && pattern[strspn(pattern, "*")] == '\0';
}

/* "send?early" of an option whose help says "send-early": what people write there. The caller frees
 * it; NULL when the pattern is none of the kind. */
static char *word_of_pattern(Configure *self, const char *text, const char *pattern)
{
    g_autofree char *given = NULL;
    const OptionState *state = strchr(pattern, '?') != NULL && strpbrk(pattern, "*[") == NULL &&
                                       symbols_of_hole(self->symbols, text) != NULL
                                   ? configure_option_of(self, text, "", &given)
                                   : NULL;
    const DefinitionRecord *first = state != NULL ? state->record->definitions->pdata[0] : NULL;
    g_auto(GStrv) words = g_strsplit_set(first != NULL && first->help != NULL ? first->help : "",
                                         " ,;:|/()[]\"'", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        if (g_pattern_match_simple(pattern, words[i])) {
            return g_strdup(words[i]);
        }
    }
    return NULL;
}

static Guard text_matches(Configure *self, const char *text, const char *pattern,
                          ValueOrigin origin, gboolean glob)
{
    text = text != NULL ? text : "";
    if (glob && matches_all(pattern)) {
        return GUARD_TRUE;
    }
    if (!glob) {
        return texts_equal(self, text, pattern, origin);
    }
    if (!text_has_hole(text)) {
        /* Brackets are beyond g_pattern_match: taken for a check. */
        if (strchr(pattern, '[') == NULL) {
            return g_pattern_match_simple(pattern, text) ? GUARD_TRUE : GUARD_FALSE;
        }
    }
    g_autofree char *list = NULL;
    g_autofree char *word = NULL;
    if (option_lists_asks(self, text, pattern, &list, &word)) {
        return texts_equal(self, list, word, origin);
    }
    g_autofree char *spelled = word_of_pattern(self, text, pattern);
    if (spelled != NULL) {
        return texts_equal(self, text, spelled, origin);
    }
    return text_relation(self->symbols, text, "matches", pattern);
}

Guard configure_matches(Configure *self, const Value *value, const char *pattern, gboolean glob,
                        ValueOrigin origin)
{
    Guard result = GUARD_FALSE;
    for (guint i = 0; i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        if (!guard_meets(self->guards, alternative->when, self->path)) {
            continue;
        }
        Guard here = text_matches(self, alternative->text, pattern, origin, glob);
        result = guard_or(self->guards, result, guard_and(self->guards, here, alternative->when));
    }
    return result;
}

/* test -------------------------------------------------------------------------------------- */

typedef struct {
    Configure *configure;
    const GPtrArray *words;
    guint next;
    guint end;
    guint depth;
    gboolean patterns; /* [[ ]]: what stands behind "==" may be one */
} TestReader;

#define TEST_DEPTH_MAX 60u

static Guard test_or(TestReader *self);

static const char *literal_at(const TestReader *self, guint index)
{
    return index < self->end ? word_literal(self->configure->arena, self->words->pdata[index])
                             : NULL;
}

static gboolean take(TestReader *self, const char *text)
{
    const char *literal = literal_at(self, self->next);
    if (literal == NULL || strcmp(literal, text) != 0) {
        return FALSE;
    }
    self->next++;
    return TRUE;
}

static Guard is_empty(Configure *self, const Value *value)
{
    g_autoptr(Value) empty = value_of_text("");
    return configure_equals(self, value, empty, VALUE_COMPARED);
}

/* A number comparison that texts cannot decide. */
static Guard compare_numbers(Configure *self, const Value *a, const char *relation, const Value *b)
{
    Guard result = GUARD_FALSE;
    for (guint i = 0; i < a->count; i++) {
        for (guint k = 0; k < b->count; k++) {
            const char *left = a->alternatives[i].text;
            const char *right = b->alternatives[k].text;
            Guard when = guard_and(self->guards, a->alternatives[i].when, b->alternatives[k].when);
            if (left == NULL || right == NULL || !guard_meets(self->guards, when, self->path)) {
                continue;
            }
            Guard holds = GUARD_FALSE;
            if (text_has_hole(left) || text_has_hole(right)) {
                holds = text_relation(self->symbols, left, relation, right);
            } else {
                gint64 x = g_ascii_strtoll(left, NULL, 10);
                gint64 y = g_ascii_strtoll(right, NULL, 10);
                gboolean less = relation[0] == '<';
                gboolean true_ = (relation[1] == '=' && x == y) || (less ? x < y : x > y);
                holds = true_ ? GUARD_TRUE : GUARD_FALSE;
            }
            result = guard_or(self->guards, result, guard_and(self->guards, when, holds));
        }
    }
    return result;
}

/* [[ $list == *word* ]], [[ $list =~ word ]]. FALSE when it asks for something else. */
static gboolean test_pattern(TestReader *self, const char *sign, Guard *holds)
{
    Configure *configure = self->configure;
    const Word *asked = self->words->pdata[self->next + 2];
    const char *text = word_literal(configure->arena, asked);
    gboolean searches = strcmp(sign, "=~") == 0;
    gboolean compares = *sign == '=' || *sign == '!';
    if (!self->patterns || text == NULL || !compares ||
        (searches ? !is_word(text) || strpbrk(text, "[](){}|.*+?\\^") != NULL
                  : !word_is_pattern(asked))) {
        return FALSE;
    }
    g_autofree char *pattern = searches ? g_strdup_printf("*%s*", text) : g_strdup(text);
    g_autoptr(Value) value = configure_word(configure, self->words->pdata[self->next]);
    self->next += 3;
    *holds = configure_matches(configure, value, pattern, TRUE, VALUE_COMPARED);
    if (*sign == '!') {
        *holds = guard_not(configure->guards, *holds);
    }
    return TRUE;
}

/* What an operator between two words asks; NULL for what is no such operator. */
static const char *binary_relation(const char *operator)
{
    static const struct {
        const char *operator;
        const char *relation; /* "=" and "!=": as texts */
    } rows[] = {{"=", "="},   {"==", "="},   {"!=", "!="}, {"-eq", "="}, {"-ne", "!="},
                {"-lt", "<"}, {"-le", "<="}, {"-gt", ">"}, {"-ge", ">="}};
    for (guint i = 0; operator!= NULL && i<G_N_ELEMENTS(rows); i++) {
        if (strcmp(rows[i].operator, operator) == 0) {
            return rows[i].relation;
        }
    }
    return NULL;
}

static Guard test_binary(TestReader *self, const char *relation)
{
    Configure *configure = self->configure;
    const Word *first = self->words->pdata[self->next];
    const Word *second = self->words->pdata[self->next + 2];
    gboolean as_texts = *relation == '=' || *relation == '!';
    g_autoptr(Value) left = as_texts ? configure_compared_word(configure, first, second)
                                     : configure_word(configure, first);
    g_autoptr(Value) right = as_texts ? configure_compared_word(configure, second, first)
                                      : configure_word(configure, second);
    self->next += 3;
    if (as_texts) {
        Guard equal = configure_equals(configure, left, right, VALUE_COMPARED);
        return *relation == '=' ? equal : guard_not(configure->guards, equal);
    }
    return compare_numbers(configure, left, relation, right);
}

/* When a text is what was given for an option, and that is the answer to a question, or nothing at
 * all: no file is called so. */
static Guard is_answer(Configure *self, const Alternative *alternative)
{
    g_autofree char *given = NULL;
    OptionState *state = alternative->text != NULL
                             ? configure_option_of(self, alternative->text, "yes", &given)
                             : NULL;
    if (state == NULL || g_strcmp0(given, "yes") != 0) {
        return GUARD_FALSE;
    }
    static const char *const answers[] = {"yes", "no", ""};
    Guard answer = GUARD_FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(answers); i++) {
        answer =
            guard_or(self->guards, answer, symbol_equals(self->symbols, state->symbol, answers[i]));
    }
    return guard_and(self->guards, answer, alternative->when);
}

static Guard test_primary(TestReader *self)
{
    Configure *configure = self->configure;
    if (self->next >= self->end) {
        return GUARD_FALSE;
    }
    const char *between = self->next + 2 < self->end ? literal_at(self, self->next + 1) : NULL;
    Guard holds = GUARD_FALSE;
    if (between != NULL && test_pattern(self, between, &holds)) {
        return holds;
    }
    const char *relation = binary_relation(between);
    if (relation != NULL) {
        return test_binary(self, relation);
    }
    if (take(self, "!")) {
        return self->depth++ < TEST_DEPTH_MAX ? guard_not(configure->guards, test_primary(self))
                                              : GUARD_FALSE;
    }
    if (self->depth < TEST_DEPTH_MAX && take(self, "(")) {
        self->depth++;
        Guard inner = test_or(self);
        take(self, ")");
        return inner;
    }
    const char *operator= literal_at(self, self->next);
    gboolean unary = operator!= NULL && operator[0] == '-' && operator[1] != '\0' && operator[2] ==
                     '\0' && self->next + 1<self->end;
    if (!unary) {
        const Word *word = self->words->pdata[self->next++];
        /* What stands behind it may be an operator that is not known: "=~". */
        g_autoptr(Value) value = configure_word(configure, word);
        return guard_not(configure->guards, is_empty(configure, value));
    }
    const Word *word = self->words->pdata[self->next + 1];
    self->next += 2;
    if (operator[1] == 'n' || operator[1] == 'z') {
        g_autoptr(Value) value = configure_compared_word(configure, word, NULL);
        Guard empty = is_empty(configure, value);
        return operator[1] == 'z' ? empty : guard_not(configure->guards, empty);
    }
    /* A file of the machine that configures. */
    g_autoptr(Value) value = configure_word(configure, word);
    const char *text = value->alternatives[0].text;
    g_autofree char *name =
        g_strdup_printf("%s %s", operator[1] == 'd' ? "folder" : "file",
                        text != NULL ? configure_readable(configure, text) : "");
    Guard there = configure_unknown(configure, CONDITION_SUBJECT_PROBE, name);
    for (guint i = 0; i < value->count; i++) {
        there =
            guard_minus(configure->guards, there, is_answer(configure, &value->alternatives[i]));
    }
    return there;
}

static Guard test_and(TestReader *self)
{
    Guard result = test_primary(self);
    while (take(self, "-a") || take(self, "&&")) {
        result = guard_and(self->configure->guards, result, test_primary(self));
    }
    return result;
}

static Guard test_or(TestReader *self)
{
    Guard result = test_and(self);
    while (take(self, "-o") || take(self, "||")) {
        result = guard_or(self->configure->guards, result, test_and(self));
    }
    return result;
}

Guard configure_test(Configure *self, const GPtrArray *words, guint begin, guint end)
{
    const char *command = begin > 0 ? word_literal(self->arena, words->pdata[0]) : NULL;
    TestReader reader = {.configure = self,
                         .words = words,
                         .next = begin,
                         .end = end,
                         .patterns = g_strcmp0(command, "[[") == 0};
    return test_or(&reader);
}
