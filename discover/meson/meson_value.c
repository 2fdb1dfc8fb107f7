#include "discover/meson/reading.h"
#include <string.h>

static MesonValue *value_new(MesonReading *self, MesonValueKind kind)
{
    MesonValue *value = arena_new0(self->arena, MesonValue);
    value->kind = kind;
    value->truth = value->off = GUARD_FALSE;
    return value;
}

const MesonValue *meson_bool(MesonReading *self, Guard truth)
{
    MesonValue *value = value_new(self, MESON_VALUE_BOOL);
    value->truth = truth;
    return value;
}

/* More unknowns in one text say nothing to anybody. */
#define HOLES_MAX 8u

static gboolean is_too_long(const char *text)
{
    guint holes = 0;
    for (const char *hole = strchr(text, UNKNOWN_HOLE_BEGIN); hole != NULL && holes <= HOLES_MAX;
         hole = strchr(hole + 1, UNKNOWN_HOLE_BEGIN)) {
        holes++;
    }
    return holes > HOLES_MAX || strlen(text) > MESON_TEXT_BYTES_MAX;
}

const MesonValue *meson_text(MesonReading *self, const char *text, Span at)
{
    MesonValue *value = value_new(self, MESON_VALUE_TEXT);
    value->at = at;
    self->steps += (guint)MIN(strlen(text), MESON_TEXT_BYTES_MAX) / 64;
    if (is_too_long(text)) {
        Unknown *lost =
            unknowns_get(self->unknowns, CONDITION_SUBJECT_UNKNOWN, "a text that is too long");
        value->text = unknowns_hole(self->unknowns, lost);
    } else {
        value->text = arena_intern(self->arena, text);
    }
    return value;
}

const MesonValue *meson_number(MesonReading *self, gint64 number)
{
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
    MesonValue *value = value_new(self, MESON_VALUE_TEXT);
    value->text = arena_intern(self->arena, text);
    value->number = TRUE;
    return value;
}

gboolean meson_number_of(const MesonValue *value, gint64 *number)
{
    if (value->kind != MESON_VALUE_TEXT || !value->number) {
        return FALSE;
    }
    char *end = NULL;
    const char *digits = value->text + (*value->text == '-' ? 1 : 0);
    gboolean bits = g_ascii_strncasecmp(digits, "0b", 2) == 0;
    gboolean octal = g_ascii_strncasecmp(digits, "0o", 2) == 0;
    gboolean hex = g_ascii_strncasecmp(digits, "0x", 2) == 0;
    guint base = bits ? 2 : (octal ? 8 : (hex ? 16 : 10));
    gint64 found = g_ascii_strtoll(digits + (bits || octal || hex ? 2 : 0), &end, base);
    *number = *value->text == '-' ? -found : found;
    return *digits != '\0' && *end == '\0' && found < G_MAXINT32;
}

const MesonValue *meson_probe(MesonReading *self, const char *what)
{
    Unknown *unknown =
        unknowns_get(self->unknowns, CONDITION_SUBJECT_PROBE, arena_intern(self->arena, what));
    return meson_text(self, unknowns_hole(self->unknowns, unknown), SPAN_NONE);
}

/* Each has a number where one line has several. */
const MesonValue *meson_unknown(MesonReading *self, const char *what)
{
    if (self->unknown_count >= MESON_UNKNOWNS_MAX) {
        meson_limit(self, "limit: steps", self->line);
        Unknown *lost =
            unknowns_get(self->unknowns, CONDITION_SUBJECT_UNKNOWN, "what was not followed");
        return meson_text(self, unknowns_hole(self->unknowns, lost), SPAN_NONE);
    }
    self->unknown_count++;
    g_autofree char *plain = g_strdup_printf("%s at %s:%u", what, self->file, self->line);
    gboolean again = !g_hash_table_add(self->limits, (gpointer)arena_intern(self->arena, plain));
    g_autofree char *name =
        again ? g_strdup_printf("%s, %u", plain, self->unknown_count) : g_strdup(plain);
    return meson_probe(self, name);
}

const MesonValue *meson_thing(MesonReading *self, MesonThing thing, const char *name, Guard found)
{
    MesonValue *value = value_new(self, MESON_VALUE_THING);
    value->thing = thing;
    value->text = name;
    value->truth = found;
    value->macros = thing == MESON_CONFIGURATION ? arena_array(self->arena) : NULL;
    return value;
}

const MesonValue *meson_feature(MesonReading *self, Guard enabled, Guard disabled)
{
    MesonValue *value = value_new(self, MESON_VALUE_FEATURE);
    value->truth = enabled;
    value->off = disabled;
    return value;
}

static const MesonValue *of_items(MesonReading *self, MesonValueKind kind, GPtrArray *items)
{
    MesonValue *value = value_new(self, kind);
    value->items = items;
    return value;
}

const MesonValue *meson_list(MesonReading *self, GPtrArray *items)
{
    return of_items(self, MESON_VALUE_LIST, items);
}

const MesonValue *meson_dictionary(MesonReading *self, GPtrArray *items)
{
    return of_items(self, MESON_VALUE_DICT, items);
}

const MesonValue *meson_given_list(MesonReading *self, Unknown *unknown)
{
    MesonValue *value = value_new(self, MESON_VALUE_LIST);
    value->items = arena_array(self->arena);
    value->unknown = unknown;
    return value;
}

void meson_add_item(MesonReading *self, GPtrArray *items, Guard when, const char *key,
                    const MesonValue *value)
{
    if (guard_is_false(when)) {
        return;
    }
    if (items->len >= MESON_ITEMS_MAX) {
        meson_limit(self, "limit: items of a list", 0);
        return;
    }
    MesonItem *item = arena_new0(self->arena, MesonItem);
    *item = (MesonItem){when, key, value};
    g_ptr_array_add(items, item);
}

/* Whether work on so many more items may go on: lists in lists, and copies of long ones, cost more
 * than their calls tell. */
static gboolean may_go_on(MesonReading *self, guint items)
{
    self->steps += 1 + items / 8;
    if (self->steps >= MESON_STEPS_MAX || self->calls >= MESON_CALLS_MAX) {
        meson_limit(self, "limit: steps", self->line);
        return FALSE;
    }
    return TRUE;
}

/* ---- joining --------------------------------------------------------------------------------- */

static gboolean is_same_value(const MesonValue *a, const MesonValue *b)
{
    if (a == b) {
        return TRUE;
    }
    gboolean texts = a->kind == MESON_VALUE_TEXT && b->kind == MESON_VALUE_TEXT;
    return texts && a->file == b->file && strcmp(a->text, b->text) == 0;
}

/* Adds a way, or all ways of it, as far as `when` holds. */
static void add_ways(MesonReading *self, GPtrArray *ways, Guard when, const MesonValue *value)
{
    if (value->kind == MESON_VALUE_WAYS) {
        for (guint i = 0; i < value->items->len; i++) {
            const MesonItem *item = value->items->pdata[i];
            add_ways(self, ways, guard_and(self->guards, when, item->when), item->value);
        }
        return;
    }
    for (guint i = 0; i < ways->len; i++) {
        MesonItem *known = ways->pdata[i];
        if (is_same_value(known->value, value)) {
            known->when = guard_or(self->guards, known->when, when);
            return;
        }
    }
    meson_add_item(self, ways, when, NULL, value);
}

static const MesonValue *join_ways(MesonReading *self, Guard when, const MesonValue *value,
                                   const MesonValue *old)
{
    GPtrArray *ways = arena_array(self->arena);
    add_ways(self, ways, when, value);
    add_ways(self, ways, guard_not(self->guards, when), old);
    if (ways->len == 1) {
        return ((const MesonItem *)ways->pdata[0])->value;
    }
    if (ways->len > MESON_WAYS_MAX) {
        meson_limit(self, "limit: alternatives of a variable", 0);
        return meson_unknown(self, "one of many values");
    }
    return of_items(self, MESON_VALUE_WAYS, ways);
}

/* Lists that begin alike keep that beginning as it is: most were added to. */
static const MesonValue *join_lists(MesonReading *self, Guard when, const MesonValue *value,
                                    const MesonValue *old)
{
    if (!may_go_on(self, value->items->len + old->items->len)) {
        return old;
    }
    GPtrArray *items = arena_array(self->arena);
    guint same = 0;
    while (same < value->items->len && same < old->items->len &&
           value->items->pdata[same] == old->items->pdata[same]) {
        g_ptr_array_add(items, value->items->pdata[same++]);
    }
    for (guint i = same; i < old->items->len; i++) {
        const MesonItem *item = old->items->pdata[i];
        meson_add_item(self, items, guard_minus(self->guards, item->when, when), item->key,
                       item->value);
    }
    for (guint i = same; i < value->items->len; i++) {
        const MesonItem *item = value->items->pdata[i];
        meson_add_item(self, items, guard_and(self->guards, item->when, when), item->key,
                       item->value);
    }
    MesonValue *joined = value_new(self, value->kind);
    joined->items = items;
    joined->unknown = value->unknown != NULL ? value->unknown : old->unknown;
    return joined;
}

const MesonValue *meson_join(MesonReading *self, Guard when, const MesonValue *value,
                             const MesonValue *old)
{
    if (old == NULL || guard_is_true(when) || is_same_value(value, old)) {
        return value;
    }
    if (value->kind != old->kind) {
        return join_ways(self, when, value, old);
    }
    switch (value->kind) {
    case MESON_VALUE_BOOL:
        return meson_bool(self, guard_choice(self->guards, when, value->truth, old->truth));
    case MESON_VALUE_FEATURE:
        return meson_feature(self, guard_choice(self->guards, when, value->truth, old->truth),
                             guard_choice(self->guards, when, value->off, old->off));
    case MESON_VALUE_LIST:
    case MESON_VALUE_DICT:
        return join_lists(self, when, value, old);
    case MESON_VALUE_TEXT:
    case MESON_VALUE_THING:
    case MESON_VALUE_WAYS:
        break;
    }
    return join_ways(self, when, value, old);
}

static void append_to(MesonReading *self, GPtrArray *items, Guard when, const MesonValue *value)
{
    if (value->kind != MESON_VALUE_LIST && value->kind != MESON_VALUE_DICT) {
        meson_add_item(self, items, when, NULL, value);
        return;
    }
    for (guint i = 0; i < value->items->len && items->len <= MESON_ITEMS_MAX; i++) {
        MesonItem *item = value->items->pdata[i];
        if (guard_is_true(when) && items->len < MESON_ITEMS_MAX) {
            g_ptr_array_add(items, item);
        } else {
            meson_add_item(self, items, guard_and(self->guards, when, item->when), item->key,
                           item->value);
        }
    }
}

const MesonValue *meson_append(MesonReading *self, const MesonValue *left, Guard when,
                               const MesonValue *right)
{
    gboolean dictionary = left->kind == MESON_VALUE_DICT;
    MesonValue *value = value_new(self, dictionary ? MESON_VALUE_DICT : MESON_VALUE_LIST);
    value->items = arena_array(self->arena);
    value->unknown = left->unknown != NULL ? left->unknown : right->unknown;
    guint count = left->items != NULL ? left->items->len : 0;
    if (may_go_on(self, count + (right->items != NULL ? right->items->len : 0))) {
        append_to(self, value->items, GUARD_TRUE, left);
        append_to(self, value->items, when, right);
    }
    return value;
}

/* ---- asking ---------------------------------------------------------------------------------- */

Guard meson_truth(MesonReading *self, const MesonValue *value)
{
    switch (value->kind) {
    case MESON_VALUE_BOOL:
    case MESON_VALUE_THING:
    case MESON_VALUE_FEATURE:
        return value->truth;
    case MESON_VALUE_TEXT: {
        Unknown *unknown = unknowns_of_text(self->unknowns, value->text);
        return unknown != NULL ? unknown_given(self->unknowns, unknown) : GUARD_FALSE;
    }
    case MESON_VALUE_WAYS: {
        Guard truth = GUARD_FALSE;
        for (guint i = 0; i < value->items->len; i++) {
            const MesonItem *item = value->items->pdata[i];
            Guard here = meson_truth(self, item->value);
            truth = guard_or(self->guards, truth, guard_and(self->guards, item->when, here));
        }
        return truth;
    }
    case MESON_VALUE_LIST:
    case MESON_VALUE_DICT:
        break;
    }
    return GUARD_FALSE; /* Meson refuses it */
}

/* Whether what a list holds is the same whatever is given. */
static gboolean is_certain(const MesonValue *list)
{
    for (guint i = 0; i < list->items->len; i++) {
        if (!guard_is_true(((const MesonItem *)list->items->pdata[i])->when)) {
            return FALSE;
        }
    }
    return list->unknown == NULL;
}

static Guard same_lists(MesonReading *self, const MesonValue *a, const MesonValue *b)
{
    if (a->unknown != NULL && b->items->len == 0 && a->items->len == 0) {
        return unknown_equals(self->unknowns, a->unknown, "");
    }
    if (!is_certain(a) || !is_certain(b)) {
        return meson_truth(self, meson_unknown(self, "lists are the same"));
    }
    Guard same = a->items->len == b->items->len ? GUARD_TRUE : GUARD_FALSE;
    self->calls++;
    for (guint i = 0; i < a->items->len && !guard_is_false(same); i++) {
        const MesonItem *x = a->items->pdata[i];
        const MesonItem *y = b->items->pdata[i];
        same = guard_and(self->guards, same, meson_same(self, x->value, y->value));
    }
    self->calls--;
    return same;
}

Guard meson_same(MesonReading *self, const MesonValue *a, const MesonValue *b)
{
    if (!may_go_on(self, 0)) {
        return meson_truth(self, meson_unknown(self, "values are the same"));
    }
    const MesonValue *ways = a->kind == MESON_VALUE_WAYS ? a : b;
    const MesonValue *other = ways == a ? b : a;
    if (ways->kind == MESON_VALUE_WAYS) {
        Guard same = GUARD_FALSE;
        for (guint i = 0; i < ways->items->len; i++) {
            const MesonItem *item = ways->items->pdata[i];
            Guard here = meson_same(self, item->value, other);
            here = guard_and(self->guards, item->when, here);
            same = meson_bounded(self, guard_or(self->guards, same, here));
        }
        return same;
    }
    if (a->kind == MESON_VALUE_TEXT && b->kind == MESON_VALUE_TEXT) {
        return unknowns_equal_texts(self->unknowns, a->text, b->text);
    }
    if (a->kind == MESON_VALUE_LIST && b->kind == MESON_VALUE_LIST) {
        return a->unknown != NULL ? same_lists(self, a, b) : same_lists(self, b, a);
    }
    if (a->kind == MESON_VALUE_BOOL && b->kind == MESON_VALUE_BOOL) {
        return guard_choice(self->guards, a->truth, b->truth, guard_not(self->guards, b->truth));
    }
    gboolean open = (a->kind == MESON_VALUE_TEXT && unknown_text_has_hole(a->text)) ||
                    (b->kind == MESON_VALUE_TEXT && unknown_text_has_hole(b->text));
    return open ? meson_truth(self, meson_unknown(self, "values are the same")) : GUARD_FALSE;
}

Guard meson_contains(MesonReading *self, const MesonValue *where, const MesonValue *what)
{
    const char *text = meson_text_of(what);
    Guard there = GUARD_FALSE;
    if (!may_go_on(self, where->items != NULL ? where->items->len : 0)) {
        return meson_truth(self, meson_unknown(self, "a value is in another"));
    }
    switch (where->kind) {
    case MESON_VALUE_WAYS:
    case MESON_VALUE_LIST:
        for (guint i = 0; i < where->items->len; i++) {
            const MesonItem *item = where->items->pdata[i];
            Guard here = where->kind == MESON_VALUE_WAYS ? meson_contains(self, item->value, what)
                                                         : meson_same(self, item->value, what);
            here = guard_and(self->guards, item->when, here);
            there = meson_bounded(self, guard_or(self->guards, there, here));
        }
        if (where->unknown != NULL && text != NULL) {
            Guard given = unknown_relation(self->unknowns, where->unknown, "contains",
                                           unknowns_readable(self->unknowns, text));
            there = guard_or(self->guards, there, given);
        }
        return there;
    case MESON_VALUE_DICT:
        for (guint i = 0; i < where->items->len && text != NULL; i++) {
            const MesonItem *item = where->items->pdata[i];
            Guard here = unknowns_equal_texts(self->unknowns, item->key, text);
            here = guard_and(self->guards, item->when, here);
            there = meson_bounded(self, guard_or(self->guards, there, here));
        }
        return there;
    case MESON_VALUE_TEXT:
        if (text != NULL && !unknown_text_has_hole(text) && !unknown_text_has_hole(where->text)) {
            return strstr(where->text, text) != NULL ? GUARD_TRUE : GUARD_FALSE;
        }
        break;
    case MESON_VALUE_BOOL:
    case MESON_VALUE_FEATURE:
    case MESON_VALUE_THING:
        break;
    }
    return meson_truth(self, meson_unknown(self, "a text is part of another"));
}

const char *meson_text_of(const MesonValue *value)
{
    return value != NULL && value->kind == MESON_VALUE_TEXT ? value->text : NULL;
}

const char *meson_plain_text(const MesonValue *value)
{
    const char *text = meson_text_of(value);
    return text != NULL && !unknown_text_has_hole(text) ? text : NULL;
}

void meson_each(MesonReading *self, const MesonValue *value, Guard when, MesonVisit visit,
                gpointer data)
{
    if (value == NULL || guard_is_false(when) || !may_go_on(self, 0)) {
        return;
    }
    if (value->kind != MESON_VALUE_LIST && value->kind != MESON_VALUE_WAYS &&
        value->kind != MESON_VALUE_DICT) {
        visit(self, value, when, data);
        return;
    }
    self->calls++;
    for (guint i = 0; i < value->items->len; i++) {
        const MesonItem *item = value->items->pdata[i];
        meson_each(self, item->value, guard_and(self->guards, when, item->when), visit, data);
    }
    self->calls--;
}
