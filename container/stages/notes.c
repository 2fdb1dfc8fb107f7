#include "container/stages/notes.h"

typedef struct {
    char *text;
    GPtrArray *names; /* const char *: of configurations */
} Note;

struct Notes {
    GPtrArray *all;    /* Note * */
    GHashTable *known; /* text -> Note */
};

static void note_free(gpointer data)
{
    Note *note = data;
    g_free(note->text);
    g_ptr_array_unref(note->names);
    g_free(note);
}

Notes *notes_new(void)
{
    Notes *self = g_new0(Notes, 1);
    self->all = g_ptr_array_new_with_free_func(note_free);
    self->known = g_hash_table_new(g_str_hash, g_str_equal);
    return self;
}

void notes_free(Notes *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->known);
        g_ptr_array_unref(self->all);
        g_free(self);
    }
}

void notes_add(Notes *self, const char *configuration, const char *text)
{
    Note *note = g_hash_table_lookup(self->known, text);
    if (note == NULL) {
        note = g_new0(Note, 1);
        note->text = g_strdup(text);
        note->names = g_ptr_array_new();
        g_ptr_array_add(self->all, note);
        g_hash_table_insert(self->known, note->text, note);
    }
    GPtrArray *names = note->names;
    if (names->len == 0 || !g_str_equal(names->pdata[names->len - 1], configuration)) {
        g_ptr_array_add(names, (gpointer)configuration);
    }
}

void notes_tell(const Notes *self, guint total, GPtrArray *told)
{
    for (guint i = 0; i < self->all->len; i++) {
        const Note *note = self->all->pdata[i];
        g_autoptr(GString) line =
            g_string_new(note->names->len == 1 ? "configuration " : "configurations ");
        for (guint k = 0; k < note->names->len; k++) {
            g_string_append_printf(line, "%s%s", k > 0 ? ", " : "",
                                   (const char *)note->names->pdata[k]);
        }
        if (note->names->len == total && total > 1) {
            g_string_assign(line, "all configurations");
        }
        g_string_append_printf(line, ": %s", note->text);
        g_ptr_array_add(told, g_string_free(g_steal_pointer(&line), FALSE));
    }
}
