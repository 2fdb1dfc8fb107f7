#include "discover/cmake/value.h"
#include "discover/cmake/pure.h"
#include <string.h>

static Value *value_new(guint count)
{
    Value *self = g_malloc(sizeof(Value) + count * sizeof(Alternative));
    self->references = 1;
    self->count = count;
    return self;
}

Value *value_of_ref_string(char *text)
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
    self->references++;
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

struct ValueBuilder {
    Symbols *symbols;
    Guards *guards;
    GArray *alternatives; /* Alternative */
};

ValueBuilder *value_builder_new(Symbols *symbols, Guards *guards)
{
    ValueBuilder *self = g_new0(ValueBuilder, 1);
    self->symbols = symbols;
    self->guards = guards;
    self->alternatives = g_array_new(FALSE, FALSE, sizeof(Alternative));
    return self;
}

/* Adds a text of which the builder gets a reference of its own. */
static void builder_add_ref(ValueBuilder *self, char *text, Guard when)
{
    if (guard_is_false(when)) {
        return;
    }
    for (guint i = 0; i < self->alternatives->len; i++) {
        Alternative *known = &g_array_index(self->alternatives, Alternative, i);
        if (known->text == text || g_strcmp0(known->text, text) == 0) {
            known->when = guard_or(self->guards, known->when, when);
            return;
        }
    }
    Alternative added = {text != NULL ? g_ref_string_acquire(text) : NULL, when};
    g_array_append_val(self->alternatives, added);
}

void value_builder_add(ValueBuilder *self, const char *text, Guard when)
{
    char *copy = text != NULL ? g_ref_string_new(text) : NULL;
    builder_add_ref(self, copy, when);
    if (copy != NULL) {
        g_ref_string_release(copy);
    }
}

void value_builder_add_value(ValueBuilder *self, const Value *value, Guard when)
{
    for (guint i = 0; i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        builder_add_ref(self, alternative->text,
                        guard_and(self->guards, alternative->when, when));
    }
}

/* Joins the alternatives past the bound into one unknown text, whose name lists a few of them. */
static void builder_widen(ValueBuilder *self)
{
    guint kept = VALUE_ALTERNATIVES_MAX - 1;
    Guard rest = GUARD_FALSE;
    g_autoptr(GString) all = g_string_new(NULL);
    for (guint i = kept; i < self->alternatives->len; i++) {
        Alternative *alternative = &g_array_index(self->alternatives, Alternative, i);
        rest = guard_or(self->guards, rest, alternative->when);
        if (alternative->text != NULL) {
            g_string_append(all, alternative->text);
            g_string_append_c(all, '|');
            g_ref_string_release(alternative->text);
        }
    }
    g_array_set_size(self->alternatives, kept);
    const Symbol *joined = symbols_derive(self->symbols, "one", all->str);
    value_builder_add(self, symbol_hole(self->symbols, joined), rest);
}

Value *value_builder_end(ValueBuilder *self)
{
    if (self->alternatives->len > VALUE_ALTERNATIVES_MAX) {
        builder_widen(self);
    }
    if (self->alternatives->len == 0) {
        value_builder_add(self, NULL, GUARD_TRUE);
    }
    Value *value = value_new(self->alternatives->len);
    memcpy(value->alternatives, self->alternatives->data,
           self->alternatives->len * sizeof(Alternative));
    g_array_unref(self->alternatives);
    g_free(self);
    return value;
}

Value *value_update(Symbols *symbols, Guards *guards, Value *old, Guard when, Value *added)
{
    if (guard_is_true(when)) {
        return value_ref(added);
    }
    if (guard_is_false(when)) {
        return old != NULL ? value_ref(old) : value_of_text(NULL);
    }
    ValueBuilder *builder = value_builder_new(symbols, guards);
    Guard otherwise = guard_not(guards, when);
    if (old != NULL) {
        value_builder_add_value(builder, old, otherwise);
    } else {
        value_builder_add(builder, NULL, otherwise);
    }
    value_builder_add_value(builder, added, when);
    return value_builder_end(builder);
}

/* if(NAME) takes a variable's text for true unless it is a false constant. A text with holes can still
 * be decided when what is known of it rules every false constant out. */
Guard text_truth(Symbols *symbols, Guards *guards, const char *text)
{
    if (text == NULL) {
        return GUARD_FALSE;
    }
    if (!text_has_hole(text)) {
        return cmake_is_false(text) ? GUARD_FALSE : GUARD_TRUE;
    }
    Symbol *symbol = symbols_of_hole(symbols, text);
    if (symbol != NULL && symbol->optional_text == NULL) {
        return symbol_truth(symbols, symbol);
    }
    if (symbol != NULL) {
        Guard inner = text_truth(symbols, guards, symbol->optional_text);
        return guard_and(guards, inner, symbol->optional_when);
    }
    /* Words that are false are short; a longer known prefix (a path, a list) is true. NOTFOUND may be a
     * suffix of anything, which only a hole at the end can bring. */
    const char *first = strchr(text, HOLE_BEGIN);
    gboolean hole_last = text[strlen(text) - 1] == HOLE_END;
    if (first - text > 8 && !hole_last) {
        return GUARD_TRUE;
    }
    return symbol_truth(symbols, symbols_derive(symbols, "text", text));
}

Guard value_truth(Symbols *symbols, Guards *guards, const Value *self)
{
    Guard truth = GUARD_FALSE;
    for (guint i = 0; i < self->count; i++) {
        const Alternative *alternative = &self->alternatives[i];
        Guard here = text_truth(symbols, guards, alternative->text);
        if (!guard_is_false(here)) {
            truth = guard_or(guards, truth, guard_and(guards, here, alternative->when));
        }
    }
    return truth;
}

Guard value_defined(Guards *guards, const Value *self)
{
    Guard defined = GUARD_FALSE;
    for (guint i = 0; i < self->count; i++) {
        if (self->alternatives[i].text != NULL) {
            defined = guard_or(guards, defined, self->alternatives[i].when);
        }
    }
    return defined;
}

Guard text_relation(Symbols *symbols, const char *a, const char *relation, const char *b)
{
    Symbol *symbol = symbols_of_hole(symbols, a);
    if (symbol != NULL) {
        return symbol_relation(symbols, symbol, relation, b);
    }
    if (!text_has_hole(a)) {
        /* The unknown is on the right: "3.2 < ${version}". */
        symbol = symbols_of_hole(symbols, b);
        if (symbol != NULL) {
            g_autofree char *turned = g_strdup_printf("is right of %s", relation);
            return symbol_relation(symbols, symbol, turned, a);
        }
    }
    return symbol_relation(symbols, symbols_derive(symbols, "text", a), relation, b);
}

Guard text_equals(Symbols *symbols, Guards *guards, const char *a, const char *b)
{
    if (g_str_equal(a, b)) {
        return GUARD_TRUE;
    }
    gboolean a_unknown = text_has_hole(a);
    if (!a_unknown && !text_has_hole(b)) {
        return GUARD_FALSE;
    }
    if (!a_unknown) {
        const char *turned = a;
        a = b;
        b = turned;
    }
    if (text_has_hole(b)) {
        return text_relation(symbols, a, "=", b);
    }
    /* prefix HOLE suffix = constant: what the hole must be follows when there is one hole only. */
    const char *begin = strchr(a, HOLE_BEGIN);
    gsize prefix = (gsize)(begin - a);
    const char *cursor = begin;
    Symbol *symbol = symbols_read_hole(symbols, &cursor);
    if (strncmp(a, b, prefix) != 0) {
        return GUARD_FALSE;
    }
    if (text_has_hole(cursor) || symbol == NULL || symbol->optional_text != NULL) {
        return symbol_equals(symbols, symbols_derive(symbols, "text", a), b);
    }
    gsize suffix = strlen(cursor);
    gsize whole = strlen(b);
    if (whole < prefix + suffix || !g_str_has_suffix(b, cursor)) {
        return GUARD_FALSE;
    }
    g_autofree char *middle = g_strndup(b + prefix, whole - prefix - suffix);
    (void)guards;
    return symbol_equals(symbols, symbol, middle);
}
