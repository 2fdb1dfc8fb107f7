#include "container/build/recorded_parts.h"
#include <string.h>

/* What of a key's digest names a folder. */
#define KEY_LENGTH 16

gboolean made_was(const Made *self, const Made *other)
{
    for (; self != NULL; self = self->before) {
        if (self == other || (self->like != NULL && self->like == other)) {
            return TRUE;
        }
    }
    return FALSE;
}

Made *recorded_made_of(Recorded *self, const RecordedFile *file)
{
    Made *made = g_hash_table_lookup(self->by_id, file->id);
    if (made == NULL && file->digest != NULL) {
        made = g_hash_table_lookup(self->by_digest, file->digest);
    }
    return made;
}

/* The file as it is now is what was made. Of several with the same bytes one stands for copies, the
 * same one in whatever order they were made. */
static void learn(Recorded *self, Made *made, const RecordedFile *file)
{
    g_hash_table_replace(self->by_id, (gpointer)file->id, made);
    const Made *other =
        file->digest == NULL ? NULL : g_hash_table_lookup(self->by_digest, file->digest);
    if (file->digest != NULL && (other == NULL || strcmp(made->rank, other->rank) <= 0)) {
        g_hash_table_replace(self->by_digest, (gpointer)file->digest, made);
    }
}

/* Without isolation each build tree has a path of its own, which says nothing. */
static char *neutral_text(const Recorded *self, const char *text)
{
    GString *neutral = g_string_new(text);
    g_string_replace(neutral, self->build, SANDBOX_BUILD, 0);
    return g_string_free(neutral, FALSE);
}

const char *recorded_key_of(Recorded *self, const RecordedCall *call, const char *source)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *directory = neutral_text(self, call->directory);
    g_autofree char *of = neutral_text(self, source != NULL ? source : "");
    g_checksum_update(checksum, (const guchar *)directory, (gssize)strlen(directory) + 1);
    for (guint i = 0; i < call->words->len; i++) {
        g_autofree char *word = neutral_text(self, call->words->pdata[i]);
        g_checksum_update(checksum, (const guchar *)word, (gssize)strlen(word) + 1);
    }
    g_checksum_update(checksum, (const guchar *)of, -1);
    const char *key =
        arena_printf(self->arena, "%.*s", KEY_LENGTH, g_checksum_get_string(checksum));
    guint before = GPOINTER_TO_UINT(g_hash_table_lookup(self->keys, key));
    g_hash_table_replace(self->keys, (gpointer)key, GUINT_TO_POINTER(before + 1));
    return before == 0 ? key : arena_printf(self->arena, "%s-%u", key, before);
}

Made *recorded_add(Recorded *self, MadeKind kind, const char *key, const RecordedFile *file)
{
    Made *made = arena_new0(self->arena, Made);
    made->kind = kind;
    made->key = made->rank = key;
    made->calls = arena_array(self->arena);
    g_ptr_array_add(self->made, made);
    if (file != NULL) {
        made->path = file->path;
        learn(self, made, file);
    }
    return made;
}

/* Lists are shared, so that an archive of a thousand calls does
 * not have a thousand of them; only what was made of a copy gets one of its own. */
Made *recorded_add_changed(Recorded *self, const Made *before, const char *key,
                           const RecordedFile *file, const RecordedFile *was)
{
    Made *made = recorded_add(self, before->kind, key, NULL);
    gboolean same = file->digest != NULL && g_strcmp0(file->digest, was->digest) == 0;
    made->path = file->path;
    made->before = before;
    made->rank = same ? before->rank : key;
    made->count = before->count;
    if (before->calls->len == before->count) {
        made->calls = before->calls;
    } else {
        for (guint i = 0; i < before->count; i++) {
            g_ptr_array_add(made->calls, before->calls->pdata[i]);
        }
    }
    learn(self, made, file);
    return made;
}

Made *recorded_add_alike(Recorded *self, const Made *made, const RecordedFile *file)
{
    const Made *first = made->like != NULL ? made->like : made;
    Made *alike = recorded_add(self, made->kind, made->key, NULL);
    alike->path = file->path;
    alike->source = made->source;
    alike->digest = made->digest;
    alike->before = made->before;
    alike->like = first;
    alike->calls = made->calls;
    alike->count = made->count;
    g_hash_table_replace(self->by_id, (gpointer)file->id, alike);
    return alike;
}

MadeBy *recorded_add_call(Recorded *self, Made *made, const RecordedCall *call, GHashTable *files,
                          GHashTable *objects)
{
    MadeBy *by = arena_new0(self->arena, MadeBy);
    by->call = call;
    by->files = g_hash_table_ref(files);
    by->objects = g_hash_table_ref(objects);
    g_ptr_array_add(made->calls, by);
    g_ptr_array_add(self->by, by);
    made->count++;
    return by;
}
