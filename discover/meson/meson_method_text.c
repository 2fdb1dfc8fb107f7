/* The methods of texts and numbers: mesonbuild.com/Reference-manual_elementary_str.html. */
#include "discover/meson/method.h"
#include <string.h>

/* Longer words for what a text was made of help nobody, and would grow with each step. */
#define DERIVED_BYTES_MAX 200u

/* What becomes of a text that is not known is told by how it was made. */
static const MesonValue *derived(MesonReading *self, const MesonValue *object, const char *how)
{
    const Unknown *from = unknowns_of_text(self->unknowns, object->text);
    if (from == NULL || strlen(from->name) > DERIVED_BYTES_MAX) {
        return meson_unknown(self, "a text put together");
    }
    Unknown *unknown = unknowns_derive(self->unknowns, how, object->text);
    return meson_text(self, unknowns_hole(self->unknowns, unknown), object->at);
}

static const MesonValue *text_case(MesonReading *self, const MesonValue *object,
                                   const MesonNode *call)
{
    if (unknown_text_has_hole(object->text)) {
        return derived(self, object, call->text);
    }
    g_autofree char *text = strcmp(call->text, "to_upper") == 0 ? g_ascii_strup(object->text, -1)
                                                                : g_ascii_strdown(object->text, -1);
    return meson_text(self, text, object->at);
}

static const MesonValue *text_strip(MesonReading *self, const MesonValue *object,
                                    const MesonNode *call)
{
    (void)call;
    g_autofree char *text = g_strstrip(g_strdup(object->text));
    return meson_text(self, text, object->at);
}

static const MesonValue *text_underscorify(MesonReading *self, const MesonValue *object,
                                           const MesonNode *call)
{
    if (unknown_text_has_hole(object->text)) {
        return derived(self, object, call->text);
    }
    g_autofree char *text = g_strdup(object->text);
    return meson_text(self, g_strcanon(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS, '_'),
                      object->at);
}

static const MesonValue *text_split(MesonReading *self, const MesonValue *object,
                                    const MesonNode *call)
{
    const char *between = meson_plain_text(meson_evaluate_argument(self, call, 0));
    between = between == NULL ? (strcmp(call->text, "splitlines") == 0 ? "\n" : " ") : between;
    GPtrArray *items = arena_array(self->arena);
    g_auto(GStrv) parts = *between != '\0' ? g_strsplit(object->text, between, -1) : NULL;
    for (guint i = 0; parts != NULL && parts[i] != NULL; i++) {
        if (*parts[i] != '\0' || *between != ' ') {
            meson_add_item(self, items, GUARD_TRUE, NULL, meson_text(self, parts[i], object->at));
        }
    }
    return meson_list(self, items);
}

static const MesonValue *text_begins(MesonReading *self, const MesonValue *object,
                                     const MesonNode *call)
{
    const char *part = meson_plain_text(meson_evaluate_argument(self, call, 0));
    Unknown *unknown = unknowns_of_text(self->unknowns, object->text);
    gboolean begins = strcmp(call->text, "startswith") == 0;
    if (part != NULL && unknown != NULL) {
        return meson_bool(
            self, unknown_relation(self->unknowns, unknown, begins ? "begins" : "ends", part));
    }
    if (part == NULL || unknown_text_has_hole(object->text)) {
        return meson_unknown(self, call->text);
    }
    gboolean holds =
        begins ? g_str_has_prefix(object->text, part) : g_str_has_suffix(object->text, part);
    return meson_bool(self, holds ? GUARD_TRUE : GUARD_FALSE);
}

static const MesonValue *text_contains(MesonReading *self, const MesonValue *object,
                                       const MesonNode *call)
{
    const MesonValue *part = meson_evaluate_argument(self, call, 0);
    return part != NULL ? meson_bool(self, meson_contains(self, object, part))
                        : meson_unknown(self, call->text);
}

static const MesonValue *text_compare_version(MesonReading *self, const MesonValue *object,
                                              const MesonNode *call)
{
    const char *version = meson_plain_text(meson_evaluate_argument(self, call, 0));
    Unknown *unknown = unknowns_of_text(self->unknowns, object->text);
    if (version == NULL || unknown == NULL) {
        return meson_unknown_answer(self, object, call);
    }
    /* "!=1.2" is not "==1.2", and "1.2" alone is the same as that. */
    gsize sign = strspn(version, "<>=!");
    gboolean order = *version == '<' || *version == '>';
    const char *relation = order ? arena_intern_length(self->arena, version, sign) : "=";
    const char *number = version + sign + strspn(version + sign, " ");
    Guard holds = unknown_relation(self->unknowns, unknown, relation, number);
    return meson_bool(self, *version == '!' ? guard_not(self->guards, holds) : holds);
}

/* '@0@' stands for the first argument. */
static const MesonValue *text_format(MesonReading *self, const MesonValue *object,
                                     const MesonNode *call)
{
    g_autoptr(GString) text = g_string_new(object->text);
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        const MesonValue *given = meson_evaluate(self, call->items->pdata[i]);
        const char *value = meson_text_of(given);
        if (given->kind == MESON_VALUE_BOOL && guard_is_true(given->truth)) {
            value = "true";
        } else if (given->kind == MESON_VALUE_BOOL && guard_is_false(given->truth)) {
            value = "false";
        }
        g_autofree char *mark = g_strdup_printf("@%u@", i);
        const char *put = value != NULL ? value : meson_text_of(meson_unknown(self, "a value"));
        if (strlen(put) < MESON_TEXT_BYTES_MAX && text->len < MESON_TEXT_BYTES_MAX) {
            g_string_replace(text, mark, put, 64);
        }
    }
    return meson_text(self, text->str, object->at);
}

typedef struct {
    GString *text;
    const char *between;
    gboolean any, open;
} Joining;

static void join_item(MesonReading *self, const MesonValue *value, Guard when, gpointer data)
{
    (void)self;
    Joining *joining = data;
    const char *text = meson_text_of(value);
    joining->open = joining->open || text == NULL || !guard_is_true(when);
    if (joining->text->len < MESON_TEXT_BYTES_MAX) {
        g_string_append_printf(joining->text, "%s%s", joining->any ? joining->between : "",
                               text != NULL ? text : "");
    }
    joining->any = TRUE;
}

static const MesonValue *text_join(MesonReading *self, const MesonValue *object,
                                   const MesonNode *call)
{
    g_autoptr(GString) text = g_string_new(NULL);
    Joining joining = {.text = text, .between = object->text};
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        meson_each(self, meson_evaluate(self, call->items->pdata[i]), GUARD_TRUE, join_item,
                   &joining);
    }
    return joining.open ? meson_unknown(self, "a text put together")
                        : meson_text(self, text->str, object->at);
}

static const MesonValue *text_replace(MesonReading *self, const MesonValue *object,
                                      const MesonNode *call)
{
    const char *old = meson_plain_text(meson_evaluate_argument(self, call, 0));
    const char *text = meson_plain_text(meson_evaluate_argument(self, call, 1));
    if (old == NULL || *old == '\0' || text == NULL || unknown_text_has_hole(object->text)) {
        return derived(self, object, call->text);
    }
    g_autoptr(GString) changed = g_string_new(object->text);
    if (strlen(text) < MESON_TEXT_BYTES_MAX / 64) {
        g_string_replace(changed, old, text, 64);
    }
    return meson_text(self, changed->str, object->at);
}

static const MesonMethodRow text_methods[] = {
    {"contains", text_contains},
    {"endswith", text_begins},
    {"format", text_format},
    {"join", text_join},
    {"replace", text_replace},
    {"split", text_split},
    {"splitlines", text_split},
    {"startswith", text_begins},
    {"strip", text_strip},
    {"to_int", meson_same_object},
    {"to_lower", text_case},
    {"to_upper", text_case},
    {"underscorify", text_underscorify},
    {"version_compare", text_compare_version},
    {"to_string", meson_same_object},
};

MesonMethods meson_text_methods(void)
{
    return MESON_METHODS(text_methods);
}
