/* Variables whose names are put together with a value: "FLAGS = $(FLAGS_$(COMPILER))" chooses among
 * FLAGS_GNU, FLAGS_INTEL and so on, and says what COMPILER may be. */
#include "discover/make/reading.h"
#include <string.h>

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

gboolean make_expand_family(MakeReading *self, const MakeAlternative *name, GArray *result)
{
    g_auto(Family) family = {0};
    if (!family_of(self, name->text, &family)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) members = g_ptr_array_new();
    for (guint i = 0; i < self->names->len; i++) {
        MakeVariable *variable = self->names->pdata[i];
        const char *value = member_value(self, &family, variable);
        if (value != NULL) {
            g_ptr_array_add(members, variable);
            make_note_value(self, family.hole, value);
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
