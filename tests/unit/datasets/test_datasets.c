/* The labelled projects that ship are what datasets/README.md asks for. What only their sources can
 * tell is checked by labels_in_sources. */
#include "evaluate/labels_check.h"
#include <string.h>

#define DATASETS XAAS_SOURCE_ROOT "/datasets"

static const char *const splits[] = {"development", "test"};

static gint compare_names(gconstpointer left, gconstpointer right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* The names of the folders that hold labels, sorted. */
static GPtrArray *projects(void)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) folder = g_dir_open(DATASETS, 0, &error);
    g_assert_no_error(error);
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *path = g_build_filename(DATASETS, name, LABELS_FILE, NULL);
        if (g_file_test(path, G_FILE_TEST_EXISTS)) {
            g_ptr_array_add(names, g_strdup(name));
        }
    }
    g_ptr_array_sort(names, compare_names);
    return names;
}

static void check_form(const Labels *labels, const char *name)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    labels_check(labels, NULL, diagnostics);
    const GPtrArray *list = diagnostics_list(diagnostics);
    for (guint i = 0; i < list->len; i++) {
        g_autofree char *text = diagnostic_text(list->pdata[i]);
        g_test_message("%s", text);
    }
    g_assert_cmpuint(list->len, ==, 0);
    g_assert_cmpstr(labels->project, ==, name);
    g_assert_nonnull(labels->source);
    /* The commit of a project that Debian does not have says enough. */
    g_assert_nonnull(labels->source->upstream);
    g_assert_cmpuint(labels->builds->len, >, 0);
}

/* Without the other declarations nobody could check that nothing was left out, and without a second
 * reading the guide was not followed. */
static void check_complete(const Labels *labels)
{
    if (labels->complete) {
        g_assert_cmpuint(labels->others->len, >, 0);
    }
    g_assert_cmpuint(labels->second_reading->len, >, 0);
}

/* Only a free value and a machine's own choice have no default. */
static void check_defaults(const Labels *labels)
{
    for (guint i = 0; i < labels->points->len; i++) {
        const LabelledPoint *point = labels->points->pdata[i];
        g_assert_false(point->value == NULL && point->default_known);
    }
}

static void test_labels(void)
{
    g_autoptr(GPtrArray) names = projects();
    g_assert_cmpuint(names->len, >=, 8);
    for (guint i = 0; i < names->len; i++) {
        g_autoptr(Arena) arena = arena_new();
        g_autoptr(GError) error = NULL;
        g_autofree char *path = g_build_filename(DATASETS, names->pdata[i], LABELS_FILE, NULL);
        const Labels *labels = labels_load(arena, path, &error);
        g_assert_no_error(error);
        check_form(labels, names->pdata[i]);
        check_complete(labels);
        check_defaults(labels);
    }
}

static guint count_in(const json_t *list, const char *name)
{
    guint count = 0;
    gsize index = 0;
    json_t *item = NULL;
    json_array_foreach(list, index, item)
    {
        count += g_strcmp0(json_string_value(item), name) == 0;
    }
    return count;
}

/* Each labelled project is in one split, and each project of a split is labelled. */
static void test_splits(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(YamlDocument) document = yaml_load(DATASETS "/splits.yaml", &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) names = projects();
    gsize total = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(splits); i++) {
        total += json_array_size(json_object_get(yaml_root(document), splits[i]));
    }
    g_assert_cmpuint(total, ==, names->len);
    for (guint i = 0; i < names->len; i++) {
        guint count = 0;
        for (gsize j = 0; j < G_N_ELEMENTS(splits); j++) {
            count += count_in(json_object_get(yaml_root(document), splits[j]), names->pdata[i]);
        }
        if (count != 1) {
            g_error("%s is in %u splits", (const char *)names->pdata[i], count);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/datasets/labels", test_labels);
    g_test_add_func("/datasets/splits", test_splits);
    return g_test_run();
}
