#include "evaluate/inputs.h"
#include "core/command_line.h"
#include "evaluate/evaluation.h"
#include <string.h>

/* Beside the replies the study kept times and numbers of tokens. */
#define STATISTICS_FILE "statistics.json"

static gboolean is_prediction(const char *name)
{
    static const char *const suffixes[] = {".json", ".yaml", ".yml", ".txt", NULL};
    for (gsize i = 0; suffixes[i] != NULL; i++) {
        if (g_str_has_suffix(name, suffixes[i])) {
            return name[0] != '.' && !g_str_equal(name, STATISTICS_FILE);
        }
    }
    return FALSE;
}

static int compare_names(gconstpointer left, gconstpointer right)
{
    const char *a = *(char *const *)left;
    const char *b = *(char *const *)right;
    while (*a != '\0' && *b != '\0') {
        if (g_ascii_isdigit(*a) && g_ascii_isdigit(*b)) {
            a += strspn(a, "0");
            b += strspn(b, "0");
            gsize digits_a = strspn(a, "0123456789");
            gsize digits_b = strspn(b, "0123456789");
            int order =
                digits_a != digits_b ? (digits_a < digits_b ? -1 : 1) : strncmp(a, b, digits_a);
            if (order != 0) {
                return order;
            }
            a += digits_a;
            b += digits_b;
        } else if (*a != *b) {
            return (guchar)*a - (guchar)*b;
        } else {
            a++;
            b++;
        }
    }
    int order = (guchar)*a - (guchar)*b;
    return order != 0 ? order : strcmp(*(char *const *)left, *(char *const *)right);
}

GPtrArray *inputs_files(const char *path, GError **error)
{
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
    if (!g_file_test(path, G_FILE_TEST_IS_DIR)) {
        g_ptr_array_add(files, g_strdup(path));
        return g_steal_pointer(&files);
    }
    g_autoptr(GError) cause = NULL;
    g_autoptr(GDir) folder = g_dir_open(path, 0, &cause);
    if (folder == NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT, "%s", cause->message);
        return NULL;
    }
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        if (is_prediction(name)) {
            g_ptr_array_add(files, g_build_filename(path, name, NULL));
        }
    }
    if (files->len == 0 || files->len > EVALUATION_FILES_MAX) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT,
                    files->len == 0
                        ? "%s: no predictions in this folder; they are .yaml, .json or .txt files"
                        : "%s: too many files; split the folder",
                    path);
        return NULL;
    }
    g_ptr_array_sort(files, compare_names);
    return g_steal_pointer(&files);
}

struct TruthTable {
    Truth *single; /* for every project; NULL: by name */
    char *datasets;
    GHashTable *loaded;   /* project -> Truth * */
    GHashTable *in_split; /* a set of projects; NULL: all */
};

void truth_table_free(TruthTable *self)
{
    if (self == NULL) {
        return;
    }
    truth_free(self->single);
    g_free(self->datasets);
    g_hash_table_unref(self->loaded);
    g_clear_pointer(&self->in_split, g_hash_table_unref);
    g_free(self);
}

static gboolean input_error(GError **error, const GError *cause)
{
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT, "%s", cause->message);
    return FALSE;
}

static gboolean read_split(TruthTable *self, const char *split, GError **error)
{
    g_autofree char *path = g_build_filename(self->datasets, "splits.yaml", NULL);
    g_autoptr(GError) cause = NULL;
    g_autoptr(YamlDocument) document = yaml_load(path, &cause);
    if (document == NULL) {
        return input_error(error, cause);
    }
    const json_t *projects = json_object_get(yaml_root(document), split);
    if (!json_is_array(projects)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "%s: there is no split \"%s\"", path,
                    split);
        return FALSE;
    }
    self->in_split = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gsize index = 0;
    json_t *project = NULL;
    json_array_foreach(projects, index, project)
    {
        if (json_is_string(project)) {
            g_hash_table_add(self->in_split, g_ascii_strdown(json_string_value(project), -1));
        }
    }
    return TRUE;
}

TruthTable *truth_table_new(const char *labels, const char *datasets, const char *split,
                            GError **error)
{
    g_autoptr(TruthTable) self = g_new0(TruthTable, 1);
    self->datasets = g_strdup(datasets);
    self->loaded =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)truth_free);
    g_autoptr(GError) cause = NULL;
    if (labels != NULL) {
        self->single = truth_load(labels, &cause);
        if (self->single == NULL) {
            input_error(error, cause);
            return NULL;
        }
    } else if (split != NULL && !read_split(self, split, error)) {
        return NULL;
    }
    return g_steal_pointer(&self);
}

/* Folders are named in small letters; projects call themselves what they like. What is no plain
 * name is no folder of ours: NULL. */
static char *labels_path(const TruthTable *self, const char *name)
{
    return *name == '\0' || *name == '.' || strchr(name, '/') != NULL
               ? NULL
               : g_build_filename(self->datasets, name, LABELS_FILE, NULL);
}

gboolean truth_table_knows(const TruthTable *self, const char *project)
{
    g_autofree char *name = g_ascii_strdown(project, -1);
    g_autofree char *path = self->single != NULL ? NULL : labels_path(self, name);
    return self->single != NULL || (path != NULL && g_file_test(path, G_FILE_TEST_EXISTS));
}

static const Truth *load(TruthTable *self, const char *project, GError **error)
{
    if (self->single == NULL && !g_file_test(self->datasets, G_FILE_TEST_IS_DIR)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT,
                    "there is no folder %s; --datasets names the one that holds a folder with "
                    "labels.yaml for each project",
                    self->datasets);
        return NULL;
    }
    if (!truth_table_knows(self, project)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT,
                    "nobody has labelled a project \"%s\" in %s; --labels names a file", project,
                    self->datasets);
        return NULL;
    }
    g_autofree char *name = g_ascii_strdown(project, -1);
    if (self->in_split != NULL && !g_hash_table_contains(self->in_split, name)) {
        return NULL;
    }
    Truth *truth = g_hash_table_lookup(self->loaded, name);
    if (truth != NULL) {
        return truth;
    }
    g_autofree char *path = labels_path(self, name);
    g_autoptr(GError) cause = NULL;
    truth = truth_load(path, &cause);
    if (truth == NULL) {
        input_error(error, cause);
        return NULL;
    }
    g_hash_table_insert(self->loaded, g_steal_pointer(&name), truth);
    return truth;
}

const Truth *truth_table_find(TruthTable *self, const char *project, GError **error)
{
    return self->single != NULL ? self->single : load(self, project, error);
}
