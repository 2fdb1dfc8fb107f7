/* cmake_language(): calls by name, text that is run, calls at the end of a folder. */
#include "core/text_list.h"
#include "discover/cmake/assign.h"
#include "discover/cmake/call.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

static void call_by_name(Evaluator *self, const Call *call)
{
    g_auto(Arguments) arguments = arguments_new(self);
    for (guint i = 2; i < call->argc; i++) {
        arguments_add(&arguments, call->argv[i], call->quoted[i]);
    }
    if (!evaluator_call_named(self, call->argv[1], &arguments, call->command)) {
        evaluator_ledger(self, "unknown command", call->argv[1], NULL);
    }
}

/* What stands in the text has no line of its own: it is where the call is. */
static void place_commands(SourceFile *text, const SourceFile *file, const Command *call)
{
    text->stub = file->stub;
    text->lines = file->lines;
    text->line_count = file->line_count;
    for (guint i = 0; i < text->command_count; i++) {
        text->commands[i].line = call->line;
        text->commands[i].column = call->column;
        text->commands[i].end_line = call->end_line;
    }
}

/* What texts may take in all: a text can run itself again and again, and is read each time. */
#define LOWERED_BYTES_MAX (16u << 20)
#define LOWERED_BYTES_EACH 1024u /* whatever is in it */

SourceFile *command_lowered_text(Evaluator *self, const Call *call, const char *text)
{
    self->lowered += strlen(text) + LOWERED_BYTES_EACH;
    if (self->lowered > LOWERED_BYTES_MAX) {
        evaluator_ledger(self, "limit: texts that are run", call->command->name, NULL);
        return NULL;
    }
    g_autoptr(Diagnostics) found = diagnostics_new();
    SourceFile *file =
        source_file_lower(self->arena, self->frame->file->path, text, strlen(text), found);
    place_commands(file, self->frame->file, call->command);
    const GPtrArray *list = diagnostics_list(found);
    if (list->len > 0 && text_has_hole(text)) {
        /* What is not known may be what makes commands of the rest: the project is not at fault. */
        evaluator_ledger(self, "unknown code", call->argv[0], NULL);
        return file;
    }
    for (guint i = 0; i < list->len; i++) {
        const Diagnostic *diagnostic = list->pdata[i];
        diagnostics_add(self->diagnostics, diagnostic->severity, evaluator_here(self),
                        diagnostic->remedy, "in the text that is run: %s", diagnostic->message);
    }
    return file;
}

static void run_text(Evaluator *self, const Call *call)
{
    g_autofree char *code = command_join(self, call, 2, call->argc);
    if (text_has_hole(code)) {
        evaluator_ledger(self, "unknown code", "cmake_language(EVAL)", NULL);
        return;
    }
    SourceFile *text = command_lowered_text(self, call, code);
    if (text == NULL) {
        return;
    }
    /* It runs where the call stands: return() leaves what the call is in. */
    Frame frame = *self->frame;
    Frame *outer = self->frame;
    frame.depth++;
    if (frame.depth > CALL_DEPTH_MAX) {
        evaluator_ledger(self, "limit: nesting", "cmake_language(EVAL)", NULL);
        return;
    }
    self->frame = &frame;
    evaluator_run_range(self, text, 0, text->command_count);
    self->frame = outer;
}

/* DEFER ---------------------------------------------------------------------------------------- */

/* Calls of one project that may wait at the same time. */
#define DEFERRED_MAX 10000u

/* A copy of the argument in which the macro's parameters are replaced, for they are gone when the
 * call runs. `expanded` is what the argument is now: taken where a parameter is more than a plain
 * reference to one text. */
static Argument bind_argument(Evaluator *self, const Argument *written, const char *expanded)
{
    Argument bound = *written;
    Piece *pieces = arena_alloc(self->arena, (written->piece_count + 1) * sizeof(Piece));
    for (guint i = 0; i < written->piece_count; i++) {
        pieces[i] = written->pieces[i];
        const Value *value = pieces[i].kind == PIECE_VARIABLE && pieces[i].text != NULL
                                 ? evaluator_parameter(self, pieces[i].text)
                                 : NULL;
        if ((value != NULL && value_text(value) == NULL) ||
            (pieces[i].kind != PIECE_TEXT && pieces[i].text == NULL)) {
            bound.kind = ARGUMENT_BRACKET;
            bound.constant = arena_intern(self->arena, expanded);
            return bound;
        }
        if (value != NULL) {
            pieces[i] = (Piece){.kind = PIECE_TEXT, .text = value_text(value)};
            pieces[i].text = arena_intern(self->arena, pieces[i].text);
        }
    }
    bound.pieces = pieces;
    return bound;
}

/* The call as a file of one command, whose arguments are expanded when it runs. `first` is the
 * command's name among the arguments, `raw` among those as written. */
static SourceFile *deferred_file(Evaluator *self, const Call *call, guint first, guint raw)
{
    const Command *written = call->command;
    Command *command = arena_new0(self->arena, Command);
    *command = *written;
    g_autofree char *name = g_ascii_strdown(call->argv[first], -1);
    command->name = arena_intern(self->arena, name);
    command->arguments = written->arguments + raw + 1;
    command->argument_count = written->argument_count - raw - 1;
    if (self->frame->substitutions != NULL || self->frame->given != NULL) {
        guint count = command->argument_count;
        Argument *arguments = arena_alloc(self->arena, (count + 1) * sizeof(Argument));
        for (guint i = 0; i < count; i++) {
            guint at = first + 1 + i;
            const char *expanded = at < call->argc ? call->argv[at] : "";
            arguments[i] = bind_argument(self, &command->arguments[i], expanded);
        }
        command->arguments = arguments;
    }
    SourceFile *file = arena_new0(self->arena, SourceFile);
    *file = *self->frame->file;
    file->commands = command;
    file->command_count = 1;
    return file;
}

static void defer_call(Evaluator *self, const Call *call, Deferred *deferred, guint first)
{
    guint raw = 0;
    const Command *written = call->command;
    while (raw < written->argument_count &&
           g_strcmp0(written->arguments[raw].constant, "CALL") != 0) {
        raw++;
    }
    raw++;
    if (raw >= written->argument_count || first >= call->argc || text_has_hole(call->argv[first]) ||
        deferred->folder == NULL) {
        evaluator_ledger(self, "deferred call", "cmake_language(DEFER)", NULL);
        return;
    }
    if (self->deferred->len >= DEFERRED_MAX) {
        evaluator_ledger(self, "limit: deferred calls", "cmake_language(DEFER)", NULL);
        return;
    }
    deferred->file = deferred_file(self, call, first, raw);
    deferred->list_dir = self->frame->list_dir;
    deferred->when = self->path;
    Deferred *kept = arena_new0(self->arena, Deferred);
    *kept = *deferred;
    g_ptr_array_add(self->deferred, kept);
}

static void cancel_calls(Evaluator *self, const Call *call, guint first, const char *folder)
{
    for (guint i = 0; i < self->deferred->len; i++) {
        Deferred *deferred = self->deferred->pdata[i];
        if (g_strcmp0(deferred->folder, folder) != 0) {
            continue;
        }
        for (guint k = first; k < call->argc; k++) {
            if (strcmp(deferred->id, call->argv[k]) == 0) {
                deferred->when = guard_minus(self->guards, deferred->when, self->path);
            }
        }
    }
}

static void list_calls(Evaluator *self, const char *variable, const char *folder)
{
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < self->deferred->len; i++) {
        const Deferred *deferred = self->deferred->pdata[i];
        if (g_strcmp0(deferred->folder, folder) == 0 &&
            guard_meets(self->guards, deferred->when, self->path)) {
            g_string_append_printf(list, "%s%s", list->len > 0 ? ";" : "", deferred->id);
        }
    }
    evaluator_set(self, variable, list->str);
}

static void defer(Evaluator *self, const Call *call)
{
    Deferred deferred = {.folder = arena_intern(self->arena, evaluator_folder(self)), .id = NULL};
    const char *id_variable = NULL;
    for (guint i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        const char *next = i + 1 < call->argc ? call->argv[i + 1] : "";
        if (strcmp(word, "DIRECTORY") == 0) {
            g_autofree char *path = evaluator_tree_path(self, next);
            gboolean known = path != NULL && text_list_has(self->subdirectories, path);
            deferred.folder = known ? arena_intern(self->arena, path) : NULL;
            i++;
        } else if (strcmp(word, "ID") == 0) {
            deferred.id = arena_intern(self->arena, next);
            i++;
        } else if (strcmp(word, "ID_VAR") == 0) {
            id_variable = next;
            i++;
        } else if (strcmp(word, "CANCEL_CALL") == 0) {
            cancel_calls(self, call, i + 1, deferred.folder);
            return;
        } else if (strcmp(word, "GET_CALL_IDS") == 0) {
            list_calls(self, next, deferred.folder);
            return;
        } else if (strcmp(word, "GET_CALL") == 0 && i + 2 < call->argc) {
            evaluator_set(self, call->argv[i + 2], evaluator_derive(self, "deferred call", next));
            return;
        } else if (strcmp(word, "CALL") == 0) {
            if (deferred.id == NULL) {
                deferred.id = arena_printf(self->arena, "__%u", self->deferred->len);
            }
            defer_call(self, call, &deferred, i + 1);
            if (id_variable != NULL) {
                evaluator_set(self, id_variable, deferred.id);
            }
            return;
        } else {
            return; /* CMake stops here */
        }
    }
}

void command_end_folder(Evaluator *self)
{
    const char *folder = evaluator_folder(self);
    Guard entry = self->path;
    Kept kept = {.guards = {&entry}};
    evaluator_keep(self, &kept);
    for (guint i = 0; i < self->deferred->len; i++) {
        Deferred *deferred = self->deferred->pdata[i];
        if (strcmp(deferred->folder, folder) != 0) {
            continue;
        }
        /* It stays in the list for its number, and for calls that it defers in turn. */
        self->path = guard_and(self->guards, entry, deferred->when);
        deferred->when = GUARD_FALSE;
        if (!guard_is_false(self->path)) {
            evaluator_run_file(self, deferred->file, deferred->list_dir);
        }
        self->path = entry;
    }
    evaluator_drop(self, &kept);
}

void command_cmake_language(Evaluator *self, const Call *call)
{
    if (call->argc < 2) {
        return;
    }
    if (strcmp(call->argv[0], "CALL") == 0) {
        call_by_name(self, call);
    } else if (strcmp(call->argv[0], "EVAL") == 0 && strcmp(call->argv[1], "CODE") == 0) {
        run_text(self, call);
    } else if (strcmp(call->argv[0], "DEFER") == 0) {
        defer(self, call);
    } else if (strcmp(call->argv[0], "GET_MESSAGE_LOG_LEVEL") == 0) {
        evaluator_set(self, call->argv[1], "STATUS");
    }
}
