#include "container/build/workspace.h"
#include "container/build/sandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define REMOVE_DEPTH_MAX 256u
#define LOCK "lock"

G_DEFINE_QUARK(xaas - workspace - error, workspace_error)

static void remove_at(const char *path, guint depth)
{
    GStatBuf status;
    if (g_lstat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
        g_unlink(path);
        return;
    }
    if ((status.st_mode & S_IRWXU) != S_IRWXU) {
        g_chmod(path, (status.st_mode & ALLPERMS) | S_IRWXU);
    }
    g_autoptr(GDir) folder = depth > REMOVE_DEPTH_MAX ? NULL : g_dir_open(path, 0, NULL);
    for (const char *name; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *child = g_build_filename(path, name, NULL);
        remove_at(child, depth + 1);
    }
    g_rmdir(path);
}

void folder_remove(const char *path)
{
    remove_at(path, 0);
}

char *workspace_path(const char *folder, const char *part, const char *name, const char *ending)
{
    g_autofree char *file = g_strconcat(name, ending, NULL);
    return g_build_filename(folder, part, file, NULL);
}

char *workspace_build(const char *folder, const char *configuration)
{
    return g_build_filename(folder, "configurations", configuration, "build", NULL);
}

char *workspace_log(const char *folder, const char *configuration, const char *step)
{
    g_autofree char *file = g_strconcat(step, ".log", NULL);
    return g_build_filename(folder, "configurations", configuration, file, NULL);
}

/* Removes a file that lies below a folder when links are followed. */
static void remove_below(const char *root, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *name = g_path_get_basename(path);
    char *real = realpath(folder, NULL), *real_root = realpath(root, NULL);
    gboolean inside = real != NULL && real_root != NULL && g_str_has_prefix(real, real_root) &&
                      (real[strlen(real_root)] == '\0' || real[strlen(real_root)] == '/');
    if (inside) {
        g_autofree char *own = g_build_filename(real, name, NULL);
        g_unlink(own);
    }
    free(real);
    free(real_root);
}

void workspace_remove_output(const OutputFolders *folders, const char *output)
{
    static const char build[] = SANDBOX_BUILD "/", source[] = SANDBOX_SOURCE "/";
    if (!g_path_is_absolute(output)) {
        g_autofree char *path = g_build_filename(folders->build, output, NULL);
        remove_below(folders->build, path);
        return;
    }
    /* A name of the sandbox's, or without one the host's. */
    const struct {
        const char *inside, *host;
    } places[] = {{build, folders->build}, {source, folders->source}};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        gboolean named = g_str_has_prefix(output, places[i].inside);
        g_autofree char *path =
            places[i].host == NULL || !named
                ? g_strdup(output)
                : g_build_filename(places[i].host, output + strlen(places[i].inside), NULL);
        if (places[i].host != NULL) {
            remove_below(places[i].host, path);
        }
    }
}

char *workspace_graph_log(const char *folder)
{
    return g_build_filename(folder, "ninja.log", NULL);
}

static const char *const parts[] = {"configurations", "units", "modules", "logs", "scratch"};

static gboolean make_folders(const char *folder, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autofree char *path = g_build_filename(folder, parts[i], NULL);
        if (g_mkdir_with_parents(path, 0777) != 0) {
            g_set_error(error, WORKSPACE_ERROR, WORKSPACE_ERROR_FOLDER,
                        "%s cannot be made: %s; name another folder with --work", path,
                        g_strerror(errno));
            return FALSE;
        }
    }
    return TRUE;
}

gboolean workspace_is_there(const char *folder)
{
    g_autofree char *lock = g_build_filename(folder, LOCK, NULL);
    gboolean all = g_file_test(lock, G_FILE_TEST_IS_REGULAR);
    for (gsize i = 0; i < G_N_ELEMENTS(parts) && all; i++) {
        g_autofree char *part = g_build_filename(folder, parts[i], NULL);
        all = g_file_test(part, G_FILE_TEST_IS_DIR);
    }
    return all;
}

Workspace *workspace_open(const char *folder, GError **error)
{
    g_autofree char *absolute = g_canonicalize_filename(folder, NULL);
    if (!make_folders(absolute, error)) {
        return NULL;
    }
    g_autofree char *path = g_build_filename(absolute, LOCK, NULL);
    int lock = g_open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    if (lock < 0) {
        g_set_error(error, WORKSPACE_ERROR, WORKSPACE_ERROR_FOLDER,
                    "%s cannot be written: %s; name another folder with --work", path,
                    g_strerror(errno));
        return NULL;
    }
    if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        gboolean used = errno == EWOULDBLOCK;
        g_set_error(error, WORKSPACE_ERROR, WORKSPACE_ERROR_LOCKED,
                    "%s %s (%s); %sname another folder with --work", absolute,
                    used ? "is in use by another run" : "cannot be locked", g_strerror(errno),
                    used ? "wait for it, or " : "");
        close(lock);
        return NULL;
    }
    Workspace *self = g_new0(Workspace, 1);
    /* Programs that run there call it so, whatever links lead there. */
    char *real = realpath(absolute, NULL);
    self->folder = real != NULL ? g_strdup(real) : g_steal_pointer(&absolute);
    free(real);
    self->lock = lock;
    return self;
}

void workspace_close(Workspace *self)
{
    if (self != NULL) {
        close(self->lock);
        g_free(self->folder);
        g_free(self);
    }
}
