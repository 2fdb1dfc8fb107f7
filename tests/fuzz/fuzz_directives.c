/* The directive scan, on any bytes: the first one chooses the form of the source, the rest is the
 * file. What must hold of every result is asserted, and each condition goes through its parser. */
#include "discover/sources/condition_reader.h"
#include "discover/sources/file_scan.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

static SourceMatcher *sample_matcher(void)
{
    static const char *const words[] = {"a", "ab*", "abc", "_mm_*", "x*", "use"};
    g_autoptr(GHashTable) table = g_hash_table_new(g_str_hash, g_str_equal);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        g_hash_table_insert(table, (gpointer)words[i], (gpointer)words[i]);
    }
    g_hash_table_insert(table, (gpointer) "m.mod", (gpointer) "m");
    g_hash_table_insert(table, (gpointer) "a/", (gpointer) "below");
    const SourcePatterns patterns = {table, table, table};
    return source_matcher_new(&patterns);
}

static guint plain_line_count(const guint8 *text, gsize length)
{
    guint lines = length > 0 && text[length - 1] != '\n';
    for (gsize i = 0; i < length; i++) {
        lines += text[i] == '\n';
    }
    return lines;
}

static void check_groups(const FileScan *scan)
{
    guint next_arm = 0;
    for (guint i = 0; i < scan->group_count; i++) {
        const ConditionalGroup *group = &scan->groups[i];
        g_assert_cmpuint(group->arm_count, >, 0);
        g_assert_cmpuint(group->first_arm, ==, next_arm);
        next_arm += group->arm_count;
        guint line = 0;
        for (guint arm = group->first_arm; arm < next_arm; arm++) {
            const ConditionalArm *checked = &scan->arms[arm];
            g_assert_true(checked->condition != NULL || arm > group->first_arm);
            /* Two directives never share a line, but the last may be an unclosed comment's. */
            g_assert_cmpuint(checked->at, >, line);
            g_assert_cmpuint(checked->first, >, checked->at);
            g_assert_cmpuint(checked->last, <=, scan->lines);
            line = checked->at;
        }
    }
}

static void check_hits(const FileScan *scan, const SourceMatcher *matcher)
{
    guint line = 1;
    for (guint i = 0; i < scan->hit_count; i++) {
        const FileHit *hit = &scan->hits[i];
        g_assert_cmpuint(hit->line, >=, line);
        g_assert_cmpuint(hit->line, <=, scan->lines);
        g_assert_true(g_utf8_validate(hit->text, -1, NULL));
        g_assert_nonnull(source_matcher_technology(matcher, hit->technology));
        line = hit->line;
        for (guint before = 0; before < i; before++) {
            g_assert_cmpuint(scan->hits[before].technology, !=, hit->technology);
        }
    }
}

static void check_conditions(const ScanWorker *worker)
{
    g_autoptr(ConditionReader) reader = condition_reader_new();
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GArray) uses = g_array_new(FALSE, FALSE, sizeof(MacroUse));
    GHashTableIter iter;
    gpointer text;
    g_hash_table_iter_init(&iter, scan_worker_conditions(worker));
    while (g_hash_table_iter_next(&iter, &text, NULL)) {
        g_assert_cmpuint(strlen(text), <=, SCANNER_CONDITION_BYTES_MAX);
        g_assert_null(strchr(text, '\n'));
        g_array_set_size(uses, 0);
        condition_reader_read(reader, text, arena, uses);
        for (guint i = 0; i < uses->len; i++) {
            const char *macro = g_array_index(uses, MacroUse, i).macro;
            g_assert_nonnull(strstr(text, macro));
        }
    }
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    static const ScanForm forms[] = {SCAN_C, SCAN_FORTRAN_FIXED, SCAN_FORTRAN_FREE};
    if (size == 0) {
        return 0;
    }
    ScanForm form = forms[data[0] % G_N_ELEMENTS(forms)];
    data++;
    size--;
    g_autofree guint8 *padded = g_malloc0(size + TREE_PADDING);
    memcpy(padded, data, size);
    g_autoptr(SourceMatcher) matcher = sample_matcher();
    g_autoptr(ScanWorker) worker = scan_worker_new(matcher);
    FileScan scan;
    scan_worker_text(worker, padded, size, form, &scan);
    g_assert_cmpuint(scan.lines, ==, plain_line_count(data, size));
    check_groups(&scan);
    check_hits(&scan, matcher);
    check_conditions(worker);
    return 0;
}
