/* What hangs on which option, and with which of its values. */
#pragma once

#include "discover/cmake/guard_link.h"
#include "discover/make/reading.h"

/* Facts while they are made. */
typedef struct {
    MakeReading *reading;
    GHashTable *options; /* name -> Option * */
    GuardLinks *links;
} MakeBuild;

/* What options, values and defaults are here; `data` is the MakeBuild. */
extern const GuardLinkMethods make_link_methods;

/* Adds the effect to the facts, and links to the options that decide it or whose value it is part
 * of. One that can never happen is left out. */
void make_link_effect(MakeBuild *build, const MakeEffect *record);
