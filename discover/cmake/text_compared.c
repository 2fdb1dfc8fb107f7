#include "discover/cmake/text_compared.h"
#include "discover/cmake/pure.h"
#include <string.h>

typedef struct {
    char *name;
    char *word;
    gboolean quoted;
    const char *file; /* a stem, owned by `stems` */
} Comparison;

struct TextCompared {
    GHashTable *names;   /* variable -> GPtrArray of Comparison */
    GPtrArray *pending;  /* Comparison, of the last command's condition */
    GHashTable *stems;   /* of files; owns them */
    GHashTable *entered; /* stems that some line includes or enters */
    const char *file;    /* the present file's stem; NULL for the one that CMake begins with */
};

static void comparison_free(gpointer data)
{
    Comparison *self = data;
    g_free(self->name);
    g_free(self->word);
    g_free(self);
}

static void comparisons_free(gpointer data)
{
    g_ptr_array_unref(data);
}

TextCompared *text_compared_new(void)
{
    TextCompared *self = g_new0(TextCompared, 1);
    self->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, comparisons_free);
    self->pending = g_ptr_array_new_with_free_func(comparison_free);
    self->stems = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->entered = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return self;
}

void text_compared_free(TextCompared *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->names);
        g_ptr_array_unref(self->pending);
        g_hash_table_unref(self->stems);
        g_hash_table_unref(self->entered);
        g_free(self);
    }
}

void text_compared_begin(TextCompared *self, const char *path)
{
    g_ptr_array_set_size(self->pending, 0);
    self->file = NULL;
    if (strcmp(path, "CMakeLists.txt") == 0) {
        return;
    }
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *stem =
        text_file_stem(g_str_has_suffix(path, "/CMakeLists.txt") ? folder : path);
    gpointer known = NULL;
    if (!g_hash_table_lookup_extended(self->stems, stem, &known, NULL)) {
        known = g_strdup(stem);
        g_hash_table_add(self->stems, known);
    }
    self->file = known;
}

static void keep_pending(TextCompared *self)
{
    while (self->pending->len > 0) {
        Comparison *one = g_ptr_array_steal_index(self->pending, self->pending->len - 1);
        GPtrArray *all = g_hash_table_lookup(self->names, one->name);
        if (all == NULL) {
            all = g_ptr_array_new_with_free_func(comparison_free);
            g_hash_table_insert(self->names, g_strdup(one->name), all);
        }
        g_ptr_array_add(all, one);
    }
}

void text_compared_follow(TextCompared *self, const char *name, const GArray *words)
{
    static const char *const errors[] = {"FATAL_ERROR", "SEND_ERROR", NULL};
    if (strcmp(name, "message") == 0 && text_words_is(words, 0, errors)) {
        g_ptr_array_set_size(self->pending, 0);
    }
    keep_pending(self);
    const char *first = words->len > 0 ? g_array_index(words, TextWord, 0).text : NULL;
    if (first != NULL && (strcmp(name, "include") == 0 || strstr(name, "subdir") != NULL)) {
        g_hash_table_add(self->entered, text_file_stem(first));
    } else if (first != NULL && strcmp(name, "find_package") == 0) {
        g_hash_table_add(self->entered, g_strconcat("Find", first, NULL));
    }
}

void text_compared_note(TextCompared *self, const char *name, gsize length, const GArray *words,
                        guint index)
{
    const TextWord *word = &g_array_index(words, TextWord, index);
    if (word->text == NULL || *word->text == '\0' || strchr(word->text, '$') != NULL ||
        cmake_is_true(word->text) || cmake_is_false(word->text)) {
        return;
    }
    Comparison *one = g_new(Comparison, 1);
    *one = (Comparison){g_strndup(name, length), g_strdup(word->text),
                        word->kind == TEXT_WORD_QUOTED, self->file};
    g_ptr_array_add(self->pending, one);
}

gboolean text_compared_several(const TextCompared *self, const char *name,
                               gboolean (*is_variable)(gconstpointer data, const char *word),
                               gconstpointer data)
{
    const GPtrArray *all = g_hash_table_lookup(self->names, name);
    const char *seen = NULL;
    for (guint i = 0; all != NULL && i < all->len; i++) {
        const Comparison *one = all->pdata[i];
        gboolean read = one->file == NULL || g_hash_table_contains(self->entered, one->file);
        if (!read || (!one->quoted && is_variable(data, one->word))) {
            continue;
        }
        if (seen != NULL && strcmp(seen, one->word) != 0) {
            return TRUE;
        }
        seen = one->word;
    }
    return FALSE;
}
