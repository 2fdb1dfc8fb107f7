#include "discover/meson/reading.h"
#include <string.h>

const MesonValue *meson_evaluate_named(MesonReading *self, const MesonNode *call, const char *name)
{
    const MesonNode *node = meson_named(call, name);
    return node != NULL ? meson_evaluate(self, node) : NULL;
}

const MesonValue *meson_evaluate_argument(MesonReading *self, const MesonNode *call, guint n)
{
    const MesonNode *node = meson_argument(call, n);
    return node != NULL ? meson_evaluate(self, node) : NULL;
}

static const MesonValue *evaluate_list(MesonReading *self, const MesonNode *node)
{
    GPtrArray *items = arena_array(self->arena);
    for (guint i = 0; i < node->items->len; i++) {
        const MesonValue *value = meson_evaluate(self, node->items->pdata[i]);
        meson_add_item(self, items, GUARD_TRUE, NULL, value);
    }
    return meson_list(self, items);
}

static const MesonValue *evaluate_dictionary(MesonReading *self, const MesonNode *node)
{
    GPtrArray *items = arena_array(self->arena);
    for (guint i = 0; i < node->items->len; i++) {
        const char *key = meson_text_of(meson_evaluate(self, node->keys->pdata[i]));
        const MesonValue *value = meson_evaluate(self, node->items->pdata[i]);
        meson_add_item(self, items, GUARD_TRUE, key != NULL ? key : "", value);
    }
    return meson_dictionary(self, items);
}

/* f'...@NAME@...' */
static const MesonValue *evaluate_formatted(MesonReading *self, const MesonNode *node)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) parts = g_strsplit(node->text, "@", -1);
    for (guint i = 0; parts[i] != NULL; i++) {
        const MesonValue *value = i % 2 == 1 && parts[i + 1] != NULL
                                      ? g_hash_table_lookup(self->variables, parts[i])
                                      : NULL;
        const char *known = meson_text_of(value);
        const char *hole =
            value != NULL && known == NULL ? meson_text_of(meson_unknown(self, parts[i])) : NULL;
        if (text->len > MESON_TEXT_BYTES_MAX) {
            break; /* it is too long already */
        }
        g_string_append(text, known != NULL ? known : (hole != NULL ? hole : parts[i]));
    }
    return meson_text(self, text->str, meson_place(self, node->line));
}

/* The ways that can be where it is read. */
static const MesonValue *ways_here(MesonReading *self, const MesonValue *value)
{
    const MesonItem *only = NULL;
    guint count = 0;
    for (guint i = 0; i < value->items->len; i++) {
        const MesonItem *item = value->items->pdata[i];
        if (guard_meets(self->guards, item->when, self->path)) {
            only = item;
            count++;
        }
    }
    return count == 1 ? only->value : value;
}

static const MesonValue *evaluate_name(MesonReading *self, const MesonNode *node)
{
    static const char *const machines[] = {"host_machine", "build_machine", "target_machine", NULL};
    const MesonValue *value = g_hash_table_lookup(self->variables, node->text);
    if (value != NULL) {
        return value->kind == MESON_VALUE_WAYS ? ways_here(self, value) : value;
    }
    if (strcmp(node->text, "meson") == 0) {
        return meson_thing(self, MESON_TOOL, "meson", GUARD_TRUE);
    }
    if (g_strv_contains(machines, node->text)) {
        return meson_thing(self, MESON_MACHINE, node->text, GUARD_TRUE);
    }
    return meson_probe(self, node->text);
}

/* list[n], dictionary['key']. */
static const MesonValue *evaluate_index(MesonReading *self, const MesonNode *node)
{
    const MesonValue *where = meson_evaluate(self, node->left);
    const MesonValue *right = meson_evaluate(self, node->right);
    const char *index = meson_text_of(right);
    const MesonValue *value = NULL;
    gint64 n = 0;
    if (where->kind == MESON_VALUE_LIST && meson_number_of(right, &n)) {
        n += n < 0 ? where->items->len : 0; /* from the end */
        if (n >= 0 && n < where->items->len) {
            value = ((const MesonItem *)where->items->pdata[n])->value;
        }
    }
    self->steps += where->items != NULL ? where->items->len / 8 : 0;
    for (guint i = 0; where->kind == MESON_VALUE_DICT && index != NULL && i < where->items->len;
         i++) {
        const MesonItem *item = where->items->pdata[i];
        Guard here = unknowns_equal_texts(self->unknowns, item->key, index);
        value = guard_is_false(here) ? value : meson_join(self, here, item->value, value);
    }
    return value != NULL ? value : meson_unknown(self, "an item");
}

static const MesonValue *add_texts(MesonReading *self, const MesonValue *left, const char *between,
                                   const MesonValue *right)
{
    const char *a = meson_text_of(left);
    const char *b = meson_text_of(right);
    if (a == NULL || b == NULL) {
        return meson_unknown(self, "a text put together");
    }
    g_autofree char *whole =
        *b == '/' && *between == '/' ? g_strdup(b) : g_strconcat(a, between, b, NULL);
    return meson_text(self, whole, left->at);
}

static const MesonValue *calculate(MesonReading *self, char sign, const MesonValue *left,
                                   const MesonValue *right)
{
    gint64 a = 0;
    gint64 b = 0;
    gboolean known = meson_number_of(left, &a) && meson_number_of(right, &b);
    if (!known || (b == 0 && (sign == '/' || sign == '%'))) {
        return meson_unknown(self, "a number");
    }
    switch (sign) {
    case '+':
        return meson_number(self, a + b);
    case '-':
        return meson_number(self, a - b);
    case '*':
        return meson_number(self, a * b);
    case '/': /* rounds down */
        return meson_number(self, a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0));
    default:
        return meson_number(self, a % b + (a % b != 0 && (a < 0) != (b < 0) ? b : 0));
    }
}

static const MesonValue *evaluate_sum(MesonReading *self, const MesonValue *left,
                                      const MesonValue *right)
{
    if (left->kind == MESON_VALUE_LIST || left->kind == MESON_VALUE_DICT) {
        return meson_append(self, left, GUARD_TRUE, right);
    }
    if (left->kind == MESON_VALUE_TEXT && left->number) {
        return calculate(self, '+', left, right);
    }
    return add_texts(self, left, "", right);
}

/* < and its like. */
static const MesonValue *evaluate_order(MesonReading *self, const MesonNode *node,
                                        const MesonValue *left, const MesonValue *right)
{
    const char *a = meson_text_of(left);
    const char *b = meson_text_of(right);
    if (a == NULL || b == NULL) {
        return meson_unknown(self, "a comparison");
    }
    Unknown *unknown = unknowns_of_text(self->unknowns, a);
    if (unknown != NULL) {
        return meson_bool(self, unknown_relation(self->unknowns, unknown, node->text,
                                                 unknowns_readable(self->unknowns, b)));
    }
    if (unknown_text_has_hole(a) || unknown_text_has_hole(b)) {
        return meson_unknown(self, "a comparison");
    }
    gint64 x = 0;
    gint64 y = 0;
    gboolean numbers = meson_number_of(left, &x) && meson_number_of(right, &y);
    int difference = numbers ? (x > y) - (x < y) : strcmp(a, b);
    gboolean less = *node->text == '<' ? difference < 0 : difference > 0;
    gboolean holds = less || (node->text[1] == '=' && difference == 0);
    return meson_bool(self, holds ? GUARD_TRUE : GUARD_FALSE);
}

/* What stands on the right is only asked where it matters. */
static const MesonValue *evaluate_logic(MesonReading *self, const MesonNode *node, gboolean both)
{
    Guard left = meson_truth(self, meson_evaluate(self, node->left));
    Guard path = self->path;
    Guard asked = both ? left : guard_not(self->guards, left);
    self->path = guard_and(self->guards, path, asked);
    Guard right = guard_is_false(self->path) ? GUARD_FALSE
                                             : meson_truth(self, meson_evaluate(self, node->right));
    self->path = path;
    return meson_bool(self, both ? guard_and(self->guards, left, right)
                                 : guard_or(self->guards, left, right));
}

static const MesonValue *operate(MesonReading *self, const MesonNode *node, const MesonValue *left,
                                 const MesonValue *right);

/* Each way by itself: of the left side, or else of the right one. */
static const MesonValue *operate_on_ways(MesonReading *self, const MesonNode *node,
                                         const MesonValue *left, const MesonValue *right)
{
    const MesonValue *ways = left->kind == MESON_VALUE_WAYS ? left : right;
    const MesonValue *joined = NULL;
    for (guint i = 0; i < ways->items->len; i++) {
        const MesonItem *item = ways->items->pdata[i];
        const MesonValue *value = ways == left ? operate(self, node, item->value, right)
                                               : operate(self, node, left, item->value);
        joined = meson_join(self, item->when, value, joined);
    }
    return joined;
}

/* What makes a new value of two. */
static const MesonValue *operate(MesonReading *self, const MesonNode *node, const MesonValue *left,
                                 const MesonValue *right)
{
    gboolean list = left->kind == MESON_VALUE_LIST || left->kind == MESON_VALUE_DICT;
    if (left->kind == MESON_VALUE_WAYS || (right->kind == MESON_VALUE_WAYS && !list)) {
        return operate_on_ways(self, node, left, right);
    }
    switch (*node->text) {
    case '+':
        return evaluate_sum(self, left, right);
    case '/':
        if (left->kind != MESON_VALUE_TEXT || !left->number) {
            return add_texts(self, left, "/", right);
        }
        break;
    case '<':
    case '>':
        return evaluate_order(self, node, left, right);
    default:
        break;
    }
    return calculate(self, *node->text, left, right);
}

const MesonValue *meson_add_values(MesonReading *self, const MesonValue *left,
                                   const MesonValue *right)
{
    const MesonNode sum = {.kind = MESON_BINARY, .line = self->line, .text = "+"};
    return operate(self, &sum, left, right);
}

static const MesonValue *evaluate_binary(MesonReading *self, const MesonNode *node)
{
    const char *sign = node->text;
    if (strcmp(sign, "and") == 0 || strcmp(sign, "or") == 0) {
        return evaluate_logic(self, node, *sign == 'a');
    }
    const MesonValue *left = meson_evaluate(self, node->left);
    const MesonValue *right = meson_evaluate(self, node->right);
    if (strcmp(sign, "==") == 0 || strcmp(sign, "!=") == 0) {
        Guard same = meson_same(self, left, right);
        return meson_bool(self, *sign == '=' ? same : guard_not(self->guards, same));
    }
    if (strcmp(sign, "in") == 0 || strcmp(sign, "not in") == 0) {
        Guard there = meson_contains(self, right, left);
        return meson_bool(self, *sign == 'i' ? there : guard_not(self->guards, there));
    }
    return operate(self, node, left, right);
}

static const MesonValue *evaluate_choice(MesonReading *self, const MesonNode *node)
{
    Guard test = meson_truth(self, meson_evaluate(self, node->test));
    Guard path = self->path;
    self->path = guard_and(self->guards, path, test);
    const MesonValue *left = guard_is_false(self->path) ? NULL : meson_evaluate(self, node->left);
    self->path = guard_minus(self->guards, path, test);
    const MesonValue *right = guard_is_false(self->path) ? NULL : meson_evaluate(self, node->right);
    self->path = path;
    if (left == NULL || right == NULL) {
        return left != NULL ? left : (right != NULL ? right : meson_unknown(self, "nothing"));
    }
    return meson_join(self, test, left, right);
}

static const MesonValue *evaluate(MesonReading *self, const MesonNode *node)
{
    switch (node->kind) {
    case MESON_TEXT:
        return node->formatted ? evaluate_formatted(self, node)
                               : meson_text(self, node->text, meson_place(self, node->line));
    case MESON_NUMBER: {
        MesonValue *number = arena_new0(self->arena, MesonValue);
        *number = *meson_text(self, node->text, meson_place(self, node->line));
        number->number = TRUE;
        gint64 plain = 0; /* 0x10 is 16 */
        return meson_number_of(number, &plain) ? meson_number(self, plain) : number;
    }
    case MESON_BOOL:
        return meson_bool(self, node->truth ? GUARD_TRUE : GUARD_FALSE);
    case MESON_NAME:
        return evaluate_name(self, node);
    case MESON_ARRAY:
        return evaluate_list(self, node);
    case MESON_DICT:
        return evaluate_dictionary(self, node);
    case MESON_CALL:
        return meson_call(self, node);
    case MESON_METHOD:
        return meson_call_method(self, meson_evaluate(self, node->left), node);
    case MESON_INDEX:
        return evaluate_index(self, node);
    case MESON_NOT: {
        Guard truth = meson_truth(self, meson_evaluate(self, node->left));
        return meson_bool(self, guard_not(self->guards, truth));
    }
    case MESON_MINUS:
        return calculate(self, '-', meson_number(self, 0), meson_evaluate(self, node->left));
    case MESON_BINARY:
        return evaluate_binary(self, node);
    case MESON_CHOICE:
        return evaluate_choice(self, node);
    }
    return meson_unknown(self, "a value");
}

const MesonValue *meson_evaluate(MesonReading *self, const MesonNode *node)
{
    if (self->steps >= MESON_STEPS_MAX || self->calls >= MESON_CALLS_MAX) {
        meson_limit(self, "limit: steps", node->line);
        return meson_unknown(self, "what was not read");
    }
    self->steps++;
    self->calls++;
    self->line = node->line;
    const MesonValue *value = evaluate(self, node);
    self->calls--;
    return value;
}
