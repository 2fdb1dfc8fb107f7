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

struct Arena {
    Block *blocks; /* the head is the one being filled */
    gsize next_capacity;
    gsize handed_out;
    GHashTable *interned; /* const char * owned by the blocks, as its own key; made when needed */
    GPtrArray *arrays;    /* GPtrArray * made by arena_array; made when needed */
};

Arena *arena_new(void)
{
    Arena *self = g_new0(Arena, 1);
    self->next_capacity = ARENA_FIRST_BLOCK_BYTES;
    return self;
}

void arena_free(Arena *self)
{
    if (self == NULL) {
        return;
    }
    g_clear_pointer(&self->interned, g_hash_table_unref);
    g_clear_pointer(&self->arrays, g_ptr_array_unref);
    for (Block *block = self->blocks; block != NULL;) {
        Block *next = block->next;
        g_free(block);
        block = next;
    }
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
static void *arena_take(Arena *self, gsize size)
{
    gsize rounded = (size + alignof(max_align_t) - 1) & ~(gsize)(alignof(max_align_t) - 1);
    self->handed_out += rounded;
    if (rounded > ARENA_BLOCK_BYTES / 4) {
        /* A block of its own goes behind the head, so that the head's free space is not lost. */
        Block *own = block_new(rounded);
        own->used = rounded;
        if (self->blocks == NULL) {
            self->blocks = own;
        } else {
            own->next = self->blocks->next;
            self->blocks->next = own;
        }
        return own->data;
    }
    if (self->blocks == NULL || self->blocks->capacity - self->blocks->used < rounded) {
        Block *block = block_new(MAX(self->next_capacity, rounded));
        self->next_capacity = MIN(self->next_capacity * 2, ARENA_BLOCK_BYTES);
        block->next = self->blocks;
        self->blocks = block;
    }
    void *memory = self->blocks->data + self->blocks->used;
    self->blocks->used += rounded;
    return memory;
}

void *arena_alloc(Arena *self, gsize size)
{
    void *memory = arena_take(self, size);
    return size > 0 ? memset(memory, 0, size) : memory;
}

char *arena_strndup(Arena *self, const char *text, gsize length)
{
    char *copy = arena_take(self, length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
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
    if (self->interned == NULL) {
        self->interned = g_hash_table_new(g_str_hash, g_str_equal);
    }
    const char *known = g_hash_table_lookup(self->interned, text);
    if (known == NULL) {
        known = arena_strdup(self, text);
        g_hash_table_add(self->interned, (gpointer)known);
    }
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

gsize arena_size(const Arena *self)
{
    return self->handed_out;
}
