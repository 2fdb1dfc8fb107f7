#include "core/condition.h"

static const Condition constant_true = {
    .kind = CONDITION_TRUE,
    .hash = 1,
};
static const Condition constant_false = {
    .kind = CONDITION_FALSE,
    .hash = 2,
};

const Condition *condition_true(void)
{
    return &constant_true;
}

const Condition *condition_false(void)
{
    return &constant_false;
}

/* Order matters to the result, so that {A, not B} and {not A, B} differ. */
static guint hash_mix(guint hash, guint more)
{
    return (hash ^ more) * 16777619u + (hash >> 15);
}

static guint hash_text(const char *text)
{
    return text == NULL ? 7 : g_str_hash(text);
}

const Condition *condition_atom(Arena *arena, ConditionSubject kind, const char *subject,
                                const char *relation, const char *value)
{
    Condition *self = arena_new0(arena, Condition);
    self->kind = CONDITION_ATOM;
    self->subject_kind = kind;
    self->subject = arena_intern(arena, subject);
    self->relation = relation == NULL ? NULL : arena_intern(arena, relation);
    self->value = relation == NULL || value == NULL ? NULL : arena_intern(arena, value);
    self->hash = hash_mix(
        hash_mix(hash_mix(hash_mix(CONDITION_ATOM + 11u, (guint)kind), hash_text(self->subject)),
                 hash_text(self->relation)),
        hash_text(self->value));
    self->atoms = 1;
    return self;
}

static const Condition *compound_new(Arena *arena, ConditionKind kind,
                                     const Condition *const *operands, guint count)
{
    guint depth = 0;
    guint atoms = 0;
    guint hash = (guint)kind + 101u;
    for (guint i = 0; i < count; i++) {
        depth = MAX(depth, operands[i]->depth);
        if (!g_uint_checked_add(&atoms, atoms, operands[i]->atoms)) {
            atoms = G_MAXUINT;
        }
        hash = hash_mix(hash, operands[i]->hash);
    }
    /* Everything that walks a condition recurses, so its depth has to have a bound. */
    if (depth >= CONDITION_DEPTH_MAX) {
        return condition_atom(arena, CONDITION_SUBJECT_UNKNOWN, CONDITION_TOO_DEEP, NULL, NULL);
    }
    const Condition **copy = arena_alloc(arena, count * sizeof(*copy));
    for (guint i = 0; i < count; i++) {
        copy[i] = operands[i];
    }
    Condition *self = arena_new0(arena, Condition);
    self->kind = kind;
    self->operands = copy;
    self->operand_count = count;
    self->hash = hash;
    self->depth = depth + 1;
    self->atoms = atoms;
    return self;
}

const Condition *condition_not(Arena *arena, const Condition *operand)
{
    switch (operand->kind) {
    case CONDITION_TRUE:
        return &constant_false;
    case CONDITION_FALSE:
        return &constant_true;
    case CONDITION_NOT:
        return operand->operands[0];
    case CONDITION_ATOM:
    case CONDITION_ALL:
    case CONDITION_ANY:
        break;
    }
    return compound_new(arena, CONDITION_NOT, &operand, 1);
}

/* Two pairs of nodes that were already found equal: conditions share parts, and without this memory
 * the comparison of two large ones could take exponential time. */
typedef struct {
    const Condition *a;
    const Condition *b;
} EqualPair;

static guint pair_hash(gconstpointer key)
{
    const EqualPair *pair = key;
    return g_direct_hash(pair->a) * 31u + g_direct_hash(pair->b);
}

static gboolean pair_equal(gconstpointer left, gconstpointer right)
{
    const EqualPair *a = left;
    const EqualPair *b = right;
    return a->a == b->a && a->b == b->b;
}

/* Below this many atoms a comparison does not need the memory. */
#define PLAIN_COMPARISON_ATOMS 64u

static gboolean equal_within(const Condition *a, const Condition *b, GHashTable *known)
{
    if (a == b) {
        return TRUE;
    }
    if (a->hash != b->hash || a->kind != b->kind || a->atoms != b->atoms || a->depth != b->depth ||
        a->operand_count != b->operand_count) {
        return FALSE;
    }
    if (a->kind == CONDITION_ATOM) {
        return a->subject_kind == b->subject_kind && g_str_equal(a->subject, b->subject) &&
               g_strcmp0(a->relation, b->relation) == 0 && g_strcmp0(a->value, b->value) == 0;
    }
    EqualPair pair = {a, b};
    if (known != NULL && g_hash_table_contains(known, &pair)) {
        return TRUE;
    }
    for (guint i = 0; i < a->operand_count; i++) {
        if (!equal_within(a->operands[i], b->operands[i], known)) {
            return FALSE;
        }
    }
    if (known != NULL) {
        g_hash_table_add(known, g_memdup2(&pair, sizeof(pair)));
    }
    return TRUE;
}

gboolean condition_equal(const Condition *a, const Condition *b)
{
    if (a->atoms <= PLAIN_COMPARISON_ATOMS) {
        return equal_within(a, b, NULL);
    }
    g_autoptr(GHashTable) known = g_hash_table_new_full(pair_hash, pair_equal, g_free, NULL);
    return equal_within(a, b, known);
}

static guint key_hash(gconstpointer key)
{
    return ((const Condition *)key)->hash;
}

static gboolean key_equal(gconstpointer a, gconstpointer b)
{
    return condition_equal(a, b);
}

static void add_once(GPtrArray *operands, GHashTable *seen, const Condition *operand)
{
    if (g_hash_table_add(seen, (gpointer)operand)) {
        g_ptr_array_add(operands, (gpointer)operand);
    }
}

/* ALL and ANY are each other's mirror: `neutral` is what does not matter to one, `absorbing` what
 * decides it alone. */
static const Condition *combine(Arena *arena, ConditionKind kind, const Condition *neutral,
                                const Condition *absorbing, const Condition *const *operands,
                                guint count)
{
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    g_autoptr(GHashTable) seen = g_hash_table_new(key_hash, key_equal);
    for (guint i = 0; i < count; i++) {
        const Condition *operand = operands[i];
        if (operand->kind == absorbing->kind) {
            return absorbing;
        }
        if (operand->kind == kind) {
            for (guint k = 0; k < operand->operand_count; k++) {
                add_once(kept, seen, operand->operands[k]);
            }
        } else if (operand->kind != neutral->kind) {
            add_once(kept, seen, operand);
        }
    }
    if (kept->len == 0) {
        return neutral;
    }
    /* "x or not x" holds always, "x and not x" never; but two unknowns of one name may differ. */
    for (guint i = 0; i < kept->len; i++) {
        const Condition *operand = kept->pdata[i];
        const Condition *negated = operand->kind == CONDITION_NOT ? operand->operands[0] : operand;
        if (negated != operand && negated->kind == CONDITION_ATOM &&
            negated->subject_kind != CONDITION_SUBJECT_UNKNOWN &&
            g_hash_table_contains(seen, negated)) {
            return absorbing;
        }
    }
    if (kept->len == 1) {
        return kept->pdata[0];
    }
    return compound_new(arena, kind, (const Condition *const *)kept->pdata, kept->len);
}

const Condition *condition_all(Arena *arena, const Condition *const *operands, guint count)
{
    return combine(arena, CONDITION_ALL, &constant_true, &constant_false, operands, count);
}

const Condition *condition_any(Arena *arena, const Condition *const *operands, guint count)
{
    return combine(arena, CONDITION_ANY, &constant_false, &constant_true, operands, count);
}

typedef struct {
    GHashTable *nodes; /* visited, by address: shared parts are walked once */
    GHashTable *atoms; /* visited, by structure */
    void (*visit)(const Condition *, void *);
    void *data;
} AtomWalk;

static void walk_atoms(const Condition *self, AtomWalk *walk)
{
    if (self->kind == CONDITION_ATOM) {
        if (g_hash_table_add(walk->atoms, (gpointer)self)) {
            walk->visit(self, walk->data);
        }
        return;
    }
    if (!g_hash_table_add(walk->nodes, (gpointer)self)) {
        return;
    }
    for (guint i = 0; i < self->operand_count; i++) {
        walk_atoms(self->operands[i], walk);
    }
}

void condition_each_atom(const Condition *self, void (*visit)(const Condition *, void *),
                         void *data)
{
    g_autoptr(GHashTable) nodes = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) atoms = g_hash_table_new(key_hash, key_equal);
    AtomWalk walk = {.nodes = nodes, .atoms = atoms, .visit = visit, .data = data};
    walk_atoms(self, &walk);
}

typedef struct {
    const char *option;
    gboolean found;
} Mention;

static void look_for_mention(const Condition *atom, void *data)
{
    Mention *mention = data;
    mention->found = mention->found || (atom->subject_kind == CONDITION_SUBJECT_OPTION &&
                                        g_str_equal(atom->subject, mention->option));
}

gboolean condition_mentions(const Condition *self, const char *option)
{
    Mention mention = {.option = option, .found = FALSE};
    condition_each_atom(self, look_for_mention, &mention);
    return mention.found;
}

typedef struct {
    guint kinds;
    gboolean found;
} About;

static void look_for_kind(const Condition *atom, void *data)
{
    About *about = data;
    about->found = about->found || (about->kinds & (1u << atom->subject_kind)) != 0;
}

gboolean condition_is_about(const Condition *self, guint kinds)
{
    About about = {.kinds = kinds, .found = FALSE};
    condition_each_atom(self, look_for_kind, &about);
    return about.found;
}

/* Conditions with more atoms than this are not searched for what all their branches share. */
#define SHARED_ATOMS_MAX 256u

GPtrArray *condition_shared_literals(const Condition *condition)
{
    GPtrArray *shared = g_ptr_array_new();
    gboolean literal =
        condition->kind == CONDITION_ATOM ||
        (condition->kind == CONDITION_NOT && condition->operands[0]->kind == CONDITION_ATOM);
    if (literal) {
        g_ptr_array_add(shared, (gpointer)condition);
        return shared;
    }
    gboolean all = condition->kind == CONDITION_ALL;
    if ((!all && condition->kind != CONDITION_ANY) || condition->atoms > SHARED_ATOMS_MAX) {
        return shared;
    }
    for (guint i = 0; i < condition->operand_count; i++) {
        g_autoptr(GPtrArray) own = condition_shared_literals(condition->operands[i]);
        if (all || i == 0) {
            g_ptr_array_extend(shared, own, NULL, NULL);
            continue;
        }
        for (guint k = shared->len; k > 0; k--) {
            gboolean both = FALSE;
            for (guint o = 0; o < own->len && !both; o++) {
                both = condition_equal(shared->pdata[k - 1], own->pdata[o]);
            }
            if (!both) {
                g_ptr_array_remove_index(shared, k - 1);
            }
        }
    }
    return shared;
}
