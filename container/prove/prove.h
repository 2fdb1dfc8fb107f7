/* Stage c: which units are equal. Two units become one class only when it is shown that clang gets
 * the same tokens under the same options; docs/decisions/0010-proof.md gives the argument.
 *
 * The cheap proof is a key of everything that preprocessing depends on: the options but for macros
 * and CPU target, the places of headers, the files that are read with their contents, and the
 * initial definitions of those macros that these files mention. A unit whose command differs from
 * another's in macros and target only takes over the other's closure when its key comes out the
 * same; else it is scanned itself. Where keys differ only by what may be harmless, the tokens of
 * the real commands are compared. */
#pragma once

#include "container/prove/closure.h"

/* Why a unit is in its class. */
/* clang-format off */
#define PROOF_LEVELS(X)                                                                  \
    X(ALONE,   "alone")    /* nothing was shown: the class has this unit's key only */   \
    X(CLOSURE, "closure")  /* the same files and macros */                               \
    X(TOKENS,  "tokens")   /* the same tokens */                                         \
    X(FAILED,  "failed")   /* the compiler refuses the command */
/* clang-format on */

typedef enum {
#define X(id, text) PROOF_##id,
    PROOF_LEVELS(X)
#undef X
} ProofLevel;

const char *proof_level_text(ProofLevel level);

typedef struct {
    const Unit *unit;
    const char *build; /* on the host */
    const Frontend *frontend;
    ProofLevel level;
    char *key;         /* of the class: 64 hexadecimal digits; NULL when the unit failed */
    gboolean unpinned; /* the key does not tell all that is read: what was compiled before is no
                          evidence */
    char *target;      /* the target's attributes, as LLVM prints them */
    char *reads;       /* digest of the paths in its closure; NULL: it has none */
    char *apart;   /* what keeps it apart from the first unit of the same source; NULL: nothing */
    char *failure; /* the compiler's words; NULL: none */
} UnitProof;

typedef struct {
    const Compilers *compilers;
    const Sandbox *sandbox;
    const char *scratch;
    const char *tool; /* what makes the bitcode: its version is part of every key */
    guint jobs;
    gboolean thorough; /* compare the tokens of all units whose keys differ */
    /* NULL for silence; from any thread, but one call at a time. */
    void (*progress)(const char *what, guint done, guint total, gpointer data);
    gpointer data;
} ProveRequest;

typedef struct {
    guint scanned;      /* units whose closure was found by the scanner */
    guint taken_over;   /* units that took over another's */
    guint preprocessed; /* units whose tokens were made */
    guint files;        /* distinct files read */
    guint macros;       /* macros whose initial definition differs somewhere */
    guint pasteable;    /* of them, those that pasting could make */
} ProveCounts;

typedef struct {
    GPtrArray *proofs; /* UnitProof *, in the order of the units */
    Frontends *frontends;
    ProveCounts counts;
} Proof;

/* `units` become bitcode, and `builds` has the build tree of each. NULL and an error when a tool
 * cannot be run. */
Proof *prove(const ProveRequest *request, const GPtrArray *units, const GPtrArray *builds,
             GError **error);
void proof_free(Proof *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Proof, proof_free)
