#include "recorder_run.h"
#include <glib/gstdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#define SECONDS_MAX "30"

char *recorder_run_path(const RecorderRun *self, const char *name)
{
    return g_build_filename(self->folder, name, NULL);
}

void recorder_run_set(RecorderRun *self, const char *variable, const char *value)
{
    self->environment = g_environ_setenv(self->environment, variable, value, TRUE);
}

RecorderRun *recorder_run_new(gboolean records)
{
    static const char *const folders[] = {"links", "bin", "tree", "seen"};
    RecorderRun *self = g_new0(RecorderRun, 1);
    g_autofree char *folder = g_dir_make_tmp("xaas-recorder-XXXXXX", NULL);
    char *real = realpath(folder, NULL);
    self->folder = g_strdup(real);
    free(real);
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = recorder_run_path(self, folders[i]);
        g_assert_cmpint(g_mkdir(path, 0700), ==, 0);
    }
    g_autofree char *links = recorder_run_path(self, "links");
    g_autofree char *bin = recorder_run_path(self, "bin");
    g_autofree char *seen = recorder_run_path(self, "seen");
    g_autofree char *tree = recorder_run_path(self, "tree");
    g_autofree char *path = g_strdup_printf("%s:%s:/usr/local/bin:/usr/bin:/bin", links, bin);
    self->log = recorder_run_path(self, "log");
    self->environment = g_new0(char *, 1);
    recorder_run_set(self, "PATH", path);
    recorder_run_set(self, "XAAS_RECORD_LINKS", links);
    if (records) {
        recorder_run_set(self, "XAAS_RECORD_LOG", self->log);
        recorder_run_set(self, "XAAS_RECORD_SEEN", seen);
        recorder_run_set(self, "XAAS_RECORD_ROOTS", tree);
    }
    return self;
}

void recorder_run_free(RecorderRun *self)
{
    const char *const command[] = {"rm", "-rf", "--", self->folder, NULL};
    g_assert_true(g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, NULL, NULL));
    g_strfreev(self->environment);
    g_free(self->log);
    g_free(self->folder);
    g_free(self);
}

void recorder_said_clear(RecorderSaid *self)
{
    g_free(self->out);
    g_free(self->err);
}

void recorder_run_write(const RecorderRun *self, const char *name, const char *text)
{
    g_autofree char *path = recorder_run_path(self, name);
    g_autofree char *folder = g_path_get_dirname(path);
    g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

void recorder_run_link(const RecorderRun *self, const char *name)
{
    g_autofree char *path = g_build_filename(self->folder, "links", name, NULL);
    g_assert_cmpint(symlink(XAAS_RECORD, path), ==, 0);
}

void recorder_run_tool(const RecorderRun *self, const char *name, const char *script)
{
    g_autofree char *relative = g_build_filename("bin", name, NULL);
    g_autofree char *path = recorder_run_path(self, relative);
    recorder_run_write(self, relative, script);
    g_assert_cmpint(g_chmod(path, 0755), ==, 0);
    recorder_run_link(self, name);
}

/* All bytes, and a NUL. */
static char *text_of(GBytes *bytes)
{
    gsize length = g_bytes_get_size(bytes);
    char *text = g_malloc0(length + 1);
    if (length > 0) {
        memcpy(text, g_bytes_get_data(bytes, NULL), length);
    }
    return text;
}

/* What was written for a test is older than the build. */
static void begin(const RecorderRun *self)
{
    g_autofree char *links = recorder_run_path(self, "links");
    struct utimbuf times = {.actime = time(NULL) + 60, .modtime = time(NULL) + 60};
    g_assert_cmpint(g_utime(links, &times), ==, 0);
}

void recorder_run(const RecorderRun *self, const char *line, GBytes *input, RecorderSaid *said)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) out = NULL;
    g_autoptr(GBytes) err = NULL;
    g_autofree char *tree = recorder_run_path(self, "tree");
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                  G_SUBPROCESS_FLAGS_STDERR_PIPE);
    begin(self);
    g_subprocess_launcher_set_environ(launcher, self->environment);
    g_subprocess_launcher_set_cwd(launcher, tree);
    g_autoptr(GSubprocess) process = g_subprocess_launcher_spawn(
        launcher, &error, "/usr/bin/timeout", SECONDS_MAX, "/bin/sh", "-c", line, NULL);
    g_assert_no_error(error);
    g_autoptr(GBytes) nothing = g_bytes_new(NULL, 0);
    g_subprocess_communicate(process, input != NULL ? input : nothing, NULL, &out, &err, &error);
    g_assert_no_error(error);
    said->status = g_subprocess_get_status(process);
    said->out = text_of(out);
    said->err = text_of(err);
    said->length = g_bytes_get_size(out);
}

char *recorder_run_well(const RecorderRun *self, const char *line)
{
    g_auto(RecorderSaid) said = {0};
    recorder_run(self, line, NULL, &said);
    g_assert_cmpstr(said.err, ==, "");
    g_assert_cmpint(said.status, ==, 0);
    return g_steal_pointer(&said.out);
}

GPtrArray *recorder_run_calls(const RecorderRun *self, Arena *arena)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *calls = recorded_calls(arena, self->log, &error);
    g_assert_no_error(error);
    return calls;
}

const RecordedCall *recorder_run_call(const RecorderRun *self, Arena *arena)
{
    const GPtrArray *calls = recorder_run_calls(self, arena);
    g_assert_cmpuint(calls->len, ==, 1);
    return calls->pdata[0];
}

char *recorder_run_names(const RecorderRun *self, const GPtrArray *files)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < files->len; i++) {
        const RecordedFile *file = files->pdata[i];
        g_assert_true(g_str_has_prefix(file->path, self->folder));
        g_string_append_printf(names, "%s%u %s", i > 0 ? " " : "", file->word,
                               file->path + strlen(self->folder) + 1);
    }
    return g_string_free(g_steal_pointer(&names), FALSE);
}
