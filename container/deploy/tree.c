#include "container/deploy/tree.h"
#include "container/build/workspace.h"
#include "container/image/pack.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void deploy_tree_free(DeployTree *self)
{
    if (self != NULL) {
        if (self->folder != NULL && !self->keep) {
            folder_remove(self->folder);
        }
        g_free(self->folder);
        g_free(self->source);
        g_free(self->specification);
        g_free(self->build);
        json_decref(self->recipe);
        relocation_free(self->relocation);
        g_free(self);
    }
}

typedef struct {
    DeployTree *tree;
    const char *build_prefix;  /* of members of the build tree; NULL: there is none */
    const char *recipe;        /* the member recipe.json; NULL likewise */
    const char *specification; /* the member that goes to the tree's file; NULL: none does */
    const char *holds;         /* the configuration's layer, as its descriptor calls it */
    gboolean tests;            /* what tests read, too */
    gboolean found_tests;
} Filling;

/* The tree's folders, called as the sandbox calls them. */
#define TREE_SOURCE "source"
#define TREE_BUILD "build"

/* A source container's member and the tree's file. */
#define SPECIFICATION "specification.yaml"

static const char source_prefix[] = PACK_FOLDER "/source/";

static gboolean wants(const char *path, gpointer data)
{
    const Filling *self = data;
    return g_str_has_prefix(path, source_prefix) ||
           (self->build_prefix != NULL && g_str_has_prefix(path, self->build_prefix)) ||
           g_strcmp0(path, self->recipe) == 0 || g_strcmp0(path, self->specification) == 0;
}

static gboolean write_member(const char *folder, const char *relative, const Member *member,
                             GError **error)
{
    g_autofree char *path = g_build_filename(folder, relative, NULL);
    g_autofree char *needed = member->is_folder ? g_strdup(path) : g_path_get_dirname(path);
    if (g_mkdir_with_parents(needed, 0777) != 0) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_WRITE, "%s cannot be made: %s", needed,
                    g_strerror(errno));
        return FALSE;
    }
    if (member->is_folder) {
        return TRUE;
    }
    return g_file_set_contents_full(path, member->bytes, (gssize)member->length,
                                    G_FILE_SET_CONTENTS_NONE,
                                    (member->mode & 0100) != 0 ? 0755 : 0644, error);
}

static gboolean visit(const Member *member, gpointer data, GError **error)
{
    Filling *self = data;
    if (member->bytes == NULL && !member->is_folder) {
        return TRUE;
    }
    if (g_str_has_prefix(member->path, source_prefix)) {
        return write_member(self->tree->source, member->path + strlen(source_prefix), member,
                            error);
    }
    if (g_strcmp0(member->path, self->specification) == 0) {
        return write_member(self->tree->folder, SPECIFICATION, member, error);
    }
    if (self->build_prefix != NULL && g_str_has_prefix(member->path, self->build_prefix)) {
        return write_member(self->tree->build, member->path + strlen(self->build_prefix), member,
                            error);
    }
    if (member->is_folder) {
        return TRUE;
    }
    json_decref(self->tree->recipe);
    self->tree->recipe = json_loadb(member->bytes, member->length, JSON_REJECT_DUPLICATES, NULL);
    return TRUE;
}

static gboolean wants_layer(const Filling *self, const char *holds)
{
    return holds == NULL || g_str_equal(holds, PACK_HOLDS_SOURCES) ||
           g_strcmp0(holds, self->holds) == 0 ||
           (self->tests && g_str_equal(holds, PACK_HOLDS_TESTS));
}

static gboolean fill_layers(Filling *self, const char *layout, const char *tag, GError **error)
{
    json_t *manifest = layout_manifest(layout, tag, NULL, error);
    json_t *config =
        manifest == NULL ? NULL : layout_json(layout, json_object_get(manifest, "config"), error);
    const json_t *diffs = json_object_get(json_object_get(config, "rootfs"), "diff_ids");
    const LayerReader reader = {wants, visit, self, FALSE};
    gboolean filled = config != NULL;
    gsize index;
    const json_t *descriptor;
    json_array_foreach(json_object_get(manifest, "layers"), index, descriptor)
    {
        const char *holds = layer_holds(manifest, index);
        const char *diff = json_string_value(json_array_get(diffs, index));
        self->found_tests = self->found_tests || g_strcmp0(holds, PACK_HOLDS_TESTS) == 0;
        filled = filled && (!wants_layer(self, holds) ||
                            layer_read(layout, descriptor, diff, &reader, error));
    }
    json_decref(manifest);
    json_decref(config);
    return filled;
}

/* Files have the image's modes, whatever the user's umask takes from their own: rules that keep the
 * modes of sources install those. No other thread makes files meanwhile. */
static gboolean fill(Filling *self, const char *layout, const char *tag, GError **error)
{
    mode_t own = umask(022);
    gboolean filled = fill_layers(self, layout, tag, error);
    umask(own);
    return filled;
}

/* The way from the folder of one path to another, both relative to the same place: the shortest, as
 * a program may look at it. */
static char *way_to(const char *from, const char *to)
{
    for (const char *slash = strchr(from, '/');
         slash != NULL && strncmp(from, to, (gsize)(slash + 1 - from)) == 0;
         slash = strchr(from, '/')) {
        to += slash + 1 - from;
        from = slash + 1;
    }
    GString *way = g_string_new(NULL);
    for (const char *slash = strchr(from, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        g_string_append(way, "../");
    }
    return g_string_free(g_string_append(way, to), FALSE);
}

static gboolean is_in_tree(const char *path)
{
    return path != NULL && layer_path_fault(path) == NULL &&
           (g_str_has_prefix(path, TREE_BUILD "/") || g_str_has_prefix(path, TREE_SOURCE "/"));
}

/* With `over` the link takes a file's place: what tests read of all sources has a copy there. */
static gboolean make_link(const char *way, const char *place, gboolean over)
{
    GStatBuf status;
    if (symlink(way, place) == 0) {
        return TRUE;
    }
    if (errno != EEXIST) {
        return FALSE;
    }
    return !over || g_lstat(place, &status) != 0 || !S_ISREG(status.st_mode) ||
           (g_unlink(place) == 0 && symlink(way, place) == 0);
}

/* Whether one of the folders that `path` below `folder` goes through is a link. What lies behind it
 * is elsewhere than the path says, so that a way from there could leave the tree. */
static gboolean is_behind_link(const char *folder, const char *path)
{
    for (const char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        g_autofree char *part = g_strndup(path, (gsize)(slash - path));
        g_autofree char *place = g_build_filename(folder, part, NULL);
        if (g_file_test(place, G_FILE_TEST_IS_SYMLINK)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The links of the recipe's member. They lead nowhere but into the tree, on this machine and, as
 * the sandbox has its folders side by side too, within it. */
static gboolean make_links(const DeployTree *self, const char *member, gboolean over,
                           GError **error)
{
    gsize index;
    const json_t *link;
    json_array_foreach(json_object_get(self->recipe, member), index, link)
    {
        const char *path = json_string_value(json_object_get(link, "path"));
        const char *to = json_string_value(json_object_get(link, "to"));
        if (!is_in_tree(path) || !is_in_tree(to)) {
            g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                        "the image has a link that leaves its build tree: %s",
                        path == NULL ? "one without a path" : path);
            return FALSE;
        }
        if (is_behind_link(self->folder, path)) {
            continue;
        }
        g_autofree char *place = g_build_filename(self->folder, path, NULL);
        g_autofree char *folder = g_path_get_dirname(place);
        g_autofree char *way = way_to(path, to);
        if (g_mkdir_with_parents(folder, 0777) != 0 || !make_link(way, place, over)) {
            g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_WRITE, "the link %s cannot be made: %s",
                        place, g_strerror(errno));
            return FALSE;
        }
    }
    return TRUE;
}

/* Empty folders. */
static DeployTree *tree_new_empty(const char *parent, GError **error)
{
    g_autoptr(DeployTree) self = g_new0(DeployTree, 1);
    self->folder = g_build_filename(parent, "xaas-deploy-XXXXXX", NULL);
    if (g_mkdtemp(self->folder) == NULL) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_WRITE, "no folder can be made in %s: %s",
                    parent, g_strerror(errno));
        g_clear_pointer(&self->folder, g_free);
        return NULL;
    }
    self->source = g_build_filename(self->folder, TREE_SOURCE, NULL);
    self->build = g_build_filename(self->folder, TREE_BUILD, NULL);
    if (g_mkdir(self->source, 0777) != 0 || g_mkdir(self->build, 0777) != 0) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_WRITE, "%s cannot be filled: %s",
                    self->folder, g_strerror(errno));
        return NULL;
    }
    return g_steal_pointer(&self);
}

/* The image's files get the prefix where they say theirs. */
static gboolean relocate(DeployTree *self, const char *prefix, GError **error)
{
    if (!relocation_new(self->recipe, prefix, &self->relocation, error)) {
        return FALSE;
    }
    if (self->relocation == NULL) {
        return TRUE;
    }
    relocation_json(self->relocation, self->recipe);
    return relocation_folder(self->relocation, self->source, error) &&
           relocation_folder(self->relocation, self->build, error);
}

DeployTree *deploy_tree_new(const DeployTreeRequest *request, GError **error)
{
    g_autoptr(DeployTree) self = tree_new_empty(request->parent, error);
    if (self == NULL) {
        return NULL;
    }
    const char *name = request->configuration;
    g_autofree char *folder = g_build_filename(PACK_FOLDER, "configurations", name, NULL);
    g_autofree char *prefix = g_build_filename(folder, "build/", NULL);
    g_autofree char *recipe = g_build_filename(folder, "recipe.json", NULL);
    g_autofree char *holds = g_strconcat(PACK_HOLDS_CONFIGURATION, name, NULL);
    Filling filling = {.tree = self,
                       .build_prefix = prefix,
                       .recipe = recipe,
                       .holds = holds,
                       .tests = request->tests};
    if (!fill(&filling, request->layout, request->tag, error)) {
        return NULL;
    }
    if (!json_is_array(json_object_get(self->recipe, "steps")) ||
        !json_is_array(json_object_get(self->recipe, "install"))) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                    "the image does not say how %s is linked and installed; build it again with "
                    "this version",
                    name);
        return NULL;
    }
    if (request->tests &&
        (!filling.found_tests || json_array_size(json_object_get(self->recipe, "check")) == 0)) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MISSING,
                    "the image does not hold what the tests of %s read; build it with --tests",
                    name);
        return NULL;
    }
    return relocate(self, request->prefix, error) &&
                   make_links(self, "installed_links", TRUE, error) &&
                   (!request->tests || make_links(self, "links", FALSE, error))
               ? g_steal_pointer(&self)
               : NULL;
}

DeployTree *deploy_tree_of_sources(const char *layout, const char *tag, const char *parent,
                                   GError **error)
{
    g_autoptr(DeployTree) self = tree_new_empty(parent, error);
    if (self == NULL) {
        return NULL;
    }
    self->specification = g_build_filename(self->folder, SPECIFICATION, NULL);
    Filling filling = {.tree = self, .specification = PACK_FOLDER "/" SPECIFICATION};
    if (!fill(&filling, layout, tag, error)) {
        return NULL;
    }
    if (!g_file_test(self->specification, G_FILE_TEST_IS_REGULAR)) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                    "the image lacks " PACK_FOLDER "/" SPECIFICATION);
        return NULL;
    }
    return g_steal_pointer(&self);
}
