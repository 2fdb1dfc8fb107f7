/* Follows the statements of makefiles under the conditions that lead to them. */
#include "discover/make/reading.h"
#include "discover/make/recipe.h"
#include "discover/make/stub.h"
#include <string.h>

/* A conditional that is open. */
typedef struct {
    Guard outer;
    Guard left; /* what no branch so far has taken */
} Frame;

/* ---- files ----------------------------------------------------------------------------------- */

static void run_file(MakeReading *self, MakeSource *source, Guard when);

/* The values that a variant of a file that people copy would give. */
static void declare_variant(MakeReading *self, const MakeTemplate *template,
                            const MakeTemplates *templates)
{
    const MakeFile *file = template->source->file;
    const MakeFile *outer_file = self->file;
    Span outer_at = self->at;
    Guard outer_path = self->path;
    const char *called = templates->passed != NULL ? templates->passed : templates->wanted;
    Unknown *chosen = unknowns_get(self->unknowns, CONDITION_SUBJECT_PLATFORM, called);
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
            make_declare(self, variable, statement->value, DECLARES_VARIANT);
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
        make_note_unseen_rules(self, when);
        return TRUE;
    }
    for (guint i = 0; i < templates->files->len; i++) {
        const MakeTemplate *template = &g_array_index(templates->files, MakeTemplate, i);
        if (templates->choosers[0] == NULL) {
            if (i == 0) {
                run_file(self, template->source, when);
            } else if (template->source->times == 0) {
                template->source->times++;
                declare_variant(self, template, templates);
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

/* The files that fit a pattern. FALSE when there are none. */
static gboolean include_pattern(MakeReading *self, const char *pattern, Guard when)
{
    g_autoptr(GPtrArray) names = make_fitting(self, self->folder, pattern);
    if (names == NULL) {
        make_ledger(self, "limit: files that fit a pattern", pattern, NULL);
    }
    gboolean found = FALSE;
    for (guint i = 0; names != NULL && i < names->len; i++) {
        const char *path = make_path(self, self->folder, names->pdata[i]);
        MakeSource *source = path != NULL ? make_source(self, path) : NULL;
        if (source != NULL) {
            run_file(self, source, when);
            found = TRUE;
        }
    }
    return found;
}

/* A word of an include, expanded: a file of the tree, or something that is missing. */
static gboolean include_word(MakeReading *self, const char *word, Guard when)
{
    if (!unknown_text_has_hole(word) && strpbrk(word, "*?[") != NULL) {
        return include_pattern(self, word, when);
    }
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
    if (source == NULL) {
        source = make_known_stub(self, word);
    }
    if (source != NULL) {
        run_file(self, source, when);
    }
    return source != NULL;
}

static void include_expanded(MakeReading *self, const char *text, gboolean optional)
{
    g_autoptr(GArray) ways = make_expand(self, text, self->path);
    gboolean named = optional || !make_is_reference(text);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        g_auto(GStrv) words = g_strsplit_set(way->text, " \t", -1);
        for (guint k = 0; words[k] != NULL; k++) {
            named = named || *words[k] != '\0';
            if (*words[k] != '\0' && !include_word(self, words[k], way->when) && !optional) {
                make_ledger_include(self, unknowns_readable(self->unknowns, words[k]));
            }
        }
    }
    /* Nothing gives the variable that is all of the name: whoever calls make does. */
    if (!named) {
        make_ledger_include(self, text);
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

/* Goes into the branch that the statement begins, and leaves to those behind it what it does not
 * take. For a goal that configures the build make is called before: nothing is taken from them. */
static void enter_branch(MakeReading *self, const MakeFile *file, const MakeStatement *statement,
                         Frame *frame)
{
    if (make_goal_configures(self, file, statement)) {
        self->path = frame->left;
        return;
    }
    self->path = test_within(self, statement, frame->left);
    frame->left = guard_minus(self->guards, frame->left, self->path);
}

static void run_conditional(MakeReading *self, const MakeFile *file, const MakeStatement *statement,
                            GArray *frames)
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
        Frame frame = {self->path, self->path};
        enter_branch(self, file, statement, &frame);
        g_array_append_val(frames, frame);
        return;
    }
    if (frames->len == 0) {
        return;
    }
    Frame *frame = &g_array_index(frames, Frame, frames->len - 1);
    if (statement->kind == MAKE_ELSE) {
        enter_branch(self, file, statement, frame);
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

/* What it says or evaluates is all that it is for, unless a rule comes out. */
static void run_text(MakeReading *self, const MakeStatement *statement)
{
    if (*statement->value == UNKNOWN_HOLE_BEGIN) {
        make_ledger(self, "text to evaluate is not known",
                    unknowns_readable(self->unknowns, statement->value), NULL);
    }
    g_autoptr(GArray) ways = make_expand(self, statement->value, self->path);
    for (guint i = 0; i < ways->len; i++) {
        const MakeAlternative *way = &g_array_index(ways, MakeAlternative, i);
        if (way->text[strspn(way->text, " \t\n")] != '\0') {
            make_note_unseen_rules(self, way->when);
        }
    }
}

static void run_statement(MakeReading *self, const MakeStatement *statement)
{
    switch (statement->kind) {
    case MAKE_ASSIGNMENT:
        if (statement->targets == NULL) {
            make_follow_assignment(self, statement);
        } else {
            make_note_own_value(self, statement->name);
            make_effects_of(self, statement->name, statement->value,
                            guard_of_targets(self, statement->targets), NULL);
        }
        break;
    case MAKE_COMMENTED:
        make_follow_offer(self, statement);
        break;
    case MAKE_INCLUDE:
        include_files(self, statement);
        break;
    case MAKE_TEXT:
        run_text(self, statement);
        break;
    case MAKE_IF:
    case MAKE_ELSE:
    case MAKE_ENDIF:
    case MAKE_RULE:
    case MAKE_RECIPE:
        break;
    }
}

/* Keeps the rules that are made by the first makefile and what it includes. */
static void note_rules(MakeReading *self, const MakeStatement *statement,
                       const MakeStatement **rule)
{
    if (statement->kind == MAKE_RULE) {
        *rule = statement;
        make_note_rule(self, statement);
    } else if (statement->kind == MAKE_RECIPE && *rule != NULL) {
        make_note_recipe(self, *rule, statement);
    }
}

static void run_statements(MakeReading *self, const MakeFile *file)
{
    g_autoptr(GArray) frames = g_array_new(FALSE, FALSE, sizeof(Frame));
    /* Statements that are evaluated do not outlive that. */
    gboolean noted = self->undo == NULL && file == self->file;
    const MakeStatement *rule = NULL;
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
            run_conditional(self, file, statement, frames);
        } else if (!guard_is_false(self->path)) {
            run_statement(self, statement);
            if (noted) {
                note_rules(self, statement, &rule);
            } else if (statement->kind == MAKE_RULE) {
                make_note_targets(self, statement->targets);
            }
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
        make_note_unseen_rules(self, when);
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
    g_autoptr(GArray) undo = make_changes_new();
    self->undo = keep ? NULL : undo;
    self->entry = source->file;
    self->folder = source->file->folder;
    self->path = GUARD_TRUE;
    run_file(self, source, when);
    if (!keep) {
        make_undo_changes(self);
    }
    self->undo = NULL;
}
