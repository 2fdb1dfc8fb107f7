/* The configurations of an IR container as offers. */
#pragma once

#include "container/image/container.h"
#include "container/select/select.h"

/* Offer *, in the selector's arena and the image's order. With `keep` units keep the targets of
 * their own commands where deployment lets them on the machine (image/kept_targets.h), so that it
 * need not have them. NULL and an error when what the image says about itself, or the data file
 * about features, is malformed. */
GPtrArray *offers_of_image(const Selector *selector, const Container *container, gboolean keep,
                           GError **error);
/* Which of the offers to deploy on the machine: its name, in the arena of `selector`. NULL and an
 * error that names for each configuration the first fact that rules it out. */
const char *select_configuration(const Selector *selector, const GPtrArray *offers, GError **error);

#define SELECT_ERROR select_error_quark()
GQuark select_error_quark(void);
typedef enum { SELECT_ERROR_NOTHING } SelectError;
