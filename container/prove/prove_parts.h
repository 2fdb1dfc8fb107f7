/* What prove.c, which shows units equal by what they read, shares with prove_tokens.c, which
 * compares the tokens of those that are left. */
#pragma once

#include "container/prove/evidence.h"

typedef struct {
    const ProveRequest *request;
    Proof *proof;
    Evidence *evidence;
    GPtrArray *closures; /* owned GPtrArray of neutral paths */
    GPtrArray *keys;     /* owned UnitKey */
    GHashTable *leaders; /* what must be equal -> GPtrArray of UnitKey, each scanned itself */
    GPtrArray *key_of;   /* UnitKey of each unit, NULL where there is none */
    GMutex lock;
    GError *error;
} Proving;

void prove_report(const Proving *self, const char *what, guint done, guint total);
/* The options that must be equal, with what is in the files that they name. Safe for several
 * threads. */
void prove_append_options(GString *text, Proving *self, const UnitProof *proof);
/* Gives units whose tokens are the same one key. Errors are left in `self`. */
void prove_compare_tokens(Proving *self);
