#include "discover/meson/meson_reader.h"
#include "core/path.h"
#include "discover/builders.h"
#include "discover/meson/reading.h"
#include <string.h>

static void read_project(const Tree *tree, Facts *facts, Diagnostics *diagnostics,
                         const char *folder)
{
    g_autoptr(Guards) guards = guards_new();
    g_autoptr(Unknowns) unknowns = unknowns_new(facts->arena, guards);
    g_autoptr(GHashTable) variables = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) defined = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) parsed = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) options = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) limits = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) option_list = g_ptr_array_new();
    g_autoptr(GArray) effects = g_array_new(FALSE, FALSE, sizeof(MesonEffect));
    g_autoptr(GArray) refusals = g_array_new(FALSE, FALSE, sizeof(MesonRefusal));
    MesonReading reading = {.arena = facts->arena,
                            .tree = tree,
                            .facts = facts,
                            .diagnostics = diagnostics,
                            .guards = guards,
                            .unknowns = unknowns,
                            .top = arena_intern(facts->arena, folder),
                            .variables = variables,
                            .defined = defined,
                            .parsed = parsed,
                            .options = options,
                            .limits = limits,
                            .option_list = option_list,
                            .effects = effects,
                            .refusals = refusals,
                            .path = GUARD_TRUE,
                            .done = GUARD_FALSE};
    guards_allow(guards, MESON_NODES_MAX);
    g_autofree char *file =
        *folder != '\0' ? g_strconcat(folder, "/meson.build", NULL) : g_strdup("meson.build");
    reading.file = arena_intern(facts->arena, file);
    reading.folder = reading.top;
    meson_read_options(&reading);
    reading.file = arena_intern(facts->arena, file);
    BuildSystem *system = arena_new0(facts->arena, BuildSystem);
    *system = (BuildSystem){.builder = BUILDER_MESON,
                            .folder = reading.top,
                            .file = reading.file,
                            .read = meson_run_file(&reading, file)};
    g_ptr_array_add(facts->build_systems, system);
    meson_build_facts(&reading);
}

/* The folders of the meson.build files nearest to the root in which a build begins; the caller
 * unrefs the array and its texts. */
static GPtrArray *project_folders(const Tree *tree, Facts *facts)
{
    GPtrArray *folders = g_ptr_array_new_with_free_func(g_free);
    const GPtrArray *files = tree_files(tree);
    guint least = MESON_DEPTH_BELOW_MAX;
    const char *cut = NULL;
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        guint depth = path_depth(file->path);
        if (strcmp(path_base(file->path), "meson.build") != 0 || depth > least ||
            builders_lies_in_copy(tree, file->path) || !builders_begins_project(tree, file->path)) {
            continue;
        }
        if (depth < least) {
            g_ptr_array_set_size(folders, 0);
            least = depth;
            cut = NULL;
        }
        if (folders->len < MESON_FOLDERS_MAX) {
            g_ptr_array_add(folders, path_folder(file->path));
        } else {
            cut = cut != NULL ? cut : file->path;
        }
    }
    if (cut != NULL) {
        const char *path = arena_intern(facts->arena, cut);
        facts_add_ledger(facts, (Span){.path = path}, "limit: files of the build", path);
    }
    return folders;
}

void meson_read(const Tree *tree, Facts *facts, Diagnostics *diagnostics)
{
    g_autoptr(GPtrArray) folders = project_folders(tree, facts);
    for (guint i = 0; i < folders->len; i++) {
        read_project(tree, facts, diagnostics, folders->pdata[i]);
    }
}
