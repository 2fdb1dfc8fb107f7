#include "discover/cmake/expression.h"
#include "discover/cmake/option.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

/* Expressions within expressions: each is a copy of what it stands in. */
#define EXPRESSION_DEPTH_MAX 32u

/* Where a condition may hold, and where it holds for certain: what is between nobody knows. */
typedef struct {
    Guard may, must;
} Holds;

static const Holds holds_perhaps = {GUARD_TRUE, GUARD_FALSE};

/* The index behind the '>' that closes the "$<" at `text`; 0 when none does. */
static gsize expression_end(const char *text)
{
    guint depth = 0;
    for (gsize i = 0; text[i] != '\0'; i++) {
        if (text[i] == '$' && text[i + 1] == '<') {
            depth++;
            i++;
        } else if (text[i] == '>' && --depth == 0) {
            return i + 1;
        }
    }
    return 0;
}

/* What "$<name:rest>" says, without its ends; the name is up to the first ':' that is in no inner
 * expression. FALSE for what is none: both are NULL then. To be freed. */
static gboolean take_apart(const char *text, char **name, char **rest)
{
    *name = *rest = NULL;
    gsize end = g_str_has_prefix(text, "$<") ? expression_end(text) : 0;
    if (end == 0) {
        return FALSE;
    }
    const char *inside = text + 2;
    gsize length = g_str_has_prefix(inside, "$<") ? expression_end(inside) : strcspn(inside, ":>");
    if (length == 0 || inside[length] != ':') {
        return FALSE;
    }
    *name = g_strndup(inside, length);
    *rest = g_strndup(inside + length + 1, end - 2 - length - 2);
    return TRUE;
}

/* The parts between commas that are in no inner expression; `most` of them, the last with all that
 * is left. */
static GPtrArray *parameters(const char *text, guint most)
{
    GPtrArray *parts = g_ptr_array_new_with_free_func(g_free);
    guint depth = 0;
    const char *begin = text;
    for (const char *c = text; *c != '\0' && parts->len + 1 < most; c++) {
        if (c[0] == '$' && c[1] == '<') {
            depth++;
        } else if (*c == '>' && depth > 0) {
            depth--;
        } else if (*c == ',' && depth == 0) {
            g_ptr_array_add(parts, g_strndup(begin, (gsize)(c - begin)));
            begin = c + 1;
        }
    }
    g_ptr_array_add(parts, g_strdup(begin));
    return parts;
}

static Holds holds_exactly(Guard guard)
{
    return (Holds){guard, guard};
}

static Holds condition_holds(Evaluator *self, const char *text, guint depth);

static Holds holds_all(Evaluator *self, const char *text, guint depth, gboolean any)
{
    g_autoptr(GPtrArray) parts = parameters(text, G_MAXUINT);
    Holds all = holds_exactly(any ? GUARD_FALSE : GUARD_TRUE);
    for (guint i = 0; i < parts->len; i++) {
        Holds one = condition_holds(self, parts->pdata[i], depth);
        all.may = any ? guard_or(self->guards, all.may, one.may)
                      : guard_and(self->guards, all.may, one.may);
        all.must = any ? guard_or(self->guards, all.must, one.must)
                       : guard_and(self->guards, all.must, one.must);
    }
    return all;
}

static Holds holds_not(Evaluator *self, const char *text, guint depth)
{
    Holds inner = condition_holds(self, text, depth);
    return (Holds){guard_not(self->guards, inner.must), guard_not(self->guards, inner.may)};
}

/* Quotes are part of the text: with the same on both sides they say nothing. */
static void strip_quotes(char *a, char *b)
{
    gsize last_a = strlen(a), last_b = strlen(b);
    if (last_a > 1 && last_b > 1 && a[0] == '"' && b[0] == '"' && a[last_a - 1] == '"' &&
        b[last_b - 1] == '"') {
        a[last_a - 1] = b[last_b - 1] = '\0';
        memmove(a, a + 1, last_a - 1);
        memmove(b, b + 1, last_b - 1);
    }
}

/* "$<STREQUAL:a,b>". Texts with expressions in them are not followed. */
static Holds holds_equal(Evaluator *self, const char *text)
{
    g_autoptr(GPtrArray) sides = parameters(text, 2);
    if (sides->len < 2 || strstr(text, "$<") != NULL) {
        return holds_perhaps;
    }
    char *a = sides->pdata[0], *b = sides->pdata[1];
    strip_quotes(a, b);
    evaluator_compared(self, a, b);
    evaluator_compared(self, b, a);
    return holds_exactly(text_equals(self->symbols, a, b));
}

static Holds holds_in_list(Evaluator *self, const char *text)
{
    g_autoptr(GPtrArray) sides = parameters(text, 2);
    if (sides->len < 2 || strstr(text, "$<") != NULL) {
        return holds_perhaps;
    }
    /* Whoever puts an expression together has blanks for semicolons. */
    g_autofree char *list = g_strdelimit(g_strdup(sides->pdata[1]), " ", ';');
    return holds_exactly(evaluator_in_list(self, sides->pdata[0], list));
}

/* What stands where "0" or "1" is expected: that, or an expression. */
static Holds condition_holds(Evaluator *self, const char *text, guint depth)
{
    if (!g_str_has_prefix(text, "$<")) {
        return holds_exactly(text_equals(self->symbols, text, "1"));
    }
    g_autofree char *name = NULL;
    g_autofree char *rest = NULL;
    if (depth >= EXPRESSION_DEPTH_MAX || !take_apart(text, &name, &rest)) {
        return holds_perhaps;
    }
    if (strcmp(name, "BOOL") == 0) {
        return strstr(rest, "$<") != NULL
                   ? holds_perhaps
                   : holds_exactly(text_truth(self->symbols, self->guards, rest));
    }
    if (strcmp(name, "NOT") == 0) {
        return holds_not(self, rest, depth + 1);
    }
    if (strcmp(name, "AND") == 0 || strcmp(name, "OR") == 0) {
        return holds_all(self, rest, depth + 1, *name == 'O');
    }
    if (strcmp(name, "STREQUAL") == 0) {
        return holds_equal(self, rest);
    }
    return strcmp(name, "IN_LIST") == 0 ? holds_in_list(self, rest) : holds_perhaps;
}

/* Up to the blank or semicolon that is in no inner expression. */
static gsize word_length(const char *text)
{
    gsize inner = g_str_has_prefix(text, "$<") ? expression_end(text) : 0;
    return inner + strcspn(text + inner, "; ");
}

static void visit_item(Evaluator *self, const char *item, WordVisit visit);

/* The words within an expression, where `path` lets it be. */
static void visit_text(Evaluator *self, const char *text, Guard when, WordVisit visit)
{
    Guard entry = self->path;
    self->path = guard_and(self->guards, entry, when);
    for (const char *rest = text; *rest != '\0' && !guard_is_false(self->path);) {
        gsize length = word_length(rest);
        g_autofree char *word = g_strndup(rest, length);
        if (length > 0) {
            visit_item(self, word, visit);
        }
        rest += length + (rest[length] != '\0' ? 1 : 0);
    }
    self->path = entry;
}

/* "$<IF:condition,text,text>" */
static void visit_either(Evaluator *self, const char *rest, WordVisit visit)
{
    g_autoptr(GPtrArray) parts = parameters(rest, 3);
    if (parts->len == 3) {
        Holds holds = condition_holds(self, parts->pdata[0], 0);
        visit_text(self, parts->pdata[1], holds.may, visit);
        visit_text(self, parts->pdata[2], guard_not(self->guards, holds.must), visit);
    }
}

static void visit_expression(Evaluator *self, const char *item, WordVisit visit)
{
    /* These are followed by what they stand for. */
    static const char *const texts[] = {"BUILD_INTERFACE", "LINK_ONLY", "HOST_LINK", "DEVICE_LINK",
                                        NULL};
    g_autofree char *name = NULL;
    g_autofree char *rest = NULL;
    if (!take_apart(item, &name, &rest)) {
        return;
    }
    if (strcmp(name, "IF") == 0) {
        visit_either(self, rest, visit);
    } else if (g_strv_contains(texts, name)) {
        visit_text(self, rest, GUARD_TRUE, visit);
    } else if (g_str_has_prefix(name, "$<") || g_ascii_isdigit(*name) || text_has_hole(name)) {
        visit_text(self, rest, condition_holds(self, name, 0).may, visit);
    }
}

static void visit_item(Evaluator *self, const char *item, WordVisit visit)
{
    if (!g_str_has_prefix(item, "$<")) {
        visit(self, item);
        return;
    }
    if (self->expressions >= EXPRESSION_DEPTH_MAX) {
        evaluator_ledger(self, "limit: expressions within expressions", "$<...>", NULL);
        return;
    }
    self->expressions++;
    visit_expression(self, item, visit);
    self->expressions--;
}

void expression_each_word(Evaluator *self, const char *item, WordVisit visit)
{
    visit_item(self, item, visit);
}
