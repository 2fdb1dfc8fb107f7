/* Makefiles and files of settings whose very names people give, as documents tell them: "make -f
 * Makefile.gpu", "make SETTINGS=make.gcc.inc". */
#include "discover/make/make_text.h"
#include "discover/make/template.h"
#include <string.h>

#define WORD_ENDS " \t\r\"'`*,;()[]<>|"

static void look_for_makefiles(MakeReading *self, const char *path, char *const *lines,
                               gpointer data)
{
    const MakeSource *top = data;
    (void)path;
    for (guint i = 0; lines[i] != NULL; i++) {
        if (strstr(lines[i], " -f ") == NULL) {
            continue;
        }
        g_auto(GStrv) words = g_strsplit_set(lines[i], WORD_ENDS, -1);
        gboolean command = FALSE;
        for (guint k = 0; words[k] != NULL; k++) {
            command = command || make_is_own_name(words[k]);
            const char *name =
                command && strcmp(words[k], "-f") == 0 && words[k + 1] != NULL ? words[k + 1] : "";
            const char *named = *name != '\0' && strchr(name, '$') == NULL
                                    ? make_path(self, top->file->folder, name)
                                    : NULL;
            MakeSource *source = named != NULL ? make_likely_source(self, named) : NULL;
            if (source != NULL) {
                source->begins = source->named = source->central = TRUE;
            }
        }
    }
}

void make_find_named(MakeReading *self, MakeSource *top)
{
    make_each_document(self, look_for_makefiles, top);
}

/* The names of files, without folders, that documents have. */
static void note_files(MakeReading *self, const char *path, char *const *lines, gpointer data)
{
    GHashTable *names = data;
    (void)path;
    for (guint i = 0; lines[i] != NULL; i++) {
        g_auto(GStrv) words = g_strsplit_set(lines[i], WORD_ENDS ":", -1);
        for (guint k = 0; words[k] != NULL; k++) {
            if (strchr(words[k], '.') != NULL && strchr(words[k], '/') == NULL) {
                g_hash_table_add(names, (gpointer)arena_intern(self->scratch, words[k]));
            }
        }
    }
}

/* Files of settings in a folder that documents name: MakeSource *. Documents are read once, for
 * there may be many makefiles that ask. */
static const GPtrArray *told_settings(MakeReading *self, const char *folder)
{
    if (self->told_names == NULL) {
        self->told_names = g_hash_table_new(g_str_hash, g_str_equal);
        self->told_files = g_hash_table_new(g_str_hash, g_str_equal);
        make_each_document(self, note_files, self->told_names);
    }
    GPtrArray *found = g_hash_table_lookup(self->told_files, folder);
    if (found != NULL) {
        return found;
    }
    found = arena_array(self->scratch);
    g_hash_table_insert(self->told_files, (gpointer)arena_intern(self->scratch, folder), found);
    const GPtrArray *children = tree_children(self->tree, folder);
    for (guint i = 0; children != NULL && i < children->len; i++) {
        const char *named = g_hash_table_contains(self->told_names, children->pdata[i])
                                ? make_path(self, folder, children->pdata[i])
                                : NULL;
        MakeSource *source = named != NULL ? make_likely_source(self, named) : NULL;
        if (source != NULL && source->file->rules == 0) {
            g_ptr_array_add(found, source);
        }
    }
    return found;
}

void make_find_whole(MakeReading *self, const MakeSource *by, const char *reference)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    const GPtrArray *told = told_settings(self, by->file->folder);
    for (guint i = 0; i < told->len; i++) {
        const MakeSource *source = told->pdata[i];
        if (source != by && source->included_by == NULL) {
            g_ptr_array_add(found, (gpointer)source);
        }
    }
    /* A single one is no choice. */
    if (found->len < 2) {
        return;
    }
    MakeTemplates *templates = make_templates_new(self, reference);
    g_autofree char *name = g_strndup(reference + 2, strlen(reference) - 3);
    templates->choosers[0] = arena_intern(self->scratch, name);
    for (guint i = 0; i < found->len; i++) {
        MakeSource *source = found->pdata[i];
        const char *const values[MAKE_CHOOSERS_MAX] = {
            arena_intern(self->arena, make_last_part(source->file->path))};
        source->central = source->central || by->central;
        make_templates_add(templates, source, values);
    }
    g_array_sort(templates->files, make_templates_compare);
}
