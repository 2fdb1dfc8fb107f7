/* Declaring options, and recording what the commands do. */
#include "discover/cmake/evaluator.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/text_words.h"
#include "discover/cmake/undeclared.h"
#include <string.h>

/* Recording ------------------------------------------------------------------------------------ */

static gboolean arguments_name(const Arguments *arguments, const char *name)
{
    for (guint i = 0; i < arguments->texts->len; i++) {
        if (strcmp(arguments->texts->pdata[i], name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
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
 * name, else the declaration itself. FALSE when only a stub declares it. */
static gboolean asking_place(Evaluator *self, const char *name, Span *at, const SourceFile **file)
{
    g_autoptr(GPtrArray) calls = evaluator_calls(self);
    gboolean asked = stub_says_asked(self, name);
    for (guint i = 0; i < calls->len; i++) {
        const Frame *call = calls->pdata[i];
        if (!call->parent->file->stub && (asked || arguments_name(call->call_arguments, name))) {
            *at = call_place(call);
            *file = call->parent->file;
            return TRUE;
        }
    }
    *at = evaluator_here(self);
    *file = self->frame->file;
    return !self->frame->file->stub;
}

static void add_wrappers(Evaluator *self, DefinitionRecord *definition)
{
    g_autoptr(GPtrArray) calls = evaluator_calls(self);
    for (guint i = 0; i < calls->len; i++) {
        const Frame *call = calls->pdata[i];
        if (call->parent->file->stub) {
            continue;
        }
        Wrapper *wrapper = arena_new0(self->arena, Wrapper);
        *wrapper = (Wrapper){call->call_name, call_place(call)};
        g_ptr_array_add(definition->wrappers, wrapper);
    }
}

/* A call as written, its lines joined; long ones are cut. */
#define CALL_TEXT_BYTES 240u
#define CALL_TEXT_LINES 12u

static const char *call_text(Evaluator *self, const SourceFile *file, guint line)
{
    guint last = line;
    for (guint i = 0; i < file->command_count; i++) {
        if (file->commands[i].line == line) {
            last = MAX(last, MIN(file->commands[i].end_line, line + CALL_TEXT_LINES));
        }
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
static OptionRecord *record_definition(Evaluator *self, const char *name, OptionType type,
                                       const char *value, const char *help, gboolean force,
                                       gboolean counts)
{
    Span at;
    const SourceFile *file;
    if (type == OPTION_INTERNAL && evaluator_in_stub(self)) {
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
        definition->type = type;
        definition->force = force;
        add_wrappers(self, definition);
    }
    if (definition->help == NULL && help != NULL && *help != '\0') {
        g_autofree char *readable = symbols_readable(self->symbols, help);
        definition->help = arena_intern(self->arena, readable);
    }
    definition->own = TRUE;
    definition->force = definition->force && force; /* where it is a default, it can be given */
    if (counts) {
        recorder_default(self->recorder, definition, value, self->path);
    }
    return option;
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
    OptionRecord *option = record_definition(self, name, type, value, help, force, counts);
    if (option != NULL) {
        variable->option = option;
    }
    /* A CMake module declares what a person may give (BUILD_TESTING): it is an option all the same.
     */
    OptionRecord *known = option != NULL || self->options->concrete ? option : variable->option;
    variable->untyped = FALSE;
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

void evaluator_give_option(Evaluator *self, const char *name, gboolean boolean)
{
    if (self->options->concrete) {
        return; /* what was given is in the cache */
    }
    if (evaluator_is_outside(self, name)) {
        return;
    }
    evaluator_forget_calls(self);
    Variable *variable = variables_get(self->variables, name);
    OptionRecord *option = recorder_option(self->recorder, name, TRUE);
    Symbol *symbol = symbols_get(self->symbols, CONDITION_SUBJECT_OPTION, name);
    symbol->given = TRUE;
    option->symbol = symbol->id;
    variable->option = option;
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    Guard absent = symbol_equals(self->symbols, symbol, "");
    Guard rest = guard_not(self->guards, absent);
    value_builder_add(builder, NULL, absent);
    if (boolean) {
        Guard truth = symbol_truth(self->symbols, symbol);
        symbol->boolean = TRUE;
        value_builder_add(builder, "ON", truth);
        value_builder_add(builder, "OFF", guard_minus(self->guards, rest, truth));
        rest = GUARD_FALSE;
    }
    value_builder_add(builder, symbol_hole(self->symbols, symbol), rest);
    g_autoptr(Value) given = value_builder_end(builder);
    g_autoptr(Value) known = evaluator_value(self, variable);
    Guard entry = self->path;
    self->path = guard_minus(self->guards, entry, value_defined(self->guards, known));
    if (!guard_is_false(self->path)) {
        evaluator_set_cache(self, variable, given);
    }
    self->path = entry;
}

/* How a variable is declared that nothing has written so far; 0 for others. */
static guint declared_later(const Evaluator *self, Variable *variable)
{
    if (variable->option != NULL || variable->cache.value != NULL ||
        variable_value(variable) != NULL) {
        return 0;
    }
    guint kind = GPOINTER_TO_UINT(g_hash_table_lookup(self->declared, variable->name));
    return kind == DECLARED_NOWHERE ? 0 : kind;
}

Guard evaluator_expected(Evaluator *self, Variable *variable)
{
    guint kind = declared_later(self, variable);
    if (kind == 0 || kind == DECLARED_TEXT) {
        return GUARD_FALSE;
    }
    return symbol_truth(self->symbols,
                        symbols_get(self->symbols, CONDITION_SUBJECT_OPTION, variable->name));
}

const char *evaluator_expected_text(Evaluator *self, Variable *variable)
{
    if (declared_later(self, variable) != DECLARED_TEXT) {
        return NULL;
    }
    return symbol_hole(self->symbols,
                       symbols_get(self->symbols, CONDITION_SUBJECT_OPTION, variable->name));
}

/* What the call says about the option: the first sentence behind its name. */
static const char *told_by(const Frame *call, const char *name)
{
    const GPtrArray *texts = call->call_arguments->texts;
    gboolean behind = FALSE;
    for (guint i = 0; i < texts->len; i++) {
        const char *text = texts->pdata[i];
        if (behind && text_is_sentence(text) && !text_has_hole(text)) {
            return text;
        }
        behind = behind || strcmp(text, name) == 0;
    }
    return NULL;
}

/* The outermost call that is to declare the option: it is given to a function, which sets it only
 * where nobody has, and which speaks of options, or is told what the option is for: a default
 * without a word is not meant for people. NULL when there is none. */
static const Frame *offering_call(Evaluator *self, const char *name)
{
    g_autoptr(GPtrArray) calls = evaluator_calls(self);
    for (guint i = 0; i < calls->len; i++) {
        const Frame *call = calls->pdata[i];
        if (!call->parent->file->stub && arguments_name(call->call_arguments, name) &&
            (text_speaks_of_options(call->call_name) || told_by(call, name) != NULL)) {
            return call;
        }
    }
    return NULL;
}

void evaluator_offer_option(Evaluator *self, const char *name, const char *value)
{
    const Variable *variable =
        self->options->concrete ? NULL : variables_find(self->variables, name);
    OptionRecord *option = variable != NULL ? variable->option : NULL;
    const Value *given = option != NULL ? variable->cache.value : NULL;
    if (given == NULL || option->definitions->len > 0 ||
        !guard_is_false(guard_and(self->guards, self->path, value_defined(self->guards, given)))) {
        return;
    }
    const Frame *call = offering_call(self, name);
    if (call == NULL) {
        return;
    }
    Guard entry = self->path;
    self->path = call->entered; /* the function asks what was given, the option is there anyway */
    gboolean boolean = cmake_is_true(value) || cmake_is_false(value);
    record_definition(self, name, boolean ? OPTION_BOOL : OPTION_STRING, value, told_by(call, name),
                      FALSE, TRUE);
    self->path = entry;
}

/* The one argument behind what the call says about the option: its default. */
static const char *told_default(const Frame *call, const char *told)
{
    const GPtrArray *texts = call->call_arguments->texts;
    const char *last = texts->len > 2 ? texts->pdata[texts->len - 1] : NULL;
    return last != NULL && texts->pdata[texts->len - 2] == told ? last : "";
}

void evaluator_register_option(Evaluator *self, const char *name)
{
    const Variable *variable =
        self->options->concrete ? NULL : variables_find(self->variables, name);
    const OptionRecord *option = variable != NULL ? variable->option : NULL;
    const Symbol *symbol = option != NULL && option->symbol != SYMBOL_NONE
                               ? symbols_at(self->symbols, option->symbol)
                               : NULL;
    if (symbol == NULL || !symbol->given) {
        return;
    }
    const Frame *call = offering_call(self, name);
    const char *told = call != NULL ? told_by(call, name) : NULL;
    if (told == NULL) {
        return;
    }
    const char *value = told_default(call, told);
    if (*value == '\0' && symbol->boolean && !undeclared_lists_values(told)) {
        value = "OFF"; /* it is only asked whether it is true, and nobody said that it is */
    }
    Guard entry = self->path;
    self->path = call->entered;
    /* What is compared with words is more than a switch, though it is off by default. */
    gboolean boolean =
        symbol->boolean && *value != '\0' && (cmake_is_true(value) || cmake_is_false(value));
    record_definition(self, name, boolean ? OPTION_BOOL : OPTION_STRING, value, told, FALSE, TRUE);
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
