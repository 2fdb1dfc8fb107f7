/* The files of a build tree that an image keeps. */
#include "container/build/driver_parts.h"
#include "container/build/workspace.h"
#include "core/text_order.h"
#include <glib/gstdio.h>

#define BUILD_TREE_DEPTH_MAX 64u

typedef struct {
    const CMakeDriver *driver;
    const char *root;
    gboolean all; /* whatever they are called */
    GPtrArray *files;
    TreeRest *rest; /* NULL: not wanted */
} Collecting;

static void collect(const Collecting *self, const char *folder, guint depth)
{
    const CMakeDriver *driver = self->driver;
    g_autofree char *path = g_build_filename(self->root, folder, NULL);
    g_autoptr(GDir) open = depth > BUILD_TREE_DEPTH_MAX ? NULL : g_dir_open(path, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *relative =
            *folder == '\0' ? g_strdup(name) : g_build_filename(folder, name, NULL);
        g_autofree char *full = g_build_filename(self->root, relative, NULL);
        GStatBuf status;
        if (g_regex_match(driver->leave, relative, 0, NULL) || g_lstat(full, &status) != 0) {
            continue;
        }
        if (S_ISDIR(status.st_mode)) {
            collect(self, relative, depth + 1);
            if (self->rest != NULL) {
                g_ptr_array_add(self->rest->folders, g_steal_pointer(&relative));
            }
        } else if (S_ISLNK(status.st_mode) && self->rest != NULL) {
            g_ptr_array_add(self->rest->links, g_steal_pointer(&relative));
        } else if (S_ISREG(status.st_mode) &&
                   (self->all || g_regex_match(driver->keep, relative, 0, NULL))) {
            g_ptr_array_add(self->files, g_steal_pointer(&relative));
        }
    }
}

TreeRest *tree_rest_new(void)
{
    TreeRest *self = g_new0(TreeRest, 1);
    self->folders = g_ptr_array_new_with_free_func(g_free);
    self->links = g_ptr_array_new_with_free_func(g_free);
    return self;
}

void tree_rest_free(TreeRest *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->folders);
        g_ptr_array_unref(self->links);
        g_free(self);
    }
}

GPtrArray *configure_kept_files(const ConfigureRequest *request, gboolean all, TreeRest *rest)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    collect(&(Collecting){request->driver, build, all, files, rest}, "", 0);
    g_ptr_array_sort(files, text_order);
    if (rest != NULL) {
        g_ptr_array_sort(rest->folders, text_order);
        g_ptr_array_sort(rest->links, text_order);
    }
    return files;
}

char *configure_cpu_of(const CMakeDriver *driver, const char *command)
{
    g_autoptr(GMatchInfo) match = NULL;
    GString *words = g_string_new(NULL);
    for (g_regex_match(driver->cpu, command, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *word = g_match_info_fetch(match, 0);
        g_string_append_printf(words, "%s%s", words->len > 0 ? " " : "", word);
    }
    return g_string_free(words, words->len == 0);
}
