/* Calls the methods of Meson's objects: mesonbuild.com/Reference-manual.html. */
#include "discover/meson/method.h"
#include <string.h>

/* Words about a check; a longer argument is left out. */
#define ARGUMENT_BYTES_MAX 100u

/* Whether what is asked for is told by the arguments without names alone. */
static gboolean is_plain_question(const MesonNode *call)
{
    static const char *const others[] = {"language", "native", "required", "static", NULL};
    for (guint i = 0; call->names != NULL && i < call->names->len; i++) {
        if (!g_strv_contains(others, call->names->pdata[i])) {
            return FALSE;
        }
    }
    return call->items != NULL && call->items->len > 0;
}

const MesonValue *meson_unknown_answer(MesonReading *self, const MesonValue *object,
                                       const MesonNode *call)
{
    gboolean compiler = object->kind == MESON_VALUE_THING && object->thing == MESON_COMPILER;
    gboolean plain = compiler && is_plain_question(call);
    g_autoptr(GString) what = g_string_new(NULL);
    if (compiler && object->text != NULL && strcmp(object->text, "c") != 0) {
        g_string_append_printf(what, "%s ", object->text);
    }
    g_string_append(what, call->text);
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        const char *text = meson_plain_text(meson_evaluate(self, call->items->pdata[i]));
        plain = plain && text != NULL;
        if (text != NULL && strlen(text) <= ARGUMENT_BYTES_MAX && strchr(text, '\n') == NULL) {
            g_string_append_printf(what, " %s", text);
        } else {
            plain = FALSE;
        }
    }
    return plain ? meson_probe(self, what->str) : meson_unknown(self, what->str);
}

const MesonValue *meson_same_object(MesonReading *self, const MesonValue *object,
                                    const MesonNode *call)
{
    (void)self;
    (void)call;
    return object;
}

static MesonMethods methods_of(const MesonValue *object)
{
    switch (object->kind) {
    case MESON_VALUE_TEXT:
        return meson_text_methods();
    case MESON_VALUE_LIST:
    case MESON_VALUE_DICT:
        return meson_list_methods();
    case MESON_VALUE_FEATURE:
        return meson_feature_methods();
    case MESON_VALUE_BOOL:
    case MESON_VALUE_WAYS:
        return meson_truth_methods();
    case MESON_VALUE_THING:
        break;
    }
    return meson_thing_methods(object->thing);
}

static const MesonValue *call_each_way(MesonReading *self, const MesonValue *object,
                                       const MesonNode *call)
{
    const MesonValue *joined = NULL;
    Guard path = self->path;
    for (guint i = 0; i < object->items->len; i++) {
        const MesonItem *item = object->items->pdata[i];
        self->path = guard_and(self->guards, path, item->when);
        const MesonValue *value = meson_call_method(self, item->value, call);
        joined = meson_join(self, item->when, value, joined);
    }
    self->path = path;
    return joined;
}

static const MesonValue *call_enabled(MesonReading *self, const MesonValue *object,
                                      const MesonNode *call)
{
    /* A text that is not known may be anything: what is asked of it is not known either. */
    gboolean open =
        object->kind == MESON_VALUE_TEXT && unknowns_of_text(self->unknowns, object->text) != NULL;
    MesonMethods methods = methods_of(object);
    for (gsize i = 0; i < methods.count; i++) {
        if (strcmp(methods.rows[i].name, call->text) == 0) {
            return methods.rows[i].call(self, object, call);
        }
    }
    if (open && strcmp(call->text, "found") == 0) {
        return meson_bool(self, meson_truth(self, object));
    }
    return meson_unknown_answer(self, object, call);
}

const MesonValue *meson_call_method(MesonReading *self, const MesonValue *object,
                                    const MesonNode *call)
{
    if (object->kind == MESON_VALUE_WAYS) {
        return call_each_way(self, object, call);
    }
    Guard enabled = meson_enabled(self, object, call);
    Guard path = self->path;
    self->path = guard_and(self->guards, path, enabled);
    const MesonValue *value = call_enabled(self, object, call);
    self->path = path;
    return meson_enabled_result(self, value, enabled);
}
