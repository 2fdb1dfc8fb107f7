#include "discover/autotools/build_script.h"
#include "discover/autotools/makefile_script.h"
#include "discover/autotools/shell_lines.h"
#include "discover/builders.h"
#include <string.h>

#define NAME_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-"

static gboolean has_name(const TreeFile *file, GHashTable *names)
{
    static const char *const endings[] = {".sh", ".bash"};
    if (names == NULL || file->kind != TREE_OTHER || strchr(file->path, '/') != NULL) {
        return FALSE;
    }
    g_autofree char *stem = g_ascii_strdown(file->path, -1);
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_has_suffix(stem, endings[i])) {
            stem[strlen(stem) - strlen(endings[i])] = '\0';
            break;
        }
    }
    return g_hash_table_contains(names, stem);
}

static gboolean may_be_script(const Tree *tree, const TreeFile *file, GHashTable *names)
{
    return has_name(file, names) && tree_begins_with(tree, file, "#!") &&
           tree_file_size(tree, file) <= MAKEFILE_SCRIPT_BYTES_MAX;
}

const char *build_script_named(const Tree *tree, GHashTable *names)
{
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (may_be_script(tree, file, names)) {
            return file->path;
        }
    }
    return NULL;
}

/* Whether a pattern on the line takes a long option that the help shows. */
static gboolean takes_shown(const ShellLines *lines, guint index)
{
    const char *line = lines->lines[index];
    const char *end = strchr(line, ')');
    for (const char *at = strstr(line, "--"); at != NULL && at < end; at = strstr(at, "--")) {
        gsize length = strspn(at, NAME_BYTES);
        g_autofree char *name = g_strndup(at, length);
        if (length > 2 && shell_lines_shown(lines, name) > 0) {
            return TRUE;
        }
        at += length;
    }
    return FALSE;
}

/* Whether the script goes through its arguments and tells what they are. What ends it, as "--help"
 * does, is no option of a build. */
static gboolean tells_options(const char *text)
{
    g_autoptr(ShellLines) lines = shell_lines_new(text);
    guint options = 0;
    for (guint i = 0; i < lines->count && options < BUILD_SCRIPT_OPTIONS_MIN; i++) {
        gboolean taken = g_array_index(lines->patterns, gboolean, i) &&
                         shell_cases_subject(lines->cases, i) != NULL &&
                         !shell_lines_ends(lines, i) && takes_shown(lines, i);
        options += taken ? 1 : 0;
    }
    return options >= BUILD_SCRIPT_OPTIONS_MIN;
}

/* What some build tool reads, outside of tests, examples and what others wrote. */
static gboolean has_description(const Tree *tree, GHashTable *side_folders)
{
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        gboolean described = file->kind == TREE_CMAKE || file->kind == TREE_MAKE ||
                             file->kind == TREE_AUTOCONF || file->kind == TREE_CONFIGURE ||
                             file->kind == TREE_MESON;
        if (described && !tree_lies_in(file->path, side_folders) &&
            !builders_lies_in_copy(tree, file->path)) {
            return TRUE;
        }
    }
    return builders_has_other_description(tree, "");
}

const char *build_script_find(const Tree *tree, GHashTable *names, GHashTable *side_folders)
{
    if (build_script_named(tree, names) == NULL || has_description(tree, side_folders)) {
        return NULL;
    }
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (!may_be_script(tree, file, names)) {
            continue;
        }
        g_autofree char *text = tree_read_text(tree, file->path, NULL, NULL);
        if (text != NULL && makefile_script_is_shell(text) && tells_options(text)) {
            return file->path;
        }
    }
    return NULL;
}
