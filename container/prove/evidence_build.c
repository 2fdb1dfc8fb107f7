#include "container/build/workspace.h"
#include "container/prove/evidence_parts.h"
#include "core/text_order.h"
#include <string.h>
#include <sys/stat.h>

#define BUILD_FILES_MAX 2000000u
#define FOLDER_DEPTH_MAX 64u
#define LINKS_MAX 40u

/* Drops the last part of a path. */
static void go_up(GString *path)
{
    const char *slash = strrchr(path->str, '/');
    g_string_truncate(path, slash == NULL ? 0 : (gsize)(slash - path->str));
}

/* Where the link at this path leads to, in neutral words; NULL when it is no link. */
static char *link_text(const Evidence *self, const char *build, const char *neutral)
{
    if (g_str_equal(neutral, SANDBOX_BUILD) || g_str_equal(neutral, SANDBOX_SOURCE)) {
        return NULL;
    }
    g_autofree char *host = evidence_host_path(self, build, neutral);
    g_autofree char *text = g_file_read_link(host, NULL);
    return text == NULL ? NULL : sandbox_neutral_text(self->request->sandbox, build, text);
}

char *evidence_follow(const Evidence *self, const char *build, const char *neutral)
{
    g_autoptr(GString) done = g_string_new(NULL);
    g_autofree char *left = g_strdup(neutral);
    guint links = 0;
    for (const char *at = left; *at != '\0';) {
        gsize length = strcspn(at, "/");
        g_autofree char *name = g_strndup(at, length);
        at += length + (at[length] == '/' ? 1 : 0);
        if (*name == '\0' || g_str_equal(name, ".")) {
            continue;
        }
        if (g_str_equal(name, "..")) {
            go_up(done);
            continue;
        }
        g_string_append_printf(done, "/%s", name);
        g_autofree char *text = link_text(self, build, done->str);
        if (text == NULL) {
            continue;
        }
        if (++links > LINKS_MAX) {
            return g_strdup(neutral);
        }
        go_up(done);
        g_string_truncate(done, g_path_is_absolute(text) ? 0 : done->len);
        char *rest = g_strconcat(text, "/", at, NULL);
        g_free(left);
        left = rest;
        at = left;
    }
    return g_string_free(g_steal_pointer(&done), FALSE);
}

/* What is collected of one folder and all below it. */
typedef struct {
    const Evidence *evidence;
    const char *build;
    const char *root;    /* on the host */
    const char *neutral; /* the same, neutral */
    BuildFiles *files;
    GPtrArray *all;      /* char * */
    GPtrArray *links;    /* char *: those that lead to folders, and files that have several names */
    GHashTable *several; /* char *: what a file with several names is -> GPtrArray of its names */
} Collecting;

static void add_file(Collecting *self, const char *name, char *what)
{
    GPtrArray *paths = g_hash_table_lookup(self->files->by_name, name);
    if (paths == NULL) {
        paths = g_ptr_array_new_with_free_func(g_free);
        g_hash_table_insert(self->files->by_name, g_strdup(name), paths);
    }
    g_ptr_array_add(paths, what);
    g_ptr_array_add(self->all, g_strdup(what));
}

/* What a search meets there depends on where the link leads to. */
static void add_link(Collecting *self, const char *name, const char *relative)
{
    g_autofree char *neutral = g_build_filename(self->neutral, relative, NULL);
    g_autofree char *real = evidence_follow(self->evidence, self->build, neutral);
    g_autofree char *host = evidence_host_path(self->evidence, self->build, real);
    struct stat status;
    gboolean there = stat(host, &status) == 0;
    char *what = g_strdup_printf("%s -> %s%s", relative, real, there ? "" : ", which is not there");
    if (there && S_ISDIR(status.st_mode)) {
        g_ptr_array_add(self->links, what);
    } else {
        add_file(self, name, what);
    }
}

/* For "#pragma once" a file with two names is one file, and two with the same contents are not. */
static void note_names(Collecting *self, const char *relative, const struct stat *status)
{
    if (!S_ISREG(status->st_mode) || status->st_nlink < 2) {
        return;
    }
    g_autofree char *key = g_strdup_printf("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
                                           (guint64)status->st_dev, (guint64)status->st_ino);
    GPtrArray *names = g_hash_table_lookup(self->several, key);
    if (names == NULL) {
        names = g_ptr_array_new_with_free_func(g_free);
        g_hash_table_insert(self->several, g_strdup(key), names);
    }
    g_ptr_array_add(names, g_strdup(relative));
}

/* Whoever looks for one of the names meets the others with it. */
static void add_names(Collecting *self)
{
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, self->several);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        GPtrArray *names = value;
        g_ptr_array_sort(names, text_order);
        g_autoptr(GString) all = g_string_new("names of one file");
        for (guint i = 0; i < names->len; i++) {
            g_string_append_printf(all, "\n%s", (const char *)names->pdata[i]);
        }
        for (guint i = 0; i < names->len; i++) {
            g_autofree char *name = g_path_get_basename(names->pdata[i]);
            add_file(self, name, g_strdup(all->str));
        }
    }
}

static void add_folder(Collecting *self, const char *folder, guint depth)
{
    g_autofree char *path = g_build_filename(self->root, folder, NULL);
    g_autoptr(GDir) open = depth > FOLDER_DEPTH_MAX ? NULL : g_dir_open(path, 0, NULL);
    self->files->partial = self->files->partial || depth > FOLDER_DEPTH_MAX;
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *relative =
            *folder == '\0' ? g_strdup(name) : g_build_filename(folder, name, NULL);
        g_autofree char *full = g_build_filename(self->root, relative, NULL);
        struct stat status;
        if (self->all->len + self->links->len >= BUILD_FILES_MAX) {
            self->files->partial = TRUE;
            return;
        }
        if (lstat(full, &status) != 0) {
            continue;
        }
        if (S_ISDIR(status.st_mode)) {
            g_ptr_array_add(self->all, g_strconcat(relative, "/", NULL));
            add_folder(self, relative, depth + 1);
        } else if (S_ISLNK(status.st_mode)) {
            add_link(self, name, relative);
        } else {
            add_file(self, name, g_strdup(relative));
            note_names(self, relative, &status);
        }
    }
}

static char *texts_digest(GPtrArray *texts)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_ptr_array_sort(texts, text_order);
    for (guint i = 0; i < texts->len; i++) {
        const char *text = texts->pdata[i];
        g_checksum_update(checksum, (const guchar *)text, (gssize)strlen(text) + 1);
    }
    return g_strdup(g_checksum_get_string(checksum));
}

static BuildFiles *collect(const Evidence *self, const char *build, const char *root,
                           const char *neutral)
{
    BuildFiles *files = g_new0(BuildFiles, 1);
    files->by_name =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) links = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) several =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
    Collecting collecting = {self, build, root, neutral, files, all, links, several};
    add_folder(&collecting, "", 0);
    add_names(&collecting);
    files->all = texts_digest(all);
    files->links = texts_digest(links);
    files->ids = g_hash_table_new(NULL, NULL);
    GHashTableIter iter;
    gpointer name, paths;
    g_hash_table_iter_init(&iter, files->by_name);
    while (g_hash_table_iter_next(&iter, &name, &paths)) {
        g_ptr_array_sort(paths, text_order);
        g_hash_table_add(files->ids, GUINT_TO_POINTER(lexicon_id(self->lexicon, name)));
    }
    return files;
}

static const BuildFiles *files_below(Evidence *self, const char *build, const char *root,
                                     const char *neutral)
{
    BuildFiles *files = g_hash_table_lookup(self->builds, root);
    if (files == NULL) {
        files = collect(self, build, root, neutral);
        g_hash_table_insert(self->builds, g_strdup(root), files);
    }
    return files;
}

const BuildFiles *evidence_build_files(Evidence *self, const char *build)
{
    return files_below(self, build, build, SANDBOX_BUILD);
}

const BuildFiles *evidence_source_files(Evidence *self, const char *build)
{
    g_autofree char *source = sandbox_source_folder(self->request->sandbox, build);
    return files_below(self, build, source, SANDBOX_SOURCE);
}
