#include "container/program/setup.h"
#include "container/image/unpack.h"
#include "container/program/subcommands.h"
#include "core/data_folder.h"
#include <string.h>

const char *const isolation_choices[] = {
#define X(id, text) text,
    ISOLATIONS(X)
#undef X
        NULL};

Container *setup_container(const char *reference, const char *scratch, GError **error)
{
    g_autofree char *layout = NULL;
    g_autofree char *tag = NULL;
    return image_reference_find(reference, &layout, &tag, error)
               ? container_read(layout, tag, scratch, error)
               : NULL;
}

gboolean setup_timestamp(gint64 *timestamp, GError **error)
{
    const char *text = g_getenv("SOURCE_DATE_EPOCH");
    *timestamp = 0;
    if (text != NULL && !g_ascii_string_to_signed(text, 10, 0, G_MAXINT64 / 2, timestamp, NULL)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "SOURCE_DATE_EPOCH is \"%s\"; it has to be a number of seconds", text);
        return FALSE;
    }
    return TRUE;
}

/* A relative source is relative to the matrix. */
static char *source_folder(const SetupOptions *options, const char *matrix_path,
                           const Matrix *matrix)
{
    if (options->source != NULL) {
        return g_strdup(options->source);
    }
    g_autofree char *folder = g_path_get_dirname(matrix_path);
    g_autofree char *absolute = g_canonicalize_filename(folder, NULL);
    return g_canonicalize_filename(matrix->source, absolute);
}

static gboolean has_makefile(const char *folder, const char *makefile, const char *matrix_path,
                             GError **error)
{
    g_autofree char *path = g_build_filename(folder, makefile, NULL);
    if (g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        return TRUE;
    }
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT,
                "%s: the makefile %s is not there; correct `makefile`, `source` or `folder` there, "
                "or name the source with --source",
                matrix_path, path);
    return FALSE;
}

/* The build tool would say so, too, after everything has been set up for it and in words about the
 * sandbox. */
static gboolean check_source(const Setup *self, const char *source, const char *matrix_path,
                             GError **error)
{
    g_autofree char *folder = self->matrix->folder == NULL
                                  ? g_strdup(source)
                                  : g_build_filename(source, self->matrix->folder, NULL);
    g_autoptr(GDir) open = g_dir_open(folder, 0, NULL);
    if (self->matrix->makefile != NULL) {
        return has_makefile(folder, self->matrix->makefile, matrix_path, error);
    }
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        if (configure_is_build_file(self->driver, name)) {
            return TRUE;
        }
    }
    gboolean is_folder = g_file_test(folder, G_FILE_TEST_IS_DIR);
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT,
                "%s: the project's folder %s %s%s; correct `source` or `folder` there, or name the "
                "source with --source",
                matrix_path, folder, is_folder ? "has no " : "is not there",
                is_folder ? configure_build_file_name(self->driver) : "");
    return FALSE;
}

/* An image is unpacked into the work folder, once. */
static gboolean root_folder(const Setup *self, const char *option, char **root, char **digest,
                            GError **error)
{
    if (option == NULL || !g_str_has_prefix(option, IMAGE_PREFIX)) {
        *root = g_strdup(option);
        return TRUE;
    }
    g_autofree char *layout = NULL;
    g_autofree char *tag = NULL;
    if (!image_reference_find(option, &layout, &tag, error)) {
        return FALSE;
    }
    g_autofree char *roots = g_build_filename(self->workspace->folder, "roots", NULL);
    *root = image_unpack(layout, tag, roots, digest, error);
    return *root != NULL;
}

static gboolean open_all(Setup *self, const SetupOptions *options, const char *matrix_path,
                         GError **error)
{
    self->knowledge = data_folder_find(self->console->program, "container", error);
    const char *knowledge = self->knowledge;
    gint64 epoch = 0;
    if (knowledge == NULL || !setup_timestamp(&epoch, error)) {
        return FALSE;
    }
    Isolation isolation = ISOLATION_BUBBLEWRAP;
    if (options->isolation != NULL && !isolation_parse(options->isolation, &isolation)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "--isolation: %s is no kind of it",
                    options->isolation);
        return FALSE;
    }
    if (options->copy_source && isolation == ISOLATION_NONE) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                            "--copy-source needs isolation: without it the project writes to its "
                            "own folder; drop one of the two options");
        return FALSE;
    }
    self->arena = arena_new();
    self->matrix = matrix_load(self->arena, matrix_path, error);
    self->compilers = self->matrix == NULL ? NULL : compilers_load(knowledge, error);
    self->driver = self->compilers == NULL
                       ? NULL
                       : cmake_driver_load(knowledge, matrix_build_system(self->matrix), error);
    if (self->driver == NULL) {
        return FALSE;
    }
    g_autofree char *source = source_folder(options, matrix_path, self->matrix);
    if (!check_source(self, source, matrix_path, error)) {
        return FALSE;
    }
    g_autofree char *work =
        options->work != NULL ? g_strdup(options->work) : g_strconcat(matrix_path, ".work", NULL);
    self->workspace = workspace_open(work, error);
    g_autofree char *digest = NULL;
    g_autofree char *root = NULL;
    if (self->workspace == NULL || !root_folder(self, options->root, &root, &digest, error)) {
        return FALSE;
    }
    self->sandbox = sandbox_new(isolation, root, source, epoch, error);
    if (self->sandbox != NULL) {
        self->sandbox->root_name = g_steal_pointer(&digest);
        self->sandbox->own_sources = options->copy_source;
        self->sandbox->network = options->network;
    }
    return self->sandbox != NULL;
}

/* ../libexec/xaas/xaas-record as seen from the program; NULL where its path is not known. */
static char *recorder_path(const char *program)
{
    g_autofree char *folder = program == NULL ? NULL : g_path_get_dirname(program);
    g_autofree char *prefix = folder == NULL ? NULL : g_path_get_dirname(folder);
    return prefix == NULL ? NULL : g_build_filename(prefix, "libexec", "xaas", "xaas-record", NULL);
}

Setup *setup_new(const SetupOptions *options, const char *matrix_path, gboolean quiet,
                 const Console *console, GError **error)
{
    if (options->jobs < 0) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "--jobs takes a number");
        return NULL;
    }
    g_autoptr(Setup) self = g_new0(Setup, 1);
    self->console = console;
    self->progress = (Progress){console, quiet, NULL};
    if (!open_all(self, options, matrix_path, error)) {
        return NULL;
    }
    self->program = program_own_path(console->program);
    self->recorder = recorder_path(self->program);
    self->request =
        (BuildRequest){.matrix = self->matrix,
                       .sandbox = self->sandbox,
                       .compilers = self->compilers,
                       .driver = self->driver,
                       .folder = self->workspace->folder,
                       .program = self->program,
                       .recorder = self->recorder,
                       .launcher = options->launcher,
                       .jobs = options->jobs > 0 ? (guint)options->jobs : g_get_num_processors(),
                       .progress = progress_show,
                       .data = &self->progress};
    return g_steal_pointer(&self);
}

void setup_free(Setup *self)
{
    if (self == NULL) {
        return;
    }
    g_clear_pointer(&self->compilers, compilers_free);
    g_clear_pointer(&self->driver, cmake_driver_free);
    g_clear_pointer(&self->sandbox, sandbox_free);
    g_clear_pointer(&self->workspace, workspace_close);
    g_clear_pointer(&self->arena, arena_free);
    g_free(self->program);
    g_free(self->recorder);
    g_free(self->knowledge);
    progress_clear(&self->progress);
    g_free(self);
}
