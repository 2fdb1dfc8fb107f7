/* foreach() and while(). */
#include "discover/cmake/evaluator.h"
#include "discover/cmake/pure.h"
#include <stdlib.h>
#include <string.h>

/* What one turn of a foreach() binds, and under which condition the turn is made. */
typedef struct {
    const char *text;
    Guard when;
} Item;

typedef struct {
    Evaluator *evaluator;
    const Command *command;
    const char *variable;
    GArray *items;        /* Item; in order of first appearance over the runs */
    GHashTable *by_key;   /* "text\1repeat" -> index + 1 */
    GHashTable *repeats;  /* within one run: text -> count */
    GPtrArray *zip_names; /* ZIP_LISTS: the loop's variables */
    guint zip;
} ForeachPlan;

/* Runs that differ in a few elements give one list with conditions: an element is the same one in
 * two runs when it is the same text for the same time. */
static void plan_add(ForeachPlan *plan, const char *text, Guard when)
{
    Evaluator *self = plan->evaluator;
    guint repeat = GPOINTER_TO_UINT(g_hash_table_lookup(plan->repeats, text)) + 1;
    const char *kept = arena_intern(self->arena, text);
    g_hash_table_insert(plan->repeats, (gpointer)kept, GUINT_TO_POINTER(repeat));
    g_autofree char *key = g_strdup_printf("%s\1%u", text, repeat);
    guint index = GPOINTER_TO_UINT(g_hash_table_lookup(plan->by_key, key));
    if (index != 0) {
        Item *known = &g_array_index(plan->items, Item, index - 1);
        known->when = guard_or(self->guards, known->when, when);
        return;
    }
    Item item = {kept, when};
    g_array_append_val(plan->items, item);
    g_hash_table_insert(plan->by_key, g_steal_pointer(&key), GUINT_TO_POINTER(plan->items->len));
}

static void plan_add_list(ForeachPlan *plan, const char *list, Guard when, gboolean keep_empty);

/* Whether its parts are elements: "a[;b][;c]", or "[a][;b]". Elsewhere pieces are parts of one
 * element, as in "-O2[ -g]". */
static gboolean parts_are_elements(Evaluator *self, const char *text)
{
    gboolean known = FALSE;
    gboolean piece = FALSE;
    for (const char *cursor = text; *cursor != '\0';) {
        const Symbol *symbol = NULL;
        if (*cursor != HOLE_BEGIN) {
            cursor++;
        } else {
            symbol = symbols_read_hole(self->symbols, &cursor);
        }
        gboolean optional = symbol != NULL && symbol->optional_text != NULL;
        if (piece && (!optional || *symbol->optional_text != ';')) {
            return FALSE;
        }
        if (optional && known && *symbol->optional_text != ';') {
            return FALSE;
        }
        piece = piece || optional;
        known = known || !optional;
    }
    return TRUE;
}

/* A text of which parts may be left out: an element for each that it can be. */
static void plan_add_texts(ForeachPlan *plan, const char *element, Guard when)
{
    Evaluator *self = plan->evaluator;
    Guard outer = self->path;
    for (guint turn = 0; turn < COMMAND_RUNS_MAX && !guard_is_false(when); turn++) {
        self->path = when;
        const char *text = evaluator_settle(self, element);
        if (strcmp(text, element) == 0) {
            break; /* nothing is told apart any more */
        }
        plan_add_list(plan, text, self->path, FALSE);
        when = guard_minus(self->guards, when, self->path);
    }
    self->path = outer;
    if (!guard_is_false(when)) {
        plan_add(plan, evaluator_derive(self, "element", element), when);
    }
}

static void plan_add_element(ForeachPlan *plan, const char *element, Guard when)
{
    Evaluator *self = plan->evaluator;
    if (!text_has_hole(element)) {
        plan_add(plan, element, when);
        return;
    }
    if (!parts_are_elements(self, element)) {
        plan_add_texts(plan, element, when);
        return;
    }
    g_autoptr(GString) known = g_string_new(NULL);
    g_autoptr(GPtrArray) optional = g_ptr_array_new();
    for (const char *cursor = element; *cursor != '\0';) {
        if (*cursor != HOLE_BEGIN) {
            g_string_append_c(known, *cursor++);
            continue;
        }
        const char *begin = cursor;
        Symbol *symbol = symbols_read_hole(self->symbols, &cursor);
        if (symbol != NULL && symbol->optional_text != NULL) {
            g_ptr_array_add(optional, symbol);
        } else {
            g_string_append_len(known, begin, cursor - begin);
        }
    }
    if (known->len > 0) {
        plan_add(plan, known->str, when);
    }
    for (guint i = 0; i < optional->len; i++) {
        const Symbol *symbol = optional->pdata[i];
        const char *text = symbol->optional_text;
        plan_add_list(plan, *text == ';' ? text + 1 : text,
                      guard_and(self->guards, when, symbol->optional_when), FALSE);
    }
}

static void plan_add_list(ForeachPlan *plan, const char *list, Guard when, gboolean keep_empty)
{
    if (*list == '\0' || guard_is_false(when)) {
        return;
    }
    g_auto(GStrv) elements = cmake_list_split(list, keep_empty);
    for (char **element = elements; *element != NULL; element++) {
        if (plan->items->len >= LOOP_TURNS_MAX) {
            evaluator_ledger(plan->evaluator, "limit: loop turns", "foreach", NULL);
            return;
        }
        plan_add_element(plan, *element, when);
    }
}

static void plan_range(ForeachPlan *plan, const Arguments *arguments)
{
    Evaluator *self = plan->evaluator;
    gint64 numbers[3] = {0, 0, 1};
    guint count = MIN(arguments->texts->len - 2, 3);
    for (guint i = 0; i < count; i++) {
        const char *text = arguments->texts->pdata[i + 2];
        if (text_has_hole(text)) {
            plan_add(plan, evaluator_derive(self, "number up to", text), self->path);
            return;
        }
        numbers[i] = g_ascii_strtoll(text, NULL, 10);
    }
    gint64 start = count >= 2 ? numbers[0] : 0;
    gint64 stop = count >= 2 ? numbers[1] : numbers[0];
    gint64 step = count == 3 ? ABS(numbers[2]) : 1;
    if (step == 0) {
        return;
    }
    for (gint64 i = start; start <= stop ? i <= stop : i >= stop;
         i += start <= stop ? step : -step) {
        if (plan->items->len >= LOOP_TURNS_MAX) {
            evaluator_ledger(self, "limit: loop turns", "foreach", NULL);
            return;
        }
        char text[32];
        g_snprintf(text, sizeof text, "%" G_GINT64_FORMAT, i);
        plan_add(plan, text, self->path);
    }
}

static const char *zip_list(Evaluator *self, const char *name)
{
    const char *list = evaluator_read_name(self, name);
    return list != NULL ? evaluator_settle(self, list) : "";
}

/* ZIP_LISTS: the turns are numbers; the body's variables are looked up per turn. */
static void plan_zip(ForeachPlan *plan, const Arguments *arguments, guint first)
{
    Evaluator *self = plan->evaluator;
    guint longest = 0;
    for (guint i = first; i < arguments->texts->len; i++) {
        const char *list = zip_list(self, arguments->texts->pdata[i]);
        if (*list != '\0') {
            g_auto(GStrv) elements = cmake_list_split(list, TRUE);
            longest = MAX(longest, g_strv_length(elements));
        }
    }
    for (guint turn = 0; turn < longest; turn++) {
        g_autoptr(GString) row = g_string_new(NULL);
        for (guint i = first; i < arguments->texts->len; i++) {
            const char *list = zip_list(self, arguments->texts->pdata[i]);
            g_auto(GStrv) elements = cmake_list_split(list, TRUE);
            g_string_append(row, turn < g_strv_length(elements) ? elements[turn] : "");
            g_string_append_c(row, '\1');
        }
        plan_add(plan, row->str, self->path);
    }
}

static void collect_items(Evaluator *self, gpointer data)
{
    ForeachPlan *plan = data;
    g_hash_table_remove_all(plan->repeats);
    g_auto(Arguments) arguments = arguments_new();
    gboolean outer = self->keep_optional;
    self->keep_optional = TRUE;
    evaluator_expand(self, plan->command, &arguments);
    self->keep_optional = outer;
    if (arguments.texts->len == 0) {
        return;
    }
    plan->variable = arena_intern(self->arena, arguments.texts->pdata[0]);
    const char *const *words = (const char *const *)arguments.texts->pdata;
    guint count = arguments.texts->len;
    if (count > 1 && strcmp(words[1], "RANGE") == 0 && count > 2) {
        plan_range(plan, &arguments);
        return;
    }
    guint in = 1;
    while (in < count && strcmp(words[in], "IN") != 0) {
        in++;
    }
    if (in < count && in + 1 < count && strcmp(words[in + 1], "ZIP_LISTS") == 0) {
        plan->zip = 1;
        g_ptr_array_set_size(plan->zip_names, 0);
        for (guint i = 0; i < in; i++) {
            g_ptr_array_add(plan->zip_names, (gpointer)arena_intern(self->arena, words[i]));
        }
        plan_zip(plan, &arguments, in + 2);
        return;
    }
    gboolean lists = FALSE;
    gboolean plain = in != 1 || in >= count;
    for (guint i = plain ? 1 : 2; i < count; i++) {
        if (!plain && strcmp(words[i], "LISTS") == 0) {
            lists = TRUE;
        } else if (!plain && strcmp(words[i], "ITEMS") == 0) {
            lists = FALSE;
        } else if (lists) {
            Guard path = self->path;
            g_autoptr(Value) value = evaluator_value_of_name(self, words[i]);
            for (guint a = 0; a < value->count; a++) {
                if (value->alternatives[a].text != NULL) {
                    plan_add_list(plan, value->alternatives[a].text,
                                  guard_and(self->guards, path, value->alternatives[a].when), TRUE);
                }
            }
        } else {
            plan_add_element(plan, words[i], self->path);
        }
    }
}

/* Binds the loop's variable(s) for one turn. */
static void bind_turn(Evaluator *self, const ForeachPlan *plan, const char *text)
{
    if (plan->zip == 0) {
        evaluator_set(self, plan->variable, text);
        return;
    }
    g_auto(GStrv) cells = g_strsplit(text, "\1", -1);
    for (guint i = 0; cells[i] != NULL && cells[i + 1] != NULL; i++) {
        if (plan->zip_names->len > 1) {
            if (i < plan->zip_names->len) {
                evaluator_set(self, plan->zip_names->pdata[i], cells[i]);
            }
        } else {
            g_autofree char *name = g_strdup_printf("%s_%u", plan->variable, i);
            evaluator_set(self, name, cells[i]);
        }
    }
}

/* An element that is not known stands for any number of elements: its turn is made under the
 * condition that there are some. */
static Guard item_condition(Evaluator *self, const Item *item)
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
    Guard within = guard_within(self->guards, path, variables_base(self->variables));
    self->path = symbols_simplify(self->symbols, path, SYMBOLS_PATH_NODES);
    return evaluator_open_layer_within(self, within);
}

/* What the turns to come need. */
typedef struct {
    const GArray *items; /* Item */
    const Value *before; /* of the loop's variable */
} TurnsKept;

static void mark_turns(Guards *guards, gconstpointer data)
{
    const TurnsKept *turns = data;
    value_mark(turns->before, guards);
    for (guint i = 0; i < turns->items->len; i++) {
        guard_mark(guards, g_array_index(turns->items, Item, i).when);
    }
}

void evaluator_foreach(Evaluator *self, SourceFile *file, guint begin, guint end,
                       const Command *command)
{
    ForeachPlan plan = {.evaluator = self,
                        .command = command,
                        .items = g_array_new(FALSE, FALSE, sizeof(Item)),
                        .by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                        .repeats = g_hash_table_new(g_str_hash, g_str_equal),
                        .zip_names = g_ptr_array_new()};
    evaluator_each_run(self, collect_items, &plan);
    if (plan.variable != NULL) {
        LoopState state = loop_enter(self);
        g_autoptr(Value) before = evaluator_value_of_name(self, plan.variable);
        TurnsKept turns = {plan.items, before};
        Kept kept = {.guards = {&state.entry, &state.broken, &state.continued},
                     .mark = mark_turns,
                     .data = &turns};
        evaluator_keep(self, &kept);
        gboolean had_normal = variable_value(variables_get(self->variables, plan.variable)) != NULL;
        for (guint i = 0; i < plan.items->len && !self->exhausted; i++) {
            const Item *item = &g_array_index(plan.items, Item, i);
            Guard turn = turn_path(self, &state, item_condition(self, item));
            if (guard_is_false(turn)) {
                continue;
            }
            gboolean layer = turn_begin(self, turn);
            bind_turn(self, &plan, item->text);
            evaluator_run_range(self, file, begin, end);
            evaluator_close_layer(self, layer);
        }
        evaluator_drop(self, &kept);
        loop_leave(self, &state);
        /* After the loop its variable is what it was before (CMP0124). */
        if (plan.items->len > 0 && plan.zip == 0) {
            g_autoptr(Value) unset = value_of_text(NULL);
            variables_set(self->variables, variables_get(self->variables, plan.variable),
                          value_ref(had_normal ? before : unset), WRITE_REPLACES);
        }
    }
    g_array_unref(plan.items);
    g_hash_table_unref(plan.by_key);
    g_hash_table_unref(plan.repeats);
    g_ptr_array_unref(plan.zip_names);
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
    evaluator_havoc(self, "loop without a known end", "while", (const char *const *)names->pdata);
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
    for (guint turn = 0; !self->exhausted; turn++) {
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
        if (turn >= LOOP_TURNS_MAX || unknown_turns > UNKNOWN_TURNS_MAX) {
            self->path = holds;
            if (turn >= LOOP_TURNS_MAX) {
                evaluator_ledger(self, "limit: loop turns", "while", NULL);
                diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING, evaluator_here(self),
                                "let the loop end", "while() made %u turns and was left",
                                LOOP_TURNS_MAX);
            }
            forget_assigned(self, file, begin, end);
            break;
        }
        self->path = holds;
        gboolean layer = evaluator_open_layer(self);
        evaluator_run_range(self, file, begin, end);
        evaluator_close_layer(self, layer);
        /* Where the condition did not hold the loop has ended. */
        self->broken =
            guard_or(self->guards, self->broken, guard_minus(self->guards, entry, holds));
    }
    evaluator_drop(self, &kept);
    loop_leave(self, &state);
}
