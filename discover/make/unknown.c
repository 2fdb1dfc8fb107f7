#include "core/switch_word.h"
#include "core/word_list.h"
#include "discover/make/unknown_private.h"
#include <string.h>

/* Origins of origins are looked up when something is derived, so that one level is enough. */
#define ORIGINS_MAX 16u

Unknowns *unknowns_new(Arena *arena, Guards *guards)
{
    Unknowns *self = g_new0(Unknowns, 1);
    self->arena = arena;
    self->guards = guards;
    self->unknowns = g_ptr_array_new();
    self->by_key = g_hash_table_new(g_str_hash, g_str_equal);
    self->meanings = g_array_new(FALSE, FALSE, sizeof(Meaning));
    self->relations = g_hash_table_new(g_str_hash, g_str_equal);
    self->conditions = g_hash_table_new(g_str_hash, g_str_equal);
    return self;
}

void unknowns_free(Unknowns *self)
{
    if (self == NULL) {
        return;
    }
    for (guint i = 0; i < self->unknowns->len; i++) {
        g_array_unref(((Unknown *)self->unknowns->pdata[i])->values);
    }
    g_ptr_array_unref(self->unknowns);
    g_hash_table_unref(self->by_key);
    g_array_unref(self->meanings);
    g_hash_table_unref(self->relations);
    g_hash_table_unref(self->conditions);
    g_free(self);
}

static guint new_variable(Unknowns *self, Meaning meaning)
{
    guint variable = guards_new_variable(self->guards);
    /* Operations that give up make variables of their own in between: they mean nothing. */
    while (self->meanings->len < variable) {
        const Meaning none = {.unknown = G_MAXUINT};
        g_array_append_val(self->meanings, none);
    }
    g_array_append_val(self->meanings, meaning);
    return variable;
}

static Unknown *unknown_make(Unknowns *self, const char *key, ConditionSubject kind,
                             const char *name)
{
    Unknown *unknown = arena_new0(self->arena, Unknown);
    unknown->id = self->unknowns->len;
    unknown->kind = kind;
    unknown->name = arena_intern(self->arena, name);
    unknown->given = G_MAXUINT;
    unknown->values = g_array_new(FALSE, FALSE, sizeof(UnknownValue));
    g_ptr_array_add(self->unknowns, unknown);
    g_hash_table_insert(self->by_key, arena_strdup(self->arena, key), unknown);
    return unknown;
}

Unknown *unknowns_get(Unknowns *self, ConditionSubject kind, const char *name)
{
    g_autofree char *key = g_strdup_printf("%d\1%s", (int)kind, name);
    Unknown *unknown = g_hash_table_lookup(self->by_key, key);
    return unknown != NULL ? unknown : unknown_make(self, key, kind, name);
}

typedef struct {
    const Unknowns *unknowns;
    GArray *ids;
} OriginList;

static void add_origin(GArray *ids, guint id)
{
    for (guint i = 0; i < ids->len; i++) {
        if (g_array_index(ids, guint, i) == id) {
            return;
        }
    }
    if (ids->len < ORIGINS_MAX) {
        g_array_append_val(ids, id);
    }
}

static void collect_origin(Unknown *unknown, gpointer data)
{
    OriginList *list = data;
    for (const guint *id = unknown->origins; id != NULL && *id != G_MAXUINT; id++) {
        add_origin(list->ids, *id);
    }
    if (unknown->origins == NULL) {
        add_origin(list->ids, unknown->id);
    }
}

Unknown *unknowns_derive(Unknowns *self, const char *operation, const char *text)
{
    g_autofree char *key = g_strdup_printf("=\1%s\1%s", operation, text);
    Unknown *known = g_hash_table_lookup(self->by_key, key);
    if (known != NULL) {
        return known;
    }
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(guint));
    OriginList list = {self, ids};
    unknowns_in_text(self, text, collect_origin, &list);
    g_autofree char *name = g_strdup_printf("%s(%s)", operation, unknowns_readable(self, text));
    Unknown *unknown = unknown_make(self, key, CONDITION_SUBJECT_UNKNOWN, name);
    const guint end = G_MAXUINT;
    g_array_append_val(ids, end);
    guint *origins = arena_alloc(self->arena, ids->len * sizeof(guint));
    memcpy(origins, ids->data, ids->len * sizeof(guint));
    unknown->origins = origins;
    return unknown;
}

Unknown *unknowns_at(const Unknowns *self, guint id)
{
    return id < self->unknowns->len ? self->unknowns->pdata[id] : NULL;
}

const char *unknowns_hole(Unknowns *self, const Unknown *unknown)
{
    g_autofree char *hole =
        g_strdup_printf("%c%u%c", UNKNOWN_HOLE_BEGIN, unknown->id, UNKNOWN_HOLE_END);
    return arena_intern(self->arena, hole);
}

gboolean unknown_text_has_hole(const char *text)
{
    return strchr(text, UNKNOWN_HOLE_BEGIN) != NULL;
}

/* Reads the hole at `*cursor` and moves behind it. */
static Unknown *read_hole(const Unknowns *self, const char **cursor)
{
    char *end = NULL;
    guint64 id = g_ascii_strtoull(*cursor + 1, &end, 10);
    *cursor = *end == UNKNOWN_HOLE_END ? end + 1 : end;
    return id < self->unknowns->len ? self->unknowns->pdata[id] : NULL;
}

Unknown *unknowns_of_text(const Unknowns *self, const char *text)
{
    if (*text != UNKNOWN_HOLE_BEGIN) {
        return NULL;
    }
    const char *cursor = text;
    Unknown *unknown = read_hole(self, &cursor);
    return *cursor == '\0' ? unknown : NULL;
}

void unknowns_in_text(const Unknowns *self, const char *text,
                      void (*visit)(Unknown *unknown, gpointer data), gpointer data)
{
    for (const char *cursor = strchr(text, UNKNOWN_HOLE_BEGIN); cursor != NULL;
         cursor = strchr(cursor, UNKNOWN_HOLE_BEGIN)) {
        Unknown *unknown = read_hole(self, &cursor);
        if (unknown != NULL) {
            visit(unknown, data);
        }
    }
}

const char *unknowns_readable(Unknowns *self, const char *text)
{
    if (!unknown_text_has_hole(text)) {
        return arena_intern(self->arena, text);
    }
    g_autoptr(GString) readable = g_string_new(NULL);
    for (const char *cursor = text; *cursor != '\0';) {
        if (*cursor != UNKNOWN_HOLE_BEGIN) {
            g_string_append_c(readable, *cursor++);
            continue;
        }
        const Unknown *unknown = read_hole(self, &cursor);
        g_string_append_printf(readable, "${%s}", unknown != NULL ? unknown->name : "?");
    }
    return arena_intern(self->arena, readable->str);
}

/* Make takes quotes for a part of the text; those who write them around a word mean the word. The
 * caller frees it. */
static char *without_quotes(const char *text)
{
    gsize length = strlen(text);
    gboolean quoted = length > 1 && (*text == '"' || *text == '\'') && text[length - 1] == *text;
    return quoted ? g_strndup(text + 1, length - 2) : g_strdup(text);
}

/* Fortran's logical values stand in makefiles, too. */
gboolean unknown_is_on(const char *text)
{
    g_autofree char *word = without_quotes(text);
    return switch_word_is_on(word) || g_ascii_strcasecmp(word, "t") == 0;
}

gboolean unknown_is_placeholder(const char *text)
{
    static const char *const words[] = {"not-set", "not_set", "notset", "unset", NULL};
    g_autofree char *word = without_quotes(text);
    return word_list_has_caseless(words, word);
}

gboolean unknown_is_off(const char *text)
{
    g_autofree char *word = without_quotes(text);
    return *word == '\0' || switch_word_is_off(word) || g_ascii_strcasecmp(word, "f") == 0 ||
           g_ascii_strcasecmp(word, "none") == 0 || unknown_is_placeholder(word);
}

/* ---- conditions ------------------------------------------------------------------------------ */

Guard unknown_given(Unknowns *self, Unknown *unknown)
{
    if (unknown->given == G_MAXUINT) {
        unknown->given =
            new_variable(self, (Meaning){.unknown = unknown->id, .means = MEANS_GIVEN});
    }
    return guard_variable(self->guards, unknown->given);
}

Guard unknown_equals(Unknowns *self, Unknown *unknown, const char *text)
{
    Guard result = unknown_given(self, unknown);
    if (*text == '\0') {
        return guard_not(self->guards, result);
    }
    for (guint i = 0; i < unknown->values->len; i++) {
        const UnknownValue *value = &g_array_index(unknown->values, UnknownValue, i);
        Guard bit = guard_variable(self->guards, value->variable);
        if (strcmp(value->text, text) == 0) {
            return guard_and(self->guards, result, bit);
        }
        result = guard_minus(self->guards, result, bit);
    }
    if (unknown->values->len >= UNKNOWN_VALUES_MAX) {
        return unknown_relation(self, unknown, "matches", text);
    }
    const char *copy = arena_intern(self->arena, text);
    UnknownValue added = {
        .text = copy,
        .variable = new_variable(
            self, (Meaning){.unknown = unknown->id, .means = MEANS_VALUE, .text = copy})};
    g_array_append_val(unknown->values, added);
    return guard_and(self->guards, result, guard_variable(self->guards, added.variable));
}

Guard unknown_relation(Unknowns *self, Unknown *unknown, const char *relation, const char *text)
{
    g_autofree char *key = g_strdup_printf("%u\1%s\1%s", unknown->id, relation, text);
    guint variable = GPOINTER_TO_UINT(g_hash_table_lookup(self->relations, key));
    if (variable == 0) {
        variable = new_variable(self, (Meaning){.unknown = unknown->id,
                                                .means = MEANS_RELATION,
                                                .relation = arena_intern(self->arena, relation),
                                                .text = unknowns_readable(self, text)}) +
                   1;
        g_hash_table_insert(self->relations, arena_strdup(self->arena, key),
                            GUINT_TO_POINTER(variable));
    }
    return guard_variable(self->guards, variable - 1);
}

Guard unknowns_empty_text(Unknowns *self, const char *text)
{
    Guard result = GUARD_TRUE;
    for (const char *cursor = text; *cursor != '\0';) {
        if (*cursor != UNKNOWN_HOLE_BEGIN) {
            return GUARD_FALSE;
        }
        Unknown *unknown = read_hole(self, &cursor);
        if (unknown != NULL) {
            result = guard_minus(self->guards, result, unknown_given(self, unknown));
        }
    }
    return result;
}

/* Cuts what two texts have in common at both ends, but no part of a hole. */
static void trim_common(char **a, char **b)
{
    while (**a != '\0' && **a == **b && **a != UNKNOWN_HOLE_BEGIN) {
        (*a)++;
        (*b)++;
    }
    gsize length_a = strlen(*a);
    gsize length_b = strlen(*b);
    while (length_a > 0 && length_b > 0 && (*a)[length_a - 1] == (*b)[length_b - 1] &&
           (*a)[length_a - 1] != UNKNOWN_HOLE_END) {
        length_a--;
        length_b--;
    }
    (*a)[length_a] = '\0';
    (*b)[length_b] = '\0';
}

Guard unknowns_equal_texts(Unknowns *self, const char *a, const char *b)
{
    if (strcmp(a, b) == 0) {
        return GUARD_TRUE;
    }
    gboolean hole_a = unknown_text_has_hole(a);
    gboolean hole_b = unknown_text_has_hole(b);
    if (!hole_a && !hole_b) {
        return GUARD_FALSE;
    }
    g_autofree char *copy_a = g_strdup(a);
    g_autofree char *copy_b = g_strdup(b);
    char *rest_a = copy_a;
    char *rest_b = copy_b;
    trim_common(&rest_a, &rest_b);
    if (*rest_a == '\0' || *rest_b == '\0') {
        return unknowns_empty_text(self, *rest_a == '\0' ? rest_b : rest_a);
    }
    Unknown *unknown_a = unknowns_of_text(self, rest_a);
    Unknown *unknown_b = unknowns_of_text(self, rest_b);
    if (unknown_a != NULL && !unknown_text_has_hole(rest_b)) {
        return unknown_equals(self, unknown_a, rest_b);
    }
    if (unknown_b != NULL && !unknown_text_has_hole(rest_a)) {
        return unknown_equals(self, unknown_b, rest_a);
    }
    if (unknown_a != NULL) {
        return unknown_relation(self, unknown_a, "=", rest_b);
    }
    if (unknown_b != NULL) {
        return unknown_relation(self, unknown_b, "=", rest_a);
    }
    g_autofree char *both = g_strdup_printf("%s = %s", rest_a, rest_b);
    return unknown_given(self, unknowns_derive(self, "compare", both));
}

void unknown_literals(const Unknown *unknown, const char *value, GArray *literals)
{
    if (unknown->given != G_MAXUINT) {
        const GuardLiteral given = {unknown->given, *value != '\0'};
        g_array_append_val(literals, given);
    }
    gboolean passed = FALSE;
    for (guint i = 0; i < unknown->values->len; i++) {
        const UnknownValue *known = &g_array_index(unknown->values, UnknownValue, i);
        gboolean here = strcmp(known->text, value) == 0;
        /* Bits behind the value's own mean nothing once it is chosen; false keeps them quiet. */
        const GuardLiteral bit = {known->variable, here && !passed};
        g_array_append_val(literals, bit);
        passed = passed || here;
    }
}
