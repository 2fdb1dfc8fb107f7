#include "container/build/process.h"
#include "container/build/step.h"
#include "container/deploy/order.h"
#include "container/deploy/replay_parts.h"
#include "core/file.h"
#include "core/parallel.h"
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

G_DEFINE_QUARK(xaas - replay - error, replay_error)

#define LOG_LINES_QUOTED 12u

const json_t *replay_steps_of(const ReplayRequest *request)
{
    return json_object_get(request->tree->recipe, "steps");
}

gboolean replay_is_needed(const ReplayRequest *request, const json_t *step)
{
    return request->everything || json_is_true(json_object_get(step, "default"));
}

gboolean replay_is_kind(const json_t *step, const char *kind)
{
    return g_strcmp0(json_string_value(json_object_get(step, "kind")), kind) == 0;
}

/* ---- paths ----------------------------------------------------------------------------------- */

char *replay_seen(const ReplayRequest *request, const char *text)
{
    return sandbox_real_text(request->sandbox, request->tree->build, text);
}

/* ---- running --------------------------------------------------------------------------------- */

/* Where a command's streams lead: descriptors, NULL for none. */
typedef struct {
    const int *input, *output;
} Streams;

static gboolean run_with(const ReplayRequest *request, GPtrArray *command, const char *directory,
                         const char *output, const Streams *streams, GError **error)
{
    g_ptr_array_add(command, NULL);
    g_auto(GStrv) inside = sandbox_command(
        request->sandbox, &(SandboxRequest){.command = (const char *const *)command->pdata,
                                            .directory = directory,
                                            .build = request->tree->build,
                                            .build_is_writable = TRUE,
                                            .output = output,
                                            .place = request->place,
                                            .placed = request->placed});
    g_auto(ProcessResult) result = {0};
    if (!process_run(&(ProcessRequest){.command = (const char *const *)inside,
                                       .log = request->log,
                                       .input = streams->input,
                                       .output = streams->output},
                     &result, error)) {
        return FALSE;
    }
    if (result.status == 0) {
        return TRUE;
    }
    g_autofree char *text = process_command_text((const char *const *)command->pdata);
    g_autofree char *said = file_read(request->log, PROCESS_LOG_BYTES_MAX, NULL, NULL);
    g_autofree char *tail = said == NULL ? NULL : process_last_lines(said, LOG_LINES_QUOTED);
    gboolean one = tail == NULL || strchr(tail, '\n') == NULL;
    gboolean is_full = said != NULL && failures_lacked_space(request->failures, said);
    g_set_error(error, REPLAY_ERROR, is_full ? REPLAY_ERROR_SPACE : REPLAY_ERROR_FAILED,
                "%s`%s` ended with status %d and said:%c%s",
                is_full ? "a disk is full; make room there and deploy again: " : "", text,
                result.status, one ? ' ' : '\n', tail == NULL ? "nothing" : tail);
    return FALSE;
}

gboolean replay_run(const ReplayRequest *request, GPtrArray *command, const char *directory,
                    const char *output, GError **error)
{
    return run_with(request, command, directory, output, &(Streams){0}, error);
}

/* What a link is done with: the command that names the step's output behind "-o". Others in the
 * step come before it or work on its result. */
static gboolean links(const json_t *step, const json_t *command)
{
    const char *output = json_string_value(json_object_get(step, "output"));
    gsize index;
    const json_t *word;
    json_array_foreach(replay_is_kind(step, "link") ? command : NULL, index, word)
    {
        const char *next = json_string_value(json_array_get(command, index + 1));
        if (g_strcmp0(json_string_value(word), "-o") == 0 && g_strcmp0(next, output) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static GPtrArray *words_of(const ReplayRequest *request, const json_t *step, const json_t *command)
{
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    gboolean is_link = links(step, command);
    gsize first = step_command(command).first;
    gsize index;
    const json_t *word;
    json_array_foreach(command, index, word)
    {
        const char *text = json_string_value(word);
        if (index >= first) {
            g_ptr_array_add(words, index == first && is_link && request->linker != NULL
                                       ? g_strdup(request->linker)
                                       : replay_seen(request, text == NULL ? "" : text));
        }
    }
    for (const char *const *more = request->link_words; is_link && more != NULL && *more != NULL;
         more++) {
        g_ptr_array_add(words, g_strdup(*more));
    }
    return words;
}

/* Where an output is on the host, which is named relative to the build tree or, among the sources,
 * absolutely. NULL when it is elsewhere. The caller frees it. */
static char *output_path(const ReplayRequest *request, const char *output)
{
    static const char source[] = SANDBOX_SOURCE "/", build[] = SANDBOX_BUILD "/";
    g_autofree char *full = g_canonicalize_filename(output, SANDBOX_BUILD);
    if (g_str_has_prefix(full, source)) {
        return g_build_filename(request->tree->source, full + strlen(source), NULL);
    }
    return g_str_has_prefix(full, build)
               ? g_build_filename(request->tree->build, full + strlen(build), NULL)
               : NULL;
}

/* Opens a folder within the deployment's own; `makes` has it made, and those that it is in. Steps
 * of the image have worked there and may have left links that lead out of it: no link is followed.
 * -1 when there is none, and errno tells why. */
static int open_folder(const ReplayRequest *request, const char *path, gboolean makes)
{
    const char *own = request->tree->folder;
    gsize length = strlen(own);
    if (strncmp(path, own, length) != 0 || path[length] != '/') {
        errno = EXDEV;
        return -1;
    }
    int folder = open(own, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    g_auto(GStrv) parts = g_strsplit(path + length + 1, "/", -1);
    for (char **part = parts; folder >= 0 && *part != NULL; part++) {
        if (**part == '\0') {
            continue;
        }
        if (makes) {
            (void)mkdirat(folder, *part, 0777);
        }
        int next = openat(folder, *part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int reason = errno;
        close(folder);
        errno = reason;
        folder = next;
    }
    return folder;
}

/* What is not made the step finds missing. */
static void make_folders(const ReplayRequest *request, const char *path)
{
    int folder = open_folder(request, path, TRUE);
    if (folder >= 0) {
        close(folder);
    }
}

/* Why a stream cannot be opened, by errno. */
static const char *stream_reason(int reason)
{
    return reason == ELOOP || reason == ENOTDIR
               ? "a part of the path is a symbolic link or no folder, and links are not followed"
           : reason == EXDEV                     ? "it lies outside of what is deployed"
           : reason == ENXIO || reason == EINVAL ? "it is no regular file"
                                                 : g_strerror(reason);
}

/* A file of the folder; what a step has left there may be something that blocks. -1 when it is no
 * regular file, and errno tells why. */
static int open_regular(int folder, const char *name, int flags)
{
    int file = openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    struct stat status;
    if (file >= 0 && (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))) {
        close(file);
        errno = EINVAL;
        return -1;
    }
    return file;
}

/* Opens a file that a command in `directory` (as it sees it) reads or writes. FALSE and an error
 * when it does not lie within the deployment's own folders, or is not there. */
static gboolean open_stream(const ReplayRequest *request, const char *name, const char *directory,
                            int flags, int *stream, GError **error)
{
    g_autofree char *real = replay_seen(request, name);
    g_autofree char *full = g_canonicalize_filename(real, directory);
    g_autofree char *host = sandbox_host_path(request->sandbox, request->tree->build, full);
    g_autofree char *parent = g_path_get_dirname(host);
    g_autofree char *base = g_path_get_basename(host);
    int folder = open_folder(request, parent, flags != O_RDONLY);
    *stream = folder < 0 ? -1 : open_regular(folder, base, flags);
    int reason = errno;
    if (folder >= 0) {
        close(folder);
    }
    if (*stream < 0) {
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_FAILED, "%s cannot be %s: %s", name,
                    flags == O_RDONLY ? "read" : "written", stream_reason(reason));
    }
    return *stream >= 0;
}

/* Folders of outputs are the build tool's to make, and it is not here. */
static void make_folder(const ReplayRequest *request, const char *output)
{
    g_autofree char *path = output_path(request, output);
    g_autofree char *folder = path == NULL ? NULL : g_path_get_dirname(path);
    if (folder != NULL) {
        make_folders(request, folder);
    }
}

/* The folder that a command `cd FOLDER` goes to from `directory`; NULL when it is another command.
 * The caller frees it. */
static char *folder_entered(const ReplayRequest *request, const json_t *command,
                            const char *directory)
{
    const char *name = json_string_value(json_array_get(command, 0));
    const char *folder = json_string_value(json_array_get(command, 1));
    if (json_array_size(command) != 2 || g_strcmp0(name, "cd") != 0 || folder == NULL) {
        return NULL;
    }
    g_autofree char *there = replay_seen(request, folder);
    return g_canonicalize_filename(there, directory);
}

/* One command, with its streams. */
static gboolean run_command(const ReplayRequest *request, const json_t *step, const json_t *command,
                            const char *directory, GError **error)
{
    const StepCommand told = step_command(command);
    const char *folder = links(step, command) ? request->link_folder : NULL;
    g_autoptr(GPtrArray) words = words_of(request, step, command);
    int flags = O_WRONLY | O_CREAT | (told.appends ? O_APPEND : O_TRUNC);
    int input = -1, output = -1;
    gboolean good =
        words->len > 0 &&
        (told.reads == NULL ||
         open_stream(request, told.reads, directory, O_RDONLY, &input, error)) &&
        (told.writes == NULL ||
         open_stream(request, told.writes, directory, flags, &output, error)) &&
        run_with(request, words, directory, folder,
                 &(Streams){input < 0 ? NULL : &input, output < 0 ? NULL : &output}, error);
    if (input >= 0) {
        close(input);
    }
    if (output >= 0) {
        close(output);
    }
    return good;
}

static gboolean run_step(const ReplayRequest *request, const json_t *step, GError **error)
{
    const char *output = json_string_value(json_object_get(step, "output"));
    const char *recorded = json_string_value(json_object_get(step, "directory"));
    g_autofree char *directory = replay_seen(request, recorded == NULL ? SANDBOX_BUILD : recorded);
    g_autofree char *host = sandbox_host_path(request->sandbox, request->tree->build, directory);
    make_folders(request, host);
    make_folder(request, output == NULL ? "" : output);
    gsize index;
    const json_t *command;
    json_array_foreach(json_object_get(step, "commands"), index, command)
    {
        char *entered = folder_entered(request, command, directory);
        if (entered != NULL) {
            g_free(directory);
            directory = entered;
            continue;
        }
        g_autoptr(GError) failure = NULL;
        gboolean good = run_command(request, step, command, directory, &failure);
        if (!good && failure != NULL &&
            !(step_command(command).may_fail &&
              g_error_matches(failure, REPLAY_ERROR, REPLAY_ERROR_FAILED))) {
            g_propagate_error(error, g_steal_pointer(&failure));
            g_prefix_error(error, "the step that makes %s: ", output == NULL ? "?" : output);
            return FALSE;
        }
    }
    return TRUE;
}

/* What the threads that run steps share. */
typedef struct {
    const ReplayRequest *request;
    GPtrArray *steps;  /* const json_t *: those that are needed */
    GArray *together;  /* guint: the ones that run now */
    GError **failures; /* by step */
} Replaying;

static void run_one(guint index, gpointer data)
{
    Replaying *self = data;
    guint number = g_array_index(self->together, guint, index);
    ReplayRequest request = *self->request;
    g_autofree char *log = g_strdup_printf("%s.%u", self->request->log, number);
    request.log = log;
    run_step(&request, self->steps->pdata[number], &self->failures[number]);
    g_unlink(log);
}

/* FALSE and the error of the first that failed. */
static gboolean run_together(Replaying *self, GError **error)
{
    parallel_for(self->together->len, self->request->link_jobs, run_one, self);
    gboolean good = TRUE;
    for (guint i = 0; i < self->together->len; i++) {
        guint number = g_array_index(self->together, guint, i);
        GError *failure = g_steal_pointer(&self->failures[number]);
        if (failure != NULL && good) {
            g_propagate_error(error, failure);
            good = FALSE;
        } else {
            g_clear_error(&failure);
        }
    }
    return good;
}

static gboolean run_all(Replaying *self, GError **error)
{
    g_autofree guint *numbers = order_steps(self->steps);
    for (guint turn = 0, ran = 0; ran < self->steps->len; turn++) {
        g_array_set_size(self->together, 0);
        for (guint i = 0; i < self->steps->len; i++) {
            if (numbers[i] == turn) {
                g_array_append_val(self->together, i);
            }
        }
        ran += self->together->len;
        if (!run_together(self, error)) {
            return FALSE;
        }
        if (self->request->progress != NULL) {
            self->request->progress("linking", ran, self->steps->len, self->request->data);
        }
    }
    return TRUE;
}

gboolean replay_steps(const ReplayRequest *request, GPtrArray *linked, GError **error)
{
    g_autoptr(GPtrArray) steps = g_ptr_array_new();
    g_autoptr(GArray) together = g_array_new(FALSE, FALSE, sizeof(guint));
    gsize index;
    json_t *step;
    json_array_foreach(replay_steps_of(request), index, step)
    {
        if (replay_is_needed(request, step)) {
            g_ptr_array_add(steps, step);
        }
    }
    g_autofree GError **failures = g_new0(GError *, steps->len + 1);
    Replaying self = {
        .request = request, .steps = steps, .together = together, .failures = failures};
    if (!run_all(&self, error)) {
        return FALSE;
    }
    for (guint i = 0; i < steps->len; i++) {
        if (replay_is_kind(steps->pdata[i], "link")) {
            const char *output = json_string_value(json_object_get(steps->pdata[i], "output"));
            char *path = output_path(request, output == NULL ? "" : output);
            if (path != NULL) {
                g_ptr_array_add(linked, path);
            }
        }
    }
    return TRUE;
}
