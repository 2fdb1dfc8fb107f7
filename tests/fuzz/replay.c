/* Stands in for libFuzzer where it is not linked: runs a fuzz target once on every file of the
 * folders (or the files) that it is given, in the order of their names. */
#include <glib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static gboolean replay_file(const char *path)
{
    g_autofree char *data = NULL;
    gsize size = 0;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(path, &data, &size, &error)) {
        g_printerr("%s\n", error->message);
        return FALSE;
    }
    /* An exact copy, so that AddressSanitizer sees a read behind the last byte. */
    g_autofree guint8 *exact = g_memdup2(data, size);
    LLVMFuzzerTestOneInput(exact, size);
    return TRUE;
}

static gboolean replay_folder(const char *path, guint *count)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) folder = g_dir_open(path, 0, &error);
    if (folder == NULL) {
        g_printerr("%s\n", error->message);
        return FALSE;
    }
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        g_ptr_array_add(names, g_build_filename(path, name, NULL));
    }
    g_ptr_array_sort(names, compare_names);
    for (guint i = 0; i < names->len; i++) {
        if (!replay_file(g_ptr_array_index(names, i))) {
            return FALSE;
        }
        (*count)++;
    }
    return TRUE;
}

int main(int argc, char **argv)
{
    guint count = 0;
    for (int i = 1; i < argc; i++) {
        if (g_file_test(argv[i], G_FILE_TEST_IS_DIR)) {
            if (!replay_folder(argv[i], &count)) {
                return 1;
            }
        } else if (replay_file(argv[i])) {
            count++;
        } else {
            return 1;
        }
    }
    /* An empty corpus would be a test that cannot fail. */
    if (count == 0) {
        g_printerr("%s: no input to replay\n", argv[0]);
        return 1;
    }
    g_print("replayed %u inputs\n", count);
    return 0;
}
