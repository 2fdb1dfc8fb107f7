/* The makefile of a tree in which make finds none: a script that people start copies "tide.make" to
 * "makefile" in the folder that they build in. */
#include "core/path.h"
#include "core/word_list.h"
#include "discover/make/begin.h"
#include "discover/make/reading.h"
#include <string.h>

/* Scripts that are looked at. */
#define SCRIPTS_MAX 64u
/* Commands of the shell that copy. */
#define SHELL_COPIES "cp|ln|install|rsync"

static gboolean has_ending(const char *base)
{
    static const char *const endings[] = {".make", ".mk", ".mak", NULL};
    return word_list_ends(endings, base);
}

/* The only file of that name which may be a makefile; NULL for none or several. */
static const char *only_file(const Tree *tree, const MakeReadOptions *options, const char *base)
{
    const char *found = NULL;
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        if (strcmp(path_base(path), base) != 0 || make_lies_aside(options, path, "")) {
            continue;
        }
        if (found != NULL) {
            return NULL;
        }
        found = path;
    }
    return found;
}

/* What a line copies: the word of it that has such an ending, where another one is "makefile". The
 * shell's commands name what they copy first. */
static const char *copied_by(const Tree *tree, const MakeReadOptions *options, const char *line)
{
    gboolean ordered = g_regex_match_simple("\\b(?:" SHELL_COPIES ")\\b", line, G_REGEX_RAW, 0);
    if (!ordered && !g_regex_match_simple("\\b(?:copy\\w*|link)\\b", line, G_REGEX_RAW, 0)) {
        return NULL;
    }
    g_auto(GStrv) words = g_strsplit_set(line, " \t\"'(),;`/", -1);
    const char *source = NULL;
    gboolean makefile = FALSE;
    for (guint i = 0; words[i] != NULL; i++) {
        makefile = makefile || ((source != NULL || !ordered) && make_is_entry_name(words[i]));
        source = source == NULL && has_ending(words[i]) ? words[i] : source;
    }
    return makefile && source != NULL ? only_file(tree, options, source) : NULL;
}

const char *make_copied_under_other_name(const Tree *tree, const MakeReadOptions *options,
                                         Facts *facts)
{
    const GPtrArray *files = tree_files(tree);
    guint looked_at = 0;
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        if (path_depth(path) > 1 || make_lies_aside(options, path, "")) {
            continue;
        }
        g_autofree char *text = make_script_text(tree, path);
        g_auto(GStrv) lines = text != NULL ? g_strsplit(text, "\n", -1) : NULL;
        if (text != NULL && looked_at++ == SCRIPTS_MAX) {
            facts_add_ledger(facts, (Span){.path = path}, MAKE_LIMIT_SCRIPTS, path);
            break;
        }
        for (guint k = 0; lines != NULL && lines[k] != NULL; k++) {
            const char *copied = lines[k][strspn(lines[k], " \t")] != '#'
                                     ? copied_by(tree, options, lines[k])
                                     : NULL;
            if (copied != NULL) {
                return copied;
            }
        }
    }
    return NULL;
}
