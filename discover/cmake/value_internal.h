/* What the files behind value.h share. */
#pragma once

#include "discover/cmake/value.h"

struct ValueBuilder {
    Symbols *symbols;
    Guards *guards;
    GArray *alternatives; /* Alternative */
    gboolean approximate; /* some condition was simplified: they may overlap or leave gaps */
};

static inline gboolean same_text(const char *a, const char *b)
{
    return a == b || g_strcmp0(a, b) == 0;
}

/* Adds a text of which the builder gets a reference of its own. */
void value_builder_add_ref(ValueBuilder *self, char *text, Guard when);
/* The same for a text that it does not have yet. */
void value_builder_append(ValueBuilder *self, char *text, Guard when);
/* Joins texts that only what checks find tells apart, but for the first few. */
void value_builder_limit_checked(ValueBuilder *self);
/* Makes the conditions exclude each other and cover everything, where some were simplified. */
void value_builder_partition(ValueBuilder *self);
/* Joins lists that are one of them without some of its elements: they become one text with pieces
 * that may be left out. FALSE when they are no such lists. */
gboolean value_builder_shrink(ValueBuilder *self);
