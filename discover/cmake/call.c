/* Calling functions and macros. */
#include "discover/cmake/call.h"
#include "discover/cmake/assign.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/known_text.h"
#include "discover/cmake/policy.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

/* The arguments that a call can have, merged over its runs: runs with the same number of arguments
 * differ only in values, so the body has to be run once a number. */
typedef struct {
    Guard when;
    Guard within; /* says the same where the base of the layer around holds */
    guint count;
    GPtrArray *builders; /* ValueBuilder * of each argument */
    Arguments first;     /* the first run's, for looking at */
} CallShape;

typedef struct {
    const Command *command;
    const Arguments *given; /* for cmake_language(CALL): arguments that are expanded already */
    const GPtrArray *known; /* Function *: what may be called */
    GPtrArray *shapes;      /* CallShape * */
} CollectCall;

static void shape_free(gpointer data)
{
    CallShape *shape = data;
    g_ptr_array_unref(shape->builders);
    arguments_clear(&shape->first);
    g_free(shape);
}

static CallShape *shape_for(Evaluator *self, GPtrArray *shapes, guint count)
{
    for (guint i = 0; i < shapes->len; i++) {
        CallShape *shape = shapes->pdata[i];
        if (shape->count == count) {
            return shape;
        }
    }
    CallShape *shape = g_new0(CallShape, 1);
    shape->when = shape->within = GUARD_FALSE;
    shape->count = count;
    shape->first = arguments_new(self);
    shape->builders = g_ptr_array_new();
    for (guint i = 0; i < count; i++) {
        g_ptr_array_add(shape->builders, value_builder_new(self->symbols, self->guards));
    }
    g_ptr_array_add(shapes, shape);
    return shape;
}

/* The highest N + 1 of the references to ARGVN. */
static guint highest_position(const Piece *pieces, guint count)
{
    guint highest = 0;
    for (guint i = 0; i < count; i++) {
        const char *name = pieces[i].kind == PIECE_VARIABLE ? pieces[i].text : NULL;
        guint here = highest_position(pieces[i].parts, pieces[i].part_count);
        if (name != NULL && g_str_has_prefix(name, "ARGV") && g_ascii_isdigit(name[4])) {
            here = (guint)MIN(g_ascii_strtoull(name + 4, NULL, 10), COMMAND_RUNS_MAX) + 1;
        }
        highest = MAX(highest, here);
    }
    return highest;
}

/* How many arguments the function names one by one. */
static guint positions_of(Function *function)
{
    if (function->positions == 0) {
        function->positions = function->parameters->len;
        for (guint i = function->begin; i < function->end; i++) {
            const Command *command = &function->file->commands[i];
            for (guint k = 0; k < command->argument_count; k++) {
                const Argument *argument = &command->arguments[k];
                guint here = highest_position(argument->pieces, argument->piece_count);
                function->positions = MAX(function->positions, here);
            }
        }
        function->positions++;
    }
    return function->positions - 1;
}

/* Up to which argument lists have to be taken apart; 0 where there is none. */
static guint positions_to_take(const Arguments *arguments, const GPtrArray *known)
{
    guint positions = 0;
    for (guint i = 0; i < known->len; i++) {
        positions = MAX(positions, positions_of(known->pdata[i]));
    }
    for (guint i = 0; i < arguments->texts->len && i < positions; i++) {
        if (arguments->quoted->data[i] == 0 && text_has_hole(arguments->texts->pdata[i])) {
            return positions;
        }
    }
    return 0;
}

/* What a parameter is given is one element of a list, so no list with pieces stays before the last
 * of them. */
static void take_positions(Evaluator *self, const Arguments *from, guint positions, Arguments *to)
{
    for (guint i = 0; i < from->texts->len; i++) {
        const char *text = from->texts->pdata[i];
        gboolean quoted = from->quoted->data[i];
        gboolean list = !quoted && !self->widen && text_has_hole(text);
        while (list && *text != '\0' && to->texts->len < positions) {
            g_autofree char *element = evaluator_take_element(self, &text);
            if (element != NULL) {
                arguments_add(to, element, FALSE);
            }
        }
        if (!list || *text != '\0') {
            arguments_add(to, text, quoted);
        }
    }
}

static void collect_call(Evaluator *self, gpointer data)
{
    CollectCall *collect = data;
    g_auto(Arguments) expanded = arguments_new(self);
    const Arguments *arguments = collect->given;
    if (arguments == NULL) {
        gboolean outer = self->keep_optional;
        self->keep_optional = TRUE;
        evaluator_expand(self, collect->command, &expanded);
        self->keep_optional = outer;
        arguments = &expanded;
    }
    g_auto(Arguments) taken = arguments_new(self);
    guint positions = positions_to_take(arguments, collect->known);
    if (positions > 0) {
        take_positions(self, arguments, positions, &taken);
        arguments = &taken;
    }
    CallShape *shape = shape_for(self, collect->shapes, arguments->texts->len);
    gboolean first = guard_is_false(shape->when);
    Guard here = evaluator_write_path(self);
    shape->when = guard_or(self->guards, shape->when, self->path);
    shape->within = guard_or(self->guards, shape->within, here);
    for (guint i = 0; i < arguments->texts->len; i++) {
        const char *text = arguments->texts->pdata[i];
        value_builder_add(shape->builders->pdata[i], text, here);
        if (first) {
            arguments_add(&shape->first, text, arguments->quoted->data[i]);
        }
    }
}

/* The value of one argument; its alternatives cover the shape's condition only, so the rest of the
 * world (where the body is not run) is given the first text. */
static Value *argument_value(Evaluator *self, CallShape *shape, guint index)
{
    ValueBuilder *builder = g_steal_pointer(&shape->builders->pdata[index]);
    value_builder_add(builder, shape->first.texts->pdata[index],
                      guard_not(self->guards, shape->within));
    return value_builder_end(builder);
}

/* `list` with `next` behind it, in each way that both can come out together. */
static Value *list_with(Evaluator *self, const Value *list, const Value *next)
{
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    for (guint a = 0; a < list->count; a++) {
        for (guint b = 0; b < next->count; b++) {
            Guard both =
                guard_and(self->guards, list->alternatives[a].when, next->alternatives[b].when);
            if (!guard_is_false(both)) {
                g_autofree char *text =
                    g_strconcat(list->alternatives[a].text, ";", next->alternatives[b].text, NULL);
                value_builder_add(builder, text, both);
            }
        }
    }
    return value_builder_end(builder);
}

/* The definite values from `*at` on as one list; `*at` is then the first that is not one of them.
 */
static Value *definite_list(GPtrArray *values, guint *at)
{
    g_autoptr(GString) list = g_string_new(value_text(values->pdata[(*at)++]));
    for (; *at < values->len && ((Value *)values->pdata[*at])->count == 1; (*at)++) {
        g_string_append_c(list, ';');
        g_string_append(list, value_text(values->pdata[*at]));
    }
    return value_of_text(list->str);
}

/* Arguments from `first` on as one list. Those beside each other of which each is one text are
 * joined first: a function may be given a thousand files and one condition. */
static Value *arguments_list(Evaluator *self, GPtrArray *values, guint first)
{
    g_autoptr(Value) list = NULL;
    for (guint at = first; at < values->len;) {
        Value *value = values->pdata[at];
        g_autoptr(Value) next =
            value->count == 1 ? definite_list(values, &at) : value_ref(values->pdata[at++]);
        Value *joined = list != NULL ? list_with(self, list, next) : value_ref(next);
        g_clear_pointer(&list, value_unref);
        list = joined;
    }
    return list != NULL ? g_steal_pointer(&list) : value_of_text("");
}

static void bind(Evaluator *self, Frame *frame, const char *name, Value *value)
{
    if (frame->kind == FRAME_MACRO) {
        g_hash_table_insert(frame->substitutions, (gpointer)name, value_ref(value));
    } else {
        variables_bind(self->variables, name, value_ref(value));
    }
}

static void bind_arguments(Evaluator *self, Frame *frame, const Function *function,
                           GPtrArray *values)
{
    while (self->argument_names->len < values->len) {
        g_autofree char *name = g_strdup_printf("ARGV%u", self->argument_names->len);
        g_ptr_array_add(self->argument_names, (gpointer)arena_intern(self->arena, name));
    }
    for (guint i = 0; i < values->len; i++) {
        bind(self, frame, self->argument_names->pdata[i], values->pdata[i]);
    }
    g_autofree char *count = g_strdup_printf("%u", values->len);
    g_autoptr(Value) argc = value_of_text(count);
    g_autoptr(Value) argv = arguments_list(self, values, 0);
    g_autoptr(Value) argn = arguments_list(self, values, function->parameters->len);
    bind(self, frame, arena_intern(self->arena, "ARGC"), argc);
    bind(self, frame, arena_intern(self->arena, "ARGV"), argv);
    bind(self, frame, arena_intern(self->arena, "ARGN"), argn);
    for (guint i = 0; i < function->parameters->len && i < values->len; i++) {
        bind(self, frame, function->parameters->pdata[i], values->pdata[i]);
    }
}

/* How many calls of the function are under way. */
static guint calls_under_way(const Evaluator *self, const Function *function)
{
    guint calls = 0;
    for (const Frame *frame = self->frame; frame != NULL; frame = frame->parent) {
        calls += frame->kind != FRAME_FILE && frame->file == function->file &&
                 frame->call_name == function->name;
    }
    return calls;
}

/* Whether it calls itself again and again, without an end or only because nobody knows what would
 * end that. */
static gboolean goes_round(const Evaluator *self, Function *function)
{
    guint calls = calls_under_way(self, function);
    if (calls == 0) {
        function->unknown_calls = function->deepest_calls = 0;
        return FALSE;
    }
    /* CMake has given up by then. One that calls itself twice would have 2^200 ends. */
    if (function->deepest_calls >= DEEPEST_CALLS_MAX) {
        return TRUE;
    }
    if (self->options->concrete || symbols_only_options(self->symbols, self->path)) {
        return FALSE;
    }
    function->unknown_calls++;
    return calls >= UNKNOWN_CALLS_MAX || function->unknown_calls > UNKNOWN_CALLS_IN_ALL_MAX;
}

/* What a call that is not followed may set: each variable that it is given the name of. */
static void forget_given(Evaluator *self, const Function *function, const GPtrArray *values)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new();
    for (guint i = 0; i < values->len; i++) {
        const Value *value = values->pdata[i];
        for (guint a = 0; a < value->count; a++) {
            g_ptr_array_add(texts, (gpointer)value->alternatives[a].text);
        }
    }
    variables_lose_watches(self->variables);
    evaluator_havoc_named(self, "limit: recursion", function->name, texts);
}

/* Whether the body may run: what would not end, or CMake refuses, is told. */
static gboolean may_run(Evaluator *self, Function *function, const GPtrArray *values)
{
    if (values->len < function->parameters->len) {
        evaluator_ledger(self, "too few arguments", function->name, NULL);
        return FALSE;
    }
    if (goes_round(self, function)) {
        forget_given(self, function, values);
        return FALSE;
    }
    if (self->frame->depth >= CALL_DEPTH_MAX) {
        function->deepest_calls++;
        variables_lose_watches(self->variables);
        evaluator_ledger(self, "limit: nesting", function->name, NULL);
        diagnostics_add(self->diagnostics, DIAGNOSTIC_ERROR, evaluator_here(self),
                        "end the recursion", "calls nest deeper than %u in %s()", CALL_DEPTH_MAX,
                        function->name);
        return FALSE;
    }
    return TRUE;
}

/* Runs the body in its frame. What leaves a function leaves it alone; a macro's return() or break()
 * is its caller's. */
static void run_in_frame(Evaluator *self, Frame *frame, const Function *function)
{
    Guard outer_stopped = self->stopped;
    Guard outer_broken = self->broken;
    Guard outer_continued = self->continued;
    gboolean outer_widen = self->widen;
    gboolean outer_keep = self->keep_optional;
    Kept kept = {.guards = {&outer_stopped, &outer_broken, &outer_continued}};
    evaluator_keep(self, &kept);
    self->widen = self->keep_optional = FALSE;
    guint outer_known = self->known_from;
    if (!function->macro) {
        self->stopped = self->broken = self->continued = GUARD_FALSE;
        outer_known = evaluator_know_nothing(self);
    }
    self->frame = frame;
    PolicyScope policies = evaluator_policy_enter(self);
    self->policies = function->policies;
    evaluator_run_body(self, function);
    evaluator_policy_return(self, policies, function->policies);
    evaluator_drop(self, &kept);
    self->frame = frame->parent;
    self->widen = outer_widen;
    self->keep_optional = outer_keep;
    if (!function->macro) {
        evaluator_know_again(self, outer_known);
        self->stopped = outer_stopped;
        self->broken = outer_broken;
        self->continued = outer_continued;
    }
}

static void run_body(Evaluator *self, Function *function, CallShape *shape, GPtrArray *values)
{
    if (!may_run(self, function, values)) {
        return;
    }
    Frame frame = {.parent = self->frame,
                   .kind = function->macro ? FRAME_MACRO : FRAME_FUNCTION,
                   .file = function->file,
                   .call_name = function->name,
                   .call_arguments = &shape->first,
                   .list_dir = function->list_dir,
                   .given = function->given,
                   .entered = self->path,
                   .depth = self->frame->depth + 1};
    gboolean layer = evaluator_open_layer(self);
    g_autoptr(GHashTable) substitutions = NULL;
    if (function->macro) {
        substitutions =
            g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, (GDestroyNotify)value_unref);
        frame.substitutions = substitutions;
    } else {
        variables_enter(self->variables);
    }
    self->steps += values->len / ARGUMENTS_A_STEP;
    bind_arguments(self, &frame, function, values);
    run_in_frame(self, &frame, function);
    if (!function->macro) {
        variables_leave(self->variables);
    }
    evaluator_close_layer(self, layer);
}

/* What calls of some shapes still need. */
typedef struct {
    const GPtrArray *shapes;
    const GPtrArray *values; /* of the shape under way */
} CallsKept;

static void mark_calls(Guards *guards, gconstpointer data)
{
    const CallsKept *calls = data;
    for (guint s = 0; s < calls->shapes->len; s++) {
        const CallShape *shape = calls->shapes->pdata[s];
        guard_mark(guards, shape->when);
        guard_mark(guards, shape->within);
        for (guint i = 0; i < shape->builders->len; i++) {
            value_builder_mark(shape->builders->pdata[i], guards);
        }
    }
    for (guint i = 0; calls->values != NULL && i < calls->values->len; i++) {
        value_mark(calls->values->pdata[i], guards);
    }
}

/* Calls what the name stands for; gives the part of `path` in which it is such a function. */
static Guard call_functions(Evaluator *self, const GPtrArray *defined, CollectCall *collect)
{
    /* Functions that the body defines must not be called in its stead, and it may take others out
     * of the list. */
    g_autoptr(GPtrArray) known = g_ptr_array_sized_new(defined->len);
    for (guint i = 0; i < defined->len; i++) {
        g_ptr_array_add(known, defined->pdata[i]);
    }
    Guard entry = self->path;
    Guard called = GUARD_FALSE;
    for (guint i = 0; i < known->len; i++) {
        called = guard_or(self->guards, called, ((const Function *)known->pdata[i])->when);
    }
    collect->known = known;
    called = guard_and(self->guards, called, entry);
    if (guard_is_false(called)) {
        return called;
    }
    self->path = called;
    collect->shapes = g_ptr_array_new_with_free_func(shape_free);
    evaluator_each_run(self, collect_call, collect);
    CallsKept calls = {.shapes = collect->shapes};
    Kept kept = {.guards = {&entry, &called}, .mark = mark_calls, .data = &calls};
    evaluator_keep(self, &kept);
    for (guint s = 0; s < collect->shapes->len; s++) {
        CallShape *shape = collect->shapes->pdata[s];
        g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func((GDestroyNotify)value_unref);
        for (guint i = 0; i < shape->count; i++) {
            g_ptr_array_add(values, argument_value(self, shape, i));
        }
        calls.values = values;
        for (guint i = 0; i < known->len; i++) {
            Function *function = known->pdata[i];
            self->path = guard_and(self->guards, shape->when, function->when);
            if (!guard_is_false(self->path)) {
                run_body(self, function, shape, values);
            }
        }
        calls.values = NULL;
    }
    evaluator_drop(self, &kept);
    g_ptr_array_unref(collect->shapes);
    self->path = entry;
    return called;
}

gboolean evaluator_call_user(Evaluator *self, const Command *command)
{
    const GPtrArray *known = g_hash_table_lookup(self->functions, command->name);
    if (known == NULL) {
        return FALSE;
    }
    CollectCall collect = {.command = command};
    Guard called = call_functions(self, known, &collect);
    self->path = guard_minus(self->guards, self->path, called);
    if (guard_is_false(called)) {
        return FALSE;
    }
    /* Where it is no function, CMake would run the built-in of that name, or stop. */
    return guard_is_false(self->path) || command_row(command->name) == NULL;
}

gboolean evaluator_call_named(Evaluator *self, const char *name, const Arguments *arguments,
                              const Command *command)
{
    const char *key = evaluator_function_key(self, name);
    const GPtrArray *known = g_hash_table_lookup(self->functions, key);
    if (known != NULL) {
        CollectCall collect = {.command = command, .given = arguments};
        if (!guard_is_false(call_functions(self, known, &collect))) {
            return TRUE;
        }
    }
    const CommandRow *row = command_row(key);
    if (row == NULL) {
        return FALSE;
    }
    if (row->run != NULL) {
        const Call call = {.command = command,
                           .argc = arguments->texts->len,
                           .argv = (const char *const *)arguments->texts->pdata,
                           .quoted = arguments->quoted->data};
        row->run(self, &call);
    }
    return TRUE;
}
