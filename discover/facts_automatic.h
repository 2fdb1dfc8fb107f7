/* Which texts are switches with a third state: set(WITH_X auto CACHE STRING ...), which the build
 * compares with "auto", and otherwise asks whether it is true.
 *
 * All effects and constraints are looked through once, so that asking for each option stays cheap
 * however many there are. */
#pragma once

#include "discover/facts.h"

typedef struct AutomaticSwitches AutomaticSwitches;

/* `facts` must outlive the result, its effects and constraints unchanged. */
AutomaticSwitches *automatic_switches_new(const Facts *facts);
void automatic_switches_free(AutomaticSwitches *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AutomaticSwitches, automatic_switches_free)

/* Whether `word`, the only one that the option is compared with, and its default, leaves the choice
 * to the build, while the option is a truth elsewhere and nothing is made of its text. */
gboolean automatic_switches_has(const AutomaticSwitches *self, const Option *option,
                                const char *word);
