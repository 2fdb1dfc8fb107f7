/* What of a recorded build is kept: what is installed, and what that is made of. */
#include "container/build/recorded.h"
#include "container/record/file_id.h"
#include "core/path.h"
#include "core/text_order.h"
#include <glib/gstdio.h>
#include <string.h>

#define STAGE_DEPTH_MAX 64u

static gboolean keep_file(Recorded *self, const char *path, const char *relative, GError **error)
{
    g_autofree char *digest = file_digest(path);
    Made *made = digest == NULL ? NULL : g_hash_table_lookup(self->by_digest, digest);
    g_autofree char *maker = made == NULL ? recorded_maker(self, digest) : NULL;
    if (made == NULL && file_is_code(path)) {
        g_set_error(error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                    "%s is installed, and %s%s%s has made it as it is, so that a deployment could "
                    "not make it for its processor; have the build call its tools by their names "
                    "(CC=, AR=, ...), with files in their words",
                    relative, maker == NULL ? "no program that was recorded" : "only `",
                    maker == NULL ? "" : maker,
                    maker == NULL ? "" : "`, of which nobody knows what it takes,");
        return FALSE;
    }
    g_hash_table_insert(self->installed, g_strdup(relative), made);
    return TRUE;
}

/* A link to a file of the build tree leads nowhere when that has gone. */
static gboolean keep_link(Recorded *self, const char *path, char *relative, GError **error)
{
    g_autofree char *target = g_file_read_link(path, NULL);
    if (target != NULL && path_lies_in(target, self->build)) {
        g_set_error(
            error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
            "%s is installed as a link to %s, a file of the build tree, which no deployment "
            "has; have the project install the file",
            relative, target);
        g_free(relative);
        return FALSE;
    }
    g_ptr_array_add(self->links, relative);
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
    gboolean empty = TRUE;
    for (const char *name; (name = g_dir_read_name(open)) != NULL; empty = FALSE) {
        g_autofree char *child =
            *relative == '\0' ? g_strdup(name) : g_build_filename(relative, name, NULL);
        g_autofree char *path = g_build_filename(stage, child, NULL);
        GStatBuf status;
        if (g_lstat(path, &status) != 0) {
            continue;
        }
        if (S_ISLNK(status.st_mode)) {
            if (!keep_link(self, path, g_steal_pointer(&child), error)) {
                return FALSE;
            }
        } else if (S_ISDIR(status.st_mode)) {
            if (!keep_folder(self, stage, child, depth + 1, error)) {
                return FALSE;
            }
        } else if (S_ISREG(status.st_mode) && !keep_file(self, path, child, error)) {
            return FALSE;
        }
    }
    if (empty && *relative != '\0') {
        g_ptr_array_add(self->folders, g_strdup(relative));
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
    for (guint i = 0; made->kind != MADE_OBJECT && i < made->count; i++) {
        const MadeBy *by = made->calls->pdata[i];
        GHashTable *const parts[] = {by->objects, by->files};
        for (gsize k = 0; k < G_N_ELEMENTS(parts); k++) {
            GHashTableIter iter;
            gpointer part;
            g_hash_table_iter_init(&iter, parts[k]);
            while (g_hash_table_iter_next(&iter, NULL, &part)) {
                if (!made_was(made, part)) {
                    keep(waiting, part);
                }
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

/* Whether all that is kept was made by what the words of its calls say. */
static gboolean tells_all(const Recorded *self, GError **error)
{
    for (guint i = 0; i < self->made->len; i++) {
        const Made *made = self->made->pdata[i];
        for (guint k = 0; made->kept && k < made->count; k++) {
            const RecordedCall *call = ((const MadeBy *)made->calls->pdata[k])->call;
            if (call->variable != NULL) {
                g_set_error(error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                            "%s is made by %s with %s in its environment, which no deployment has; "
                            "have the build say the same in words (-I, -L, -Wl,-rpath)",
                            made->path != NULL ? made->path : made->source,
                            (const char *)call->words->pdata[0], call->variable);
                return FALSE;
            }
        }
    }
    return TRUE;
}

gboolean recorded_keep(Recorded *self, const char *stage, GError **error)
{
    if (!keep_folder(self, stage, "", 0, error)) {
        return FALSE;
    }
    if (g_hash_table_size(self->installed) == 0 && self->links->len == 0) {
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
    if (!tells_all(self, error)) {
        return FALSE;
    }
    g_ptr_array_sort(self->links, text_order);
    g_ptr_array_sort(self->folders, text_order);
    name_kept(self);
    g_ptr_array_sort(self->made, name_order);
    return TRUE;
}
