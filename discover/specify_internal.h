/* The parts of specify(), and what they share. */
#pragma once

#include "discover/specify.h"

typedef struct {
    Arena *arena;
    const Facts *facts;
    Specification *specification;
    const BuildSystem *main_build; /* the first of the specification; NULL when there is none */
    GHashTable *plain_defaults; /* const Option * -> its default when all is left alone, or NULL */
    GHashTable *points;         /* option name -> Point *; of the first that has the name */
} Specifier;

/* specify.c: one line for people, without control characters, cut at SPECIFY_TEXT_MAX; NULL for
 * NULL or nothing but blanks. */
const char *specify_text(Arena *arena, const char *text);

/* specify_option.c: what the option's own definitions say. */
PointKind specify_kind(const Option *option, const Decision *decision);
/* What sets the option to a value; a NULL value gives what comes before a value. */
const char *specify_flag(Arena *arena, const Option *option, PointKind kind, const char *value);
/* Whether a text means "on"; whether it is anything but empty or "off". */
gboolean specify_is_on(const char *text);
gboolean specify_is_set(const char *text);
void specify_defaults(Specifier *self, Point *point, const Option *option);
/* condition_any in fewer words: "A and X or A and not X" is A. */
const Condition *specify_any(Arena *arena, const Condition *const *conditions, guint count);
/* Under which the option exists at all. */
const Condition *specify_existence(Arena *arena, const Option *option);

/* specify_needs.c: dependencies. `option_needs` is called for each point, the other once. */
void specify_option_needs(Specifier *self, Point *point, const Option *option);
void specify_refusals(Specifier *self);
/* The value of that name; NULL when the point lists no such value. */
PointValue *specify_find_value(const Point *point, const char *value);
