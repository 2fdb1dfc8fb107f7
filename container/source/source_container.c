#include "container/source/source_container.h"
#include "container/build/configure.h"
#include "container/build/workspace.h"
#include "container/image/manifest.h"
#include "container/image/pack.h"
#include "container/plan/plan.h"
#include "core/file.h"
#include "core/json.h"
#include "core/specification.h"
#include "core/text_order.h"
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

G_DEFINE_QUARK(xaas - source - error, source_error)

void source_pack_result_clear(SourcePackResult *self)
{
    g_free(self->digest);
    g_clear_pointer(&self->left_out, g_ptr_array_unref);
}

typedef struct {
    const SourcePackRequest *request;
    SourcePackResult *result;
    const CMakeDriver *driver;
    char *root;      /* the project's folder without symbolic links */
    GStatBuf layout; /* the folder of images that is written to; all 0: it is not there yet */
    Layer *layer;
    GError **error;
} Packing;

static void leave_out(Packing *self, const char *path, const char *why)
{
    g_ptr_array_add(self->result->left_out, g_strdup_printf("%s: %s", path, why));
}

/* Where a link leads, when that is in the project; NULL otherwise. The caller frees it. */
static char *link_target(const Packing *self, const char *host)
{
    char *resolved = realpath(host, NULL);
    g_autofree char *target = g_strdup(resolved);
    free(resolved);
    gboolean inside =
        target != NULL && g_str_has_prefix(target, self->root) && target[strlen(self->root)] == '/';
    return inside ? g_steal_pointer(&target) : NULL;
}

static gboolean add_file(Packing *self, const char *path, const char *host, guint mode)
{
    if (self->result->files == SOURCE_FILES_MAX) {
        g_set_error(self->error, SOURCE_ERROR, SOURCE_ERROR_LIMIT,
                    "the project has more than %u files; is it the right folder?",
                    SOURCE_FILES_MAX);
        return FALSE;
    }
    self->result->files++;
    g_autofree char *member = g_build_filename(PACK_FOLDER, "source", path, NULL);
    return layer_add_file(self->layer, member, host, (mode & S_IXUSR) != 0 ? 0755 : 0644,
                          self->error);
}

/* A folder as the image has it (`path`), and where it is on the disk. */
typedef struct {
    const char *path;
    const char *host;
    guint depth;
    gboolean followed; /* a link led here: no further one is followed to a folder */
} Spot;

static gboolean add_folder(Packing *self, const Spot *spot);

/* What is made may lie in the project's folder, and is none of its sources. */
static gboolean is_output(const Packing *self, const GStatBuf *status)
{
    return status->st_ino == self->layout.st_ino && status->st_dev == self->layout.st_dev;
}

/* What a link leads to, in the link's place. */
static gboolean add_link(Packing *self, const Spot *spot)
{
    g_autofree char *target = link_target(self, spot->host);
    GStatBuf status;
    if (target == NULL || g_stat(target, &status) != 0) {
        leave_out(self, spot->path, "a link that leads out of the project, or nowhere");
        return TRUE;
    }
    if (S_ISREG(status.st_mode)) {
        return add_file(self, spot->path, target, status.st_mode);
    }
    if (!S_ISDIR(status.st_mode) || spot->followed) {
        leave_out(self, spot->path, "a link to a folder, in one that a link led to");
        return TRUE;
    }
    return add_folder(self, &(Spot){spot->path, target, spot->depth + 1, TRUE});
}

static gboolean add_name(Packing *self, const Spot *spot)
{
    GStatBuf status;
    if (g_lstat(spot->host, &status) != 0) {
        leave_out(self, spot->path, "it cannot be looked at");
        return TRUE;
    }
    if (S_ISLNK(status.st_mode)) {
        return add_link(self, spot);
    }
    if (S_ISDIR(status.st_mode)) {
        return is_output(self, &status) ||
               add_folder(self, &(Spot){spot->path, spot->host, spot->depth + 1, spot->followed});
    }
    if (S_ISREG(status.st_mode)) {
        return add_file(self, spot->path, spot->host, status.st_mode);
    }
    leave_out(self, spot->path, "neither a file nor a folder");
    return TRUE;
}

static gboolean add_folder(Packing *self, const Spot *spot)
{
    if (spot->depth > SOURCE_DEPTH_MAX) {
        leave_out(self, spot->path, "too deep");
        return TRUE;
    }
    g_autoptr(GDir) folder = g_dir_open(spot->host, 0, self->error);
    if (folder == NULL) {
        return FALSE;
    }
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        if (!configure_leaves_source(self->driver, name)) {
            g_ptr_array_add(names, g_strdup(name));
        }
    }
    g_ptr_array_sort(names, text_order);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *path = g_build_filename(spot->path, names->pdata[i], NULL);
        g_autofree char *host = g_build_filename(spot->host, names->pdata[i], NULL);
        if (!add_name(self, &(Spot){path, host, spot->depth, spot->followed})) {
            return FALSE;
        }
    }
    return TRUE;
}

/* ---- what the image says about itself ---------------------------------------------------------
 */

typedef struct {
    const Specification *specification;
    char *bytes;
    gsize length;
    char *digest;
} Reviewed;

static gboolean read_specification(Arena *arena, const char *path, Reviewed *reviewed,
                                   GError **error)
{
    reviewed->specification = specification_load(arena, path, error);
    reviewed->bytes = reviewed->specification == NULL
                          ? NULL
                          : file_read(path, YAML_BYTES_MAX, &reviewed->length, error);
    if (reviewed->bytes == NULL) {
        return FALSE;
    }
    g_autofree char *digest = g_compute_checksum_for_data(
        G_CHECKSUM_SHA256, (const guchar *)reviewed->bytes, reviewed->length);
    reviewed->digest = g_strconcat("sha256:", digest, NULL);
    return TRUE;
}

static Blob *about_layer(const Packing *self, const Reviewed *reviewed, GError **error)
{
    const SpecificationProject *project = reviewed->specification->project;
    json_t *document = json_pack(
        "{s:s, s:{s:o, s:o}, s:s, s:I, s:i, s:o}", "schema", SOURCE_SCHEMA, "project", "name",
        json_of_text(project->name), "version", json_of_text(project->version), "specification",
        reviewed->digest, "timestamp", (json_int_t)self->request->timestamp, "files",
        (int)self->result->files, "left_out", json_of_texts(self->result->left_out));
    g_autofree char *text = json_document_text(document);
    json_decref(document);
    g_autoptr(Layer) layer = layer_new();
    return layer_add_bytes(layer, PACK_FOLDER "/container.json", text, strlen(text), 0644, error) &&
                   layer_add_bytes(layer, PACK_FOLDER "/specification.yaml", reviewed->bytes,
                                   reviewed->length, 0644, error)
               ? layer_write(layer, self->request->layout, self->request->timestamp, error)
               : NULL;
}

static json_t *annotations(const Packing *self, const Reviewed *reviewed)
{
    const SpecificationProject *project = reviewed->specification->project;
    g_autofree char *created = manifest_time(self->request->timestamp);
    json_t *object =
        json_pack("{s:s, s:o, s:s, s:s}", "org.opencontainers.image.created", created,
                  "org.opencontainers.image.title", json_of_text(project->name),
                  "io.xaas.specification", reviewed->digest, "io.xaas.schema", SOURCE_SCHEMA);
    if (project->version != NULL) {
        json_object_set_new(object, "org.opencontainers.image.version",
                            json_of_text(project->version));
    }
    return object;
}

static gboolean add_blob(GPtrArray *layers, Blob *blob)
{
    if (blob != NULL) {
        g_ptr_array_add(layers, blob);
    }
    return blob != NULL;
}

static gboolean write_image(Packing *self, const Reviewed *reviewed)
{
    const SourcePackRequest *request = self->request;
    const ToolLayer tool = {request->layout, request->program, request->knowledge,
                            request->timestamp};
    g_autoptr(GPtrArray) layers = g_ptr_array_new_with_free_func((GDestroyNotify)blob_free);
    if (!layout_open(request->layout, self->error) ||
        !add_blob(layers, about_layer(self, reviewed, self->error)) ||
        !add_blob(layers, pack_tool_layer(&tool, self->error)) ||
        !add_blob(layers,
                  layer_write(self->layer, request->layout, request->timestamp, self->error))) {
        return FALSE;
    }
    json_t *about = annotations(self, reviewed);
    const ManifestRequest manifest = {
        .layout = request->layout, .tag = request->tag, .layers = layers, .annotations = about};
    self->result->digest = manifest_write(&manifest, self->error);
    json_decref(about);
    return self->result->digest != NULL;
}

/* Better now than on the machine that it was brought to. */
static gboolean check_build_system(const Specification *specification, GError **error)
{
    const char *folder = NULL;
    if (specification->builds->len == 0) {
        g_set_error_literal(error, SOURCE_ERROR, SOURCE_ERROR_BUILD_SYSTEM,
                            "the specification does not tell the build system, which deployment "
                            "has to drive; add it to build_systems");
        return FALSE;
    }
    const char *build_system = plan_build_system(specification, NULL, error);
    return build_system != NULL && plan_folder(specification, build_system, &folder, error);
}

static gboolean check_folder(const char *source, const char *root, GError **error)
{
    if (root == NULL || !g_file_test(root, G_FILE_TEST_IS_DIR)) {
        g_set_error(error, SOURCE_ERROR, SOURCE_ERROR_FOLDER,
                    "the project's folder %s is %s; name the one that holds its sources with "
                    "--source",
                    source, root == NULL ? "not there" : "no folder");
        return FALSE;
    }
    return TRUE;
}

gboolean source_pack(const SourcePackRequest *request, SourcePackResult *result, GError **error)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(CMakeDriver) driver =
        cmake_driver_load(request->knowledge, BUILD_SYSTEM_CMAKE, error);
    char *resolved = realpath(request->source, NULL);
    g_autofree char *root = g_strdup(resolved);
    free(resolved);
    Reviewed reviewed = {0};
    result->left_out = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(Layer) layer = layer_new();
    Packing self = {.request = request,
                    .result = result,
                    .driver = driver,
                    .root = root,
                    .layer = layer,
                    .error = error};
    if (g_stat(request->layout, &self.layout) != 0) {
        self.layout = (GStatBuf){0};
    }
    gboolean packed = driver != NULL && check_folder(request->source, root, error) &&
                      read_specification(arena, request->specification, &reviewed, error) &&
                      check_build_system(reviewed.specification, error) &&
                      add_folder(&self, &(Spot){"", root, 0, FALSE}) &&
                      write_image(&self, &reviewed);
    g_free(reviewed.bytes);
    g_free(reviewed.digest);
    return packed;
}
