#include "core/arena.h"
#include <stdalign.h>
#include <stddef.h>
#include <string.h>

/* Small requests are cut from blocks, larger ones get a block of their own. The first block is
 * small, because an arena may serve one short call; each further one has twice the size of the one
 * before, up to the last. */
#define ARENA_FIRST_BLOCK_BYTES (4 * 1024)
#define ARENA_BLOCK_BYTES (256 * 1024)

typedef struct Block Block;
struct Block {
    Block *next;
    gsize used;
    gsize capacity;
    alignas(max_align_t) char data[];
};

/* A chain of blocks; the head is the one being filled. */
typedef struct {
    Block *head;
    gsize next_capacity;
    gsize handed_out;
} Blocks;

/* The interned texts, of one arena or of several. They have blocks of their own, so that one thread
 * can intern while another one takes memory from its arena. */
typedef struct {
    gatomicrefcount references;
    GMutex lock; /* of what follows */
    Blocks blocks;
    GHashTable *texts; /* const char * owned by the blocks, as its own key */
} Names;

struct Arena {
    Blocks blocks;
    Names *names;      /* made when needed */
    GPtrArray *arrays; /* GPtrArray * made by arena_array; made when needed */
};

Arena *arena_new(void)
{
    Arena *self = g_new0(Arena, 1);
    self->blocks.next_capacity = ARENA_FIRST_BLOCK_BYTES;
    return self;
}

static void blocks_free(Blocks *self)
{
    for (Block *block = self->head; block != NULL;) {
        Block *next = block->next;
        g_free(block);
        block = next;
    }
}

/* As g_str_hash, which takes some five instructions for each byte; names are long here, and there
 * are many. */
static guint text_hash(gconstpointer key)
{
    const char *text = key;
    gsize length = strlen(text);
    guint64 hash = length;
    while (length > 0) {
        gsize taken = MIN(length, sizeof(guint64));
        guint64 word = 0;
        memcpy(&word, text, taken);
        hash =
            (hash ^ word) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15); /* 2^64 by the golden ratio */
        hash ^= hash >> 32;
        text += taken;
        length -= taken;
    }
    return (guint)hash;
}

/* An arena that interns nothing has no need of it. */
static Names *names_of(Arena *arena)
{
    if (arena->names == NULL) {
        Names *self = g_new0(Names, 1);
        g_atomic_ref_count_init(&self->references);
        g_mutex_init(&self->lock);
        self->blocks.next_capacity = ARENA_FIRST_BLOCK_BYTES;
        self->texts = g_hash_table_new(text_hash, g_str_equal);
        arena->names = self;
    }
    return arena->names;
}

static void names_unref(Names *self)
{
    if (g_atomic_ref_count_dec(&self->references)) {
        g_hash_table_unref(self->texts);
        blocks_free(&self->blocks);
        g_mutex_clear(&self->lock);
        g_free(self);
    }
}

Arena *arena_companion(Arena *self)
{
    Names *names = names_of(self);
    g_atomic_ref_count_inc(&names->references);
    Arena *companion = arena_new();
    companion->names = names;
    return companion;
}

void arena_free(Arena *self)
{
    if (self == NULL) {
        return;
    }
    g_clear_pointer(&self->names, names_unref);
    g_clear_pointer(&self->arrays, g_ptr_array_unref);
    blocks_free(&self->blocks);
    g_free(self);
}

static Block *block_new(gsize capacity)
{
    Block *block = g_malloc(sizeof(Block) + capacity);
    block->next = NULL;
    block->used = 0;
    block->capacity = capacity;
    return block;
}

/* The memory as it comes, for those who fill it themselves. */
static void *blocks_take(Blocks *self, gsize size)
{
    gsize rounded = (size + alignof(max_align_t) - 1) & ~(gsize)(alignof(max_align_t) - 1);
    self->handed_out += rounded;
    if (rounded > ARENA_BLOCK_BYTES / 4) {
        /* A block of its own goes behind the head, so that the head's free space is not lost. */
        Block *own = block_new(rounded);
        own->used = rounded;
        if (self->head == NULL) {
            self->head = own;
        } else {
            own->next = self->head->next;
            self->head->next = own;
        }
        return own->data;
    }
    if (self->head == NULL || self->head->capacity - self->head->used < rounded) {
        Block *block = block_new(MAX(self->next_capacity, rounded));
        self->next_capacity = MIN(self->next_capacity * 2, ARENA_BLOCK_BYTES);
        block->next = self->head;
        self->head = block;
    }
    void *memory = self->head->data + self->head->used;
    self->head->used += rounded;
    return memory;
}

static char *blocks_copy(Blocks *self, const char *text, gsize length)
{
    char *copy = blocks_take(self, length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

void *arena_alloc(Arena *self, gsize size)
{
    void *memory = blocks_take(&self->blocks, size);
    return size > 0 ? memset(memory, 0, size) : memory;
}

char *arena_strndup(Arena *self, const char *text, gsize length)
{
    return blocks_copy(&self->blocks, text, length);
}

char *arena_strdup(Arena *self, const char *text)
{
    return arena_strndup(self, text, strlen(text));
}

char *arena_printf(Arena *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return arena_strdup(self, text);
}

const char *arena_intern(Arena *self, const char *text)
{
    Names *names = names_of(self);
    g_mutex_lock(&names->lock);
    const char *known = g_hash_table_lookup(names->texts, text);
    if (known == NULL) {
        known = blocks_copy(&names->blocks, text, strlen(text));
        g_hash_table_add(names->texts, (gpointer)known);
    }
    g_mutex_unlock(&names->lock);
    return known;
}

const char *arena_intern_length(Arena *self, const char *text, gsize length)
{
    g_autofree char *copy = g_strndup(text, length);
    return arena_intern(self, copy);
}

GPtrArray *arena_array(Arena *self)
{
    if (self->arrays == NULL) {
        self->arrays = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    }
    GPtrArray *array = g_ptr_array_new();
    g_ptr_array_add(self->arrays, array);
    return array;
}

GPtrArray *arena_array_of(Arena *self, gconstpointer element)
{
    GPtrArray *array = arena_array(self);
    g_ptr_array_add(array, (gpointer)element);
    return array;
}

/* Behind the head, so that the free space of the head is not lost. */
static void blocks_adopt(Blocks *self, const Blocks *other)
{
    Block *last = other->head;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    if (self->head == NULL) {
        self->head = other->head;
    } else if (last != NULL) {
        last->next = self->head->next;
        self->head->next = other->head;
    }
    self->handed_out += other->handed_out;
}

void arena_adopt(Arena *self, Arena *companion)
{
    g_assert(companion->names == self->names);
    blocks_adopt(&self->blocks, &companion->blocks);
    if (self->arrays == NULL) {
        self->arrays = g_steal_pointer(&companion->arrays);
    } else if (companion->arrays != NULL) {
        g_ptr_array_extend_and_steal(self->arrays, g_steal_pointer(&companion->arrays));
    }
    names_unref(companion->names);
    g_free(companion);
}

gsize arena_size(const Arena *self)
{
    gsize size = self->blocks.handed_out;
    if (self->names != NULL) {
        g_mutex_lock(&self->names->lock);
        size += self->names->blocks.handed_out;
        g_mutex_unlock(&self->names->lock);
    }
    return size;
}
