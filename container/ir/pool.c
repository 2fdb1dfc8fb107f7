#include "container/ir/pool.h"
#include "core/file.h"
#include <string.h>

G_DEFINE_QUARK(xaas - pool - error, pool_error)

struct Pool {
    GPtrArray *texts;    /* by number; owned, or within `mapped` */
    GHashTable *numbers; /* text -> number + 1, of what was added */
    GMappedFile *mapped; /* NULL: in memory */
    guint64 bytes;
};

Pool *pool_new(void)
{
    Pool *self = g_new0(Pool, 1);
    self->texts = g_ptr_array_new_with_free_func(g_free);
    self->numbers = g_hash_table_new(g_str_hash, g_str_equal);
    return self;
}

void pool_free(Pool *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->texts);
        g_hash_table_unref(self->numbers);
        g_clear_pointer(&self->mapped, g_mapped_file_unref);
        g_free(self);
    }
}

Pool *pool_open(const char *path, GError **error)
{
    g_autoptr(Pool) self = pool_new();
    g_ptr_array_set_free_func(self->texts, NULL);
    self->mapped = g_mapped_file_new(path, FALSE, error);
    if (self->mapped == NULL) {
        return NULL;
    }
    const char *text = g_mapped_file_get_contents(self->mapped);
    self->bytes = g_mapped_file_get_length(self->mapped);
    if (self->bytes > 0 && text[self->bytes - 1] != '\0') {
        g_set_error(error, POOL_ERROR, POOL_ERROR_DAMAGED,
                    "%s is damaged: its last text does not end; build it anew", path);
        return NULL;
    }
    for (gsize at = 0; at < self->bytes; at += strlen(text + at) + 1) {
        g_ptr_array_add(self->texts, (gpointer)(text + at));
    }
    return g_steal_pointer(&self);
}

guint pool_add(Pool *self, const char *text, gsize length)
{
    char *copy = g_strndup(text, length);
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(self->numbers, copy));
    if (number > 0) {
        g_free(copy);
        return number - 1;
    }
    g_ptr_array_add(self->texts, copy);
    g_hash_table_insert(self->numbers, copy, GUINT_TO_POINTER(self->texts->len));
    self->bytes += length + 1;
    return self->texts->len - 1;
}

guint pool_length(const Pool *self)
{
    return self->texts->len;
}

const char *pool_text(const Pool *self, guint number)
{
    return number < self->texts->len ? self->texts->pdata[number] : NULL;
}

guint64 pool_bytes(const Pool *self)
{
    return self->bytes;
}

gboolean pool_write(const Pool *self, const guint *order, const char *path, GError **error)
{
    g_autoptr(GString) bytes = g_string_sized_new((gsize)self->bytes + 1);
    for (guint i = 0; i < self->texts->len; i++) {
        const char *text = self->texts->pdata[order == NULL ? i : order[i]];
        g_string_append_len(bytes, text, (gssize)strlen(text) + 1);
    }
    return file_write(path, bytes->str, bytes->len, error);
}
