/* What option.c and option_given.c share. */
#pragma once

#include "discover/cmake/option.h"

/* What a place says of an option that it declares. */
typedef struct {
    OptionType type;
    const char *value; /* its default */
    const char *help;  /* NULL for none */
    gboolean force;    /* it overwrites what is there */
    gboolean counts;   /* the default may hold: no other declaration always comes first */
    gboolean result;   /* what it overwrites has been read by nobody */
} OptionDeclaration;

/* Records it for the place of the project that asks for the option under `path`; NULL when only a
 * stub does. */
OptionRecord *option_record_definition(Evaluator *self, const char *name,
                                       const OptionDeclaration *declaration);
/* Records that the command under way gives the option, which nothing declares, that value under
 * `when`: nobody has given one there. Nothing happens in a stub. */
void option_record_fallback(Evaluator *self, OptionRecord *option, const char *value, Guard when);
