/* What answers cost, where prompts/prices.yaml knows the model.
 *
 * Prices change and are the vendors' to say: the file holds those of a date that it names. */
#pragma once

#include "discover/llm/provider.h"

typedef struct {
    double input; /* US dollars for a million tokens */
    double cached;
    double output;
} Price;

/* The price of "provider:model", FALSE when the file has none. A row counts for its own name and
 * for that name with a date or version behind a '-' or '@'; the longest name wins. NULL `error` on
 * a missing row; set when the file is malformed. */
gboolean price_find(const char *path, const char *model, Price *price, GError **error);
/* US dollars. */
double price_of(const Price *price, const Usage *usage);

#define PRICE_ERROR price_error_quark()
GQuark price_error_quark(void);
typedef enum { PRICE_ERROR_MALFORMED } PriceError;
