/* Folders that documents tell people to start make in: "cd src; make", "in the src directory run
 * make"; or whose settings they tell people to edit: "to build with make, edit src/Makefile.vars".
 */
#include "core/path.h"
#include "discover/make/begin.h"
#include "discover/make/reading.h"
#include <string.h>

/* Characters between the folder and the command; a sentence or a few lines of code. */
#define TOLD_WITHIN "{0,80}?"

static GRegex *regex_for(const char *folder)
{
    g_autofree char *name = g_regex_escape_string(folder, -1);
    g_autofree char *text = g_strdup_printf(
        "\\bcd [\"'<>\\w./$-]*\\b%s/?[`\"'\\s;&][^.]" TOLD_WITHIN "(?<![\\w-])make\\b(?! sure)|"
        "(?i:in)\\s+(?:the\\s+)?[`\"'*]*%s/?[`\"'*]*\\s+(?:sub)?(?:directory|folder)"
        "[^.]" TOLD_WITHIN "\\b(?:run|type|do|use)\\s+[`\"']*make\\b",
        name, name);
    return g_regex_new(text, 0, 0, NULL);
}

/* Whether "make" stands where "cmake" does, or behind it: that build is another one. */
static gboolean goes_on_elsewhere(const char *told)
{
    return strstr(told, "cmake") != NULL || strstr(told, "configure") != NULL;
}

/* Whether a document says something that the expression fits. */
static gboolean is_told(const Tree *tree, const GRegex *regex)
{
    g_autoptr(GPtrArray) documents = make_documents(tree, "");
    for (guint i = 0; i < MIN(documents->len, MAKE_DOCUMENTS_MAX) && regex != NULL; i++) {
        g_autofree char *text = make_read_document_text(tree, documents->pdata[i]);
        g_autoptr(GMatchInfo) match = NULL;
        if (text == NULL || !g_regex_match(regex, text, 0, &match)) {
            continue;
        }
        for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
            g_autofree char *told = g_match_info_fetch(match, 0);
            if (!goes_on_elsewhere(told)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

gboolean make_is_told_of(const Tree *tree, const char *folder)
{
    g_autoptr(GRegex) regex = regex_for(folder);
    return is_told(tree, regex);
}

/* Between "make" and the name of the file; a sentence. */
#define SETTINGS_WITHIN "[^.]{0,200}?"

gboolean make_has_settings_told_of(const Tree *tree, const char *folder, const char *makefile)
{
    g_autoptr(GPtrArray) paths = make_plain_includes(tree, folder, makefile);
    for (guint i = 0; i < paths->len; i++) {
        const char *path = paths->pdata[i];
        if (tree_find(tree, path) == NULL || !path_is_below(path, folder)) {
            continue;
        }
        g_autofree char *name = g_regex_escape_string(path, -1);
        g_autofree char *text = g_strdup_printf(
            "(?<![\\w-])make\\b(?! sure)" SETTINGS_WITHIN "(?<![\\w/.-])%s(?![\\w/-])", name);
        g_autoptr(GRegex) regex = g_regex_new(text, 0, 0, NULL);
        if (is_told(tree, regex)) {
            return TRUE;
        }
    }
    return FALSE;
}
