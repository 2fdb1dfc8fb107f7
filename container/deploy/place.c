#define _GNU_SOURCE /* renameat2 */
#include "container/deploy/place.h"
#include "container/build/workspace.h"
#include "container/deploy/tree.h"
#include "core/path.h"
#include "core/text_order.h"
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

G_DEFINE_QUARK(xaas - place - error, place_error)

#define OUTSIDE_DEPTH_MAX 256u
#define LOCK_TURNS_MAX 100u

static gboolean is_empty(const char *path)
{
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    return folder != NULL && g_dir_read_name(folder) == NULL;
}

static gboolean may_be_replaced(const char *prefix, GError **error)
{
    g_autofree char *record = g_build_filename(prefix, PLACE_RECORD, NULL);
    GStatBuf status;
    if (g_lstat(prefix, &status) != 0 || is_empty(prefix) ||
        (S_ISDIR(status.st_mode) && g_file_test(record, G_FILE_TEST_IS_REGULAR))) {
        return TRUE;
    }
    g_set_error(
        error, PLACE_ERROR, PLACE_ERROR_OCCUPIED,
        "%s holds something that is no deployment; name a folder that is empty or not there",
        prefix);
    return FALSE;
}

static gboolean fail(const char *path, GError **error)
{
    g_set_error(error, PLACE_ERROR, PLACE_ERROR_WRITE, "%s cannot be written: %s", path,
                g_strerror(errno));
    return FALSE;
}

/* Whether the file that is open is the one that the path names. */
static gboolean is_at(int descriptor, const char *path)
{
    struct stat open_file, named;
    return fstat(descriptor, &open_file) == 0 && lstat(path, &named) == 0 &&
           open_file.st_ino == named.st_ino && open_file.st_dev == named.st_dev;
}

/* Another run removes the file when it is done: what was opened before that excludes nobody. */
static gboolean take_lock(Place *self, GError **error)
{
    for (guint turn = 0; turn < LOCK_TURNS_MAX; turn++) {
        self->lock = g_open(self->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (self->lock < 0) {
            return fail(self->lock_path, error);
        }
        if (flock(self->lock, LOCK_EX | LOCK_NB) != 0) {
            break;
        }
        if (is_at(self->lock, self->lock_path)) {
            return TRUE;
        }
        close(self->lock);
        self->lock = -1;
    }
    g_set_error(error, PLACE_ERROR, PLACE_ERROR_LOCKED,
                "another deployment to %s is under way; wait for it, or name another folder",
                self->prefix);
    return FALSE;
}

static void tell_watch(const Place *self, const char *stage)
{
    const char *const paths[] = {stage, self->lock_path, NULL};
    if (self->watch != NULL) {
        self->watch(stage == NULL ? NULL : paths);
    }
}

Place *place_open(const char *prefix, PlaceWatch watch, GError **error)
{
    g_autoptr(Place) self = g_new0(Place, 1);
    self->lock = -1;
    self->watch = watch;
    self->prefix = g_canonicalize_filename(prefix, NULL);
    g_autofree char *parent = g_path_get_dirname(self->prefix);
    g_autofree char *name = g_path_get_basename(self->prefix);
    g_autofree char *part = g_strconcat(".", name, ".xaas-part", NULL);
    g_autofree char *lock = g_strconcat(".", name, ".xaas-lock", NULL);
    self->lock_path = g_build_filename(parent, lock, NULL);
    g_autofree char *stage = g_build_filename(parent, part, NULL);
    if (!may_be_replaced(self->prefix, error)) {
        return NULL;
    }
    if (g_mkdir_with_parents(parent, 0777) != 0) {
        fail(parent, error);
        return NULL;
    }
    if (!take_lock(self, error)) {
        return NULL;
    }
    tell_watch(self, stage);
    folder_remove(stage);
    if (g_mkdir(stage, 0777) != 0) {
        fail(stage, error);
        return NULL;
    }
    self->stage = g_steal_pointer(&stage);
    return g_steal_pointer(&self);
}

void place_close(Place *self)
{
    if (self != NULL) {
        if (self->stage != NULL) {
            folder_remove(self->stage);
            g_unlink(self->lock_path);
        }
        tell_watch(self, NULL);
        if (self->lock >= 0) {
            close(self->lock);
        }
        g_free(self->prefix);
        g_free(self->stage);
        g_free(self->lock_path);
        g_free(self);
    }
}

char *place_staged(const Place *self)
{
    return g_build_filename(self->stage, self->prefix, NULL);
}

static void collect_outside(const char *folder, const char *shown, const char *staged, guint depth,
                            GPtrArray *found)
{
    g_autoptr(GDir) open = depth > OUTSIDE_DEPTH_MAX ? NULL : g_dir_open(folder, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autofree char *path_shown = g_build_filename(shown, name, NULL);
        if (g_str_equal(path, staged)) {
            continue;
        }
        if (g_file_test(path, G_FILE_TEST_IS_DIR) && !g_file_test(path, G_FILE_TEST_IS_SYMLINK)) {
            collect_outside(path, path_shown, staged, depth + 1, found);
        } else {
            g_ptr_array_add(found, g_steal_pointer(&path_shown));
        }
    }
}

/* Whether all that leads from `base` to `relative` below it is folders, none of them a link: what a
 * project installs could lead anywhere. With `make`, what is missing is made. */
static gboolean leads_within(const char *base, const char *relative, gboolean make)
{
    g_auto(GStrv) parts = g_strsplit(relative, "/", -1);
    g_autoptr(GString) path = g_string_new(base);
    for (char **part = parts; *part != NULL; part++) {
        GStatBuf status;
        if (**part == '\0') {
            continue;
        }
        g_string_append_printf(path, "/%s", *part);
        gboolean is_there = g_lstat(path->str, &status) == 0;
        if (is_there ? !S_ISDIR(status.st_mode) : !make || g_mkdir(path->str, 0777) != 0) {
            return FALSE;
        }
    }
    return TRUE;
}

guint place_gather(const char *stage, const char *configured, const char *staged)
{
    g_autofree char *plain = g_canonicalize_filename(configured, "/");
    g_autofree char *from = g_build_filename(stage, plain, NULL);
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    guint moved = 0;
    if (!g_str_equal(plain, "/") && !path_lies_in(from, staged) &&
        leads_within(stage, plain, FALSE) && path_lies_in(staged, stage) &&
        leads_within(stage, staged + strlen(stage), TRUE)) {
        collect_outside(from, "", staged, 0, found);
    }
    for (guint i = 0; i < found->len; i++) {
        g_autofree char *old = g_build_filename(from, found->pdata[i], NULL);
        g_autofree char *path = g_build_filename(staged, found->pdata[i], NULL);
        g_autofree char *folder = g_path_get_dirname(found->pdata[i]);
        GStatBuf status;
        if (g_lstat(path, &status) != 0 && leads_within(staged, folder, TRUE) &&
            g_rename(old, path) == 0) {
            moved++;
        }
    }
    return moved;
}

GPtrArray *place_outside(const char *stage, const char *staged)
{
    GPtrArray *found = g_ptr_array_new_with_free_func(g_free);
    collect_outside(stage, "/", staged, 0, found);
    g_ptr_array_sort(found, text_order);
    return found;
}

/* Puts the staged folder and what is at the prefix in each other's place, in one step, so that a
 * run that is killed leaves the one or the other. Not every file system can. */
static gboolean exchange(const char *staged, const char *prefix)
{
    return renameat2(AT_FDCWD, staged, AT_FDCWD, prefix, RENAME_EXCHANGE) == 0;
}

gboolean place_commit(Place *self, GError **error)
{
    g_autofree char *staged = place_staged(self);
    g_autofree char *old = g_build_filename(self->stage, ".xaas-old", NULL);
    if (!may_be_replaced(self->prefix, error)) {
        return FALSE;
    }
    if (exchange(staged, self->prefix)) {
        return TRUE; /* the older one goes with the stage */
    }
    gboolean had = g_rename(self->prefix, old) == 0;
    if (g_rename(staged, self->prefix) != 0) {
        fail(self->prefix, error);
        if (had) {
            g_rename(old, self->prefix);
        }
        return FALSE;
    }
    return TRUE;
}
