#include "discover/cmake/value.h"
#include "discover/cmake/pure.h"
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

static gboolean same_text(const char *a, const char *b)
{
    return a == b || g_strcmp0(a, b) == 0;
}

struct ValueBuilder {
    Symbols *symbols;
    Guards *guards;
    GArray *alternatives; /* Alternative */
    gboolean approximate; /* some condition was simplified: they may overlap or leave gaps */
};

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

/* Adds a text that it does not have yet, of which it gets a reference of its own. */
static void builder_append(ValueBuilder *self, char *text, Guard when)
{
    if (!guard_is_false(when)) {
        Alternative added = {text != NULL ? g_ref_string_acquire(text) : NULL,
                             builder_guard(self, when)};
        g_array_append_val(self->alternatives, added);
    }
}

/* Adds a text of which the builder gets a reference of its own. */
static void builder_add_ref(ValueBuilder *self, char *text, Guard when)
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
    builder_append(self, text, when);
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
        builder_add_ref(self, alternative->text, guard_and(self->guards, alternative->when, when));
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
            g_string_append_c(all, '|');
            g_ref_string_release(alternative->text);
        }
    }
    g_array_set_size(self->alternatives, kept);
    const Symbol *joined = symbols_derive(self->symbols, "one", all->str);
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

static void builder_limit_checked(ValueBuilder *self)
{
    if (self->alternatives->len > CHECKED_ALTERNATIVES_MAX) {
        guint kept = builder_sort(self);
        if (self->alternatives->len > kept + 1) {
            builder_widen(self, kept);
        }
    }
}

/* After simplification: the first alternative that can hold has the say, and the last gets what is
 * left, so that the conditions exclude each other and cover everything again. */
static void builder_partition(ValueBuilder *self)
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
    if (self->alternatives->len > VALUE_ALTERNATIVES_MAX) {
        builder_widen(self, VALUE_ALTERNATIVES_MAX - 1);
    }
    if (self->alternatives->len == 0) {
        value_builder_add(self, NULL, GUARD_TRUE);
    }
    if (self->approximate) {
        builder_partition(self);
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
        builder_append(builder, pair->text, first);
        builder_append(builder, pair[1].text, guard_not(guards, first));
        return;
    }
    for (guint i = 0; i < pairs->len; i++) {
        const Pair *pair = &g_array_index(pairs, Pair, i);
        builder_append(builder, pair->text, updated(guards, pair, when));
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
        builder_add_ref(builder, before[i].text,
                        same ? before[i].when : guard_minus(builder->guards, before[i].when, when));
    }
    for (guint i = 0; i < added->count; i++) {
        const Alternative *alternative = &added->alternatives[i];
        if (i >= count || !same_alternative(&before[i], alternative)) {
            builder_add_ref(builder, alternative->text,
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
    gboolean lost = guards_give_ups(guards) > GUARD_GIVE_UPS_MAX;
    (lost ? join_each : join_texts)(builder, before, count, when, added);
    builder_limit_checked(builder);
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

static gboolean same_value(const Value *a, const Value *b)
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
    if (known != NULL && guard_same(known->when, when) && same_value(known->old, old) &&
        same_value(known->added, added)) {
        return value_ref(known->joined);
    }
    Value *joined = join(symbols, guards, old, when, added);
    g_clear_pointer(place, update_free);
    Update *update = g_new(Update, 1);
    *update =
        (Update){old != NULL ? value_ref(old) : NULL, when, value_ref(added), value_ref(joined)};
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
