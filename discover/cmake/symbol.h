/* What is not known while a build description is read, and the conditions that can be put on it.
 *
 * A symbol stands for one unknown: an option that a person will set, a check's result, the
 * platform, a text computed from another unknown. In a value's text a symbol is a *hole*: the byte
 * 0xFF, its number, the byte 0xFE (discover/cmake/pure.h).
 *
 * Conditions on a symbol are decision-diagram variables: its truth (what `if(X)` sees), and one for
 * each value that it is compared with. Values are encoded as a chain, so that two different values
 * exclude each other without further rules: with truth t and values v1, v2, ... of one truth, X =
 * v1  is  t and b1,      X = v2  is  t and not b1 and b2,      and so on. */
#pragma once

#include "core/condition.h"
#include "core/span.h"
#include "discover/cmake/guard.h"

typedef guint32 SymbolId;
#define SYMBOL_NONE G_MAXUINT32

typedef struct {
    const char *value;
    guint variable;
    gboolean truth; /* of the value; chains of true and false values are separate */
} SymbolValue;

typedef struct {
    SymbolId id;
    ConditionSubject kind;
    const char *name;        /* option, package, checked variable, or words for a derived text */
    gboolean boolean;        /* its only values are ON and OFF */
    gboolean given;          /* an option that nobody declares: counts as little as a check does */
    guint truth;             /* decision variable */
    GArray *values;          /* SymbolValue, in order of first mention */
    GArray *elements;        /* the same: what it was asked to be a list with */
    const SymbolId *origins; /* the symbols that this one is computed from; ended by SYMBOL_NONE */
    gboolean collected;      /* while a text is looked through: it has been mentioned */
    const char *operation;   /* what computed it from them; NULL for a symbol of its own */
    const char *texts;       /* of one that is one of several texts: each with a \1 behind it */
    /* An optional piece of a list: `optional_text` when `optional_when` holds, else nothing. */
    const char *optional_text;
    Guard optional_when;
    /* A named condition: what it stands for. */
    gboolean named;
    gboolean kept; /* while a collection is under way: something mentions the name */
    Guard definition;
    guint32 about; /* what it is about (guard_about) */
    /* What options say where it holds, and where it does not, once somebody has asked. */
    gboolean options_known;
    Guard options_when, options_unless;
} Symbol;

/* Conditions that depend on many checks at once grow beyond all bounds while a project is read. A
 * large one is therefore given a name: a symbol that is true exactly when the condition holds, and
 * that stands for it from then on. Equal conditions get equal names. While reading, what is lost is
 * how the named condition relates to others, so that more configurations are thought possible,
 * never fewer; when conditions are written down, names are replaced by what they stand for, and
 * what turns out to be impossible is dropped. */

/* What a decision variable means. */
typedef struct {
    SymbolId symbol; /* SYMBOL_NONE: an operation on guards gave up */
    enum { ATOM_TRUTH, ATOM_VALUE, ATOM_RELATION, ATOM_LOST } kind;
    const char *relation; /* ATOM_RELATION: "matches", "<", ... */
    const char *value;    /* ATOM_VALUE, ATOM_RELATION */
} Atom;

typedef struct Symbols Symbols;

/* `arena` and `guards` must outlive it. */
Symbols *symbols_new(Arena *arena, Guards *guards);
void symbols_free(Symbols *self);
/* From now on nothing is left open: conditions on symbols are false. For following one
 * configuration. */
void symbols_close(Symbols *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Symbols, symbols_free)

/* Whether anything has asked for the symbol of that kind and name. */
gboolean symbols_has(Symbols *self, ConditionSubject kind, const char *name);
/* The symbol of that kind and name, made at the first call. */
Symbol *symbols_get(Symbols *self, ConditionSubject kind, const char *name);
/* The one for `operation` on a text that has holes; equal operations on equal texts are one symbol.
 */
Symbol *symbols_derive(Symbols *self, const char *operation, const char *input);
/* One of several texts, each of which ends in a \1; which one is not known. */
Symbol *symbols_one_of(Symbols *self, const char *texts);
/* How many of these had lists among them, whose elements nobody tells apart any more. */
guint symbols_lost_lists(const Symbols *self);
/* A list piece that is there only under a condition. */
Symbol *symbols_optional(Symbols *self, const char *text, Guard when);
/* The one with that number, which must be one. Symbols live as long as the arena. */
Symbol *symbols_at(Symbols *self, SymbolId id);

/* Whether nothing is known of its values but that none may be given. */
gboolean symbol_is_plain(const Symbol *symbol);

/* The text that stands for a symbol: one hole. Belongs to the symbols. */
const char *symbol_hole(Symbols *self, const Symbol *symbol);
/* The symbol of a text that is exactly one hole, or NULL. */
Symbol *symbols_of_hole(Symbols *self, const char *text);
/* Reads the hole that begins at `*cursor` (a HOLE_BEGIN byte) and moves behind it. */
Symbol *symbols_read_hole(Symbols *self, const char **cursor);
/* Calls `visit` for each symbol in the text, in order, repeats included. */
void symbols_in_text(Symbols *self, const char *text, void (*visit)(Symbol *, void *), void *data);

/* Under which condition it is true, is that text, or stands in that relation to the text, as if()
 * has it. */
Guard symbol_truth(Symbols *self, Symbol *symbol);
Guard symbol_equals(Symbols *self, Symbol *symbol, const char *value);
Guard symbol_relation(Symbols *self, Symbol *symbol, const char *relation, const char *value);
/* The relation of a list to one of its elements. */
#define SYMBOL_CONTAINS "contains"

/* `guard`, or its name when it has more than `most` nodes (at most GUARD_SIZE_MAX). */
#define SYMBOLS_VALUE_NODES 40u /* conditions of values, of functions and targets */
#define SYMBOLS_PATH_NODES 12u  /* the condition under which a block is reached */
Guard symbols_simplify(Symbols *self, Guard guard, guint most);
/* Whether both can hold, with names taken for what they stand for. */
gboolean symbols_meet(Symbols *self, Guard a, Guard b);
/* The guard without names. FALSE when that is too much to work out: then `*expanded` is what it
 * says of options. */
gboolean symbols_expand(Symbols *self, Guard guard, Guard *expanded);
/* Marks what the symbols keep (guards_collect): optional pieces, and what those names stand for
 * that the guards marked so far mention, so it comes last. Forgets the other names, and what is
 * remembered of other conditions. */
void symbols_mark(Symbols *self);
/* A place in a memory of what was worked out with conditions, by the asker's own hash: NULL, or
 * what was put there last. Who puts something else there frees the old. `forget` frees what is
 * there when conditions are collected, and at the end. All askers have the same `forget`. */
gpointer *symbols_memory(Symbols *self, guint32 hash, GDestroyNotify forget);
/* Whether nothing but options of the project decides it; remembered per node. */
gboolean symbols_only_options(Symbols *self, Guard guard);
/* What the guard says of options, whatever checks find; that anything may be when that is too long
 * to tell. */
#define SYMBOLS_OPTIONS_NODES 40u
Guard symbols_options_of(Symbols *self, Guard guard);
/* The same when it says something of one option only; else that anything may be. */
Guard symbols_one_option_of(Symbols *self, Guard guard);
/* Where the evaluator is: names the checks' symbols. */
void symbols_set_place(Symbols *self, Span place);

/* What a decision variable means; never NULL. */
const Atom *symbols_atom(Symbols *self, guint variable);

/* Appends what it means for decision variables that `symbol` has that value, which may be a list:
 * GuardLiteral. */
void symbol_literals(const Symbol *symbol, const char *value, GArray *literals);
/* The guard once `symbol` has that value (a value that it was compared with, or ON/OFF). */
Guard symbol_assume(Symbols *self, Guard guard, const Symbol *symbol, const char *value);

/* A text for people: holes are written as ${NAME}. The caller frees it. */
char *symbols_readable(Symbols *self, const char *text);

/* The subject of a PROBE atom for a condition that is too long to tell (CONDITION_MANY): some of
 * the things that it hangs on. In the arena. */
const char *symbols_many(Symbols *self, Guard guard);

/* The condition that a guard stands for, as short as a sum of products makes it; one with more than
 * SYMBOLS_PRODUCTS_MAX products keeps what it says of options, and a PROBE atom stands for the
 * rest. Results are remembered. */
#define SYMBOLS_PRODUCTS_MAX 8u
const Condition *symbols_condition(Symbols *self, Guard guard);
/* The same for a reader who knows that `given` holds. */
const Condition *symbols_condition_given(Symbols *self, Guard guard, Guard given);
