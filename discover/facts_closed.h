/* Which options take no values but those that a project compares them with: it refuses all others.
 *
 * All constraints and switches are looked through once, so that asking for each option stays
 * cheap however many there are. */
#pragma once

#include "discover/facts.h"

/* A refusal of more parts than this, and an option's refusals beyond this many, are not looked
 * through: the option then is taken to be open. */
#define CLOSED_PARTS_MAX 256u
#define CLOSED_REFUSALS_MAX 64u
/* Only names and values up to this length are compared piece by piece. */
#define CLOSED_NAME_MAX 256u

typedef struct ClosedValues ClosedValues;

/* `facts` must outlive the result, its constraints and options unchanged but for their values. */
ClosedValues *closed_values_new(const Facts *facts);
void closed_values_free(ClosedValues *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ClosedValues, closed_values_free)

/* if(NAME STREQUAL a) ... elseif(NAME STREQUAL b) ... else() message(FATAL_ERROR ...): whether the
 * values that the option is compared with are all that there are. Not where most of them repeat
 * what switches turn on one by one: a default among the kernels that are built is no list of them.
 */
gboolean closed_values_are_all(const ClosedValues *self, const Option *option);
/* if(NOT NAME IN_LIST menu) message(FATAL_ERROR ...): whether the project refuses this text, which
 * is no off, whatever else is given: all but some values of the option are. */
gboolean closed_values_refuse(const ClosedValues *self, const Option *option, const char *text);
