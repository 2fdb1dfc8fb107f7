/* Follows the statements of makefiles under the conditions that lead to them. */
#include "discover/make/comment.h"
#include "discover/make/reading.h"
#include <string.h>

/* A conditional that is open. */
typedef struct {
    Guard outer;
    Guard left; /* what no branch so far has taken */
} Frame;

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

/* ---- assignments ----------------------------------------------------------------------------- */

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

static void undo_all(MakeReading *self)
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
    /* What the makefile sets as well where another switch needs it. */
    gboolean settled = variable->settled && variable->always == 1 && guard_is_true(self->path);
    gboolean first = guard_is_true(self->path) && variable->pieces->len == 0 &&
                     has_commented(self->file, variable->name);
    return statement->operation == ASSIGN_DEFAULT || unset || only || is_asked_again(variable) ||
           setting || settled || first ||
           (source != NULL && source->edited && variable->edited > 0);
}

static void declare(MakeReading *self, MakeVariable *variable, const char *value,
                    DeclarationKind kind)
{
    for (guint i = 0; i < variable->declarations->len; i++) {
        Declaration *known = &g_array_index(variable->declarations, Declaration, i);
        if (span_compare(&known->at, &self->at) == 0) {
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

static void assign(MakeReading *self, const MakeStatement *statement)
{
    const char *name = make_expand_plain(self, statement->name, self->path);
    if (unknown_text_has_hole(name) || *name == '\0') {
        make_ledger(self, "name of a variable is not known", statement->name, NULL);
        return;
    }
    if (make_is_builtin(name)) {
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
        declare(self, variable, statement->value, DECLARES_DEFAULT);
        add_machine_flag(self, variable);
        return;
    }
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
static void offer(MakeReading *self, const MakeStatement *statement)
{
    MakeVariable *variable = make_variable(self, statement->name);
    /* An empty one under a condition takes something away rather than offer it. */
    gboolean takes_away = *statement->value == '\0' && !guard_is_true(self->path);
    if (variable->role != ROLE_OPTION || statement->operation == ASSIGN_APPEND || takes_away) {
        return;
    }
    declare(self, variable, statement->value, DECLARES_OFFER);
    Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, variable->name);
    /* A name for something is one of several ways, and what it brings comes with no other. */
    Guard taken = make_is_reference(statement->value)
                      ? unknown_equals(self->unknowns, unknown, statement->value)
                      : unknown_given(self->unknowns, unknown);
    Guard given = guard_and(self->guards, self->path, taken);
    make_effects_of(self, statement->name, statement->value, given, variable->name);
}

/* ---- files ----------------------------------------------------------------------------------- */

static void run_file(MakeReading *self, MakeSource *source, Guard when);

/* The values that a variant of a file that people copy would give. */
static void declare_variant(MakeReading *self, const MakeTemplate *template, const char *wanted)
{
    const MakeFile *file = template->source->file;
    const MakeFile *outer_file = self->file;
    Span outer_at = self->at;
    Guard outer_path = self->path;
    Unknown *chosen = unknowns_get(self->unknowns, CONDITION_SUBJECT_PLATFORM, wanted);
    self->path =
        guard_and(self->guards, self->path, unknown_equals(self->unknowns, chosen, file->path));
    self->file = file;
    self->variant = TRUE;
    for (guint i = 0; i < file->statements->len && !guard_is_false(self->path); i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (statement->kind != MAKE_ASSIGNMENT || statement->targets != NULL ||
            !make_is_name(statement->name)) {
            continue;
        }
        MakeVariable *variable = make_variable(self, statement->name);
        self->at = (Span){file->path, statement->line, 0};
        if (variable->role == ROLE_OPTION && !make_is_builtin(statement->name)) {
            make_effects_of(self, statement->name, statement->value, self->path, variable->name);
            declare(self, variable, statement->value, DECLARES_VARIANT);
        }
    }
    self->variant = FALSE;
    self->file = outer_file;
    self->at = outer_at;
    self->path = outer_path;
}

/* Whether a person chooses or copies the files. */
static gboolean is_given(MakeReading *self, const MakeTemplates *templates)
{
    for (guint i = 0; i < MAKE_CHOOSERS_MAX && templates->choosers[i] != NULL; i++) {
        if (make_variable(self, templates->choosers[i])->role != ROLE_OPTION) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Files that stand for the one that is wanted. FALSE when there are none. */
static gboolean run_templates(MakeReading *self, const char *wanted, Guard when)
{
    MakeTemplates *templates = make_templates_for(self, wanted);
    if (templates == NULL || templates->files->len == 0) {
        return FALSE;
    }
    if (templates->open) {
        make_ledger(self, "file includes itself", wanted, NULL);
        return TRUE;
    }
    if (templates->files->len > MAKE_CHOSEN_MAX && !is_given(self, templates)) {
        /* Hundreds of files that no person chooses say nothing to a person. */
        make_ledger(self, "limit: files that the build chooses", wanted, NULL);
        return TRUE;
    }
    for (guint i = 0; i < templates->files->len; i++) {
        const MakeTemplate *template = &g_array_index(templates->files, MakeTemplate, i);
        if (templates->choosers[0] == NULL) {
            if (i == 0) {
                run_file(self, template->source, when);
            } else if (template->source->times == 0) {
                template->source->times++;
                declare_variant(self, template, wanted);
            }
            continue;
        }
        Guard chosen = when;
        for (guint k = 0; k < MAKE_CHOOSERS_MAX && templates->choosers[k] != NULL; k++) {
            const MakeVariable *chooser = make_variable(self, templates->choosers[k]);
            Unknown *unknown = unknowns_get(self->unknowns,
                                            chooser->role == ROLE_OPTION ? CONDITION_SUBJECT_OPTION
                                                                         : CONDITION_SUBJECT_PROBE,
                                            chooser->name);
            chosen = guard_and(self->guards, chosen,
                               unknown_equals(self->unknowns, unknown, template->values[k]));
        }
        templates->open = TRUE;
        run_file(self, template->source, chosen);
        templates->open = FALSE;
    }
    return TRUE;
}

/* The only file of the tree whose path ends as the word does behind what is unknown of it:
 * "$(TOP)/config/flags.mk". NULL when there is none. */
static MakeSource *known_end(MakeReading *self, const char *word)
{
    const char *hole = strrchr(word, UNKNOWN_HOLE_END);
    const char *end = hole != NULL ? hole + 1 : word;
    MakeSource *source = make_only_source(self, make_last_part(end));
    if (source == NULL || hole == NULL) {
        return source;
    }
    g_autofree char *path = g_strconcat("/", source->file->path, NULL);
    return *end == '/' && g_str_has_suffix(path, end) ? source : NULL;
}

/* The word with a reference for each hole, as the name of templates has it. The caller frees it. */
static char *as_written(MakeReading *self, const char *word)
{
    if (!unknown_text_has_hole(word)) {
        return g_strdup(word);
    }
    char *written = g_strdup(unknowns_readable(self->unknowns, word));
    for (char *at = strstr(written, "${"); at != NULL; at = strstr(at, "${")) {
        char *end = strchr(at, '}');
        if (end == NULL) {
            break;
        }
        at[1] = '(';
        *end = ')';
    }
    return written;
}

/* A word of an include, expanded: a file of the tree, or something that is missing. */
static gboolean include_word(MakeReading *self, const char *word, Guard when)
{
    const char *path = unknown_text_has_hole(word) ? NULL : make_path(self, self->folder, word);
    MakeSource *source = path != NULL ? make_source(self, path) : NULL;
    g_autofree char *wanted = as_written(self, word);
    if (source == NULL && run_templates(self, make_last_part(wanted), when)) {
        return TRUE;
    }
    /* Make may have been started in another folder than the makefile's own. */
    if (source == NULL) {
        source = known_end(self, word);
    }
    if (source != NULL) {
        run_file(self, source, when);
    }
    return source != NULL;
}

static void include_expanded(MakeReading *self, const char *text, gboolean optional)
{
    g_autoptr(GArray) ways = make_expand(self, text, self->path);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        g_auto(GStrv) words = g_strsplit_set(way->text, " \t", -1);
        for (guint k = 0; words[k] != NULL; k++) {
            if (*words[k] != '\0' && !include_word(self, words[k], way->when) && !optional) {
                make_ledger(self, "included file is not in the tree",
                            unknowns_readable(self->unknowns, words[k]), NULL);
            }
        }
    }
}

static void include_files(MakeReading *self, const MakeStatement *statement)
{
    /* References within a name choose files whatever they expand to. */
    g_auto(GStrv) raw = make_include_words(self->file, statement->value);
    gboolean chosen = FALSE;
    for (guint i = 0; raw[i] != NULL && !chosen; i++) {
        const MakeTemplates *templates =
            make_templates_for(self, make_include_base(self->file, raw[i]));
        chosen = templates != NULL && templates->files->len > 0;
    }
    if (!chosen) {
        /* As one text: a variable that holds all the names may be one that people give. */
        include_expanded(self, statement->value, statement->optional);
        return;
    }
    for (guint i = 0; raw[i] != NULL; i++) {
        if (!run_templates(self, make_include_base(self->file, raw[i]), self->path)) {
            include_expanded(self, raw[i], statement->optional);
        }
    }
}

/* ---- statements ------------------------------------------------------------------------------ */

static Guard test_within(MakeReading *self, const MakeStatement *statement, Guard path)
{
    if (guard_is_false(path)) {
        return GUARD_FALSE;
    }
    Guard outer = self->path;
    self->path = path;
    Guard result = guard_and(self->guards, path, make_test(self, statement));
    self->path = outer;
    return result;
}

/* What holds in a branch that is too deep: something that nobody looked at, of its own for each
 * branch. It stands for the conditions around it as well, or thousands of branches would repeat
 * hundreds of them. */
static Guard too_deep(MakeReading *self, const GArray *frames)
{
    Span at = self->at;
    self->at.line = 0;
    make_ledger(self, "limit: depth of conditionals", self->file->path, NULL);
    self->at = at;
    if (guard_is_false(g_array_index(frames, Frame, MAKE_CONDITIONALS_MAX).outer)) {
        return GUARD_FALSE;
    }
    g_autofree char *place = span_text(&self->at);
    return unknown_given(self->unknowns,
                         unknowns_derive(self->unknowns, "conditions too deep", place));
}

static void run_conditional(MakeReading *self, const MakeStatement *statement, GArray *frames)
{
    gboolean deep = frames->len > MAKE_CONDITIONALS_MAX;
    if (statement->kind == MAKE_IF && frames->len >= MAKE_CONDITIONALS_MAX) {
        const Frame frame = {self->path, self->path};
        g_array_append_val(frames, frame);
        self->path = too_deep(self, frames);
        return;
    }
    if (statement->kind == MAKE_ELSE && deep) {
        self->path = too_deep(self, frames);
        return;
    }
    if (statement->kind == MAKE_IF) {
        Guard taken = test_within(self, statement, self->path);
        const Frame frame = {self->path, guard_minus(self->guards, self->path, taken)};
        g_array_append_val(frames, frame);
        self->path = taken;
        return;
    }
    if (frames->len == 0) {
        return;
    }
    Frame *frame = &g_array_index(frames, Frame, frames->len - 1);
    if (statement->kind == MAKE_ELSE) {
        self->path = test_within(self, statement, frame->left);
        frame->left = guard_minus(self->guards, frame->left, self->path);
    } else {
        self->path = frame->outer;
        g_array_set_size(frames, frames->len - 1);
    }
}

/* "debug: CFLAGS += -g" counts while that goal is made. What a file or a pattern of files is made
 * with counts whenever the build makes it. */
static Guard guard_of_targets(MakeReading *self, const char *targets)
{
    if (strpbrk(targets, " \t%$./") != NULL) {
        return self->path;
    }
    gboolean chosen = make_variable(self, OPTION_TARGETS)->role == ROLE_OPTION;
    Unknown *goal =
        unknowns_get(self->unknowns, chosen ? CONDITION_SUBJECT_OPTION : CONDITION_SUBJECT_PROBE,
                     OPTION_TARGETS);
    return guard_and(self->guards, self->path, unknown_equals(self->unknowns, goal, targets));
}

static void run_statement(MakeReading *self, const MakeStatement *statement)
{
    switch (statement->kind) {
    case MAKE_ASSIGNMENT:
        if (statement->targets == NULL) {
            assign(self, statement);
        } else {
            make_effects_of(self, statement->name, statement->value,
                            guard_of_targets(self, statement->targets), NULL);
        }
        break;
    case MAKE_COMMENTED:
        offer(self, statement);
        break;
    case MAKE_INCLUDE:
        include_files(self, statement);
        break;
    case MAKE_TEXT:
        /* What it says or evaluates is all that it is for. */
        g_array_unref(make_expand(self, statement->value, self->path));
        break;
    case MAKE_IF:
    case MAKE_ELSE:
    case MAKE_ENDIF:
    case MAKE_RULE:
    case MAKE_RECIPE:
        break;
    }
}

static void run_statements(MakeReading *self, const MakeFile *file)
{
    g_autoptr(GArray) frames = g_array_new(FALSE, FALSE, sizeof(Frame));
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        self->at = (Span){file->path, statement->line, 0};
        if (++self->steps > MAKE_STEPS_MAX) {
            make_ledger(self, "limit: statements", file->path, NULL);
            return;
        }
        if (statement->kind == MAKE_IF || statement->kind == MAKE_ELSE ||
            statement->kind == MAKE_ENDIF) {
            g_string_truncate(self->said, 0);
            run_conditional(self, statement, frames);
        } else if (!guard_is_false(self->path)) {
            run_statement(self, statement);
        }
    }
}

static void run_file(MakeReading *self, MakeSource *source, Guard when)
{
    Guard again = guard_minus(self->guards, when, source->read);
    if (source->open || self->include_depth >= MAKE_INCLUDE_DEPTH_MAX) {
        make_ledger(self, source->open ? "file includes itself" : "limit: depth of includes",
                    source->file->path, NULL);
        return;
    }
    if (guard_is_false(again)) {
        return;
    }
    if (source->times >= MAKE_INCLUDE_TIMES_MAX) {
        make_ledger(self, "limit: readings of one file", source->file->path, NULL);
        return;
    }
    const MakeFile *outer_file = self->file;
    Guard outer_path = self->path;
    Span outer_at = self->at;
    source->read = guard_or(self->guards, source->read, when);
    source->times++;
    source->open = TRUE;
    self->include_depth++;
    self->file = source->file;
    self->path = again;
    run_statements(self, source->file);
    self->include_depth--;
    source->open = FALSE;
    self->file = outer_file;
    self->path = outer_path;
    self->at = outer_at;
}

void make_walk_text(MakeReading *self, const char *text, Guard when)
{
    if (self->evals >= MAKE_EVALS_MAX || self->include_depth >= MAKE_INCLUDE_DEPTH_MAX) {
        make_ledger(self, "limit: texts that are evaluated", "", NULL);
        return;
    }
    self->evals++;
    self->include_depth++;
    MakeFile *file = make_file_new(self->scratch, self->at.path != NULL ? self->at.path : "", text);
    Guard outer = self->path;
    Span at = self->at;
    self->path = when;
    for (guint i = 0; i < file->statements->len; i++) {
        /* What is evaluated stands where the call is. */
        g_array_index(file->statements, MakeStatement, i).line = at.line;
    }
    run_statements(self, file);
    self->path = outer;
    self->at = at;
    self->include_depth--;
    make_file_free(file);
}

void make_walk(MakeReading *self, MakeSource *source, Guard when, gboolean keep)
{
    g_autoptr(GArray) undo = g_array_new(FALSE, FALSE, sizeof(Saved));
    g_array_set_clear_func(undo, saved_clear);
    self->undo = keep ? NULL : undo;
    self->entry = source->file;
    self->folder = source->file->folder;
    self->path = GUARD_TRUE;
    run_file(self, source, when);
    if (!keep) {
        undo_all(self);
    }
    self->undo = NULL;
}
