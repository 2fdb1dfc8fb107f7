/* Files, blocks and the order in which commands run. */
#include "discover/cmake/evaluator.h"
#include "core/path.h"
#include "discover/cmake/assign.h"
#include "discover/cmake/call.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/known_text.h"
#include "discover/cmake/policy.h"
#include "discover/cmake/record.h"
#include "grammars/grammars.h"
#include <string.h>

/* A CMake file larger than that is no build description (the largest real ones have 0.1 MiB). */
#define FILE_BYTES_MAX GRAMMAR_CMAKE_BYTES

/* Where the frame's or loop's body goes on: what entered it without those that left. */
static void update_path(Evaluator *self, Guard entry)
{
    Guard left = guard_or(self->guards, self->stopped, self->failed);
    left = guard_or(self->guards, left, guard_or(self->guards, self->broken, self->continued));
    self->path =
        symbols_simplify(self->symbols, guard_minus(self->guards, entry, left), SYMBOLS_PATH_NODES);
}

void evaluator_return(Evaluator *self)
{
    self->stopped = guard_or(self->guards, self->stopped, self->path);
    self->stops++;
}

void evaluator_fail(Evaluator *self)
{
    self->failed = guard_or(self->guards, self->failed, self->path);
    self->stops++;
}

/* Each arm is read where no earlier condition held. The conditions of values stay short and exact
 * when they say only what the arm adds to the layer around, so that is kept beside the path, which
 * may get a name. */
static void run_if(Evaluator *self, SourceFile *file, guint index)
{
    Guard entry = self->path;
    Guard rest = entry;
    Guard rest_within = evaluator_write_path(self);
    Guard taken = GUARD_FALSE;
    Guard condition = GUARD_FALSE;
    Kept kept = {.guards = {&entry, &rest, &rest_within, &taken, &condition}};
    evaluator_keep(self, &kept);
    guint end = file->command_count;
    while (!guard_is_false(rest) && index < end) {
        const Command *arm = &file->commands[index];
        if (arm->word == WORD_ENDIF) {
            break;
        }
        self->frame->current = arm;
        self->path = rest;
        taken = rest;
        if (arm->word != WORD_ELSE) {
            symbols_set_place(self->symbols, evaluator_here(self));
            taken = guard_and(self->guards, rest, evaluator_condition(self, arm));
        }
        condition = guard_within(self->guards, taken, rest);
        self->path = symbols_simplify(self->symbols, taken, SYMBOLS_PATH_NODES);
        if (!guard_is_false(self->path)) {
            guint known = arm->word != WORD_ELSE ? evaluator_know(self, arm) : self->known->len;
            gboolean layer =
                evaluator_open_layer_within(self, guard_and(self->guards, rest_within, condition));
            evaluator_run_range(self, file, index + 1, arm->next);
            evaluator_close_layer(self, layer);
            evaluator_unknow(self, known);
        } else {
            evaluator_pass_over(self, file, arm);
        }
        rest = symbols_simplify(self->symbols, guard_minus(self->guards, rest, taken),
                                SYMBOLS_PATH_NODES);
        rest_within = guard_minus(self->guards, rest_within, condition);
        index = arm->next;
    }
    evaluator_drop(self, &kept);
    self->path = entry;
}

/* The end word of the block that begins at `index`. */
static guint block_end(const SourceFile *file, guint index)
{
    guint end = file->commands[index].next;
    while (end < file->command_count &&
           (file->commands[end].word == WORD_ELSEIF || file->commands[end].word == WORD_ELSE)) {
        end = file->commands[end].next;
    }
    return end;
}

#define ALL_ARGUMENTS G_MAXUINT

typedef struct {
    const Command *command;
    const CommandRow *row;
    guint argument; /* the first one to look at, or ALL_ARGUMENTS */
    guint behind;   /* the one behind those to look at */
} RowRun;

/* How many generator expressions are open behind an argument when `depth` were before it. */
static guint open_expressions(const Argument *argument, guint depth)
{
    guint pieces = argument->constant != NULL ? 1 : argument->piece_count;
    for (guint i = 0; i < pieces; i++) {
        const Piece *piece = argument->constant != NULL ? NULL : &argument->pieces[i];
        const char *text = piece == NULL               ? argument->constant
                           : piece->kind == PIECE_TEXT ? piece->text
                                                       : "";
        for (const char *c = text; *c != '\0'; c++) {
            if (c[0] == '$' && c[1] == '<') {
                depth++;
            } else if (*c == '>' && depth > 0) {
                depth--;
            }
        }
    }
    return depth;
}

/* Without quotes "$<condition:-a -b>" is several arguments, which say something together. One that
 * never ends is none: `first` then stands alone. */
static guint behind_expression(const Command *command, guint first)
{
    guint depth = open_expressions(&command->arguments[first], 0);
    guint behind = first + 1;
    while (depth > 0 && behind < command->argument_count) {
        depth = open_expressions(&command->arguments[behind], depth);
        behind++;
    }
    return depth == 0 ? behind : first;
}

/* A run with one argument keeps the place of the first, so that it is not taken for that. */
static void expand_row(Evaluator *self, const RowRun *run, Arguments *arguments)
{
    gboolean outer = self->keep_optional;
    self->keep_optional = (run->row->traits & TRAIT_KEEP_OPTIONAL) != 0;
    self->told = (run->row->traits & TRAIT_TOLD) != 0;
    if (run->argument == ALL_ARGUMENTS) {
        evaluator_expand(self, run->command, arguments);
    } else {
        if (run->argument > 0) {
            arguments_add(arguments, "", TRUE);
        }
        for (guint i = run->argument; i < run->behind; i++) {
            evaluator_expand_argument(self, run->command, i, arguments);
        }
    }
    self->keep_optional = outer;
    self->told = FALSE;
}

static void run_row(Evaluator *self, gpointer data)
{
    const RowRun *run = data;
    if (evaluator_grow(self, run->command)) {
        return;
    }
    g_auto(Arguments) arguments = arguments_new(self);
    expand_row(self, run, &arguments);
    const Call call = {.command = run->command,
                       .argc = arguments.texts->len,
                       .argv = (const char *const *)arguments.texts->pdata,
                       .quoted = arguments.quoted->data};
    run->row->run(self, &call);
}

/* Whether the first argument is put together from variables without any option's, so that not even
 * that is to be noted that it is read. */
static gboolean is_silent_name(const Evaluator *self, const Command *command)
{
    const Argument *name = command->argument_count > 0 ? &command->arguments[0] : NULL;
    if (name == NULL || open_expressions(name, 0) > 0) {
        return FALSE;
    }
    for (guint i = 0; name->constant == NULL && i < name->piece_count; i++) {
        const Piece *piece = &name->pieces[i];
        if (piece->kind != PIECE_TEXT &&
            (piece->kind != PIECE_VARIABLE || piece->text == NULL ||
             evaluator_parameter(self, piece->text) != NULL ||
             variables_option_of(self->variables, piece->text) != NULL)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* An unknown command may set any variable that it is given the name of. */
static void run_unknown(Evaluator *self, gpointer data)
{
    const Command *command = data;
    g_auto(Arguments) arguments = arguments_new(self);
    evaluator_expand(self, command, &arguments);
    evaluator_havoc_named(self, "unknown command", command->name, arguments.texts);
}

static void run_command(Evaluator *self, const Command *command)
{
    if (evaluator_copy(self, command)) {
        return;
    }
    if (g_hash_table_contains(self->brought_commands, command->name)) {
        command_include_module_of(self, command->name); /* where it was not so far */
    }
    if (evaluator_call_user(self, command)) {
        return;
    }
    const CommandRow *row = command_row(command->name);
    if (row == NULL || (row->traits & (TRAIT_PLAIN | TRAIT_NO_EFFECT)) == 0) {
        variables_lose_watches(self->variables);
    }
    if (row == NULL) {
        if (!command_include_module_of(self, command->name) ||
            !evaluator_call_user(self, command)) {
            evaluator_each_run(self, run_unknown, (gpointer)command);
        }
    } else if ((row->traits & TRAIT_EACH_ARGUMENT) != 0) {
        /* One after the other, not each text of one with each text of the others. */
        /* Behind an expression that never ends no other is looked for: each would be read to the
         * end of the command again. */
        gboolean endless = FALSE;
        guint first =
            (row->traits & TRAIT_NAME_FIRST) != 0 && is_silent_name(self, command) ? 1 : 0;
        for (guint i = first; i < command->argument_count;) {
            guint behind = endless ? i : behind_expression(command, i);
            endless = behind == i;
            RowRun run = {command, row, i, endless ? i + 1 : behind};
            evaluator_each_run(self, run_row, &run);
            i = run.behind;
        }
    } else if (row->run != NULL) {
        gboolean beginning = (row->traits & TRAIT_BEGINNING) != 0 && command->argument_count > 2;
        RowRun run = {command, row, beginning ? 0 : ALL_ARGUMENTS, 2};
        evaluator_each_run(self, run_row, &run);
    }
}

/* Whether the block() has a scope for that: unless SCOPE_FOR names others only. */
static gboolean block_has_scope(const Arguments *arguments, const char *what)
{
    const GPtrArray *texts = arguments->texts;
    if (texts->len == 0 || strcmp(texts->pdata[0], "SCOPE_FOR") != 0) {
        return TRUE;
    }
    for (guint i = 1; i < texts->len && strcmp(texts->pdata[i], "PROPAGATE") != 0; i++) {
        if (strcmp(texts->pdata[i], what) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* block(). What PROPAGATE names goes out of its scope. */
static void run_block(Evaluator *self, SourceFile *file, guint index, guint end)
{
    Guard entry = self->path;
    g_auto(Arguments) arguments = arguments_new(self);
    evaluator_expand(self, &file->commands[index], &arguments);
    self->path = entry;
    PolicyScope policies = evaluator_policy_enter(self);
    gboolean own_policies = block_has_scope(&arguments, "POLICIES");
    if (!block_has_scope(&arguments, "VARIABLES")) {
        evaluator_run_range(self, file, index + 1, end);
        evaluator_policy_leave(self, policies);
        return;
    }
    gboolean layer = evaluator_open_layer(self);
    variables_enter(self->variables);
    self->frame->blocks++;
    evaluator_run_range(self, file, index + 1, end);
    self->frame->blocks--;
    gboolean propagate = FALSE;
    for (guint i = 0; i < arguments.texts->len; i++) {
        const char *text = arguments.texts->pdata[i];
        if (propagate) {
            g_autoptr(Value) value = evaluator_value_of_name(self, text);
            evaluator_set_outer(self, text, value, 1);
        }
        propagate = propagate || strcmp(text, "PROPAGATE") == 0;
    }
    variables_leave(self->variables);
    evaluator_close_layer(self, layer);
    if (own_policies) {
        evaluator_policy_leave(self, policies);
    }
}

void evaluator_step(Evaluator *self)
{
    guint64 most = self->options->most_steps > 0 ? self->options->most_steps : STEPS_MAX;
    self->steps++;
    if (!self->lost && guards_lost(self->guards)) {
        self->lost = TRUE;
        evaluator_ledger(self, LEDGER_LOST, "what follows", NULL);
    }
    if (self->again) {
        self->exhausted = self->exhausted || self->steps >= self->again_steps;
    } else if (self->steps >= most && !self->exhausted) {
        self->exhausted = TRUE;
        evaluator_ledger(self, "limit: steps", "the project takes too long to read", NULL);
        diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING, evaluator_here(self),
                        "look for a loop that does not end",
                        "reading takes more than %" G_GUINT64_FORMAT " steps; the rest is not read",
                        most);
    }
}

/* Runs the command at `index`, with the block that it opens if it opens one, before `end`. Gives
 * the index of what comes next. */
static guint run_at(Evaluator *self, SourceFile *file, guint index, guint end)
{
    const Command *command = &file->commands[index];
    guint next = index + 1;
    switch (command->word) {
    case WORD_COMMAND:
        run_command(self, command);
        break;
    case WORD_IF:
        next = block_end(file, index) + 1;
        run_if(self, file, index);
        break;
    case WORD_FOREACH:
        next = block_end(file, index) + 1;
        evaluator_foreach(self, file, index + 1, MIN(next - 1, end), command);
        break;
    case WORD_WHILE:
        next = block_end(file, index) + 1;
        evaluator_while(self, file, index + 1, MIN(next - 1, end), command);
        break;
    case WORD_FUNCTION:
    case WORD_MACRO:
        next = block_end(file, index) + 1;
        evaluator_define_function(self, file, index, MIN(next - 1, end));
        break;
    case WORD_BLOCK:
        next = block_end(file, index) + 1;
        run_block(self, file, index, MIN(next - 1, end));
        break;
    case WORD_ELSEIF:
    case WORD_ELSE:
    case WORD_ENDIF:
    case WORD_ENDFOREACH:
    case WORD_ENDWHILE:
    case WORD_ENDFUNCTION:
    case WORD_ENDMACRO:
    case WORD_ENDBLOCK:
        break; /* stray; the lowering has told */
    }
    return next;
}

/* Whether one block more is followed within those that are under way. */
static gboolean may_go_deeper(Evaluator *self)
{
    if (self->blocks < BLOCK_DEPTH_MAX) {
        return TRUE;
    }
    variables_lose_watches(self->variables);
    evaluator_ledger(self, "limit: blocks within blocks", self->frame->file->path, NULL);
    return FALSE;
}

void evaluator_run_range(Evaluator *self, SourceFile *file, guint begin, guint end)
{
    if (!may_go_deeper(self)) {
        return;
    }
    self->blocks++;
    Guard entry = self->path;
    Guard outer_failed = self->failed;
    self->failed = GUARD_FALSE;
    Kept kept = {.guards = {&entry, &outer_failed}};
    evaluator_keep(self, &kept);
    guint stops = self->stops;
    for (guint i = begin; i < end && !guard_is_false(self->path) && !self->exhausted;) {
        self->frame->current = &file->commands[i];
        evaluator_step(self);
        guint peeked = self->peeked->len;
        symbols_set_place(self->symbols, evaluator_here(self));
        i = run_at(self, file, i, end);
        g_ptr_array_set_size(self->peeked, (gint)peeked);
        self->path = entry;
        if (self->stops != stops) {
            update_path(self, entry);
        }
        /* What one command of the top-level file has used up the next one has again. */
        if (self->frame->depth == 0 && guard_is_true(entry)) {
            guards_allow(self->guards, COMMAND_NODES_MAX);
        }
        evaluator_collect(self);
    }
    evaluator_drop(self, &kept);
    self->failed = outer_failed;
    self->path = entry;
    self->blocks--;
}

static SourceFile *load_stub(Evaluator *self, const char *path)
{
    g_autofree char *full =
        g_build_filename(self->options->stub_folder, path + strlen("stubs/"), NULL);
    g_autofree char *text = NULL;
    gsize length = 0;
    if (!g_file_get_contents(full, &text, &length, NULL)) {
        return NULL;
    }
    SourceFile *file = source_file_lower(self->arena, path, text, length, self->diagnostics);
    file->stub = TRUE;
    return file;
}

static SourceFile *load_project_file(Evaluator *self, const char *path)
{
    const TreeFile *known = tree_find(self->tree, path);
    if (known == NULL) {
        return NULL;
    }
    Span whole = {arena_intern(self->arena, path), 0, 0};
    if (known->size > FILE_BYTES_MAX) {
        recorder_ledger(self->recorder, whole, "limit: file size", path, NULL);
        diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING, whole, "split the file",
                        "larger than %u MiB; not read as a build description",
                        FILE_BYTES_MAX >> 20);
        return NULL;
    }
    SourceFile *file = parse_ahead_take(self->ahead, path);
    if (file != NULL) {
        return file;
    }
    g_autoptr(GError) error = NULL;
    gsize length = 0;
    g_autofree char *text = tree_read_text(self->tree, path, &length, &error);
    if (text == NULL) {
        diagnostics_add(self->diagnostics, DIAGNOSTIC_ERROR, whole, NULL, "%s", error->message);
        return NULL;
    }
    return source_file_lower(self->arena, path, text, length, self->diagnostics);
}

/* Whether the build tool searches for the package with a module of the same name, which the project
 * has copied to mend or to keep it: what people may tell it there, they may tell the tool's. */
static gboolean is_module_copy(const Evaluator *self, const char *path)
{
    const char *name = path_base(path);
    if (!tree_is_find_module(path)) {
        return FALSE;
    }
    g_autofree char *stub = g_build_filename(self->options->stub_folder, name, NULL);
    return g_file_test(stub, G_FILE_TEST_IS_REGULAR);
}

SourceFile *evaluator_load(Evaluator *self, const char *path)
{
    gpointer known;
    if (g_hash_table_lookup_extended(self->files, path, NULL, &known)) {
        return known;
    }
    SourceFile *file =
        g_str_has_prefix(path, "stubs/") ? load_stub(self, path) : load_project_file(self, path);
    if (file != NULL && !file->stub) {
        file->copy = is_module_copy(self, path);
    }
    g_hash_table_insert(self->files, (gpointer)arena_intern(self->arena, path), file);
    return file;
}

/* Whether the file brings itself in again and again only because nobody knows what would end that:
 * files of packages that look for each other unless a target is there. */
static gboolean goes_round(Evaluator *self, const SourceFile *file)
{
    if (file->stub || self->options->concrete || symbols_only_options(self->symbols, self->path)) {
        return FALSE;
    }
    guint under_way = 0;
    for (const Frame *frame = self->frame; frame != NULL; frame = frame->parent) {
        under_way += frame->kind == FRAME_FILE && frame->file == file;
    }
    return under_way >= UNKNOWN_ROUNDS_MAX;
}

void evaluator_run_file(Evaluator *self, SourceFile *file, const char *list_dir)
{
    if (goes_round(self, file)) {
        evaluator_ledger(self, "limit: recursion", file->path, NULL);
        return;
    }
    guint depth = self->frame != NULL ? self->frame->depth + 1 : 0;
    if (depth > CALL_DEPTH_MAX) {
        evaluator_ledger(self, "limit: nesting", file->path, NULL);
        diagnostics_add(self->diagnostics, DIAGNOSTIC_ERROR, evaluator_here(self),
                        "let the file not include itself",
                        "files and calls nest deeper than %u; %s is not read again", CALL_DEPTH_MAX,
                        file->path);
        return;
    }
    Frame frame = {.parent = self->frame,
                   .kind = FRAME_FILE,
                   .file = file,
                   .list_dir = list_dir,
                   .depth = depth};
    Guard outer_stopped = self->stopped;
    Guard outer_broken = self->broken;
    Guard outer_continued = self->continued;
    Kept kept = {.guards = {&outer_stopped, &outer_broken, &outer_continued}};
    evaluator_keep(self, &kept);
    self->stopped = self->broken = self->continued = GUARD_FALSE;
    self->frame = &frame;
    gboolean layer = evaluator_open_layer(self);
    evaluator_run_range(self, file, 0, file->command_count);
    evaluator_close_layer(self, layer);
    evaluator_drop(self, &kept);
    self->frame = frame.parent;
    self->stopped = outer_stopped;
    self->broken = outer_broken;
    self->continued = outer_continued;
}
