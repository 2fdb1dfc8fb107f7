#include "discover/documented.h"

#include <string.h>

static gboolean is_documentation(const TreeFile *file)
{
    static const char *const beginnings[] = {"README", "INSTALL", "BUILD"};
    static const char *const endings[] = {".md", ".rst", ".txt", ".tex", ".adoc"};
    if (file->kind != TREE_OTHER || file->linked) {
        return FALSE;
    }
    const char *slash = strrchr(file->path, '/');
    const char *name = slash != NULL ? slash + 1 : file->path;
    for (gsize i = 0; i < G_N_ELEMENTS(beginnings); i++) {
        if (g_str_has_prefix(name, beginnings[i])) {
            return TRUE;
        }
    }
    for (gsize i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_has_suffix(name, endings[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_name_byte(char byte)
{
    return g_ascii_isalnum(byte) || byte == '_' || byte == '-';
}

/* Looks up each word; "-DNAME=value" is the word NAME. */
static void read_text(const char *text, gsize length, const char *path, GHashTable *options)
{
    guint line = 1;
    gsize at = 0;
    char word[128];
    while (at < length) {
        line += text[at] == '\n' ? 1 : 0;
        if (!is_name_byte(text[at])) {
            at++;
            continue;
        }
        gsize begin = at;
        while (at < length && is_name_byte(text[at])) {
            at++;
        }
        begin += at - begin > 2 && strncmp(text + begin, "-D", 2) == 0 ? 2 : 0;
        if (at - begin >= sizeof word) {
            continue;
        }
        memcpy(word, text + begin, at - begin);
        word[at - begin] = '\0';
        Option *option = g_hash_table_lookup(options, word);
        if (option != NULL) {
            option->documented = (Span){.path = path, .line = line, .column = 1};
            g_hash_table_remove(options, word);
        }
    }
}

void documented_read(const Tree *tree, Facts *facts)
{
    g_autoptr(GHashTable) options = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < facts->options->len; i++) {
        Option *option = g_ptr_array_index(facts->options, i);
        if (option->type == OPTION_UNTYPED) {
            g_hash_table_insert(options, (void *)option->name, option);
        }
    }
    const GPtrArray *files = tree_files(tree);
    g_autoptr(GByteArray) buffer = g_byte_array_new();
    gsize left = DOCUMENTED_BYTES_MAX;
    for (guint i = 0; i < files->len && g_hash_table_size(options) > 0 && left > 0; i++) {
        const TreeFile *file = g_ptr_array_index(files, i);
        if (!is_documentation(file) || !tree_read_into(tree, file, buffer, NULL) ||
            buffer->len > DOCUMENTED_FILE_BYTES_MAX) {
            continue;
        }
        left -= MIN(left, buffer->len);
        read_text((const char *)buffer->data, buffer->len, arena_strdup(facts->arena, file->path),
                  options);
    }
}
