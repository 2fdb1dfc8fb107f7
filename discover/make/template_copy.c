/* Files that people copy: make.inc.example for make.inc. */
#include "discover/make/template.h"
#include <string.h>

/* A sibling belongs to a template when it assigns this share of what the template does. */
#define SIBLING_SHARE 0.5
#define SIBLING_NAMES_MIN 3u

/* What files are called that stand for others. */
static const char *const general_words[] = {"generic", "default", "example", "template", "sample"};

gboolean make_is_general(const char *base)
{
    g_autofree char *lower = g_ascii_strdown(base, -1);
    for (guint i = 0; i < G_N_ELEMENTS(general_words); i++) {
        if (strstr(lower, general_words[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "build-default.conf" for "build.conf". */
static gboolean is_general_of(const char *base, const char *wanted)
{
    const char *dot = strrchr(wanted, '.');
    gsize stem = dot != NULL ? (gsize)(dot - wanted) : 0;
    if (stem == 0 || strncmp(base, wanted, stem) != 0 || strchr("._-", base[stem]) == NULL ||
        !g_str_has_suffix(base, dot)) {
        return FALSE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(general_words); i++) {
        gsize length = strlen(general_words[i]);
        if (base[stem] != '\0' && strncmp(base + stem + 1, general_words[i], length) == 0 &&
            strcmp(base + stem + 1 + length, dot) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "make.inc.example", "make.inc-gfortran" or "example.make.inc" for "make.inc". */
static gboolean is_variant(const char *base, const char *wanted)
{
    gsize length = strlen(wanted);
    gsize whole = strlen(base);
    if (is_general_of(base, wanted)) {
        return TRUE;
    }
    if (whole <= length + 1) {
        return FALSE;
    }
    const char *end = base + whole - length;
    return (g_str_has_prefix(base, wanted) && strchr("._-", base[length]) != NULL) ||
           (strcmp(end, wanted) == 0 && strchr("._-", end[-1]) != NULL);
}

static GHashTable *assigned_names(const MakeFile *file)
{
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (statement->kind == MAKE_ASSIGNMENT && statement->targets == NULL) {
            g_hash_table_add(names, (gpointer)statement->name);
        }
    }
    return names;
}

/* The other files of a template's folder that assign much the same. */
static void add_siblings(MakeReading *self, MakeTemplates *templates, const MakeFile *file)
{
    g_autoptr(GHashTable) names = assigned_names(file);
    const GPtrArray *children = tree_children(self->tree, file->folder);
    if (g_hash_table_size(names) < SIBLING_NAMES_MIN) {
        return;
    }
    for (guint i = 0; children != NULL && i < children->len; i++) {
        const char *path = make_path(self, file->folder, children->pdata[i]);
        if (path == NULL || tree_find(self->tree, path) == NULL ||
            tree_kind_of(path) != TREE_MAKE || strcmp(path, file->path) == 0) {
            continue;
        }
        MakeSource *sibling = make_source(self, path);
        if (sibling == NULL || sibling->file->rules > 0) {
            continue;
        }
        g_autoptr(GHashTable) others = assigned_names(sibling->file);
        guint shared = 0;
        GHashTableIter iterator;
        gpointer name = NULL;
        g_hash_table_iter_init(&iterator, names);
        while (g_hash_table_iter_next(&iterator, &name, NULL)) {
            shared += g_hash_table_contains(others, name) ? 1 : 0;
        }
        if (shared >= SIBLING_SHARE * g_hash_table_size(names)) {
            make_templates_add(templates, sibling, NULL);
        }
    }
}

/* The one that tells most; the first of several. */
static guint find_fullest(const GArray *files)
{
    guint best = 0;
    guint most = 0;
    for (guint i = 0; i < files->len; i++) {
        const MakeFile *file = g_array_index(files, MakeTemplate, i).source->file;
        if (file->assignments + file->commented > most) {
            most = file->assignments + file->commented;
            best = i;
        }
    }
    return best;
}

void make_templates_put_general_first(GArray *files)
{
    guint best = find_fullest(files);
    gsize best_length = G_MAXSIZE;
    for (guint i = 0; i < files->len; i++) {
        const char *path = g_array_index(files, MakeTemplate, i).source->file->path;
        if (make_is_general(path) && strlen(path) < best_length) {
            best = i;
            best_length = strlen(path);
        }
    }
    for (guint i = best; i > 0; i--) {
        MakeTemplate swap = g_array_index(files, MakeTemplate, i);
        g_array_index(files, MakeTemplate, i) = g_array_index(files, MakeTemplate, i - 1);
        g_array_index(files, MakeTemplate, i - 1) = swap;
    }
}

/* Whether a folder has its name from a file, "config" or "configs" from "config.mk". */
static gboolean is_named_after(const char *folder, const char *wanted, gsize stem)
{
    const char *name = make_last_part(folder);
    return strncmp(name, wanted, stem) == 0 &&
           (name[stem] == '\0' || strcmp(name + stem, "s") == 0);
}

/* "config/gcc.mk" and "config/cluster.mk" for a "config.mk" that is nowhere: one of them is
 * copied. A single one is no choice, and who names a file of the folder says what it is for. */
static void add_from_folder(MakeReading *self, MakeTemplates *templates, const char *wanted)
{
    const char *dot = strrchr(wanted, '.');
    gsize stem = dot != NULL ? (gsize)(dot - wanted) : 0;
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    GHashTableIter iterator;
    gpointer base = NULL;
    gpointer paths = NULL;
    g_hash_table_iter_init(&iterator, self->base_names);
    while (stem > 0 && g_hash_table_iter_next(&iterator, &base, &paths)) {
        for (guint i = 0; g_str_has_suffix(base, dot) && i < ((GPtrArray *)paths)->len; i++) {
            const char *path = ((GPtrArray *)paths)->pdata[i];
            g_autofree char *folder = g_path_get_dirname(path);
            MakeSource *source =
                is_named_after(folder, wanted, stem) ? make_likely_source(self, path) : NULL;
            if (source != NULL && source->file->rules == 0 && source->included_by == NULL) {
                g_ptr_array_add(found, source);
            }
        }
    }
    for (guint i = 0; found->len > 1 && i < found->len; i++) {
        make_templates_add(templates, found->pdata[i], NULL);
    }
}

void make_find_copied(MakeReading *self, const MakeSource *by, const char *wanted)
{
    MakeTemplates *templates = make_templates_new(self, wanted);
    GHashTableIter iterator;
    gpointer base = NULL;
    gpointer paths = NULL;
    g_hash_table_iter_init(&iterator, self->base_names);
    while (g_hash_table_iter_next(&iterator, &base, &paths)) {
        for (guint i = 0; is_variant(base, wanted) && i < ((GPtrArray *)paths)->len; i++) {
            MakeSource *source = make_likely_source(self, ((GPtrArray *)paths)->pdata[i]);
            if (source != NULL) {
                make_templates_add(templates, source, NULL);
            }
        }
    }
    if (templates->files->len == 0) {
        add_from_folder(self, templates, wanted);
    }
    if (templates->files->len == 0) {
        make_find_told_copies(self, by, templates);
    }
    g_array_sort(templates->files, make_templates_compare);
    for (guint i = 0, count = templates->files->len; i < count; i++) {
        add_siblings(self, templates,
                     g_array_index(templates->files, MakeTemplate, i).source->file);
    }
    g_array_sort(templates->files, make_templates_compare);
    make_templates_put_general_first(templates->files);
}
