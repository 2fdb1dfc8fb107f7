/* The image: the same bytes twice, accepted by other tools, refused when it was changed; and no
 * network on the way. */
#include "container/image/layout.h"
#include "container_run.h"
#include <glib/gstdio.h>
#include <string.h>

static const char one[] = "- {name: sse4, settings: [{option: SIMD, value: SSE4}]}\n";

static ContainerRun *built(void)
{
    ContainerRun *run = container_run_new();
    if (run != NULL) {
        container_run_write_matrix(run, one);
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(
            container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &result), ==,
            0);
    }
    return run;
}

static void test_other_tools(void)
{
    g_autoptr(ContainerRun) run = built();
    if (run == NULL) {
        return;
    }
    static const char *const commands[][8] = {
        {"skopeo", "copy", "-q", "oci:image:t", "oci:copy:t", NULL},
        {"skopeo", "copy", "-q", "oci:image:t", "docker-archive:archive.tar:holes:t", NULL},
        {"umoci", "unpack", "--rootless", "--image", "image:t", "bundle", NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (!container_run_has(commands[i][0])) {
            g_test_message("%s is not installed: left out", commands[i][0]);
            continue;
        }
        g_auto(ProcessResult) result = {0};
        g_assert_true(process_run(
            &(ProcessRequest){.command = commands[i], .directory = run->folder}, &result, NULL));
        g_test_message("%s: %s", commands[i][0], result.err);
        g_assert_cmpint(result.status, ==, 0);
    }
}

/* podman has a storage of its own in the test's folder; where it cannot have one it does not run.
 */
static gboolean run_podman(const ContainerRun *run, const char *what, const char *image)
{
    const char *const command[] = {"podman",           "--root", "storage", "--runroot", "run",
                                   "--storage-driver", "vfs",    what,      image,       NULL};
    g_auto(ProcessResult) result = {0};
    g_assert_true(process_run(&(ProcessRequest){.command = command, .directory = run->folder},
                              &result, NULL));
    g_test_message("podman %s: %s", what, result.err);
    return result.status == 0;
}

static void test_podman(void)
{
    g_autoptr(ContainerRun) run = built();
    if (run == NULL) {
        return;
    }
    if (!container_run_has("podman") || !run_podman(run, "info", NULL)) {
        g_test_skip("podman is not installed, or does not run here");
        return;
    }
    g_assert_true(run_podman(run, "pull", "oci:image:t"));
}

/* Changes one byte in the middle of a file. */
static void damage(const char *path)
{
    g_autofree char *bytes = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(path, &bytes, &length, NULL));
    bytes[length / 2] = (char)(bytes[length / 2] ^ 1);
    g_assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
}

static void test_damaged(void)
{
    g_autoptr(ContainerRun) run = built();
    if (run == NULL) {
        return;
    }
    g_autofree char *blobs = g_build_filename(run->folder, "image/blobs/sha256", NULL);
    g_autoptr(GDir) folder = g_dir_open(blobs, 0, NULL);
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *path = g_build_filename(blobs, name, NULL);
        g_autofree char *saved = NULL;
        gsize length = 0;
        g_assert_true(g_file_get_contents(path, &saved, &length, NULL));
        damage(path);
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run(run, "verify oci:image:t -q", &result), !=, 0);
        g_assert_true(g_file_set_contents(path, saved, (gssize)length, NULL));
    }
    g_auto(ProcessResult) whole = {0};
    g_assert_cmpint(container_run(run, "verify oci:image:t -q", &whole), ==, 0);
}

/* Other tags of the layout stay, and what is no layout is left alone. */
static void test_layout(void)
{
    g_autoptr(ContainerRun) run = built();
    if (run == NULL) {
        return;
    }
    g_auto(ProcessResult) second = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:u --isolation %I -q", &second), ==, 0);
    g_auto(ProcessResult) first = {0};
    g_assert_cmpint(container_run(run, "inspect oci:image:t -q", &first), ==, 0);
    g_auto(ProcessResult) based = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:top:t --base oci:empty:t --isolation %I -q",
                      &based),
        !=, 0);
    g_auto(ProcessResult) occupied = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:.:t --isolation %I -q", &occupied),
                    ==, 4);
}

/* A build in a user namespace without a network, as nobody in particular. */
static void test_no_network(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    const char *const probe[] = {"unshare", "--user", "--map-current-user", "--net", "true", NULL};
    g_auto(ProcessResult) can = {0};
    if (!process_run(&(ProcessRequest){.command = probe}, &can, NULL) || can.status != 0) {
        g_test_skip("no user namespaces here");
        return;
    }
    container_run_write_matrix(run, one);
    const char *const command[] = {"unshare",     "--user", "--map-current-user", "--net",
                                   XAAS_PROGRAM,  "build",  "matrix.yaml",        "-o",
                                   "oci:image:t", "-q",     "--isolation",        "none",
                                   NULL};
    g_auto(ProcessResult) result = {0};
    g_assert_true(process_run(&(ProcessRequest){.command = command, .directory = run->folder},
                              &result, NULL));
    g_test_message("%s", result.err);
    g_assert_cmpint(result.status, ==, 0);
}

static json_t *image_json(const ContainerRun *run, const char *name, const char *member)
{
    g_autofree char *layout = g_build_filename(run->folder, name, NULL);
    g_autoptr(GError) error = NULL;
    json_t *manifest = layout_manifest(layout, "t", NULL, &error);
    g_assert_no_error(error);
    if (member == NULL) {
        return manifest;
    }
    json_t *found = layout_json(layout, json_object_get(manifest, member), &error);
    g_assert_no_error(error);
    json_decref(manifest);
    return found;
}

/* An image with one file and one setting. */
static void write_base(const ContainerRun *run)
{
    g_autofree char *layout = g_build_filename(run->folder, "base", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_true(layout_open(layout, &error));
    g_autoptr(Layer) layer = layer_new();
    g_assert_true(layer_add_bytes(layer, "etc/base", "base", 4, 0644, &error));
    g_autoptr(Blob) blob = layer_write(layer, layout, 0, &error);
    json_t *config =
        json_pack("{s:s, s:s, s:{s:[s]}, s:{s:s, s:[s]}}", "architecture", "amd64", "os", "linux",
                  "config", "Env", "KEPT=yes", "rootfs", "type", "layers", "diff_ids", blob->diff);
    g_autoptr(Blob) config_blob = layout_write_json(layout, config, LAYOUT_CONFIG, &error);
    json_t *manifest =
        json_pack("{s:i, s:s, s:o, s:[o]}", "schemaVersion", 2, "mediaType", LAYOUT_MANIFEST,
                  "config", blob_descriptor(config_blob), "layers", blob_descriptor(blob));
    g_autoptr(Blob) manifest_blob = layout_write_json(layout, manifest, LAYOUT_MANIFEST, &error);
    g_assert_true(layout_tag(layout, "t", manifest_blob, &error));
    g_assert_no_error(error);
    json_decref(manifest);
    json_decref(config);
}

/* The image again, under another tag, with another annotation and everything else as it is. */
static void write_annotated(const ContainerRun *run, const char *tag, const char *annotation,
                            const char *value)
{
    g_autofree char *layout = g_build_filename(run->folder, "image", NULL);
    g_autoptr(GError) error = NULL;
    json_t *manifest = image_json(run, "image", NULL);
    json_t *config = image_json(run, "image", "config");
    json_object_set_new(json_object_get(manifest, "annotations"), annotation, json_string(value));
    json_object_set_new(json_object_get(json_object_get(config, "config"), "Labels"), annotation,
                        json_string(value));
    g_autoptr(Blob) config_blob = layout_write_json(layout, config, LAYOUT_CONFIG, &error);
    g_assert_no_error(error);
    json_object_set_new(manifest, "config", blob_descriptor(config_blob));
    g_autoptr(Blob) manifest_blob = layout_write_json(layout, manifest, LAYOUT_MANIFEST, &error);
    g_assert_no_error(error);
    g_assert_true(layout_tag(layout, tag, manifest_blob, &error));
    g_assert_no_error(error);
    json_decref(manifest);
    json_decref(config);
}

/* An image of another version is named as that, with what to do, and not called damaged. */
static void test_version(void)
{
    g_autoptr(ContainerRun) run = built();
    if (run == NULL) {
        return;
    }
    write_annotated(run, "form", "io.xaas.schema", "xaas-container/1");
    write_annotated(run, "llvm", "io.xaas.llvm", "7.1.0");
    static const struct {
        const char *line;
        const char *image;
        const char *program;
    } readers[] = {
        {"verify oci:image:form", "xaas-container/1", "xaas-container/4"},
        {"inspect oci:image:form", "xaas-container/1", "xaas-container/4"},
        {"select oci:image:form", "xaas-container/1", "xaas-container/4"},
        {"deploy oci:image:form -p none", "xaas-container/1", "xaas-container/4"},
        {"verify oci:image:llvm", "LLVM 7.1.0", "LLVM 19."},
        {"deploy oci:image:llvm -p none", "LLVM 7.1.0", "LLVM 19."},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(readers); i++) {
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run(run, readers[i].line, &result), ==, 3);
        g_assert_nonnull(strstr(result.err, readers[i].image));
        g_assert_nonnull(strstr(result.err, readers[i].program));
        g_assert_nonnull(strstr(result.err, "build the image again"));
        g_assert_nonnull(strstr(result.err, "tool layer"));
    }
    g_auto(ProcessResult) same = {0};
    write_annotated(run, "patch", "io.xaas.llvm", "19.0.0");
    g_assert_cmpint(container_run(run, "verify oci:image:patch -q", &same), ==, 0);
}

/* What nobody can have written there is not taken for nothing: an object is no list of what was
 * found. */
static void test_recipe(void)
{
    g_autoptr(ContainerRun) run = built();
    if (run == NULL) {
        return;
    }
    static const char path[] = "xaas/configurations/sse4/recipe.json";
#define STEP(commands)                                                                             \
    "{\"steps\": [{\"kind\": \"link\", \"output\": \"a\", \"default\": true, \"directory\": "      \
    "\"/build\", \"commands\": " commands "}]}"
    static const struct {
        const char *text, *said;
    } rows[] = {{"{\"found\": {}}", "found is no list"},
                {"{\"found\": [1]}", "found[0] is no text"},
                {"{\"configured\": []}", "configured is no object"},
                {"{\"configured\": {\"A\": 1}}", "configured.A is no text"},
                {"{\"relocatable\": 1}", "relocatable is neither"},
                {"{\"steps\": {}}", "steps is no list"},
                {"{\"steps\": [1]}", "steps[0] is no object"},
                {"{\"steps\": [{\"kind\": \"link\"}]}", "steps[0].output is missing"},
                {"{\"steps\": [{\"kind\": \"other\", \"output\": \"a\", \"default\": true, "
                 "\"directory\": \"/build\", \"commands\": []}]}",
                 "steps[0].kind is no kind"},
                {STEP("[[\"a\"], []]"), "steps[0].commands[1] names no program"},
                {STEP("[[\">\", \"b\"]]"), "steps[0].commands[0] names no program"},
                {STEP("[[\"-\"]]"), "steps[0].commands[0] names no program"},
                {STEP("[[\"a\", 1]]"), "steps[0].commands[0][1] is no text"},
                {STEP("[\"a\"]"), "steps[0].commands[0] is no list"},
                {"{\"links\": [{\"to\": \"a\"}]}", "links[0].path is missing"}};
    g_autofree char *layout = g_build_filename(run->folder, "image", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        json_t *manifest = image_json(run, "image", NULL);
        json_t *config = image_json(run, "image", "config");
        g_autoptr(Layer) layer = layer_new();
        g_assert_true(
            layer_add_bytes(layer, path, rows[i].text, strlen(rows[i].text), 0644, &error));
        g_autoptr(Blob) blob = layer_write(layer, layout, 0, &error);
        json_array_append_new(json_object_get(manifest, "layers"), blob_descriptor(blob));
        json_array_append_new(json_object_get(json_object_get(config, "rootfs"), "diff_ids"),
                              json_string(blob->diff));
        g_autoptr(Blob) config_blob = layout_write_json(layout, config, LAYOUT_CONFIG, &error);
        json_object_set_new(manifest, "config", blob_descriptor(config_blob));
        g_autoptr(Blob) manifest_blob =
            layout_write_json(layout, manifest, LAYOUT_MANIFEST, &error);
        g_assert_true(layout_tag(layout, "odd", manifest_blob, &error));
        g_assert_no_error(error);
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run(run, "verify oci:image:odd", &result), ==, 3);
        g_assert_nonnull(strstr(result.err, path));
        g_assert_nonnull(strstr(result.err, rows[i].said));
        g_assert_nonnull(strstr(result.err, "build the image again"));
        json_decref(manifest);
        json_decref(config);
    }
}

/* On top of another image: its layers come first, its settings stay. */
static void test_base(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_matrix(run, one);
    write_base(run);
    g_auto(ProcessResult) built_on = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:top:t --base oci:base:t --isolation %I -q",
                      &built_on),
        ==, 0);
    g_auto(ProcessResult) verified = {0};
    g_assert_cmpint(container_run(run, "verify oci:top:t -q", &verified), ==, 0);
    json_t *base = image_json(run, "base", NULL);
    json_t *top = image_json(run, "top", NULL);
    json_t *config = image_json(run, "top", "config");
    const json_t *layers = json_object_get(top, "layers");
    g_assert_cmpuint(json_array_size(layers), >, 1);
    g_assert_true(
        json_equal(json_array_get(layers, 0), json_array_get(json_object_get(base, "layers"), 0)));
    const json_t *settings = json_object_get(config, "config");
    g_assert_cmpstr(json_string_value(json_array_get(json_object_get(settings, "Env"), 0)), ==,
                    "KEPT=yes");
    g_assert_nonnull(json_object_get(json_object_get(settings, "Labels"), "io.xaas.llvm"));
    json_decref(base);
    json_decref(top);
    json_decref(config);
}

/* An image as the root file system: it is unpacked, and what it lacks is said. */
static void test_root(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    if (run->isolation == ISOLATION_NONE) {
        g_test_skip("no user namespaces here, so there is no other root");
        return;
    }
    container_run_write_matrix(run, one);
    write_base(run);
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --root oci:base:t -q", &result), ==,
        4);
    g_assert_nonnull(strstr(result.err, "true"));
    g_autofree char *roots = g_build_filename(run->folder, "matrix.yaml.work", "roots", NULL);
    g_autoptr(GDir) folder = g_dir_open(roots, 0, NULL);
    g_assert_nonnull(folder);
    g_autofree char *file = g_build_filename(roots, g_dir_read_name(folder), "etc", "base", NULL);
    g_assert_true(g_file_test(file, G_FILE_TEST_EXISTS));
    g_auto(ProcessResult) missing = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --root oci:none:t -q", &missing), !=,
        0);
    g_assert_nonnull(strstr(missing.err, "none"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/image/other_tools", test_other_tools);
    g_test_add_func("/container/image/podman", test_podman);
    g_test_add_func("/container/image/damaged", test_damaged);
    g_test_add_func("/container/image/layout", test_layout);
    g_test_add_func("/container/image/version", test_version);
    g_test_add_func("/container/image/recipe", test_recipe);
    g_test_add_func("/container/image/base", test_base);
    g_test_add_func("/container/image/root", test_root);
    g_test_add_func("/container/image/no_network", test_no_network);
    return g_test_run();
}
