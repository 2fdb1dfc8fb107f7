#include "discover/cmake/guard.h"
#include <string.h>

/* Node 0 is false and node 1 is true; both have a variable number behind every real one. */
#define TERMINAL_VARIABLE G_MAXUINT32
#define CACHE_BITS 18
#define FIRST_TABLE_BITS 16

typedef struct {
    guint32 variable;
    guint32 low;  /* when the variable is false */
    guint32 high; /* when it is true */
} Node;

/* A direct-mapped memory of if-then-else results. A collision forgets the older one, which costs
 * time only. All-zero entries are unused: (0, 0, 0) is a constant that is never looked up. */
typedef struct {
    guint32 test, then, otherwise, result;
} CacheEntry;

/* Pairs of nodes that are known to exclude each other. */
#define DISJOINT_BITS 14

typedef struct {
    guint32 a, b;
} DisjointPair;

struct Guards {
    GArray *nodes;  /* Node */
    guint32 *table; /* open addressing over nodes; 0 is an empty place */
    guint table_bits;
    CacheEntry *cache;
    DisjointPair *disjoint;
    guint variables;
    guint steps; /* left to the operation under way */
    gboolean exhausted;
    guint give_ups;
    guint lost_variable;                  /* shared by all give-ups past GUARD_GIVE_UPS_MAX */
    GByteArray *sizes;                    /* by node: 0 not counted yet, else its size + 1 */
    GByteArray *depends[GUARD_QUESTIONS]; /* by node: 0 not asked yet, 1 no, 2 yes */
    GArray *expanded;                     /* guint32 by node, see expansion_of() */
    guint32 question;                     /* guard_can_hold: number of the one under way */
    GArray *questions;                    /* guint32 by node: the last question that came by */
    GByteArray *given;                    /* by variable, while a question is under way */
    GArray *free_nodes;                   /* guint32: places that a collection has freed */
    GByteArray *marks;                    /* by node, while a collection is under way */
    gsize made;                           /* since the last collection */
};

/* The variable of a freed node: no real one, and not a terminal's. */
#define FREE_VARIABLE (G_MAXUINT32 - 1)

static inline const Node *node_at(const Guards *self, guint32 index)
{
    return &g_array_index(self->nodes, Node, index);
}

static inline guint32 hash3(guint32 a, guint32 b, guint32 c)
{
    guint64 hash = a * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15);
    hash = (hash ^ b) * G_GUINT64_CONSTANT(0xC2B2AE3D27D4EB4F);
    hash = (hash ^ c) * G_GUINT64_CONSTANT(0x165667B19E3779F9);
    return (guint32)(hash >> 32);
}

Guards *guards_new(void)
{
    Guards *self = g_new0(Guards, 1);
    self->nodes = g_array_new(FALSE, FALSE, sizeof(Node));
    const Node terminals[2] = {{TERMINAL_VARIABLE, 0, 0}, {TERMINAL_VARIABLE, 1, 1}};
    g_array_append_vals(self->nodes, terminals, 2);
    self->table_bits = FIRST_TABLE_BITS;
    self->table = g_new0(guint32, (gsize)1 << self->table_bits);
    self->cache = g_new0(CacheEntry, (gsize)1 << CACHE_BITS);
    self->lost_variable = G_MAXUINT;
    self->disjoint = g_new0(DisjointPair, (gsize)1 << DISJOINT_BITS);
    self->sizes = g_byte_array_new();
    self->expanded = g_array_new(FALSE, TRUE, sizeof(guint32));
    self->questions = g_array_new(FALSE, TRUE, sizeof(guint32));
    self->given = g_byte_array_new();
    self->free_nodes = g_array_new(FALSE, FALSE, sizeof(guint32));
    self->marks = g_byte_array_new();
    for (guint i = 0; i < GUARD_QUESTIONS; i++) {
        self->depends[i] = g_byte_array_new();
    }
    return self;
}

void guards_free(Guards *self)
{
    if (self == NULL) {
        return;
    }
    g_array_unref(self->nodes);
    g_byte_array_unref(self->sizes);
    g_array_unref(self->expanded);
    g_array_unref(self->questions);
    g_byte_array_unref(self->given);
    g_array_unref(self->free_nodes);
    g_byte_array_unref(self->marks);
    for (guint i = 0; i < GUARD_QUESTIONS; i++) {
        g_byte_array_unref(self->depends[i]);
    }
    g_free(self->table);
    g_free(self->cache);
    g_free(self->disjoint);
    g_free(self);
}

/* Enters all nodes in use into an empty table of the present size. */
static void table_fill(Guards *self)
{
    gsize size = (gsize)1 << self->table_bits;
    g_free(self->table);
    self->table = g_new0(guint32, size);
    for (guint32 i = 2; i < self->nodes->len; i++) {
        const Node *node = node_at(self, i);
        if (node->variable == FREE_VARIABLE) {
            continue;
        }
        guint32 place = hash3(node->variable, node->low, node->high) & (size - 1);
        while (self->table[place] != 0) {
            place = (place + 1) & (size - 1);
        }
        self->table[place] = i;
    }
}

static void table_grow(Guards *self)
{
    self->table_bits++;
    table_fill(self);
}

/* The node (variable, low, high), made when it does not exist yet. */
static guint32 node_make(Guards *self, guint32 variable, guint32 low, guint32 high)
{
    if (low == high) {
        return low;
    }
    gsize mask = ((gsize)1 << self->table_bits) - 1;
    guint32 place = hash3(variable, low, high) & mask;
    while (self->table[place] != 0) {
        const Node *node = node_at(self, self->table[place]);
        if (node->variable == variable && node->low == low && node->high == high) {
            return self->table[place];
        }
        place = (place + 1) & mask;
    }
    const Node node = {variable, low, high};
    guint32 index = self->nodes->len;
    self->made++;
    if (self->free_nodes->len > 0) {
        index = g_array_index(self->free_nodes, guint32, self->free_nodes->len - 1);
        g_array_set_size(self->free_nodes, self->free_nodes->len - 1);
        g_array_index(self->nodes, Node, index) = node;
    } else {
        g_array_append_val(self->nodes, node);
    }
    self->table[place] = index;
    if ((gsize)self->nodes->len * 2 > mask) {
        table_grow(self);
    }
    return index;
}

static guint32 if_then_else(Guards *self, guint32 test, guint32 then, guint32 otherwise)
{
    if (test == 1) {
        return then;
    }
    if (test == 0) {
        return otherwise;
    }
    if (then == otherwise) {
        return then;
    }
    if (then == 1 && otherwise == 0) {
        return test;
    }
    if (then == test) {
        then = 1;
    }
    if (otherwise == test) {
        otherwise = 0;
    }
    if (then == otherwise) {
        return then;
    }
    if (then == 1 && otherwise == 0) {
        return test;
    }
    CacheEntry *entry = &self->cache[hash3(test, then, otherwise) >> (32 - CACHE_BITS)];
    if (entry->test == test && entry->then == then && entry->otherwise == otherwise) {
        return entry->result;
    }
    if (self->exhausted || self->steps == 0 || guards_nodes(self) >= GUARD_NODES_MAX) {
        self->exhausted = TRUE;
        return 0;
    }
    self->steps--;
    const Node a = *node_at(self, test);
    const Node b = *node_at(self, then);
    const Node c = *node_at(self, otherwise);
    guint32 variable = MIN(a.variable, MIN(b.variable, c.variable));
    guint32 high = if_then_else(self, a.variable == variable ? a.high : test,
                                b.variable == variable ? b.high : then,
                                c.variable == variable ? c.high : otherwise);
    guint32 low = if_then_else(self, a.variable == variable ? a.low : test,
                               b.variable == variable ? b.low : then,
                               c.variable == variable ? c.low : otherwise);
    if (self->exhausted) {
        return 0;
    }
    guint32 result = node_make(self, variable, low, high);
    /* node_make may have grown nothing that `entry` points into: the cache never moves. */
    *entry = (CacheEntry){test, then, otherwise, result};
    return result;
}

guint guards_new_variable(Guards *self)
{
    return self->variables++;
}

guint guards_variables(const Guards *self)
{
    return self->variables;
}

Guard guard_variable(Guards *self, guint variable)
{
    return (Guard){node_make(self, variable, 0, 1)};
}

static Guard give_up(Guards *self)
{
    self->give_ups++;
    if (self->give_ups <= GUARD_GIVE_UPS_MAX) {
        return guard_variable(self, guards_new_variable(self));
    }
    if (self->lost_variable == G_MAXUINT) {
        self->lost_variable = guards_new_variable(self);
    }
    return guard_variable(self, self->lost_variable);
}

static Guard guard_operation(Guards *self, Guard test, Guard then, Guard otherwise)
{
    self->steps = GUARD_STEPS_MAX;
    self->exhausted = FALSE;
    guint32 result = if_then_else(self, test.node, then.node, otherwise.node);
    return self->exhausted ? give_up(self) : (Guard){result};
}

Guard guard_not(Guards *self, Guard a)
{
    return guard_operation(self, a, GUARD_FALSE, GUARD_TRUE);
}

Guard guard_and(Guards *self, Guard a, Guard b)
{
    if (guard_is_true(a) || guard_same(a, b)) {
        return b;
    }
    if (guard_is_true(b)) {
        return a;
    }
    return guard_operation(self, a, b, GUARD_FALSE);
}

Guard guard_or(Guards *self, Guard a, Guard b)
{
    return guard_operation(self, a, GUARD_TRUE, b);
}

Guard guard_minus(Guards *self, Guard a, Guard b)
{
    if (guard_is_false(a) || guard_is_false(b)) {
        return a;
    }
    return guard_operation(self, b, GUARD_FALSE, a);
}

/* Whether some assignment makes both true. Unlike a conjunction it makes no nodes: most questions
 * are answered by the first path that is tried. */
static gboolean nodes_meet(Guards *self, guint32 a, guint32 b)
{
    if (a == 0 || b == 0) {
        return FALSE;
    }
    if (a == 1 || b == 1 || a == b) {
        return TRUE;
    }
    if (a > b) {
        guint32 larger = a;
        a = b;
        b = larger;
    }
    DisjointPair *pair = &self->disjoint[hash3(a, b, 0) >> (32 - DISJOINT_BITS)];
    if (pair->a == a && pair->b == b) {
        return FALSE;
    }
    if (self->steps == 0) {
        return TRUE; /* given up: "may be" is the safe answer */
    }
    self->steps--;
    const Node *x = node_at(self, a);
    const Node *y = node_at(self, b);
    guint32 variable = MIN(x->variable, y->variable);
    guint32 x_low = x->variable == variable ? x->low : a;
    guint32 x_high = x->variable == variable ? x->high : a;
    guint32 y_low = y->variable == variable ? y->low : b;
    guint32 y_high = y->variable == variable ? y->high : b;
    if (nodes_meet(self, x_low, y_low) || nodes_meet(self, x_high, y_high)) {
        return TRUE;
    }
    *pair = (DisjointPair){a, b};
    return FALSE;
}

gboolean guard_meets(Guards *self, Guard a, Guard b)
{
    self->steps = GUARD_STEPS_MAX;
    return nodes_meet(self, a.node, b.node);
}

/* Restriction shares subgraphs, so results are remembered for the call. */
static guint32 restrict_node(Guards *self, GHashTable *seen, guint32 index, guint variable,
                             gboolean value)
{
    const Node node = *node_at(self, index);
    if (node.variable > variable) {
        return index;
    }
    if (node.variable == variable) {
        return value ? node.high : node.low;
    }
    gpointer known;
    if (g_hash_table_lookup_extended(seen, GUINT_TO_POINTER(index), NULL, &known)) {
        return GPOINTER_TO_UINT(known);
    }
    guint32 low = restrict_node(self, seen, node.low, variable, value);
    guint32 high = restrict_node(self, seen, node.high, variable, value);
    guint32 result = node_make(self, node.variable, low, high);
    g_hash_table_insert(seen, GUINT_TO_POINTER(index), GUINT_TO_POINTER(result));
    return result;
}

Guard guard_restrict(Guards *self, Guard guard, guint variable, gboolean value)
{
    const Node *top = node_at(self, guard.node);
    if (top->variable > variable) {
        return guard;
    }
    if (top->variable == variable) {
        return (Guard){value ? top->high : top->low};
    }
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    return (Guard){restrict_node(self, seen, guard.node, variable, value)};
}

/* Counts nodes up to the bound; those seen are searched in order, which the bound keeps cheap. */
static gboolean count_nodes(Guards *self, guint32 index, guint32 *seen, guint *count)
{
    if (index < 2) {
        return TRUE;
    }
    for (guint i = 0; i < *count; i++) {
        if (seen[i] == index) {
            return TRUE;
        }
    }
    if (*count == GUARD_SIZE_MAX) {
        return FALSE;
    }
    seen[(*count)++] = index;
    const Node node = *node_at(self, index);
    return count_nodes(self, node.low, seen, count) && count_nodes(self, node.high, seen, count);
}

/* Makes room for one remembered byte per node. */
static void remember_nodes(const Guards *self, GByteArray *memory, guint32 index)
{
    if (index >= memory->len) {
        guint old = memory->len;
        g_byte_array_set_size(memory, self->nodes->len);
        memset(memory->data + old, 0, memory->len - old);
    }
}

static gboolean node_depends(Guards *self, guint32 index, GByteArray *memory,
                             gboolean (*test)(guint, gpointer), gpointer data)
{
    if (index < 2) {
        return FALSE;
    }
    remember_nodes(self, memory, index);
    if (memory->data[index] == 0) {
        const Node node = *node_at(self, index);
        gboolean yes = test(node.variable, data) ||
                       node_depends(self, node.low, memory, test, data) ||
                       node_depends(self, node.high, memory, test, data);
        memory->data[index] = yes ? 2 : 1;
    }
    return memory->data[index] == 2;
}

gboolean guard_depends(Guards *self, Guard guard, GuardQuestion question,
                       gboolean (*test)(guint variable, gpointer data), gpointer data)
{
    return node_depends(self, guard.node, self->depends[question], test, data);
}

guint guard_size(Guards *self, Guard guard)
{
    remember_nodes(self, self->sizes, guard.node);
    if (self->sizes->data[guard.node] == 0) {
        guint32 seen[GUARD_SIZE_MAX];
        guint count = 0;
        count_nodes(self, guard.node, seen, &count);
        self->sizes->data[guard.node] = (guint8)(count + 1);
    }
    return self->sizes->data[guard.node] - 1u;
}

/* What is remembered of a node's expansion: 0 nothing yet, else the result plus one. */
#define EXPANSION_FAILED (G_MAXUINT32 - 1)

static guint32 *expansion_of(Guards *self, guint32 index)
{
    if (index >= self->expanded->len) {
        g_array_set_size(self->expanded, self->nodes->len);
    }
    return &g_array_index(self->expanded, guint32, index);
}

static guint32 expand_node(Guards *self, guint32 index, GuardDefinition definition, gpointer data);

/* The expansion of a node of which both sides are expanded. */
static guint32 expand_test(Guards *self, const Node *node, guint32 index, guint32 low, guint32 high,
                           GuardDefinition definition, gpointer data)
{
    Guard test;
    guint32 expanded;
    if (definition(node->variable, &test, data)) {
        expanded = expand_node(self, test.node, definition, data);
        if (expanded == EXPANSION_FAILED) {
            return EXPANSION_FAILED;
        }
    } else if (low == node->low && high == node->high) {
        return index;
    } else {
        expanded = node_make(self, node->variable, 0, 1);
    }
    self->steps = GUARD_STEPS_MAX;
    self->exhausted = FALSE;
    guint32 result = if_then_else(self, expanded, high, low);
    if (self->exhausted) {
        self->give_ups++;
        return EXPANSION_FAILED;
    }
    return result;
}

static guint32 expand_node(Guards *self, guint32 index, GuardDefinition definition, gpointer data)
{
    if (index < 2) {
        return index;
    }
    guint32 known = *expansion_of(self, index);
    if (known != 0) {
        return known - 1;
    }
    const Node node = *node_at(self, index);
    guint32 result = expand_node(self, node.low, definition, data);
    if (result != EXPANSION_FAILED) {
        guint32 low = result;
        result = expand_node(self, node.high, definition, data);
        if (result != EXPANSION_FAILED) {
            result = expand_test(self, &node, index, low, result, definition, data);
        }
    }
    *expansion_of(self, index) = result + 1;
    return result;
}

Guard guard_expand(Guards *self, Guard guard, GuardDefinition definition, gpointer data)
{
    guint32 result = expand_node(self, guard.node, definition, data);
    return result == EXPANSION_FAILED ? guard : (Guard){result};
}

static guint32 expand_node_once(Guards *self, GHashTable *seen, guint32 index,
                                GuardDefinition definition, gpointer data)
{
    if (index < 2 || self->exhausted) {
        return index;
    }
    gpointer known;
    if (g_hash_table_lookup_extended(seen, GUINT_TO_POINTER(index), NULL, &known)) {
        return GPOINTER_TO_UINT(known);
    }
    const Node node = *node_at(self, index);
    guint32 low = expand_node_once(self, seen, node.low, definition, data);
    guint32 high = expand_node_once(self, seen, node.high, definition, data);
    guint32 result = index;
    Guard test;
    if (definition(node.variable, &test, data)) {
        result = if_then_else(self, test.node, high, low);
    } else if (low != node.low || high != node.high) {
        result = if_then_else(self, node_make(self, node.variable, 0, 1), high, low);
    }
    g_hash_table_insert(seen, GUINT_TO_POINTER(index), GUINT_TO_POINTER(result));
    return result;
}

Guard guard_expand_once(Guards *self, Guard guard, GuardDefinition definition, gpointer data)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    self->steps = GUARD_ONCE_STEPS_MAX;
    self->exhausted = FALSE;
    guint32 result = expand_node_once(self, seen, guard.node, definition, data);
    return self->exhausted ? guard : (Guard){result};
}

static Guard forget_node(Guards *self, GHashTable *seen, guint32 index,
                         gboolean (*forget)(guint, gpointer), gpointer data)
{
    if (index < 2) {
        return (Guard){index};
    }
    gpointer known;
    if (g_hash_table_lookup_extended(seen, GUINT_TO_POINTER(index), NULL, &known)) {
        return (Guard){GPOINTER_TO_UINT(known)};
    }
    const Node node = *node_at(self, index);
    Guard low = forget_node(self, seen, node.low, forget, data);
    Guard high = forget_node(self, seen, node.high, forget, data);
    Guard result = guard_or(self, low, high);
    if (!forget(node.variable, data)) {
        Guard variable = guard_variable(self, node.variable);
        result = guard_or(self, guard_and(self, variable, high), guard_minus(self, low, variable));
    }
    g_hash_table_insert(seen, GUINT_TO_POINTER(index), GUINT_TO_POINTER(result.node));
    return result;
}

Guard guard_forget(Guards *self, Guard guard, gboolean (*forget)(guint variable, gpointer data),
                   gpointer data)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    return forget_node(self, seen, guard.node, forget, data);
}

static void collect_support(Guards *self, GHashTable *seen, GHashTable *variables, guint32 index)
{
    if (index < 2 || !g_hash_table_add(seen, GUINT_TO_POINTER(index))) {
        return;
    }
    const Node node = *node_at(self, index);
    g_hash_table_add(variables, GUINT_TO_POINTER(node.variable));
    collect_support(self, seen, variables, node.low);
    collect_support(self, seen, variables, node.high);
}

static int compare_guint(gconstpointer a, gconstpointer b)
{
    guint x = *(const guint *)a;
    guint y = *(const guint *)b;
    return x < y ? -1 : x > y;
}

GArray *guard_support(Guards *self, Guard guard)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) variables = g_hash_table_new(NULL, NULL);
    collect_support(self, seen, variables, guard.node);
    GArray *support = g_array_new(FALSE, FALSE, sizeof(guint));
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, variables);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        guint variable = GPOINTER_TO_UINT(key);
        g_array_append_val(support, variable);
    }
    g_array_sort(support, compare_guint);
    return support;
}

/* Steps of the recursion below; a condition that needs more is too long to read in any case. */
#define PRODUCTS_TURNS_MAX 3000u

/* Minato's and Morreale's recursion: products that cover at least `lower` and at most `upper`.
 * Appends them (each as a GArray of literals, the prefix `path` included) and gives the condition
 * covered. */
static Guard products_between(Guards *self, Guard lower, Guard upper, GArray *path,
                              GPtrArray *products, guint most, guint *turns)
{
    if (guard_is_false(lower) || guard_is_false(upper) || products->len > most || *turns == 0) {
        return GUARD_FALSE;
    }
    (*turns)--;
    if (guard_is_true(upper)) {
        GArray *product = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
        g_array_append_vals(product, path->data, path->len);
        g_ptr_array_add(products, product);
        return GUARD_TRUE;
    }
    guint variable = MIN(node_at(self, lower.node)->variable, node_at(self, upper.node)->variable);
    Guard lower0 = guard_restrict(self, lower, variable, FALSE);
    Guard lower1 = guard_restrict(self, lower, variable, TRUE);
    Guard upper0 = guard_restrict(self, upper, variable, FALSE);
    Guard upper1 = guard_restrict(self, upper, variable, TRUE);

    GuardLiteral literal = {variable, FALSE};
    g_array_append_val(path, literal);
    Guard covered0 = products_between(self, guard_minus(self, lower0, upper1), upper0, path,
                                      products, most, turns);
    g_array_index(path, GuardLiteral, path->len - 1).positive = TRUE;
    Guard covered1 = products_between(self, guard_minus(self, lower1, upper0), upper1, path,
                                      products, most, turns);
    g_array_set_size(path, path->len - 1);
    Guard rest =
        guard_or(self, guard_minus(self, lower0, covered0), guard_minus(self, lower1, covered1));
    Guard covered =
        products_between(self, rest, guard_and(self, upper0, upper1), path, products, most, turns);
    Guard with = guard_variable(self, variable);
    return guard_or(
        self, covered,
        guard_or(self, guard_and(self, with, covered1), guard_minus(self, covered0, with)));
}

GPtrArray *guard_products_given(Guards *self, Guard guard, Guard given, guint most)
{
    g_autoptr(GPtrArray) products = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    g_autoptr(GArray) path = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    Guard lower = guard_and(self, guard, given);
    Guard upper = guard_or(self, guard, guard_not(self, given));
    guint turns = PRODUCTS_TURNS_MAX;
    products_between(self, lower, upper, path, products, most, &turns);
    return products->len > most || turns == 0 ? NULL : g_steal_pointer(&products);
}

GPtrArray *guard_products(Guards *self, Guard guard, guint most)
{
    return guard_products_given(self, guard, GUARD_TRUE, most);
}

/* What the literals say of a variable, by variable in `given`. */
enum { GIVEN_NOTHING, GIVEN_FALSE, GIVEN_TRUE };

/* Each node is looked at once: one that was seen before in this question has led nowhere. */
static gboolean node_can_hold(Guards *self, guint32 index)
{
    while (index >= 2) {
        guint32 *seen = &g_array_index(self->questions, guint32, index);
        if (*seen == self->question) {
            return FALSE;
        }
        *seen = self->question;
        const Node *node = node_at(self, index);
        guint8 given = self->given->data[node->variable];
        if (given == GIVEN_NOTHING && node_can_hold(self, node->low)) {
            return TRUE;
        }
        index = given == GIVEN_FALSE ? node->low : node->high;
    }
    return index == 1;
}

gboolean guard_can_hold(Guards *self, Guard guard, const GuardLiteral *known, guint count)
{
    if (self->questions->len < self->nodes->len) {
        g_array_set_size(self->questions, self->nodes->len);
    }
    if (self->given->len < self->variables) {
        guint old = self->given->len;
        g_byte_array_set_size(self->given, self->variables);
        memset(self->given->data + old, GIVEN_NOTHING, self->variables - old);
    }
    if (++self->question == 0) {
        memset(self->questions->data, 0, self->questions->len * sizeof(guint32));
        self->question = 1;
    }
    for (guint i = count; i > 0; i--) {
        const GuardLiteral *literal = &known[i - 1];
        self->given->data[literal->variable] = literal->positive ? GIVEN_TRUE : GIVEN_FALSE;
    }
    gboolean result = node_can_hold(self, guard.node);
    for (guint i = 0; i < count; i++) {
        self->given->data[known[i].variable] = GIVEN_NOTHING;
    }
    return result;
}

guint guards_give_ups(const Guards *self)
{
    return self->give_ups;
}

gsize guards_nodes(const Guards *self)
{
    return self->nodes->len - self->free_nodes->len;
}

gsize guards_made(const Guards *self)
{
    return self->made;
}

static void mark_node(Guards *self, guint32 index)
{
    while (index >= 2 && self->marks->data[index] == 0) {
        self->marks->data[index] = 1;
        const Node *node = node_at(self, index);
        mark_node(self, node->low);
        index = node->high;
    }
}

void guard_mark(Guards *self, Guard guard)
{
    mark_node(self, guard.node);
}

/* What is remembered by node number says nothing of a number that is used again. */
static void forget_remembered(Guards *self)
{
    memset(self->cache, 0, sizeof(CacheEntry) << CACHE_BITS);
    memset(self->disjoint, 0, sizeof(DisjointPair) << DISJOINT_BITS);
    g_byte_array_set_size(self->sizes, 0);
    g_array_set_size(self->expanded, 0);
    for (guint i = 0; i < GUARD_QUESTIONS; i++) {
        g_byte_array_set_size(self->depends[i], 0);
    }
}

void guards_collect(Guards *self, void (*mark_kept)(gpointer data), gpointer data)
{
    g_byte_array_set_size(self->marks, self->nodes->len);
    memset(self->marks->data, 0, self->marks->len);
    mark_kept(data);
    g_array_set_size(self->free_nodes, 0);
    for (guint32 i = 2; i < self->nodes->len; i++) {
        if (self->marks->data[i] == 0) {
            g_array_index(self->nodes, Node, i).variable = FREE_VARIABLE;
            g_array_append_val(self->free_nodes, i);
        }
    }
    forget_remembered(self);
    table_fill(self);
    self->made = 0;
}
