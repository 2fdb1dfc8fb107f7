/* What select and deploy need before they can choose. */
#pragma once

#include "container/program/subcommands.h"
#include "container/select/select.h"

typedef struct {
    const char *system; /* system.yaml; NULL: this machine is looked at */
    const char *prefer; /* preferences; NULL: none */
} SelectorOptions;

/* Fills all but the arena, which is the caller's. */
gboolean selector_open(Selector *self, const SelectorOptions *options, const Console *console,
                       GError **error);
/* Tells on the error stream which of the preferences meet none of the settings (Setting *), all
 * that there are to choose from. */
void selector_warn(const Selector *self, const GPtrArray *settings, const Console *console);
