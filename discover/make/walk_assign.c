/* What an assignment changes, or declares, where the walk is. */
#include "discover/make/alternatives.h"
#include "discover/make/reading.h"
#include "discover/make/recipe.h"
#include <string.h>

/* A variable as it was before the makefile changed it. */
typedef struct {
    MakeVariable *variable;
    GArray *pieces;
    Guard unset;
} Saved;

static void saved_clear(gpointer data)
{
    g_clear_pointer(&((Saved *)data)->pieces, g_array_unref);
}

static void save_variable(MakeReading *self, MakeVariable *variable)
{
    if (self->undo == NULL || self->file != self->entry) {
        return;
    }
    for (guint i = self->undo->len; i > 0 && variable->saved; i--) {
        if (g_array_index(self->undo, Saved, i - 1).variable == variable) {
            return;
        }
    }
    const Saved saved = {variable, g_array_copy(variable->pieces), variable->unset};
    g_array_append_val(self->undo, saved);
    variable->saved = TRUE;
}

GArray *make_changes_new(void)
{
    GArray *changes = g_array_new(FALSE, FALSE, sizeof(Saved));
    g_array_set_clear_func(changes, saved_clear);
    return changes;
}

void make_undo_changes(MakeReading *self)
{
    for (guint i = self->undo->len; i > 0; i--) {
        Saved *saved = &g_array_index(self->undo, Saved, i - 1);
        g_array_unref(saved->variable->pieces);
        saved->variable->pieces = g_steal_pointer(&saved->pieces);
        saved->variable->unset = saved->unset;
        saved->variable->saved = FALSE;
    }
    g_array_set_size(self->undo, 0);
}

/* The text under one more condition. Nothing is appended to it there, so that it does not matter
 * where among the pieces it stands. */
static gboolean join_piece(MakeReading *self, MakeVariable *variable, const char *text, Guard when)
{
    for (guint i = 0; i < variable->pieces->len; i++) {
        Piece *piece = &g_array_index(variable->pieces, Piece, i);
        if (piece->text == text && !piece->append) {
            piece->when = guard_or(self->guards, piece->when, when);
            return TRUE;
        }
    }
    return FALSE;
}

static void add_piece(MakeReading *self, MakeVariable *variable, const char *given, Guard when,
                      gboolean append)
{
    if (guard_is_false(when)) {
        return;
    }
    const char *text = arena_intern(self->scratch, given);
    save_variable(self, variable);
    for (guint i = 0; i < variable->pieces->len && !append;) {
        Piece *piece = &g_array_index(variable->pieces, Piece, i);
        piece->when = guard_minus(self->guards, piece->when, when);
        if (guard_is_false(piece->when)) {
            g_array_remove_index(variable->pieces, i);
        } else {
            i++;
        }
    }
    if (!append) {
        variable->unset = guard_minus(self->guards, variable->unset, when);
    }
    if (append || !join_piece(self, variable, text, when)) {
        const Piece piece = {text, when, append};
        g_array_append_val(variable->pieces, piece);
    }
}

/* What := makes of its right side is expanded no further. */
static void assign_expanded(MakeReading *self, MakeVariable *variable, const char *value,
                            Guard when)
{
    g_autoptr(GArray) ways = make_expand(self, value, when);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        g_auto(GStrv) parts = g_strsplit(way->text, "$", -1);
        g_autofree char *text = g_strjoinv("$$", parts);
        const Unknown *unknown = unknowns_of_text(self->unknowns, text);
        if (unknown != NULL && g_str_has_prefix(unknown->name, "shell(")) {
            unknown = unknowns_get(self->unknowns, unknown->kind, variable->name);
        } else {
            unknown = NULL;
        }
        add_piece(self, variable, unknown != NULL ? unknowns_hole(self->unknowns, unknown) : text,
                  way->when, FALSE);
    }
}

static gboolean has_commented(const MakeFile *file, const char *name)
{
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (statement->kind == MAKE_COMMENTED && strcmp(statement->name, name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Set to yes for one machine and to no for another, it is what people say all the same. */
static gboolean is_asked_again(const MakeVariable *variable)
{
    return variable->varied && make_is_asked_switch(variable);
}

/* A folder's own makefile assigns what the makefiles of the whole build let people give by that
 * name, "COMPILER = cc": it is another variable, which only its folder knows. */
static gboolean is_of_folder(const MakeVariable *variable, const MakeSource *source)
{
    return source != NULL && !source->central && !source->edited && variable->explicit > 0 &&
           variable->assigned > variable->central_assigned;
}

/* Whether the value counts only as long as nobody gives another one. */
static gboolean is_default(MakeReading *self, const MakeVariable *variable,
                           const MakeStatement *statement)
{
    if (variable->role != ROLE_OPTION || statement->override ||
        statement->operation == ASSIGN_APPEND) {
        return FALSE;
    }
    Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, variable->name);
    const MakeSource *source = g_hash_table_lookup(self->sources, self->file->path);
    Guard given = unknown_given(self->unknowns, unknown);
    gboolean unset = !guard_meets(self->guards, self->path, given);
    /* "ifeq ($(X),auto)", "X = ...": it has been given. */
    if (guard_is_false(guard_minus(self->guards, self->path, given))) {
        return FALSE;
    }
    gboolean only = variable->defaults == 0 &&
                    (make_is_set_alike(variable) || make_is_only_turned_off(variable) ||
                     (variable->always == 1 && variable->assigned == 1 && !variable->varied));
    gboolean setting = source != NULL && source->central && make_is_set_once(variable) &&
                       strcmp(statement->value, variable->setting) == 0;
    /* What holds where the file that people edit says nothing. */
    gboolean before = source != NULL && source->central && variable->edited > 0 &&
                      variable->assigned == 1 && variable->always == 1 &&
                      guard_is_true(self->path) && strchr(statement->value, '$') == NULL;
    /* What the makefile sets as well where another switch needs it. */
    gboolean settled = variable->settled && variable->always == 1 && guard_is_true(self->path);
    gboolean first = guard_is_true(self->path) && variable->pieces->len == 0 &&
                     has_commented(self->file, variable->name);
    first = (first || make_has_alternatives(self->file, variable->name)) &&
            !is_of_folder(variable, source);
    /* What the project itself takes of what others' makefile lets people give. */
    gboolean taken = variable->outside && source != NULL && source->central &&
                     guard_is_true(self->path) && strchr(statement->value, '$') == NULL;
    return statement->operation == ASSIGN_DEFAULT || unset || taken || only ||
           is_asked_again(variable) || setting || settled || first || before ||
           (source != NULL && source->edited && variable->edited > 0);
}

void make_declare(MakeReading *self, MakeVariable *variable, const char *value,
                  DeclarationKind kind)
{
    for (guint i = 0; i < variable->declarations->len; i++) {
        Declaration *known = &g_array_index(variable->declarations, Declaration, i);
        /* "X = #-DY" gives one value and offers another. */
        gboolean alike = (known->kind == DECLARES_OFFER) == (kind == DECLARES_OFFER);
        if (alike && span_compare(&known->at, &self->at) == 0) {
            known->when = guard_or(self->guards, known->when, self->path);
            return;
        }
    }
    const Declaration declaration = {
        .at = self->at, .file = self->file, .value = value, .when = self->path, .kind = kind};
    g_array_append_val(variable->declarations, declaration);
}

/* What is assigned further down counts in place of what was assigned above. */
static void take_place(MakeReading *self, const MakeVariable *variable)
{
    for (guint i = 0; i < variable->declarations->len; i++) {
        Declaration *above = &g_array_index(variable->declarations, Declaration, i);
        if (above->kind == DECLARES_DEFAULT && span_compare(&above->at, &self->at) != 0) {
            above->when = guard_minus(self->guards, above->when, self->path);
        }
    }
}

/* The path without what it says of a variable that is not given: a default has no other cause. */
static Guard without_own(MakeReading *self, const MakeVariable *variable)
{
    const Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, variable->name);
    return unknown->given != G_MAXUINT
               ? guard_restrict(self->guards, self->path, unknown->given, FALSE)
               : self->path;
}

/* A flag that takes it may stand in a recipe, or be made for each of a list. */
static void add_machine_flag(MakeReading *self, const MakeVariable *variable)
{
    if (variable->machine_flag != NULL) {
        g_autofree char *flag = g_strdup_printf("%s${%s}", variable->machine_flag, variable->name);
        make_add_effect(self, EFFECT_FLAG, flag, NULL, self->path, variable->name);
    }
}

/* What the flag brings that people are told to put in place of nothing. */
static void add_spelled(MakeReading *self, const MakeVariable *variable,
                        const MakeStatement *statement)
{
    if (variable->spelled != NULL && *statement->value == '\0') {
        Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, variable->name);
        Guard given = guard_and(self->guards, self->path, unknown_given(self->unknowns, unknown));
        make_effects_of(self, variable->name, variable->spelled, given, variable->name);
    }
}

void make_follow_assignment(MakeReading *self, const MakeStatement *statement)
{
    const char *name = make_expand_plain(self, statement->name, self->path);
    if (unknown_text_has_hole(name) && make_follow_computed(self, statement)) {
        return;
    }
    if (unknown_text_has_hole(name) || *name == '\0') {
        make_ledger(self, "name of a variable is not known",
                    unknowns_readable(self->unknowns, statement->name), NULL);
        return;
    }
    if (make_is_builtin(name)) {
        make_note_default_goal(self, statement);
        if (strcmp(name, MAKE_SEARCH) == 0) {
            make_effects_of(self, name, statement->value, self->path, NULL);
        }
        return;
    }
    MakeVariable *variable = make_variable(self, name);
    gboolean counts = is_default(self, variable, statement);
    if (statement->operation != ASSIGN_SHELL && !statement->defined) {
        Guard when = counts ? without_own(self, variable) : self->path;
        make_effects_of(self, name, statement->value, when, counts ? variable->name : NULL);
    }
    if (counts) {
        if (statement->operation != ASSIGN_DEFAULT &&
            (is_asked_again(variable) || make_is_only_turned_off(variable))) {
            take_place(self, variable);
        }
        make_declare(self, variable, statement->value, DECLARES_DEFAULT);
        add_machine_flag(self, variable);
        add_spelled(self, variable, statement);
        return;
    }
    make_note_stand_in(self, variable, statement);
    switch (statement->operation) {
    case ASSIGN_RECURSIVE:
        add_piece(self, variable, statement->value, self->path, FALSE);
        break;
    case ASSIGN_SIMPLE:
        assign_expanded(self, variable, statement->value, self->path);
        break;
    case ASSIGN_SHELL: {
        g_autofree char *command = g_strdup_printf("$(shell %s)", statement->value);
        assign_expanded(self, variable, command, self->path);
        break;
    }
    case ASSIGN_DEFAULT:
        add_piece(self, variable, statement->value,
                  guard_and(self->guards, self->path, variable->unset), FALSE);
        break;
    case ASSIGN_APPEND:
        add_piece(self, variable, statement->value, self->path, TRUE);
        break;
    }
}

/* An assignment that a person may switch on: what it would bring, once the option is given. */
void make_follow_offer(MakeReading *self, const MakeStatement *statement)
{
    MakeVariable *variable = make_variable(self, statement->name);
    /* An empty one under a condition takes something away rather than offer it. */
    gboolean takes_away = *statement->value == '\0' && !guard_is_true(self->path);
    const MakeSource *source = g_hash_table_lookup(self->sources, self->file->path);
    if (variable->role != ROLE_OPTION || statement->operation == ASSIGN_APPEND || takes_away ||
        is_of_folder(variable, source)) {
        return;
    }
    make_declare(self, variable, statement->value, DECLARES_OFFER);
    Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, variable->name);
    /* A name for something is one of several ways, and what it brings comes with no other. */
    Guard taken = make_is_reference(statement->value)
                      ? unknown_equals(self->unknowns, unknown, statement->value)
                      : unknown_given(self->unknowns, unknown);
    Guard given = guard_and(self->guards, self->path, taken);
    make_effects_of(self, statement->name, statement->value, given, variable->name);
}
