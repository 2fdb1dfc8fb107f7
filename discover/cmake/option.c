/* Declaring options. */
#include "discover/cmake/option.h"
#include "core/text_list.h"
#include "discover/cmake/assign.h"
#include "discover/cmake/call.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/option_internal.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/text_words.h"
#include "discover/cmake/undeclared.h"
#include <string.h>

/* Whether the command that a frame is at has the option's name as it is, and has not put it
 * together or been told it. */
static gboolean writes_name(const Frame *frame, const char *name)
{
    const Command *command = frame->current;
    for (guint i = 0; command != NULL && i < command->argument_count; i++) {
        if (g_strcmp0(command->arguments[i].constant, name) == 0) {
            return TRUE;
        }
    }
    return command == NULL;
}

static gboolean ends_in(const char *name, const char *part)
{
    gsize length = strlen(part);
    gsize whole = strlen(name);
    return length > 0 && whole > length + 1 && name[whole - length - 1] == '_' &&
           g_ascii_strcasecmp(name + whole - length, part) == 0;
}

/* Whether it is one of the words that say which of a call's arguments follow: FEATURE, NAME. */
static gboolean is_keyword(const char *text)
{
    return *text != '\0' && text[strspn(text, G_CSET_A_2_Z "_")] == '\0';
}

/* Whether the call gives words that the name ends in, and what the option is for:
 * foo_package(MPI "pass messages between nodes") for FOO_USE_MPI, or foo_option(FEATURE MPI ...).
 * One that does not say that is only where the function is used. */
static gboolean is_told_in_part(const Arguments *arguments, const char *name)
{
    const GPtrArray *texts = arguments->texts;
    guint part =
        texts->len > 1 && is_keyword(texts->pdata[0]) && !ends_in(name, texts->pdata[0]) ? 1 : 0;
    if (texts->len == 0 || !ends_in(name, texts->pdata[part])) {
        return FALSE;
    }
    for (guint i = part + 1; i < texts->len; i++) {
        if (text_is_sentence(texts->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the call's first word is what the name ends in. */
static gboolean begins_with_part(const Arguments *arguments, const char *name)
{
    return arguments->texts->len > 0 && ends_in(name, arguments->texts->pdata[0]);
}

static Span call_place(const Frame *call)
{
    const Frame *caller = call->parent;
    return (Span){caller->file->path, caller->current->line, caller->current->column};
}

/* A stub that makes the option's name from what its command is given says so (docs/stubs.md). */
static gboolean stub_says_asked(Evaluator *self, const char *name)
{
    if (!evaluator_in_stub(self)) {
        return FALSE;
    }
    g_autoptr(Value) asked = evaluator_value_of_name(self, "XAAS_ASKED_OPTION");
    return g_strcmp0(value_text(asked), name) == 0;
}

/* Where the project asks for the option: the outermost call in its own files that is given the
 * name, or what it is put together from, where a call is told what it is for, too; else the
 * declaration itself. FALSE when only a stub declares it. */
static gboolean asking_place(Evaluator *self, const char *name, Span *at, const SourceFile **file)
{
    g_autoptr(GPtrArray) calls = evaluator_calls(self);
    gboolean asked = stub_says_asked(self, name);
    const Frame *found = NULL;
    const Frame *partly = NULL;
    const Frame *outer = NULL;
    for (guint i = 0; i < calls->len && found == NULL; i++) {
        const Frame *call = calls->pdata[i];
        if (call->parent->file->stub) {
            continue;
        }
        if (asked || text_list_has(call->call_arguments->texts, name)) {
            found = call;
        } else if (partly == NULL && is_told_in_part(call->call_arguments, name)) {
            partly = outer != NULL ? outer : call;
        } else if (outer == NULL && begins_with_part(call->call_arguments, name)) {
            outer = call;
        }
    }
    if (partly != NULL && !writes_name(found != NULL ? found->parent : self->frame, name)) {
        found = partly;
    }
    if (found != NULL) {
        *at = call_place(found);
        *file = found->parent->file;
        return TRUE;
    }
    *at = evaluator_here(self);
    *file = self->frame->file;
    return !self->frame->file->stub;
}

static void add_wrappers(Evaluator *self, DefinitionRecord *definition, const char *name)
{
    g_autoptr(GPtrArray) calls = evaluator_calls(self);
    for (guint i = 0; i < calls->len; i++) {
        const Frame *call = calls->pdata[i];
        if (call->parent->file->stub) {
            continue;
        }
        Wrapper *wrapper = arena_new0(self->arena, Wrapper);
        *wrapper = (Wrapper){.command = call->call_name,
                             .at = call_place(call),
                             .tells = text_list_has(call->call_arguments->texts, name) ||
                                      begins_with_part(call->call_arguments, name)};
        g_ptr_array_add(definition->wrappers, wrapper);
    }
}

/* The first command that begins on `line` or below it: they are in the file's order. */
static guint first_command(const SourceFile *file, guint line)
{
    guint begin = 0;
    guint end = file->command_count;
    while (begin < end) {
        guint middle = begin + (end - begin) / 2;
        if (file->commands[middle].line < line) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/* A call as written, its lines joined; long ones are cut. */
#define CALL_TEXT_BYTES 240u
#define CALL_TEXT_LINES 12u

static const char *call_text(Evaluator *self, const SourceFile *file, guint line)
{
    guint last = line;
    for (guint i = first_command(file, line);
         i < file->command_count && file->commands[i].line == line; i++) {
        last = MAX(last, MIN(file->commands[i].end_line, line + CALL_TEXT_LINES));
    }
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = line; i <= last && text->len < CALL_TEXT_BYTES; i++) {
        g_autofree char *part = g_strstrip(g_strdup(source_file_line(file, i)));
        if (*part != '\0') {
            g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", part);
        }
    }
    if (text->len > CALL_TEXT_BYTES) {
        const char *end = g_utf8_find_prev_char(text->str, text->str + CALL_TEXT_BYTES);
        g_string_truncate(text, (gsize)(end - text->str));
        g_string_append(text, "...");
    }
    return arena_intern(self->arena, text->str);
}

static Span declaring_place(const Evaluator *self)
{
    return evaluator_in_stub(self) ? evaluator_project_place(self) : evaluator_here(self);
}

/* The default counts unless another declaration comes first wherever this one is reached: then the
 * option is in the cache already. */
OptionRecord *option_record_definition(Evaluator *self, const char *name,
                                       const OptionDeclaration *declaration)
{
    Span at;
    const SourceFile *file;
    if (declaration->type == OPTION_INTERNAL && evaluator_in_stub(self)) {
        return NULL; /* a check's result, whatever name the project gave it */
    }
    if (!asking_place(self, name, &at, &file)) {
        return NULL;
    }
    evaluator_forget_calls(self);
    OptionRecord *option = recorder_option(self->recorder, name, TRUE);
    Span declared = declaring_place(self);
    DefinitionRecord *definition =
        recorder_define(self->recorder, option, at, declared, self->path);
    if (definition->text == NULL) {
        definition->text = call_text(self, file, at.line);
        definition->type = declaration->type;
        definition->force = declaration->force;
        definition->result = declaration->result;
        add_wrappers(self, definition, name);
    }
    if (definition->help == NULL && declaration->help != NULL && *declaration->help != '\0') {
        g_autofree char *readable = symbols_readable(self->symbols, declaration->help);
        definition->help = arena_intern(self->arena, readable);
    }
    definition->own = TRUE;
    definition->force =
        definition->force && declaration->force; /* where it is a default, it can be given */
    definition->result = definition->result && declaration->result;
    if (declaration->counts) {
        recorder_default(self->recorder, definition, declaration->value, self->path);
    }
    return option;
}

void option_record_fallback(Evaluator *self, OptionRecord *option, const char *value, Guard when)
{
    if (evaluator_in_stub(self)) {
        return;
    }
    Span at = evaluator_here(self);
    DefinitionRecord *fallback = recorder_fallback(self->recorder, option, at, when);
    if (fallback == NULL) {
        return;
    }
    if (fallback->text == NULL) {
        fallback->text = call_text(self, self->frame->file, at.line);
        fallback->type = OPTION_UNTYPED;
        add_wrappers(self, fallback, option->name);
    }
    recorder_default(self->recorder, fallback, value, when);
}

/* Splits what stands for the option's unknown text in its cache value. */
static void split_hole(Evaluator *self, Variable *variable, Symbol *symbol, char **values)
{
    const char *hole = symbol_hole(self->symbols, symbol);
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    const Value *old = variable->cache.value;
    for (guint i = 0; i < old->count; i++) {
        const Alternative *alternative = &old->alternatives[i];
        if (g_strcmp0(alternative->text, hole) != 0) {
            value_builder_add(builder, alternative->text, alternative->when);
            continue;
        }
        Guard rest = alternative->when;
        for (char **value = values; *value != NULL; value++) {
            if (text_has_hole(*value)) {
                continue;
            }
            Guard chosen = symbol_equals(self->symbols, symbol, *value);
            value_builder_add(builder, *value, guard_and(self->guards, rest, chosen));
            rest = guard_minus(self->guards, rest, chosen);
        }
        value_builder_add(builder, hole, rest);
    }
    variables_set_cache(self->variables, variable, value_builder_end(builder), WRITE_REPLACES);
}

/* An option that so far was only overwritten or given turns out to be a switch. */
static void make_boolean(Evaluator *self, OptionRecord *option, Variable *variable)
{
    if (option->symbol == SYMBOL_NONE || variable->cache.value == NULL) {
        return;
    }
    Symbol *symbol = symbols_at(self->symbols, option->symbol);
    if (!symbol->boolean && symbol_is_plain(symbol)) {
        char on[] = "ON";
        char off[] = "OFF";
        char *values[] = {on, off, NULL};
        symbol->boolean = TRUE;
        split_hole(self, variable, symbol, values);
    }
}

/* Whether nothing else than a given text that is false is there, for which OFF means nothing. */
static gboolean is_given_nothing(Evaluator *self, const Variable *variable, OptionType type)
{
    const OptionRecord *option = variable->option;
    const Symbol *symbol = option != NULL && option->symbol != SYMBOL_NONE
                               ? symbols_at(self->symbols, option->symbol)
                               : NULL;
    if (symbol == NULL || !symbol->given || symbol->boolean || type == OPTION_BOOL) {
        return FALSE;
    }
    Guard truth = value_truth(self->symbols, self->guards, variable->cache.value);
    return guard_is_false(guard_and(self->guards, self->path, truth));
}

/* "if(NOT DEFINED NAME) set(NAME value CACHE ... FORCE)" is a default, however far apart the two
 * stand: a person's value is asked for before, and nothing else is there to be overwritten. So is
 * it with if(NOT NAME), for a text. */
static gboolean is_default_after_all(Evaluator *self, const Variable *variable, OptionType type)
{
    if (self->options->concrete || is_given_nothing(self, variable, type)) {
        return !self->options->concrete;
    }
    const Value *cache = variable->cache.value;
    return variable->asked &&
           (cache == NULL || guard_is_false(guard_and(self->guards, self->path,
                                                      value_defined(self->guards, cache))));
}

/* Whether declarations at other places come first wherever this one is reached. What else fills the
 * cache, a person's value or a module's, is no declaration. */
static gboolean is_declared_before(const Evaluator *self, const char *name)
{
    const OptionRecord *option = recorder_option(self->recorder, name, FALSE);
    Span here = declaring_place(self);
    Guard left = self->path;
    for (guint i = 0; option != NULL && i < option->definitions->len; i++) {
        const DefinitionRecord *definition = option->definitions->pdata[i];
        if (definition->defaults->len > 0 && definition->type != OPTION_INTERNAL &&
            span_compare(&definition->declared_at, &here) != 0) {
            left = guard_minus(self->guards, left, definition->exists);
        }
    }
    return guard_is_false(left);
}

/* Whether a switch that was asked for before is declared only where it is off. */
static gboolean is_only_unless(Evaluator *self, const Variable *variable, OptionType type)
{
    if (self->options->concrete || type != OPTION_BOOL || !variable->asked ||
        guard_is_true(self->path)) {
        return FALSE;
    }
    Symbol *symbol = symbols_get(self->symbols, CONDITION_SUBJECT_OPTION, variable->name);
    return guard_is_false(guard_and(self->guards, self->path, symbol_truth(self->symbols, symbol)));
}

void evaluator_declare_option(Evaluator *self, const char *name, OptionType type, const char *value,
                              const char *help, gboolean force)
{
    Variable *variable = variables_get(self->variables, name);
    force = force && (type == OPTION_INTERNAL || !is_default_after_all(self, variable, type));
    Guard entry = self->path;
    Guard existing = variable->cache.value != NULL
                         ? value_defined(self->guards, variable->cache.value)
                         : GUARD_FALSE;
    gboolean counts = force || self->options->concrete ||
                      !guard_is_false(guard_minus(self->guards, entry, existing)) ||
                      !is_declared_before(self, name);
    OptionRecord *option = option_record_definition(
        self, name,
        &(OptionDeclaration){type, value, help, force, counts, force && !variable->taken});
    if (option != NULL) {
        variable->option = option;
    }
    /* A CMake module declares what a person may give (BUILD_TESTING): it is an option all the same.
     */
    OptionRecord *known = option != NULL || self->options->concrete ? option : variable->option;
    variable->untyped = FALSE;
    variable->only_unless = variable->only_unless || is_only_unless(self, variable, type);
    g_autoptr(Value) given = value_of_text(value);
    gboolean followed = symbols_only_options(self->symbols, entry) || option == NULL;
    if (force && (type == OPTION_INTERNAL || followed)) {
        evaluator_set_cache(self, variable, given);
        return;
    }
    /* FORCE where checks or the platform say so: the option stays free, which allows more than
     * CMake does; that it is overwritten there is in the definition. */
    if (known != NULL && type == OPTION_BOOL && !force) {
        make_boolean(self, known, variable);
    }
    self->path = guard_minus(self->guards, entry, existing);
    if (!guard_is_false(self->path)) {
        g_autoptr(Value) fresh =
            known != NULL
                ? self->domain->option_value(self, known, force ? OPTION_UNTYPED : type, given)
                : value_ref(given);
        evaluator_set_cache(self, variable, fresh);
    }
    self->path = entry;
}

/* Pieces that may be left out have such pieces in them; deeper ones stay as they are. */
#define PIECES_DEPTH_MAX 8u

static void add_with_pieces(Evaluator *self, const char *list, guint depth, GString *out);

/* Lists of which only one holds, with a ';' between them. */
static void add_each(Evaluator *self, const char *texts, guint depth, GString *out)
{
    g_auto(GStrv) lists = g_strsplit(texts, "\1", -1);
    for (guint i = 0; lists[i] != NULL; i++) {
        add_with_pieces(self, lists[i], depth, out);
        g_string_append(out, lists[i + 1] != NULL ? ";" : "");
    }
}

/* What a list holds when everything is in it that may be left out, and all that parts of it are one
 * of. */
static void add_with_pieces(Evaluator *self, const char *list, guint depth, GString *out)
{
    const char *whole = list;
    while (*list != '\0' && out->len < TEXT_BYTES_MAX) {
        const char *begin = list;
        const Symbol *symbol = *list == HOLE_BEGIN ? symbols_read_hole(self->symbols, &list) : NULL;
        if (symbol != NULL && symbol->optional_text != NULL && depth < PIECES_DEPTH_MAX) {
            add_with_pieces(self, symbol->optional_text, depth + 1, out);
            continue;
        }
        gboolean element = (begin == whole || begin[-1] == ';') && (*list == '\0' || *list == ';');
        if (symbol != NULL && symbol->texts != NULL && element && depth < PIECES_DEPTH_MAX) {
            add_each(self, symbol->texts, depth + 1, out);
            continue;
        }
        list += list == begin ? 1 : 0;
        g_string_append_len(out, begin, list - begin);
    }
}

void evaluator_option_values(Evaluator *self, const char *name, const char *list)
{
    g_autoptr(GString) whole = g_string_new(NULL);
    add_with_pieces(self, list, 0, whole);
    g_auto(GStrv) values = cmake_list_split(whole->str, FALSE);
    OptionRecord *option = recorder_option(self->recorder, name, FALSE);
    if (option == NULL) {
        return;
    }
    Span at = evaluator_project_place(self);
    for (char **value = values; *value != NULL; value++) {
        if (**value != '\0' && !text_has_hole(*value)) {
            recorder_value(self->recorder, option, *value, VALUE_DECLARED, at);
        }
    }
    Variable *variable = variables_get(self->variables, name);
    if (option->symbol == SYMBOL_NONE || variable->cache.value == NULL) {
        return;
    }
    Symbol *symbol = symbols_at(self->symbols, option->symbol);
    if (symbol->boolean) {
        return;
    }
    split_hole(self, variable, symbol, values);
}
