#include "discover/cmake/value_internal.h"
#include <string.h>

static Value *value_new(guint count)
{
    Value *self = g_malloc(sizeof(Value) + count * sizeof(Alternative));
    self->references = 1;
    self->count = count;
    self->likely = 0;
    self->unset = GUARD_FALSE;
    return self;
}

/* Takes over a reference to a GRefString. */
static Value *value_of_ref_string(char *text)
{
    Value *self = value_new(1);
    self->alternatives[0] = (Alternative){text, GUARD_TRUE};
    return self;
}

Value *value_of_text(const char *text)
{
    return value_of_ref_string(text != NULL ? g_ref_string_new(text) : NULL);
}

Value *value_ref(Value *self)
{
    if (self != NULL) {
        self->references++;
    }
    return self;
}

void value_unref(Value *self)
{
    if (self == NULL || --self->references > 0) {
        return;
    }
    for (guint i = 0; i < self->count; i++) {
        if (self->alternatives[i].text != NULL) {
            g_ref_string_release(self->alternatives[i].text);
        }
    }
    g_free(self);
}

ValueBuilder *value_builder_new(Symbols *symbols, Guards *guards)
{
    ValueBuilder *self = g_new0(ValueBuilder, 1);
    self->symbols = symbols;
    self->guards = guards;
    self->alternatives = g_array_new(FALSE, FALSE, sizeof(Alternative));
    return self;
}

static Guard builder_guard(ValueBuilder *self, Guard guard)
{
    Guard simple = symbols_simplify(self->symbols, guard, SYMBOLS_VALUE_NODES);
    self->approximate = self->approximate || !guard_same(simple, guard);
    return simple;
}

void value_builder_append(ValueBuilder *self, char *text, Guard when)
{
    if (!guard_is_false(when)) {
        Alternative added = {text != NULL ? g_ref_string_acquire(text) : NULL,
                             builder_guard(self, when)};
        g_array_append_val(self->alternatives, added);
    }
}

void value_builder_add_ref(ValueBuilder *self, char *text, Guard when)
{
    if (guard_is_false(when)) {
        return;
    }
    for (guint i = 0; i < self->alternatives->len; i++) {
        Alternative *known = &g_array_index(self->alternatives, Alternative, i);
        if (same_text(known->text, text)) {
            known->when =
                builder_guard(self, guard_or(self->guards, known->when, builder_guard(self, when)));
            return;
        }
    }
    value_builder_append(self, text, when);
}

void value_builder_add(ValueBuilder *self, const char *text, Guard when)
{
    char *copy = text != NULL ? g_ref_string_new(text) : NULL;
    value_builder_add_ref(self, copy, when);
    if (copy != NULL) {
        g_ref_string_release(copy);
    }
}

void value_builder_add_value(ValueBuilder *self, const Value *value, Guard when)
{
    for (guint i = 0; i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        value_builder_add_ref(self, alternative->text,
                              guard_and(self->guards, alternative->when, when));
    }
}

/* Joins the alternatives from `kept` on into one unknown text that remembers where it came from. */
static void builder_widen(ValueBuilder *self, guint kept)
{
    Guard rest = GUARD_TRUE;
    for (guint i = 0; i < kept; i++) {
        rest = builder_guard(self,
                             guard_minus(self->guards, rest,
                                         g_array_index(self->alternatives, Alternative, i).when));
    }
    g_autoptr(GString) all = g_string_new(NULL);
    for (guint i = kept; i < self->alternatives->len; i++) {
        Alternative *alternative = &g_array_index(self->alternatives, Alternative, i);
        if (alternative->text != NULL) {
            g_string_append(all, alternative->text);
            g_string_append_c(all, '\1');
            g_ref_string_release(alternative->text);
        }
    }
    g_array_set_size(self->alternatives, kept);
    const Symbol *joined = symbols_one_of(self->symbols, all->str);
    value_builder_add(self, symbol_hole(self->symbols, joined), rest);
}

/* Texts that differ only by what checks find are told apart up to this number: they multiply fast,
 * and what matters here is what options decide. */
#define CHECKED_ALTERNATIVES_MAX 2u

/* Puts those alternatives first that are to be kept: those that options alone decide, and of those
 * that checks decide for the same values of one option the first few. Gives their number. */
static guint builder_sort(ValueBuilder *self)
{
    g_autoptr(GHashTable) counts = g_hash_table_new(NULL, NULL);
    g_autoptr(GArray) others = g_array_new(FALSE, FALSE, sizeof(Alternative));
    guint kept = 0;
    for (guint i = 0; i < self->alternatives->len; i++) {
        Alternative alternative = g_array_index(self->alternatives, Alternative, i);
        Guard options = symbols_one_option_of(self->symbols, alternative.when);
        gpointer key = GUINT_TO_POINTER(options.node);
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key)) + 1;
        g_hash_table_insert(counts, key, GUINT_TO_POINTER(count));
        if (count <= CHECKED_ALTERNATIVES_MAX ||
            symbols_only_options(self->symbols, alternative.when)) {
            g_array_index(self->alternatives, Alternative, kept++) = alternative;
        } else {
            g_array_append_val(others, alternative);
        }
    }
    for (guint i = 0; i < others->len; i++) {
        g_array_index(self->alternatives, Alternative, kept + i) =
            g_array_index(others, Alternative, i);
    }
    return kept;
}

void value_builder_limit_checked(ValueBuilder *self)
{
    if (self->alternatives->len > CHECKED_ALTERNATIVES_MAX) {
        guint kept = builder_sort(self);
        if (self->alternatives->len > kept + 1 && !value_builder_shrink(self)) {
            builder_widen(self, kept);
        }
    }
}

/* After simplification: the first alternative that can hold has the say, and the last gets what is
 * left, so that the conditions exclude each other and cover everything again. */
void value_builder_partition(ValueBuilder *self)
{
    Guard rest = GUARD_TRUE;
    for (guint i = 0; i < self->alternatives->len; i++) {
        Alternative *alternative = &g_array_index(self->alternatives, Alternative, i);
        Guard when = rest;
        if (i + 1 < self->alternatives->len) {
            when = symbols_simplify(self->symbols, guard_and(self->guards, rest, alternative->when),
                                    SYMBOLS_VALUE_NODES);
            rest = symbols_simplify(self->symbols, guard_minus(self->guards, rest, when),
                                    SYMBOLS_VALUE_NODES);
        }
        alternative->when = when;
    }
}

Value *value_builder_end(ValueBuilder *self)
{
    if (self->alternatives->len > VALUE_ALTERNATIVES_MAX && !value_builder_shrink(self)) {
        builder_widen(self, VALUE_ALTERNATIVES_MAX - 1);
    }
    if (self->alternatives->len == 0) {
        value_builder_add(self, NULL, GUARD_TRUE);
    }
    if (self->approximate) {
        value_builder_partition(self);
    }
    Value *value = value_new(self->alternatives->len);
    memcpy(value->alternatives, self->alternatives->data,
           self->alternatives->len * sizeof(Alternative));
    g_array_unref(self->alternatives);
    g_free(self);
    return value;
}

void value_mark(const Value *self, Guards *guards)
{
    for (guint i = 0; self != NULL && i < self->count; i++) {
        guard_mark(guards, self->alternatives[i].when);
    }
    if (self != NULL) {
        guard_mark(guards, self->unset);
    }
}

void value_builder_mark(const ValueBuilder *self, Guards *guards)
{
    for (guint i = 0; self != NULL && i < self->alternatives->len; i++) {
        guard_mark(guards, g_array_index(self->alternatives, Alternative, i).when);
    }
}
