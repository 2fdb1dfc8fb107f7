/* Makefiles under the name of a template, which nothing fills in: a script that somebody wrote, or
 * a document, says "cp Makefile.in Makefile". */
#include "discover/make/begin.h"
#include "discover/make/reading.h"
#include <string.h>

/* A longer script is no line of a person's. */
#define SCRIPT_BYTES_MAX (1024u * 1024u)

/* What Automake and Autoconf make their own output of. */
static const char *const generators[] = {"Makefile.am", "configure.ac", "configure.in"};

static gboolean lies_in(const Tree *tree, const char *folder, const char *name)
{
    g_autofree char *path = *folder != '\0' ? g_strconcat(folder, "/", name, NULL) : g_strdup(name);
    return tree_find(tree, path) != NULL;
}

/* What the file is copied with, folders before it or not. */
static GRegex *copy_of(const char *path)
{
    g_autofree char *base = g_regex_escape_string(make_base_of(path), -1);
    g_autofree char *text = g_strdup_printf(
        "\\b(?:cp|ln)\\b(?:[ \\t]+-\\w+)*[ \\t]+[\"']?(?:[\\w./${}-]*/)?%s[\"']?[ \\t]+"
        "[\"']?(?:[\\w./${}-]*/)?(?:GNUm|M|m)akefile\\b(?!\\.)",
        base);
    return g_regex_new(text, G_REGEX_RAW, 0, NULL);
}

static gboolean says_copy(const Tree *tree, const char *path, const GRegex *copy, gboolean script)
{
    g_autofree char *text =
        script ? tree_read_text(tree, path, NULL, NULL) : make_read_document_text(tree, path);
    return text != NULL &&
           (!script || (g_str_has_prefix(text, "#!") && strlen(text) <= SCRIPT_BYTES_MAX)) &&
           g_regex_match(copy, text, 0, NULL);
}

gboolean make_is_copied_as_it_is(const Tree *tree, const char *path)
{
    g_autofree char *folder_name = g_path_get_dirname(path);
    const char *folder = strcmp(folder_name, ".") == 0 ? "" : folder_name;
    if (g_ascii_strcasecmp(make_base_of(path), "Makefile.in") != 0 ||
        make_entry_in(tree, folder) != NULL) {
        return FALSE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(generators); i++) {
        if (lies_in(tree, folder, generators[i]) || lies_in(tree, "", generators[i])) {
            return FALSE;
        }
    }
    g_autoptr(GRegex) copy = copy_of(path);
    const GPtrArray *children = tree_children(tree, folder);
    for (guint i = 0; children != NULL && i < children->len; i++) {
        g_autofree char *child = *folder != '\0'
                                     ? g_strconcat(folder, "/", children->pdata[i], NULL)
                                     : g_strdup(children->pdata[i]);
        TreeKind kind = tree_kind_of(child);
        if ((kind == TREE_CONFIGURE || kind == TREE_OTHER) && tree_find(tree, child) != NULL &&
            says_copy(tree, child, copy, TRUE)) {
            return TRUE;
        }
    }
    g_autoptr(GPtrArray) documents = make_documents(tree, folder);
    for (guint i = 0; i < MIN(documents->len, MAKE_DOCUMENTS_MAX); i++) {
        if (says_copy(tree, documents->pdata[i], copy, FALSE)) {
            return TRUE;
        }
    }
    return FALSE;
}
