/* Recording what the commands do. */
#include "discover/cmake/record.h"
#include "discover/cmake/pure.h"

void evaluator_effect_full(Evaluator *self, EffectKind kind, const char *name, const char *detail,
                           const char *file, gboolean required)
{
    if (text_has_hole(name)) {
        return; /* "something is linked" tells nobody anything */
    }
    g_autofree char *readable = g_strdup(name);
    g_autofree char *more = detail != NULL ? symbols_readable(self->symbols, detail) : NULL;
    if (*readable == '\0') {
        return;
    }
    const EffectRecord effect = {.kind = kind,
                                 .name = readable,
                                 .detail = more,
                                 .file = file,
                                 .required = required,
                                 .when = self->path,
                                 .at = evaluator_project_place(self)};
    if (effect.at.path != NULL) {
        recorder_effect(self->recorder, &effect);
    }
}

void evaluator_effect(Evaluator *self, EffectKind kind, const char *name, const char *detail)
{
    evaluator_effect_full(self, kind, name, detail, NULL, FALSE);
}

void evaluator_ledger(Evaluator *self, const char *reason, const char *subject,
                      const char *const *lost)
{
    g_autofree char *readable = symbols_readable(self->symbols, subject);
    recorder_ledger(self->recorder, evaluator_project_place(self), reason, readable, lost);
}

void evaluator_add_name(Evaluator *self, GHashTable *table, const char *name)
{
    Guard *known = g_hash_table_lookup(table, name);
    if (known == NULL) {
        known = arena_new0(self->arena, Guard);
        *known = GUARD_FALSE;
        g_hash_table_insert(table, (gpointer)arena_intern(self->arena, name), known);
    }
    *known = symbols_simplify(self->symbols, guard_or(self->guards, *known, self->path),
                              SYMBOLS_VALUE_NODES);
}

Guard evaluator_name_exists(Evaluator *self, GHashTable *table, const char *name)
{
    variables_lose_watches(self->variables);
    const Guard *known = g_hash_table_lookup(table, name);
    return known != NULL ? *known : GUARD_FALSE;
}

void evaluator_note_spelled(const Evaluator *self, Variable *variable)
{
    if (variable->option != NULL && self->frame != NULL && !self->frame->file->stub &&
        tree_kind_of(self->frame->file->path) != TREE_CMAKE) {
        variable->spelled = TRUE;
    }
}
