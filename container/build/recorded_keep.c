/* What of a recorded build is kept: what is installed, and what that is made of. */
#include "container/build/recorded.h"
#include "container/record/file_id.h"
#include "core/file.h"
#include "core/path.h"
#include "core/text_order.h"
#include <glib/gstdio.h>
#include <string.h>

#define STAGE_DEPTH_MAX 64u

/* Whether the file holds code that a compiler has made. */
static gboolean is_machine_code(const char *path)
{
    return file_begins_with(path, "\177ELF", 4) || file_begins_with(path, "!<arch>\n", 8);
}

static gboolean keep_file(Recorded *self, const char *path, const char *relative, GError **error)
{
    g_autofree char *digest = file_digest(path);
    Made *made = digest == NULL ? NULL : g_hash_table_lookup(self->by_digest, digest);
    if (made == NULL && is_machine_code(path)) {
        g_set_error(error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                    "%s is installed, and no program that was recorded has made it as it is, so "
                    "that a deployment could not make it for its processor; have the build call "
                    "its tools by their names (CC=, AR=, ...)",
                    relative);
        return FALSE;
    }
    g_hash_table_insert(self->installed, g_strdup(relative), made);
    return TRUE;
}

/* `relative` is "" for the stage itself. */
static gboolean keep_folder(Recorded *self, const char *stage, const char *relative, guint depth,
                            GError **error)
{
    g_autofree char *folder = g_build_filename(stage, relative, NULL);
    g_autoptr(GDir) open = g_dir_open(folder, 0, error);
    if (open == NULL) {
        return FALSE;
    }
    if (depth > STAGE_DEPTH_MAX) {
        g_set_error(error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                    "%s: what is installed has more than %u folders inside each other", relative,
                    STAGE_DEPTH_MAX);
        return FALSE;
    }
    for (const char *name; (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *child =
            *relative == '\0' ? g_strdup(name) : g_build_filename(relative, name, NULL);
        g_autofree char *path = g_build_filename(stage, child, NULL);
        GStatBuf status;
        if (g_lstat(path, &status) != 0) {
            continue;
        }
        if (S_ISLNK(status.st_mode)) {
            g_ptr_array_add(self->links, g_steal_pointer(&child));
        } else if (S_ISDIR(status.st_mode)) {
            if (!keep_folder(self, stage, child, depth + 1, error)) {
                return FALSE;
            }
        } else if (S_ISREG(status.st_mode) && !keep_file(self, path, child, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Of what was linked last at each path, that is, of what is there. */
static void keep_everything(Recorded *self)
{
    for (guint i = 0; i < self->made->len; i++) {
        Made *made = self->made->pdata[i];
        const char *base = made->path == NULL ? "" : path_base(made->path);
        if (made->kind != MADE_OBJECT && !g_str_has_suffix(base, ".o")) {
            g_hash_table_insert(
                self->installed,
                g_build_filename(made->kind == MADE_PROGRAM ? "bin" : "lib", base, NULL), made);
        }
    }
}

/* Marks it, and puts it where what it is made of is looked up. */
static void keep(GPtrArray *waiting, Made *made)
{
    if (!made->kept) {
        made->kept = TRUE;
        g_ptr_array_add(waiting, made);
    }
}

static void keep_parts(GPtrArray *waiting, const Made *made)
{
    for (guint i = 0; made->kind != MADE_OBJECT && i < made->calls->len; i++) {
        const MadeBy *by = made->calls->pdata[i];
        GHashTable *const parts[] = {by->objects, by->files};
        for (gsize k = 0; k < G_N_ELEMENTS(parts); k++) {
            GHashTableIter iter;
            gpointer part;
            g_hash_table_iter_init(&iter, parts[k]);
            while (g_hash_table_iter_next(&iter, NULL, &part)) {
                keep(waiting, part);
            }
        }
    }
}

/* A log may have archives of archives as deep as it has lines, so that nothing here calls itself.
 */
static void keep_installed(Recorded *self)
{
    g_autoptr(GPtrArray) waiting = g_ptr_array_new();
    GHashTableIter iter;
    gpointer made;
    g_hash_table_iter_init(&iter, self->installed);
    while (g_hash_table_iter_next(&iter, NULL, &made)) {
        if (made != NULL) {
            keep(waiting, made);
        }
    }
    while (waiting->len > 0) {
        keep_parts(waiting, g_ptr_array_steal_index_fast(waiting, waiting->len - 1));
    }
}

/* What was made last is what lies at a path; what was there before gets another one. */
static void name_kept(Recorded *self)
{
    g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = self->made->len; i-- > 0;) {
        Made *made = self->made->pdata[i];
        if (!made->kept) {
            continue;
        }
        if (made->path != NULL && path_is_below(made->path, self->build) &&
            g_hash_table_add(taken, (gpointer)made->path)) {
            made->name = made->path + strlen(self->build) + 1;
            continue;
        }
        const char *base = path_base(made->path != NULL ? made->path : made->source);
        made->name = arena_printf(self->arena, RECORDED_OWN "/made/%s/%s%s", made->key, base,
                                  made->path == NULL ? ".o" : "");
    }
}

/* What is not kept has no name and comes first. */
static gint name_order(gconstpointer left, gconstpointer right)
{
    return g_strcmp0((*(const Made *const *)left)->name, (*(const Made *const *)right)->name);
}

gboolean recorded_keep(Recorded *self, const char *stage, GError **error)
{
    if (!keep_folder(self, stage, "", 0, error)) {
        return FALSE;
    }
    if (g_hash_table_size(self->installed) == 0) {
        keep_everything(self);
    }
    if (g_hash_table_size(self->installed) == 0 && self->links->len == 0) {
        g_set_error_literal(
            error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
            "the project's makefiles install nothing, and no program that was recorded has made a "
            "program or a library; have the build call its tools by their names (CC=, AR=, ...)");
        return FALSE;
    }
    keep_installed(self);
    g_ptr_array_sort(self->links, text_order);
    name_kept(self);
    g_ptr_array_sort(self->made, name_order);
    return TRUE;
}
