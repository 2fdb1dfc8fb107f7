/* Files of one name in folders that variables choose: "include arch/$(ARCH)/make.inc",
 * "$(CONFIG)/rules.mk" with "CONFIG = $(TOP)/config/$(SYSTEM).$(COMPILER)". */
#include "discover/make/template.h"
#include <string.h>

/* The word, with what the file says of the variable that it begins with. The caller frees it. */
static char *with_beginning(const MakeFile *file, const char *word)
{
    const char *end = *word == '$' ? make_reference_end(word) : word;
    g_autofree char *reference = g_strndup(word, (gsize)(end - word));
    gboolean others = FALSE;
    const char *text = *end == '/' && make_is_reference(reference)
                           ? make_assigned_text(file, reference, &others)
                           : NULL;
    gboolean path = text != NULL && !others && strchr(text, '/') != NULL &&
                    strchr(text, '$') != NULL && strpbrk(text, " \t") == NULL;
    return path ? g_strconcat(text, end, NULL) : g_strdup(word);
}

/* What a folder's name has to fit, and what is certain of the one that it lies in. */
typedef struct {
    GRegex *regex;
    const char *within; /* that folder's name; NULL: nothing is certain */
    const char *choosers[MAKE_CHOOSERS_MAX];
} Pattern;

/* The values of the choosers for the folder of that file; FALSE when it does not fit. */
static gboolean fits(MakeReading *self, const Pattern *pattern, const char *path,
                     const char **values)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *outer = g_path_get_dirname(folder);
    g_autoptr(GMatchInfo) match = NULL;
    if ((pattern->within != NULL && strcmp(make_last_part(outer), pattern->within) != 0) ||
        !g_regex_match(pattern->regex, make_last_part(folder), 0, &match)) {
        return FALSE;
    }
    for (guint i = 0; i < MAKE_CHOOSERS_MAX && pattern->choosers[i] != NULL; i++) {
        g_autofree char *value = g_match_info_fetch(match, (int)i + 1);
        values[i] = arena_intern(self->arena, value);
    }
    return TRUE;
}

/* FALSE when there are not several. */
static gboolean add_fitting(MakeReading *self, const MakeSource *by, const char *base,
                            const Pattern *pattern)
{
    const GPtrArray *paths = g_hash_table_lookup(self->base_names, base);
    const char *values[MAKE_CHOOSERS_MAX] = {NULL};
    guint count = 0;
    for (guint i = 0; paths != NULL && i < paths->len; i++) {
        count += fits(self, pattern, paths->pdata[i], values) ? 1 : 0;
    }
    if (count < 2) {
        return FALSE;
    }
    MakeTemplates *templates = make_templates_new(self, base);
    memcpy(templates->choosers, pattern->choosers, sizeof pattern->choosers);
    for (guint i = 0; i < paths->len; i++) {
        MakeSource *source = fits(self, pattern, paths->pdata[i], values)
                                 ? make_likely_source(self, paths->pdata[i])
                                 : NULL;
        if (source != NULL) {
            source->central = source->central || by->central;
            make_templates_add(templates, source, values);
        }
    }
    g_array_sort(templates->files, make_templates_compare);
    return TRUE;
}

gboolean make_find_in_folders(MakeReading *self, const MakeSource *by, const char *word,
                              const char *base)
{
    g_autofree char *whole = with_beginning(by->file, word);
    g_autofree char *path = g_path_get_dirname(whole);
    const char *folder = make_last_part(path);
    if (strchr(folder, '$') == NULL || folder == path) {
        return FALSE;
    }
    g_autofree char *front = g_path_get_dirname(path);
    const char *within = make_last_part(front);
    gboolean certain = strchr(within, '$') == NULL && g_ascii_isalnum(*within);
    Pattern pattern = {.within = certain ? within : NULL};
    g_autoptr(GString) text = g_string_new("^");
    /* "$(TOP)/$(PART)/x.mk" may lie anywhere. */
    if (!make_read_pattern(self, folder, certain, text, pattern.choosers)) {
        return FALSE;
    }
    g_string_append_c(text, '$');
    g_autoptr(GRegex) regex = g_regex_new(text->str, G_REGEX_RAW, 0, NULL);
    pattern.regex = regex;
    return regex != NULL && add_fitting(self, by, base, &pattern);
}
