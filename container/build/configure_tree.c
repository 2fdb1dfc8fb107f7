/* What a build tree was made of, and when it has to be made anew.
 *
 * A tree in which CMake ran twice is not what one run leaves: what the first run wrote, and what
 * commands of the first build made, stays there although nothing makes it any more, and would be
 * packed. So a tree is kept only while CMake would do the same again. */
#include "container/build/driver_parts.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "core/file.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#define SOURCE_DEPTH_MAX 64u
#define SOURCE_NAMES_MAX 1000000u
#define IMAGE_MARK "oci-layout"

typedef struct {
    const ConfigureRequest *request;
    GPtrArray *names; /* char *, relative to the project's folder */
} Naming;

/* What xaas itself writes may lie in the project's folder: work folders and images. */
static gboolean is_ours(const char *path)
{
    g_autofree char *mark = g_build_filename(path, IMAGE_MARK, NULL);
    return workspace_is_there(path) || g_file_test(mark, G_FILE_TEST_EXISTS);
}

static void collect_names(const Naming *self, const char *folder, guint depth)
{
    const char *source = self->request->sandbox->source;
    g_autofree char *path = g_build_filename(source, folder, NULL);
    g_autoptr(GDir) open = depth > SOURCE_DEPTH_MAX ? NULL : g_dir_open(path, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *child =
            *folder == '\0' ? g_strdup(name) : g_build_filename(folder, name, NULL);
        g_autofree char *full = g_build_filename(source, child, NULL);
        GStatBuf status;
        if (configure_leaves_source(self->request->driver, name) || g_lstat(full, &status) != 0 ||
            self->names->len >= SOURCE_NAMES_MAX) {
            continue;
        }
        if (!S_ISDIR(status.st_mode)) {
            g_ptr_array_add(self->names, g_steal_pointer(&child));
        } else if (!is_ours(full)) {
            collect_names(self, child, depth + 1);
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

/* Of what the tree is made: the command; whether it is to have what the default build does not
 * need; and which files the project has, for its description may ask for all in a folder without
 * being asked again when there is one more. What is in them, the build tool looks at. */
static char *tree_digest(const ConfigureRequest *request, const GPtrArray *command,
                         gboolean default_only)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_checksum_update(checksum, (const guchar *)(default_only ? "default" : "all"), -1);
    digest_words(checksum, command);
    collect_names(&(Naming){request, names}, "", 0);
    g_ptr_array_sort(names, texts_compare);
    digest_words(checksum, names);
    return g_strdup(g_checksum_get_string(checksum));
}

/* Brings the sources that belong to a build tree up to date. Files that the project wrote among
 * them are newer and stay. */
static gboolean copy_sources(const Sandbox *sandbox, const char *build, GError **error)
{
    if (!sandbox->own_sources) {
        return TRUE;
    }
    g_autofree char *from = g_build_filename(sandbox->source, ".", NULL);
    g_autofree char *to = sandbox_source_folder(sandbox, build);
    if (g_mkdir_with_parents(to, 0777) != 0) {
        g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED, "%s: cannot be made: %s", to,
                    g_strerror(errno));
        return FALSE;
    }
    const char *const command[] = {"cp", "-a", "-u", "--reflink=auto", "--", from, to, NULL};
    g_auto(ProcessResult) result = {0};
    return process_run_well(&(ProcessRequest){.command = command}, &result, error);
}

static gboolean make_anew(const ConfigureRequest *request, const char *build, GError **error)
{
    folder_remove(build);
    if (request->sandbox->own_sources) {
        g_autofree char *sources = sandbox_source_folder(request->sandbox, build);
        folder_remove(sources);
    }
    if (g_mkdir_with_parents(build, 0777) != 0) {
        g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED, "%s cannot be made: %s", build,
                    g_strerror(errno));
        return FALSE;
    }
    return copy_sources(request->sandbox, build, error);
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
    if (!copy_sources(request->sandbox, build, NULL)) {
        return FALSE;
    }
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

gboolean configure_tree(const ConfigureRequest *request, const char *build, GPtrArray *command,
                        gboolean default_only, GError **error)
{
    g_autofree char *digest = tree_digest(request, command, default_only);
    g_autofree char *stamp = workspace_log(request->folder, request->configuration->name, "stamp");
    g_autofree char *known = file_read(stamp, PROCESS_LOG_BYTES_MAX, NULL, NULL);
    if (g_strcmp0(known, digest) == 0 && is_up_to_date(request, build)) {
        return TRUE;
    }
    g_unlink(stamp);
    g_autofree char *log =
        workspace_log(request->folder, request->configuration->name, "configure");
    return make_anew(request, build, error) &&
           driver_run(request, build, command, TRUE, log, error) &&
           file_write(stamp, digest, strlen(digest), error);
}
