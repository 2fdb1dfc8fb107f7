/* Where a script looks at what was given for an option. Of one that is only compared in ways that
 * are understood, all is known that the script makes of it. */
#include "discover/autotools/configure.h"
#include "discover/cmake/pure.h"
#include <string.h>

typedef struct {
    Configure *configure;
    Span at;
    gboolean looked_into;
} Use;

static void note_use(Symbol *symbol, void *data)
{
    Use *use = data;
    OptionRecord *record = symbol->kind == CONDITION_SUBJECT_OPTION
                               ? recorder_option(use->configure->recorder, symbol->name, FALSE)
                               : NULL;
    if (record != NULL && use->at.path != NULL) {
        recorder_use(use->configure->recorder, record, use->at);
    }
    /* It may be declared further down (ahead.c). */
    if (symbol->kind == CONDITION_SUBJECT_OPTION && use->looked_into) {
        g_hash_table_add(use->configure->looked_into, symbol);
    }
}

void configure_note_uses(Configure *self, const Value *value, gboolean presence)
{
    Use use = {self, configure_span(self, self->at), !presence && !self->comparing};
    for (guint i = 0; i < value->count; i++) {
        if (value->alternatives[i].text != NULL && text_has_hole(value->alternatives[i].text)) {
            symbols_in_text(self->symbols, value->alternatives[i].text, note_use, &use);
        }
    }
}

/* Texts within texts that are looked into for an option. */
#define MADE_OF_DEPTH_MAX 8u

/* Whether a symbol is looked for in what a text is made of. */
typedef struct {
    Configure *configure;
    SymbolId wanted;
    guint depth;
    gboolean found;
} MadeOf;

static void visit_part(Symbol *symbol, void *data)
{
    MadeOf *made = data;
    made->found = made->found || symbol->id == made->wanted;
    if (made->found || made->depth >= MADE_OF_DEPTH_MAX) {
        return;
    }
    made->depth++;
    for (const SymbolId *origin = symbol->origins; origin != NULL && *origin != SYMBOL_NONE;
         origin++) {
        visit_part(symbols_at(made->configure->symbols, *origin), made);
    }
    made->depth--;
}

gboolean configure_is_made_of(Configure *self, const char *text, const Symbol *symbol)
{
    MadeOf made = {self, symbol->id, 0, FALSE};
    symbols_in_text(self->symbols, text, visit_part, &made);
    return made.found;
}

/* A text, and no pattern of [[ ]]. NULL: nothing, to be compared with. */
static gboolean is_literal(const Word *word)
{
    for (guint i = 0; word != NULL && i < word->count; i++) {
        if (word->parts[i].kind != PART_LITERAL || strpbrk(word->parts[i].text, "*?[") != NULL) {
            return FALSE;
        }
    }
    return TRUE;
}

/* "x$enable_y": one variable as it is. */
static gboolean is_one_variable(const Word *word)
{
    guint variables = 0;
    for (guint i = 0; i < word->count; i++) {
        const Part *part = &word->parts[i];
        if (part->kind == PART_COMMAND ||
            (part->kind == PART_VARIABLE && *part->operation != '\0')) {
            return FALSE;
        }
        variables += part->kind == PART_VARIABLE;
    }
    return variables == 1;
}

Value *configure_compared_word(Configure *self, const Word *word, const Word *other)
{
    self->comparing = is_one_variable(word) && is_literal(other);
    Value *value = configure_word(self, word);
    self->comparing = FALSE;
    return value;
}

/* Texts without patterns, and "*" for all else. */
static gboolean are_plain(const GPtrArray *arms)
{
    for (guint i = 0; i < arms->len; i++) {
        const GPtrArray *patterns = ((const Arm *)arms->pdata[i])->patterns;
        for (guint k = 0; k < patterns->len; k++) {
            const Word *pattern = patterns->pdata[k];
            gboolean rest = pattern->count == 1 && pattern->parts[0].kind == PART_LITERAL &&
                            strcmp(pattern->parts[0].text, "*") == 0;
            if (!rest && !is_literal(pattern)) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

Value *configure_case_subject(Configure *self, const Node *node)
{
    self->comparing = is_one_variable(node->subject) && are_plain(node->arms);
    Value *value = configure_word(self, node->subject);
    self->comparing = FALSE;
    return value;
}

static void note_words(Configure *self, const GPtrArray *words)
{
    for (guint i = 0; words != NULL && i < words->len; i++) {
        value_unref(configure_word(self, words->pdata[i]));
    }
}

static void note_node(Configure *self, const Node *node)
{
    if (node == NULL || self->steps >= CONFIGURE_STEPS_MAX) {
        return;
    }
    self->steps++;
    note_words(self, node->words);
    note_words(self, node->inputs);
    for (guint i = 0; node->assignments != NULL && i < node->assignments->len; i++) {
        const Assignment *assignment = node->assignments->pdata[i];
        value_unref(configure_word(self, assignment->value));
    }
    if (node->subject != NULL) {
        value_unref(configure_word(self, node->subject));
    }
    for (guint i = 0; node->arms != NULL && i < node->arms->len; i++) {
        const Arm *arm = node->arms->pdata[i];
        note_words(self, arm->patterns);
        note_node(self, arm->body);
    }
    for (guint i = 0; node->items != NULL && i < node->items->len; i++) {
        note_node(self, node->items->pdata[i]);
    }
    note_node(self, node->first);
    note_node(self, node->second);
    note_node(self, node->third);
}

void configure_note_commands(Configure *self, const Node *node)
{
    /* What they assign is theirs. */
    Guard path = self->path;
    Kept kept = {.guards = {&path}};
    kept_add(&self->kept, &kept);
    self->path = GUARD_FALSE;
    note_node(self, node);
    kept_drop(&self->kept, &kept);
    self->path = path;
}
