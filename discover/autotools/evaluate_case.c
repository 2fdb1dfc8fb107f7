#include "discover/autotools/evaluate_parts.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* Whether a list of commands refuses the configuration. */
static gboolean refuses(const Configure *self, const Node *list)
{
    for (guint i = 0; list != NULL && list->items != NULL && i < list->items->len; i++) {
        const Node *item = list->items->pdata[i];
        const M4Mark *mark = item->kind == NODE_MARK ? m4_mark(self->m4, item->mark) : NULL;
        if (mark != NULL && strcmp(mark->name, "xaas_error") == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static Guard match_arm(Configure *self, const Value *subject, const Arm *arm, ValueOrigin origin)
{
    Guard match = GUARD_FALSE;
    for (guint i = 0; i < arm->patterns->len; i++) {
        const Word *word = arm->patterns->pdata[i];
        g_autoptr(Value) pattern = configure_word(self, word);
        const char *text = value_text(pattern);
        Guard here = GUARD_FALSE;
        if (text != NULL && !text_has_hole(text)) {
            here = configure_matches(self, subject, text, word_is_pattern(word), origin);
        } else {
            here = configure_equals(self, subject, pattern, origin);
        }
        match = guard_or(self->guards, match, here);
    }
    return match;
}

/* Further patterns of one arm are not compared. */
#define SPELLINGS_MAX 32u

/* The patterns of one arm are spellings of one value of the option that is asked. */
static void note_spellings(Configure *self, const Value *subject, const Arm *arm)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    OptionState *asked = NULL;
    for (guint i = 0; arm->patterns->len > 1 && i < arm->patterns->len && i < SPELLINGS_MAX; i++) {
        const char *pattern = word_literal(self->arena, arm->patterns->pdata[i]);
        for (guint k = 0; pattern != NULL && k < subject->count; k++) {
            const char *text = subject->alternatives[k].text;
            g_autofree char *word = NULL;
            OptionState *state =
                text != NULL ? configure_option_of(self, text, pattern, &word) : NULL;
            if (state != NULL && (asked == NULL || asked == state)) {
                asked = state;
                g_ptr_array_add(words, (gpointer)arena_intern(self->arena, word));
                break;
            }
        }
    }
    if (asked != NULL && words->len > 1) {
        if (asked->spellings == NULL) {
            asked->spellings = arena_array(self->arena);
        }
        GPtrArray *kept = arena_array(self->arena);
        for (guint i = 0; i < words->len; i++) {
            g_ptr_array_add(kept, words->pdata[i]);
        }
        g_ptr_array_add(asked->spellings, kept);
    }
}

/* A case is a list of values when all others are refused, or when it names several that are more
 * than yes and no. Behind a prefix ("x$var" against xyes) they are still yes and no. */
static gboolean lists_values(const Configure *self, const Node *node)
{
    const Arm *last = node->arms->len > 0 ? node->arms->pdata[node->arms->len - 1] : NULL;
    guint words = 0;
    for (guint i = 0; i < node->arms->len; i++) {
        const Arm *arm = node->arms->pdata[i];
        for (guint k = 0; k < arm->patterns->len; k++) {
            const char *text = word_literal(self->arena, arm->patterns->pdata[k]);
            words += text != NULL && *text != '\0' && strpbrk(text, "*?[/") == NULL &&
                     !g_str_has_suffix(text, "yes") && !g_str_has_suffix(text, "no");
        }
    }
    return words >= 2 || (last != NULL && refuses(self, last->body));
}

static void mark_value(Guards *guards, gconstpointer data)
{
    value_mark(data, guards);
}

Guard configure_run_case(Configure *self, const Node *node)
{
    Guard path = self->path;
    Guard rest = path;
    Guard match = GUARD_FALSE;
    g_autoptr(Value) subject = configure_case_subject(self, node);
    Kept kept = {.guards = {&path, &rest, &match}, .mark = mark_value, .data = subject};
    kept_add(&self->kept, &kept);
    ValueOrigin origin = lists_values(self, node) ? VALUE_DECLARED : VALUE_COMPARED;
    for (guint i = 0; i < node->arms->len && !guard_is_false(rest); i++) {
        const Arm *arm = node->arms->pdata[i];
        self->at = arm->at;
        self->path = rest;
        self->among_spellings = arm->patterns->len > 1;
        match = match_arm(self, subject, arm, origin);
        self->among_spellings = FALSE;
        note_spellings(self, subject, arm);
        self->path = configure_narrow(self, rest, match);
        if (arm->body != NULL && !guard_is_false(self->path)) {
            configure_run(self, arm->body);
        }
        rest = configure_narrow(self, rest, guard_not(self->guards, match));
    }
    kept_drop(&self->kept, &kept);
    self->path = path;
    return GUARD_TRUE;
}
