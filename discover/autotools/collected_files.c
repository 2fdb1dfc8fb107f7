#include "discover/autotools/collected_files.h"
#include "core/path.h"
#include <string.h>

#define PREPARED "configure.m4"

/* A script or program that collects files. */
typedef struct {
    const char *text;
    GPtrArray *names; /* char *: of files that it may collect */
} Collector;

struct CollectedFiles {
    GHashTable *paths;     /* name -> GPtrArray of const char *, those that lie in a folder */
    GPtrArray *collectors; /* Collector * */
};

static void collector_free(gpointer data)
{
    Collector *self = data;
    g_ptr_array_unref(self->names);
    g_free(self);
}

/* Macros for anybody to call lie in m4/: nobody collects them. */
static gboolean lies_in_macro_folder(const char *inside)
{
    return g_str_has_prefix(inside, "m4/") || strstr(inside, "/m4/") != NULL;
}

CollectedFiles *collected_files_new(const Tree *tree, const char *folder)
{
    CollectedFiles *self = g_new0(CollectedFiles, 1);
    self->paths =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    self->collectors = g_ptr_array_new_with_free_func(collector_free);
    const GPtrArray *files = tree_files(tree);
    gsize skipped = *folder != '\0' ? strlen(folder) + 1 : 0;
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        if (!g_str_has_suffix(path, ".m4") ||
            (skipped > 0 && (!path_lies_in(path, folder) || path[skipped - 1] != '/'))) {
            continue;
        }
        const char *slash = strrchr(path + skipped, '/');
        if (slash == NULL || lies_in_macro_folder(path + skipped)) {
            continue;
        }
        GPtrArray *paths = g_hash_table_lookup(self->paths, slash + 1);
        if (paths == NULL) {
            paths = g_ptr_array_new();
            g_hash_table_insert(self->paths, (gpointer)(slash + 1), paths);
        }
        g_ptr_array_add(paths, (gpointer)path);
    }
    return self;
}

void collected_files_free(CollectedFiles *self)
{
    if (self == NULL) {
        return;
    }
    g_hash_table_unref(self->paths);
    g_ptr_array_unref(self->collectors);
    g_free(self);
}

static guint folders_with(const CollectedFiles *self, const char *name)
{
    const GPtrArray *paths = g_hash_table_lookup(self->paths, name);
    return paths != NULL ? paths->len : 0;
}

static gboolean is_name_byte(char byte)
{
    return g_ascii_isalnum(byte) || (byte != '\0' && strchr("_.+-", byte) != NULL);
}

/* Whether the text has the name of a file, and not as a part of another. */
static gboolean has_name(const char *text, const char *name)
{
    gsize length = strlen(name);
    for (const char *at = strstr(text, name); at != NULL; at = strstr(at + 1, name)) {
        /* A dot behind it may end a sentence. */
        gboolean ends =
            !is_name_byte(at[length]) || (at[length] == '.' && !is_name_byte(at[length + 1]));
        if ((at == text || !is_name_byte(at[-1])) && ends) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Adds what a program may collect: the names of files in it that enough folders have. FALSE: there
 * are more names. */
static gboolean add_names(const CollectedFiles *self, const char *text, GPtrArray *names)
{
    g_autoptr(GRegex) regex = g_regex_new("(?<![\\w.+-])[\\w+-]++\\.m4\\b", G_REGEX_RAW, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_regex_match(regex, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 0);
        if (!g_hash_table_add(seen, g_strdup(name))) {
            continue;
        }
        if (g_hash_table_size(seen) > COLLECTED_NAMES_MAX) {
            return FALSE;
        }
        if (folders_with(self, name) >= COLLECTED_FOLDERS_MIN && strcmp(name, "aclocal.m4") != 0 &&
            strcmp(name, "acinclude.m4") != 0) {
            g_ptr_array_add(names, g_steal_pointer(&name));
        }
    }
    return TRUE;
}

gboolean collected_files_add(CollectedFiles *self, const char *text, gboolean program)
{
    Collector *collector = g_new0(Collector, 1);
    collector->text = text;
    collector->names = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(self->collectors, collector);
    if (program) {
        return add_names(self, text, collector->names);
    }
    /* A script names much that it only copies or looks for. */
    if (has_name(text, PREPARED) && folders_with(self, PREPARED) > 0) {
        g_ptr_array_add(collector->names, g_strdup(PREPARED));
    }
    return TRUE;
}

const GPtrArray *collected_files_for(const CollectedFiles *self, const char *path)
{
    const char *written = path_base(path);
    const GPtrArray *most = NULL;
    for (guint i = 0; i < self->collectors->len; i++) {
        const Collector *collector = self->collectors->pdata[i];
        if (collector->names->len == 0 || !has_name(collector->text, written)) {
            continue;
        }
        for (guint k = 0; k < collector->names->len; k++) {
            const char *name = collector->names->pdata[k];
            const GPtrArray *paths = g_hash_table_lookup(self->paths, name);
            if (strcmp(name, written) != 0 && (most == NULL || paths->len > most->len)) {
                most = paths;
            }
        }
    }
    return most;
}
