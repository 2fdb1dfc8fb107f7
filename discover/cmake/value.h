/* What a variable may hold: texts, each under its condition.
 *
 * The conditions of a value exclude each other and together cover everything, so that a value with
 * one alternative is definite. A NULL text means "not defined". A list that only conditions append
 * to is one text of optional pieces; where none has made it, which `unset` says, it is not defined
 * either. Values are immutable and counted; texts are GRefStrings, shared between values. A value
 * never has more than VALUE_ALTERNATIVES_MAX alternatives: the last ones are then joined into one
 * unknown text that remembers where it came from. */
#pragma once

#include "discover/cmake/symbol.h"

#define VALUE_ALTERNATIVES_MAX 32u

typedef struct {
    char *text; /* GRefString; NULL: not defined */
    Guard when;
} Alternative;

typedef struct {
    guint references;
    guint count;
    guint likely; /* alternative that was picked last: a place to look at first, no part of it */
    Guard unset;  /* not defined there, although a text says what would be there: nothing */
    Alternative alternatives[];
} Value;

/* A definite value; NULL for "not defined". */
Value *value_of_text(const char *text);
/* A further reference; both take NULL for nothing. */
Value *value_ref(Value *self);
void value_unref(Value *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Value, value_unref)

/* Whether both say the same texts under the same conditions, in the same order; NULL is only the
 * same as NULL. */
gboolean value_same(const Value *a, const Value *b);

/* The text of a value that has only one; NULL otherwise or when it is not defined. */
static inline const char *value_text(const Value *self)
{
    return self != NULL && self->count == 1 ? self->alternatives[0].text : NULL;
}

/* Collects alternatives. Conditions that are false are skipped and equal texts join. What values
 * say with `unset` is for the caller to pass on. */
typedef struct ValueBuilder ValueBuilder;
ValueBuilder *value_builder_new(Symbols *symbols, Guards *guards);
void value_builder_add(ValueBuilder *self, const char *text, Guard when);
/* All alternatives of `value` as far as `when` holds. */
void value_builder_add_value(ValueBuilder *self, const Value *value, Guard when);
/* Frees the builder. The conditions added must cover everything between them. */
Value *value_builder_end(ValueBuilder *self);

/* Marks the conditions (guards_collect); NULL has none. */
void value_mark(const Value *self, Guards *guards);
void value_builder_mark(const ValueBuilder *self, Guards *guards);

/* `added` where `when` holds, `old` elsewhere. `old` may be NULL: not defined. */
Value *value_update(Symbols *symbols, Guards *guards, Value *old, Guard when, Value *added);

/* The same for a value that came from `old` by adding to its ends: what was added becomes optional
 * pieces of the old texts. NULL when that can't be told from the two; `old` may be NULL. */
Value *value_grow(Symbols *symbols, Guards *guards, const Value *old, Guard when,
                  const Value *added);

/* Under which condition the text is there and true in the sense of if(NAME), false, defined. */
Guard value_truth(Symbols *symbols, Guards *guards, const Value *self);
Guard value_defined(Guards *guards, const Value *self);

/* Under which condition if() takes this text (of a variable) for true. */
Guard text_truth(Symbols *symbols, Guards *guards, const char *text);
/* Under which condition two texts are equal; holes on either side are compared as far as can be
 * told. */
Guard text_equals(Symbols *symbols, const char *a, const char *b);
/* A relation that can't be decided because of a hole: `relation` names it. */
Guard text_relation(Symbols *symbols, const char *a, const char *relation, const char *b);
