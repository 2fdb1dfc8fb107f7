/* What hangs on which option, and with which of its values. */
#pragma once

#include "discover/make/reading.h"

/* Facts while they are made. */
typedef struct {
    MakeReading *reading;
    GHashTable *options;     /* name -> Option * */
    GHashTable *guard_links; /* guard node -> what hangs on it; filled by link.c */
} MakeBuild;

/* Adds the effect to the facts, and links to the options that decide it or whose value it is part
 * of. One that can never happen is left out. */
void make_link_effect(MakeBuild *build, const MakeEffect *record);
