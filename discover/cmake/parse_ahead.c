#include "discover/cmake/parse_ahead.h"
#include "discover/cmake/source_file.h"
#include <string.h>

/* Of the texts that wait; their syntax trees take some ten times as much room. */
#define AHEAD_BYTES_MAX (1024u * 1024u)

typedef struct {
    const TreeFile *file;
    /* Guarded by the mutex: */
    gboolean tried; /* by the thread, or asked for before that */
    gboolean asked;
    char *text; /* NULL unless it waits */
    gsize length;
    TSTree *tree;
} AheadFile;

struct ParseAhead {
    const Tree *tree;
    GArray *files; /* AheadFile, sorted by path */
    GThread *thread;
    GMutex mutex; /* of what follows, too */
    GCond changed;
    guint next;  /* what is parsed next, if it was not tried */
    gsize bytes; /* of the texts that wait */
    gboolean stopped;
};

static AheadFile *file_at(const ParseAhead *self, guint place)
{
    return &g_array_index(self->files, AheadFile, place);
}

static void drop(ParseAhead *self, AheadFile *file)
{
    if (file->text != NULL) {
        self->bytes -= file->length;
        ts_tree_delete(file->tree);
        file->tree = NULL;
        g_clear_pointer(&file->text, g_free);
    }
}

/* The thread's work on one file, without the mutex. What cannot be read is told by whoever needs
 * it. */
static void parse(const ParseAhead *self, AheadFile *parsed)
{
    g_autoptr(GByteArray) buffer = g_byte_array_new();
    if (tree_read_into(self->tree, parsed->file, buffer, NULL)) {
        parsed->length = buffer->len;
        parsed->text = (char *)g_byte_array_free(g_steal_pointer(&buffer), FALSE);
        parsed->tree = source_file_parse(parsed->text, parsed->length);
    }
}

/* Whether there is something to parse, and room for it. */
static gboolean may_go_on(ParseAhead *self)
{
    while (self->next < self->files->len && file_at(self, self->next)->tried) {
        self->next++;
    }
    return self->next < self->files->len && self->bytes < AHEAD_BYTES_MAX;
}

static gpointer run(gpointer data)
{
    ParseAhead *self = data;
    g_mutex_lock(&self->mutex);
    while (!self->stopped) {
        if (!may_go_on(self)) {
            g_cond_wait(&self->changed, &self->mutex);
            continue;
        }
        AheadFile *file = file_at(self, self->next);
        AheadFile parsed = {.file = file->file};
        file->tried = TRUE;
        g_mutex_unlock(&self->mutex);
        parse(self, &parsed);
        g_mutex_lock(&self->mutex);
        file->text = parsed.text;
        file->length = parsed.length;
        file->tree = parsed.tree;
        self->bytes += parsed.length;
        if (file->asked) {
            drop(self, file);
        }
    }
    g_mutex_unlock(&self->mutex);
    return NULL;
}

ParseAhead *parse_ahead_new(const Tree *tree)
{
    ParseAhead *self = g_new0(ParseAhead, 1);
    self->tree = tree;
    self->files = g_array_new(FALSE, FALSE, sizeof(AheadFile));
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (file->kind == TREE_CMAKE && !file->linked && file->size <= AHEAD_BYTES_MAX) {
            AheadFile ahead = {.file = file};
            g_array_append_val(self->files, ahead);
        }
    }
    g_mutex_init(&self->mutex);
    g_cond_init(&self->changed);
    self->thread = g_thread_new("parse", run, self);
    return self;
}

void parse_ahead_free(ParseAhead *self)
{
    if (self == NULL) {
        return;
    }
    g_mutex_lock(&self->mutex);
    self->stopped = TRUE;
    g_cond_signal(&self->changed);
    g_mutex_unlock(&self->mutex);
    g_thread_join(self->thread);
    for (guint i = 0; i < self->files->len; i++) {
        drop(self, file_at(self, i));
    }
    g_cond_clear(&self->changed);
    g_mutex_clear(&self->mutex);
    g_array_unref(self->files);
    g_free(self);
}

static gint compare_paths(gconstpointer a, gconstpointer b)
{
    return strcmp(((const AheadFile *)a)->file->path, ((const AheadFile *)b)->file->path);
}

/* A file that nobody has parsed is asked for, and those behind it are likely to be next. What waits
 * before it gives way when there is no room. */
static void go_on_behind(ParseAhead *self, guint place)
{
    file_at(self, place)->tried = TRUE;
    for (guint i = 0; i < place && self->bytes >= AHEAD_BYTES_MAX; i++) {
        drop(self, file_at(self, i));
    }
    self->next = place + 1;
}

TSTree *parse_ahead_take(ParseAhead *self, const char *path, const char *text, gsize length)
{
    const TreeFile wanted = {.path = path};
    const AheadFile key = {.file = &wanted};
    guint place;
    if (!g_array_binary_search(self->files, &key, compare_paths, &place)) {
        return NULL;
    }
    g_mutex_lock(&self->mutex);
    AheadFile *file = file_at(self, place);
    TSTree *tree = NULL;
    if (!file->tried) {
        go_on_behind(self, place);
    }
    file->asked = TRUE;
    if (file->text != NULL) {
        if (file->length == length && memcmp(file->text, text, length) == 0) {
            tree = g_steal_pointer(&file->tree);
        }
        drop(self, file);
    }
    /* Mostly all is parsed by then, and waking the thread takes longer than all of this. */
    if (may_go_on(self)) {
        g_cond_signal(&self->changed);
    }
    g_mutex_unlock(&self->mutex);
    return tree;
}
