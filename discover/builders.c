#include "discover/builders.h"
#include <string.h>

typedef struct {
    const char *name; /* of the file, as the build tool looks for it */
    Builder builder;
} Description;

/* Of several files of one builder in a folder, the first of this list stands for it. */
static const Description descriptions[] = {
    {"CMakeLists.txt", BUILDER_CMAKE},   {"configure.ac", BUILDER_AUTOTOOLS},
    {"configure.in", BUILDER_AUTOTOOLS}, {"configure", BUILDER_AUTOTOOLS},
    {"Makefile.am", BUILDER_AUTOTOOLS},  {"meson.build", BUILDER_MESON},
    {"GNUmakefile", BUILDER_MAKE},       {"makefile", BUILDER_MAKE},
    {"Makefile", BUILDER_MAKE},
};

static gboolean is_description(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    for (guint i = 0; i < G_N_ELEMENTS(descriptions); i++) {
        if (strcmp(name, descriptions[i].name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static guint depth_of(const char *path)
{
    guint depth = 0;
    for (; *path != '\0'; path++) {
        depth += *path == '/';
    }
    return depth;
}

/* The folders, sorted, that hold a description and have the least depth. */
static GPtrArray *shallowest_folders(const Tree *tree)
{
    GPtrArray *folders = g_ptr_array_new_with_free_func(g_free);
    guint least = G_MAXUINT;
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = g_ptr_array_index(files, i);
        guint depth = depth_of(file->path);
        if (depth > least || !is_description(file->path)) {
            continue;
        }
        if (depth < least) {
            g_ptr_array_set_size(folders, 0);
            least = depth;
        }
        const char *slash = strrchr(file->path, '/');
        g_autofree char *folder =
            g_strndup(file->path, slash != NULL ? (gsize)(slash - file->path) : 0);
        if (!g_ptr_array_find_with_equal_func(folders, folder, g_str_equal, NULL)) {
            g_ptr_array_add(folders, g_steal_pointer(&folder));
        }
    }
    return folders;
}

static void add_system(Facts *facts, const Description *description, const char *folder,
                       const char *file)
{
    BuildSystem *system = arena_new0(facts->arena, BuildSystem);
    *system = (BuildSystem){.builder = description->builder,
                            .folder = arena_strdup(facts->arena, folder),
                            .file = arena_strdup(facts->arena, file)};
    g_ptr_array_add(facts->build_systems, system);
    LedgerEntry *entry = arena_new0(facts->arena, LedgerEntry);
    *entry = (LedgerEntry){.at = {.path = system->file},
                           .reason = "build system not read",
                           .subject = builder_text(description->builder),
                           .lost = arena_array(facts->arena)};
    g_ptr_array_add(facts->ledger, entry);
}

/* The builders whose readers took what the folder has: bits of Builder. */
static guint builders_read(const Facts *facts, const char *folder)
{
    guint read = 1u << BUILDER_CMAKE; /* its reader looks everywhere */
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = g_ptr_array_index(facts->build_systems, i);
        read |= strcmp(system->folder, folder) == 0 ? 1u << system->builder : 0;
    }
    return read;
}

static void detect_in(const Tree *tree, Facts *facts, const char *folder)
{
    guint seen = builders_read(facts, folder);
    for (guint i = 0; i < G_N_ELEMENTS(descriptions); i++) {
        const Description *description = &descriptions[i];
        guint bit = 1u << description->builder;
        if ((seen & bit) != 0) {
            continue;
        }
        g_autofree char *file = *folder != '\0'
                                    ? g_strdup_printf("%s/%s", folder, description->name)
                                    : g_strdup(description->name);
        if (tree_find(tree, file) != NULL) {
            add_system(facts, description, folder, file);
            seen |= bit;
        }
    }
}

void builders_detect(const Tree *tree, Facts *facts)
{
    g_autoptr(GPtrArray) folders = shallowest_folders(tree);
    for (guint i = 0; i < folders->len; i++) {
        detect_in(tree, facts, g_ptr_array_index(folders, i));
    }
}
