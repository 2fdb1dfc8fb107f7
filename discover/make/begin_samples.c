/* Settings of a framework that is no part of the tree: its makefiles include a file of the site
 * ("Make.local"), of which the project keeps one for each machine that it was built on,
 * "machines/ridge.Make.local". People copy one of these to where the framework is. */
#include "core/path.h"
#include "discover/builders.h"
#include "discover/make/begin.h"
#include "discover/make/reading.h"
#include <string.h>

/* Fewer are no family. */
#define SAMPLES_MIN 3u
/* Makefiles of the project that include the framework's: a single one may be a tool's. */
#define USERS_MIN 3u
/* Makefiles that are looked at for that. */
#define USERS_LOOKED_AT_MAX 256u
/* What less than one in so many of the samples sets is for one site. */
#define SAMPLES_SHARE 4u

/* "Make.local" of "ridge.Make.local"; NULL for any other name. */
static const char *sample_ending(const char *base)
{
    static const char mark[] = ".make.";
    for (const char *at = base; *at != '\0'; at++) {
        if (at > base && g_ascii_strncasecmp(at, mark, strlen(mark)) == 0) {
            return at + 1;
        }
    }
    return NULL;
}

/* Files of one folder that end alike. */
typedef struct {
    char *folder;
    const char *ending;
    GPtrArray *files; /* const TreeFile * */
} Samples;

static void samples_free(gpointer data)
{
    Samples *self = data;
    g_free(self->folder);
    g_ptr_array_unref(self->files);
    g_free(self);
}

static void add_sample(GPtrArray *found, const TreeFile *file, const char *ending)
{
    g_autofree char *folder = path_folder(file->path);
    for (guint i = 0; i < found->len; i++) {
        Samples *samples = found->pdata[i];
        if (strcmp(samples->folder, folder) == 0 && strcmp(samples->ending, ending) == 0) {
            g_ptr_array_add(samples->files, (gpointer)file);
            return;
        }
    }
    Samples *samples = g_new0(Samples, 1);
    samples->folder = g_steal_pointer(&folder);
    samples->ending = ending;
    samples->files = g_ptr_array_new();
    g_ptr_array_add(samples->files, (gpointer)file);
    g_ptr_array_add(found, samples);
}

/* What the files of the tree are called; the caller frees it. */
static GHashTable *base_names(const Tree *tree)
{
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        g_hash_table_add(names, (gpointer)path_base(((const TreeFile *)files->pdata[i])->path));
    }
    return names;
}

/* The largest family of them in the tree, whose ending is no file's whole name; NULL for none. The
 * caller frees it. */
static Samples *find_samples(const Tree *tree, const MakeReadOptions *options, GHashTable *names)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(samples_free);
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        const char *ending = sample_ending(path_base(file->path));
        if (ending != NULL && !make_lies_aside(options, file->path, "") &&
            !builders_lies_in_copy(tree, file->path)) {
            add_sample(found, file, ending);
        }
    }
    guint best = found->len;
    guint most = SAMPLES_MIN - 1;
    for (guint i = 0; i < found->len; i++) {
        const Samples *samples = found->pdata[i];
        if (samples->files->len > most && !g_hash_table_contains(names, samples->ending)) {
            most = samples->files->len;
            best = i;
        }
    }
    return best < found->len ? g_ptr_array_steal_index(found, best) : NULL;
}

/* Whether the makefile includes one that a variable leads to and that is nowhere in the tree. */
static gboolean includes_outside(const char *text, const GRegex *include, GHashTable *names)
{
    g_autoptr(GMatchInfo) match = NULL;
    if (text == NULL) {
        return FALSE;
    }
    for (g_regex_match(include, text, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *base = g_match_info_fetch(match, 1);
        gboolean makefile =
            g_ascii_strncasecmp(base, "make", strlen("make")) == 0 || g_str_has_suffix(base, ".mk");
        if (makefile && !g_hash_table_contains(names, base)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether makefiles of the tree, examples among them, are made for a framework outside of it. */
static gboolean has_users(const Tree *tree, GHashTable *names)
{
    g_autoptr(GRegex) include =
        g_regex_new("^[ \\t]*-?include[ \\t]+\\$[({]\\w+[)}]/(?:[\\w.-]+/)*([\\w.-]+)[ \\t]*$",
                    G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
    const GPtrArray *files = tree_files(tree);
    guint users = 0;
    for (guint i = 0, looked_at = 0; i < files->len && looked_at < USERS_LOOKED_AT_MAX; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        if (make_is_entry_name(path_base(path))) {
            looked_at++;
            g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
            users += includes_outside(text, include, names) ? 1 : 0;
        }
    }
    return users >= USERS_MIN;
}

/* The one that tells most, the first of equals. */
static const char *fullest_of(const Samples *samples)
{
    const TreeFile *best = samples->files->pdata[0];
    for (guint i = 1; i < samples->files->len; i++) {
        const TreeFile *file = samples->files->pdata[i];
        best = file->size > best->size ? file : best;
    }
    return best->path;
}

/* The build that the folder belongs to; NULL for none. */
static MakeBegin *begin_above(const GPtrArray *begins, const char *folder)
{
    for (guint i = 0; i < begins->len; i++) {
        MakeBegin *begin = begins->pdata[i];
        if (path_is_below(folder, begin->folder)) {
            return begin;
        }
    }
    return NULL;
}

void make_add_samples(const Tree *tree, const MakeReadOptions *options, GPtrArray *begins)
{
    g_autoptr(GHashTable) names = base_names(tree);
    Samples *samples = find_samples(tree, options, names);
    if (samples != NULL && has_users(tree, names)) {
        MakeBegin *begin = begin_above(begins, samples->folder);
        if (begin == NULL) {
            begin = g_new0(MakeBegin, 1);
            begin->folder = g_strdup("");
            begin->entry = g_strdup(fullest_of(samples));
            g_ptr_array_add(begins, begin);
        }
        begin->samples = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        for (guint i = 0; i < samples->files->len; i++) {
            const TreeFile *file = samples->files->pdata[i];
            g_hash_table_add(begin->samples, g_strdup(file->path));
        }
    }
    g_clear_pointer(&samples, samples_free);
}

gboolean make_is_sample(const MakeReading *self, const char *path)
{
    return self->begin->samples != NULL && g_hash_table_contains(self->begin->samples, path);
}

gboolean make_is_of_few_samples(const MakeReading *self, const MakeVariable *variable)
{
    return self->begin->samples != NULL &&
           variable->handed_on * SAMPLES_SHARE < g_hash_table_size(self->begin->samples);
}
