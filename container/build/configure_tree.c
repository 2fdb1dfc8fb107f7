/* What a build tree was made of, and when it has to be made anew.
 *
 * A tree in which CMake ran twice is not what one run leaves: what the first run wrote, and what
 * commands of the first build made, stays there although nothing makes it any more, and would be
 * packed. So a tree is kept only while CMake would do the same again. */
#include "container/build/driver_parts.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "core/file.h"
#include "core/path.h"
#include "core/text_order.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define SOURCE_DEPTH_MAX 64u
#define SOURCE_NAMES_MAX 1000000u
/* Members of a folder that one command copies. */
#define COPIED_AT_ONCE 500u

typedef struct {
    const ConfigureRequest *request;
    GPtrArray *rows; /* char *: a path in the project's folder, and what tells a change of it */
    gboolean all;    /* FALSE when some could not be looked at */
} Sources;

/* What xaas itself writes may lie in the project's folder: work folders and images. */
static gboolean is_ours(const ConfigureRequest *request, const char *path)
{
    g_autofree char *work = g_canonicalize_filename(request->folder, NULL);
    g_autofree char *mark = g_build_filename(path, "oci-layout", NULL);
    g_autofree char *index = g_build_filename(path, "index.json", NULL);
    g_autofree char *blobs = g_build_filename(path, "blobs", NULL);
    return g_str_equal(path, work) || workspace_is_there(path) ||
           (g_file_test(mark, G_FILE_TEST_IS_REGULAR) &&
            g_file_test(index, G_FILE_TEST_IS_REGULAR) && g_file_test(blobs, G_FILE_TEST_IS_DIR));
}

static void add_status(GString *row, const GStatBuf *status)
{
    g_string_append_printf(row,
                           "|%o %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%09ld "
                           "%" G_GINT64_FORMAT ".%09ld",
                           (guint)status->st_mode, (gint64)status->st_size,
                           (gint64)status->st_mtim.tv_sec, status->st_mtim.tv_nsec,
                           (gint64)status->st_ctim.tv_sec, status->st_ctim.tv_nsec);
}

/* Nobody can set the time at which a file's status changed, so that it also tells a file in whose
 * place another of the same size and time was put. A link changes with what it leads to. */
static void add_row(Sources *self, const char *name, const char *full, const GStatBuf *status)
{
    GString *row = g_string_new(name);
    GStatBuf target;
    add_status(row, status);
    if (S_ISLNK(status->st_mode) && g_stat(full, &target) == 0) {
        add_status(row, &target);
    }
    g_ptr_array_add(self->rows, g_string_free(row, FALSE));
}

static void collect_sources(Sources *self, const char *folder, guint depth)
{
    const char *source = self->request->sandbox->source;
    g_autofree char *path = g_build_filename(source, folder, NULL);
    g_autoptr(GDir) open = depth > SOURCE_DEPTH_MAX ? NULL : g_dir_open(path, 0, NULL);
    self->all = self->all && open != NULL;
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *child =
            *folder == '\0' ? g_strdup(name) : g_build_filename(folder, name, NULL);
        g_autofree char *full = g_build_filename(source, child, NULL);
        GStatBuf status;
        if (configure_leaves_source(self->request->driver, name)) {
            continue;
        }
        if (self->rows->len >= SOURCE_NAMES_MAX || g_lstat(full, &status) != 0) {
            self->all = FALSE;
        } else if (!S_ISDIR(status.st_mode)) {
            add_row(self, child, full, &status);
        } else if (!is_ours(self->request, full)) {
            collect_sources(self, child, depth + 1);
        }
    }
}

static void digest_words(GChecksum *checksum, const GPtrArray *words)
{
    for (guint i = 0; i < words->len; i++) {
        const char *word = words->pdata[i];
        g_checksum_update(checksum, (const guchar *)word, (gssize)strlen(word) + 1);
    }
}

/* Of what the tree is made: the command and the sandbox that it runs in; whether it is to have what
 * the default build does not need; and the project's files. The build tool does not see all that
 * changes: it knows neither what a description reads without saying so, nor that a file has been
 * put back to an older one. NULL when the files cannot all be looked at. */
static char *tree_digest(const ConfigureRequest *request, const GPtrArray *command,
                         gboolean default_only)
{
    const Sandbox *sandbox = request->sandbox;
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *around = g_strdup_printf(
        "%d %d %d %d %" G_GINT64_FORMAT " %s\n%s\n", default_only, sandbox->isolation,
        sandbox->own_sources, sandbox->network, sandbox->timestamp,
        sandbox->root == NULL ? "" : sandbox->root, sandbox->source);
    Sources sources = {request, rows, TRUE};
    g_checksum_update(checksum, (const guchar *)around, -1);
    digest_words(checksum, command);
    collect_sources(&sources, "", 0);
    g_ptr_array_sort(rows, text_order);
    digest_words(checksum, rows);
    return sources.all ? g_strdup(g_checksum_get_string(checksum)) : NULL;
}

static gboolean copy(const char *to, const GPtrArray *paths, GError **error)
{
    g_autoptr(GPtrArray) command = g_ptr_array_new();
    static const char *const words[] = {"cp", "-a", "--reflink=auto", "-t"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        g_ptr_array_add(command, (gpointer)words[i]);
    }
    g_ptr_array_add(command, (gpointer)to);
    g_ptr_array_add(command, (gpointer) "--");
    g_ptr_array_extend(command, (GPtrArray *)paths, NULL, NULL);
    g_ptr_array_add(command, NULL);
    g_auto(ProcessResult) result = {0};
    const ProcessRequest request = {.command = (const char *const *)command->pdata};
    return paths->len == 0 || process_run_well(&request, &result, error);
}

gboolean configure_make_folder(const char *path, GError **error)
{
    if (g_mkdir_with_parents(path, 0777) != 0) {
        g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED, "%s: cannot be made: %s", path,
                    g_strerror(errno));
        return FALSE;
    }
    return TRUE;
}

/* A folder's members, but for work folders; of one that `work` lies in, its members likewise. */
static gboolean copy_members(const char *from, const char *to, const char *work, GError **error)
{
    g_autoptr(GDir) open = g_dir_open(from, 0, error);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    if (open == NULL || !configure_make_folder(to, error)) {
        return FALSE;
    }
    for (const char *name; (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *path = g_build_filename(from, name, NULL);
        g_autofree char *inner = g_build_filename(to, name, NULL);
        if (workspace_is_there(path)) {
            continue;
        }
        if (!path_lies_in(work, path)) {
            g_ptr_array_add(paths, g_steal_pointer(&path));
        } else if (!copy_members(path, inner, work, error)) {
            return FALSE;
        }
        if (paths->len == COPIED_AT_ONCE) {
            if (!copy(to, paths, error)) {
                return FALSE;
            }
            g_ptr_array_set_size(paths, 0);
        }
    }
    return copy(to, paths, error);
}

/* The work folder may lie among the sources, and cannot be copied into itself. */
gboolean configure_copy_sources(const ConfigureRequest *request, const char *to, GError **error)
{
    const Sandbox *sandbox = request->sandbox;
    char *source = realpath(sandbox->source, NULL);
    char *work = realpath(request->folder, NULL);
    gboolean copied;
    if (source != NULL && work != NULL && path_lies_in(work, source)) {
        copied = copy_members(source, to, work, error);
    } else {
        g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
        g_ptr_array_add(all, g_build_filename(sandbox->source, ".", NULL));
        copied = configure_make_folder(to, error) && copy(to, all, error);
    }
    free(source);
    free(work);
    return copied;
}

static gboolean copy_sources(const ConfigureRequest *request, const char *build, GError **error)
{
    g_autofree char *to = sandbox_source_folder(request->sandbox, build);
    return !request->sandbox->own_sources || configure_copy_sources(request, to, error);
}

static gboolean remove_old_tree(const char *path, GError **error)
{
    GStatBuf status;
    folder_remove(path);
    if (g_lstat(path, &status) == 0) {
        g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED,
                    "%s is of an earlier run and cannot be removed; remove it, or name another "
                    "folder with --work",
                    path);
        return FALSE;
    }
    return TRUE;
}

static gboolean make_anew(const ConfigureRequest *request, const char *build, GError **error)
{
    g_autofree char *sources =
        request->sandbox->own_sources ? sandbox_source_folder(request->sandbox, build) : NULL;
    if (!remove_old_tree(build, error) || (sources != NULL && !remove_old_tree(sources, error))) {
        return FALSE;
    }
    if (g_mkdir_with_parents(build, 0777) != 0) {
        g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED, "%s cannot be made: %s", build,
                    g_strerror(errno));
        return FALSE;
    }
    return copy_sources(request, build, error);
}

/* When the build tool's graph was written; 0: it is not there. */
static gint64 graph_time(const ConfigureRequest *request, const char *build)
{
    g_autofree char *path = g_build_filename(build, request->driver->graph, NULL);
    GStatBuf status;
    return g_stat(path, &status) == 0
               ? (gint64)status.st_mtim.tv_sec * G_USEC_PER_SEC + status.st_mtim.tv_nsec / 1000
               : 0;
}

/* Whether the tree is there, and CMake has nothing to do again. Where it has, or fails, a first run
 * is to say what becomes of it. */
static gboolean is_up_to_date(const ConfigureRequest *request, const char *build)
{
    /* Nothing else may be asked of the build tool that has it look at what has changed. */
    gint64 before = graph_time(request, build);
    g_autoptr(GPtrArray) again = configure_words(request, build, request->driver->regenerate);
    g_autofree char *said =
        workspace_log(request->folder, request->configuration->name, "regenerate");
    return before != 0 && driver_run(request, build, again, TRUE, said, NULL) &&
           graph_time(request, build) == before;
}

void configure_tree_forget(const ConfigureRequest *request)
{
    g_autofree char *stamp = workspace_log(request->folder, request->configuration->name, "stamp");
    g_unlink(stamp);
}

gboolean configure_tree_remember(const ConfigureRequest *request, const TreeState *tree,
                                 GError **error)
{
    g_autofree char *stamp = workspace_log(request->folder, request->configuration->name, "stamp");
    return tree->digest == NULL || file_write(stamp, tree->digest, strlen(tree->digest), error);
}

void tree_state_clear(TreeState *self)
{
    g_clear_pointer(&self->digest, g_free);
}

/* Until all is made in the tree, it is none that may be kept: whoever makes it may be ended. */
gboolean configure_tree(const ConfigureRequest *request, const char *build, GPtrArray *command,
                        gboolean default_only, TreeState *tree, GError **error)
{
    g_autofree char *digest = tree_digest(request, command, default_only);
    g_autofree char *stamp = workspace_log(request->folder, request->configuration->name, "stamp");
    g_autofree char *known = file_read(stamp, PROCESS_LOG_BYTES_MAX, NULL, NULL);
    g_unlink(stamp);
    *tree = (TreeState){.kept = digest != NULL && g_strcmp0(known, digest) == 0 &&
                                is_up_to_date(request, build),
                        .digest = g_steal_pointer(&digest)};
    if (tree->kept) {
        return TRUE;
    }
    g_autofree char *log =
        workspace_log(request->folder, request->configuration->name, "configure");
    return make_anew(request, build, error) &&
           (request->driver->recorded.rows != NULL
                ? configure_recorded(request, build, error)
                : driver_run(request, build, command, TRUE, log, error));
}
