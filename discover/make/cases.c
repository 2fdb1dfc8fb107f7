#include "discover/make/cases.h"
#include "core/path.h"
#include "discover/builders.h"
#include "discover/make/make_file.h"
#include "discover/make/make_text.h"
#include "discover/make/reading.h"
#include <string.h>

/* Less than three folders are no family. */
#define CASES_MIN 3u
/* Characters between "copy" and the name of what is copied; a sentence. */
#define COPIED_WITHIN "{0,120}?"

/* The makefiles that include one file. */
typedef struct {
    const char *shared;  /* its path; of one that is no part of the tree how that ends */
    gboolean outside;    /* which is so */
    GPtrArray *paths;    /* const char *: theirs, sorted */
    const char *fullest; /* of those in folders below the shared file, if any are */
    guint64 size;        /* of that one */
    gboolean near;       /* it lies below the shared file */
    guint building;      /* how many of them build something themselves */
    guint switched;      /* how many say yes or no to something */
    guint before;        /* lines that include others of the tree or beyond before it, in all */
} Family;

static void family_free(gpointer data)
{
    Family *self = data;
    g_ptr_array_unref(self->paths);
    g_free(self);
}

typedef struct {
    const Tree *tree;
    const MakeReadOptions *options;
    gboolean aside;       /* makefiles in side folders count as well */
    GHashTable *paths;    /* base name -> path of the only file that is called so; NULL: several */
    GHashTable *families; /* path of a shared file -> Family * */
    GStringChunk *ends;   /* of paths that lead out of the tree */
} Search;

/* Whether a folder above that of the makefile has one, too: that one leads to it. */
static gboolean is_led_to(const Tree *tree, const char *path)
{
    g_autofree char *folder = path_folder(path);
    while (*folder != '\0') {
        char *above = path_folder(folder);
        g_free(folder);
        folder = above;
        if (make_entry_in(tree, folder) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

static void index_names(Search *self)
{
    const GPtrArray *files = tree_files(self->tree);
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        gpointer key = (gpointer)path_base(path);
        gboolean known = g_hash_table_contains(self->paths, key);
        g_hash_table_insert(self->paths, key, known ? NULL : (gpointer)path);
    }
}

static Family *add_to_family(Search *self, const char *shared, gboolean outside,
                             const TreeFile *file)
{
    Family *family = g_hash_table_lookup(self->families, shared);
    if (family == NULL) {
        family = g_new0(Family, 1);
        family->shared = shared;
        family->outside = outside;
        family->paths = g_ptr_array_new();
        g_hash_table_insert(self->families, (gpointer)shared, family);
    }
    g_ptr_array_add(family->paths, (gpointer)file->path);
    g_autofree char *folder = g_path_get_dirname(shared);
    gboolean near = !outside && path_is_below(file->path, folder);
    if (family->fullest == NULL || near > family->near ||
        (near == family->near && file->size > family->size)) {
        family->size = file->size;
        family->near = near;
        family->fullest = file->path;
    }
    return family;
}

/* A recipe with a compiler, or of a file from another one. */
static gboolean builds(const char *text)
{
    return g_regex_match_simple(
        "^\\t.*\\$(?:[@<^*]|[({](?:CC|CXX|CPP|FC|F77|F90|LD|AR|NVCC|MPI\\w+)[)}])", text,
        G_REGEX_MULTILINE, 0);
}

gboolean make_cases_builds(const Tree *tree, const char *path)
{
    g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
    return text != NULL && builds(text);
}

static gboolean has_switch(const char *text)
{
    return g_regex_match_simple(
        "^[ \\t]*\\w+[ \\t]*[:?]?=[ \\t]*(?:yes|no|true|false|on|off|t|f)[ \\t]*(?:#.*)?$", text,
        G_REGEX_MULTILINE | G_REGEX_CASELESS, 0);
}

/* "/tools/Make.defs" of "$(FRAMEWORK)/tools/Make.defs", a makefile of what the
 * code stands on; NULL for any other path. */
static const char *end_outside(Search *self, const char *folder, const char *base)
{
    g_autofree char *lower = g_ascii_strdown(base, -1);
    gboolean makefile = g_str_has_prefix(lower, "make") || g_str_has_suffix(lower, ".mk");
    const char *end = folder + strlen(folder);
    while (end > folder && strchr(")}", end[-1]) == NULL) {
        end--;
    }
    g_autofree char *tail = g_strconcat(end, base, NULL);
    return makefile && *folder == '$' && end > folder
               ? g_string_chunk_insert_const(self->ends, tail)
               : NULL;
}

/* Adds the makefile to the families of the files elsewhere that it includes. */
static void look_at(Search *self, const TreeFile *file)
{
    g_autofree char *text = tree_read_text(self->tree, file->path, NULL, NULL);
    if (text == NULL) {
        return;
    }
    gboolean building = builds(text);
    gboolean switched = has_switch(text);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GRegex) include = g_regex_new("^[ \\t]*[-s]?include[ \\t]+(\\S*/)([\\w.+-]+)[ \\t]*$",
                                            G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(include, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *base = g_match_info_fetch(match, 2);
        g_autofree char *written = g_match_info_fetch(match, 1);
        gboolean outside = !g_hash_table_contains(self->paths, base);
        const char *shared =
            outside ? end_outside(self, written, base) : g_hash_table_lookup(self->paths, base);
        if (shared == NULL || !g_hash_table_add(seen, (gpointer)shared)) {
            continue;
        }
        g_autofree char *folder = g_path_get_dirname(shared);
        g_autofree char *own = g_path_get_dirname(file->path);
        if (outside || strcmp(folder, own) != 0) {
            Family *family = add_to_family(self, shared, outside, file);
            family->building += building ? 1 : 0;
            family->switched += switched ? 1 : 0;
            family->before += g_hash_table_size(seen) - 1;
        }
    }
}

static gint compare_families(gconstpointer a, gconstpointer b)
{
    const Family *x = *(const Family *const *)a;
    const Family *y = *(const Family *const *)b;
    if (x->paths->len != y->paths->len) {
        return x->paths->len > y->paths->len ? -1 : 1;
    }
    if (x->outside != y->outside) {
        return x->outside - y->outside;
    }
    return x->before != y->before ? (x->before < y->before ? -1 : 1) : strcmp(x->shared, y->shared);
}

/* The folder that all of them lie in. The caller frees it. */
static char *common_folder(const Family *family)
{
    char *folder = g_path_get_dirname(family->outside ? family->fullest : family->shared);
    for (guint i = 0; i < family->paths->len && strcmp(folder, ".") != 0; i++) {
        while (strcmp(folder, ".") != 0 && !path_is_below(family->paths->pdata[i], folder)) {
            char *above = g_path_get_dirname(folder);
            g_free(folder);
            folder = above;
        }
    }
    if (strcmp(folder, ".") == 0) {
        *folder = '\0';
    }
    return folder;
}

static MakeBegin *begin_of(const Family *family)
{
    MakeBegin *begin = g_new0(MakeBegin, 1);
    begin->folder = common_folder(family);
    begin->entry = g_strdup(family->fullest);
    begin->apart = g_ptr_array_new_with_free_func(g_free);
    begin->switched = family->switched * 2 > family->paths->len;
    begin->cases = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < family->paths->len; i++) {
        g_hash_table_add(begin->cases, g_strdup(family->paths->pdata[i]));
    }
    return begin;
}

static void note_limit(Facts *facts, const char *path)
{
    facts_add_ledger(facts, (Span){.path = arena_intern(facts->arena, path)},
                     "limit: number of makefiles", path);
}

/* Whether they are makefiles of cases, of as many as were looked at: others are tools beside as
 * long as they are fewer. */
static gboolean are_cases(const Search *self, const Family *family, guint looked_at)
{
    gboolean own =
        self->aside && !family->outside && make_lies_aside(self->options, family->shared, "");
    return family->paths->len >= CASES_MIN && family->paths->len * 2 >= looked_at &&
           family->building * 2 < family->paths->len && !own;
}

/* The largest family of cases; NULL. */
static const Family *largest_of(const Search *self, guint looked_at)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    GHashTableIter iterator;
    gpointer family = NULL;
    g_hash_table_iter_init(&iterator, self->families);
    while (g_hash_table_iter_next(&iterator, NULL, &family)) {
        if (are_cases(self, family, looked_at)) {
            g_ptr_array_add(found, family);
        }
    }
    g_ptr_array_sort(found, compare_families);
    return found->len > 0 ? found->pdata[0] : NULL;
}

/* Looks at the makefiles of the tree; the largest family of cases, which belongs to the search;
 * NULL. */
static const Family *search_families(Search *self, Facts *facts)
{
    const GPtrArray *files = tree_files(self->tree);
    guint looked_at = 0;
    index_names(self);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (!make_is_entry_name(path_base(file->path)) ||
            (!self->aside && make_lies_aside(self->options, file->path, "")) ||
            is_led_to(self->tree, file->path) || builders_lies_in_copy(self->tree, file->path)) {
            continue;
        }
        if (looked_at == MAKE_CASES_LOOKED_AT_MAX) {
            note_limit(facts, file->path);
            break;
        }
        looked_at++;
        look_at(self, file);
    }
    return largest_of(self, looked_at);
}

static void search_clear(Search *self)
{
    g_hash_table_unref(self->paths);
    g_hash_table_unref(self->families);
    g_string_chunk_free(self->ends);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Search, search_clear)

static Search search_in(const Tree *tree, const MakeReadOptions *options, gboolean aside)
{
    return (Search){
        .tree = tree,
        .options = options,
        .aside = aside,
        .paths = g_hash_table_new(g_str_hash, g_str_equal),
        .families = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, family_free),
        .ends = g_string_chunk_new(1024),
    };
}

MakeBegin *make_cases_find(const Tree *tree, const MakeReadOptions *options, gboolean aside,
                           Facts *facts)
{
    g_auto(Search) search = search_in(tree, options, aside);
    const Family *family = search_families(&search, facts);
    return family != NULL ? begin_of(family) : NULL;
}

/* Whether a document names the file. */
static gboolean is_told(const Tree *tree, const char *path)
{
    g_autoptr(GPtrArray) documents = make_documents(tree, "");
    for (guint i = 0; i < MIN(documents->len, MAKE_DOCUMENTS_MAX); i++) {
        g_autofree char *text = make_read_document_text(tree, documents->pdata[i]);
        if (text != NULL && strstr(text, path_base(path)) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The build that begins with a file; what each of the family says is its own. */
static MakeBegin *framework_of(const Family *family, const char *entry)
{
    MakeBegin *begin = g_new0(MakeBegin, 1);
    begin->folder = g_strdup("");
    begin->entry = g_strdup(entry);
    begin->apart = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < family->paths->len; i++) {
        char *folder = path_folder(family->paths->pdata[i]);
        if (*folder != '\0' && !path_is_below(family->shared, folder) &&
            !path_is_below(entry, folder)) {
            g_ptr_array_add(begin->apart, folder);
        } else {
            g_free(folder);
        }
    }
    return begin;
}

/* Whether a document tells people to copy the file. */
static gboolean is_told_to_copy(const Tree *tree, const char *path)
{
    g_autofree char *name = g_regex_escape_string(path_base(path), -1);
    g_autofree char *text = g_strdup_printf(
        "\\b(?i:copy|copying|cp)\\b[^.]" COPIED_WITHIN "(?<![\\w.-])%s(?![\\w-])", name);
    g_autoptr(GRegex) regex = g_regex_new(text, 0, 0, NULL);
    g_autoptr(GPtrArray) documents = make_documents(tree, "");
    for (guint i = 0; i < MIN(documents->len, MAKE_DOCUMENTS_MAX) && regex != NULL; i++) {
        g_autofree char *document = make_read_document_text(tree, documents->pdata[i]);
        if (document != NULL && g_regex_match(regex, document, 0, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The makefile that people copy for an application of theirs, "Makefile.template", which includes
 * what those of the family do; NULL for none or several. */
static const char *copied_for(const Search *self, const Family *family)
{
    g_autofree char *name = g_regex_escape_string(path_base(family->shared), -1);
    g_autofree char *text = g_strdup_printf("^[ \\t]*[-s]?include[ \\t]+\\S*/%s[ \\t]*$", name);
    g_autoptr(GRegex) including = g_regex_new(text, G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
    const GPtrArray *files = tree_files(self->tree);
    const char *found = NULL;
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        if (!make_is_named_makefile(path_base(path)) || make_lies_aside(self->options, path, "") ||
            builders_lies_in_copy(self->tree, path)) {
            continue;
        }
        g_autofree char *makefile = tree_read_text(self->tree, path, NULL, NULL);
        if (makefile == NULL || !g_regex_match(including, makefile, 0, NULL) ||
            !is_told_to_copy(self->tree, path)) {
            continue;
        }
        if (found != NULL) {
            return NULL;
        }
        found = path;
    }
    return found;
}

MakeBegin *make_cases_framework(const Tree *tree, const MakeReadOptions *options, Facts *facts)
{
    g_auto(Search) search = search_in(tree, options, TRUE);
    const Family *family = search_families(&search, facts);
    if (family == NULL || family->outside) {
        return NULL;
    }
    /* What people copy says by itself what they may write. */
    const char *copied = copied_for(&search, family);
    if (copied != NULL) {
        return framework_of(family, copied);
    }
    gboolean settles = family->switched * 2 > family->paths->len;
    return settles && is_told(tree, family->shared) ? framework_of(family, family->shared) : NULL;
}
