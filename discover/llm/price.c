#include "discover/llm/price.h"
#include "core/yaml.h"
#include <string.h>

#define TOKENS_PER_PRICE 1e6

GQuark price_error_quark(void)
{
    return g_quark_from_static_string("xaas-price-error");
}

static gboolean names(const char *row, const char *model)
{
    gsize length = strlen(row);
    return strncmp(row, model, length) == 0 && strchr("-@", model[length]) != NULL;
}

static gboolean read_price(const json_t *row, Price *price)
{
    const json_t *input = json_object_get(row, "input");
    const json_t *output = json_object_get(row, "output");
    const json_t *cached = json_object_get(row, "cached");
    *price = (Price){.input = json_number_value(input),
                     .output = json_number_value(output),
                     .cached = json_number_value(cached != NULL ? cached : input)};
    return json_is_number(input) && json_is_number(output) && price->input >= 0 &&
           price->output >= 0 && price->cached >= 0;
}

gboolean price_find(const char *path, const char *model, Price *price, GError **error)
{
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    if (document == NULL) {
        return FALSE;
    }
    json_t *rows = json_object_get(yaml_root(document), "models");
    const char *best = NULL;
    const char *name = NULL;
    json_t *row = NULL;
    json_object_foreach(rows, name, row)
    {
        Price found;
        if (!read_price(row, &found)) {
            Span at = yaml_member_place(document, rows, name);
            g_autofree char *place = span_text(&at);
            g_set_error(error, PRICE_ERROR, PRICE_ERROR_MALFORMED,
                        "%s: a price needs the numbers \"input\" and \"output\"; add them", place);
            return FALSE;
        }
        if (names(name, model) && (best == NULL || strlen(name) > strlen(best))) {
            best = name;
            *price = found;
        }
    }
    return best != NULL;
}

double price_of(const Price *price, const Usage *usage)
{
    guint64 cached = MIN(usage->cached, usage->input);
    return ((double)(usage->input - cached) * price->input + (double)cached * price->cached +
            (double)usage->output * price->output) /
           TOKENS_PER_PRICE;
}
