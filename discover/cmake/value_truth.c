#include "discover/cmake/pure.h"
#include "discover/cmake/value.h"
#include <string.h>

/* Where a list is true whose elements may all be left out, each of which is true where it is there:
 * several of them are no false constant, and neither is the last one's end. FALSE where the text is
 * none; `truth` is then not set. */
static gboolean optional_list_truth(Symbols *symbols, Guards *guards, const char *text,
                                    Guard *truth)
{
    Guard any = GUARD_FALSE;
    for (const char *cursor = text; *cursor != '\0';) {
        gboolean first = cursor == text;
        const Symbol *piece = *cursor == HOLE_BEGIN ? symbols_read_hole(symbols, &cursor) : NULL;
        if (piece == NULL || piece->optional_text == NULL ||
            (!first && *piece->optional_text != ';')) {
            return FALSE;
        }
        gboolean semicolon = *piece->optional_text == ';';
        Guard here = text_truth(symbols, guards, piece->optional_text + semicolon);
        if (guard_meets(guards, piece->optional_when, guard_not(guards, here))) {
            return FALSE;
        }
        any = guard_or(guards, any, piece->optional_when);
    }
    *truth = any;
    return TRUE;
}

/* if(NAME) takes a variable's text for true unless it is a false constant. A text with holes can
 * still be decided when what is known of it rules every false constant out. */
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
    Guard list = GUARD_FALSE;
    if (optional_list_truth(symbols, guards, text, &list)) {
        return list;
    }
    /* Words that are false are short; a longer known prefix (a path, a list) is true. NOTFOUND may
     * be a suffix of anything, which only a hole at the end can bring. */
    const char *first = strchr(text, HOLE_BEGIN);
    gboolean hole_last = text[strlen(text) - 1] == HOLE_END;
    if (first - text > 8 && !hole_last) {
        return GUARD_TRUE;
    }
    return symbol_truth(symbols, symbols_derive(symbols, "text", text));
}

/* The conditions of a value cover everything, so the union of most of them is found by looking at
 * the others: joining many conditions only to get "always" makes large diagrams on the way. */
Guard value_truth(Symbols *symbols, Guards *guards, const Value *self)
{
    guint definite_true = 0;
    for (guint i = 0; i < self->count; i++) {
        const char *text = self->alternatives[i].text;
        definite_true += text != NULL && !text_has_hole(text) && !cmake_is_false(text);
    }
    gboolean collect_false = definite_true * 2 > self->count;
    Guard collected = GUARD_FALSE;
    for (guint i = 0; i < self->count; i++) {
        const Alternative *alternative = &self->alternatives[i];
        Guard here = text_truth(symbols, guards, alternative->text);
        if (collect_false) {
            here = guard_not(guards, here);
        }
        if (!guard_is_false(here)) {
            collected = guard_or(guards, collected, guard_and(guards, here, alternative->when));
        }
    }
    return collect_false ? guard_not(guards, collected) : collected;
}

Guard value_defined(Guards *guards, const Value *self)
{
    Guard unset = self->unset;
    for (guint i = 0; i < self->count; i++) {
        if (self->alternatives[i].text == NULL) {
            unset = guard_or(guards, unset, self->alternatives[i].when);
        }
    }
    return guard_not(guards, unset);
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

Guard text_equals(Symbols *symbols, const char *a, const char *b)
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
    return symbol_equals(symbols, symbol, middle);
}
