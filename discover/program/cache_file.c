#include "discover/program/cache_file.h"
#include "core/file.h"
#include "discover/program/options.h"
#include <string.h>

static GHashTable *new_table(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

/* The name ends at ':' or '='; a name in double quotes may hold both. FALSE when there is none. */
static gboolean take_entry(GHashTable *table, const char *text)
{
    gboolean quoted = *text == '"';
    const char *name = quoted ? text + 1 : text;
    gsize length = strcspn(name, quoted ? "\"" : ":=");
    const char *after = name + length + (quoted && name[length] == '"' ? 1 : 0);
    const char *equals = strchr(after, '=');
    if (length == 0 || equals == NULL || (after != equals && *after != ':')) {
        return FALSE;
    }
    const char *value = equals + 1;
    gsize size = strlen(value);
    if (size >= 2 && value[0] == '\'' && value[size - 1] == '\'') {
        value++;
        size -= 2;
    }
    g_hash_table_replace(table, g_strndup(name, length), g_strndup(value, size));
    return TRUE;
}

GHashTable *cache_of_definitions(char *const *definitions)
{
    if (definitions == NULL) {
        return NULL;
    }
    GHashTable *table = new_table();
    for (; *definitions != NULL; definitions++) {
        take_entry(table, *definitions);
    }
    return table;
}

GHashTable *cache_file_read(const char *path, GError **error)
{
    g_autofree char *text = file_read(path, CACHE_FILE_BYTES_MAX, NULL, error);
    if (text == NULL) {
        return NULL;
    }
    g_autoptr(GHashTable) table = new_table();
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        char *line = g_strchug(lines[i]);
        gsize length = strlen(line);
        if (length > 0 && line[length - 1] == '\r') {
            line[length - 1] = '\0';
        }
        if (*line == '\0' || *line == '#' || g_str_has_prefix(line, "//")) {
            continue;
        }
        if (!take_entry(table, line)) {
            g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT,
                        "%s:%u: no line of a CMake cache; it should read NAME:TYPE=VALUE", path,
                        i + 1);
            return NULL;
        }
    }
    return g_steal_pointer(&table);
}
