#include "discover/builders.h"
#include "core/path.h"
#include "core/text_list.h"
#include <string.h>

typedef struct {
    const char *name; /* of the file, as the build tool looks for it */
    Builder builder;
} Description;

/* Of several files of one builder in a folder, the first of this list stands for it. */
static const Description descriptions[] = {
    {"CMakeLists.txt", BUILDER_CMAKE},   {"configure.ac", BUILDER_AUTOTOOLS},
    {"configure.in", BUILDER_AUTOTOOLS}, {"configure.ac.in", BUILDER_AUTOTOOLS},
    {"configure", BUILDER_AUTOTOOLS},    {"configure.py", BUILDER_AUTOTOOLS},
    {"Makefile.am", BUILDER_AUTOTOOLS},  {"meson.build", BUILDER_MESON},
    {"GNUmakefile", BUILDER_MAKE},       {"makefile", BUILDER_MAKE},
    {"Makefile", BUILDER_MAKE},
};

static gboolean is_description(const char *path)
{
    const char *name = path_base(path);
    for (guint i = 0; i < G_N_ELEMENTS(descriptions); i++) {
        if (strcmp(name, descriptions[i].name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The folders, sorted, that hold a description and have the least depth. */
static GPtrArray *shallowest_folders(const Tree *tree)
{
    GPtrArray *folders = g_ptr_array_new_with_free_func(g_free);
    guint least = G_MAXUINT;
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = g_ptr_array_index(files, i);
        guint depth = path_depth(file->path);
        if (depth > least || !is_description(file->path)) {
            continue;
        }
        if (depth < least) {
            g_ptr_array_set_size(folders, 0);
            least = depth;
        }
        g_autofree char *folder = path_folder(file->path);
        if (!text_list_has(folders, folder)) {
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
    facts_add_ledger(facts, (Span){.path = system->file}, "build system not read",
                     builder_text(description->builder));
}

/* The builders whose readers took what the folder has: bits of Builder. */
static guint builders_read(const Facts *facts, const char *folder)
{
    guint read = 1u << BUILDER_CMAKE; /* its reader looks everywhere */
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = g_ptr_array_index(facts->build_systems, i);
        gsize length = strlen(system->folder);
        /* The makefiles below the folder that make was read from were read as well. */
        gboolean below = system->builder == BUILDER_MAKE && system->read &&
                         strncmp(folder, system->folder, length) == 0 &&
                         (length == 0 || folder[length] == '/');
        read |= below || strcmp(system->folder, folder) == 0 ? 1u << system->builder : 0;
    }
    return read;
}

gboolean builders_begins_project(const Tree *tree, const char *path)
{
    g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
    return text == NULL || g_regex_match_simple("^\\s*project\\s*\\(", text,
                                                G_REGEX_MULTILINE | G_REGEX_CASELESS, 0);
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
        g_autofree char *file = path_join(folder, description->name);
        gboolean part = description->builder == BUILDER_MESON && tree_find(tree, file) != NULL &&
                        !builders_begins_project(tree, file);
        if (tree_find(tree, file) != NULL && !part) {
            add_system(facts, description, folder, file);
            seen |= bit;
        }
    }
}

/* ---- bundled copies -------------------------------------------------------------------------- */

/* "include ../Makefile.system", also by a name: "TOPDIR = ..", "include $(TOPDIR)/Makefile.system".
 */
static gboolean takes_from_above(const char *makefile)
{
    g_autoptr(GRegex) include =
        g_regex_new("^[-s]?include\\s+(?:(\\.\\.)/|\\$[({](\\w+)[)}])", G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(include, makefile, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *above = g_match_info_fetch(match, 1);
        g_autofree char *name = g_match_info_fetch(match, 2);
        if (above != NULL && *above != '\0') {
            return TRUE;
        }
        g_autofree char *pattern = g_strdup_printf("^%s\\s*[:?]?=\\s*\\.\\.", name);
        g_autoptr(GRegex) assigned = g_regex_new(pattern, G_REGEX_MULTILINE, 0, NULL);
        if (assigned != NULL && g_regex_match(assigned, makefile, 0, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a makefile in the folder is that of a manual, whose settings Sphinx keeps beside it. */
static gboolean makes_manual(const Tree *tree, const char *folder)
{
    g_autofree char *beside = g_build_filename(folder, "conf.py", NULL);
    g_autofree char *below = g_build_filename(folder, "source", "conf.py", NULL);
    return tree_find(tree, beside) != NULL || tree_find(tree, below) != NULL;
}

/* Whether what a folder builds with is a build of its own: a makefile that takes its settings from
 * the folder above or makes a manual, a CMakeLists.txt or meson.build without a project and a
 * Makefile.am without a script are parts of the one around. */
static gboolean stands_alone(const Tree *tree, const char *folder, const Description *description)
{
    if (strcmp(description->name, "Makefile.am") == 0) {
        return FALSE;
    }
    g_autofree char *path = g_strdup_printf("%s/%s", folder, description->name);
    switch (description->builder) {
    case BUILDER_CMAKE:
    case BUILDER_MESON:
        return builders_begins_project(tree, path);
    case BUILDER_MAKE: {
        g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
        return text == NULL || !(takes_from_above(text) || makes_manual(tree, folder));
    }
    case BUILDER_AUTOTOOLS:
    case BUILDER_ENVIRONMENT:
    case BUILDER_OTHER:
        break;
    }
    return TRUE;
}

/* The description that a copy's build begins with, the first of the table; NULL when the folder is
 * no copy. */
static const Description *copy_description(const Tree *tree, const char *folder)
{
    gboolean others = *folder != '\0' && tree_has_own_licence(tree, folder);
    const GPtrArray *children = others ? tree_children(tree, folder) : NULL;
    for (guint i = 0; children != NULL && i < G_N_ELEMENTS(descriptions); i++) {
        gboolean there = FALSE;
        for (guint k = 0; k < children->len && !there; k++) {
            there = strcmp(children->pdata[k], descriptions[i].name) == 0;
        }
        if (there && stands_alone(tree, folder, &descriptions[i])) {
            return builders_root_leads_to(tree, folder) ? NULL : &descriptions[i];
        }
    }
    return NULL;
}

gboolean builders_is_copy(const Tree *tree, const char *folder)
{
    return copy_description(tree, folder) != NULL;
}

gboolean builders_lies_in_copy(const Tree *tree, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    while (strcmp(folder, ".") != 0) {
        if (builders_is_copy(tree, folder)) {
            return TRUE;
        }
        char *above = g_path_get_dirname(folder);
        g_free(folder);
        folder = above;
    }
    return FALSE;
}

gboolean builders_has_description(const Tree *tree, const char *folder)
{
    const GPtrArray *children = tree_children(tree, folder);
    for (guint i = 0; children != NULL && i < children->len; i++) {
        if (is_description(children->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The files that tools begin with for which there is no reader. */
static const struct {
    const char *file;
    const char *tool;
} others[] = {
    {"SConstruct", "SCons"},        {"wscript", "Waf"},         {"MODULE.bazel", "Bazel"},
    {"WORKSPACE", "Bazel"},         {"BUILD.bazel", "Bazel"},   {"Kconfig", "Kconfig"},
    {"Cargo.toml", "Cargo"},        {"fpm.toml", "fpm"},        {"Jamroot", "Boost.Build"},
    {"Jamroot.jam", "Boost.Build"}, {"xmake.lua", "Xmake"},     {"premake5.lua", "Premake"},
    {"build.zig", "Zig"},           {"go.mod", "Go"},           {"package.json", "npm"},
    {"pom.xml", "Maven"},           {"build.gradle", "Gradle"}, {"Imakefile", "Imake"},
    {"pyproject.toml", "Python"},   {"setup.py", "Python"},
};

const char *builders_other_tool(const Tree *tree, const char *folder, const char **file)
{
    const GPtrArray *children = tree_children(tree, folder);
    for (guint i = 0; children != NULL && i < G_N_ELEMENTS(others); i++) {
        if (text_list_has(children, others[i].file)) {
            *file = others[i].file;
            return others[i].tool;
        }
    }
    return NULL;
}

gboolean builders_has_other_description(const Tree *tree, const char *folder)
{
    const char *file = NULL;
    return builders_other_tool(tree, folder, &file) != NULL;
}

static gboolean has_options_below(const Facts *facts, const char *folder)
{
    for (guint i = 0; i < facts->options->len; i++) {
        const Option *option = g_ptr_array_index(facts->options, i);
        for (guint k = 0; k < option->definitions->len; k++) {
            const Definition *definition = g_ptr_array_index(option->definitions, k);
            if (definition->at.path != NULL && path_is_below(definition->at.path, folder)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Whether a build system that was found begins in the folder: then it is none of the copies. */
static gboolean begins_in(const Facts *facts, const char *folder)
{
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = g_ptr_array_index(facts->build_systems, i);
        if (strcmp(system->folder, folder) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What a link to a folder leads to is in the tree already. */
static gboolean is_linked(const Tree *tree, const char *folder, const char *name)
{
    g_autofree char *path = g_strconcat(folder, "/", name, NULL);
    const TreeFile *file = tree_find(tree, path);
    return file != NULL && file->linked;
}

void builders_detect_copies(const Tree *tree, Facts *facts)
{
    g_autofree char *last = NULL;
    guint count = 0;
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = g_ptr_array_index(files, i);
        const char *slash = strrchr(file->path, '/');
        if (slash == NULL || !tree_is_licence(slash + 1)) {
            continue;
        }
        g_autofree char *folder = g_strndup(file->path, (gsize)(slash - file->path));
        const Description *description = copy_description(tree, folder);
        if (description == NULL || begins_in(facts, folder) ||
            is_linked(tree, folder, description->name) ||
            (last != NULL && (strcmp(last, folder) == 0 || path_is_below(folder, last)))) {
            continue;
        }
        if (count++ == BUILDERS_COPIES_MAX) {
            const char *path = arena_strdup(facts->arena, file->path);
            facts_add_ledger(facts, (Span){.path = path}, "limit: copies of other projects", path);
            break;
        }
        BuildSystem *system = arena_new0(facts->arena, BuildSystem);
        *system =
            (BuildSystem){.builder = description->builder,
                          .folder = arena_strdup(facts->arena, folder),
                          .file = arena_printf(facts->arena, "%s/%s", folder, description->name),
                          .vendored = TRUE,
                          .read = has_options_below(facts, folder)};
        g_ptr_array_add(facts->build_systems, system);
        g_free(last);
        last = g_steal_pointer(&folder);
    }
}

/* Whether another build of the folder was read, and is more than a starter itself. */
static gboolean has_other(const Facts *facts, const BuildSystem *idle)
{
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = g_ptr_array_index(facts->build_systems, i);
        if (system != idle && system->read && !system->idle && !system->vendored &&
            strcmp(system->folder, idle->folder) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

void builders_drop_idle(Facts *facts)
{
    for (guint i = 0; i < facts->build_systems->len;) {
        BuildSystem *system = g_ptr_array_index(facts->build_systems, i);
        if (!system->idle || !has_other(facts, system)) {
            i++;
            continue;
        }
        facts_add_ledger(facts, (Span){.path = system->file},
                         "no build of its own: it decides nothing", builder_text(system->builder));
        g_ptr_array_remove_index(facts->build_systems, i);
    }
}

/* ---- the project's own ----------------------------------------------------------------------- */

void builders_detect(const Tree *tree, GHashTable *side_folders, Facts *facts)
{
    g_autoptr(GPtrArray) folders = shallowest_folders(tree);
    for (guint i = 0; i < folders->len; i++) {
        const char *folder = g_ptr_array_index(folders, i);
        g_autofree char *name = g_path_get_basename(folder);
        if (side_folders == NULL || !g_hash_table_contains(side_folders, name)) {
            detect_in(tree, facts, folder);
        }
    }
}
