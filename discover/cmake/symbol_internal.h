/* What the files of the symbols share; nobody else includes it. */
#pragma once

#include "discover/cmake/symbol.h"

/* Whether two conditions can both hold, names taken for what they stand for: the last answers. A
 * block asks the same of its path at each command. (0, 0) is never asked. */
typedef struct {
    guint32 a, b;
    gboolean meet;
} Meeting;

#define MEETINGS 8192u

/* Places of symbols_memory(). */
#define MEMORIES 4096u

struct Symbols {
    Arena *arena;
    Guards *guards;
    GPtrArray *symbols; /* Symbol *; the index is the id */
    GHashTable *by_key; /* "kind\1name" -> Symbol * */
    GPtrArray *holes;   /* const char *; by id, NULL: not asked for yet, as all behind the last */
    GPtrArray *atoms;   /* Atom *; by decision variable, NULL for those nobody claimed */
    GHashTable *relations;  /* "id\1relation\1value" -> variable + 1 */
    GHashTable *conditions; /* "guard/given" -> const Condition * */
    gboolean closed;        /* conditions on symbols are false */
    Span place;
    const char *place_name; /* of the checks there; NULL until some condition is named there */
    Meeting *meetings;      /* by a hash of the two */
    gpointer *memory;       /* by a hash; NULL: nothing asked yet */
    GDestroyNotify memory_forget;
    GHashTable *names; /* guard node -> Symbol * that names it */
    /* guint32: the edges that names stand for, by decision variable; 0 for none. Searches ask at
     * each step, and would fetch the atom and the symbol. */
    GArray *definitions;
    GArray *options; /* guard node -> node: what symbols_options_of() has found */
    guint nested;    /* names within names that are looked into */
    guint lost_lists;
};

/* The same as symbols_atom(), which searches call for each node. */
static inline const Atom *symbol_atom(const Symbols *self, guint variable)
{
    static const Atom lost = {.symbol = SYMBOL_NONE, .kind = ATOM_LOST};
    const Atom *atom = variable < self->atoms->len ? self->atoms->pdata[variable] : NULL;
    return atom != NULL ? atom : &lost;
}

/* The symbol that a decision variable is about; NULL for none. */
static inline Symbol *symbol_of_variable(const Symbols *self, guint variable)
{
    SymbolId id = symbol_atom(self, variable)->symbol;
    return id != SYMBOL_NONE ? self->symbols->pdata[id] : NULL;
}

/* A new decision variable of that meaning. */
guint symbol_new_atom(Symbols *self, Atom atom);
/* A new symbol, which `key` finds; NULL for one that is found in another way. */
Symbol *symbol_make(Symbols *self, const char *key, ConditionSubject kind, const char *name);
/* Frees all that is in the memory (symbols_memory). */
void symbols_forget_memory(Symbols *self);
/* What a condition says of options alone, whatever checks find, names looked into. */
Guard symbol_forget_checks(Symbols *self, Guard guard);
/* A symbol compared with a value; relation NULL: the symbol itself. */
const Condition *symbol_condition(Symbols *self, const Symbol *symbol, const char *relation,
                                  const char *value);
/* The settings of options without which a condition cannot hold, as far as `given` does not say
 * them; names are looked into. TRUE when there are none. */
const Condition *symbol_needed_settings(Symbols *self, Guard guard, Guard given);
/* What the condition says where options have the values that the build compares them with. What
 * texts worked out of options may be for other spellings ("sycl" for "SYCL") is left out, and these
 * texts (const Symbol *) are added to `spellings`, each once. */
Guard symbol_as_listed(Symbols *self, Guard guard, GPtrArray *spellings);
