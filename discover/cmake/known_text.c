#include "discover/cmake/known_text.h"
#include "discover/cmake/call.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/policy.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* A variable that holds a text, as long as nothing writes it. */
typedef struct {
    const Variable *variable;
    Value *normal, *cache; /* as they were when it was asked; NULL for nothing */
    guint prefixes;        /* what packages may have brought by then */
    const char *text;      /* interned, and not empty */
} KnownText;

static void forget(gpointer data)
{
    KnownText *known = data;
    value_unref(known->normal);
    value_unref(known->cache);
}

GArray *known_texts_new(void)
{
    GArray *known = g_array_new(FALSE, FALSE, sizeof(KnownText));
    g_array_set_clear_func(known, forget);
    return known;
}

static gboolean is_word(const Argument *argument, const char *word)
{
    return argument->constant != NULL && strcmp(argument->constant, word) == 0;
}

/* Whether each argument is one word of the condition, and AND joins all there is. What stands in a
 * variable may be further words, or, in quotes before CMP0054, one of these. */
static gboolean is_conjunction(Evaluator *self, const Command *command)
{
    static const char *const others[] = {"OR", "(", ")"};
    for (guint i = 0; i < command->argument_count; i++) {
        const Argument *argument = &command->arguments[i];
        if (argument->constant == NULL &&
            (argument->kind == ARGUMENT_UNQUOTED || !evaluator_policy_new(self, "CMP0054"))) {
            return FALSE;
        }
        for (guint k = 0; k < G_N_ELEMENTS(others); k++) {
            if (is_word(argument, others[k])) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

/* "${NAME}", and nothing else: the name; NULL for other arguments. */
static const char *referenced(Evaluator *self, const Argument *argument)
{
    const Piece *piece = argument->piece_count == 1 ? &argument->pieces[0] : NULL;
    return argument->constant == NULL && piece != NULL && piece->kind == PIECE_VARIABLE &&
                   piece->text != NULL && evaluator_parameter(self, piece->text) == NULL
               ? piece->text
               : NULL;
}

/* The variable whose value is on the left of a comparison. */
static const Variable *compared(Evaluator *self, const Argument *argument)
{
    const char *name =
        argument->kind == ARGUMENT_UNQUOTED ? argument->constant : referenced(self, argument);
    if (name == NULL || *name == '\0' || text_has_hole(name) ||
        g_str_has_prefix(name, "CMAKE_CURRENT_") || g_str_has_prefix(name, "ENV{")) {
        return NULL;
    }
    return variables_get(self->variables, name);
}

/* The text on the right, where there is only one: as it stands, in quotes or where no variable is
 * called so, or the only one of a variable. */
static const char *only_text(Evaluator *self, const Argument *argument)
{
    gboolean quoted = argument->kind != ARGUMENT_UNQUOTED && evaluator_policy_new(self, "CMP0054");
    const char *name = quoted ? referenced(self, argument) : argument->constant;
    const Variable *variable = name != NULL ? variables_find(self->variables, name) : NULL;
    if (variable == NULL) {
        return argument->constant;
    }
    if (!quoted && variable_value(variable) == NULL && variable->cache.value == NULL &&
        !variable->volatile_) {
        return argument->constant;
    }
    return value_text(variable_value(variable));
}

guint evaluator_know(Evaluator *self, const Command *condition)
{
    guint before = self->known->len;
    guint count = condition->argument_count;
    if (self->domain != &domain_symbolic || !is_conjunction(self, condition)) {
        return before;
    }
    const Argument *words = condition->arguments;
    for (guint i = 0; i + 2 < count; i++) {
        gboolean begins = i == 0 || is_word(&words[i - 1], "AND");
        gboolean ends = i + 3 == count || is_word(&words[i + 3], "AND");
        if (!begins || !ends || !is_word(&words[i + 1], "STREQUAL")) {
            continue;
        }
        const char *text = only_text(self, &words[i + 2]);
        const Variable *variable =
            text == NULL || *text == '\0' || text_has_hole(text) ? NULL : compared(self, &words[i]);
        /* "CUDA STREQUAL CUDA" holds as well where there is no such variable. */
        if (variable == NULL || strcmp(variable->name, text) == 0) {
            continue;
        }
        const KnownText known = {variable, value_ref(variable_value(variable)),
                                 value_ref(variable->cache.value), self->volatile_prefixes->len,
                                 arena_intern(self->arena, text)};
        g_array_append_val(self->known, known);
    }
    return before;
}

void evaluator_unknow(Evaluator *self, guint before)
{
    g_array_set_size(self->known, before);
}

guint evaluator_know_nothing(Evaluator *self)
{
    guint outer = self->known_from;
    self->known_from = self->known->len;
    return outer;
}

void evaluator_know_again(Evaluator *self, guint outer)
{
    self->known_from = outer;
}

/* Whether the variable is as it was. What has no value at all may get one from whatever is unknown.
 */
static gboolean holds(const Evaluator *self, const KnownText *known)
{
    const Variable *variable = known->variable;
    gboolean bound = known->normal != NULL || known->cache != NULL;
    return known->normal == variable_value(variable) && known->cache == variable->cache.value &&
           (bound || (!variable->volatile_ && known->prefixes == self->volatile_prefixes->len));
}

const char *evaluator_known_text(const Evaluator *self, const Variable *variable)
{
    for (guint i = self->known->len; i > self->known_from; i--) {
        const KnownText *known = &g_array_index(self->known, KnownText, i - 1);
        if (known->variable == variable && holds(self, known)) {
            return known->text;
        }
    }
    return NULL;
}
