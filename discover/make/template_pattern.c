/* Files that an include names by a pattern: "rules.*.mk", $(wildcard $(PART)/rules.*.mk). */
#include "core/path.h"
#include "discover/make/template.h"
#include "discover/make/text_function.h"
#include <string.h>

#define PATTERN_SIGNS "*?["

/* At most so many files fit one include. */
#define PATTERN_FILES_MAX 256u

gboolean make_is_pattern(const char *word)
{
    return make_find_outside(word, PATTERN_SIGNS) != NULL;
}

/* The patterns of the word, split; NULL when it is no pattern. The caller frees them. */
static char **patterns_of(const char *word)
{
    static const char call[] = "$(wildcard ";
    gsize length = strlen(word);
    if (g_str_has_prefix(word, call) && *make_reference_end(word) == '\0' &&
        word[length - 1] == ')') {
        g_autofree char *text = g_strndup(word + strlen(call), length - strlen(call) - 1);
        return make_words(text);
    }
    const char *const one[] = {word, NULL};
    return make_is_pattern(word) ? g_strdupv((char **)one) : NULL;
}

/* Hidden files and lists of dependencies are made by the build. */
static gboolean is_made(const char *pattern)
{
    const char *base = make_last_part(pattern);
    return *base == '.' || g_str_has_suffix(base, ".d");
}

/* The names that fit, as seen from the makefile's folder, or else from the nearest one above it
 * that make may have been started in. `folder` is set to that one. NULL when there are none; the
 * caller unrefs it. */
static GPtrArray *fitting(MakeReading *self, const MakeFile *file, const char *pattern,
                          const char **folder)
{
    g_autofree char *from = g_strdup(file->folder);
    while (TRUE) {
        g_autoptr(GPtrArray) names = make_fitting(self, from, pattern);
        if (names != NULL && names->len > 0) {
            *folder = arena_intern(self->scratch, from);
            return g_steal_pointer(&names);
        }
        if (*from == '\0' || strcmp(from, self->top) == 0 || g_str_has_prefix(pattern, "../")) {
            return NULL;
        }
        char *above = path_folder(from);
        g_free(from);
        from = above;
    }
}

static void note_cut(MakeReading *self, const GPtrArray *names, const char *pattern)
{
    if (names != NULL && names->len > PATTERN_FILES_MAX) {
        make_ledger(self, "limit: files that fit a pattern", pattern, NULL);
    }
}

/* "$(PART)/rules.*.mk" as a pattern that has no references. The caller frees it. */
static char *without_references(const char *pattern)
{
    g_autoptr(GString) plain = g_string_new(NULL);
    while (*pattern != '\0') {
        gboolean reference = *pattern == '$';
        g_string_append_c(plain, reference ? '*' : *pattern);
        pattern = reference ? make_reference_end(pattern) : pattern + 1;
    }
    return g_string_free(g_steal_pointer(&plain), FALSE);
}

/* Whether a name with references says more than of what kind its files are, as "$(X)" with all
 * files "mk" in it does. */
static gboolean tells_names(const char *pattern)
{
    const char *dot = strrchr(pattern, '.');
    const char *end = dot != NULL ? dot : pattern + strlen(pattern);
    while (pattern < end && !g_ascii_isalnum(*pattern)) {
        pattern = *pattern == '$' ? make_reference_end(pattern) : pattern + 1;
    }
    return pattern < end;
}

/* What a name has to be, with a group for each chooser; NULL when nothing can be said. */
static GRegex *names_regex(MakeReading *self, const char *pattern, const char **choosers)
{
    g_autoptr(GString) text = g_string_new("^");
    if (!make_is_pattern(pattern) || !tells_names(pattern) || strchr(pattern, '[') != NULL ||
        !make_read_pattern(self, pattern, FALSE, text, choosers)) {
        return NULL;
    }
    g_string_replace(text, "\\*", "[^/]*", 0);
    g_string_replace(text, "\\?", "[^/]", 0);
    g_string_append_c(text, '$');
    return g_regex_new(text->str, G_REGEX_RAW, 0, NULL);
}

/* Whether the makefile works out one of the choosers: then nobody chooses. */
static gboolean is_worked_out(const MakeFile *file, const char *const *choosers)
{
    for (guint i = 0; i < MAKE_CHOOSERS_MAX && choosers[i] != NULL; i++) {
        g_autofree char *reference = g_strdup_printf("$(%s)", choosers[i]);
        gboolean others = FALSE;
        const char *text = make_assigned_text(file, reference, &others);
        if (text != NULL && strchr(text, '$') != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Adds what fits for each of the choosers' values. FALSE when they are not several. */
static gboolean add_chosen(MakeReading *self, MakeSource *by, MakeTemplates *templates,
                           const char *pattern)
{
    g_autoptr(GRegex) regex = names_regex(self, pattern, templates->choosers);
    g_autofree char *plain = without_references(pattern);
    const char *folder = NULL;
    g_autoptr(GPtrArray) names = regex != NULL && !is_worked_out(by->file, templates->choosers)
                                     ? fitting(self, by->file, plain, &folder)
                                     : NULL;
    gboolean several = FALSE;
    note_cut(self, names, pattern);
    for (guint i = 0; names != NULL && i < names->len && i < PATTERN_FILES_MAX; i++) {
        g_autoptr(GMatchInfo) match = NULL;
        const char *path = make_path(self, folder, names->pdata[i]);
        if (path == NULL || !g_regex_match(regex, names->pdata[i], 0, &match)) {
            continue;
        }
        MakeSource *source = make_likely_source(self, path);
        if (source == NULL || source == by) {
            continue;
        }
        const char *values[MAKE_CHOOSERS_MAX] = {NULL};
        for (guint k = 0; k < MAKE_CHOOSERS_MAX && templates->choosers[k] != NULL; k++) {
            g_autofree char *value = g_match_info_fetch(match, (int)k + 1);
            values[k] = arena_intern(self->arena, value);
        }
        const MakeTemplate *first =
            templates->files->len > 0 ? &g_array_index(templates->files, MakeTemplate, 0) : NULL;
        several = several || (first != NULL && memcmp(first->values, values, sizeof values) != 0);
        make_templates_add(templates, source, values);
    }
    return several;
}

/* The files are chosen where several would fit; a single one is no choice. */
static void find_chosen(MakeReading *self, MakeSource *by, const char *word, const char *pattern)
{
    if (make_templates_for(self, word) != NULL) {
        return;
    }
    MakeTemplates *templates = make_templates_new(self, word);
    if (!add_chosen(self, by, templates, pattern)) {
        g_array_set_size(templates->files, 0);
        memset(templates->choosers, 0, sizeof templates->choosers);
    }
    for (guint i = 0; i < templates->files->len; i++) {
        MakeSource *source = g_array_index(templates->files, MakeTemplate, i).source;
        source->central = source->central || by->central;
    }
    g_array_sort(templates->files, make_templates_compare);
}

gboolean make_find_pattern(MakeReading *self, MakeSource *by, const char *word)
{
    g_auto(GStrv) patterns = patterns_of(word);
    for (guint i = 0; patterns != NULL && patterns[i] != NULL; i++) {
        g_autofree char *known = make_known_place(by->file, patterns[i]);
        const char *pattern = known != NULL ? known : patterns[i];
        if (is_made(pattern)) {
            continue;
        }
        if (strchr(pattern, '$') != NULL) {
            find_chosen(self, by, word, pattern);
            continue;
        }
        const char *folder = NULL;
        g_autoptr(GPtrArray) names = fitting(self, by->file, pattern, &folder);
        note_cut(self, names, pattern);
        for (guint k = 0; names != NULL && k < names->len && k < PATTERN_FILES_MAX; k++) {
            const char *path = make_path(self, folder, names->pdata[k]);
            MakeSource *source = path != NULL ? make_source(self, path) : NULL;
            if (source != NULL && source != by) {
                make_note_included(source, by);
            }
        }
    }
    return patterns != NULL;
}
