#include "discover/cmake/parse_ahead.h"
#include <string.h>

/* Of the texts of files that wait, which take several times as much room. */
#define AHEAD_BYTES_MAX (1024u * 1024u)

typedef struct {
    const TreeFile *file;
    /* Guarded by the mutex: */
    gboolean tried; /* by the thread, or asked for before that */
    gboolean asked;
    Arena *arena; /* of the file that waits; NULL when none does */
    SourceFile *lowered;
    gsize length; /* of its text */
} AheadFile;

struct ParseAhead {
    const Tree *tree;
    Arena *arena;
    Arena *names;  /* a companion of it, of which the thread makes others: `arena` is not its own */
    GArray *files; /* AheadFile, sorted by path */
    GThread *thread;
    GMutex mutex; /* of what follows, too */
    GCond changed;
    guint next;  /* what is read next, if it was not tried */
    gsize bytes; /* of the texts that wait */
    gboolean stopped;
};

static AheadFile *file_at(const ParseAhead *self, guint place)
{
    return &g_array_index(self->files, AheadFile, place);
}

static void drop(ParseAhead *self, AheadFile *file)
{
    if (file->arena != NULL) {
        self->bytes -= file->length;
        g_clear_pointer(&file->arena, arena_free);
    }
}

/* The thread's work on one file, without the mutex. What cannot be read is told by whoever needs
 * it, and so is what is wrong with it: nobody may ever ask for it. */
static void read_file(const ParseAhead *self, AheadFile *read, Arena *arena)
{
    g_autoptr(GByteArray) buffer = g_byte_array_new();
    if (!tree_read_into(self->tree, read->file, buffer, NULL) ||
        !g_utf8_validate_len((const char *)buffer->data, buffer->len, NULL)) {
        return;
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    read->lowered = source_file_lower(arena, read->file->path, (const char *)buffer->data,
                                      buffer->len, diagnostics);
    if (diagnostics_list(diagnostics)->len == 0) {
        read->length = buffer->len;
        read->arena = arena;
    }
}

/* Whether there is something to read, and room for it. */
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
        AheadFile read = {.file = file->file};
        Arena *arena = arena_companion(self->names);
        file->tried = TRUE;
        g_mutex_unlock(&self->mutex);
        read_file(self, &read, arena);
        g_mutex_lock(&self->mutex);
        if (read.arena == NULL || file->asked) {
            arena_free(arena);
            continue;
        }
        file->arena = read.arena;
        file->lowered = read.lowered;
        file->length = read.length;
        self->bytes += read.length;
    }
    g_mutex_unlock(&self->mutex);
    return NULL;
}

ParseAhead *parse_ahead_new(const Tree *tree, Arena *arena)
{
    ParseAhead *self = g_new0(ParseAhead, 1);
    self->tree = tree;
    self->arena = arena;
    self->names = arena_companion(arena);
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
    arena_free(self->names);
    g_free(self);
}

static gint compare_paths(gconstpointer a, gconstpointer b)
{
    return strcmp(((const AheadFile *)a)->file->path, ((const AheadFile *)b)->file->path);
}

/* A file that nobody has read is asked for, and those behind it are likely to be next. What waits
 * before it gives way when there is no room. */
static void go_on_behind(ParseAhead *self, guint place)
{
    file_at(self, place)->tried = TRUE;
    for (guint i = 0; i < place && self->bytes >= AHEAD_BYTES_MAX; i++) {
        drop(self, file_at(self, i));
    }
    self->next = place + 1;
}

SourceFile *parse_ahead_take(ParseAhead *self, const char *path)
{
    const TreeFile wanted = {.path = path};
    const AheadFile key = {.file = &wanted};
    guint place;
    if (!g_array_binary_search(self->files, &key, compare_paths, &place)) {
        return NULL;
    }
    g_mutex_lock(&self->mutex);
    AheadFile *file = file_at(self, place);
    SourceFile *taken = NULL;
    if (!file->tried) {
        go_on_behind(self, place);
    }
    file->asked = TRUE;
    if (file->arena != NULL) {
        taken = file->lowered;
        arena_adopt(self->arena, g_steal_pointer(&file->arena));
        self->bytes -= file->length;
    }
    /* Mostly all is read by then, and waking the thread takes longer than all of this. */
    if (may_go_on(self)) {
        g_cond_signal(&self->changed);
    }
    g_mutex_unlock(&self->mutex);
    return taken;
}
