/* Variables and words of the shell, as values under conditions. */
#include "discover/autotools/option_lists.h"
#include "discover/cmake/pure.h"
#include <string.h>

ShellVariable *configure_variable(Configure *self, const char *name)
{
    ShellVariable *variable = g_hash_table_lookup(self->variables, name);
    if (variable == NULL) {
        variable = arena_new0(self->arena, ShellVariable);
        variable->name = arena_intern(self->arena, name);
        g_hash_table_insert(self->variables, (gpointer)variable->name, variable);
    }
    return variable;
}

void configure_assign(Configure *self, const char *name, Value *value)
{
    ShellVariable *variable = configure_variable(self, name);
    if (variable->value == NULL && variable->read) {
        /* What was open before stays open where this does not hold. */
        variable->value = configure_read(self, name);
    }
    Value *updated = value_update(self->symbols, self->guards, variable->value, self->path, value);
    value_unref(value);
    value_unref(variable->value);
    variable->value = updated;
    g_ptr_array_add(self->assigned, variable);
}

char *configure_option_variable(const char *kind, const char *name)
{
    char *variable = g_strdup_printf("%s_%s", kind, name);
    for (char *at = variable; *at != '\0'; at++) {
        if (!g_ascii_isalnum(*at)) {
            *at = '_';
        }
    }
    return variable;
}

char *configure_plain(const char *text)
{
    static const char *const rows[][2] = {
        {"@<:@", "["}, {"@:>@", "]"}, {"@S|@", "$"}, {"@%:@", "#"}, {"@&t@", ""}};
    GString *result = g_string_new(text);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_string_replace(result, rows[i][0], rows[i][1], 0);
    }
    return g_string_free(result, FALSE);
}

static Value *hole_value(Configure *self, const Symbol *symbol)
{
    return value_of_text(symbol_hole(self->symbols, symbol));
}

/* "$?": whether the command above succeeded, which is another one at each place. */
static Value *last_status(Configure *self)
{
    g_autofree char *status = configure_name_here(self, "command before", self->at);
    return hole_value(self, symbols_get(self->symbols, CONDITION_SUBJECT_PROBE, status));
}

Value *configure_read(Configure *self, const char *name)
{
    if (strcmp(name, "?") == 0) {
        return last_status(self);
    }
    ShellVariable *variable = configure_variable(self, name);
    if (variable->value != NULL) {
        return value_ref(variable->value);
    }
    variable->read = TRUE;
    Value *ahead = configure_ahead(self, variable->name);
    if (ahead != NULL) {
        return ahead;
    }
    /* Nobody has assigned it: the environment may have, or a macro that we do not know. */
    return hole_value(self, symbols_get(self->symbols, CONDITION_SUBJECT_PROBE, variable->name));
}

/* Under which condition a text is there (colon: and not empty). */
static Guard is_given(Configure *self, const char *text, gboolean colon)
{
    if (text == NULL) {
        return GUARD_FALSE;
    }
    if (!text_has_hole(text)) {
        return !colon || *text != '\0' ? GUARD_TRUE : GUARD_FALSE;
    }
    return guard_not(self->guards, text_equals(self->symbols, text, ""));
}

/* What cuts or replaces is not worked out, but what it is made of is remembered. */
static Value *derived(Configure *self, const Value *value, const char *operation)
{
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    for (guint i = 0; i < value->count; i++) {
        const char *text = value->alternatives[i].text;
        const Symbol *symbol = symbols_derive(self->symbols, operation, text != NULL ? text : "");
        value_builder_add(builder, symbol_hole(self->symbols, symbol), value->alternatives[i].when);
    }
    return value_builder_end(builder);
}

static Value *read_operation(Configure *self, const Part *part)
{
    g_autoptr(Value) value = configure_read(self, part->text);
    const char *operation = part->operation;
    gboolean colon = *operation == ':';
    char kind = operation[colon ? 1 : 0];
    configure_note_uses(self, value, kind == '+');
    if (kind == '\0' || kind == '?') {
        return value_ref(value);
    }
    if (kind != '-' && kind != '=' && kind != '+') {
        g_autofree char *name = g_strdup_printf("part \"%s\"", operation);
        return derived(self, value, name);
    }
    g_autoptr(Value) other = configure_word(self, part->argument);
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    for (guint i = 0; i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        Guard given =
            guard_and(self->guards, alternative->when, is_given(self, alternative->text, colon));
        Guard missing = guard_minus(self->guards, alternative->when, given);
        if (kind == '+') {
            value_builder_add_value(builder, other, given);
            value_builder_add(builder, "", missing);
        } else {
            value_builder_add(builder, alternative->text, given);
            value_builder_add_value(builder, other, missing);
        }
    }
    Value *result = value_builder_end(builder);
    if (kind == '=') {
        configure_assign(self, part->text, value_ref(result));
    }
    return result;
}

static Value *part_value(Configure *self, const Part *part)
{
    switch (part->kind) {
    case PART_LITERAL:
        break;
    case PART_VARIABLE:
        return read_operation(self, part);
    case PART_COMMAND: {
        g_autoptr(Value) command = configure_word(self, part->argument);
        Value *words = option_lists_output(self, command);
        if (words != NULL) {
            return words;
        }
        if (command->count == 1 && command->alternatives[0].text != NULL &&
            !text_has_hole(command->alternatives[0].text)) {
            g_autofree char *name =
                g_strdup_printf("output of %.60s", command->alternatives[0].text);
            g_strdelimit(name, "\n\t", ' ');
            g_autofree char *valid = g_utf8_make_valid(name, -1);
            return hole_value(self, symbols_get(self->symbols, CONDITION_SUBJECT_PROBE, valid));
        }
        return derived(self, command, "output");
    }
    }
    return value_of_text(part->text);
}

/* Each text of the one with each text of the other behind it. */
static Value *concatenate(Configure *self, const Value *left, const Value *right)
{
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    Guard rest = GUARD_FALSE;
    g_autoptr(GString) all = g_string_new(NULL);
    guint count = 0;
    for (guint i = 0; i < left->count; i++) {
        for (guint k = 0; k < right->count; k++) {
            const Alternative *a = &left->alternatives[i];
            const Alternative *b = &right->alternatives[k];
            Guard when = guard_and(self->guards, a->when, b->when);
            if (guard_is_false(when)) {
                continue;
            }
            g_autofree char *text =
                g_strconcat(a->text != NULL ? a->text : "", b->text != NULL ? b->text : "", NULL);
            if (count < CONFIGURE_ALTERNATIVES_MAX && strlen(text) < CONFIGURE_WORD_BYTES_MAX) {
                value_builder_add(builder, text, when);
                count++;
            } else {
                rest = guard_or(self->guards, rest, when);
                if (all->len < CONFIGURE_WORD_BYTES_MAX) {
                    g_string_append(all, text);
                }
            }
        }
    }
    if (!guard_is_false(rest)) {
        const Symbol *symbol = symbols_derive(self->symbols, "one", all->str);
        value_builder_add(builder, symbol_hole(self->symbols, symbol), rest);
    }
    return value_builder_end(builder);
}

Value *configure_word(Configure *self, const Word *word)
{
    if (word->count == 0) {
        return value_of_text("");
    }
    Value *result = part_value(self, &word->parts[0]);
    for (guint i = 1; i < word->count; i++) {
        g_autoptr(Value) next = part_value(self, &word->parts[i]);
        Value *joined = concatenate(self, result, next);
        value_unref(result);
        result = joined;
    }
    return result;
}

Value *configure_text(Configure *self, const char *text)
{
    if (strpbrk(text, "$`\"'\\") == NULL) {
        return value_of_text(text);
    }
    /* As if it stood in double quotes; quotes of its own are part of the text. */
    g_autoptr(GString) quoted = g_string_new("\"");
    for (const char *at = text; *at != '\0'; at++) {
        g_string_append(quoted, *at == '"' ? "\\\"" : "");
        g_string_append_len(quoted, at, *at == '"' ? 0 : 1);
    }
    g_string_append_c(quoted, '"');
    g_autoptr(Text) line = text_of_string(quoted->str, self->at);
    const Node *list = shell_parse(self->arena, line, NULL, NULL);
    const Node *node = list;
    while (node != NULL && node->kind == NODE_LIST && node->items->len > 0) {
        node = node->items->pdata[0];
    }
    if (node == NULL || node->kind != NODE_SIMPLE || node->words->len == 0) {
        return value_of_text(text);
    }
    return configure_word(self, node->words->pdata[0]);
}

const char *configure_readable(Configure *self, const char *text)
{
    g_autofree char *readable = symbols_readable(self->symbols, text);
    return arena_strdup(self->arena, readable);
}

static gboolean is_split(const Word *word)
{
    for (guint i = 0; i < word->count; i++) {
        if (!word->parts[i].quoted) {
            return TRUE;
        }
    }
    return FALSE;
}

GPtrArray *configure_fields(Configure *self, const GPtrArray *words)
{
    GPtrArray *fields = g_ptr_array_new_with_free_func((GDestroyNotify)value_unref);
    for (guint i = 0; i < words->len; i++) {
        g_autoptr(Value) value = configure_word(self, words->pdata[i]);
        const char *text = value_text(value);
        if (text == NULL || !is_split(words->pdata[i])) {
            g_ptr_array_add(fields, value_ref(value));
            continue;
        }
        g_auto(GStrv) pieces = g_strsplit_set(text, " \t\n", -1);
        for (guint k = 0; pieces[k] != NULL && fields->len < CONFIGURE_TURNS_MAX; k++) {
            if (*pieces[k] != '\0') {
                g_ptr_array_add(fields, value_of_text(pieces[k]));
            }
        }
    }
    return fields;
}
