#include "core/arena.h"
#include <stdalign.h>
#include <stddef.h>
#include <string.h>

/* Small requests are cut from blocks of this many bytes; larger ones get a block of their own. */
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
    gsize handed_out;
    GHashTable *interned; /* const char * owned by the blocks, as its own key */
    GPtrArray *arrays;    /* GPtrArray * made by arena_array */
};

Arena *arena_new(void)
{
    Arena *self = g_new0(Arena, 1);
    self->interned = g_hash_table_new(g_str_hash, g_str_equal);
    self->arrays = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    return self;
}

void arena_free(Arena *self)
{
    if (self == NULL) {
        return;
    }
    g_hash_table_unref(self->interned);
    g_ptr_array_unref(self->arrays);
    for (Block *block = self->blocks; block != NULL;) {
        Block *next = block->next;
        g_free(block);
        block = next;
    }
    g_free(self);
}

static Block *block_new(gsize capacity)
{
    Block *block = g_malloc0(sizeof(Block) + capacity);
    block->capacity = capacity;
    return block;
}

void *arena_alloc(Arena *self, gsize size)
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
        Block *block = block_new(ARENA_BLOCK_BYTES);
        block->next = self->blocks;
        self->blocks = block;
    }
    void *memory = self->blocks->data + self->blocks->used;
    self->blocks->used += rounded;
    return memory;
}

char *arena_strndup(Arena *self, const char *text, gsize length)
{
    char *copy = arena_alloc(self, length + 1);
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
    GPtrArray *array = g_ptr_array_new();
    g_ptr_array_add(self->arrays, array);
    return array;
}

gsize arena_size(const Arena *self)
{
    return self->handed_out;
}
