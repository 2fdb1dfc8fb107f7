/* Every reason for which an analysis gives up has words for who reviews: the reasons are collected
 * from the sources themselves, so that a new one without words shows here. */
#include "discover/review/gaps.h"
#include <glib.h>

#define REASONS_MIN 50u /* fewer: the pattern has lost them */

typedef struct {
    GRegex *call;
    GHashTable *found;
} Reasons;

static void collect(Reasons *self, const char *folder)
{
    g_autoptr(GDir) directory = g_dir_open(folder, 0, NULL);
    g_assert_nonnull(directory);
    for (const char *name = g_dir_read_name(directory); name != NULL;
         name = g_dir_read_name(directory)) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            collect(self, path);
            continue;
        }
        g_autofree char *text = NULL;
        if (!g_str_has_suffix(name, ".c") || !g_file_get_contents(path, &text, NULL, NULL)) {
            continue;
        }
        g_autoptr(GMatchInfo) match = NULL;
        g_regex_match(self->call, text, 0, &match);
        for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
            g_hash_table_add(self->found, g_match_info_fetch(match, 1));
        }
    }
}

static void test_all_reasons(void)
{
    g_autoptr(GHashTable) found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    /* evaluator_ledger(self, "reason", ...): the first text of such a call; where a constant stands
     * before it, that is the reason. */
    g_autoptr(GRegex) call = g_regex_new("_ledger\\((?:(?![A-Z]{2})[^;\"])*\"([a-z][^\"%]+)\"", 0,
                                         (GRegexMatchFlags)0, NULL);
    Reasons reasons = {call, found};
    collect(&reasons, XAAS_SOURCE_ROOT "/discover");
    g_assert_cmpuint(g_hash_table_size(found), >, REASONS_MIN);
    GHashTableIter iterator;
    gpointer reason = NULL;
    g_hash_table_iter_init(&iterator, found);
    while (g_hash_table_iter_next(&iterator, &reason, NULL)) {
        if (gap_words(reason) == NULL) {
            g_error("\"%s\" has no words in discover/review/gaps.c", (const char *)reason);
        }
    }
    g_assert_null(gap_words("no such reason"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/review/gaps/all-reasons", test_all_reasons);
    return g_test_run();
}
