/* Makefiles under the name of a template, which nothing fills in: a script that somebody wrote, or
 * a document, says "cp Makefile.in Makefile". */
#include "discover/builders.h"
#include "discover/make/begin.h"
#include "discover/make/reading.h"
#include <string.h>

/* A longer script is no line of a person's. */
#define SCRIPT_BYTES_MAX (1024u * 1024u)

/* Files that are said not to be read, at most. */
#define NOTED_MAX 64u

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

static gboolean says(const Tree *tree, const char *path, const GRegex *what, gboolean script)
{
    g_autofree char *text =
        script ? tree_read_text(tree, path, NULL, NULL) : make_read_document_text(tree, path);
    return text != NULL &&
           (!script || (g_str_has_prefix(text, "#!") && strlen(text) <= SCRIPT_BYTES_MAX)) &&
           g_regex_match(what, text, 0, NULL);
}

/* Whether the file is a "Makefile.in" that Autoconf has nothing to do with, and that make does not
 * begin beside. */
static gboolean is_template(const Tree *tree, const char *path, const char *folder)
{
    gboolean generated = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(generators); i++) {
        generated =
            generated || lies_in(tree, folder, generators[i]) || lies_in(tree, "", generators[i]);
    }
    return g_ascii_strcasecmp(make_base_of(path), "Makefile.in") == 0 && !generated &&
           make_entry_in(tree, folder) == NULL;
}

/* Whether a script in the folder says it. */
static gboolean script_says(const Tree *tree, const char *folder, const GRegex *what)
{
    const GPtrArray *children = tree_children(tree, folder);
    gboolean said = FALSE;
    for (guint i = 0; children != NULL && i < children->len && !said; i++) {
        g_autofree char *child = *folder != '\0'
                                     ? g_strconcat(folder, "/", children->pdata[i], NULL)
                                     : g_strdup(children->pdata[i]);
        TreeKind kind = tree_kind_of(child);
        said = (kind == TREE_CONFIGURE || kind == TREE_OTHER) && tree_find(tree, child) != NULL &&
               says(tree, child, what, TRUE);
    }
    return said;
}

static char *plain_folder(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    return strcmp(folder, ".") == 0 ? g_strdup("") : g_steal_pointer(&folder);
}

gboolean make_is_copied_as_it_is(const Tree *tree, const char *path)
{
    /* Most files are not called so: what is asked for all of them has to be quick. */
    if (g_ascii_strcasecmp(make_base_of(path), "Makefile.in") != 0) {
        return FALSE;
    }
    g_autofree char *folder = plain_folder(path);
    if (!is_template(tree, path, folder)) {
        return FALSE;
    }
    g_autoptr(GRegex) copy = copy_of(path);
    gboolean said = script_says(tree, folder, copy);
    g_autoptr(GPtrArray) documents = make_documents(tree, folder);
    for (guint i = 0; i < MIN(documents->len, MAKE_DOCUMENTS_MAX) && !said; i++) {
        said = says(tree, documents->pdata[i], copy, FALSE);
    }
    return said;
}

void make_note_filled(const Tree *tree, const MakeReadOptions *options, Facts *facts)
{
    const GPtrArray *files = tree_files(tree);
    guint noted = 0;
    for (guint i = 0; i < files->len && noted < NOTED_MAX; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        if (g_ascii_strcasecmp(make_base_of(path), "Makefile.in") != 0 ||
            make_lies_aside(options, path, "")) {
            continue;
        }
        g_autofree char *folder = plain_folder(path);
        g_autoptr(GRegex) filling = g_regex_new("\\bMakefile\\.in\\b", G_REGEX_CASELESS, 0, NULL);
        if (builders_is_copy(tree, folder) || !is_template(tree, path, folder) ||
            !script_says(tree, folder, filling) || make_is_copied_as_it_is(tree, path)) {
            continue;
        }
        LedgerEntry *entry = arena_new0(facts->arena, LedgerEntry);
        *entry = (LedgerEntry){.at = {arena_intern(facts->arena, path), 0, 0},
                               .reason = "makefile that a script fills in is not read",
                               .subject = arena_intern(facts->arena, make_base_of(path)),
                               .lost = arena_array(facts->arena)};
        g_ptr_array_add(facts->ledger, entry);
        noted++;
    }
}
