/* Under which configuration something holds: a boolean expression over options and the environment.
 *
 * Every build system's reader makes these (the CMake evaluator from its decision diagrams, others
 * directly), and everything behind it (facts, specification, planner) reads them. Immutable; all
 * memory belongs to the arena that made them, and shared parts are shared. */
#pragma once

#include "core/arena.h"
#include <jansson.h>

typedef enum {
    CONDITION_TRUE,
    CONDITION_FALSE,
    CONDITION_ATOM,
    CONDITION_NOT, /* one operand */
    CONDITION_ALL, /* and: two or more operands */
    CONDITION_ANY, /* or: two or more operands */
} ConditionKind;

/* Who decides an atom. Only OPTION atoms can be chosen by whoever configures the project. */
/* clang-format off */
#define CONDITION_SUBJECTS(X)                                                       \
    X(OPTION,   "option")   /* a build option of the project */                     \
    X(PACKAGE,  "package")  /* whether a package was found, or its version */       \
    X(PROBE,    "probe")    /* a compiler or system check's result */               \
    X(PLATFORM, "platform") /* operating system, processor, compiler, build tool */ \
    X(UNKNOWN,  "unknown")  /* could not be worked out; see the ledger */
/* clang-format on */

typedef enum {
#define X(id, text) CONDITION_SUBJECT_##id,
    CONDITION_SUBJECTS(X)
#undef X
} ConditionSubject;

typedef struct Condition Condition;
struct Condition {
    ConditionKind kind;
    /* CONDITION_ATOM: `subject` alone means "is true"; with a value, "subject relation value". */
    ConditionSubject subject_kind;
    const char *subject;  /* an option's name, a package's name, a checked variable, ... */
    const char *relation; /* NULL, "=", "matches", "<", ">=", "exists", ... */
    const char *value;    /* NULL when relation is */
    /* CONDITION_NOT, CONDITION_ALL, CONDITION_ANY */
    const Condition *const *operands;
    guint operand_count;
    /* Filled by the functions below; conditions are made by nothing else. */
    guint hash;  /* equal conditions have equal hashes */
    guint depth; /* 0 for constants and atoms */
    guint atoms; /* as written out, repeated ones counted again; stays at G_MAXUINT once there */
};

/* A condition nested deeper than this becomes the UNKNOWN atom CONDITION_TOO_DEEP, and one that
 * would take more atoms than this to write down is written as the UNKNOWN atom CONDITION_TOO_LONG:
 * both claim less than the original, never something else. */
#define CONDITION_DEPTH_MAX 200u
#define CONDITION_WRITTEN_ATOMS_MAX 2000u
#define CONDITION_TOO_DEEP "condition nested too deeply"
#define CONDITION_TOO_LONG "condition too long to write down"
/* Checks that are too many to tell are one PROBE atom whose subject begins like this: "conditions
 * on A, B and 7 more". What options have a part in it stands beside the atom. */
#define CONDITION_MANY "conditions on "

/* The two constants, which belong to nobody; an atom, in the arena, as are its texts. */
const Condition *condition_true(void);
const Condition *condition_false(void);
const Condition *condition_atom(Arena *arena, ConditionSubject kind, const char *subject,
                                const char *relation, const char *value);
/* These simplify: constants fold, double negation goes, nested ALL/ANY are flattened, repeated
 * operands (by structure) are kept once, an atom and its negation decide the whole, order of
 * first mention is kept. */
const Condition *condition_not(Arena *arena, const Condition *operand);
const Condition *condition_all(Arena *arena, const Condition *const *operands, guint count);
const Condition *condition_any(Arena *arena, const Condition *const *operands, guint count);

/* By structure; the order of operands counts. */
gboolean condition_equal(const Condition *a, const Condition *b);
/* Whether an option of that name occurs in it. */
gboolean condition_mentions(const Condition *self, const char *option);
/* Whether an atom of one of these kinds occurs in it: CONDITION_ABOUT(UNKNOWN) | ... */
#define CONDITION_ABOUT(id) (1u << CONDITION_SUBJECT_##id)
gboolean condition_is_about(const Condition *self, guint kinds);
/* Calls `visit` once for each distinct atom, in order of first mention. */
void condition_each_atom(const Condition *self, void (*visit)(const Condition *, void *),
                         void *data);

/* The atoms, or negated atoms, without which a condition cannot hold; none for one that is too
 * large to look through. The caller frees the array. */
GPtrArray *condition_shared_literals(const Condition *self);

/* The notation used in specifications: `true`, `A`, `A=x`, `A<2`, `not A`, `A and B`, `A or B`,
 * with parentheses where needed ("and" binds tighter than "or"). Names or values with characters
 * outside [A-Za-z0-9_.+:/{}$-] are put in double quotes, with \" \\ \n \r \t inside; so are the
 * words of the notation itself. A relation that is a word stands between blanks: `A matches x`.
 * PACKAGE atoms are written `found(NAME)`, PROBE `check(NAME)`, PLATFORM `platform(NAME)`, UNKNOWN
 * `unknown(NAME)`. The caller frees it. */
char *condition_text(const Condition *self);
/* Reads that notation back; NULL and an error naming the column when it is malformed. */
const Condition *condition_parse(Arena *arena, const char *text, GError **error);
/* A new reference. {"all": [...]}, {"any": [...]}, {"not": ...}, {"option": "A", "=": "x"}, true
 */
json_t *condition_json(const Condition *self);

#define CONDITION_ERROR condition_error_quark()
GQuark condition_error_quark(void);
typedef enum { CONDITION_ERROR_SYNTAX } ConditionError;
