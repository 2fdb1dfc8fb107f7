#include "container/build/answers.h"
#include <glib/gstdio.h>
#include <string.h>

struct Answers {
    GMutex mutex;
    GHashTable *known; /* question to GBytes * */
    gsize bytes;
};

Answers *answers_new(void)
{
    Answers *self = g_new0(Answers, 1);
    g_mutex_init(&self->mutex);
    self->known =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
    return self;
}

void answers_free(Answers *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->known);
        g_mutex_clear(&self->mutex);
        g_free(self);
    }
}

char *answers_question(const char *description, const char *const *command)
{
    GStatBuf status;
    if (g_stat(description, &status) != 0) {
        return NULL;
    }
    GString *text = g_string_new(description);
    g_string_append_printf(
        text, "\n%" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%09ld",
        (guint64)status.st_ino, (gint64)status.st_size, (gint64)status.st_mtim.tv_sec,
        status.st_mtim.tv_nsec);
    for (; *command != NULL; command++) {
        /* With its length, for a word may hold whatever stands between words. */
        g_string_append_printf(text, "\n%" G_GSIZE_FORMAT " %s", strlen(*command), *command);
    }
    return g_string_free(text, FALSE);
}

gboolean answers_find(Answers *self, const char *question, ProcessResult *result)
{
    g_mutex_lock(&self->mutex);
    GBytes *found = g_hash_table_lookup(self->known, question);
    g_autoptr(GBytes) answer = found == NULL ? NULL : g_bytes_ref(found);
    g_mutex_unlock(&self->mutex);
    if (answer == NULL) {
        return FALSE;
    }
    gsize length = 0;
    const char *text = g_bytes_get_data(answer, &length);
    *result =
        (ProcessResult){.out = g_memdup2(text, length), .length = length - 1, .err = g_strdup("")};
    return TRUE;
}

void answers_add(Answers *self, const char *question, const ProcessResult *result)
{
    gsize length = result->length + 1; /* with the zero behind it */
    if (length > ANSWERS_BYTES_MAX) {
        return;
    }
    g_mutex_lock(&self->mutex);
    if (self->bytes + length > ANSWERS_BYTES_MAX) {
        g_hash_table_remove_all(self->known);
        self->bytes = 0;
    }
    /* Whoever asked at the same time may have added it. */
    if (!g_hash_table_contains(self->known, question)) {
        g_hash_table_insert(self->known, g_strdup(question), g_bytes_new(result->out, length));
        self->bytes += length;
    }
    g_mutex_unlock(&self->mutex);
}
