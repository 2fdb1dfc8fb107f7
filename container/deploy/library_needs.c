#include "container/deploy/library_needs.h"
#include "container/audit/dynamic.h"
#include "container/build/workspace.h"
#include "container/image/machine_code.h"
#include "core/file.h"
#include "core/path.h"
#include "core/text_list.h"
#include "core/text_order.h"
#include <elf.h>
#include <string.h>

#define CONFIGURATION_BYTES_MAX (1024u * 1024u)
#define INCLUDE_DEPTH_MAX 8u

void library_needs_free(LibraryNeeds *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->missing);
        g_ptr_array_unref(self->libraries);
        g_ptr_array_unref(self->unsearched);
        g_ptr_array_unref(self->binaries);
        g_free(self);
    }
}

typedef struct {
    const LibraryNeedsRequest *request;
    LibraryNeeds *needs;
    GPtrArray *places;     /* char *: folders within the root */
    GHashTable *seen;      /* char *: paths within the root that were read */
    GPtrArray *left;       /* char *: paths within the root still to be read */
    GHashTable *installed; /* name of an installed library -> its folder in the prefix */
} Finding;

/* ---- places ---------------------------------------------------------------------------------- */

/* The host's path of one within the root; what will be in the prefix is in the folder now. */
static char *host_path(const Finding *self, const char *path)
{
    const LibraryNeedsRequest *request = self->request;
    if (path_lies_in(path, request->prefix)) {
        return g_strconcat(request->folder, path + strlen(request->prefix), NULL);
    }
    return request->root != NULL ? g_build_filename(request->root, path, NULL) : g_strdup(path);
}

static void add_places(Finding *self, const char *configuration, guint depth);

static void add_included(Finding *self, const char *pattern, guint depth)
{
    g_autofree char *folder = g_path_get_dirname(pattern);
    g_autofree char *name = g_path_get_basename(pattern);
    g_autofree char *host = host_path(self, folder);
    g_autoptr(GPatternSpec) spec = g_pattern_spec_new(name);
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) open = g_dir_open(host, 0, NULL);
    for (const char *entry; open != NULL && (entry = g_dir_read_name(open)) != NULL;) {
        if (g_pattern_spec_match_string(spec, entry)) {
            g_ptr_array_add(found, g_build_filename(folder, entry, NULL));
        }
    }
    g_ptr_array_sort(found, text_order);
    for (guint i = 0; i < found->len; i++) {
        add_places(self, found->pdata[i], depth + 1);
    }
}

/* The lines of ld.so.conf(5): folders, comments, and "include PATTERN". */
static void add_places(Finding *self, const char *configuration, guint depth)
{
    g_autofree char *host = host_path(self, configuration);
    g_autofree char *text =
        depth > INCLUDE_DEPTH_MAX ? NULL : file_read(host, CONFIGURATION_BYTES_MAX, NULL, NULL);
    g_auto(GStrv) lines = g_strsplit(text == NULL ? "" : text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        char *comment = strchr(*line, '#');
        if (comment != NULL) {
            *comment = '\0';
        }
        g_strstrip(*line);
        if (g_str_has_prefix(*line, "include ") || g_str_has_prefix(*line, "include\t")) {
            add_included(self, g_strstrip(*line + strlen("include")), depth);
        } else if (**line == '/') {
            g_ptr_array_add(self->places, g_strdup(*line));
        }
    }
}

static void add_usual_places(Finding *self)
{
    static const char *const usual[] = {"/lib64", "/usr/lib64", "/lib", "/usr/lib",
                                        "/usr/local/lib"};
    g_autofree char *architecture =
        g_strndup(self->request->triple, strcspn(self->request->triple, "-"));
    for (gsize i = 0; i < G_N_ELEMENTS(usual); i++) {
        g_ptr_array_add(self->places, g_strdup_printf("%s/%s-linux-gnu", usual[i], architecture));
        g_ptr_array_add(self->places, g_strdup(usual[i]));
    }
}

/* ---- one binary ------------------------------------------------------------------------------ */

static gboolean is_elf(const char *path)
{
    return file_begins_with(path, ELFMAG, SELFMAG);
}

static gboolean same_machine(const Finding *self, const Binary *binary)
{
    const char *triple = binary_triple(binary);
    gsize length = strcspn(self->request->triple, "-");
    return triple != NULL && strncmp(triple, self->request->triple, length) == 0 &&
           triple[length] == '-';
}

/* A library of that name in the folder that is for the right machine. */
static char *look_in(const Finding *self, const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *host = host_path(self, path);
    g_autoptr(Binary) binary = is_elf(host) ? binary_open(host, NULL) : NULL;
    return binary != NULL && same_machine(self, binary) ? g_steal_pointer(&path) : NULL;
}

static char *look_in_run_paths(const Finding *self, const Dynamic *dynamic, const char *path,
                               const char *name)
{
    g_autofree char *origin = g_path_get_dirname(path);
    for (guint i = 0; i < dynamic->paths->len; i++) {
        g_auto(GStrv) folders = g_strsplit(dynamic->paths->pdata[i], ":", -1);
        for (char **folder = folders; *folder != NULL; folder++) {
            g_autoptr(GString) text = g_string_new(*folder);
            g_string_replace(text, "${ORIGIN}", origin, 0);
            g_string_replace(text, "$ORIGIN", origin, 0);
            g_autofree char *plain =
                text->str[0] == '/' ? g_canonicalize_filename(text->str, "/") : NULL;
            char *found = plain == NULL ? NULL : look_in(self, plain, name);
            if (found != NULL) {
                return found;
            }
        }
    }
    return NULL;
}

static char *find_library(const Finding *self, const Dynamic *dynamic, const char *path,
                          const char *name)
{
    char *found = look_in_run_paths(self, dynamic, path, name);
    for (guint i = 0; found == NULL && i < self->places->len; i++) {
        found = look_in(self, self->places->pdata[i], name);
    }
    return found;
}

/* A library without versions satisfies every version: so does the dynamic linker see it. */
static void check_versions(Finding *self, const Dynamic *dynamic, const char *who,
                           const char *library, const char *found)
{
    g_autofree char *host = host_path(self, found);
    g_autoptr(Binary) binary = binary_open(host, NULL);
    g_autoptr(Dynamic) provider = binary == NULL ? NULL : dynamic_read(binary);
    for (guint i = 0; provider != NULL && i < dynamic->versions->len; i++) {
        const NeededVersion *need = &g_array_index(dynamic->versions, NeededVersion, i);
        if (g_str_equal(need->library, library) && provider->defined->len > 0 &&
            !text_list_has(provider->defined, need->version)) {
            g_ptr_array_add(self->needs->missing,
                            g_strdup_printf("%s needs %s of %s, and %s is too old for that", who,
                                            need->version, library, found));
        }
    }
}

/* What was installed is read anyway, under the name of its file. */
static void take_library(Finding *self, const char *path)
{
    if (!path_lies_in(path, self->request->prefix) &&
        g_hash_table_add(self->seen, g_strdup(path))) {
        g_ptr_array_add(self->left, g_strdup(path));
        g_ptr_array_add(self->needs->libraries, g_strdup(path));
    }
}

/* Installed all the same: who runs the programs can name the folder, as after any installation to a
 * place of one's own. */
static void take_unsearched(Finding *self, const char *folder)
{
    if (!g_ptr_array_find_with_equal_func(self->needs->unsearched, folder, g_str_equal, NULL)) {
        g_ptr_array_add(self->needs->unsearched, g_strdup(folder));
    }
}

static void read_one(Finding *self, const char *path)
{
    g_autofree char *host = host_path(self, path);
    g_autoptr(Binary) binary = binary_open(host, NULL);
    if (binary == NULL || !same_machine(self, binary)) {
        return;
    }
    g_autoptr(Dynamic) dynamic = dynamic_read(binary);
    if (dynamic->interpreter != NULL) {
        g_autofree char *linker = host_path(self, dynamic->interpreter);
        if (g_file_test(linker, G_FILE_TEST_EXISTS)) {
            take_library(self, dynamic->interpreter);
        } else {
            g_ptr_array_add(self->needs->missing, g_strdup_printf("%s needs the dynamic linker %s",
                                                                  path, dynamic->interpreter));
        }
    }
    for (guint i = 0; i < dynamic->needed->len; i++) {
        const char *name = dynamic->needed->pdata[i];
        g_autofree char *found = find_library(self, dynamic, path, name);
        const char *folder = found == NULL ? g_hash_table_lookup(self->installed, name) : NULL;
        if (folder != NULL) {
            take_unsearched(self, folder);
            continue;
        }
        if (found == NULL) {
            g_ptr_array_add(self->needs->missing, g_strdup_printf("%s needs %s", path, name));
            continue;
        }
        check_versions(self, dynamic, path, name, found);
        take_library(self, found);
    }
}

/* ---------------------------------------------------------------------------------------------- */

static void collect(Finding *self, const char *folder, const char *shown, guint depth)
{
    g_autoptr(GDir) open = depth > LIBRARY_NEEDS_DEPTH_MAX ? NULL : g_dir_open(folder, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *host = g_build_filename(folder, name, NULL);
        g_autofree char *path = g_build_filename(shown, name, NULL);
        gboolean is_link = g_file_test(host, G_FILE_TEST_IS_SYMLINK);
        if (g_file_test(host, G_FILE_TEST_IS_REGULAR) && is_elf(host)) {
            g_hash_table_insert(self->installed, g_strdup(name), g_strdup(shown));
        }
        if (is_link) {
            continue;
        }
        if (g_file_test(host, G_FILE_TEST_IS_DIR)) {
            collect(self, host, path, depth + 1);
            continue;
        }
        if (self->needs->binaries->len < LIBRARY_NEEDS_FILES_MAX && machine_code_is(host)) {
            if (is_elf(host)) {
                g_ptr_array_add(self->left, g_steal_pointer(&path));
            }
            g_ptr_array_add(self->needs->binaries, g_steal_pointer(&host));
        }
    }
}

LibraryNeeds *library_needs_find(const LibraryNeedsRequest *request)
{
    LibraryNeeds *needs = g_new0(LibraryNeeds, 1);
    needs->missing = g_ptr_array_new_with_free_func(g_free);
    needs->libraries = g_ptr_array_new_with_free_func(g_free);
    needs->unsearched = g_ptr_array_new_with_free_func(g_free);
    needs->binaries = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) places = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) left = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) installed =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    Finding self = {request, needs, places, seen, left, installed};
    add_places(&self, "/etc/ld.so.conf", 0);
    add_usual_places(&self);
    collect(&self, request->folder, request->prefix, 0);
    for (guint i = 0; i < left->len; i++) {
        g_autofree char *path = g_strdup(left->pdata[i]);
        read_one(&self, path);
    }
    g_ptr_array_sort(needs->missing, text_order);
    g_ptr_array_sort(needs->libraries, text_order);
    g_ptr_array_sort(needs->unsearched, text_order);
    g_ptr_array_sort(needs->binaries, text_order);
    return needs;
}
