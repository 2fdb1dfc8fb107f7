/* What models answer, well and badly. */
#include "discover/llm/labels.h"
#include <string.h>

#define COUNT 3u

/* Reads into three labels, which the caller frees. */
static Label *read_labels(const char *text, LabelCounts *counts)
{
    Label *labels = g_new0(Label, COUNT);
    *counts = labels_read(text, labels, COUNT);
    return labels;
}

static void test_plain(void)
{
    LabelCounts counts;
    Label *labels = read_labels("{\"answers\": ["
                                "{\"number\": 2, \"category\": \"fft\", \"name\": \"FFTW\", "
                                "\"confidence\": 0.5, \"reason\": \"r\"},"
                                "{\"number\": 1, \"category\": \"none\", \"name\": \"\", "
                                "\"confidence\": 7, \"reason\": \"\"},"
                                "{\"number\": \"3\", \"category\": \"other\"}]}",
                                &counts);
    g_assert_cmpint(counts.fault, ==, LABEL_FAULT_NONE);
    g_assert_cmpuint(counts.missing + counts.unknown + counts.repeated + counts.malformed, ==, 0);
    g_assert_true(labels[1].is_point);
    g_assert_cmpint(labels[1].category, ==, CATEGORY_FFT);
    g_assert_cmpstr(labels[1].name, ==, "FFTW");
    g_assert_cmpfloat(labels[1].confidence, ==, 0.5);
    g_assert_true(labels[0].given);
    g_assert_false(labels[0].is_point);
    g_assert_cmpfloat(labels[0].confidence, ==, 1);
    /* Numbers in quotes are understood; who says nothing of confidence has none. */
    g_assert_true(labels[2].given);
    g_assert_cmpfloat(labels[2].confidence, ==, 0);
    labels_free(labels, COUNT);
}

static void test_dropped(void)
{
    LabelCounts counts;
    Label *labels = read_labels(
        "{\"answers\": [{\"number\": 9, \"category\": \"fft\"}, {\"number\": 0, \"category\": "
        "\"fft\"},"
        "{\"number\": -1, \"category\": \"fft\"}, {\"number\": 1.5, \"category\": \"fft\"},"
        "{\"number\": 1, \"category\": \"simd\"}, {\"number\": 1, \"category\": \"mpi\"},"
        "{\"number\": 2, \"category\": \"nonsense\"}, {\"number\": 2}, {\"category\": \"fft\"},"
        "17, null, \"fft\"]}",
        &counts);
    g_assert_cmpuint(counts.unknown, ==, 4);
    g_assert_cmpuint(counts.repeated, ==, 1);
    g_assert_cmpuint(counts.malformed, ==, 6);
    g_assert_cmpuint(counts.missing, ==, 2);
    g_assert_cmpint(labels[0].category, ==, CATEGORY_SIMD);
    labels_free(labels, COUNT);
}

/* Values are taken as they come, within bounds; what is no text becomes none. */
static void test_values(void)
{
    LabelCounts counts;
    Label *labels = read_labels("{\"answers\": ["
                                "{\"number\": 1, \"category\": \"fft\", \"no_choice\": "
                                "[\"none\", 3, \"a\\nb\"]},"
                                "{\"number\": 2, \"category\": \"fft\", \"no_choice\": []},"
                                "{\"number\": 3, \"category\": \"fft\", \"no_choice\": \"none\"}]}",
                                &counts);
    g_assert_cmpuint(counts.missing + counts.malformed, ==, 0);
    g_assert_cmpuint(g_strv_length(labels[0].no_choice), ==, 3);
    g_assert_cmpstr(labels[0].no_choice[0], ==, "none");
    g_assert_cmpstr(labels[0].no_choice[1], ==, "");
    g_assert_cmpstr(labels[0].no_choice[2], ==, "a b");
    g_assert_null(labels[1].no_choice);
    g_assert_null(labels[2].no_choice);
    labels_free(labels, COUNT);
    g_autoptr(GString) many = g_string_new("{\"answers\": [{\"number\": 1, \"category\": \"fft\", "
                                           "\"no_choice\": [\"0\"");
    for (guint i = 1; i < 2 * LABEL_VALUES_MAX; i++) {
        g_string_append_printf(many, ", \"%u\"", i);
    }
    g_string_append(many, "]}]}");
    labels = read_labels(many->str, &counts);
    g_assert_cmpuint(g_strv_length(labels[0].no_choice), ==, LABEL_VALUES_MAX);
    labels_free(labels, COUNT);
}

/* What stands around the answer does not matter. */
static void test_prose(void)
{
    static const char *const texts[] = {
        "Sure! {\"answers\": [{\"number\": 1, \"category\": \"mpi\"}]} Anything else?",
        "```json\n{\"answers\": [{\"number\": 1, \"category\": \"mpi\"}]}\n```",
        "First {curly} words, {\"a\": 1}, then {\"answers\": [{\"number\": 1, \"category\": "
        "\"mpi\"}]}",
        "{\"thinking\": \"{\\\"answers\\\": 3}\"} {\"answers\": [{\"number\": 1, \"category\": "
        "\"mpi\"}]}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        LabelCounts counts;
        Label *labels = read_labels(texts[i], &counts);
        g_test_message("%s", texts[i]);
        g_assert_cmpint(counts.fault, ==, LABEL_FAULT_NONE);
        g_assert_cmpint(labels[0].category, ==, CATEGORY_MPI);
        labels_free(labels, COUNT);
    }
}

static void test_faults(void)
{
    static const struct {
        const char *text;
        LabelFault fault;
    } rows[] = {
        {"", LABEL_FAULT_EMPTY},
        {"I would say that the first one is MPI.", LABEL_FAULT_PROSE},
        {"{\"answers\": [{\"number\": 1, \"category\": \"mpi\"", LABEL_FAULT_PROSE},
        {"{\"$schema\": \"x\", \"type\": \"object\"}", LABEL_FAULT_SCHEMA},
        {"{\"type\": \"object\", \"properties\": {\"answers\": {\"type\": \"array\"}}}",
         LABEL_FAULT_SCHEMA},
        {"{\"labels\": []}", LABEL_FAULT_SHAPE},
        {"{\"answers\": \"all of them are fft\"}", LABEL_FAULT_SHAPE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        LabelCounts counts;
        Label *labels = read_labels(rows[i].text, &counts);
        g_test_message("%s", rows[i].text);
        g_assert_cmpint(counts.fault, ==, rows[i].fault);
        g_assert_cmpuint(counts.missing, ==, COUNT);
        labels_free(labels, COUNT);
    }
}

/* Deep nesting, and braces without end, take neither the stack nor the afternoon. */
static void test_bombs(void)
{
    static const char *const openings[] = {"[", "{\"a\":", "{", "{\"answers\":["};
    for (gsize i = 0; i < G_N_ELEMENTS(openings); i++) {
        g_autoptr(GString) bomb = g_string_new(NULL);
        while (bomb->len < 2000000) {
            g_string_append(bomb, openings[i]);
        }
        LabelCounts counts;
        gint64 start = g_get_monotonic_time();
        Label *labels = read_labels(bomb->str, &counts);
        g_assert_cmpint(counts.fault, ==, LABEL_FAULT_PROSE);
        g_assert_cmpint(g_get_monotonic_time() - start, <, 5 * G_USEC_PER_SEC);
        labels_free(labels, COUNT);
    }
}

/* Texts end up in files and on terminals: one line, bounded. */
static void test_texts(void)
{
    g_autofree char *longer = g_strnfill(1000, 'x');
    g_autofree char *text = g_strdup_printf(
        "{\"answers\": [{\"number\": 1, \"category\": \"mpi\", \"name\": \"a\\u001b[2J\\nb\", "
        "\"reason\": \"%s\"}, {\"number\": 2, \"category\": \"mpi\", \"name\": 5}]}",
        longer);
    LabelCounts counts;
    Label *labels = read_labels(text, &counts);
    g_assert_cmpstr(labels[0].name, ==, "a [2J b");
    g_assert_cmpuint(strlen(labels[0].reason), <=, LABEL_REASON_BYTES + 3);
    g_assert_cmpstr(labels[1].name, ==, "");
    labels_free(labels, COUNT);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/labels/plain", test_plain);
    g_test_add_func("/labels/dropped", test_dropped);
    g_test_add_func("/labels/values", test_values);
    g_test_add_func("/labels/prose", test_prose);
    g_test_add_func("/labels/faults", test_faults);
    g_test_add_func("/labels/bombs", test_bombs);
    g_test_add_func("/labels/texts", test_texts);
    return g_test_run();
}
