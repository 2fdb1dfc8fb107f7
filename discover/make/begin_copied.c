/* Makefiles under the name of a template, which nothing fills in: a script that somebody wrote, or
 * a document, says "cp Makefile.in Makefile". */
#include "core/path.h"
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
    g_autofree char *path = path_join(folder, name);
    return tree_find(tree, path) != NULL;
}

/* What is copied to a makefile; of "cp Makefile.in Makefile-old" nothing. */
static const GRegex *copying(void)
{
    static gsize regex = 0;
    if (g_once_init_enter(&regex)) {
        g_once_init_leave(
            &regex,
            (gsize)g_regex_new("\\b(?:cp|ln)\\b(?:[ \\t]+-\\w+)*[ \\t]+[\"']?"
                               "((?:[\\w./${}-]*/)?(?i:Makefile\\.in))[\"']?[ \\t]+"
                               "[\"']?(?:[\\w./${}-]*/)?(?:GNUm|M|m)akefile(?![\\w~-]|\\.\\S)",
                               G_REGEX_RAW, 0, NULL));
    }
    return (const GRegex *)regex; // NOLINT(performance-no-int-to-ptr)
}

/* What a script names, less a variable that its path begins with. It begins where nothing of a path
 * stands before it, so that a long text without blanks is gone through once. */
static const GRegex *naming(void)
{
    static gsize regex = 0;
    if (g_once_init_enter(&regex)) {
        g_once_init_leave(&regex, (gsize)g_regex_new("(?:\\$\\w++|\\$\\{\\w++\\}|(?<![\\w./-]))"
                                                     "((?:[\\w./-]*/)?(?i:Makefile\\.in))\\b",
                                                     G_REGEX_RAW, 0, NULL));
    }
    return (const GRegex *)regex; // NOLINT(performance-no-int-to-ptr)
}

/* Whether a name that stands in a file of the folder `from` may be that of `path`: seen from there,
 * or from the folder that people go to first. Where a variable leads nobody knows. */
static gboolean may_name(const char *name, const char *from, const char *path)
{
    g_autofree char *own = path_folder(path);
    g_autofree char *seen_there = tree_normalize_in(from, name);
    g_autofree char *seen_here = tree_normalize_in(own, name);
    return strpbrk(name, "${}") != NULL ? strcmp(path_base(name), path_base(path)) == 0
                                        : *name != '/' && (g_strcmp0(seen_there, path) == 0 ||
                                                           g_strcmp0(seen_here, path) == 0);
}

/* Whether a text of the file `said_in` copies `path` to a makefile. */
static gboolean copies(const char *text, const char *said_in, const char *path)
{
    g_autofree char *from = path_folder(said_in);
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(copying(), text, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 1);
        if (may_name(name, from, path)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Most files of a folder are none: what they begin with tells. */
char *make_script_text(const Tree *tree, const char *path)
{
    TreeKind kind = tree_kind_of(path);
    const TreeFile *file =
        kind == TREE_CONFIGURE || kind == TREE_OTHER ? tree_find(tree, path) : NULL;
    return file != NULL && tree_begins_with(tree, file, "#!") &&
                   tree_file_size(tree, file) <= SCRIPT_BYTES_MAX
               ? tree_read_text(tree, path, NULL, NULL)
               : NULL;
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
    return g_ascii_strcasecmp(path_base(path), "Makefile.in") == 0 && !generated &&
           make_entry_in(tree, folder) == NULL;
}

/* Whether a script in the folder copies it. */
static gboolean script_copies(const Tree *tree, const char *folder, const char *path)
{
    const GPtrArray *children = tree_children(tree, folder);
    gboolean said = FALSE;
    for (guint i = 0; children != NULL && i < children->len && !said; i++) {
        g_autofree char *child = path_join(folder, children->pdata[i]);
        g_autofree char *text = make_script_text(tree, child);
        said = text != NULL && copies(text, child, path);
    }
    return said;
}

gboolean make_is_copied_as_it_is(const Tree *tree, const char *path)
{
    /* Most files are not called so: what is asked for all of them has to be quick. */
    if (g_ascii_strcasecmp(path_base(path), "Makefile.in") != 0) {
        return FALSE;
    }
    g_autofree char *folder = path_folder(path);
    if (!is_template(tree, path, folder)) {
        return FALSE;
    }
    gboolean said = script_copies(tree, folder, path);
    g_autoptr(GPtrArray) documents = make_documents(tree, folder);
    for (guint i = 0; i < MIN(documents->len, MAKE_DOCUMENTS_MAX) && !said; i++) {
        g_autofree char *text = make_read_document_text(tree, documents->pdata[i]);
        said = text != NULL && copies(text, documents->pdata[i], path);
    }
    return said;
}

/* ---- filled in otherwise --------------------------------------------------------------------- */

/* The paths of what scripts in the folder name, seen from there and, since people may start them in
 * the root, from there. The caller unrefs it. */
static GHashTable *named_in(const Tree *tree, const char *folder)
{
    GHashTable *named = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const GPtrArray *children = tree_children(tree, folder);
    for (guint i = 0; children != NULL && i < children->len; i++) {
        g_autofree char *child = path_join(folder, children->pdata[i]);
        g_autofree char *text = make_script_text(tree, child);
        g_autoptr(GMatchInfo) match = NULL;
        if (text == NULL) {
            continue;
        }
        for (g_regex_match(naming(), text, 0, &match); g_match_info_matches(match);
             g_match_info_next(match, NULL)) {
            g_autofree char *whole = g_match_info_fetch(match, 1);
            const char *name = whole + strspn(whole, "/");
            g_autofree char *there = path_join(folder, name);
            const char *const ways[] = {there, name};
            for (guint k = 0; k < G_N_ELEMENTS(ways); k++) {
                char *path = tree_normalize(ways[k]);
                if (path != NULL) {
                    g_hash_table_add(named, path);
                }
            }
        }
    }
    return named;
}

/* Whether a script beside the file, or in a folder above it, names it. `named` keeps what those of
 * a folder name: folder -> set of paths. */
static gboolean script_names(const Tree *tree, GHashTable *named, const char *path)
{
    g_autofree char *folder = path_folder(path);
    for (;;) {
        GHashTable *paths = g_hash_table_lookup(named, folder);
        if (paths == NULL) {
            paths = named_in(tree, folder);
            g_hash_table_insert(named, g_strdup(folder), paths);
        }
        if (g_hash_table_contains(paths, path)) {
            return TRUE;
        }
        if (*folder == '\0') {
            return FALSE;
        }
        char *above = path_folder(folder);
        g_free(folder);
        folder = above;
    }
}

static void add_ledger(Facts *facts, const char *reason, const char *path)
{
    facts_add_ledger(facts, (Span){.path = arena_intern(facts->arena, path)}, reason,
                     path_base(path));
}

void make_note_filled(const Tree *tree, const MakeReadOptions *options, Facts *facts)
{
    const GPtrArray *files = tree_files(tree);
    g_autoptr(GHashTable) named =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_hash_table_unref);
    guint noted = 0;
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        if (g_ascii_strcasecmp(path_base(path), "Makefile.in") != 0 ||
            make_lies_aside(options, path, "")) {
            continue;
        }
        g_autofree char *folder = path_folder(path);
        if (builders_is_copy(tree, folder) || !is_template(tree, path, folder) ||
            !script_names(tree, named, path) || make_is_copied_as_it_is(tree, path)) {
            continue;
        }
        if (noted == NOTED_MAX) {
            add_ledger(facts, "limit: filled in makefiles", path);
            return;
        }
        add_ledger(facts, "makefile that a script fills in is not read", path);
        noted++;
    }
}
