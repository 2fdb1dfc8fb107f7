#include "container/stages/graph.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "core/file.h"
#include <gio/gio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

G_DEFINE_QUARK(xaas - graph - error, graph_error)

/* Ninja hands commands to a shell, so the two paths in them are quoted for it, and '$' for Ninja.
 */
static char *quoted(const char *path, GError **error)
{
    if (strpbrk(path, "\r\n") != NULL) {
        g_set_error(error, GRAPH_ERROR, GRAPH_ERROR_PATH,
                    "%s holds a line end, which build files cannot; rename the folder", path);
        return NULL;
    }
    g_autofree char *shell = g_shell_quote(path);
    g_autoptr(GString) text = g_string_new(shell);
    g_string_replace(text, "$", "$$", 0);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *graph_text(const GraphRequest *request, const GPtrArray *keys, GError **error)
{
    g_autofree char *program = quoted(request->program, error);
    g_autofree char *folder = program == NULL ? NULL : quoted(request->folder, error);
    if (folder == NULL) {
        return NULL;
    }
    g_autoptr(GString) launcher = g_string_new(request->launcher);
    g_string_replace(launcher, "$", "$$", 0);
    GString *text = g_string_new(NULL);
    g_string_append_printf(
        text, "ninja_required_version = 1.5\nrule unit\n  command = %s%s%s unit %s $key\n",
        launcher->str, launcher->len > 0 ? " " : "", program, folder);
    for (guint i = 0; i < keys->len; i++) {
        const char *key = keys->pdata[i];
        g_string_append_printf(text, "build modules/%s.json: unit\n  key = %s\n", key, key);
    }
    return g_string_free(text, FALSE);
}

/* "[3/12] ..." */
static void report(const GraphRequest *request, const char *line)
{
    guint done = 0, total = 0;
    if (request->progress != NULL && sscanf(line, "[%u/%u]", &done, &total) == 2) {
        request->progress(request->what, done, total, request->data);
    }
}

static gboolean run(const GraphRequest *request, GError **error)
{
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE);
    g_subprocess_launcher_set_child_setup(launcher, process_end_with_parent, NULL, NULL);
    g_subprocess_launcher_setenv(launcher, "NINJA_STATUS", "[%f/%t] ", TRUE);
    g_autofree char *jobs = g_strdup_printf("-j%u", request->jobs);
    const char *const command[] = {
        "ninja", "-C", request->folder, "-f", "units.ninja", "-k", request->keep_going ? "0" : "1",
        jobs,    NULL};
    g_autoptr(GSubprocess) child = g_subprocess_launcher_spawnv(launcher, command, error);
    if (child == NULL) {
        return FALSE;
    }
    g_autoptr(GDataInputStream) lines =
        g_data_input_stream_new(g_subprocess_get_stdout_pipe(child));
    g_autofree char *log = workspace_graph_log(request->folder);
    g_autoptr(GString) said = g_string_new(NULL);
    for (char *line; (line = g_data_input_stream_read_line(lines, NULL, NULL, NULL)) != NULL;) {
        report(request, line);
        g_string_append_printf(said, "%s\n", line);
        g_free(line);
    }
    if (!g_subprocess_wait(child, NULL, error)) {
        return FALSE;
    }
    if (!g_subprocess_get_if_exited(child)) {
        g_set_error(error, GRAPH_ERROR, GRAPH_ERROR_RUN,
                    "ninja was ended by signal %d; build again", g_subprocess_get_term_sig(child));
        return FALSE;
    }
    return file_write(log, said->str, said->len, error);
}

gboolean graph_run(const GraphRequest *request, const GPtrArray *keys, GError **error)
{
    g_autofree char *text = graph_text(request, keys, error);
    g_autofree char *path = g_build_filename(request->folder, "units.ninja", NULL);
    return text != NULL && file_write(path, text, strlen(text), error) && run(request, error);
}
