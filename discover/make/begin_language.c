/* Programs in a language that the build beside them does not have: CMake builds what is written in
 * C++, and a makefile in a folder of its own the same in Fortran. No build of the root reaches
 * these, so whoever wants them begins there. */
#include "core/path.h"
#include "discover/builders.h"
#include "discover/make/begin.h"

/* How deep below the root such a makefile may lie, and how many there may be: more of them are for
 * parts and examples. */
#define LANGUAGE_DEPTH_MAX 2u
#define LANGUAGE_FOLDERS_MAX 4u

/* Whether only CMake's builds are read, which say what languages they have, and none has Fortran.
 */
static gboolean is_without_fortran(const Facts *facts)
{
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = facts->build_systems->pdata[i];
        if (system->read && system->builder != BUILDER_CMAKE) {
            return FALSE;
        }
    }
    for (guint i = 0; i < facts->effects->len; i++) {
        const Effect *effect = facts->effects->pdata[i];
        if (effect->kind == EFFECT_LANGUAGE && g_ascii_strcasecmp(effect->name, "Fortran") == 0) {
            return FALSE;
        }
    }
    return facts->build_systems->len > 0;
}

static gboolean has_program(const Tree *tree, const char *path)
{
    g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
    return text != NULL && g_regex_match_simple("^[ \\t]*program[ \\t]+\\w+[ \\t\\r]*$", text,
                                                G_REGEX_CASELESS | G_REGEX_MULTILINE, 0);
}

/* Whether all sources right in the folder are Fortran, and one of them is a program: an interface
 * to what the other build makes is none. */
static gboolean is_of_fortran(const Tree *tree, const char *folder)
{
    const GPtrArray *names = tree_children(tree, folder);
    gboolean program = FALSE;
    for (guint i = 0; names != NULL && i < names->len; i++) {
        g_autofree char *path = g_strdup_printf("%s/%s", folder, (const char *)names->pdata[i]);
        const TreeFile *file = tree_find(tree, path);
        if (file != NULL && tree_kind_is_source(file->kind) && file->kind != TREE_FORTRAN) {
            return FALSE;
        }
        program = program ||
                  (file != NULL && file->kind == TREE_FORTRAN && has_program(tree, file->path));
    }
    return program;
}

void make_add_other_language(const Tree *tree, const MakeReadOptions *options, const Facts *facts,
                             GPtrArray *folders)
{
    if (!is_without_fortran(facts)) {
        return;
    }
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len && found->len <= LANGUAGE_FOLDERS_MAX; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        guint depth = path_depth(path);
        if (depth == 0 || depth > LANGUAGE_DEPTH_MAX || make_lies_aside(options, path, "") ||
            !make_is_entry_name(path_base(path)) || builders_lies_in_copy(tree, path)) {
            continue;
        }
        g_autofree char *folder = g_path_get_dirname(path);
        if (g_strcmp0(make_entry_in(tree, folder), path) == 0 && is_of_fortran(tree, folder)) {
            g_ptr_array_add(found, g_steal_pointer(&folder));
        }
    }
    if (found->len <= LANGUAGE_FOLDERS_MAX) {
        g_ptr_array_extend_and_steal(folders, g_steal_pointer(&found));
    }
}
