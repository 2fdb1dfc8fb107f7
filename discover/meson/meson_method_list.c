/* The methods of lists and dictionaries: mesonbuild.com/Reference-manual_elementary_list.html and
 * mesonbuild.com/Reference-manual_elementary_dict.html. */
#include "discover/meson/method.h"
#include <string.h>

static const MesonValue *list_get(MesonReading *self, const MesonValue *object,
                                  const MesonNode *call)
{
    const MesonValue *index = meson_evaluate_argument(self, call, 0);
    const MesonValue *other = meson_evaluate_argument(self, call, 1);
    const char *key = meson_text_of(index);
    const MesonValue *value = other;
    self->steps += object->items->len / 8;
    for (guint i = 0; key != NULL && i < object->items->len; i++) {
        const MesonItem *item = object->items->pdata[i];
        g_autofree char *place = g_strdup_printf("%u", i);
        Guard here =
            unknowns_equal_texts(self->unknowns, item->key != NULL ? item->key : place, key);
        value = guard_is_false(here) ? value : meson_join(self, here, item->value, value);
    }
    return value != NULL ? value : meson_unknown(self, "an item");
}

static const MesonValue *list_contains(MesonReading *self, const MesonValue *object,
                                       const MesonNode *call)
{
    const MesonValue *what = meson_evaluate_argument(self, call, 0);
    return what != NULL ? meson_bool(self, meson_contains(self, object, what))
                        : meson_unknown(self, call->text);
}

static const MesonValue *list_length(MesonReading *self, const MesonValue *object,
                                     const MesonNode *call)
{
    for (guint i = 0; i < object->items->len; i++) {
        if (!guard_is_true(((const MesonItem *)object->items->pdata[i])->when)) {
            return meson_unknown(self, "length of a list");
        }
    }
    g_autofree char *length = g_strdup_printf("%u", object->items->len);
    return object->unknown != NULL ? meson_unknown(self, call->text)
                                   : meson_text(self, length, SPAN_NONE);
}

static const MesonValue *dictionary_keys(MesonReading *self, const MesonValue *object,
                                         const MesonNode *call)
{
    GPtrArray *items = arena_array(self->arena);
    gboolean keys = strcmp(call->text, "keys") == 0;
    for (guint i = 0; i < object->items->len; i++) {
        const MesonItem *item = object->items->pdata[i];
        meson_add_item(self, items, item->when, NULL,
                       keys && item->key != NULL ? meson_text(self, item->key, SPAN_NONE)
                                                 : item->value);
    }
    return meson_list(self, items);
}

static const MesonMethodRow list_methods[] = {
    {"contains", list_contains}, {"get", list_get},       {"has_key", list_contains},
    {"keys", dictionary_keys},   {"length", list_length}, {"values", dictionary_keys},
};

MesonMethods meson_list_methods(void)
{
    return MESON_METHODS(list_methods);
}
