/* Stage a for projects whose makefiles say themselves what they call: they build a copy of the
 * sources in the build tree while xaas-record stands in the place of the compilers, and what that
 * has told becomes a tree as CMake leaves it. */
#include "container/build/driver_parts.h"
#include "container/build/process.h"
#include "container/build/recorded.h"
#include "container/build/stand_in.h"
#include "container/build/workspace.h"
#include "core/file.h"
#include "core/point_flag.h"
#include "core/word_list.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define SETTINGS_WORD "{settings}"
#define ARGUMENTS_WORD "{arguments}"
#define MAKE_ARGUMENTS_WORD "{make_arguments}"
#define MAKE_VARIABLES_WORD "{make_variables}"
#define MAKEFILE_WORD "{makefile}"
/* Of a configure script; generated ones are smaller than a tenth of that. */
#define SCRIPT_BYTES_MAX ((gsize)32 * 1024 * 1024)
#define DESTDIR RECORDED_OWN "/destdir"

typedef struct {
    const ConfigureRequest *request;
    const char *build;  /* the build tree on the host */
    const char *inside; /* as commands see it */
    char *prefix;
    char *stage;   /* on the host: what is installed below the prefix */
    char *destdir; /* as commands see it, where the prefix cannot be written to */
    gboolean records;
    gboolean placed;
    StandIns stand_ins;
    gboolean names_makefile; /* make would not read the matrix's by itself */
} Recording;

static gboolean refuse(GError **error, const char *path)
{
    g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED, "%s: cannot be made: %s", path,
                g_strerror(errno));
    return FALSE;
}

static gboolean prepare(Recording *self, GError **error)
{
    g_autofree char *tree = g_build_filename(self->build, RECORDED_TREE, NULL);
    return configure_make_folder(self->stage, error) &&
           (!self->records || stand_ins_put(&self->stand_ins, error)) &&
           configure_copy_sources(self->request, tree, error);
}

/* ---- commands -------------------------------------------------------------------------------- */

static const char *const on_words[] = {"on", "yes", NULL};
static const char *const off_words[] = {"off", "no", NULL};

/* Arguments of configure scripts have words of their own for on and off. What else a project calls
 * the prefix gets it by the word that stands for it. */
static char *setting_word(const Recording *self, const Setting *setting)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GString) value = g_string_new(setting->value);
    const char *opposite = argument_opposite(arena, setting->option);
    if (opposite != NULL && word_list_has_caseless(on_words, setting->value)) {
        return g_strdup(setting->option);
    }
    if (opposite != NULL && word_list_has_caseless(off_words, setting->value)) {
        return g_strdup(opposite);
    }
    g_string_replace(value, PREFIX_WORD, self->prefix, 0);
    return g_strdup_printf("%s=%s", setting->option, value->str);
}

static void add_settings(const Recording *self, GPtrArray *command, const GPtrArray *settings)
{
    for (guint i = 0; i < settings->len; i++) {
        g_ptr_array_add(command, setting_word(self, settings->pdata[i]));
    }
}

static void add_words(GPtrArray *command, const GPtrArray *words)
{
    for (guint i = 0; i < words->len; i++) {
        g_ptr_array_add(command, g_strdup(words->pdata[i]));
    }
}

/* What any run of make takes: not what it is to make. */
static void add_variables(GPtrArray *command, const GPtrArray *words)
{
    for (guint i = 0; i < words->len; i++) {
        if (strchr(words->pdata[i], '=') != NULL) {
            g_ptr_array_add(command, g_strdup(words->pdata[i]));
        }
    }
}

/* A word of a row, or what it stands for. */
static void add_word(const Recording *self, GPtrArray *command, const char *word)
{
    const Matrix *matrix = self->request->matrix;
    const Configuration *configuration = self->request->configuration;
    if (g_str_equal(word, SETTINGS_WORD)) {
        add_settings(self, command, matrix->common);
        add_settings(self, command, configuration->settings);
    } else if (g_str_equal(word, ARGUMENTS_WORD)) {
        add_words(command, matrix->arguments);
        add_words(command, configuration->arguments);
    } else if (g_str_equal(word, MAKE_ARGUMENTS_WORD)) {
        add_words(command, matrix->make_arguments);
    } else if (g_str_equal(word, MAKE_VARIABLES_WORD)) {
        add_variables(command, matrix->make_arguments);
    } else if (!g_str_equal(word, MAKEFILE_WORD)) {
        g_ptr_array_add(command, g_strdup(word));
    } else if (self->names_makefile) {
        g_ptr_array_add(command, g_strdup("-f"));
        g_ptr_array_add(command, g_strdup(matrix->makefile));
    }
}

static void replace_in(GPtrArray *command, const Recording *self)
{
    g_autofree char *jobs = g_strdup_printf("%u", self->request->jobs);
    for (guint i = 0; i < command->len; i++) {
        g_autoptr(GString) word = g_string_new(command->pdata[i]);
        g_string_replace(word, "{jobs}", jobs, 0);
        g_string_replace(word, "{destdir}", self->placed ? "" : self->destdir, 0);
        g_free(command->pdata[i]);
        command->pdata[i] = g_string_free(g_steal_pointer(&word), FALSE);
    }
}

/* The project's folder in the copy that it is built in, on the host. */
static char *in_project(const Recording *self, const char *name)
{
    const char *folder = self->request->matrix->folder;
    return g_build_filename(self->build, RECORDED_TREE, folder != NULL ? folder : ".", name, NULL);
}

/* A makefile by a name of its own is put where make finds it, as projects tell people to do, so
 * that what the makefile says of itself is right; beside another one it is named. */
static gboolean put_makefile(Recording *self, GError **error)
{
    static const char *const by_itself[] = {"GNUmakefile", "makefile", "Makefile"};
    const char *makefile = self->request->matrix->makefile;
    for (gsize i = 0; makefile != NULL && i < G_N_ELEMENTS(by_itself); i++) {
        g_autofree char *path = in_project(self, by_itself[i]);
        self->names_makefile = self->names_makefile || g_file_test(path, G_FILE_TEST_EXISTS);
    }
    if (makefile == NULL || self->names_makefile) {
        return TRUE;
    }
    g_autofree char *from = in_project(self, makefile);
    g_autofree char *to = in_project(self, "Makefile");
    const char *const command[] = {"cp", "--", from, to, NULL};
    g_auto(ProcessResult) result = {0};
    return process_run_well(&(ProcessRequest){.command = command}, &result, error);
}

/* Whether the script that the row runs can be told of the prefix: those written by hand may take
 * one argument and refuse any other. */
static gboolean takes_prefix(const Recording *self, const RecordedRow *row)
{
    g_autofree char *path = row->takes_prefix == NULL ? NULL : in_project(self, row->run[0]);
    g_autofree char *script = path == NULL ? NULL : file_read(path, SCRIPT_BYTES_MAX, NULL, NULL);
    return script == NULL || g_regex_match_simple(row->takes_prefix, script, 0, 0);
}

/* The words of a row that its script takes. The caller frees the array, but not the words. */
static char **words_taken(const Recording *self, const RecordedRow *row, char **run)
{
    gboolean all = takes_prefix(self, row);
    GPtrArray *taken = g_ptr_array_new();
    for (; *run != NULL; run++) {
        if (all || strstr(*run, PREFIX_WORD) == NULL) {
            g_ptr_array_add(taken, *run);
        }
    }
    g_ptr_array_add(taken, NULL);
    return (char **)g_ptr_array_free(taken, FALSE);
}

/* The command in the project's folder, in an environment in which ours is called; *ours words come
 * before it. */
static GPtrArray *command_of(const Recording *self, const RecordedRow *row, char **run, guint *ours)
{
    const ConfigureRequest *request = self->request;
    GPtrArray *command = g_ptr_array_new_with_free_func(g_free);
    const char *folder = request->matrix->folder != NULL ? request->matrix->folder : ".";
    g_ptr_array_add(command, g_strdup("env"));
    g_ptr_array_add(command, g_strdup("-C"));
    g_ptr_array_add(command, g_build_filename(self->inside, RECORDED_TREE, folder, NULL));
    if (self->records) {
        stand_ins_add_variables(&self->stand_ins, row->records, command);
    }
    g_autoptr(GPtrArray) environment =
        configure_words(request, self->build, request->driver->recorded.environment);
    g_ptr_array_extend_and_steal(command, g_steal_pointer(&environment));
    g_autofree char **taken = words_taken(self, row, run);
    g_autoptr(GPtrArray) words = configure_words(request, self->build, taken);
    replace_in(words, self);
    *ours = command->len;
    for (guint i = 0; i < words->len; i++) {
        add_word(self, command, words->pdata[i]);
    }
    return command;
}

static gboolean run_words(const Recording *self, const RecordedRow *row, char **run, GError **error)
{
    guint ours = 0;
    g_autoptr(GPtrArray) command = command_of(self, row, run, &ours);
    g_autofree char *log =
        workspace_log(self->request->folder, self->request->configuration->name, row->name);
    const DriverRun where = {.network = TRUE,
                             .log = log,
                             .place = self->placed ? self->prefix : NULL,
                             .placed = self->stage,
                             .ours = ours};
    return driver_run_placed(self->request, self->build, command, &where, error);
}

/* Whether a failed command only said that there is nothing to do. */
static gboolean only_lacks(const Recording *self, const RecordedRow *row)
{
    g_autofree char *log =
        workspace_log(self->request->folder, self->request->configuration->name, row->name);
    g_autofree char *said =
        row->lacks == NULL ? NULL : file_read(log, PROCESS_LOG_BYTES_MAX, NULL, NULL);
    return said != NULL && g_regex_match_simple(row->lacks, said, 0, 0);
}

static gboolean run_row(const Recording *self, const RecordedRow *row, GError **error)
{
    g_autofree char *needless = row->unless == NULL ? NULL : in_project(self, row->unless);
    g_autoptr(GError) failure = NULL;
    if ((needless != NULL && g_file_test(needless, G_FILE_TEST_EXISTS)) ||
        run_words(self, row, row->run, &failure)) {
        return TRUE;
    }
    if (only_lacks(self, row)) {
        return TRUE;
    }
    if (row->again != NULL) {
        return run_words(self, row, row->again, error);
    }
    g_propagate_error(error, g_steal_pointer(&failure));
    return FALSE;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* What was installed below DESTDIR, where the prefix could not be written to, is put where it is
 * looked for: its path may not have the prefix in it, which a deployment replaces. */
static gboolean take_destdir(const Recording *self, GError **error)
{
    g_autofree char *below = g_build_filename(self->build, DESTDIR, self->prefix, NULL);
    if (self->placed || !self->records || !g_file_test(below, G_FILE_TEST_IS_DIR)) {
        return TRUE;
    }
    return (g_rmdir(self->stage) == 0 && g_rename(below, self->stage) == 0) ||
           refuse(error, self->stage);
}

static gboolean write_tree(const Recording *self, GError **error)
{
    g_autoptr(Arena) arena = arena_new();
    const ConfigureRequest *request = self->request;
    g_autofree char *log = g_build_filename(self->build, RECORDED_LOG, NULL);
    g_autofree char *source = sandbox_source_folder(request->sandbox, self->build);
    const GPtrArray *calls = recorded_calls(arena, log, error);
    g_autoptr(Recorded) recorded =
        calls == NULL ? NULL
                      : recorded_new(arena, request->compilers, self->inside, source, calls, error);
    gboolean written = recorded != NULL && recorded_keep(recorded, self->stage, error) &&
                       recorded_sources_are_there(recorded, self->build, error) &&
                       recorded_restore(recorded, self->build, error) &&
                       recorded_write_install(recorded, self->build, error) &&
                       recorded_write(recorded, self->build, error);
    if (!written) {
        g_prefix_error(error, "configuration %s: ", request->configuration->name);
        return FALSE;
    }
    /* Files with several names tell units apart (#pragma once), and these are none of theirs. */
    g_autofree char *seen = g_build_filename(self->build, RECORDED_SEEN, NULL);
    folder_remove(seen);
    return TRUE;
}

/* Whether something was installed, which a build that is not recorded is for. */
static gboolean has_installed(const Recording *self, GError **error)
{
    g_autoptr(GDir) stage = g_dir_open(self->stage, 0, error);
    if (stage != NULL && g_dir_read_name(stage) == NULL) {
        g_set_error_literal(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED,
                            "the project's makefiles install nothing below the prefix");
        return FALSE;
    }
    return stage != NULL;
}

gboolean configure_recorded(const ConfigureRequest *request, const char *build, GError **error)
{
    const char *to = request->install_to;
    Recording self = {.request = request,
                      .build = build,
                      .inside = sandbox_build(request->sandbox, build),
                      .prefix = configure_prefix(request),
                      .records = to == NULL,
                      .placed = request->sandbox->isolation != ISOLATION_NONE};
    self.stage = to != NULL ? g_build_filename(to, self.prefix, NULL)
                            : g_build_filename(build, RECORDED_STAGE, NULL);
    self.destdir = to != NULL ? g_strdup(to) : g_build_filename(self.inside, DESTDIR, NULL);
    self.stand_ins = (StandIns){
        .request = request, .build = build, .inside = self.inside, .prefix = self.prefix};
    const GPtrArray *rows = request->driver->recorded.rows;
    gboolean good = prepare(&self, error) && put_makefile(&self, error);
    for (guint i = 0; good && i < rows->len; i++) {
        good = run_row(&self, rows->pdata[i], error);
    }
    good = good && (self.records ? take_destdir(&self, error) && write_tree(&self, error)
                                 : has_installed(&self, error));
    g_free(self.prefix);
    g_free(self.stage);
    g_free(self.destdir);
    return good;
}
