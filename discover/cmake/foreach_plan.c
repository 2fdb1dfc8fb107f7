/* The turns of a foreach(): foreach_plan.h. */
#include "discover/cmake/foreach_plan.h"
#include "discover/cmake/assign.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

/* An item that an earlier run had, too. What this run had before it and the others had not comes
 * before it. */
static void plan_meet(ForeachPlan *plan, GSequenceIter *known)
{
    if (plan->fresh != NULL && g_sequence_iter_compare(known, plan->fresh) < 0) {
        g_sequence_move_range(known, plan->fresh, g_sequence_get_end_iter(plan->items));
    }
    plan->fresh = NULL;
    plan->next = g_sequence_iter_next(known);
}

/* Runs that differ in a few elements give one list with conditions. An element is the same one in
 * two runs when it is the same text, and comes behind all that the run has had so far: what the
 * body assigns last has to be right for each run. */
static void plan_add(ForeachPlan *plan, const char *text, Guard when)
{
    Evaluator *self = plan->evaluator;
    const char *kept = arena_intern(self->arena, text);
    guint repeat = GPOINTER_TO_UINT(g_hash_table_lookup(plan->repeats, kept));
    GSequenceIter *known;
    g_autofree char *key = NULL;
    do {
        g_free(key);
        key = g_strdup_printf("%s\1%u", text, ++repeat);
        known = g_hash_table_lookup(plan->by_key, key);
    } while (known != NULL && g_sequence_iter_compare(known, plan->next) < 0);
    g_hash_table_insert(plan->repeats, (gpointer)kept, GUINT_TO_POINTER(repeat));
    if (known != NULL) {
        ForeachItem *item = g_sequence_get(known);
        item->when = guard_or(self->guards, item->when, when);
        plan_meet(plan, known);
        return;
    }
    ForeachItem *item = arena_new0(self->arena, ForeachItem);
    *item = (ForeachItem){kept, when};
    known = g_sequence_append(plan->items, item);
    plan->fresh = plan->fresh != NULL ? plan->fresh : known;
    g_hash_table_insert(plan->by_key, g_steal_pointer(&key), known);
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
        /* What stays open in one of the element's texts would be followed in as many ways as there
         * are texts, for each of them again. */
        if (plan->settling) {
            plan_add(plan, evaluator_derive(self, "element", element), when);
            return;
        }
        plan->settling = TRUE;
        plan_add_texts(plan, element, when);
        plan->settling = FALSE;
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
        if (g_sequence_get_length(plan->items) >= (gint)LOOP_TURNS_MAX) {
            evaluator_ledger(plan->evaluator, "limit: loop turns", "foreach", NULL);
            return;
        }
        plan_add_element(plan, *element, when);
    }
}

/* "${NAME}" and NAME; NULL for what is put together. */
static const char *name_of_list(const Argument *argument)
{
    gboolean reference = argument->constant == NULL && argument->piece_count == 1 &&
                         argument->pieces[0].kind == PIECE_VARIABLE;
    return reference ? argument->pieces[0].text : argument->constant;
}

gboolean foreach_walks_arguments(const Command *command)
{
    static const char *const lists[] = {"ARGN", "ARGV", NULL};
    for (guint i = 1; i < command->argument_count; i++) {
        const char *name = name_of_list(&command->arguments[i]);
        if (name != NULL && g_strv_contains(lists, name)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean foreach_walks_also(const Command *command, const char *list)
{
    gboolean listed =
        command->argument_count > 2 && g_strcmp0(command->arguments[1].constant, "IN") == 0;
    guint first = listed ? 3 : 1; /* behind IN LISTS */
    gboolean walked = FALSE;
    for (guint i = first; i < command->argument_count; i++) {
        walked = walked || g_strcmp0(name_of_list(&command->arguments[i]), list) == 0;
    }
    return walked && command->argument_count > first + 1;
}

/* The option that the list is, and nothing else; NULL for none, and for a switch. */
static Symbol *option_of_list(Evaluator *self, const char *list)
{
    Symbol *symbol = self->options->concrete ? NULL : symbols_of_hole(self->symbols, list);
    return symbol != NULL && symbol->kind == CONDITION_SUBJECT_OPTION &&
                   symbol->operation == NULL && !symbol->boolean
               ? symbol
               : NULL;
}

/* set_property(CACHE PARTS PROPERTY STRINGS a b), and then foreach(part IN LISTS PARTS): a turn for
 * each word that people are offered, where the list has it; several may be in it at once, which one
 * turn for whatever is there would rule out. What else somebody gives has a turn where it has none
 * of these. FALSE when that is no such list. */
static gboolean plan_add_offered(ForeachPlan *plan, const char *list, Guard when)
{
    Evaluator *self = plan->evaluator;
    Symbol *symbol = foreach_walks_arguments(plan->command) ? NULL : option_of_list(self, list);
    OptionRecord *option =
        symbol != NULL ? recorder_option(self->recorder, symbol->name, FALSE) : NULL;
    Guard rest = when;
    for (guint i = 0; option != NULL && i < option->values->len; i++) {
        const AllowedValue *value = option->values->pdata[i];
        if (value->origin != VALUE_DECLARED || *value->value == '\0' ||
            strchr(value->value, ';') != NULL) {
            continue;
        }
        Guard there = symbol_relation(self->symbols, symbol, SYMBOL_CONTAINS, value->value);
        plan_add(plan, value->value, guard_and(self->guards, when, there));
        rest = guard_minus(self->guards, rest, there);
        /* Which nothing else says to have the word in it. */
        rest = guard_minus(self->guards, rest, symbol_equals(self->symbols, symbol, value->value));
    }
    if (guard_same(rest, when)) {
        return FALSE;
    }
    option->list = TRUE;
    plan_add(plan, list, rest);
    return TRUE;
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
        if (g_sequence_get_length(plan->items) >= (gint)LOOP_TURNS_MAX) {
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

/* Stands for the element of a list that is shorter than the others: the variable is not defined. */
static const char no_element[] = "\2";

/* ZIP_LISTS: an item is a row, an element of each list with a \1 behind it. */
static void plan_zip(ForeachPlan *plan, const Arguments *arguments, guint first)
{
    Evaluator *self = plan->evaluator;
    g_autoptr(GPtrArray) lists = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    g_autoptr(GArray) lengths = g_array_new(FALSE, FALSE, sizeof(guint));
    guint longest = 0;
    for (guint i = first; i < arguments->texts->len; i++) {
        const char *list = zip_list(self, arguments->texts->pdata[i]);
        char **elements = cmake_list_split(list, TRUE);
        guint length = *list != '\0' ? g_strv_length(elements) : 0;
        g_ptr_array_add(lists, elements);
        g_array_append_val(lengths, length);
        longest = MAX(longest, length);
    }
    for (guint turn = 0; turn < longest; turn++) {
        if (g_sequence_get_length(plan->items) >= (gint)LOOP_TURNS_MAX) {
            evaluator_ledger(self, "limit: loop turns", "foreach", NULL);
            return;
        }
        g_autoptr(GString) row = g_string_new(NULL);
        for (guint i = 0; i < lists->len; i++) {
            char **elements = lists->pdata[i];
            gboolean there = turn < g_array_index(lengths, guint, i);
            g_string_append(row, there ? elements[turn] : no_element);
            g_string_append_c(row, '\1');
        }
        plan_add(plan, row->str, self->path);
    }
}

/* The variables of a loop over `lists` lists: the names given, or NAME_0, NAME_1, ... */
static void name_zip(ForeachPlan *plan, const char *const *words, guint names, guint lists)
{
    Evaluator *self = plan->evaluator;
    plan->zip = TRUE;
    for (guint i = plan->variables->len; i < (names > 1 ? names : lists); i++) {
        const char *name = names > 1 ? words[i] : arena_printf(self->arena, "%s_%u", words[0], i);
        g_ptr_array_add(plan->variables, (gpointer)arena_intern(self->arena, name));
    }
}

/* IN LISTS NAME: only one of the texts that the variable may have is gone through, so each begins
 * where the first did. */
static void plan_variable(ForeachPlan *plan, const char *name)
{
    Evaluator *self = plan->evaluator;
    GSequenceIter *last = g_sequence_get_end_iter(plan->items);
    GSequenceIter *first = plan->fresh != NULL ? last : plan->next;
    GSequenceIter *before = g_sequence_iter_is_begin(first) ? NULL : g_sequence_iter_prev(first);
    g_autoptr(Value) value = evaluator_value_of_name(self, name);
    GSequenceIter *behind = first;
    for (guint i = 0; i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        if (alternative->text == NULL) {
            continue;
        }
        g_hash_table_remove_all(plan->repeats);
        plan->next =
            before != NULL ? g_sequence_iter_next(before) : g_sequence_get_begin_iter(plan->items);
        plan->fresh = NULL;
        Guard when = guard_and(self->guards, self->path, alternative->when);
        if (!plan_add_offered(plan, alternative->text, when)) {
            plan_add_list(plan, alternative->text, when, TRUE);
        }
        if (plan->fresh != NULL) {
            behind = last;
        } else if (g_sequence_iter_compare(plan->next, behind) > 0) {
            behind = plan->next;
        }
    }
    plan->next = behind;
    plan->fresh = NULL;
}

static void collect_items(Evaluator *self, gpointer data)
{
    ForeachPlan *plan = data;
    g_hash_table_remove_all(plan->repeats);
    plan->next = g_sequence_get_begin_iter(plan->items);
    plan->fresh = NULL;
    g_auto(Arguments) arguments = arguments_new(self);
    gboolean outer = self->keep_optional;
    self->keep_optional = TRUE;
    evaluator_expand(self, plan->command, &arguments);
    self->keep_optional = outer;
    const char *const *words = (const char *const *)arguments.texts->pdata;
    guint count = arguments.texts->len;
    guint in = 1;
    while (in < count && strcmp(words[in], "IN") != 0) {
        in++;
    }
    if (in + 1 < count && strcmp(words[in + 1], "ZIP_LISTS") == 0) {
        name_zip(plan, words, in, count - in - 2);
        plan_zip(plan, &arguments, in + 2);
        return;
    }
    if (count > 0 && plan->variables->len == 0) {
        g_ptr_array_add(plan->variables, (gpointer)arena_intern(self->arena, words[0]));
    }
    if (count > 2 && strcmp(words[1], "RANGE") == 0) {
        plan_range(plan, &arguments);
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
            plan_variable(plan, words[i]);
        } else if (count != 2 || !plan_add_offered(plan, words[i], self->path)) {
            plan_add_element(plan, words[i], self->path);
        }
    }
}

void foreach_plan_make(ForeachPlan *self, Evaluator *evaluator, const Command *command)
{
    *self = (ForeachPlan){.evaluator = evaluator,
                          .command = command,
                          .variables = g_ptr_array_new(),
                          .items = g_sequence_new(NULL),
                          .by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                          .repeats = g_hash_table_new(g_str_hash, g_str_equal)};
    evaluator_each_run(evaluator, collect_items, self);
}

void foreach_plan_clear(ForeachPlan *self)
{
    g_ptr_array_unref(self->variables);
    g_sequence_free(self->items);
    g_hash_table_unref(self->by_key);
    g_hash_table_unref(self->repeats);
}

void foreach_plan_bind(const ForeachPlan *self, const ForeachItem *item)
{
    Evaluator *evaluator = self->evaluator;
    if (!self->zip) {
        evaluator_set(evaluator, self->variables->pdata[0], item->text);
        return;
    }
    g_auto(GStrv) cells = g_strsplit(item->text, "\1", -1);
    for (guint i = 0; i < self->variables->len && cells[i] != NULL && cells[i + 1] != NULL; i++) {
        evaluator_set(evaluator, self->variables->pdata[i],
                      strcmp(cells[i], no_element) == 0 ? NULL : cells[i]);
    }
}
