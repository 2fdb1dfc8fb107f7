/* Files that people copy, where no name says it: a document tells them to, "cp config/linux.mk
 * arch.mk", or several files differ from the wanted one by a word, "site_gcc.arch" for "site.arch".
 */
#include "discover/make/template.h"
#include <string.h>

/* Words of a command that copies or links a file. */
#define COPY_WORDS_MIN 3u

/* A file that may be copied: settings, which nothing includes as it is. */
static MakeSource *copied_source(MakeReading *self, const char *path)
{
    MakeSource *source = make_likely_source(self, path);
    gboolean fits = source != NULL && source->file->rules == 0 && source->included_by == NULL;
    return fits ? source : NULL;
}

static void add_several(MakeTemplates *templates, const GPtrArray *found)
{
    /* A single one is no choice. */
    for (guint i = 0; found->len > 1 && i < found->len; i++) {
        make_templates_add(templates, found->pdata[i], NULL);
    }
}

/* "site_gcc.arch" for "site.arch". */
static gboolean differs_by_word(const char *base, const char *wanted)
{
    const char *dot = strrchr(wanted, '.');
    gsize stem = dot != NULL ? (gsize)(dot - wanted) : 0;
    return stem > 0 && strncmp(base, wanted, stem) == 0 && base[stem] != '\0' &&
           strchr("._-", base[stem]) != NULL && g_str_has_suffix(base + stem + 1, dot);
}

static void add_named_alike(MakeReading *self, MakeTemplates *templates)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    GHashTableIter iterator;
    gpointer base = NULL;
    gpointer paths = NULL;
    g_hash_table_iter_init(&iterator, self->base_names);
    while (g_hash_table_iter_next(&iterator, &base, &paths)) {
        for (guint i = 0; differs_by_word(base, templates->wanted) && i < ((GPtrArray *)paths)->len;
             i++) {
            MakeSource *source = copied_source(self, ((GPtrArray *)paths)->pdata[i]);
            if (source != NULL) {
                g_ptr_array_add(found, source);
            }
        }
    }
    add_several(templates, found);
}

/* Whether the file may be meant by what is copied, "linux.mk": its name ends alike; or by what a
 * makefile copies, "Makefile.$(SYSTEM)": something stands in place of the reference. */
static gboolean may_be_copied(const char *base, const char *copied)
{
    const char *reference = strchr(copied, '$');
    const char *end = reference != NULL ? make_reference_end(reference) : strrchr(copied, '.');
    gsize before = reference != NULL ? (gsize)(reference - copied) : 0;
    return end != NULL && (reference == NULL || before > 0) &&
           strlen(base) > before + strlen(end) && strncmp(base, copied, before) == 0 &&
           g_str_has_suffix(base, end);
}

/* The files of that folder that may be meant by the copied one, which need not be there itself: it
 * may stand for any. */
static void add_from(MakeReading *self, MakeTemplates *templates, const char *folder,
                     const char *copied)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    const GPtrArray *children = tree_children(self->tree, folder);
    for (guint i = 0; children != NULL && i < children->len; i++) {
        const char *path = make_path(self, folder, children->pdata[i]);
        gboolean file = path != NULL && may_be_copied(children->pdata[i], copied) &&
                        tree_find(self->tree, path) != NULL;
        MakeSource *source = file ? copied_source(self, path) : NULL;
        if (source != NULL) {
            g_ptr_array_add(found, source);
        }
    }
    add_several(templates, found);
}

static gboolean is_copying(const char *word)
{
    return strcmp(word, "cp") == 0 || strcmp(word, "ln") == 0;
}

/* "cp config/linux.mk arch.mk", "ln -s ../config/linux.mk ./arch.mk". */
static void look_at_words(MakeReading *self, MakeTemplates *templates, char **words)
{
    g_autoptr(GPtrArray) left = g_ptr_array_new();
    for (guint i = 0; words[i] != NULL && left->len <= COPY_WORDS_MIN; i++) {
        if (is_copying(words[i])) {
            g_ptr_array_set_size(left, 0);
        }
        if (*words[i] != '\0' && (left->len > 0 || is_copying(words[i])) && *words[i] != '-') {
            g_ptr_array_add(left, words[i]);
        }
        if (left->len == COPY_WORDS_MIN) {
            break;
        }
    }
    if (left->len < COPY_WORDS_MIN ||
        strcmp(make_last_part(left->pdata[2]), templates->wanted) != 0) {
        return;
    }
    const char *copied = left->pdata[1];
    while (g_str_has_prefix(copied, "../") || g_str_has_prefix(copied, "./")) {
        copied = strchr(copied, '/') + 1;
    }
    g_autofree char *folder = g_path_get_dirname(copied);
    const char *near = strcmp(folder, ".") != 0 ? make_path(self, self->top, folder) : NULL;
    if (near != NULL && tree_is_folder(self->tree, near)) {
        add_from(self, templates, near, make_last_part(copied));
    }
}

static void look_at_document(MakeReading *self, const char *path, char *const *lines, gpointer data)
{
    MakeTemplates *templates = data;
    (void)path;
    for (guint i = 0; lines[i] != NULL && templates->files->len == 0; i++) {
        if (strstr(lines[i], templates->wanted) != NULL) {
            g_auto(GStrv) words = g_strsplit_set(lines[i], " \t`\"';,|&()", -1);
            look_at_words(self, templates, words);
        }
    }
}

/* The makefile that wants it may copy one itself where there is none, and says so or not. */
static void look_at_recipes(MakeReading *self, MakeTemplates *templates, const MakeFile *file)
{
    for (guint i = 0; i < file->statements->len && templates->files->len == 0; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        if (statement->kind == MAKE_RECIPE && strstr(statement->value, templates->wanted) != NULL) {
            g_auto(GStrv) words = g_strsplit_set(statement->value, " \t\"';|&", -1);
            look_at_words(self, templates, words);
        }
    }
}

void make_find_told_copies(MakeReading *self, const MakeSource *by, MakeTemplates *templates)
{
    look_at_recipes(self, templates, by->file);
    if (templates->files->len == 0) {
        make_each_document(self, look_at_document, templates);
    }
    if (templates->files->len == 0) {
        add_named_alike(self, templates);
    }
}
