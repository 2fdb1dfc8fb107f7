#include "discover/llm/examples.h"
#include "core/text_order.h"
#include "discover/classify/words.h"
#include <math.h>
#include <string.h>

#define NAME_BYTES_MAX 128u

/* The words of one option or example, each once. */
static GHashTable *word_set(Arena *arena, const char *name, const char *sentence)
{
    GHashTable *set = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) words = words_of_name(arena, name);
    g_autoptr(GArray) more = sentence == NULL ? NULL : words_of_sentence(arena, sentence);
    for (guint i = 0; i < words->len; i++) {
        g_hash_table_add(set, (gpointer)g_array_index(words, Word, i).text);
    }
    for (guint i = 0; more != NULL && i < more->len; i++) {
        g_hash_table_add(set, (gpointer)g_array_index(more, Word, i).text);
    }
    return set;
}

static void set_free(gpointer set)
{
    g_hash_table_unref(set);
}

/* Words that occur in many sets tell little: the weight of one is log(sets / those that have it).
 */
static GHashTable *word_weights(const GPtrArray *sets)
{
    GHashTable *counts = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < sets->len; i++) {
        GHashTableIter iterator;
        gpointer word = NULL;
        g_hash_table_iter_init(&iterator, sets->pdata[i]);
        while (g_hash_table_iter_next(&iterator, &word, NULL)) {
            guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, word));
            g_hash_table_insert(counts, word, GUINT_TO_POINTER(count + 1));
        }
    }
    return counts;
}

/* The share of weight that two sets have in common. Words are added up in one order, for sums of
 * fractions depend on it. */
static double likeness(GHashTable *a, GHashTable *b, GHashTable *counts, guint sets)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    GHashTableIter iterator;
    gpointer word = NULL;
    g_hash_table_iter_init(&iterator, a);
    while (g_hash_table_iter_next(&iterator, &word, NULL)) {
        g_ptr_array_add(words, word);
    }
    g_hash_table_iter_init(&iterator, b);
    while (g_hash_table_iter_next(&iterator, &word, NULL)) {
        if (!g_hash_table_contains(a, word)) {
            g_ptr_array_add(words, word);
        }
    }
    g_ptr_array_sort(words, text_order);
    double common = 0;
    double all = 0;
    for (guint i = 0; i < words->len; i++) {
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, words->pdata[i]));
        double weight = log((1.0 + sets) / (double)MAX(count, 1));
        all += weight;
        common +=
            g_hash_table_contains(a, words->pdata[i]) && g_hash_table_contains(b, words->pdata[i])
                ? weight
                : 0;
    }
    return all > 0 ? common / all : 0;
}

static gboolean same_name(const char *a, const char *b)
{
    char left[NAME_BYTES_MAX];
    char right[NAME_BYTES_MAX];
    if (a == NULL || b == NULL) {
        return FALSE;
    }
    words_squash(a, left, sizeof left);
    words_squash(b, right, sizeof right);
    return *left != '\0' && strcmp(left, right) == 0;
}

static gboolean is_own(const PromptExample *example, const Facts *facts, const char *folder_name)
{
    return same_name(example->project, facts->project_name) ||
           same_name(example->project, folder_name) || facts_option(facts, example->option) != NULL;
}

static const char *help_of(const Option *option)
{
    const Definition *first = option->definitions->len > 0 ? option->definitions->pdata[0] : NULL;
    return first == NULL ? NULL : first->help;
}

/* Likeness of each example to each option: row after row. */
static double *likeness_table(const GPtrArray *examples, const GPtrArray *options, Arena *arena)
{
    g_autoptr(GPtrArray) sets = g_ptr_array_new_with_free_func(set_free);
    for (guint i = 0; i < examples->len; i++) {
        const PromptExample *example = examples->pdata[i];
        g_ptr_array_add(sets, word_set(arena, example->option, example->entry));
    }
    for (guint i = 0; i < options->len; i++) {
        const Option *option = options->pdata[i];
        g_ptr_array_add(sets, word_set(arena, option->name, help_of(option)));
    }
    g_autoptr(GHashTable) counts = word_weights(sets);
    double *table = g_new0(double, (gsize)examples->len * options->len + 1);
    for (guint i = 0; i < examples->len; i++) {
        for (guint k = 0; k < options->len; k++) {
            table[i * options->len + k] =
                likeness(sets->pdata[i], sets->pdata[examples->len + k], counts, sets->len);
        }
    }
    return table;
}

static double gain_of(const double *row, const double *best, guint options)
{
    double gain = 0;
    for (guint k = 0; k < options; k++) {
        gain += MAX(0.0, row[k] - best[k]);
    }
    return gain;
}

GPtrArray *examples_choose(const Prompts *prompts, const Facts *facts, const char *folder_name,
                           const GPtrArray *options, guint count)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GPtrArray) foreign = g_ptr_array_new();
    for (guint i = 0; i < prompts->examples->len; i++) {
        if (!is_own(prompts->examples->pdata[i], facts, folder_name)) {
            g_ptr_array_add(foreign, prompts->examples->pdata[i]);
        }
    }
    g_autofree double *table = likeness_table(foreign, options, arena);
    g_autofree double *best = g_new0(double, options->len + 1);
    g_autofree gboolean *chosen = g_new0(gboolean, foreign->len + 1);
    for (guint n = 0; n < MIN(count, foreign->len); n++) {
        guint choice = foreign->len;
        double most = 0;
        for (guint i = 0; i < foreign->len; i++) {
            double gain = chosen[i] ? -1 : gain_of(table + i * options->len, best, options->len);
            if (gain > most) {
                most = gain;
                choice = i;
            }
        }
        if (choice == foreign->len) {
            break; /* what is left has no word in common with the batch */
        }
        chosen[choice] = TRUE;
        for (guint k = 0; k < options->len; k++) {
            best[k] = MAX(best[k], table[choice * options->len + k]);
        }
    }
    GPtrArray *result = g_ptr_array_new();
    for (guint i = 0; i < foreign->len; i++) {
        if (chosen[i]) {
            g_ptr_array_add(result, foreign->pdata[i]);
        }
    }
    return result;
}
