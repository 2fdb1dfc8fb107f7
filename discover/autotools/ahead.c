/* What a script says further down of a variable that it reads already. A configure script has what
 * people give for its options before its first line runs, wherever AC_ARG_WITH stands; and what it
 * gives to a variable of its own is not there before it does.
 */
#include "discover/autotools/configure.h"
#include <string.h>

/* Whether a variable may well have a value before the script gives it one: from the environment,
 * whose names are in capitals, from the command line, or from what the tools' own macros work out,
 * of which only a part is read here.
 */
static gboolean comes_from_outside(const char *name)
{
    static const char *const beginnings[] = {
        "_", "ac_", "am_", "as_", "lt_", "ax_", "m4_", "enable_", "with_", "enableval", "withval"};
    for (guint i = 0; i < G_N_ELEMENTS(beginnings); i++) {
        if (g_str_has_prefix(name, beginnings[i])) {
            return TRUE;
        }
    }
    return name[strcspn(name, G_CSET_a_2_z)] == '\0' || strstr(name, "_cv_") != NULL;
}

/* `own`: whether nothing but what is read here gives it a value before the script's line does. Once
 * that is not so, it stays so. */
static void note_name(Configure *self, const char *name, gboolean own)
{
    if (!own || !g_hash_table_contains(self->own_names, name)) {
        g_hash_table_insert(self->own_names, (gpointer)arena_intern(self->arena, name),
                            GINT_TO_POINTER(own));
    }
}

static void note_assigned(Configure *self, const Node *node, gboolean repeated)
{
    for (guint i = 0; node->assignments != NULL && i < node->assignments->len; i++) {
        const char *name = ((const Assignment *)node->assignments->pdata[i])->name;
        note_name(self, name, !repeated && !comes_from_outside(name));
    }
}

/* "read x", "getopts ab: x": what these give a variable is not known. */
static void note_handed_in(Configure *self, const Node *node)
{
    gboolean command = node->kind == NODE_SIMPLE && node->words->len > 0;
    const char *name = command ? word_literal(self->arena, node->words->pdata[0]) : NULL;
    if (g_strcmp0(name, "read") != 0 && g_strcmp0(name, "getopts") != 0) {
        return;
    }
    for (guint i = 1; i < node->words->len; i++) {
        const char *word = word_literal(self->arena, node->words->pdata[i]);
        if (word != NULL) {
            note_name(self, word, FALSE);
        }
    }
}

static void note_mark(Configure *self, const M4Mark *mark)
{
    g_autofree char *variable = NULL;
    g_autofree char *name = configure_option_name(self, mark, &variable);
    if (strcmp(mark->name, "xaas_unknown") == 0 ||
        (name == NULL && strcmp(mark->name, "xaas_option") == 0)) {
        self->given_elsewhere = TRUE;
    }
    if (name != NULL && !g_hash_table_contains(self->options_ahead, variable)) {
        g_hash_table_insert(self->options_ahead, (gpointer)arena_intern(self->arena, variable),
                            (gpointer)arena_intern(self->arena, name));
    }
}

/* Whether a loop's body runs more often than it is read: each turn but the first finds what the one
 * before has left. A loop over words that stand there is read turn by turn. */
static gboolean runs_unread(Configure *self, const Node *node)
{
    gboolean unread = node->kind == NODE_WHILE;
    for (guint i = 0; node->kind == NODE_FOR && i < node->words->len && !unread; i++) {
        const Word *word = node->words->pdata[i];
        unread = word_is_pattern(word) || word_literal(self->arena, word) == NULL;
    }
    return unread;
}

static void note_all(Configure *self, const Node *node, gboolean repeated)
{
    if (node == NULL) {
        return;
    }
    const M4Mark *mark = node->kind == NODE_MARK ? m4_mark(self->m4, node->mark) : NULL;
    if (mark != NULL) {
        note_mark(self, mark);
    }
    note_assigned(self, node, repeated);
    note_handed_in(self, node);
    repeated = repeated || runs_unread(self, node);
    for (guint i = 0; node->items != NULL && i < node->items->len; i++) {
        note_all(self, node->items->pdata[i], repeated);
    }
    for (guint i = 0; node->arms != NULL && i < node->arms->len; i++) {
        note_all(self, ((const Arm *)node->arms->pdata[i])->body, repeated);
    }
    note_all(self, node->first, repeated);
    note_all(self, node->second, repeated);
    note_all(self, node->third, repeated);
}

/* Nobody gives an option that is declared nowhere. Those of the tools are in core.m4. */
static gboolean is_of_option(const char *name)
{
    return g_str_has_prefix(name, "with_") || g_str_has_prefix(name, "enable_");
}

void configure_look_ahead(Configure *self, const Node *script)
{
    note_all(self, script, FALSE);
}

Value *configure_ahead(Configure *self, const char *name)
{
    const char *option = g_hash_table_lookup(self->options_ahead, name);
    if (option != NULL) {
        const Symbol *symbol = symbols_get(self->symbols, CONDITION_SUBJECT_OPTION, option);
        return value_of_text(symbol_hole(self->symbols, symbol));
    }
    gboolean bare = is_of_option(name) || g_hash_table_lookup(self->own_names, name) != NULL;
    return bare && !self->given_elsewhere ? value_of_text(NULL) : NULL;
}
