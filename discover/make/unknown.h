/* What a makefile leaves open: variables that a person gives, results of commands, the platform.
 *
 * In a text an unknown is a *hole*: the byte 0xFF, its number, the byte 0xFE (never part of UTF-8).
 * A condition on an unknown is made of decision variables (discover/cmake/guard.h): one for "it is
 * given and not empty", and one for each value that it is compared with. The values are encoded as
 * a chain, so that two of them exclude each other without further rules:
 *     X = v1  is  given and b1,    X = v2  is  given and not b1 and b2,    and so on. */
#pragma once

#include "core/condition.h"
#include "discover/cmake/guard.h"

#define UNKNOWN_HOLE_BEGIN '\xFF'
#define UNKNOWN_HOLE_END '\xFE'
/* Further values of one unknown are told apart from the known ones, but not from each other. */
#define UNKNOWN_VALUES_MAX 400u

typedef struct {
    const char *text;
    guint variable;
} UnknownValue;

typedef struct {
    guint id;
    ConditionSubject kind;
    const char *name;
    guint given;        /* decision variable; G_MAXUINT before it is asked for */
    GArray *values;     /* UnknownValue, in order of first mention */
    gboolean is_switch; /* people think of it as on or off */
    /* A value computed from others stands for them: the unknowns in the text that it came from. */
    const guint *origins; /* ids, ended by G_MAXUINT; NULL for one of its own */
} Unknown;

typedef struct Unknowns Unknowns;

/* `arena` and `guards` must outlive it. */
Unknowns *unknowns_new(Arena *arena, Guards *guards);
void unknowns_free(Unknowns *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Unknowns, unknowns_free)

/* The one of that kind and name, made at the first call. */
Unknown *unknowns_get(Unknowns *self, ConditionSubject kind, const char *name);
/* What `operation` makes of a text with holes; equal operations on equal texts are one unknown. */
Unknown *unknowns_derive(Unknowns *self, const char *operation, const char *text);
Unknown *unknowns_at(const Unknowns *self, guint id);
/* The text that is this hole; belongs to the arena. */
const char *unknowns_hole(Unknowns *self, const Unknown *unknown);

/* Whether a text is one of the words for "on"; whether it is one for "off", or empty. Matching
 * quotes around it do not count. */
gboolean unknown_is_on(const char *text);
gboolean unknown_is_off(const char *text);
/* Whether it is one for that nothing has been given, "not-set", which is off as well. */
gboolean unknown_is_placeholder(const char *text);

gboolean unknown_text_has_hole(const char *text);
/* The unknown of a text that is one hole and nothing else; NULL otherwise. */
Unknown *unknowns_of_text(const Unknowns *self, const char *text);
/* Calls `visit` for each hole of a text, in order, repeats included. */
void unknowns_in_text(const Unknowns *self, const char *text,
                      void (*visit)(Unknown *unknown, gpointer data), gpointer data);
/* A text for people: holes are written as ${NAME}. In the arena. */
const char *unknowns_readable(Unknowns *self, const char *text);

/* That it is given, and not empty. */
Guard unknown_given(Unknowns *self, Unknown *unknown);
/* That it is this text; "" means "not given". */
Guard unknown_equals(Unknowns *self, Unknown *unknown, const char *text);
/* Whether two texts, with or without holes, are equal; what cannot be told is a condition of its
 * own. */
Guard unknowns_equal_texts(Unknowns *self, const char *a, const char *b);
/* Whether the text is empty. */
Guard unknowns_empty_text(Unknowns *self, const char *text);
/* Any other relation, as an atom: "X matches gcc". */
Guard unknown_relation(Unknowns *self, Unknown *unknown, const char *relation, const char *text);

/* The decision variables' values when the unknown has this value ("" for not given); appended as
 * GuardLiteral. */
void unknown_literals(const Unknown *unknown, const char *value, GArray *literals);
/* Adds the options that a decision variable is about, itself or what it was computed from:
 * `options` has them by name. None is added twice. */
void unknowns_add_options(const Unknowns *self, guint variable, GHashTable *options,
                          GPtrArray *found);

/* The condition as people write it, given that `given` holds; what takes more products than
 * UNKNOWN_PRODUCTS_MAX becomes an UNKNOWN atom that says so. */
#define UNKNOWN_PRODUCTS_MAX 12u
const Condition *unknowns_condition(Unknowns *self, Guard guard, Guard given);
