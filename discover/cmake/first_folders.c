#include "discover/cmake/first_folders.h"
#include "core/path.h"
#include "discover/builders.h"
#include "discover/documented.h"
#include <string.h>

gboolean first_folders_command(const Tree *tree, const char *path, const char *command)
{
    g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
    if (text == NULL) {
        return FALSE;
    }
    g_autofree char *pattern = g_strdup_printf("^\\s*%s\\s*\\(", command);
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_CASELESS | G_REGEX_MULTILINE, 0, NULL);
    return g_regex_match(regex, text, 0, NULL);
}

/* Whether some command of the file is project(). */
static gboolean names_project(const Tree *tree, const char *path)
{
    return first_folders_command(tree, path, "project");
}

static gboolean lies_below_another(const Tree *tree, const char *path)
{
    g_autofree char *above = g_path_get_dirname(path);
    while (strchr(above, '/') != NULL) {
        *strrchr(above, '/') = '\0';
        g_autofree char *list = g_strconcat(above, "/CMakeLists.txt", NULL);
        if (tree_find(tree, list) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a build may begin with the file. CMake takes one without project() too, which asks for a
 * version of CMake and offers options; so may a part of a build that another file adds. */
static gboolean begins_build(const Tree *tree, const char *path)
{
    return names_project(tree, path) ||
           (first_folders_command(tree, path, "cmake_minimum_required") &&
            first_folders_command(tree, path, "option") && !lies_below_another(tree, path));
}

/* Fewer names of sources may be examples in a text, or files that the build writes. */
#define SOURCES_NAMED_MIN 3u

/* Whether the file names sources, and none of them is in the tree: it is there to be copied into
 * another project, whose sources those are. */
static gboolean is_for_another_tree(const Tree *tree, const char *path)
{
    g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
    g_autofree char *folder = path_folder(path);
    g_autoptr(GRegex) regex =
        g_regex_new("(?:^|(?<=[\\s(\"]))(?!#)[\\w./+-]+\\.(?:c|cc|cpp|cxx|cu|f|f90)(?=[\\s)\"]|$)",
                    G_REGEX_CASELESS | G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    guint named = 0;
    g_regex_match(regex, text != NULL ? text : "", 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 0);
        g_autofree char *source = tree_normalize_in(folder, name);
        if (source == NULL || tree_find(tree, source) != NULL) {
            return FALSE;
        }
        named++;
    }
    return named >= SOURCES_NAMED_MIN;
}

GPtrArray *first_folders_nearest(const Tree *tree, gboolean copies, GHashTable *side_folders)
{
    GPtrArray *folders = g_ptr_array_new_with_free_func(g_free);
    const GPtrArray *files = tree_files(tree);
    guint nearest = G_MAXUINT;
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        const char *base = strrchr(file->path, '/');
        if (base == NULL || strcmp(base, "/CMakeLists.txt") != 0 ||
            path_depth(file->path) > nearest || !begins_build(tree, file->path) ||
            tree_lies_in(file->path, side_folders) ||
            (!copies && builders_lies_in_copy(tree, file->path)) ||
            is_for_another_tree(tree, file->path)) {
            continue;
        }
        if (path_depth(file->path) < nearest) {
            nearest = path_depth(file->path);
            g_ptr_array_set_size(folders, 0);
        }
        if (folders->len < TOP_LEVELS_MAX) {
            g_ptr_array_add(folders, g_path_get_dirname(file->path));
        }
    }
    return folders;
}

/* Commands that add a folder, or make the list of those that a loop adds. */
#define ADDING_COMMANDS                                                                            \
    "add_subdirectory|subdirs|ExternalProject_Add|FetchContent_Declare|foreach|list|set"

/* Whether such a command in the CMakeLists.txt of a folder above has the folder's last name in it,
 * also where that is not reached. */
static gboolean is_named_above(const Tree *tree, const char *folder)
{
    g_autofree char *base = g_path_get_basename(folder);
    g_autofree char *literal = g_regex_escape_string(base, -1);
    g_autofree char *pattern = g_strdup_printf(
        "^\\s*(?i:" ADDING_COMMANDS ")\\s*\\([^)]*(?<![\\w-])%s(?![\\w-])", literal);
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_MULTILINE, 0, NULL);
    g_autofree char *above = g_strdup(folder);
    while (regex != NULL && *above != '\0') {
        char *slash = strrchr(above, '/');
        *(slash != NULL ? slash : above) = '\0';
        g_autofree char *list =
            g_strdup_printf("%s%sCMakeLists.txt", above, *above != '\0' ? "/" : "");
        g_autofree char *text = tree_read_text(tree, list, NULL, NULL);
        if (text != NULL && g_regex_match(regex, text, 0, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the file takes in what lies above its folder: "include(${CMAKE_CURRENT_LIST_DIR}/../x)".
 */
static gboolean takes_from_above(const Tree *tree, const char *path)
{
    g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
    return text != NULL &&
           g_regex_match_simple("^[^#\\n]*((CMAKE_CURRENT_(LIST|SOURCE)|PROJECT_SOURCE)_DIR\\}/"
                                "|include\\s*\\(\\s*\"?)\\.\\./",
                                text, G_REGEX_MULTILINE, 0);
}

static gboolean is_apart(const Tree *tree, const TreeFile *file, GHashTable *side_folders)
{
    return !file->linked && !tree_lies_in(file->path, side_folders) &&
           names_project(tree, file->path) &&
           (first_folders_command(tree, file->path, "option") ||
            takes_from_above(tree, file->path)) &&
           !builders_lies_in_copy(tree, file->path);
}

/* Whether some document has a command that begins a build in the folder, or says to run it there.
 */
static gboolean is_told(const Tree *tree, const char *folder)
{
    g_autofree char *literal = g_regex_escape_string(folder, -1);
    g_autofree char *pattern = g_strdup_printf(
        "(\\bcd|\\b[Rr]un in|\\bcmake [^\\n]*-S) ?(\\S*/)?%s/?([\\s\"';&]|$)", literal);
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_MULTILINE, 0, NULL);
    const GPtrArray *files = tree_files(tree);
    gsize left = DOCUMENTED_BYTES_MAX;
    for (guint i = 0; i < files->len && regex != NULL && left > 0; i++) {
        const TreeFile *file = files->pdata[i];
        g_autofree char *text = documented_is_manual(file) && !documented_tells_history(file->path)
                                    ? tree_read_text(tree, file->path, NULL, NULL)
                                    : NULL;
        gsize length = text != NULL ? strlen(text) : 0;
        left -= MIN(left, length);
        if (length > 0 && length <= DOCUMENTED_FILE_BYTES_MAX &&
            g_regex_match(regex, text, 0, NULL) && !builders_lies_in_copy(tree, file->path)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "project(waves-dependencies NONE)" compiles nothing itself: it has others' projects built. */
static gboolean has_no_language(const Tree *tree, const char *path)
{
    g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
    return text == NULL || g_regex_match_simple("^\\s*project\\s*\\([^)]*\\bNONE\\b", text,
                                                G_REGEX_CASELESS | G_REGEX_MULTILINE, 0);
}

static gboolean is_below(const char *folder, const char *above)
{
    return g_str_has_prefix(folder, above) && folder[strlen(above)] == '/';
}

/* "SOURCE_DIR ${CMAKE_CURRENT_SOURCE_DIR}/../.." with as many steps up as the folder is deep: that
 * of an external project, which is the root. The caller unrefs it. */
static GRegex *regex_for_root(const char *folder)
{
    g_autofree char *pattern = g_strdup_printf(
        "^[^#\\n]*\\bSOURCE_DIR\\s+\"?\\$\\{(CMAKE(_CURRENT)?|PROJECT)_SOURCE_DIR\\}(/\\.\\.){%u}/?\"?"
        "\\s*(#|\\)|$)",
        path_depth(folder) + 1);
    return g_regex_new(pattern, G_REGEX_MULTILINE, 0, NULL);
}

/* Whether a file of the folder's build has the root's project built, as one that fetches or builds
 * first what that needs does. */
static gboolean is_superbuild(const Tree *tree, const char *folder)
{
    g_autoptr(GRegex) regex = regex_for_root(folder);
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len && regex != NULL; i++) {
        const TreeFile *file = files->pdata[i];
        if (!is_below(file->path, folder) || !(g_str_has_suffix(file->path, ".cmake") ||
                                               g_str_has_suffix(file->path, "/CMakeLists.txt"))) {
            continue;
        }
        g_autofree char *text = tree_read_text(tree, file->path, NULL, NULL);
        if (text != NULL && g_regex_match(regex, text, 0, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean first_folders_is_part(const Tree *tree, const char *folder)
{
    g_autofree char *list = g_strdup_printf("%s/CMakeLists.txt", folder);
    return (takes_from_above(tree, list) && !has_no_language(tree, list) &&
            is_told(tree, folder)) ||
           is_superbuild(tree, folder);
}

/* The outermost of several; files of a folder may come after those of folders in it. */
static void add_outermost(GPtrArray *folders, const char *folder)
{
    for (guint i = folders->len; i > 0; i--) {
        const char *other = folders->pdata[i - 1];
        if (is_below(folder, other)) {
            return;
        }
        if (is_below(other, folder)) {
            g_ptr_array_remove_index(folders, i - 1);
        }
    }
    if (folders->len < TOP_LEVELS_MAX) {
        g_ptr_array_add(folders, g_strdup(folder));
    }
}

GPtrArray *first_folders_apart(const Tree *tree, GHashTable *reached, GHashTable *side_folders)
{
    GPtrArray *folders = g_ptr_array_new_with_free_func(g_free);
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        const char *base = strrchr(file->path, '/');
        if (base == NULL || strcmp(base, "/CMakeLists.txt") != 0 ||
            g_hash_table_contains(reached, file->path) || !is_apart(tree, file, side_folders)) {
            continue;
        }
        g_autofree char *folder = g_path_get_dirname(file->path);
        if (!is_named_above(tree, folder)) {
            add_outermost(folders, folder);
        }
    }
    return folders;
}

GPtrArray *first_folders_to_read(const Tree *tree, GHashTable *side_folders)
{
    if (tree_find(tree, "CMakeLists.txt") != NULL) {
        GPtrArray *root = g_ptr_array_new_with_free_func(g_free);
        g_ptr_array_add(root, g_strdup(""));
        return root;
    }
    gboolean copies = !builders_has_description(tree, "");
    GPtrArray *folders = first_folders_nearest(tree, copies, side_folders);
    if (folders->len == 0) {
        g_ptr_array_unref(folders);
        folders = first_folders_nearest(tree, copies, NULL);
    }
    gboolean has_script = tree_find(tree, "configure.ac") != NULL ||
                          tree_find(tree, "configure.in") != NULL ||
                          tree_find(tree, "configure") != NULL;
    if (folders->len == 0 && !has_script) {
        g_ptr_array_unref(folders);
        folders = first_folders_nearest(tree, TRUE, NULL);
    }
    return folders;
}
