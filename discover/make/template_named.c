/* Makefiles and files of settings whose very names people give, as documents tell them: "make -f
 * Makefile.gpu", "make SETTINGS=make.gcc.inc". */
#include "discover/make/template.h"
#include <string.h>

#define WORD_ENDS " \t\r\"'`*,;()[]<>|"

static gboolean is_make(const char *word)
{
    return strcmp(word, "make") == 0 || strcmp(word, "gmake") == 0;
}

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
            command = command || is_make(words[k]);
            const char *name =
                command && strcmp(words[k], "-f") == 0 && words[k + 1] != NULL ? words[k + 1] : "";
            const char *named = *name != '\0' && strchr(name, '$') == NULL
                                    ? make_path(self, top->file->folder, name)
                                    : NULL;
            MakeSource *source = named != NULL ? make_source(self, named) : NULL;
            if (source != NULL && make_is_like_makefile(source)) {
                source->begins = source->named = source->central = TRUE;
            }
        }
    }
}

void make_find_named(MakeReading *self, MakeSource *top)
{
    make_each_document(self, look_for_makefiles, top);
}

/* Files beside a makefile that documents name. */
typedef struct {
    const MakeSource *by;
    GPtrArray *found; /* MakeSource * */
} Beside;

static void look_for_settings(MakeReading *self, const char *path, char *const *lines,
                              gpointer data)
{
    Beside *beside = data;
    (void)path;
    for (guint i = 0; lines[i] != NULL; i++) {
        g_auto(GStrv) words = g_strsplit_set(lines[i], WORD_ENDS ":", -1);
        for (guint k = 0; words[k] != NULL; k++) {
            const char *named = strchr(words[k], '.') != NULL && strchr(words[k], '/') == NULL
                                    ? make_path(self, beside->by->file->folder, words[k])
                                    : NULL;
            if (named == NULL || tree_find(self->tree, named) == NULL) {
                continue;
            }
            MakeSource *source = make_source(self, named);
            if (make_is_like_makefile(source) && source != beside->by && source->file->rules == 0 &&
                source->included_by == NULL && !g_ptr_array_find(beside->found, source, NULL)) {
                g_ptr_array_add(beside->found, source);
            }
        }
    }
}

void make_find_whole(MakeReading *self, const MakeSource *by, const char *reference)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    Beside beside = {by, found};
    make_each_document(self, look_for_settings, &beside);
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
