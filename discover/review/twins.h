/* Points of different build systems that may ask for the same decision. Those that certainly do are
 * one point already, with the others' flags as alternatives (discover/specify_join.c); of these a
 * person has to judge. */
#pragma once

#include "core/specification.h"

typedef struct {
    guint first; /* indices of points */
    guint second;
} PointTwins;

/* A shorter name that is part of a longer one says nothing. */
#define TWIN_NAME_BYTES_MIN 4u

/* Points of the same category whose names, without the project's and without words like "enable",
 * are the same, or one part of the other. In the points' order; elements are PointTwins. Freed with
 * g_array_unref. */
GArray *point_twins(const Specification *self);
