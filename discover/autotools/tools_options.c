#include "discover/autotools/tools_options.h"
#include "discover/tree.h"

char *tools_file_read(const char *stub_folder, const char *name, gsize *length, GError **error)
{
    g_autofree char *path = g_build_filename(stub_folder, "autotools", name, NULL);
    char *bytes = NULL;
    if (!g_file_get_contents(path, &bytes, length, NULL)) {
        g_set_error(error, TREE_ERROR, TREE_ERROR_UNREADABLE,
                    "%s cannot be read; install xaas again, or name the folder with --stubs", path);
        return NULL;
    }
    return bytes;
}

GHashTable *tools_options_load(const char *stub_folder, GError **error)
{
    g_autofree char *text = tools_file_read(stub_folder, "tools-options.txt", NULL, error);
    if (text == NULL) {
        return NULL;
    }
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        const char *name = g_strstrip(lines[i]);
        if (*name != '\0' && *name != '#') {
            g_hash_table_add(names, g_strdup(name));
        }
    }
    return names;
}
