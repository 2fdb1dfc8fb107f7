/* Variables whose names are put together with a value: "FLAGS = $(FLAGS_$(COMPILER))" chooses among
 * FLAGS_GNU, FLAGS_INTEL and so on, and says what COMPILER may be. */
#include "discover/make/reading.h"
#include <string.h>

/* Of one option, and values of one family. */
#define FAMILIES_MAX 256u
#define FAMILY_VALUES_MAX 512u

/* "FLAGS_", the hole of an option, "": what a name of the family begins and ends with. */
typedef struct {
    char *before;
    const char *after;
    char *hole;
    Unknown *unknown;
} Family;

static void family_clear(Family *self)
{
    g_free(self->before);
    g_free(self->hole);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Family, family_clear)

/* FALSE unless the name has one hole, an option's, and something around it. */
static gboolean family_of(const MakeReading *self, const char *name, Family *family)
{
    const char *begin = strchr(name, UNKNOWN_HOLE_BEGIN);
    const char *end = begin != NULL ? strchr(begin, UNKNOWN_HOLE_END) : NULL;
    if (end == NULL || strchr(end, UNKNOWN_HOLE_BEGIN) != NULL ||
        strlen(name) == (gsize)(end + 1 - begin)) {
        return FALSE;
    }
    family->before = g_strndup(name, (gsize)(begin - name));
    family->hole = g_strndup(begin, (gsize)(end + 1 - begin));
    family->after = end + 1;
    family->unknown = unknowns_of_text(self->unknowns, family->hole);
    return family->unknown != NULL && family->unknown->kind == CONDITION_SUBJECT_OPTION;
}

/* The value that makes the name; NULL when the variable is none of the family, or has no text. */
static const char *member_value(MakeReading *self, const Family *family,
                                const MakeVariable *variable)
{
    gsize length = strlen(variable->name);
    gsize around = strlen(family->before) + strlen(family->after);
    if (length <= around || variable->pieces->len == 0 || variable->active ||
        !g_str_has_prefix(variable->name, family->before) ||
        !g_str_has_suffix(variable->name, family->after)) {
        return NULL;
    }
    return arena_intern_length(self->scratch, variable->name + strlen(family->before),
                               length - around);
}

/* The family as the option knows it; a new one, without values, when it does not. NULL when there
 * are too many. */
static MakeFamily *known_family(MakeReading *self, const Family *family)
{
    MakeVariable *variable = make_variable(self, family->unknown->name);
    g_autofree char *around = g_strdup_printf("%s\1%s", family->before, family->after);
    if (variable->families == NULL) {
        variable->families = arena_array(self->scratch);
    }
    for (guint i = 0; i < variable->families->len; i++) {
        MakeFamily *known = variable->families->pdata[i];
        if (strcmp(known->around, around) == 0) {
            return known;
        }
    }
    if (variable->families->len == FAMILIES_MAX) {
        make_ledger(self, "limit: values of an option", variable->name, NULL);
        return NULL;
    }
    MakeFamily *known = arena_new0(self->scratch, MakeFamily);
    *known = (MakeFamily){.around = arena_intern(self->scratch, around),
                          .values = arena_array(self->scratch),
                          .at = self->at};
    g_ptr_array_add(variable->families, known);
    return known;
}

/* Value -> in how many families it is. The caller unrefs it. */
static GHashTable *count_values(const MakeVariable *variable)
{
    GHashTable *counts = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < variable->families->len; i++) {
        const MakeFamily *family = variable->families->pdata[i];
        for (guint k = 0; k < family->values->len; k++) {
            gpointer text = family->values->pdata[k];
            guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, text));
            g_hash_table_insert(counts, text, GUINT_TO_POINTER(count + 1));
        }
    }
    return counts;
}

static gboolean is_most(const MakeVariable *variable, gpointer count)
{
    return 2 * GPOINTER_TO_UINT(count) >= variable->families->len;
}

/* Whether what most families have is on and off: no third value is missing there. */
static gboolean families_are_switch(const MakeVariable *variable, GHashTable *counts)
{
    gboolean any = FALSE;
    GHashTableIter iter;
    gpointer text;
    gpointer count;
    g_hash_table_iter_init(&iter, counts);
    while (g_hash_table_iter_next(&iter, &text, &count)) {
        if (is_most(variable, count)) {
            any = TRUE;
            if (!unknown_is_on(text) && !unknown_is_off(text)) {
                return FALSE;
            }
        }
    }
    return any;
}

/* Whether nothing reads the value's variable by its own name: it is there to be chosen. */
static gboolean is_only_chosen(MakeReading *self, const MakeFamily *family, const char *value)
{
    g_auto(GStrv) around = g_strsplit(family->around, "\1", 2);
    g_autofree char *name = g_strconcat(around[0], value, around[1], NULL);
    const MakeVariable *member = g_hash_table_lookup(self->variables, name);
    return member != NULL && member->uses + member->tests == 0;
}

/* Adds the value unless it is known already. */
static void add_named(MakeReading *self, MakeVariable *variable, GHashTable *compared,
                      const MakeFamily *family, const char *text)
{
    if (g_hash_table_add(compared, (gpointer)text)) {
        AllowedValue *value = arena_new0(self->arena, AllowedValue);
        *value = (AllowedValue){
            .value = arena_intern(self->arena, text), .origin = VALUE_COMPARED, .at = family->at};
        g_ptr_array_add(variable->values, value);
        g_ptr_array_add(variable->named, value);
    }
}

/* A value has a variable in most families, or one that is there for nothing else; what only happens
 * to be called alike, "FLAGS_DIR", is one of a single family and is read by its name. */
void make_settle_families(MakeReading *self, MakeVariable *variable)
{
    if (variable->families == NULL) {
        return;
    }
    g_autoptr(GHashTable) compared = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < variable->values->len; i++) {
        g_hash_table_add(compared, (gpointer)((AllowedValue *)variable->values->pdata[i])->value);
    }
    g_autoptr(GHashTable) counts = count_values(variable);
    gboolean on_and_off = families_are_switch(variable, counts);
    for (guint i = 0; i < variable->families->len; i++) {
        const MakeFamily *family = variable->families->pdata[i];
        for (guint k = 0; k < family->values->len; k++) {
            const char *text = family->values->pdata[k];
            if (is_most(variable, g_hash_table_lookup(counts, text)) ||
                (!on_and_off && is_only_chosen(self, family, text))) {
                add_named(self, variable, compared, family, text);
            }
        }
    }
}

static void note_value(MakeReading *self, const Family *family, MakeFamily *known,
                       const char *value)
{
    if (g_ptr_array_find_with_equal_func(known->values, value, g_str_equal, NULL)) {
        return;
    }
    if (known->values->len == FAMILY_VALUES_MAX) {
        if (!known->cut) {
            make_ledger(self, "limit: values of an option", family->unknown->name, NULL);
        }
        known->cut = TRUE;
        return;
    }
    g_ptr_array_add(known->values, (gpointer)value);
}

gboolean make_expand_family(MakeReading *self, const MakeAlternative *name, GArray *result)
{
    g_auto(Family) family = {0};
    if (!family_of(self, name->text, &family)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) members = g_ptr_array_new();
    MakeFamily *known = known_family(self, &family);
    for (guint i = 0; i < self->names->len; i++) {
        MakeVariable *variable = self->names->pdata[i];
        const char *value = member_value(self, &family, variable);
        if (value != NULL) {
            g_ptr_array_add(members, variable);
            if (known != NULL) {
                note_value(self, &family, known, value);
            }
        }
    }
    if (members->len == 0 || members->len >= MAKE_ALTERNATIVES_MAX) {
        return FALSE;
    }
    Guard left = name->when;
    for (guint i = 0; i < members->len; i++) {
        MakeVariable *variable = members->pdata[i];
        const char *value = member_value(self, &family, variable);
        Guard chosen =
            value != NULL ? unknown_equals(self->unknowns, family.unknown, value) : GUARD_FALSE;
        Guard when = guard_and(self->guards, left, chosen);
        if (!guard_is_false(when)) {
            g_autoptr(GArray) ways = make_expand_variable(self, variable->name, when);
            g_array_append_vals(result, ways->data, ways->len);
            left = guard_minus(self->guards, left, chosen);
        }
    }
    /* Another value names a variable that nobody has assigned. */
    if (!guard_is_false(left)) {
        const MakeAlternative nothing = {"", left};
        g_array_append_val(result, nothing);
    }
    return TRUE;
}
