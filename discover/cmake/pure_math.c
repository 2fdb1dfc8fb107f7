/* math(EXPR): integers of 64 bits with the operators of C, without short cuts and comparisons. */
#include "discover/cmake/pure_internal.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Parentheses and signs inside each other; CMake's own parser gives up at a few thousand. */
#define MAX_EXPRESSION_DEPTH 1000
/* Operators bind the tighter the higher their level. */
#define LEVELS 6

typedef struct {
    const char *at;
    guint depth;
    const char *problem;
} Expression;

static const struct {
    const char *sign;
    guint level;
} operators[] = {
    {"|", 0}, {"^", 1}, {"&", 2}, {"<<", 3}, {">>", 3},
    {"+", 4}, {"-", 4}, {"*", 5}, {"/", 5},  {"%", 5},
};

static gboolean fail(Expression *self, const char *problem)
{
    self->problem = problem;
    return FALSE;
}

/* CMake warns of bytes that mean nothing, and goes on behind them. */
static void skip_noise(Expression *self)
{
    for (; *self->at != '\0'; self->at++) {
        if (g_ascii_isdigit(*self->at) || strchr("+-*/%|&^~()", *self->at) != NULL) {
            return;
        }
        if (g_str_has_prefix(self->at, "<<") || g_str_has_prefix(self->at, ">>")) {
            return;
        }
    }
}

static gboolean parse_number(Expression *self, gint64 *value)
{
    int base = 10;
    const char *digits = self->at;
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') && g_ascii_isxdigit(digits[2])) {
        base = 16;
        digits += 2;
    }
    /* The copy keeps strtoll from reading a second "0x". */
    gsize length = strspn(digits, base == 16 ? "0123456789abcdefABCDEF" : "0123456789");
    g_autofree char *number = g_strndup(digits, length);
    errno = 0;
    *value = g_ascii_strtoll(number, NULL, (guint)base);
    self->at = digits + length;
    return errno == 0 || fail(self, "a number does not fit 64 bits");
}

static gboolean parse_level(Expression *self, guint level, gint64 *value);

static gboolean parse_unary(Expression *self, gint64 *value)
{
    skip_noise(self);
    char sign = *self->at;
    if (g_ascii_isdigit(sign)) {
        return parse_number(self, value);
    }
    if (sign == '\0' || strchr("+-~(", sign) == NULL) {
        return fail(self, "a number is expected");
    }
    if (++self->depth > MAX_EXPRESSION_DEPTH) {
        return fail(self, "it is nested too deeply");
    }
    self->at++;
    gboolean well = sign == '(' ? parse_level(self, 0, value) : parse_unary(self, value);
    self->depth--;
    if (!well) {
        return FALSE;
    }
    switch (sign) {
    case '-':
        *value = (gint64)(0 - (guint64)*value);
        break;
    case '~':
        *value = ~*value;
        break;
    case '(':
        skip_noise(self);
        if (*self->at != ')') {
            return fail(self, "a parenthesis is not closed");
        }
        self->at++;
        break;
    default: /* a plus sign changes nothing */
        break;
    }
    return TRUE;
}

/* Overflow wraps around, and shifts take the lowest six bits of their distance, as the machine
 * does. */
static gboolean calculate(Expression *self, char sign, gint64 right, gint64 *value)
{
    guint64 a = (guint64)*value;
    guint64 b = (guint64)right;
    switch (sign) {
    case '|':
        a |= b;
        break;
    case '^':
        a ^= b;
        break;
    case '&':
        a &= b;
        break;
    case '<':
        a <<= b & 63;
        break;
    case '>':
        a = (guint64)(*value >> (b & 63));
        break;
    case '+':
        a += b;
        break;
    case '-':
        a -= b;
        break;
    case '*':
        a *= b;
        break;
    default:
        if (right == 0) {
            return fail(self, "it divides by zero");
        }
        if (*value == G_MININT64 && right == -1) {
            return fail(self, "a quotient does not fit 64 bits");
        }
        a = (guint64)(sign == '/' ? *value / right : *value % right);
        break;
    }
    *value = (gint64)a;
    return TRUE;
}

/* The operator at the front when it is of this level, else '\0'. */
static char take_operator(Expression *self, guint level)
{
    skip_noise(self);
    for (guint i = 0; i < G_N_ELEMENTS(operators); i++) {
        if (operators[i].level == level && g_str_has_prefix(self->at, operators[i].sign)) {
            self->at += strlen(operators[i].sign);
            return operators[i].sign[0];
        }
    }
    return '\0';
}

static gboolean parse_level(Expression *self, guint level, gint64 *value)
{
    if (level == LEVELS) {
        return parse_unary(self, value);
    }
    if (!parse_level(self, level + 1, value)) {
        return FALSE;
    }
    char sign = '\0';
    while ((sign = take_operator(self, level)) != '\0') {
        gint64 right = 0;
        if (!parse_level(self, level + 1, &right) || !calculate(self, sign, right, value)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean run_expression(PureCall *call, const PureRow *row, GError **error)
{
    gboolean hexadecimal = FALSE;
    if (call->argc == 4) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "an option lacks its value");
    }
    if (pure_has_hole_from(call, 2)) {
        return pure_unknown(call, row);
    }
    if (call->argc == 5) {
        hexadecimal = strcmp(call->argv[4], "HEXADECIMAL") == 0;
        if (strcmp(call->argv[3], "OUTPUT_FORMAT") != 0 ||
            (!hexadecimal && strcmp(call->argv[4], "DECIMAL") != 0)) {
            return pure_fail(call, row, error, PURE_ERROR_USAGE, "\"%s %s\" is no option",
                             call->argv[3], call->argv[4]);
        }
    }
    Expression expression = {.at = call->argv[2]};
    gint64 value = 0;
    if (parse_level(&expression, 0, &value)) {
        skip_noise(&expression);
        if (*expression.at != '\0') {
            fail(&expression, "an operator is expected");
        }
    }
    if (expression.problem != NULL) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "\"%s\": %s", call->argv[2],
                         expression.problem);
    }
    if (hexadecimal) {
        const char *text = arena_printf(call->arena, "0x%" G_GINT64_MODIFIER "x", (guint64)value);
        return pure_set(call, row, text, error);
    }
    return pure_set_number(call, row, value);
}

static const PureRow rows[] = {
    {"EXPR", "math(EXPR)", run_expression, 3, 5, 0, 1},
};

gboolean pure_math(PureCall *call, GError **error)
{
    return pure_dispatch(call, "math", rows, G_N_ELEMENTS(rows), error);
}
