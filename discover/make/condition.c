/* Conditionals: GNU make manual, chapter "Conditional Parts of Makefiles". */
#include "discover/make/reading.h"
#include <string.h>

void make_note_value(MakeReading *self, const char *open, const char *known)
{
    g_autofree char *hole = g_strstrip(g_strdup(open));
    const Unknown *unknown = unknowns_of_text(self->unknowns, hole);
    if (unknown == NULL || unknown->kind != CONDITION_SUBJECT_OPTION || *known == '\0' ||
        unknown_text_has_hole(known)) {
        return;
    }
    const MakeVariable *variable = make_variable(self, unknown->name);
    /* What a file for one of many machines asks for besides is known there only. */
    const MakeSource *source = g_hash_table_lookup(self->sources, self->at.path);
    if (source != NULL && source->machines != NULL && variable->tests_elsewhere > 0) {
        return;
    }
    for (guint i = 0; i < variable->values->len; i++) {
        if (strcmp(((const AllowedValue *)variable->values->pdata[i])->value, known) == 0) {
            return;
        }
    }
    AllowedValue *value = arena_new0(self->arena, AllowedValue);
    *value = (AllowedValue){
        .value = arena_intern(self->arena, known), .origin = VALUE_COMPARED, .at = self->at};
    g_ptr_array_add(variable->values, value);
}

static Guard test_equal(MakeReading *self, const char *left, const char *right)
{
    g_autoptr(GArray) lefts = make_expand(self, left, self->path);
    g_autoptr(GArray) rights = make_expand(self, right, self->path);
    Guard result = GUARD_FALSE;
    for (guint i = 0; i < lefts->len; i++) {
        for (guint k = 0; k < rights->len; k++) {
            const MakeAlternative *a = &g_array_index(lefts, MakeAlternative, i);
            const MakeAlternative *b = &g_array_index(rights, MakeAlternative, k);
            Guard both = guard_and(self->guards, a->when, b->when);
            if (guard_is_false(both)) {
                continue;
            }
            g_autofree char *text_a = g_strstrip(g_strdup(a->text));
            g_autofree char *text_b = g_strstrip(g_strdup(b->text));
            make_note_value(self, text_a, text_b);
            make_note_value(self, text_b, text_a);
            Guard equal = unknowns_equal_texts(self->unknowns, text_a, text_b);
            result = guard_or(self->guards, result, guard_and(self->guards, both, equal));
        }
    }
    return result;
}

/* ifdef asks whether the variable's own text is empty, without expanding what it refers to. */
static Guard test_defined(MakeReading *self, const char *text)
{
    const char *name = make_expand_plain(self, text, self->path);
    if (unknown_text_has_hole(name)) {
        return unknown_given(self->unknowns, unknowns_derive(self->unknowns, "defined", name));
    }
    MakeVariable *variable = make_variable(self, name);
    Guard result = GUARD_FALSE;
    for (guint i = 0; i < variable->pieces->len; i++) {
        const Piece *piece = &g_array_index(variable->pieces, Piece, i);
        Guard full = guard_minus(self->guards, piece->when,
                                 unknowns_empty_text(self->unknowns, piece->text));
        result = guard_or(self->guards, result, full);
    }
    Guard unset = guard_minus(self->guards, variable->unset,
                              unknowns_empty_text(self->unknowns, make_unset_text(self, variable)));
    return guard_or(self->guards, result, unset);
}

Guard make_test(MakeReading *self, const MakeStatement *statement)
{
    gboolean equality = statement->test == TEST_EQUAL || statement->test == TEST_NOT_EQUAL;
    if (equality && statement->right == NULL) {
        diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING, self->at,
                        "write ifeq (A,B) or ifeq \"A\" \"B\"",
                        "this test has no two sides, so that both of its branches are read");
        g_autofree char *place = span_text(&self->at);
        return unknown_given(self->unknowns, unknowns_derive(self->unknowns, "test", place));
    }
    switch (statement->test) {
    case TEST_NONE:
        return GUARD_TRUE;
    case TEST_DEFINED:
        return test_defined(self, statement->left);
    case TEST_NOT_DEFINED:
        return guard_not(self->guards, test_defined(self, statement->left));
    case TEST_EQUAL:
        return test_equal(self, statement->left, statement->right);
    case TEST_NOT_EQUAL:
        /* Within the path one of both holds. */
        return guard_not(self->guards, test_equal(self, statement->left, statement->right));
    }
    return GUARD_TRUE;
}
