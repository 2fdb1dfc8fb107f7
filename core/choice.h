/* Whether a choice of option values is one that a specification allows.
 *
 * What is not chosen has its default where that is known without conditions, and is unknown
 * otherwise, as are packages, probes and platforms, except for the generator. Unknown never
 * refuses: only what is certain to be impossible is called so. */
#pragma once

#include "core/specification.h"

/* One option and its value in a configuration. */
typedef struct {
    const char *option;
    const char *value;
} Setting;

typedef enum { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN } Truth;

typedef struct {
    const Specification *specification;
    const GPtrArray *settings; /* Setting * */
    const char *generator;     /* what CMake is told to write files for: "Ninja"; NULL: unknown */
} Choice;

/* Whether a value switches an option on, as CMake reads constants: 1, ON, YES, TRUE, Y and other
 * numbers do; 0, OFF, NO, FALSE, N, IGNORE, NOTFOUND, *-NOTFOUND and nothing do not. Any other text
 * is taken for "on", too: a choice that names something. */
gboolean value_is_on(const char *value);

/* Whether it is one of the words for on and off, which are values of a switch. */
gboolean value_is_switch(const char *value);
/* Whether two values are one: the same text, or two words for on, or for off. */
gboolean values_are_same(const char *a, const char *b);

/* Whether a value of an option brings what the option is about. */
Truth value_brings(const char *value, Polarity polarity);

/* NULL when no point has that id or that option. Two points may share an option's name (in several
 * build systems); then only the id names one, and this returns NULL with `ambiguous` set. */
const Point *specification_point(const Specification *self, const char *name, gboolean *ambiguous);

/* What a message says behind a name that no point has: which one it may mean, and which there are,
 * "; did you mean A? it has A, B and 3 more". The caller frees it. */
char *specification_other_points(const Specification *self, const char *name);

Truth choice_condition(const Choice *self, const Condition *condition);
/* Why the choice is impossible: `const char *` in the arena, in the specification's order; empty
 * when nothing speaks against it. */
GPtrArray *choice_objections(const Choice *self, Arena *arena);
