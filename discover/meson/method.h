/* The methods of Meson's objects, in a table for each kind of them. */
#pragma once

#include "discover/meson/reading.h"

typedef const MesonValue *(*MesonMethod)(MesonReading *self, const MesonValue *object,
                                         const MesonNode *call);

typedef struct {
    const char *name;
    MesonMethod call;
} MesonMethodRow;

typedef struct {
    const MesonMethodRow *rows; /* static */
    gsize count;
} MesonMethods;

#define MESON_METHODS(rows) ((MesonMethods){rows, G_N_ELEMENTS(rows)})

/* ---- meson_method.c -------------------------------------------------------------------------- */

/* "has_header hwloc.h": equal questions of one compiler have one answer; any other question is one
 * of its own. */
const MesonValue *meson_unknown_answer(MesonReading *self, const MesonValue *object,
                                       const MesonNode *call);
/* A method that changes nothing of what is read here. */
const MesonValue *meson_same_object(MesonReading *self, const MesonValue *object,
                                    const MesonNode *call);

/* ---- meson_method_KIND.c --------------------------------------------------------------------- */

MesonMethods meson_text_methods(void);
/* Of lists and dictionaries. */
MesonMethods meson_list_methods(void);
MesonMethods meson_truth_methods(void);
MesonMethods meson_feature_methods(void);
MesonMethods meson_thing_methods(MesonThing thing);
