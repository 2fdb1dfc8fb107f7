#include "discover/program/no_build.h"
#include "discover/autotools/build_script.h"
#include "discover/builders.h"
#include <string.h>

#define GIVE_SOURCES                                                                               \
    "give the folder that holds the project's CMakeLists.txt, configure.ac or Makefile"

static gboolean has(const Tree *tree, const char *name)
{
    return *name != '\0' && tree_find(tree, name) != NULL;
}

/* What follows `entry` in a file up to one of `end`; NULL when it has no such entry. */
static char *entry_of(const Tree *tree, const char *file, const char *entry, const char *end)
{
    g_autofree char *text = tree_read_text(tree, file, NULL, NULL);
    const char *line = text != NULL ? strstr(text, entry) : NULL;
    if (line == NULL) {
        return NULL;
    }
    line += strlen(entry);
    return g_strndup(line, strcspn(line, end));
}

/* Whether an absolute path is that of the tree or of something in it: who configures in a folder of
 * the sources leaves his files beside them. */
static gboolean lies_within(const Tree *tree, const char *path)
{
    gsize length = strlen(tree_root(tree));
    return strncmp(path, tree_root(tree), length) == 0 &&
           (path[length] == '\0' || path[length] == '/');
}

char *no_build_made_by(const Tree *tree)
{
    if (has(tree, "CMakeCache.txt") && !has(tree, "CMakeLists.txt")) {
        g_autofree char *source =
            entry_of(tree, "CMakeCache.txt", "\nCMAKE_HOME_DIRECTORY:INTERNAL=", "\r\n");
        return source != NULL && !lies_within(tree, source)
                   ? g_strdup_printf("a build folder of CMake; give the sources' folder, %s",
                                     source)
                   : NULL;
    }
    if (has(tree, "config.status") && !has(tree, "configure") && !has(tree, "configure.ac") &&
        !has(tree, "configure.in")) {
        g_autofree char *source = entry_of(tree, "config.status", "\nsrcdir='", "'\r\n");
        return source != NULL && strcmp(source, ".") != 0
                   ? g_strdup_printf("a build folder of configure; give the sources' folder, %s",
                                     source)
                   : NULL;
    }
    return NULL;
}

/* Of any tool, one that nobody reads as well. */
static gboolean has_description(const Tree *tree)
{
    const GPtrArray *names = tree_children(tree, "");
    for (guint i = 0; i < names->len; i++) {
        if (tree_kind_role(tree_kind_of(names->pdata[i])) == TREE_ROLE_BUILD) {
            return TRUE;
        }
    }
    const char *file = NULL;
    return builders_other_tool(tree, "", &file) != NULL;
}

char *no_build_too_large(const Tree *tree)
{
    return tree_is_cut(tree) && !has_description(tree)
               ? g_strdup_printf("more than %u files and folders, and no build description right "
                                 "in it; give the folder of one project",
                                 tree_files_max(tree))
               : NULL;
}

char *no_build_other_tool(const Tree *tree)
{
    const char *file = NULL;
    const char *tool = builders_other_tool(tree, "", &file);
    return tool != NULL ? g_strdup_printf("%s (%s) is recognised, but not read yet", tool, file)
                        : NULL;
}

char *no_build_reason(const Tree *tree, GHashTable *build_scripts)
{
    char *tool = no_build_other_tool(tree);
    if (tool != NULL) {
        return tool;
    }
    if (has(tree, "HEAD") && tree_is_folder(tree, "objects") && tree_is_folder(tree, "refs")) {
        return g_strdup("a Git repository without its files; check them out, and give that folder");
    }
    if (tree_files(tree)->len == 0) {
        return g_strdup("no files in it; " GIVE_SOURCES);
    }
    const char *script = build_script_named(tree, build_scripts);
    if (script != NULL) {
        return g_strdup_printf("no build system found; %s looks like the build, but no options "
                               "of it could be read",
                               script);
    }
    return g_strdup("no build system found; " GIVE_SOURCES);
}
