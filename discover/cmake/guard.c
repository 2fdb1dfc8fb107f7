#include "discover/cmake/guard_internal.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* Operations stop at GUARD_NODES_MAX; what is made of few nodes has room behind that. */
#define NODES_SPARE 100000u
#define NODES_CAPACITY (GUARD_NODES_MAX + NODES_SPARE)
/* Room for all the nodes that there may be: a page is taken when it is first written. */
#define LAST_TABLE_BITS 24
#define NODES_BYTES ((gsize)NODES_CAPACITY * sizeof(Node))
#define TABLE_BYTES (sizeof(guint32) << LAST_TABLE_BITS)
#define CACHE_BYTES (sizeof(CacheEntry) << CACHE_BITS)

/* Zeroed memory in large pages where there are any: the nodes are visited in no order, and with
 * small pages each visit also waits for the address to be translated. */
static gpointer pages_new(gsize size)
{
    gpointer pages = mmap(NULL, size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) {
        g_error("no room for conditions: %s", g_strerror(errno));
    }
    (void)madvise(pages, size, MADV_HUGEPAGE);
    return pages;
}

/* An entry of the table is a node's number below some bits of its hash, so that a node is fetched
 * only when it is very likely the right one: each fetch waits for memory. */
#define INDEX_BITS 23
#define INDEX_MASK ((1u << INDEX_BITS) - 1)
G_STATIC_ASSERT(NODES_CAPACITY <= 1u << INDEX_BITS);

static inline guint32 table_tag(guint32 hash)
{
    return hash & ~INDEX_MASK;
}

/* The place where a hash is looked for first. The tag's bits say nothing about it. */
static inline guint32 table_place(const Guards *self, guint32 hash)
{
    return (hash * 0x9E3779B1u) >> (32 - self->table_bits);
}

static inline guint32 table_next(const Guards *self, guint32 place)
{
    return (place + 1) & ((1u << self->table_bits) - 1);
}

/* Whether more than half of the places are taken once there are so many more nodes, and there may
 * be more places. */
static inline gboolean table_is_small(const Guards *self, gsize more)
{
    return guards_nodes(self) + more > 1u << (self->table_bits - 1) &&
           self->table_bits < LAST_TABLE_BITS;
}

/* Where nodes wait to be entered until their places are likely to be there. */
#define FILL_AHEAD 16u

/* A node on its way into the table; index 0 is none. */
typedef struct {
    guint32 index, tag, place;
} Entering;

static void table_enter(Guards *self, Entering entering)
{
    guint32 place = entering.place;
    while (self->table[place] != 0) {
        place = table_next(self, place);
    }
    self->table[place] = entering.tag | entering.index;
}

/* Enters all nodes in use into an empty table of the present size. Places lie anywhere, so each is
 * asked for some nodes before it is looked at. */
static void table_fill(Guards *self)
{
    memset(self->table, 0, sizeof(guint32) << self->table_bits);
    Entering waiting[FILL_AHEAD] = {0};
    guint at = 0;
    for (guint32 i = LOST_NODE; i < self->node_count; i++) {
        const Node *node = &self->nodes[i];
        if (node->variable == FREE_VARIABLE) {
            continue;
        }
        if (waiting[at].index != 0) {
            table_enter(self, waiting[at]);
        }
        guint32 hash = hash3(node->variable, node->low, node->high);
        waiting[at] = (Entering){i, table_tag(hash), table_place(self, hash)};
        __builtin_prefetch(&self->table[waiting[at].place], 1);
        at = (at + 1) % FILL_AHEAD;
    }
    for (guint i = 0; i < FILL_AHEAD; i++, at = (at + 1) % FILL_AHEAD) {
        if (waiting[at].index != 0) {
            table_enter(self, waiting[at]);
        }
    }
}

/* The number of a new node: a freed one's, as long as there are any; 0 when all are in use. */
static guint32 take_number(Guards *self)
{
    guint32 index = self->free_node;
    if (index == 0) {
        return self->node_count < NODES_CAPACITY ? self->node_count++ : 0;
    }
    self->free_node = self->nodes[index].low;
    self->free_count--;
    return index;
}

static guint32 depth_below(const Guards *self, guint32 low, guint32 high)
{
    return MAX(self->nodes[low >> 1].depth, self->nodes[high >> 1].depth);
}

guint32 guards_node(Guards *self, guint32 variable, guint32 low, guint32 high)
{
    if (low == high) {
        return low;
    }
    guint32 opposite = low & 1;
    low ^= opposite;
    high ^= opposite;
    guint32 hash = hash3(variable, low, high);
    guint32 tag = table_tag(hash);
    guint32 place = table_place(self, hash);
    for (guint32 entry; (entry = self->table[place]) != 0; place = table_next(self, place)) {
        if (((entry ^ tag) & ~INDEX_MASK) != 0) {
            continue;
        }
        const Node *node = &self->nodes[entry & INDEX_MASK];
        if (node->variable == variable && node->low == low && node->high == high) {
            return (entry & INDEX_MASK) << 1 | opposite;
        }
    }
    guint32 index = take_number(self);
    if (index == 0) {
        self->give_ups++;
        return LOST_EDGE;
    }
    self->made++;
    self->made_lately++;
    self->nodes[index] = (Node){variable, low, high, depth_below(self, low, high) + 1};
    self->table[place] = tag | index;
    if (table_is_small(self, 0)) {
        self->table_bits++;
        table_fill(self);
    }
    return index << 1 | opposite;
}

Guards *guards_new(void)
{
    Guards *self = g_new0(Guards, 1);
    self->nodes = pages_new(NODES_BYTES);
    self->nodes[0] = (Node){TERMINAL_VARIABLE, 0, 0, 0};
    self->node_count = LOST_NODE;
    self->may_make = G_MAXSIZE;
    self->table_bits = FIRST_TABLE_BITS;
    self->table = pages_new(TABLE_BYTES);
    self->cache = pages_new(CACHE_BYTES);
    self->disjoint = g_new0(DisjointPair, (gsize)1 << DISJOINT_BITS);
    self->within = g_new0(WithinEntry, (gsize)1 << WITHIN_BITS);
    self->sizes = g_byte_array_new();
    self->expanded = guard_memory_new();
    self->about = guard_memory_new();
    self->questions = guard_memory_new();
    self->answers = guard_memory_new();
    self->given = g_byte_array_new();
    self->marks = g_byte_array_new();
    self->marked = g_byte_array_new();
    self->marked_list = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint i = 0; i < GUARD_QUESTIONS; i++) {
        self->depends[i] = g_byte_array_new();
    }
    guint32 lost = guards_node(self, LOST_VARIABLE, 0, 1);
    g_assert(lost == LOST_EDGE);
    return self;
}

void guards_free(Guards *self)
{
    if (self == NULL) {
        return;
    }
    munmap(self->nodes, NODES_BYTES);
    g_byte_array_unref(self->sizes);
    g_array_unref(self->expanded);
    g_array_unref(self->about);
    g_array_unref(self->questions);
    g_array_unref(self->answers);
    g_byte_array_unref(self->given);
    g_byte_array_unref(self->marks);
    g_byte_array_unref(self->marked);
    g_array_unref(self->marked_list);
    for (guint i = 0; i < GUARD_QUESTIONS; i++) {
        g_byte_array_unref(self->depends[i]);
    }
    munmap(self->table, TABLE_BYTES);
    munmap(self->cache, CACHE_BYTES);
    g_free(self->disjoint);
    g_free(self->within);
    g_free(self);
}

/* Begins an operation. */
static void start_steps(Guards *self)
{
    self->steps = self->made_lately < self->may_make ? GUARD_STEPS_MAX : 0;
    self->exhausted = FALSE;
}

/* Whether there are steps and nodes for one step more, which is counted. */
static gboolean may_step(Guards *self)
{
    if (!self->exhausted && guards_nodes(self) >= GUARD_NODES_MAX) {
        self->refused++;
        self->exhausted = TRUE;
    }
    if (self->exhausted || self->steps == 0) {
        self->exhausted = TRUE;
        return FALSE;
    }
    self->steps--;
    return TRUE;
}

/* Whether a node above both may be made. All questions about a condition go down into it, each
 * level on the stack. */
static gboolean may_lie_above(Guards *self, guint32 low, guint32 high)
{
    self->exhausted = self->exhausted || depth_below(self, low, high) >= GUARD_DEPTH_MAX;
    return !self->exhausted;
}

static CacheEntry *cache_entry(const Guards *self, guint32 test, guint32 then, guint32 otherwise)
{
    return &self->cache[hash3(test, then, otherwise) >> (32 - CACHE_BITS)];
}

/* Asks memory for what a conjunction looks at first, some time before it does. */
static inline void prefetch_conjunction(const Guards *self, guint32 a, guint32 b)
{
    __builtin_prefetch(cache_entry(self, MIN(a, b), MAX(a, b), 0));
    __builtin_prefetch(&self->nodes[a >> 1]);
    __builtin_prefetch(&self->nodes[b >> 1]);
}

static guint32 conjunction(Guards *self, guint32 a, guint32 b)
{
    if (a > b) {
        guint32 larger = a;
        a = b;
        b = larger;
    }
    if (a == 0 || a == (b ^ 1)) {
        return 0;
    }
    if (a == 1 || a == b) {
        return b;
    }
    CacheEntry *entry = cache_entry(self, a, b, 0);
    if (entry->test == a && entry->then == b && entry->otherwise == 0) {
        return entry->result;
    }
    if (!may_step(self)) {
        return 0;
    }
    const Node x = node_of(self, a);
    const Node y = node_of(self, b);
    guint32 variable = MIN(x.variable, y.variable);
    guint32 a_low = x.variable == variable ? x.low : a;
    guint32 b_low = y.variable == variable ? y.low : b;
    prefetch_conjunction(self, a_low, b_low);
    guint32 high =
        conjunction(self, x.variable == variable ? x.high : a, y.variable == variable ? y.high : b);
    guint32 low = conjunction(self, a_low, b_low);
    if (!may_lie_above(self, low, high)) {
        return 0;
    }
    guint32 result = guards_node(self, variable, low, high);
    *entry = (CacheEntry){a, b, 0, result};
    return result;
}

guint32 guards_if_then_else(Guards *self, guint32 test, guint32 then, guint32 otherwise)
{
    if (test < 2) {
        return test == 1 ? then : otherwise;
    }
    if (then == otherwise) {
        return then;
    }
    if (then < 2 || then >> 1 == test >> 1) {
        return then == 1 || then == test ? conjunction(self, test ^ 1, otherwise ^ 1) ^ 1
                                         : conjunction(self, test ^ 1, otherwise);
    }
    if (otherwise < 2 || otherwise >> 1 == test >> 1) {
        return otherwise == 0 || otherwise == test ? conjunction(self, test, then)
                                                   : conjunction(self, test, then ^ 1) ^ 1;
    }
    /* Of the four edges that say the same one is looked up: no opposite as test or `then`. */
    if ((test & 1) != 0) {
        guint32 other = then;
        then = otherwise;
        otherwise = other;
        test ^= 1;
    }
    guint32 opposite = then & 1;
    then ^= opposite;
    otherwise ^= opposite;
    CacheEntry *entry = cache_entry(self, test, then, otherwise);
    if (entry->test == test && entry->then == then && entry->otherwise == otherwise) {
        return entry->result ^ opposite;
    }
    if (!may_step(self)) {
        return 0;
    }
    const Node a = node_of(self, test);
    const Node b = node_of(self, then);
    const Node c = node_of(self, otherwise);
    guint32 variable = MIN(a.variable, MIN(b.variable, c.variable));
    guint32 high = guards_if_then_else(self, a.variable == variable ? a.high : test,
                                       b.variable == variable ? b.high : then,
                                       c.variable == variable ? c.high : otherwise);
    guint32 low = guards_if_then_else(self, a.variable == variable ? a.low : test,
                                      b.variable == variable ? b.low : then,
                                      c.variable == variable ? c.low : otherwise);
    if (!may_lie_above(self, low, high)) {
        return 0;
    }
    guint32 result = guards_node(self, variable, low, high);
    *entry = (CacheEntry){test, then, otherwise, result};
    return result ^ opposite;
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
    return (Guard){guards_node(self, variable, 0, 1)};
}

static Guard give_up(Guards *self)
{
    self->give_ups++;
    if (!guards_lost(self)) {
        return guard_variable(self, guards_new_variable(self));
    }
    return (Guard){LOST_EDGE};
}

Guard guard_choice(Guards *self, Guard test, Guard then, Guard otherwise)
{
    start_steps(self);
    guint32 result = guards_if_then_else(self, test.node, then.node, otherwise.node);
    return self->exhausted ? give_up(self) : (Guard){result};
}

Guard guard_not(Guards *self, Guard a)
{
    (void)self;
    return (Guard){a.node ^ 1};
}

Guard guard_and(Guards *self, Guard a, Guard b)
{
    start_steps(self);
    guint32 result = conjunction(self, a.node, b.node);
    return self->exhausted ? give_up(self) : (Guard){result};
}

Guard guard_or(Guards *self, Guard a, Guard b)
{
    return guard_not(self, guard_and(self, guard_not(self, a), guard_not(self, b)));
}

Guard guard_minus(Guards *self, Guard a, Guard b)
{
    return guard_and(self, a, guard_not(self, b));
}

guint guards_give_ups(const Guards *self)
{
    return self->give_ups;
}

gboolean guards_lost(const Guards *self)
{
    return self->give_ups > GUARD_GIVE_UPS_MAX;
}

gsize guards_nodes(const Guards *self)
{
    return self->node_count - self->free_count;
}

void guards_allow(Guards *self, gsize most)
{
    self->made_lately = 0;
    self->may_make = most;
}

gsize guards_made(const Guards *self)
{
    return self->made + self->refused;
}

static void mark_variable(Guards *self, guint32 variable)
{
    if (variable < self->marked->len && self->marked->data[variable] == 0) {
        self->marked->data[variable] = 1;
        g_array_append_val(self->marked_list, variable);
    }
}

static void mark_edge(Guards *self, guint32 edge)
{
    for (guint32 index = edge >> 1; index != 0 && self->marks->data[index] == 0;) {
        self->marks->data[index] = 1;
        const Node *node = &self->nodes[index];
        mark_variable(self, node->variable);
        mark_edge(self, node->low);
        index = node->high >> 1;
    }
}

gboolean guards_next_marked(Guards *self, guint *variable)
{
    if (self->marked_read == self->marked_list->len) {
        return FALSE;
    }
    *variable = g_array_index(self->marked_list, guint32, self->marked_read++);
    return TRUE;
}

void guard_mark(Guards *self, Guard guard)
{
    mark_edge(self, guard.node);
}

/* What is remembered by node number says nothing of a number that is used again. */
static void forget_remembered(Guards *self)
{
    memset(self->cache, 0, sizeof(CacheEntry) << CACHE_BITS);
    memset(self->disjoint, 0, sizeof(DisjointPair) << DISJOINT_BITS);
    memset(self->within, 0, sizeof(WithinEntry) << WITHIN_BITS);
    g_byte_array_set_size(self->sizes, 0);
    g_array_set_size(self->expanded, 0);
    g_array_set_size(self->about, 0);
    for (guint i = 0; i < GUARD_QUESTIONS; i++) {
        g_byte_array_set_size(self->depends[i], 0);
    }
}

void guards_collect(Guards *self, void (*mark_kept)(gpointer data), gpointer data)
{
    g_byte_array_set_size(self->marks, self->node_count);
    memset(self->marks->data, 0, self->marks->len);
    g_byte_array_set_size(self->marked, self->variables);
    if (self->variables > 0) {
        memset(self->marked->data, 0, self->variables);
    }
    g_array_set_size(self->marked_list, 0);
    self->marked_read = 0;
    mark_kept(data);
    self->free_node = 0;
    self->free_count = 0;
    for (guint32 i = self->node_count - 1; i >= FIRST_NODE; i--) {
        if (self->marks->data[i] == 0 && i == self->node_count - 1) {
            /* The last one: later walks over all nodes end before it. */
            self->node_count--;
        } else if (self->marks->data[i] == 0) {
            self->nodes[i].variable = FREE_VARIABLE;
            self->nodes[i].low = self->free_node;
            self->free_node = i;
            self->free_count++;
        }
    }
    forget_remembered(self);
    self->table_bits = FIRST_TABLE_BITS;
    /* With room for as many again as are made before the next collection where many are kept. */
    while (table_is_small(self, guards_nodes(self) / 2)) {
        self->table_bits++;
    }
    table_fill(self);
    self->made = self->refused = 0;
}
