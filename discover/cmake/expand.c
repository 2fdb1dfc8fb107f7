/* From the arguments as written to one run's texts. */
#include "discover/cmake/expand.h"
#include "discover/cmake/assign.h"
#include "discover/cmake/call.h"
#include "discover/cmake/known_text.h"
#include "discover/cmake/option.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/undeclared.h"
#include <string.h>

/* So many are kept, and none that had more texts. */
#define SPARE_ARGUMENTS_MAX 32u
#define SPARE_TEXTS_MAX 256u

Arguments arguments_new(Evaluator *evaluator)
{
    GArray *spare = evaluator->spare_arguments;
    if (spare->len > 0) {
        Arguments last = g_array_index(spare, Arguments, spare->len - 1);
        g_array_set_size(spare, spare->len - 1);
        return last;
    }
    return (Arguments){g_ptr_array_new(), g_byte_array_new(),
                       g_ptr_array_new_with_free_func(g_free), spare};
}

static void arguments_free(Arguments *self)
{
    g_ptr_array_unref(self->texts);
    g_byte_array_unref(self->quoted);
    g_ptr_array_unref(self->owned);
}

void arguments_clear(Arguments *self)
{
    if (self->spare->len >= SPARE_ARGUMENTS_MAX || self->texts->len > SPARE_TEXTS_MAX) {
        arguments_free(self);
        return;
    }
    g_ptr_array_set_size(self->texts, 0);
    g_byte_array_set_size(self->quoted, 0);
    g_ptr_array_set_size(self->owned, 0);
    g_array_append_val(self->spare, *self);
}

void arguments_free_spare(GArray *spare)
{
    for (guint i = 0; i < spare->len; i++) {
        arguments_free(&g_array_index(spare, Arguments, i));
    }
    g_array_unref(spare);
}

static void add_borrowed(Arguments *self, const char *text, gboolean quoted)
{
    const guint8 flag = quoted ? 1 : 0;
    g_ptr_array_add(self->texts, (gpointer)text);
    g_byte_array_append(self->quoted, &flag, 1);
}

static void add_owned(Arguments *self, char *text, gboolean quoted)
{
    g_ptr_array_add(self->owned, text);
    add_borrowed(self, text, quoted);
}

void arguments_add(Arguments *self, const char *text, gboolean quoted)
{
    add_owned(self, g_strdup(text), quoted);
}

/* Reading ---------------------------------------------------------------------------------------
 */

gboolean evaluator_may_bring(const Evaluator *self, const char *name)
{
    for (guint i = 0; i < self->volatile_prefixes->len; i++) {
        const char *prefix = self->volatile_prefixes->pdata[i];
        if (g_ascii_strncasecmp(name, prefix, strlen(prefix)) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean evaluator_brought(const Evaluator *self, const char *name)
{
    gpointer kind = g_hash_table_lookup(self->declared, name);
    return GPOINTER_TO_UINT(kind) == DECLARED_NOWHERE && evaluator_may_bring(self, name);
}

static const char *unset_text(Evaluator *self, Variable *variable)
{
    gboolean unknown = variable->volatile_ || evaluator_brought(self, variable->name);
    for (guint i = 0; i < self->volatile_prefixes->len && !unknown; i++) {
        unknown = g_str_has_prefix(variable->name, self->volatile_prefixes->pdata[i]);
    }
    return unknown ? evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, variable->name) : NULL;
}

Value *evaluator_value(Evaluator *self, Variable *variable)
{
    const char *known = evaluator_known_text(self, variable);
    if (known != NULL) {
        return value_of_text(known);
    }
    Value *normal = variable_value(variable);
    if (normal != NULL && normal->count == 1 && normal->alternatives[0].text != NULL &&
        guard_is_false(normal->unset)) {
        return value_ref(normal);
    }
    Guard defined = normal != NULL ? value_defined(self->guards, normal) : GUARD_FALSE;
    if (guard_is_true(defined)) {
        return value_ref(normal);
    }
    Guard rest = guard_not(self->guards, defined);
    g_autoptr(Value) behind =
        variable->cache.value != NULL ? value_ref(variable->cache.value) : value_of_text(NULL);
    if (!guard_is_true(value_defined(self->guards, behind))) {
        const char *text = unset_text(self, variable);
        if (text != NULL) {
            g_autoptr(Value) unknown = value_of_text(text);
            Guard without = guard_not(self->guards, value_defined(self->guards, behind));
            Value *joined = value_update(self->symbols, self->guards, behind, without, unknown);
            value_unref(behind);
            behind = joined;
        }
    }
    if (normal == NULL || guard_is_false(defined)) {
        return g_steal_pointer(&behind);
    }
    if (!guard_is_false(normal->unset) && guard_is_false(value_defined(self->guards, behind))) {
        return value_ref(normal); /* a list that may not be there stays one text */
    }
    return value_update(self->symbols, self->guards, normal, rest, behind);
}

Value *evaluator_value_of_name(Evaluator *self, const char *name)
{
    Variable *variable = variables_get(self->variables, name);
    evaluator_note_spelled(self, variable);
    evaluator_note_taken(self, variable);
    return evaluator_value(self, variable);
}

/* The one text of a value in this run. The first alternative that can hold is taken and `path`
 * narrowed to it; the others have later runs. */
static const char *pick(Evaluator *self, Value *value)
{
    if (value->count == 1) {
        return value->alternatives[0].text;
    }
    const Alternative *likely = &value->alternatives[value->likely];
    if (!guard_meets(self->guards, self->path, guard_not(self->guards, likely->when))) {
        return likely->text; /* and so no other can hold */
    }
    const Alternative *first = NULL;
    Guard first_path = GUARD_FALSE;
    GString *joined = NULL;
    for (guint i = 0; i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        if (!symbols_meet(self->symbols, self->path, alternative->when)) {
            continue;
        }
        Guard here = guard_and(self->guards, self->path, alternative->when);
        if (first == NULL) {
            first = alternative;
            first_path = here;
            if (!self->widen) {
                value->likely = i;
                break;
            }
            continue;
        }
        if (joined == NULL) {
            joined = g_string_new(first->text);
        }
        g_string_append_c(joined, '|');
        g_string_append(joined, alternative->text != NULL ? alternative->text : "");
    }
    if (joined != NULL) {
        const char *text = evaluator_derive(self, "one", joined->str);
        g_string_free(joined, TRUE);
        return text;
    }
    if (first == NULL) {
        return NULL;
    }
    if (!self->widen) {
        self->path = first_path;
    }
    return first->text;
}

gboolean evaluator_is_own(Evaluator *self, const Variable *variable)
{
    const OptionRecord *option = variable->option;
    Value *normal = variable_value(variable);
    return option->definitions->len == 0 && normal != NULL &&
           guard_is_true(value_defined(self->guards, normal));
}

void evaluator_note_use(Evaluator *self, Variable *variable)
{
    evaluator_note_taken(self, variable);
    OptionRecord *option = variable->option;
    if (option != NULL && self->frame != NULL && !self->frame->file->stub &&
        !evaluator_is_own(self, variable)) {
        gboolean read = option->read;
        recorder_use(self->recorder, option, evaluator_here(self));
        option->read = read || !self->frame->file->copy;
    }
}

#define KEPT_TEXT_BYTES 256u

const char *evaluator_peek(Evaluator *self, Variable *variable)
{
    const char *known = evaluator_known_text(self, variable);
    if (known != NULL) {
        return known;
    }
    g_autoptr(Value) value = evaluator_value(self, variable);
    const char *text = pick(self, value);
    /* Nothing else may keep this combination of normal and cache value. Short texts mostly come
     * again; long ones grow, and all that they were on the way would be kept for ever. */
    if (text != NULL && value != variable_value(variable) && value != variable->cache.value) {
        if (strlen(text) < KEPT_TEXT_BYTES) {
            return arena_intern(self->arena, text);
        }
        g_ptr_array_add(self->peeked, g_steal_pointer(&value));
    }
    return text;
}

const char *evaluator_read(Evaluator *self, Variable *variable)
{
    const char *place = evaluator_place_variable(self, variable->name);
    if (place != NULL) {
        return place;
    }
    evaluator_note_use(self, variable);
    evaluator_note_spelled(self, variable);
    return evaluator_peek(self, variable);
}

const char *evaluator_read_name(Evaluator *self, const char *name)
{
    return evaluator_read(self, variables_get(self->variables, name));
}

/* What stands for a variable in a sentence that people read: a text that people give stands by its
 * name, rather than that what it is by default, what it is without and what is given each make a
 * sentence of their own, with a condition of its own. */
static const char *read_told(Evaluator *self, Variable *variable)
{
    Guard entry = self->path;
    const char *text = evaluator_read(self, variable);
    const OptionRecord *option = variable->option;
    if (option == NULL || option->symbol == SYMBOL_NONE || guard_same(self->path, entry)) {
        return text;
    }
    self->path = entry;
    return symbol_hole(self->symbols, symbols_at(self->symbols, option->symbol));
}

/* Expanding -------------------------------------------------------------------------------------
 */

static void expand_pieces(Evaluator *self, const Piece *pieces, guint count,
                          const NameTest *left_out, GString *out);

const char *evaluator_name(Evaluator *self, const Piece *piece)
{
    if (piece->text != NULL) {
        return piece->text;
    }
    g_autoptr(GString) computed = g_string_new(NULL);
    expand_pieces(self, piece->parts, piece->part_count, NULL, computed);
    /* A name is one text: it has no pieces that may be left out. */
    return arena_intern(self->arena, evaluator_settle(self, computed->str));
}

/* A longer argument of a macro stays as it is where it is put into the body; each that is read
 * again is kept. */
#define REREAD_BYTES_MAX (16u << 10)

/* CMake puts a macro's arguments into the text of the body, which is read then: what looks like a
 * reference in them is one, and a backslash is gone. What CMake puts in for a later parameter in an
 * earlier one is taken for a variable here. */
static void expand_parameter(Evaluator *self, const char *text, const NameTest *left_out,
                             GString *out)
{
    if (strpbrk(text, "\\$") == NULL) {
        evaluator_add_text(self, out, text);
        return;
    }
    if (strlen(text) > REREAD_BYTES_MAX) {
        evaluator_ledger(self, "limit: text length", "macro", NULL);
        evaluator_add_text(self, out, text);
        return;
    }
    guint count = 0;
    const Piece *pieces = source_file_pieces(self->arena, text, &count);
    Frame *frame = self->frame;
    GHashTable *substitutions = frame->substitutions;
    GHashTable *given = frame->given;
    frame->substitutions = frame->given = NULL;
    expand_pieces(self, pieces, count, left_out, out);
    frame->substitutions = substitutions;
    frame->given = given;
}

static const char *read_reference(Evaluator *self, const Piece *piece, Variable *variable,
                                  gboolean alone)
{
    if (piece->kind == PIECE_CACHE) {
        variable->taken = TRUE;
        return variable->cache.value != NULL ? pick(self, variable->cache.value) : NULL;
    }
    gboolean taken = variable->taken;
    const char *text =
        self->told && !alone ? read_told(self, variable) : evaluator_read(self, variable);
    /* "${${name}}", which may go through all there are, asks for none in particular, unless a
     * function is called for this one: fill_in(NAME). */
    if (piece->text == NULL && piece->part_count == 1 && piece->parts[0].kind != PIECE_TEXT &&
        variable->taken && !evaluator_is_given_by_name(self, variable->name)) {
        variable->taken = taken;
    }
    return text;
}

static void expand_pieces(Evaluator *self, const Piece *pieces, guint count,
                          const NameTest *left_out, GString *out)
{
    for (guint i = 0; i < count && out->len < TEXT_BYTES_MAX; i++) {
        const Piece *piece = &pieces[i];
        if (piece->kind == PIECE_TEXT) {
            evaluator_add_text(self, out, piece->text);
            continue;
        }
        const char *name = evaluator_name(self, piece);
        if (piece->kind == PIECE_ENVIRONMENT) {
            g_string_append(out, evaluator_environment(self, name));
            continue;
        }
        if (text_has_hole(name)) {
            /* A variable whose name is not known has an unknown value. */
            evaluator_note_named_variables(self, name);
            g_string_append(out, evaluator_derive(self, "value", name));
            continue;
        }
        Variable *variable = piece->text != NULL
                                 ? variables_get_interned(self->variables, piece->text)
                                 : variables_get(self->variables, name);
        /* A macro's parameters are no variables: only references to them are replaced. */
        Value *parameter = evaluator_parameter_of(self, piece, variable->name);
        const char *text;
        if (parameter != NULL) {
            text = pick(self, parameter);
            if (text != NULL) {
                expand_parameter(self, text, left_out, out);
            }
            continue;
        }
        if (left_out != NULL && left_out->passes(variable->name, left_out->data)) {
            g_string_append_c(out, ' ');
            continue;
        }
        text = read_reference(self, piece, variable, count == 1);
        if (text != NULL) {
            evaluator_add_text(self, out, text);
        }
    }
}

/* An unquoted argument becomes the elements of its list. */
static void add_unquoted(Arguments *arguments, char *text)
{
    if (strpbrk(text, ";[\\") == NULL) {
        if (*text != '\0') {
            add_owned(arguments, text, FALSE);
        } else {
            g_free(text);
        }
        return;
    }
    g_ptr_array_add(arguments->owned, cmake_list_elements(text, arguments->texts));
    g_free(text);
    guint before = arguments->quoted->len;
    guint added = arguments->texts->len - before;
    if (added > 0) {
        g_byte_array_set_size(arguments->quoted, before + added);
        memset(arguments->quoted->data + before, 0, added);
    }
}

/* What stands for a text that is too long. */
static const char *long_text(Evaluator *self)
{
    return evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, "a long text");
}

/* A text that was too long and to which something is added is too long, too. A list is not: each of
 * its other elements is known. */
static gboolean is_too_long(Evaluator *self, const char *text, gsize length, gboolean quoted)
{
    return length >= TEXT_BYTES_MAX ||
           (quoted && length > 0 && text_has_hole(text) && strstr(text, long_text(self)) != NULL &&
            strcmp(text, long_text(self)) != 0);
}

void evaluator_expand_argument(Evaluator *self, const Command *command, guint index,
                               Arguments *arguments)
{
    const Argument *argument = &command->arguments[index];
    gboolean quoted = argument->kind != ARGUMENT_UNQUOTED;
    if (argument->constant != NULL && (quoted || strpbrk(argument->constant, ";[\\") == NULL)) {
        add_borrowed(arguments, argument->constant, quoted);
        return;
    }
    GString *out = g_string_new(argument->constant);
    if (argument->constant == NULL) {
        expand_pieces(self, argument->pieces, argument->piece_count, NULL, out);
    }
    if (is_too_long(self, out->str, out->len, quoted)) {
        evaluator_ledger(self, "limit: text length", command->name, NULL);
        g_string_assign(out, long_text(self));
    }
    char *text = g_string_free(out, FALSE);
    if (!quoted && self->keep_optional && evaluator_brings_empty(self, text)) {
        char *elements = evaluator_without_empty(self, text);
        g_free(text);
        text = elements;
    }
    if (!self->keep_optional && text_has_hole(text)) {
        const char *settled = evaluator_settle(self, text);
        if (settled != text) {
            g_free(text);
            text = g_strdup(settled);
        }
    }
    if (quoted) {
        add_owned(arguments, text, TRUE);
    } else {
        add_unquoted(arguments, text);
    }
}

void evaluator_expand_without(Evaluator *self, const Argument *argument, const NameTest *left_out,
                              GString *out)
{
    if (argument->constant != NULL) {
        g_string_append(out, argument->constant);
    } else {
        expand_pieces(self, argument->pieces, argument->piece_count, left_out, out);
    }
}

void evaluator_expand(Evaluator *self, const Command *command, Arguments *arguments)
{
    for (guint i = 0; i < command->argument_count; i++) {
        evaluator_expand_argument(self, command, i, arguments);
    }
}

/* A run is involved when it takes that many decisions to say which configurations it is for. One
 * choice of an option with many values is long but not involved: it is one after the other. After a
 * few such runs the rest is not worth telling apart. */
#define INVOLVED_NODES 20u
#define INVOLVED_RUNS_MAX 4u

void evaluator_each_run(Evaluator *self, RunFunction run, gpointer data)
{
    Guard entry = self->path;
    Guard rest = entry;
    Kept kept = {.guards = {&entry, &rest}};
    evaluator_keep(self, &kept);
    gboolean outer_widen = self->widen;
    guint involved = 0;
    for (guint turn = 0; !guard_is_false(rest); turn++) {
        /* `rest` gets no name: a run must not meet again what an earlier one has covered. */
        if (involved > INVOLVED_RUNS_MAX ||
            (turn > 0 && guard_size(self->guards, rest) >= GUARD_SIZE_MAX)) {
            turn = COMMAND_RUNS_MAX;
        }
        if (turn == COMMAND_RUNS_MAX) {
            self->widen = TRUE;
            evaluator_ledger(self, LEDGER_CUT,
                             self->frame->current != NULL ? self->frame->current->name : "", NULL);
        }
        self->path = rest;
        run(self, data);
        if (turn >= COMMAND_RUNS_MAX) {
            break;
        }
        involved +=
            guard_size(self->guards, self->path) > INVOLVED_NODES + guard_size(self->guards, entry);
        rest = guard_minus(self->guards, rest, self->path);
    }
    evaluator_drop(self, &kept);
    self->widen = outer_widen;
    self->path = entry;
}
