#include "discover/cmake/pure.h"
#include "discover/cmake/value_internal.h"
#include <string.h>

/* What a text says before and after an update; one of them may be missing. */
typedef struct {
    char *text;
    const Alternative *before, *after;
} Pair;

/* Where in `list` a text stands; where the other list has it, is looked at first: most updates
 * leave most texts where they were. */
static const Alternative *find_text(const Alternative *list, guint count, const char *text,
                                    guint place)
{
    if (place < count && same_text(list[place].text, text)) {
        return &list[place];
    }
    for (guint i = 0; i < count; i++) {
        if (same_text(list[i].text, text)) {
            return &list[i];
        }
    }
    return NULL;
}

/* The texts of both, the ones of before first. */
static GArray *pair_texts(const Alternative *before, guint count, const Value *added)
{
    GArray *pairs = g_array_sized_new(FALSE, FALSE, sizeof(Pair), count + added->count);
    for (guint i = 0; i < count; i++) {
        const Pair pair = {before[i].text, &before[i],
                           find_text(added->alternatives, added->count, before[i].text, i)};
        g_array_append_val(pairs, pair);
    }
    for (guint i = 0; i < added->count; i++) {
        const Alternative *after = &added->alternatives[i];
        if (find_text(before, count, after->text, i) == NULL) {
            const Pair pair = {after->text, NULL, after};
            g_array_append_val(pairs, pair);
        }
    }
    return pairs;
}

/* Where an updated value has the text. What is the same before and after stays as it is, whatever
 * the condition. */
static Guard updated(Guards *guards, const Pair *pair, Guard when)
{
    if (pair->after == NULL) {
        return guard_minus(guards, pair->before->when, when);
    }
    if (pair->before == NULL) {
        return guard_and(guards, pair->after->when, when);
    }
    return guard_same(pair->before->when, pair->after->when)
               ? pair->before->when
               : guard_choice(guards, when, pair->after->when, pair->before->when);
}

/* Where what `added` says within `when`, and `old` elsewhere, is unset. */
static Guard joined_unset(Symbols *symbols, Guards *guards, const Value *old, Guard when,
                          const Value *added)
{
    Guard before = old != NULL ? guard_minus(guards, old->unset, when) : GUARD_FALSE;
    Guard unset = guard_or(guards, before, guard_and(guards, added->unset, when));
    return symbols_simplify(symbols, unset, SYMBOLS_VALUE_NODES);
}

/* Whether these are two that exclude each other and cover everything, or one that does. Conditions
 * that were simplified may do neither. */
static gboolean are_opposites(Guards *guards, const Alternative *list, guint count)
{
    return count == 1 ? guard_is_true(list[0].when)
                      : count == 2 && guard_same(list[0].when, guard_not(guards, list[1].when));
}

/* One condition for each text. Of two that exclude each other and cover everything one tells the
 * other. */
static void join_texts(ValueBuilder *builder, const Alternative *before, guint count, Guard when,
                       const Value *added)
{
    Guards *guards = builder->guards;
    g_autoptr(GArray) pairs = pair_texts(before, count, added);
    if (pairs->len == 2 && are_opposites(guards, before, count) &&
        are_opposites(guards, added->alternatives, added->count)) {
        const Pair *pair = &g_array_index(pairs, Pair, 0);
        gboolean second = pair->before != NULL && pair->after != NULL;
        Guard other = updated(guards, &g_array_index(pairs, Pair, second ? 1 : 0), when);
        Guard first = second ? guard_not(guards, other) : other;
        value_builder_append(builder, pair->text, first);
        value_builder_append(builder, pair[1].text, guard_not(guards, first));
        return;
    }
    for (guint i = 0; i < pairs->len; i++) {
        const Pair *pair = &g_array_index(pairs, Pair, i);
        value_builder_append(builder, pair->text, updated(guards, pair, when));
    }
}

static gboolean same_alternative(const Alternative *a, const Alternative *b)
{
    return guard_same(a->when, b->when) && same_text(a->text, b->text);
}

/* The same with the conditions that a text had before and has after named one by one, as they are
 * where so many have been given up that they are not told apart: a choice between the two is larger
 * than both, and more would be given up, which cost Trilinos a quarter of its options. */
static void join_each(ValueBuilder *builder, const Alternative *before, guint count, Guard when,
                      const Value *added)
{
    for (guint i = 0; i < count; i++) {
        gboolean same = i < added->count && same_alternative(&before[i], &added->alternatives[i]);
        value_builder_add_ref(builder, before[i].text,
                              same ? before[i].when
                                   : guard_minus(builder->guards, before[i].when, when));
    }
    for (guint i = 0; i < added->count; i++) {
        const Alternative *alternative = &added->alternatives[i];
        if (i >= count || !same_alternative(&before[i], alternative)) {
            value_builder_add_ref(builder, alternative->text,
                                  guard_and(builder->guards, alternative->when, when));
        }
    }
}

static Value *join(Symbols *symbols, Guards *guards, const Value *old, Guard when,
                   const Value *added)
{
    const Alternative nothing = {NULL, GUARD_TRUE};
    const Alternative *before = old != NULL ? old->alternatives : &nothing;
    guint count = old != NULL ? old->count : 1;
    ValueBuilder *builder = value_builder_new(symbols, guards);
    gboolean lost = guards_lost(guards);
    (lost ? join_each : join_texts)(builder, before, count, when, added);
    value_builder_limit_checked(builder);
    Value *joined = value_builder_end(builder);
    joined->unset = joined_unset(symbols, guards, old, when, added);
    return joined;
}

/* An update that was made. What a function sets for each of many targets is mostly the same. */
typedef struct {
    Value *old; /* NULL: nothing there */
    Guard when;
    Value *added;
    Value *joined;
} Update;

static void update_free(gpointer data)
{
    Update *self = data;
    value_unref(self->old);
    value_unref(self->added);
    value_unref(self->joined);
    g_free(self);
}

/* Texts of values that are remembered have no more than this in all: long lists grow, and each
 * step of them would be kept. */
#define UPDATE_TEXTS_MAX 4096u

/* Counts the texts in, and mixes what the value says into the hash. */
static guint32 value_hash(const Value *self, guint32 hash, gsize *bytes)
{
    for (guint i = 0; self != NULL && i < self->count; i++) {
        const char *text = self->alternatives[i].text;
        gsize length = text != NULL ? g_ref_string_length((char *)text) : 0;
        *bytes += length;
        hash = hash * 31 + self->alternatives[i].when.node;
        hash = hash * 31 + (guint32)length;
        hash = hash * 31 +
               (length > 0 ? (guint8)text[length - 1] * 256u + (guint8)text[length / 2] : 0);
    }
    return hash * 0x9E3779B1u;
}

gboolean value_same(const Value *a, const Value *b)
{
    if (a == b || a == NULL || b == NULL) {
        return a == b;
    }
    if (a->count != b->count || !guard_same(a->unset, b->unset)) {
        return FALSE;
    }
    for (guint i = 0; i < a->count; i++) {
        if (!guard_same(a->alternatives[i].when, b->alternatives[i].when) ||
            !same_text(a->alternatives[i].text, b->alternatives[i].text)) {
            return FALSE;
        }
    }
    return TRUE;
}

Value *value_update(Symbols *symbols, Guards *guards, Value *old, Guard when, Value *added)
{
    if (guard_is_true(when)) {
        return value_ref(added);
    }
    if (guard_is_false(when)) {
        return old != NULL ? value_ref(old) : value_of_text(NULL);
    }
    gsize bytes = 0;
    guint32 hash = value_hash(added, value_hash(old, when.node, &bytes), &bytes);
    if (bytes > UPDATE_TEXTS_MAX) {
        return join(symbols, guards, old, when, added);
    }
    gpointer *place = symbols_memory(symbols, hash >> 16, update_free);
    const Update *known = *place;
    if (known != NULL && guard_same(known->when, when) && value_same(known->old, old) &&
        value_same(known->added, added)) {
        return value_ref(known->joined);
    }
    Value *joined = join(symbols, guards, old, when, added);
    g_clear_pointer(place, update_free);
    Update *update = g_new(Update, 1);
    *update = (Update){value_ref(old), when, value_ref(added), value_ref(joined)};
    *place = update;
    return joined;
}

static void append_optional(Symbols *symbols, GString *text, const char *piece, gsize length,
                            Guard when)
{
    if (length > 0 && !guard_is_false(when)) {
        g_autofree char *copy = g_strndup(piece, length);
        g_string_append(text, symbol_hole(symbols, symbols_optional(symbols, copy, when)));
    }
}

/* Appends `tail` as optional pieces that are there only where `when` holds; those that are optional
 * already stay pieces of their own. */
static void append_pieces(Symbols *symbols, Guards *guards, GString *text, const char *tail,
                          Guard when)
{
    const char *plain = tail;
    for (const char *cursor = strchr(tail, HOLE_BEGIN); cursor != NULL;
         cursor = strchr(cursor, HOLE_BEGIN)) {
        const char *begin = cursor;
        const Symbol *symbol = symbols_read_hole(symbols, &cursor);
        if (symbol != NULL && symbol->optional_text != NULL) {
            append_optional(symbols, text, plain, (gsize)(begin - plain), when);
            append_optional(symbols, text, symbol->optional_text, strlen(symbol->optional_text),
                            guard_and(guards, symbol->optional_when, when));
            plain = cursor;
        }
    }
    append_optional(symbols, text, plain, strlen(plain), when);
}

Value *value_grow(Symbols *symbols, Guards *guards, const Value *old, Guard when,
                  const Value *added)
{
    const Alternative nothing = {NULL, GUARD_TRUE};
    const Alternative *before = old != NULL ? old->alternatives : &nothing;
    if (added->count != (old != NULL ? old->count : 1)) {
        return NULL;
    }
    for (guint i = 0; i < added->count; i++) {
        const char *text = added->alternatives[i].text;
        if (!guard_same(before[i].when, added->alternatives[i].when) ||
            (before[i].text != NULL && (text == NULL || !g_str_has_prefix(text, before[i].text)))) {
            return NULL;
        }
        /* The list begins with an empty element: a piece would lose its semicolon. */
        if ((before[i].text == NULL || *before[i].text == '\0') && text != NULL && *text == ';') {
            return NULL;
        }
    }
    Guard unset = joined_unset(symbols, guards, old, when, added);
    ValueBuilder *builder = value_builder_new(symbols, guards);
    for (guint i = 0; i < added->count; i++) {
        const Alternative *alternative = &added->alternatives[i];
        if (alternative->text == NULL) {
            value_builder_add(builder, NULL, alternative->when);
            continue;
        }
        const char *start = before[i].text != NULL ? before[i].text : "";
        g_autoptr(GString) text = g_string_new(start);
        append_pieces(symbols, guards, text, alternative->text + strlen(start), when);
        value_builder_add(builder, text->str, alternative->when);
        if (before[i].text == NULL) {
            unset = guard_or(guards, unset, guard_minus(guards, alternative->when, when));
        }
    }
    Value *grown = value_builder_end(builder);
    grown->unset = symbols_simplify(symbols, unset, SYMBOLS_VALUE_NODES);
    return grown;
}
