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

static void note_assigned(Configure *self, const Node *node)
{
    for (guint i = 0; node->assignments != NULL && i < node->assignments->len; i++) {
        const Assignment *assignment = node->assignments->pdata[i];
        if (!comes_from_outside(assignment->name)) {
            g_hash_table_add(self->own_names,
                             (gpointer)arena_intern(self->arena, assignment->name));
        }
    }
}

static void note_mark(Configure *self, const M4Mark *mark)
{
    self->macros_missing = self->macros_missing || strcmp(mark->name, "xaas_unknown") == 0;
    g_autofree char *variable = NULL;
    g_autofree char *name = configure_option_name(self, mark, &variable);
    if (name != NULL && !g_hash_table_contains(self->options_ahead, variable)) {
        g_hash_table_insert(self->options_ahead, (gpointer)arena_intern(self->arena, variable),
                            (gpointer)arena_intern(self->arena, name));
    }
}

static void note_all(Configure *self, const Node *node)
{
    if (node == NULL) {
        return;
    }
    const M4Mark *mark = node->kind == NODE_MARK ? m4_mark(self->m4, node->mark) : NULL;
    if (mark != NULL) {
        note_mark(self, mark);
    }
    note_assigned(self, node);
    for (guint i = 0; node->items != NULL && i < node->items->len; i++) {
        note_all(self, node->items->pdata[i]);
    }
    for (guint i = 0; node->arms != NULL && i < node->arms->len; i++) {
        note_all(self, ((const Arm *)node->arms->pdata[i])->body);
    }
    note_all(self, node->first);
    note_all(self, node->second);
    note_all(self, node->third);
}

/* Nobody gives an option that is declared nowhere. Those of the tools are in core.m4. */
static gboolean is_of_option(const char *name)
{
    return g_str_has_prefix(name, "with_") || g_str_has_prefix(name, "enable_");
}

void configure_look_ahead(Configure *self, const Node *script)
{
    note_all(self, script);
}

Value *configure_ahead(Configure *self, const char *name)
{
    const char *option = g_hash_table_lookup(self->options_ahead, name);
    if (option != NULL) {
        const Symbol *symbol = symbols_get(self->symbols, CONDITION_SUBJECT_OPTION, option);
        return value_of_text(symbol_hole(self->symbols, symbol));
    }
    /* A macro that nobody knows may have given it anything, and declared any option. */
    gboolean bare = is_of_option(name) || g_hash_table_contains(self->own_names, name);
    return bare && !self->macros_missing ? value_of_text(NULL) : NULL;
}
