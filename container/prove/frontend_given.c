#include "container/prove/frontend_given.h"
#include <string.h>

#define PLACEHOLDER "XAAS_GIVEN_"

/* The word that `word` is, or begins with, of those that define and undefine; `value` receives what
 * is joined to it. NULL: it is another one. */
static const char *macro_word(const FrontendWords *known, const char *word, const char **value)
{
    for (char **macro = known->macros.list; *macro != NULL; macro++) {
        if (g_str_has_prefix(word, *macro)) {
            *value = word + strlen(*macro);
            return *macro;
        }
    }
    return NULL;
}

/* A name that no driver knows. */
static gboolean is_projects_own(const char *definition)
{
    return definition != NULL && g_ascii_isalpha(*definition);
}

static void begin_run(Arena *arena, GivenWords *self, const char *macro)
{
    g_autofree char *text = g_strdup_printf("%s" PLACEHOLDER "%u", macro, self->runs->len);
    g_ptr_array_add(self->options, arena_strdup(arena, text));
    g_ptr_array_add(self->runs, arena_array(arena));
}

GivenWords given_words(Arena *arena, const Compilers *compilers, const GPtrArray *options)
{
    const DriverWords *driver = compilers_driver(compilers);
    GivenWords self = {arena_array(arena), arena_array(arena)};
    const char *open = NULL; /* the word that the last run consists of, where it may go on */
    for (guint i = 0; i < options->len; i++) {
        const char *word = options->pdata[i];
        gboolean apart = i + 1 < options->len && words_contain(&driver->with_value, word);
        const char *value = NULL;
        const char *macro = macro_word(compilers_frontend(compilers), word, &value);
        const char *next = apart ? options->pdata[++i] : NULL;
        value = apart ? next : value;
        if (macro != NULL && is_projects_own(value)) {
            if (macro != open) {
                begin_run(arena, &self, macro);
            }
            open = macro;
            g_ptr_array_add(self.runs->pdata[self.runs->len - 1], (gpointer)value);
            continue;
        }
        open = NULL;
        g_ptr_array_add(self.options, (gpointer)word);
        if (apart) {
            g_ptr_array_add(self.options, (gpointer)next);
        }
    }
    return self;
}

/* The number of a placeholder that is the whole word; G_MAXUINT for another word, or for one with a
 * placeholder in it, which `odd` tells. */
static guint number_in(const char *word, guint count, gboolean *odd)
{
    const char *at = strstr(word, PLACEHOLDER);
    guint64 number = 0;
    *odd = at != NULL && (at != word ||
                          !g_ascii_string_to_unsigned(word + strlen(PLACEHOLDER), 10, 0, G_MAXUINT,
                                                      &number, NULL) ||
                          number >= count);
    return at == NULL || *odd ? G_MAXUINT : (guint)number;
}

gboolean given_words_handed_on(const Compilers *compilers, const GPtrArray *words, guint count)
{
    g_autofree gboolean *seen = g_new0(gboolean, count + 1);
    guint found = 0;
    for (guint i = 0; i < words->len; i++) {
        gboolean odd = FALSE;
        guint number = number_in(words->pdata[i], count, &odd);
        if (odd) {
            return FALSE;
        }
        if (number == G_MAXUINT) {
            continue;
        }
        if (seen[number] || i == 0 ||
            !words_contain(&compilers_frontend(compilers)->macros, words->pdata[i - 1])) {
            return FALSE;
        }
        seen[number] = TRUE;
        found++;
    }
    return found == count;
}

GPtrArray *given_words_put_back(const GPtrArray *words, const GPtrArray *runs)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < words->len; i++) {
        gboolean odd = FALSE;
        guint number = number_in(words->pdata[i], runs->len, &odd);
        if (number == G_MAXUINT) {
            g_ptr_array_add(all, g_strdup(words->pdata[i]));
            continue;
        }
        const GPtrArray *run = runs->pdata[number];
        for (guint k = 0; k < run->len; k++) {
            if (k > 0) {
                g_ptr_array_add(all, g_strdup(words->pdata[i - 1]));
            }
            g_ptr_array_add(all, g_strdup(run->pdata[k]));
        }
    }
    return all;
}
