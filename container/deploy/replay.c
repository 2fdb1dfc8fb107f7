#include "container/deploy/replay.h"
#include "container/build/parallel.h"
#include "container/build/process.h"
#include "container/build/step.h"
#include "container/deploy/order.h"
#include "container/image/recipe.h"
#include "core/file.h"
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

G_DEFINE_QUARK(xaas - replay - error, replay_error)

#define SCRIPT_BYTES_MAX (64u * 1024u * 1024u)
#define LOG_LINES_QUOTED 12u
#define CHECK_LINES_QUOTED 3u
#define SCRIPT ".cmake"

static const json_t *steps_of(const ReplayRequest *request)
{
    return json_object_get(request->tree->recipe, "steps");
}

static gboolean is_needed(const ReplayRequest *request, const json_t *step)
{
    return request->everything || json_is_true(json_object_get(step, "default"));
}

static gboolean is_kind(const json_t *step, const char *kind)
{
    return g_strcmp0(json_string_value(json_object_get(step, "kind")), kind) == 0;
}

/* Calls for every word of a step; stops when that says so. */
static gboolean each_word(const json_t *step, gboolean (*visit)(const char *, gsize, gpointer),
                          gpointer data)
{
    gsize index, place;
    const json_t *command, *word;
    json_array_foreach(json_object_get(step, "commands"), index, command)
    {
        json_array_foreach(command, place, word)
        {
            const char *text = json_string_value(word);
            if (text != NULL && !visit(text, place, data)) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

static gboolean keep_word(const char *word, gsize place, gpointer data)
{
    (void)place;
    g_hash_table_add(data, g_strdup(word));
    return TRUE;
}

static void add_installed_objects(const ReplayRequest *request, GHashTable *words)
{
    gsize index;
    const json_t *object;
    json_array_foreach(json_object_get(request->tree->recipe, "objects"), index, object)
    {
        if (json_is_string(object)) {
            keep_word(json_string_value(object), 0, words);
        }
    }
}

GHashTable *replay_words(const ReplayRequest *request)
{
    GHashTable *words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gsize index;
    const json_t *step;
    add_installed_objects(request, words);
    json_array_foreach(steps_of(request), index, step)
    {
        if (is_needed(request, step)) {
            each_word(step, keep_word, words);
        }
    }
    return words;
}

/* Scripts name what they install in quotes. */
static void keep_quoted(const char *text, GHashTable *words)
{
    static const char build[] = "\"" SANDBOX_BUILD "/";
    for (const char *c = strstr(text, build); c != NULL; c = strstr(c, build)) {
        c += strlen(build);
        g_hash_table_add(words, g_strndup(c, strcspn(c, "\"\n")));
    }
}

static void keep_installed(const char *folder, GHashTable *words)
{
    g_autoptr(GDir) open = g_dir_open(folder, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        gboolean is_link = g_file_test(path, G_FILE_TEST_IS_SYMLINK);
        if (!is_link && g_file_test(path, G_FILE_TEST_IS_DIR)) {
            keep_installed(path, words);
        } else if (!is_link && g_str_has_suffix(name, SCRIPT)) {
            g_autofree char *text = file_read(path, SCRIPT_BYTES_MAX, NULL, NULL);
            keep_quoted(text == NULL ? "" : text, words);
        }
    }
}

GHashTable *replay_words_of_others(const ReplayRequest *request)
{
    GHashTable *words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gsize index;
    const json_t *step;
    json_array_foreach(steps_of(request), index, step)
    {
        if (is_needed(request, step) && !is_kind(step, "link")) {
            each_word(step, keep_word, words);
        }
    }
    add_installed_objects(request, words);
    keep_installed(request->tree->build, words);
    return words;
}

/* ---- what is missing ------------------------------------------------------------------------- */

typedef struct {
    const ReplayRequest *request;
    const json_t *step;
    GPtrArray *missing;
} Looking;

static gboolean is_there(const ReplayRequest *request, const char *path)
{
    g_autofree char *host = sandbox_host_path(request->sandbox, request->tree->build, path);
    return g_file_test(host, G_FILE_TEST_EXISTS);
}

static gboolean is_within(const char *word, const char *folder)
{
    gsize length = strlen(folder);
    return strncmp(word, folder, length) == 0 && (word[length] == '/' || word[length] == '\0');
}

static gboolean look(const char *word, gsize place, gpointer data)
{
    const Looking *self = data;
    gboolean replaced = place == 0 && self->request->linker != NULL && is_kind(self->step, "link");
    gboolean outside =
        word[0] == '/' && !is_within(word, SANDBOX_SOURCE) && !is_within(word, SANDBOX_BUILD);
    if (outside && !replaced && !is_there(self->request, word) &&
        !g_ptr_array_find_with_equal_func(self->missing, word, g_str_equal, NULL)) {
        g_ptr_array_add(self->missing, g_strdup(word));
    }
    return TRUE;
}

/* Whether a program is where the sandbox looks for it: links run with its PATH, or the user's. */
static gboolean has_program(const ReplayRequest *request, const char *program)
{
    if (strchr(program, '/') != NULL) {
        return program[0] != '/' || is_there(request, program);
    }
    if (request->sandbox->isolation == ISOLATION_NONE) {
        g_autofree char *path = g_find_program_in_path(program);
        return path != NULL;
    }
    g_auto(GStrv) folders = g_strsplit(SANDBOX_PATH, ":", -1);
    for (char **folder = folders; *folder != NULL; folder++) {
        g_autofree char *path = g_build_filename(*folder, program, NULL);
        if (is_there(request, path)) {
            return TRUE;
        }
    }
    return FALSE;
}

GPtrArray *replay_missing(const ReplayRequest *request)
{
    GPtrArray *missing = g_ptr_array_new_with_free_func(g_free);
    if (request->linker != NULL && !has_program(request, request->linker)) {
        g_ptr_array_add(missing, g_strdup(request->linker));
    }
    gsize index;
    const json_t *step;
    json_array_foreach(steps_of(request), index, step)
    {
        if (is_needed(request, step) && !is_kind(step, "command")) {
            Looking looking = {request, step, missing};
            each_word(step, look, &looking);
        }
    }
    return missing;
}

/* ---- paths ----------------------------------------------------------------------------------- */

static char *seen(const ReplayRequest *request, const char *text)
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
                                            .output = output});
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
    g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_FAILED, "`%s` ended with status %d and said:%c%s",
                text, result.status, one ? ' ' : '\n', tail == NULL ? "nothing" : tail);
    return FALSE;
}

static gboolean run(const ReplayRequest *request, GPtrArray *command, const char *directory,
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
    json_array_foreach(is_kind(step, "link") ? command : NULL, index, word)
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
                                       : seen(request, text == NULL ? "" : text));
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

/* Opens a folder within the deployment's own, and makes it and those that it is in. Steps of the
 * image have worked there and may have left links that lead out of it: no link is followed. -1 when
 * there is none. */
static int open_folder(const ReplayRequest *request, const char *path)
{
    const char *own = request->tree->folder;
    gsize length = strlen(own);
    if (strncmp(path, own, length) != 0 || path[length] != '/') {
        return -1;
    }
    int folder = open(own, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    g_auto(GStrv) parts = g_strsplit(path + length + 1, "/", -1);
    for (char **part = parts; folder >= 0 && *part != NULL; part++) {
        if (**part == '\0') {
            continue;
        }
        (void)mkdirat(folder, *part, 0777);
        int next = openat(folder, *part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        close(folder);
        folder = next;
    }
    return folder;
}

/* What is not made the step finds missing. */
static void make_folders(const ReplayRequest *request, const char *path)
{
    int folder = open_folder(request, path);
    if (folder >= 0) {
        close(folder);
    }
}

/* Opens a file that a command in `directory` (as it sees it) reads or writes. FALSE and an error
 * when it does not lie within the deployment's own folders, or is not there. */
static gboolean open_stream(const ReplayRequest *request, const char *name, const char *directory,
                            int flags, int *stream, GError **error)
{
    g_autofree char *real = seen(request, name);
    g_autofree char *full = g_canonicalize_filename(real, directory);
    g_autofree char *host = sandbox_host_path(request->sandbox, request->tree->build, full);
    g_autofree char *parent = g_path_get_dirname(host);
    g_autofree char *base = g_path_get_basename(host);
    int folder = open_folder(request, parent);
    *stream = folder < 0 ? -1 : openat(folder, base, flags | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (folder >= 0) {
        close(folder);
    }
    if (*stream < 0) {
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_FAILED, "%s cannot be %s", name,
                    flags == O_RDONLY ? "read" : "written");
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
    g_autofree char *there = seen(request, folder);
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
    g_autofree char *directory = seen(request, recorded == NULL ? SANDBOX_BUILD : recorded);
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
    json_array_foreach(steps_of(request), index, step)
    {
        if (is_needed(request, step)) {
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
        if (is_kind(steps->pdata[i], "link")) {
            const char *output = json_string_value(json_object_get(steps->pdata[i], "output"));
            char *path = output_path(request, output == NULL ? "" : output);
            if (path != NULL) {
                g_ptr_array_add(linked, path);
            }
        }
    }
    return TRUE;
}

/* ---- installation ---------------------------------------------------------------------------- */

/* Scripts of the build tree hold the sandbox's paths. */
static gboolean make_scripts_real(const ReplayRequest *request, const char *folder, GError **error)
{
    g_autoptr(GDir) open = g_dir_open(folder, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_SYMLINK)) {
            continue;
        }
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            if (!make_scripts_real(request, path, error)) {
                return FALSE;
            }
        } else if (g_str_has_suffix(name, SCRIPT)) {
            g_autofree char *text = file_read(path, SCRIPT_BYTES_MAX, NULL, error);
            g_autofree char *real = text == NULL ? NULL : seen(request, text);
            if (real == NULL ||
                !g_file_set_contents_full(path, real, -1, G_FILE_SET_CONTENTS_NONE, 0644, error)) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

/* A recorded command with one place filled in. */
static GPtrArray *filled(const json_t *command, const char *place, const char *text)
{
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    gsize index;
    const json_t *word;
    json_array_foreach(command, index, word)
    {
        const char *recorded = json_string_value(word);
        g_autoptr(GString) full = g_string_new(recorded == NULL ? "" : recorded);
        g_string_replace(full, place, text, 0);
        g_ptr_array_add(words, g_string_free(g_steal_pointer(&full), FALSE));
    }
    return words;
}

static gboolean prepare_scripts(const ReplayRequest *request, GError **error)
{
    return request->sandbox->isolation != ISOLATION_NONE ||
           make_scripts_real(request, request->tree->build, error);
}

/* A command of the recipe that runs tests, with {jobs} filled in. */
static gboolean run_tests(const ReplayRequest *request, const char *member, GError **error)
{
    const json_t *recipe = request->tree->recipe;
    g_autofree char *jobs = g_strdup_printf("%u", request->jobs);
    g_autoptr(GPtrArray) command = filled(json_object_get(recipe, member), "{jobs}", jobs);
    g_autoptr(GPtrArray) variables =
        filled(json_object_get(recipe, "check_environment"), "{jobs}", jobs);
    if (variables->len > 0 && request->sandbox->isolation != ISOLATION_NONE) {
        g_ptr_array_insert(variables, 0, g_strdup("env"));
        g_ptr_array_extend_and_steal(variables, g_steal_pointer(&command));
        command = g_steal_pointer(&variables);
    }
    return run(request, command, sandbox_build(request->sandbox, request->tree->build), NULL,
               error);
}

gboolean replay_check(const ReplayRequest *request, char **said, GError **error)
{
    if (!prepare_scripts(request, error)) {
        return FALSE;
    }
    g_autoptr(GError) failure = NULL;
    gboolean passed = run_tests(request, "check", &failure);
    gboolean again = !passed && request->jobs > 1 &&
                     g_error_matches(failure, REPLAY_ERROR, REPLAY_ERROR_FAILED) &&
                     json_array_size(json_object_get(request->tree->recipe, "check_again")) > 0;
    if (again) {
        g_clear_error(&failure);
        passed = run_tests(request, "check_again", &failure);
    }
    if (passed) {
        g_autofree char *all = file_read(request->log, PROCESS_LOG_BYTES_MAX, NULL, NULL);
        const char *none = json_string_value(json_object_get(request->tree->recipe, "check_none"));
        if (all != NULL && none != NULL && strstr(all, none) != NULL) {
            *said = g_strdup("there are none in this configuration");
            return TRUE;
        }
        g_autofree char *lines = process_last_lines(all == NULL ? "" : all, CHECK_LINES_QUOTED);
        g_auto(GStrv) parts = g_strsplit(lines, "\n", -1);
        g_autofree char *end = g_strjoinv(" ", parts);
        *said = g_strconcat(
            again ? "some failed side by side with others and passed one by one: " : "", end, NULL);
    } else if (g_error_matches(failure, REPLAY_ERROR, REPLAY_ERROR_FAILED)) {
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_TESTS,
                    "the project's own tests fail, and nothing is installed: %s", failure->message);
    } else {
        g_propagate_error(error, g_steal_pointer(&failure));
    }
    return passed;
}

gboolean replay_install(const ReplayRequest *request, const char *stage, const char *prefix,
                        GError **error)
{
    if (!prepare_scripts(request, error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) command =
        filled(json_object_get(request->tree->recipe, "install"), "{prefix}", prefix);
    g_ptr_array_insert(command, 0, g_strdup("env"));
    g_ptr_array_insert(command, 1,
                       g_strconcat("DESTDIR=", sandbox_output(request->sandbox, stage), NULL));
    if (!run(request, command, sandbox_build(request->sandbox, request->tree->build), stage,
             error)) {
        g_prefix_error(error, "the installation: ");
        return FALSE;
    }
    return TRUE;
}
