/* foreach() and while(). */
#include "discover/cmake/assign.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/foreach_plan.h"
#include "discover/cmake/policy.h"
#include "discover/cmake/record.h"
#include <string.h>

/* An element that is not known stands for any number of elements: its turn is made under the
 * condition that there are some. */
static Guard item_condition(Evaluator *self, const ForeachItem *item)
{
    Symbol *symbol = symbols_of_hole(self->symbols, item->text);
    if (symbol == NULL) {
        return item->when;
    }
    return guard_and(self->guards, item->when, text_truth(self->symbols, self->guards, item->text));
}

typedef struct {
    Guard entry;
    Guard broken, continued;
} LoopState;

static LoopState loop_enter(Evaluator *self)
{
    LoopState state = {self->path, self->broken, self->continued};
    self->broken = self->continued = GUARD_FALSE;
    return state;
}

static void loop_leave(Evaluator *self, const LoopState *state)
{
    self->broken = state->broken;
    self->continued = state->continued;
    self->path = state->entry;
}

/* Where the next turn begins: not where the loop was broken, the frame left, or all failed. */
static Guard turn_path(Evaluator *self, const LoopState *state, Guard when)
{
    self->continued = GUARD_FALSE;
    Guard path = guard_and(self->guards, state->entry, when);
    path = guard_minus(self->guards, path, self->broken);
    return guard_minus(self->guards, path, self->stopped);
}

/* Begins a turn under `path`, on a layer when it is not made everywhere. */
static gboolean turn_begin(Evaluator *self, Guard path)
{
    Guard within = symbols_simplify(
        self->symbols, guard_within(self->guards, path, variables_base(self->variables)),
        SYMBOLS_PATH_NODES);
    self->path = symbols_simplify(self->symbols, path, SYMBOLS_PATH_NODES);
    return evaluator_open_layer_within(self, within);
}

/* A variable that a foreach() sets in each turn. */
typedef struct {
    Variable *variable;
    Value *before; /* what a reference to it gave before the loop */
    Value *normal; /* the same without the cache entry; NULL where no scope has it */
} LoopVariable;

static void clear_loop_variable(gpointer data)
{
    const LoopVariable *one = data;
    value_unref(one->before);
    value_unref(one->normal);
}

/* What the turns to come need. */
typedef struct {
    const ForeachPlan *plan;
    GArray *variables;  /* LoopVariable */
    Value *between;     /* what they are from one turn to the next, where nothing reads them */
    gboolean modern;    /* CMP0124 */
    gboolean asks_made; /* what they are after the loop hangs on whether it had turns: only then
                           that is worked out, as it is a large condition on all elements at once */
} Turns;

static void mark_turns(Guards *guards, gconstpointer data)
{
    const Turns *turns = data;
    for (guint i = 0; i < turns->variables->len; i++) {
        const LoopVariable *one = &g_array_index(turns->variables, LoopVariable, i);
        value_mark(one->before, guards);
        value_mark(one->normal, guards);
    }
    for (GSequenceIter *at = g_sequence_get_begin_iter(turns->plan->items);
         !g_sequence_iter_is_end(at); at = g_sequence_iter_next(at)) {
        guard_mark(guards, ((const ForeachItem *)g_sequence_get(at))->when);
    }
}

static gboolean is_defined(Evaluator *self, const Value *value)
{
    return value != NULL && guard_is_true(value_defined(self->guards, value));
}

static void remember_variables(Evaluator *self, Turns *turns)
{
    turns->modern = evaluator_policy_new(self, "CMP0124");
    turns->between = value_of_text(NULL);
    turns->variables = g_array_new(FALSE, FALSE, sizeof(LoopVariable));
    g_array_set_clear_func(turns->variables, clear_loop_variable);
    for (guint i = 0; i < turns->plan->variables->len; i++) {
        Variable *variable =
            variables_get_interned(self->variables, turns->plan->variables->pdata[i]);
        Value *normal = variable_value(variable);
        LoopVariable one = {variable, evaluator_value(self, variable), value_ref(normal)};
        g_array_append_val(turns->variables, one);
        turns->asks_made = turns->asks_made || (!turns->modern && !is_defined(self, normal));
    }
}

/* Each turn leaves the variables as it has found them: what they are elsewhere is not joined with
 * what they were in this turn. */
static void clear_variables(Evaluator *self, const Turns *turns)
{
    for (guint i = 0; i < turns->variables->len; i++) {
        const LoopVariable *one = &g_array_index(turns->variables, LoopVariable, i);
        variables_set(self->variables, one->variable, value_ref(turns->between), WRITE_REPLACES);
    }
}

/* The value with nothing where it was not defined. */
static Value *defined_value(Evaluator *self, const Value *value)
{
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    for (guint i = 0; i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        value_builder_add(builder, alternative->text != NULL ? alternative->text : "",
                          alternative->when);
    }
    return value_builder_end(builder);
}

/* After the loop its variables are what they were before; what was no normal variable, or none any
 * more, is one from then on in the old way (CMP0124). */
static void restore_variables(Evaluator *self, const Turns *turns, Guard made)
{
    Guard entry = self->path;
    for (guint i = 0; i < turns->variables->len; i++) {
        const LoopVariable *one = &g_array_index(turns->variables, LoopVariable, i);
        variables_set(self->variables, one->variable,
                      one->normal != NULL ? value_ref(one->normal) : value_of_text(NULL),
                      WRITE_REPLACES);
        /* Where the loop may have no turns, one that a scope has stays as it was: each such loop
         * would add a condition to what only says whether it is unset or empty. */
        gboolean kept = one->normal != NULL && !guard_same(made, entry);
        if (!turns->modern && !kept && !is_defined(self, one->normal)) {
            g_autoptr(Value) defined = defined_value(self, one->before);
            self->path = made;
            evaluator_set_value(self, one->variable, defined);
            self->path = entry;
        }
    }
}

void evaluator_foreach(Evaluator *self, SourceFile *file, guint begin, guint end,
                       const Command *command)
{
    g_auto(ForeachPlan) plan = {0};
    foreach_plan_make(&plan, self, command);
    if (g_sequence_is_empty(plan.items)) {
        return;
    }
    /* What is gathered counts also where the loop is left in its first turn. */
    self->steps += (guint64)g_sequence_get_length(plan.items) / ARGUMENTS_A_STEP;
    LoopState state = loop_enter(self);
    Guard made = GUARD_FALSE;
    Turns turns = {.plan = &plan};
    remember_variables(self, &turns);
    clear_variables(self, &turns);
    Kept kept = {.guards = {&state.entry, &state.broken, &state.continued, &made},
                 .mark = mark_turns,
                 .data = &turns};
    evaluator_keep(self, &kept);
    Frame *frame = self->frame;
    const char *walked = frame->walked;
    const Command *around = frame->loop;
    gboolean walks = foreach_walks_arguments(command);
    for (GSequenceIter *at = g_sequence_get_begin_iter(plan.items);
         !g_sequence_iter_is_end(at) && !self->exhausted; at = g_sequence_iter_next(at)) {
        const ForeachItem *item = g_sequence_get(at);
        Guard turn = turn_path(self, &state, item_condition(self, item));
        if (guard_is_false(turn)) {
            continue;
        }
        if (turns.asks_made) {
            made = symbols_simplify(self->symbols, guard_or(self->guards, made, turn),
                                    SYMBOLS_VALUE_NODES);
        }
        evaluator_step(self);
        gboolean layer = turn_begin(self, turn);
        foreach_plan_bind(&plan, item);
        frame->walked = walks ? item->text : walked;
        frame->loop = command;
        evaluator_run_range(self, file, begin, end);
        clear_variables(self, &turns);
        evaluator_close_layer(self, layer);
    }
    frame->walked = walked;
    frame->loop = around;
    evaluator_drop(self, &kept);
    loop_leave(self, &state);
    restore_variables(self, &turns, made);
    value_unref(turns.between);
    g_array_unref(turns.variables);
}

/* What a body whose number of turns is not known may have changed is not known either. */
static void forget_assigned(Evaluator *self, SourceFile *file, guint begin, guint end)
{
    static const char *const writers[] = {"set", "list", "math", "string"};
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = begin; i < end; i++) {
        const Command *command = &file->commands[i];
        for (guint w = 0; w < G_N_ELEMENTS(writers); w++) {
            guint target = strcmp(writers[w], "set") == 0 ? 0 : 1;
            if (strcmp(command->name, writers[w]) == 0 && command->argument_count > target &&
                command->arguments[target].constant != NULL) {
                g_ptr_array_add(names, (gpointer)command->arguments[target].constant);
            }
        }
    }
    g_ptr_array_add(names, NULL);
    evaluator_havoc(self, LEDGER_UNKNOWN_LOOP, "while", (const char *const *)names->pdata);
}

/* Whether all that the body does is to work out texts, such as lines of a file that it wraps, so
 * that no option, target or file is lost where it is left. */
static gboolean makes_text_only(const SourceFile *file, guint begin, guint end)
{
    static const char *const names[] = {"break", "continue", "list",  "math", "message",
                                        "set",   "string",   "unset", NULL};
    for (guint i = begin; i < end; i++) {
        const Command *command = &file->commands[i];
        if (command->word == WORD_COMMAND && !g_strv_contains(names, command->name)) {
            return FALSE;
        }
        for (guint k = 0; k < command->argument_count; k++) {
            if (g_strcmp0(command->arguments[k].constant, "CACHE") == 0) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

/* Counts what a turn has cost, in all places that call the function in which the loop stands. */
static void spend(Evaluator *self, const Command *command, guint64 steps)
{
    guint64 before = GPOINTER_TO_UINT(g_hash_table_lookup(self->text_loops, command));
    steps = MIN(before + steps, TEXT_LOOP_STEPS_MAX);
    g_hash_table_insert(self->text_loops, (gpointer)command, GUINT_TO_POINTER((guint)steps));
}

static gboolean has_spent(Evaluator *self, const Command *command)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(self->text_loops, command)) >= TEXT_LOOP_STEPS_MAX;
}

/* What shows that a loop has made all the turns that are followed. */
typedef struct {
    gboolean many, lost, spent;
} TurnLimits;

/* Leaves the loop where its condition still holds: what it may have changed is not known. */
static void leave_unknown(Evaluator *self, SourceFile *file, guint begin, guint end,
                          const Command *command, TurnLimits limits)
{
    variables_lose_watches(self->variables);
    if (limits.many || limits.lost || limits.spent) {
        evaluator_ledger(self, "limit: loop turns", "while", NULL);
    }
    if (limits.many && !g_hash_table_contains(self->endless, command)) {
        diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING, evaluator_here(self),
                        "let the loop end", "while() made %u turns and was left", LOOP_TURNS_MAX);
    }
    if (limits.many || limits.lost) {
        g_hash_table_add(self->endless, (gpointer)command);
    }
    forget_assigned(self, file, begin, end);
}

void evaluator_while(Evaluator *self, SourceFile *file, guint begin, guint end,
                     const Command *command)
{
    LoopState state = loop_enter(self);
    Guard entry = state.entry;
    Guard holds = GUARD_FALSE;
    Kept kept = {.guards = {&state.entry, &state.broken, &state.continued, &entry, &holds}};
    evaluator_keep(self, &kept);
    guint unknown_turns = 0;
    guint variables = guards_variables(self->guards);
    gboolean text_only = makes_text_only(file, begin, end);
    /* Loops in loops that do not end would make very many turns. */
    guint most = g_hash_table_contains(self->endless, command) ? ENDLESS_TURNS_MAX : LOOP_TURNS_MAX;
    for (guint turn = 0; !self->exhausted; turn++) {
        evaluator_step(self);
        self->path = symbols_simplify(self->symbols, turn_path(self, &state, GUARD_TRUE),
                                      SYMBOLS_PATH_NODES);
        if (guard_is_false(self->path)) {
            break;
        }
        self->frame->current = command;
        entry = self->path;
        holds = guard_and(self->guards, evaluator_condition(self, command), entry);
        if (guard_is_false(holds)) {
            break;
        }
        gboolean known = guard_same(holds, entry);
        unknown_turns += known ? 0 : 1;
        /* A list that each turn makes longer by what is not known, and looks through. */
        TurnLimits limits = {
            .many = turn >= most,
            .lost = guards_variables(self->guards) - variables > LOOP_VARIABLES_MAX,
            .spent = text_only && turn >= SPENT_TURNS_MAX && has_spent(self, command),
        };
        self->path = holds;
        if (limits.many || limits.lost || limits.spent || unknown_turns > UNKNOWN_TURNS_MAX) {
            leave_unknown(self, file, begin, end, command, limits);
            break;
        }
        guint64 steps = self->steps;
        gboolean layer = evaluator_open_layer(self);
        evaluator_run_range(self, file, begin, end);
        evaluator_close_layer(self, layer);
        if (text_only) {
            spend(self, command, self->steps - steps);
        }
        /* Where the condition did not hold the loop has ended. */
        self->broken =
            guard_or(self->guards, self->broken, guard_minus(self->guards, entry, holds));
    }
    evaluator_drop(self, &kept);
    loop_leave(self, &state);
}
