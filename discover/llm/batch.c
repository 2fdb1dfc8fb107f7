#include "discover/llm/batch.h"
#include "discover/llm/examples.h"
#include "discover/llm/tokens.h"
#include <string.h>

/* Hexadecimal digits of the digest: 64 bits, so that nobody finds a text that contains its own. */
#define DELIMITER_DIGITS 16u
/* "12. " and the line's end. */
#define NUMBER_TOKENS 4u

char *batch_delimiter(const char *text)
{
    for (guint round = 0;; round++) {
        g_autofree char *salted = g_strdup_printf("xaas delimiter %u\n%s", round, text);
        g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, salted, -1);
        g_autofree char *line = g_strdup_printf("=====%.*s=====", (int)DELIMITER_DIGITS, digest);
        if (strstr(text, line) == NULL) {
            return g_steal_pointer(&line);
        }
    }
}

static char *examples_text(const BatchSettings *settings, const GPtrArray *candidates)
{
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    for (guint i = 0; i < candidates->len; i++) {
        const Candidate *candidate = candidates->pdata[i];
        g_ptr_array_add(options, (gpointer)candidate->decision->option);
    }
    g_autoptr(GPtrArray) examples = examples_choose(settings->prompts, settings->facts,
                                                    settings->folder_name, options, BATCH_EXAMPLES);
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < examples->len; i++) {
        const PromptExample *example = examples->pdata[i];
        g_string_append_printf(text, "%s%s %s -> %s%s%s", i > 0 ? "\n" : "", example->option,
                               example->entry, example->category, *example->name ? ", " : "",
                               example->name);
    }
    return g_string_free(text, FALSE);
}

char *batch_text(const BatchSettings *settings, const GPtrArray *candidates)
{
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < candidates->len; i++) {
        const Candidate *candidate = candidates->pdata[i];
        g_string_append_printf(list, "%s%u. %s", i > 0 ? "\n" : "", i + 1, candidate->text);
    }
    g_autofree char *delimiter = batch_delimiter(list->str);
    g_autofree char *examples = examples_text(settings, candidates);
    g_autofree char *count = g_strdup_printf("%u", candidates->len);
    const PromptPlace places[] = {{"categories", settings->prompts->categories},
                                  {"examples", examples},
                                  {"delimiter", delimiter},
                                  {"candidates", list->str},
                                  {"count", count},
                                  {NULL, NULL}};
    return prompts_fill(settings->prompts->classify, places);
}

/* What a request costs before the first candidate, with examples of usual length. */
static guint fixed_tokens(const BatchSettings *settings)
{
    guint longest = 0;
    for (guint i = 0; i < settings->prompts->examples->len; i++) {
        const PromptExample *example = settings->prompts->examples->pdata[i];
        longest = MAX(longest, tokens_estimate(example->entry));
    }
    return tokens_estimate(settings->prompts->system) +
           tokens_estimate(settings->prompts->classify) +
           tokens_estimate(settings->prompts->categories) + BATCH_EXAMPLES * longest;
}

GPtrArray *batch_split(const BatchSettings *settings, const GPtrArray *candidates)
{
    guint fixed = fixed_tokens(settings);
    guint room = settings->tokens > fixed ? settings->tokens - fixed : 1;
    guint64 total = 0;
    for (guint i = 0; i < candidates->len; i++) {
        const Candidate *candidate = candidates->pdata[i];
        total += tokens_estimate(candidate->text) + NUMBER_TOKENS;
    }
    /* As few batches as fit; then each gets an equal share rather than the last one a rest. */
    guint64 count = MAX((total + room - 1) / room,
                        (candidates->len + BATCH_CANDIDATES_MAX - 1) / BATCH_CANDIDATES_MAX);
    guint64 share = count > 0 ? total / count + 1 : 1;
    GPtrArray *batches = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    guint64 filled = 0;
    for (guint i = 0; i < candidates->len; i++) {
        Candidate *candidate = candidates->pdata[i];
        guint tokens = tokens_estimate(candidate->text) + NUMBER_TOKENS;
        GPtrArray *last = batches->len > 0 ? batches->pdata[batches->len - 1] : NULL;
        if (last == NULL || last->len >= BATCH_CANDIDATES_MAX || filled >= share ||
            filled + tokens > room) {
            last = g_ptr_array_new();
            g_ptr_array_add(batches, last);
            filled = 0;
        }
        g_ptr_array_add(last, candidate);
        filled += tokens;
    }
    return batches;
}
