#include "discover/make/text_function.h"
#include "core/path.h"
#include "core/text_order.h"
#include <stdlib.h>
#include <string.h>

char **make_words(const char *text)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    while (*text != '\0') {
        text += strspn(text, " \t\n");
        gsize length = strcspn(text, " \t\n");
        if (length > 0) {
            g_ptr_array_add(words, g_strndup(text, length));
        }
        text += length;
    }
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&words), FALSE);
}

/* Applies a change to each word. */
char *make_each_word(const char *text, char *(*change)(const char *word, const char *extra),
                     const char *extra)
{
    g_auto(GStrv) words = make_words(text);
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; words[i] != NULL; i++) {
        g_autofree char *changed = change(words[i], extra);
        if (*changed != '\0') {
            g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "", changed);
        }
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* Whether a pattern with at most one '%' fits; `stem` is what it stands for. */
static gboolean pattern_fits(const char *pattern, const char *word, char **stem)
{
    const char *percent = strchr(pattern, '%');
    if (percent == NULL) {
        return strcmp(pattern, word) == 0;
    }
    gsize before = (gsize)(percent - pattern);
    gsize after = strlen(percent + 1);
    gsize length = strlen(word);
    if (length < before + after || strncmp(pattern, word, before) != 0 ||
        strcmp(word + length - after, percent + 1) != 0) {
        return FALSE;
    }
    if (stem != NULL) {
        *stem = g_strndup(word + before, length - before - after);
    }
    return TRUE;
}

char *make_substitute_words(const char *pattern, const char *replacement, const char *text)
{
    g_auto(GStrv) words = make_words(text);
    g_autoptr(GString) out = g_string_new(NULL);
    const char *percent = strchr(replacement, '%');
    for (guint i = 0; words[i] != NULL; i++) {
        g_autofree char *stem = NULL;
        g_string_append(out, out->len > 0 ? " " : "");
        if (!pattern_fits(pattern, words[i], &stem)) {
            g_string_append(out, words[i]);
        } else if (percent == NULL || stem == NULL) {
            g_string_append(out, replacement);
        } else {
            g_string_append_len(out, replacement, percent - replacement);
            g_string_append(out, stem);
            g_string_append(out, percent + 1);
        }
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static char *text_patsubst(char **arguments)
{
    return make_substitute_words(g_strstrip(arguments[0]), g_strstrip(arguments[1]), arguments[2]);
}

static char *text_subst(char **arguments)
{
    if (*arguments[0] == '\0') {
        return g_strconcat(arguments[2], arguments[1], NULL);
    }
    g_auto(GStrv) parts = g_strsplit(arguments[2], arguments[0], -1);
    return g_strjoinv(arguments[1], parts);
}

static char *text_strip(char **arguments)
{
    g_auto(GStrv) words = make_words(arguments[0]);
    return g_strjoinv(" ", words);
}

static char *text_sort(char **arguments)
{
    g_auto(GStrv) words = make_words(arguments[0]);
    qsort(words, g_strv_length(words), sizeof words[0], text_order);
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; words[i] != NULL; i++) {
        if (i == 0 || strcmp(words[i], words[i - 1]) != 0) {
            g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "", words[i]);
        }
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static char *words_between(const char *text, guint64 first, guint64 last)
{
    g_auto(GStrv) words = make_words(text);
    g_autoptr(GString) out = g_string_new(NULL);
    guint64 count = g_strv_length(words);
    for (guint64 i = MAX(first, 1); i <= last && i <= count; i++) {
        g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "", words[i - 1]);
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static guint64 number_of(const char *text)
{
    return g_ascii_strtoull(text, NULL, 10);
}

static char *text_word(char **arguments)
{
    return words_between(arguments[1], number_of(arguments[0]), number_of(arguments[0]));
}

static char *text_wordlist(char **arguments)
{
    return words_between(arguments[2], number_of(arguments[0]), number_of(arguments[1]));
}

static char *text_words(char **arguments)
{
    g_auto(GStrv) words = make_words(arguments[0]);
    return g_strdup_printf("%u", g_strv_length(words));
}

static char *text_firstword(char **arguments)
{
    return words_between(arguments[0], 1, 1);
}

static char *text_lastword(char **arguments)
{
    g_auto(GStrv) words = make_words(arguments[0]);
    guint length = g_strv_length(words);
    return g_strdup(length > 0 ? words[length - 1] : "");
}

static char *word_dir(const char *word, const char *extra)
{
    (void)extra;
    const char *slash = strrchr(word, '/');
    return slash != NULL ? g_strndup(word, (gsize)(slash - word) + 1) : g_strdup("./");
}

static char *word_notdir(const char *word, const char *extra)
{
    (void)extra;
    return g_strdup(path_base(word));
}

static const char *last_dot(const char *word)
{
    const char *slash = strrchr(word, '/');
    return strrchr(slash != NULL ? slash : word, '.');
}

static char *word_suffix(const char *word, const char *extra)
{
    (void)extra;
    const char *dot = last_dot(word);
    return g_strdup(dot != NULL ? dot : "");
}

static char *word_basename(const char *word, const char *extra)
{
    (void)extra;
    const char *dot = last_dot(word);
    return dot != NULL ? g_strndup(word, (gsize)(dot - word)) : g_strdup(word);
}

static char *word_before(const char *word, const char *extra)
{
    return g_strconcat(extra, word, NULL);
}

static char *word_after(const char *word, const char *extra)
{
    return g_strconcat(word, extra, NULL);
}

static char *text_dir(char **arguments)
{
    return make_each_word(arguments[0], word_dir, NULL);
}

static char *text_notdir(char **arguments)
{
    return make_each_word(arguments[0], word_notdir, NULL);
}

static char *text_suffix(char **arguments)
{
    return make_each_word(arguments[0], word_suffix, NULL);
}

static char *text_basename(char **arguments)
{
    return make_each_word(arguments[0], word_basename, NULL);
}

static char *text_addprefix(char **arguments)
{
    return make_each_word(arguments[1], word_before, g_strstrip(arguments[0]));
}

static char *text_addsuffix(char **arguments)
{
    return make_each_word(arguments[1], word_after, g_strstrip(arguments[0]));
}

static char *text_join(char **arguments)
{
    g_auto(GStrv) left = make_words(arguments[0]);
    g_auto(GStrv) right = make_words(arguments[1]);
    guint lefts = g_strv_length(left);
    guint rights = g_strv_length(right);
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < MAX(lefts, rights); i++) {
        g_string_append_printf(out, "%s%s%s", i > 0 ? " " : "", i < lefts ? left[i] : "",
                               i < rights ? right[i] : "");
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static gboolean any_pattern_fits(char **patterns, const char *word)
{
    for (guint i = 0; patterns[i] != NULL; i++) {
        if (pattern_fits(patterns[i], word, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

static char *filter_words(char **arguments, gboolean keep)
{
    g_auto(GStrv) patterns = make_words(arguments[0]);
    g_auto(GStrv) words = make_words(arguments[1]);
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; words[i] != NULL; i++) {
        if (any_pattern_fits(patterns, words[i]) == keep) {
            g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "", words[i]);
        }
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static char *text_filter(char **arguments)
{
    return filter_words(arguments, TRUE);
}

static char *text_filter_out(char **arguments)
{
    return filter_words(arguments, FALSE);
}

static char *text_findstring(char **arguments)
{
    return g_strdup(strstr(arguments[1], arguments[0]) != NULL ? arguments[0] : "");
}

const TextFunction *make_text_function(const char *name)
{
    static const TextFunction functions[] = {
        {"addprefix", 2, text_addprefix},
        {"addsuffix", 2, text_addsuffix},
        {"basename", 1, text_basename},
        {"dir", 1, text_dir},
        {"filter", 2, text_filter},
        {"filter-out", 2, text_filter_out},
        {"findstring", 2, text_findstring},
        {"firstword", 1, text_firstword},
        {"join", 2, text_join},
        {"lastword", 1, text_lastword},
        {"notdir", 1, text_notdir},
        {"patsubst", 3, text_patsubst},
        {"sort", 1, text_sort},
        {"strip", 1, text_strip},
        {"subst", 3, text_subst},
        {"suffix", 1, text_suffix},
        {"word", 2, text_word},
        {"wordlist", 3, text_wordlist},
        {"words", 1, text_words},
    };
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        if (strcmp(functions[i].name, name) == 0) {
            return &functions[i];
        }
    }
    return NULL;
}
