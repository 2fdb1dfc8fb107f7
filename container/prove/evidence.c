#include "container/prove/evidence_parts.h"

static void known_file_free(gpointer data)
{
    KnownFile *known = data;
    if (!known->copy) {
        lexed_file_free(known->file);
    }
    g_free(known->path);
    g_free(known->bits.words);
    g_free(known);
}

static void build_files_free(gpointer data)
{
    BuildFiles *files = data;
    g_hash_table_unref(files->by_name);
    g_hash_table_unref(files->ids);
    g_free(files->all);
    g_free(files->links);
    g_free(files);
}

static void pasteable_name_free(gpointer data)
{
    PasteableName *self = data;
    g_ptr_array_unref(self->pieces);
    g_array_unref(self->numbers);
    g_free(self);
}

Evidence *evidence_new(const ProveRequest *request, const Frontends *frontends)
{
    Evidence *self = g_new0(Evidence, 1);
    self->request = request;
    self->frontends = frontends;
    self->lexicon = lexicon_new();
    self->known = g_ptr_array_new_with_free_func(known_file_free);
    self->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->fixed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->texts = g_hash_table_new(g_str_hash, g_str_equal);
    self->lexed = g_ptr_array_new();
    self->builds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, build_files_free);
    self->options = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->maps = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->builtins = g_hash_table_new(g_str_hash, g_str_equal);
    self->watch_of = g_array_new(FALSE, TRUE, sizeof(guint));
    self->watched = g_array_new(FALSE, FALSE, sizeof(guint32));
    self->varying = g_hash_table_new(g_str_hash, g_str_equal);
    self->commons = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    self->pasteable = g_ptr_array_new_with_free_func(pasteable_name_free);
    return self;
}

void evidence_free(Evidence *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->fixed);
        g_hash_table_unref(self->files);
        g_ptr_array_unref(self->known);
        g_hash_table_unref(self->texts);
        g_ptr_array_unref(self->lexed);
        g_hash_table_unref(self->builds);
        g_hash_table_unref(self->options);
        g_hash_table_unref(self->maps);
        g_hash_table_unref(self->builtins);
        g_array_unref(self->watch_of);
        g_array_unref(self->watched);
        g_hash_table_unref(self->varying);
        g_hash_table_unref(self->commons);
        g_clear_pointer(&self->initial, lexed_file_free);
        g_free(self->always.words);
        g_ptr_array_unref(self->pasteable);
        lexicon_free(self->lexicon);
        g_free(self);
    }
}

void evidence_count(const Evidence *self, ProveCounts *counts)
{
    counts->files = self->known->len;
    counts->macros = self->watched->len;
    counts->pasteable = self->pasteable->len;
}
