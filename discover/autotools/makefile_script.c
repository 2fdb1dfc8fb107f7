#include "discover/autotools/makefile_script.h"
#include "core/path.h"
#include "discover/autotools/written_makefile.h"
#include "discover/builders.h"
#include <string.h>

gboolean makefile_script_reads_arguments(const char *text)
{
    return g_regex_match_simple("case[ \\t]+\"?\\$\\{?1\\b|\\bgetopts\\b|for \\w+ in \"?\\$[@*]",
                                text, 0, 0);
}

gboolean makefile_script_is_shell(const char *text)
{
    return g_regex_match_simple("^#![^\\n]*\\b(ba|da|k|z)?sh\\b", text, 0, 0);
}

/* The patterns that take an option: "-mpi | --mpi)". */
static guint count_options(const char *text)
{
    g_autoptr(GRegex) regex = g_regex_new("^[ \\t]*\\(?--?[a-zA-Z][^()\\n]*\\)",
                                          G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    guint count = 0;
    g_regex_match(regex, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        count++;
    }
    return count;
}

/* The names of the makefiles that people may build with: "Makefile", "Makefile.gnu". What the
 * script does not lead to stands against it. A set of const char * of the tree. */
static GHashTable *makefiles_of(const Tree *tree, GHashTable *side_folders)
{
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        const char *base = path_base(path);
        gboolean makefile = g_ascii_strcasecmp(base, "makefile") == 0 ||
                            g_ascii_strcasecmp(base, "gnumakefile") == 0 ||
                            g_ascii_strncasecmp(base, "makefile.", strlen("makefile.")) == 0;
        if (makefile && !g_hash_table_contains(names, base) && !tree_lies_in(path, side_folders) &&
            !builders_lies_in_copy(tree, path)) {
            g_hash_table_add(names, (gpointer)base);
        }
    }
    return names;
}

/* Whether there is a makefile that the script, which writes one, does not begin with: of
 * "Makefile.template" it may make what it writes. */
static gboolean is_one_beside(GHashTable *makefiles, const char *script)
{
    GHashTableIter iter;
    gpointer name = NULL;
    g_hash_table_iter_init(&iter, makefiles);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        if (strchr(name, '.') == NULL || strstr(script, name) == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What the candidates are measured with. */
typedef struct {
    GHashTable *makefiles;
    WrittenNames *sources;
} Measure;

/* How many options the script takes; 0 where what it writes is no build of the tree. */
static guint options_of(const Measure *measure, const char *text)
{
    g_autofree char *written =
        makefile_script_reads_arguments(text) ? written_makefile(text) : NULL;
    if (written == NULL || (is_one_beside(measure->makefiles, text) &&
                            !written_names_sources(measure->sources, written))) {
        return 0;
    }
    return count_options(text);
}

static gboolean may_be_script(const Tree *tree, GHashTable *side_folders, const TreeFile *file)
{
    return file->kind == TREE_OTHER && path_depth(file->path) <= MAKEFILE_SCRIPT_DEPTH_MAX &&
           !tree_lies_in(file->path, side_folders) && tree_begins_with(tree, file, "#!") &&
           tree_file_size(tree, file) <= MAKEFILE_SCRIPT_BYTES_MAX;
}

const char *makefile_script_find(const Tree *tree, GHashTable *side_folders, const char **cut)
{
    if (builders_has_description(tree, "") || builders_has_other_description(tree, "")) {
        return NULL;
    }
    Measure measure = {makefiles_of(tree, side_folders), written_names_of(tree)};
    const GPtrArray *files = tree_files(tree);
    const char *best = NULL;
    guint most = MAKEFILE_SCRIPT_OPTIONS_MIN - 1;
    for (guint i = 0, read = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (!may_be_script(tree, side_folders, file)) {
            continue;
        }
        g_autofree char *text = tree_read_text(tree, file->path, NULL, NULL);
        if (text == NULL || !makefile_script_is_shell(text)) {
            continue;
        }
        if (read++ == MAKEFILE_SCRIPTS_MAX) {
            *cut = file->path;
            break;
        }
        guint options = options_of(&measure, text);
        if (options > most) {
            most = options;
            best = file->path;
        }
    }
    g_hash_table_unref(measure.makefiles);
    written_names_free(measure.sources);
    return best;
}
