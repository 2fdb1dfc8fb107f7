/* The parts of specify(), and what they share. */
#pragma once

#include "discover/specify.h"

typedef struct {
    Arena *arena;
    const Facts *facts;
    Specification *specification;
    const BuildSystem *main_build; /* the first of the specification; NULL when there is none */
    GHashTable *plain_defaults; /* const Option * -> its default when all is left alone, or NULL */
    GHashTable *plain;          /* const Condition * -> what specify_plain makes of it */
    GHashTable
        *leaders; /* const Decision * -> the one of another build system that it is joined to */
    GHashTable *points;  /* option name -> Point *; of the first that has the name */
    GHashTable *beside;  /* names of options about what is built beside the code, such as tests */
    GHashTable *cut;     /* const Effect * of commands that were not followed for all that they are
                            given: specify_note_cut() */
    guint evidence_most; /* places that the point at hand may have */
} Specifier;

/* specify_text.c: one line for people, without control characters, cut at SPECIFY_TEXT_MAX; NULL
 * for NULL or nothing but blanks. */
const char *specify_text(Arena *arena, const char *text);

/* The text where it begins as versions do ("2.1", "v2.1"); NULL for all else: words that a file
 * replaces, and what is left of what could not be worked out. */
const char *specify_version(const char *text);

/* specify_evidence.c: adds at most `most` places more than the point has. */
void specify_add_evidence(Specifier *self, Point *point, const Option *option, guint most);
/* Where each value comes from, unless all come from one place or the evidence tells. */
void specify_place_values(const Point *point, const Decision *decision);

/* specify_option.c: what the option's own definitions say. */
/* What sets the option to a value; a NULL value gives what comes before a value. */
const char *specify_flag(Arena *arena, const Option *option, PointKind kind, const char *value);
/* What switches it off. */
const char *specify_flag_off(Arena *arena, const Option *option);
/* Whether a text is anything but empty or "off". */
gboolean specify_is_set(const char *text);
/* Where a text begins to be what the reader writes for something that it could not work out; NULL
 * when it can be read to its end. */
const char *specify_unreadable(const char *text);
/* condition_any in fewer words: "A and X or A and not X" is A. */
const Condition *specify_any(Arena *arena, const Condition *const *conditions, guint count);
/* Under which that declaration of the option is reached where nobody gives the option, if all of
 * its declarations ask for that and nothing else of it. */
const Condition *specify_declared_where(Specifier *self, const Option *option,
                                        const Definition *definition);
/* Under which the option exists at all. */
const Condition *specify_existence(Specifier *self, const Option *option);

/* specify_default.c: the values that it has when nobody sets it, under which conditions. */
void specify_defaults(Specifier *self, Point *point, const Option *option);
/* The value that the option has when nobody sets anything and nothing special is found; NULL where
 * that is not known. */
const char *specify_plain_default(Specifier *self, const Option *option);

/* specify_plain.c: the same condition as somebody who configures would put it: an option has one of
 * its listed values, and ways that nobody could work out are left out while there are others. */
const Condition *specify_plain(Specifier *self, const Condition *condition);
/* Only those ways for a condition to hold in which nothing is unknown or vague; false when there is
 * none. */
const Condition *specify_known(Specifier *self, const Condition *condition);
/* Whether some atom could not be worked out, or stands for checks without a name, which tells
 * nobody what to do. */
gboolean specify_is_vague(const Condition *condition);
/* Both together, with each way of the one and each of the other put plainly. */
const Condition *specify_both(Specifier *self, const Condition *a, const Condition *b);
/* What a condition says beyond what all ways of `given` have in common. */
const Condition *specify_given(Specifier *self, const Condition *condition, const Condition *given);

/* specify_needs.c: notes the effects at places where the ledger says that a command has more
 * combinations of its arguments' values than are followed. */
void specify_note_cut(Specifier *self);
/* Dependencies that an option's own facts tell. */
void specify_option_needs(Specifier *self, Point *point, const Option *option);
/* Whether an atom says that an option is on or has a value, in words that a requirement can have.
 */
gboolean specify_is_setting(const Condition *atom);
/* A condition in the shortest words: an option's setting, a package, or itself. */
Requirement specify_requirement(Specifier *self, const Condition *condition, Span at);
/* Adds a copy unless it is there already. */
void specify_add_requirement(Specifier *self, GPtrArray *list, const Requirement *requirement);
/* Demands that something holds; "not A=x" is a conflict with A=x. */
void specify_demand(Specifier *self, GPtrArray *requires, GPtrArray *conflicts,
                    const Condition *condition, Span at);

/* In this order, so that "and" is the least of several and "or" the greatest. */
typedef enum { VERDICT_FALSE, VERDICT_UNKNOWN, VERDICT_TRUE } Verdict;
typedef Verdict (*AtomVerdict)(const Condition *atom, gconstpointer data);
/* specify_verdict.c: whether the condition holds, by what is said of its atoms. Not known of one
 * that is too long to be written out. */
Verdict specify_verdict(const Condition *condition, AtomVerdict atom_verdict, gconstpointer data);

/* specify_certain.c: whether the condition holds once the option has the value and what that
 * requires (Requirement) is set, with all other options left alone, on the usual platform, whatever
 * else is found out. FALSE where that cannot be told. */
gboolean specify_is_certain(const Specifier *self, const Condition *when, const char *option,
                            const char *value, const GPtrArray *requires);

/* Whether the atom about the platform holds on the usual one; not known of facts that have no usual
 * value. */
Verdict specify_usual_platform(const Specifier *self, const Condition *atom);

/* specify_join.c: which decisions mean the same as one of an earlier build system: Decision * ->
 * Decision *. The caller unrefs the table. */
GHashTable *specify_join(const Specifier *self, const GPtrArray *decisions);
/* Whether what one of the options brings when it is on comes with the other when that is off. */
gboolean specify_is_opposite(const Option *a, const Option *b);

/* specify_refusals.c: dependencies and groups that refused configurations tell; called once, last.
 */
void specify_refusals(Specifier *self);
/* specify_context.c: conditions among what the point needs and excludes, less what holds anyway
 * where it is on; called for each point, after all of them are known. */
void specify_in_context(Specifier *self, Point *point);
/* specify_simplest.c: fewer words for all conditions; called once, after everything else. */
void specify_simplest(Specifier *self);
